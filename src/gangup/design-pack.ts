import { Rng } from '../core/rng.js';
import { designIdeas, type Gift, type Idea } from './design-ideas.js';
import { CRIME_TYPES, type CrimeType, type GangsterVerb, GENDERS } from './effects/vocabulary.js';

const CRIMES = 25;
const GANGSTERS = 35;
const INFLUENCES = 26;
const LEADERS = 5;
const LOCATIONS = 3;
const FIRST_NAMES = {
  male: 'Abel Bruno Cato Denny Enzo Felix Gus Hugo Ivo Jasper Kurt Leo Milo Ned Otto Pavel Rocco Silas Tito Virgil',
  female:
    'Ada Birdie Coco Dot Edda Flora Gilda Hattie Inez Judit Kitty Lulu Mabel Nora Olive Pearl Roxie Selma Tilda Wanda',
};
const NICKNAMES =
  'Velvet Rusty Lucky Silent Foggy Copper Quick Sleepy Crooked Ivory Nimble Stormy Marble Smiling Dusty Gilded Patient Wild Honest Midnight';
const PLACES =
  'Docks Opera Arcade Station Bakery Museum Market Cannery Racetrack Ballroom Lighthouse Laundry Brewery Tramway';
const JOBS: Readonly<Record<CrimeType, string>> = {
  robbery: 'Robbery Break-in Holdup Raid',
  fraud: 'Swindle Forgery Bluff Ledger',
  gambling: 'Wager Dice Lottery Roulette',
  trafficking: 'Shipment Convoy Crates Delivery',
};
const wordsOf = (list: string): string[] => list.split(' ');

/**
 * A pack of cards in the manner of the printed ones, the same for the same seed: each card does one thing that is good
 * for its user (now and then two), at a number that suits what it is worth; crimes rise from easy ones that help those
 * who are behind to hard ones. 25 crimes, 35 gangsters, 26 influences in about 40 cards, 5 leaders, 3 locations: any
 * table can be played with it. Texts are left to `cardText`.
 */
