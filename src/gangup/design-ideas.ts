import type { Rng } from '../core/rng.js';
import { cardsBackMax } from './effects/check.js';
import type { ActionData } from './effects/schema.js';
import {
  CRIME_TYPES,
  type CrimeType,
  type GangsterVerb,
  GENDERS,
  type Icon,
  type Window,
} from './effects/vocabulary.js';

/** What an effect does and when, as in card data; `worth` is about what it is worth to its user, in points of status. */
export interface Idea {
  readonly name: string;
  readonly window: Window;
  readonly targets?: readonly object[];
  readonly do: readonly object[];
  readonly when?: object;
  readonly worth: number;
}

/** An ability of a card that lies on the table, and about what it is worth. */
export type Gift = { readonly ability: object; readonly worth: number };

/** Cards that an action costs at most. */
const COST_MAX = 3;

/**
 * What the cards of designed packs do, drawn with `rng`: effects of influences and actions, what gangsters can do without
 * being asked, and the helpers that draw.
 */
export function designIdeas(rng: Rng) {
  const pick = <T>(list: readonly T[]): T => list[rng.below(list.length)]!;
  const chance = (n: number): boolean => rng.below(n) === 0;
  const int = (low: number, high: number): number => low + rng.below(high - low + 1);
  const bounded = (x: number, low: number, high: number): number => Math.max(low, Math.min(high, Math.round(x)));
  const types = (): CrimeType[] => {
    const first = pick(CRIME_TYPES);
    const second = pick(CRIME_TYPES);
    return chance(3) && second !== first ? [first, second] : [first];
  };
  /** Which gangsters: sometimes only some, which is worth a little less. */
  const some = (): { filter: object; part: number } => {
    switch (rng.below(5)) {
      case 0:
        return { filter: { gender: pick(GENDERS) }, part: 0.75 };
      case 1: {
        const numberMax = int(3, 7);
        return { filter: { numberMax }, part: 0.55 + numberMax / 20 };
      }
      default:
        return { filter: {}, part: 1 };
    }
  };
  /** Something done to gangsters that are chosen. */
  const toGangsters = (
    name: string,
    window: Window,
    verb: string,
    zone: string,
    of: string,
    most: number,
    each: number,
  ) => {
    const max = int(1, most);
    const { filter, part } = some();
    const range = max === 1 ? {} : { min: 1, max };
    const target = { as: 'mark', gangsters: { zone, ...(of === '' ? {} : { of }), ...filter }, ...range };
    return {
      name,
      window,
      targets: [target],
      do: [{ op: verb, what: 'mark' }],
      worth: each * part * (0.4 + 0.6 * max),
    };
  };
  const onPlayer = (
    name: string,
    player: string,
    operations: readonly object[],
    worth: number,
    extra: object = {},
  ): Idea => ({
    name,
    window: 'any',
    targets: [{ as: 'mark', player, ...extra }],
    do: operations,
    worth,
  });
  const mark = { chosen: 'mark' };
  const plain = (name: string, window: Window, operation: object, worth: number): Idea => ({
    name,
    window,
    do: [operation],
    worth,
  });
  const withCards = { with: 'cards' };

  /** What stops the crimes of others. */
  const hostileIdeas: readonly (() => Idea)[] = [
    () => {
      const amount = int(1, 4);
      return plain('Road Block', 'crime', { op: 'manpower', amount: -amount }, 0.42 * amount);
    },
    () => toGangsters('Night Patrol', 'crime', 'arrest', 'crime', chance(2) ? 'others' : '', 2, 1),
    () => toGangsters('Wrong Train', 'crime', 'withdraw', 'crime', chance(2) ? 'others' : '', 2, 0.8),
  ];
  /** What turns crimes. */
  const crimeIdeas: readonly (() => Idea)[] = [
    ...hostileIdeas,
    () => {
      const amount = int(1, 3);
      return plain('Extra Hands', 'crime', { op: 'manpower', amount }, 0.55 * amount);
    },
    () => {
      const amount = int(1, 2);
      return plain('Open Window', 'crime', { op: 'requirement', amount: -amount }, 0.6 * amount);
    },
    () => plain('New Locks', 'crime', { op: 'requirement', amount: int(1, 2) }, 0.7),
    () => {
      const amount = int(1, 2);
      return plain('Bigger Haul', 'crime', { op: 'reward', amount }, 0.8 * amount);
    },
    () => plain('Thin Wallets', 'crime', { op: 'reward', amount: -int(1, 2) }, 0.5),
    () => toGangsters('Cold Blood', 'crime', 'kill', 'crime', 'others', 1, 1.5),
    () => toGangsters('Short Notice', 'crime', 'forceJoin', 'hq', 'others', 2, 0.9),
    () => toGangsters('Late Arrival', 'crime', 'join', 'hq', 'user', 2, 0.8),
    () => {
      const amount = int(1, 2);
      const target = { as: 'mark', gangsters: { zone: 'crime', of: 'user' } };
      const operation = { op: 'strengthen', what: 'mark', amount, until: 'crime' };
      return { name: 'Second Wind', window: 'crime', targets: [target], do: [operation], worth: 0.5 * amount };
    },
    () => {
      const gangsters = { zone: 'crime', numberMax: int(1, 3) };
      const loop = { op: 'forEach', gangsters, as: 'small', do: [{ op: pick(['withdraw', 'arrest']), what: 'small' }] };
      return { name: 'Clean Sweep', window: 'crime', do: [loop], worth: 1.8 };
    },
  ];
  /** What is done at any time. */
  const otherIdeas: readonly (() => Idea)[] = [
    () => toGangsters('Last Ride', 'any', 'kill', 'table', 'others', 1, 1.7),
    () => toGangsters('Better Wages', 'any', 'defect', 'table', 'others', 1, 2),
    () => toGangsters('Sent Home', 'any', 'toHand', 'table', 'others', 1, 1.1),
    () => {
      const max = int(1, 2);
      const target = { as: 'mark', cards: { zone: 'jail' }, ...(max === 1 ? {} : { min: 1, max }) };
      return {
        name: 'Loose Bars',
        window: 'any',
        targets: [target],
        do: [{ op: 'escape', what: 'mark' }],
        worth: 0.8 * max,
      };
    },
    () => {
      const kind = pick(['gangster', 'influence']);
      const target = { as: 'mark', cards: { zone: 'discard', kind } };
      return { name: 'Old Address', window: 'any', targets: [target], do: [{ op: 'fetch', what: 'mark' }], worth: 0.8 };
    },
    () => {
      const amount = int(1, 2);
      const idea = onPlayer('Unpaid Debt', 'highest', [{ op: 'steal', from: mark, amount }], 0.9 * amount);
      return { ...idea, when: { not: { player: 'user', in: 'highest' } } };
    },
    () => {
      const amount = int(1, 2);
      return onPlayer('Bad Press', 'highest', [{ op: 'status', who: mark, amount: -amount }], 0.6 * amount);
    },
    () => {
      const n = int(1, 3);
      return plain('Full Pockets', 'any', { op: 'draw', who: 'user', n }, 0.42 * n);
    },
    () => plain('Fire Drill', 'any', { op: 'discard', who: 'others', n: 1 }, 0.8),
    () =>
      onPlayer(
        'Torn Coat',
        'others',
        [{ op: 'discard', who: mark, n: 2, how: pick(['choice', 'random']) }],
        0.7,
        withCards,
      ),
    () =>
      onPlayer(
        'Quick Fingers',
        'others',
        [{ op: 'take', from: mark, n: 1, how: pick(['choice', 'random']) }],
        0.8,
        withCards,
      ),
    () => {
      const operations = [
        { op: 'take', from: mark, n: 2, how: 'random' },
        { op: 'give', to: mark, n: 1 },
      ];
      return onPlayer('Fair Trade', 'others', operations, 1, withCards);
    },
    () => onPlayer('Keyhole', 'others', [{ op: 'reveal', who: mark, to: pick(['user', 'all']) }], 0.2, withCards),
    () => plain('Tip-off', 'any', { op: 'peekReorder', pile: pick(['crime', 'resource']), n: int(2, 4) }, 0.4),
    () => {
      const target = { as: 'mark', gangsters: { zone: 'table', of: 'user' } };
      const from = pick<GangsterVerb[]>([
        ['kill', 'arrest'],
        ['defect', 'toHand'],
        ['kill', 'defect', 'arrest'],
      ]);
      const shield = { op: 'protect', what: 'mark', from, until: 'turn' };
      const more = { op: 'strengthen', what: 'mark', amount: 1, until: 'turn' };
      return {
        name: 'False Papers',
        window: 'any',
        targets: [target],
        do: chance(2) ? [shield, more] : [shield],
        worth: 0.5,
      };
    },
    () => {
      const swap = [
        { op: 'discard', who: 'user', n: 1 },
        { op: 'draw', who: 'user', n: 2 },
      ];
      return { name: 'Second Look', window: 'any', do: [{ op: 'may', do: swap }], worth: 0.5 };
    },
    () => {
      const operations = [
        { op: 'choose', as: 'loser', player: 'others', random: true },
        { op: 'status', who: { chosen: 'loser' }, amount: -int(1, 2) },
      ];
      return { name: 'Spun Bottle', window: 'any', do: operations, worth: 0.8 };
    },
  ];
  const cancel = (): Idea => {
    const icons = pick<Icon[] | undefined>([
      undefined,
      undefined,
      ['kill', 'jail'],
      ['defect', 'kill'],
      ['manpower'],
      ['cards', 'status'],
    ]);
    return plain(
      'Not Tonight',
      'cancel',
      { op: 'cancelLast', ...(icons === undefined ? {} : { icons }) },
      icons === undefined ? 1.2 : 0.7,
    );
  };
  const afterwards = (): Idea => {
    if (chance(2)) {
      const target = { as: 'mark', gangsters: { zone: 'crime', of: 'others' } };
      const operation = { op: pick(['toHand', 'kill']), what: 'mark' };
      return { name: 'Slow Getaway', window: 'afterCrime', targets: [target], do: [operation], worth: 1.2 };
    }
    const when = { crimeType: types() };
    return { name: 'Lost and Found', window: 'afterCrime', do: [{ op: 'draw', who: 'user', n: 2 }], when, worth: 0.6 };
  };
  /** Something small that comes with an effect. */
  const rider = (): { operation: object; worth: number } =>
    pick([
      { operation: { op: 'draw', who: 'user', n: 1 }, worth: 0.4 },
      { operation: { op: 'peekReorder', pile: 'crime', n: 2 }, worth: 0.2 },
      { operation: { op: 'discard', who: 'others', n: 1 }, worth: 0.7 },
    ]);
  /** An effect, now and then with something beside it or under a condition. */
  const varied = (made: Idea): Idea => {
    if (made.window === 'cancel') return made;
    if (chance(5)) {
      const { operation, worth } = rider();
      return { ...made, do: [...made.do, operation], worth: made.worth + worth };
    }
    if (made.when !== undefined || !chance(6)) return made;
    const when =
      made.window === 'any'
        ? pick([{ not: { player: 'user', in: 'highest' } }, { player: 'user', in: 'lowest' }])
        : pick([{ crimeType: types() }, { player: 'user', in: 'outsiders' }, { player: 'user', in: 'participants' }]);
    return { ...made, when, worth: 0.7 * made.worth };
  };
  const playOf = ({ window, targets, do: operations, when }: Idea, cost: number): object => ({
    window,
    ...(cost === 0 ? {} : { cost }),
    ...(when === undefined ? {} : { when }),
    ...(targets === undefined ? {} : { targets }),
    do: operations,
  });

  const passive = (modify: string, more: object, worth: number): Gift => ({
    ability: { type: 'passive', modify, ...more },
    worth,
  });
  const trigger = (
    on: string,
    who: string,
    operations: readonly object[],
    worth: number,
    of?: readonly CrimeType[],
  ): Gift => ({
    ability: { type: 'trigger', on, who, ...(of === undefined ? {} : { of }), do: operations },
    worth: of === undefined ? worth : (worth * (1 + of.length)) / 4,
  });
  const drawn = (n: number): object => ({ op: 'draw', who: 'user', n });
  const there = { present: 'self' };
  const verbs = (): GangsterVerb[] =>
    pick<GangsterVerb[]>([['kill'], ['arrest'], ['defect'], ['arrest', 'forceJoin'], ['kill', 'toHand'], ['withdraw']]);
  /** What a gangster can do without being asked. */
  const gangsterGifts: readonly (() => Gift)[] = [
    () => {
      const of = types();
      return passive('manpower', { of: 'self', amount: 1, when: { crimeType: of } }, 0.3 * of.length);
    },
    () => passive('manpower', { of: 'self', amount: 1, when: { crimeType: types() } }, 0.35),
    () => passive('manpower', { of: 'gang', amount: 1, when: there }, 3),
    () => passive('immune', { of: 'self', from: verbs() }, 0.2),
    () => passive('immune', { of: 'gang', from: verbs() }, 0.5),
    () => passive('number', { kinds: [pick(['influence', 'gangster', 'crime'])], amount: -int(1, 2) }, 0.6),
    () => passive('handMax', { amount: int(1, 2) }, 0.4),
    () => passive('requirement', { amount: -1, when: chance(2) ? there : { crimeType: types() } }, 0.9),
    () => passive('reward', { amount: 1, when: { crimeType: types() } }, 0.9),
    () => trigger('placed', 'self', [drawn(int(1, 2))], 0.5),
    () => trigger('killed', pick(['self', 'owner']), [drawn(2)], 0.4),
    () => trigger('arrested', pick(['self', 'owner']), [drawn(int(1, 2))], 0.5),
    () => trigger('crimeSuccess', pick(['present', 'participant']), [drawn(1)], 0.8, chance(2) ? types() : undefined),
    () => trigger('crimeFailure', pick(['present', 'participant']), [drawn(2)], 0.4),
    () => trigger('turnStart', 'owner', [{ op: 'peekReorder', pile: pick(['crime', 'resource']), n: int(1, 2) }], 0.4),
    () => trigger('statusLost', 'owner', [drawn(1)], 0.4),
    () => {
      const steal = [
        { op: 'choose', as: 'rich', player: 'highest' },
        { op: 'steal', from: { chosen: 'rich' }, amount: 1 },
      ];
      return trigger('crimeSuccess', 'present', steal, 1.2, chance(2) ? types() : undefined);
    },
  ];
  const action = (made: Idea, cost: number, worth: number): Gift => ({
    ability: { type: 'action', ...playOf(made, cost) },
    worth,
  });
  /** What a gangster does for cards: the more it is worth the more it costs. */
  const gangsterAction = (): Gift => {
    switch (rng.below(12)) {
      case 0:
        return action({ ...plain('', 'crime', { op: 'withdraw', what: 'self' }, 0), when: there }, 1, 0.2);
      case 1: {
        const amount = int(1, 2);
        const stronger = plain('', 'crime', { op: 'strengthen', what: 'self', amount, until: 'crime' }, 0);
        return action({ ...stronger, when: there }, amount, 0.4 * amount);
      }
      case 2:
        return action(plain('', 'any', { op: 'status', who: 'user', amount: 1 }, 0), 3, 0.8);
      case 3: {
        const leaves = [
          { op: 'removeFromGame', what: 'self' },
          { op: 'status', who: 'user', amount: int(1, 2) },
        ];
        return action({ name: '', window: 'any', do: leaves, worth: 0 }, 2, 0.4);
      }
      case 4: {
        const changes = plain('', 'any', { op: 'defect', what: 'self' }, 0);
        const when = { not: { player: 'user', in: { ownerOf: 'self' } } };
        const { ability } = action({ ...changes, when }, int(1, 2), 0);
        return { ability: { ...ability, usableBy: 'any' }, worth: -0.8 };
      }
      case 5:
        return action(cancel(), 2, 0.8);
      default: {
        const made = chance(2) ? pick(crimeIdeas)() : pick(otherIdeas)();
        const back = cardsBackMax({ targets: made.targets ?? [], do: made.do } as Pick<ActionData, 'targets' | 'do'>);
        // Nothing gives back the cards that it costs (R-FUEL).
        if (back > COST_MAX - 1) return gangsterAction();
        const cost = Math.max(back + 1, bounded(1.4 * made.worth + rng.float() - 0.2, 1, COST_MAX));
        return action(made, cost, Math.max(0.2, 1.1 * made.worth - 0.3 * cost));
      }
    }
  };

  return {
    ...{ pick, chance, int, bounded, types },
    ...{ hostileIdeas, crimeIdeas, otherIdeas, cancel, afterwards, varied, plain },
    ...{ playOf, passive, trigger, drawn, action, gangsterGifts, gangsterAction },
  };
}