export function designPack(seed: number): object {
  const rng = new Rng(seed, 43);
  const ideas = designIdeas(rng);
  const { pick, chance, int, bounded, types, playOf, passive, trigger, drawn, action } = ideas;
  const taken = new Set<string>();
  const named = (make: () => string): string => {
    for (let tries = 0; ; tries++) {
      const name = tries < 40 ? make() : `${make()} ${tries}`;
      if (taken.has(name)) continue;
      taken.add(name);
      return name;
    }
  };
  const place = (): string => pick(wordsOf(PLACES));
  const known = new Set<string>();
  /** Different cards do different things. */
  const unlike = <T>(make: () => T): T => {
    for (let tries = 0; ; tries++) {
      const made = make();
      const does = JSON.stringify(made);
      if (known.has(does) && tries < 60) continue;
      known.add(does);
      return made;
    }
  };

  const behind = [
    { op: 'choose', as: 'poorest', player: 'lowest' },
    { op: 'status', who: { chosen: 'poorest' }, amount: 1 },
  ];
  const onCrime = (on: string, operations: readonly object[]): object => ({
    type: 'trigger',
    on,
    who: 'any',
    do: operations,
  });
  const crime = (i: number): object => {
    const hard = i / (CRIMES - 1);
    const manpower = bounded(1 + 9.5 * hard + rng.float() * 2 - 1, 1, 10);
    const draws = (who: string, n: number): object => ({ op: 'draw', who, n });
    const gifts: object[] = [];
    if (i < 6) gifts.push(onCrime('crimeSuccess', [draws('outsiders', int(1, 2)), ...behind]));
    else if (hard < 0.6 && !chance(3)) {
      gifts.push(
        pick([
          () => onCrime('crimeSuccess', [draws('outsiders', 1), ...behind]),
          () => onCrime('crimeSuccess', [draws('participants', int(1, 2))]),
          () => onCrime('crimeSuccess', [draws('starter', int(1, 2)), ...behind]),
          () => onCrime('crimeRevealed', [{ op: 'peekReorder', pile: 'resource', n: 2 }]),
        ])(),
      );
    } else if (chance(3)) {
      gifts.push(
        pick([
          () => onCrime('crimeFailure', [{ op: 'discard', who: 'participants', n: 1 }]),
          () => onCrime('crimeFailure', [draws('outsiders', 1)]),
          () => onCrime('crimeFailure', [{ op: 'status', who: 'starter', amount: -1 }]),
          () => onCrime('crimeSuccess', [draws('participants', 1)]),
        ])(),
      );
    }
    const type = CRIME_TYPES[i % CRIME_TYPES.length]!;
    return {
      kind: 'crime',
      id: `crime-${i}`,
      name: named(() => `${place()} ${pick(wordsOf(JOBS[type]))}`),
      source: 'house',
      text: '',
      type,
      status: i < 6 ? 0 : bounded(1 + 7 * hard + rng.float() * 2 - 1, 0, 9),
      manpower,
      reward: bounded(1.2 + 3.4 * hard + rng.float() - 0.5, 1, 5),
      abilities: gifts,
    };
  };

  const gangster = (i: number): object => {
    const gender = GENDERS[i % GENDERS.length]!;
    const { manpower, gifts } = unlike(() => {
      const strong = chance(6) ? 2 : 1;
      const count = chance(7) ? 0 : chance(8) ? 2 : 1;
      return {
        manpower: strong,
        gifts: Array.from({ length: count }, () => (chance(2) ? ideas.gangsterAction() : pick(ideas.gangsterGifts)())),
      };
    });
    const worth = 1.5 * (manpower - 1) + gifts.reduce((sum, gift) => sum + gift.worth, 0);
    // A good part of any gang can be placed from the start.
    const status = i < 12 ? int(0, 1) : bounded(1 + 3 * worth + rng.float() * 3 - 1, 0, 9);
    return {
      kind: 'gangster',
      id: `gangster-${i}`,
      name: named(() => `${pick(wordsOf(NICKNAMES))} ${pick(wordsOf(FIRST_NAMES[gender]))}`),
      source: 'house',
      text: '',
      status,
      gender,
      manpower,
      abilities: gifts.map(({ ability }) => ability),
    };
  };

  /** Every pack has its share of what turns crimes and of Cancels. */
  const ideaFor = (i: number): (() => Idea) => {
    if (i < 4) return pick(ideas.hostileIdeas);
    if (i < 11) return pick(ideas.crimeIdeas);
    if (i < 14) return ideas.cancel;
    return i === 14 ? ideas.afterwards : pick(ideas.otherIdeas);
  };
  const influence = (i: number): object => {
    const make = ideaFor(i);
    const made = unlike(() => ideas.varied(make()));
    const common = i < 4 ? int(2, 4) : i < 13 ? int(1, 3) : chance(4) ? 2 : 1;
    return {
      kind: 'influence',
      id: `influence-${i}`,
      name: named(() => `${made.name} ${chance(2) ? 'at' : 'near'} the ${place()}`),
      source: 'house',
      text: '',
      status: bounded(3.2 * made.worth + rng.float() * 2 - 1.5, 0, 9),
      copies: made.worth > 1.6 ? 1 : common,
      play: playOf(made, 0),
    };
  };

  const drawback = (): Gift =>
    pick([
      () => passive('handMax', { amount: -int(1, 2) }, -0.5),
      () => trigger('crimeFailure', 'participant', [{ op: 'status', who: 'user', amount: -1 }], -0.5),
      () => trigger('killed', 'owner', [{ op: 'discard', who: 'user', n: 1 }], -0.4),
      () => trigger('arrested', 'owner', [{ op: 'discard', who: 'user', n: 1 }], -0.4),
    ])();
  const asset = (): Gift =>
    pick([
      () => action(ideas.plain('', 'any', { op: 'status', who: 'user', amount: 1 }, 0), 3, 1),
      () => trigger('crimeSuccess', 'participant', [drawn(int(1, 2))], 1, types()),
      () => trigger('turnStart', 'owner', [{ op: 'peekReorder', pile: 'crime', n: int(1, 2) }], 0.5),
      () =>
        passive(
          'immune',
          { of: 'gang', from: pick<GangsterVerb[]>([['kill'], ['arrest'], ['defect', 'forceJoin']]) },
          0.6,
        ),
      () => passive('handMax', { amount: int(1, 2) }, 0.5),
      () => passive('number', { kinds: [pick(['influence', 'gangster'])], amount: -1 }, 0.6),
      () => {
        const target = { as: 'mark', cards: { zone: 'jail' } };
        return action(
          { name: '', window: 'any', targets: [target], do: [{ op: 'escape', what: 'mark' }], worth: 0 },
          2,
          0.7,
        );
      },
      () => trigger('crimeFailure', 'participant', [drawn(2)], 0.5),
    ])();
  const owned = (kind: string, i: number, price: object): object => {
    const gifts = unlike(() => [asset(), ...(kind === 'leader' && !chance(3) ? [drawback()] : [])]);
    const name =
      kind === 'leader' ? `Boss ${pick(wordsOf(`${FIRST_NAMES.male} ${FIRST_NAMES.female}`))}` : `The ${place()}`;
    return {
      kind,
      id: `${kind}-${i}`,
      name: named(() => (taken.has(name) ? `${name} ${pick(wordsOf(NICKNAMES))}` : name)),
      source: 'house',
      text: '',
      ...price,
      abilities: gifts.map(({ ability }) => ability),
    };
  };

  const cards = [
    ...Array.from({ length: CRIMES }, (_, i) => crime(i)),
    ...Array.from({ length: GANGSTERS }, (_, i) => gangster(i)),
    ...Array.from({ length: INFLUENCES }, (_, i) => influence(i)),
    ...Array.from({ length: LEADERS }, (_, i) => owned('leader', i, {})),
    ...Array.from({ length: LOCATIONS }, (_, i) => owned('location', i, { price: int(2, 3) })),
  ];
  return { format: 'hench-gangup-pack', version: 1, name: `designed ${seed}`, cards };
}
