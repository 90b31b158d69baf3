import { Rng } from '../core/rng.js';
import {
  CARD_ZONES,
  CRIME_TYPES,
  DURATIONS,
  GANGSTER_VERBS,
  GANGSTER_ZONES,
  GENDERS,
  READINGS,
  TRIGGER_EVENTS,
  WINDOWS,
} from './effects/vocabulary.js';

const THEN = 'then';

/**
 * A pack of random valid card data: cards that nobody designed, the same for the same seed. Any table can be played with
 * it (14 crimes, 24 gangsters, 24 influences, 5 leaders, 3 locations); it needn't be a good game.
 */
export function generatePack(seed: number): object {
  const rng = new Rng(seed, 41);
  const pick = <T>(list: readonly T[]): T => list[rng.below(list.length)]!;
  const chance = (n: number): boolean => rng.below(n) === 0;
  const int = (low: number, high: number): number => low + rng.below(high - low + 1);

  interface Scope {
    readonly gangsters: string[];
    readonly players: string[];
    readonly jail: string[];
    readonly discard: string[];
    readonly self: boolean;
    readonly crime: boolean;
    readonly after: boolean;
    names: number;
    loops: number;
    size: number;
  }

  const scope = (self: boolean, crime: boolean, after: boolean): Scope => ({
    gangsters: self ? ['self'] : [],
    players: [],
    jail: [],
    discard: [],
    self,
    crime,
    after,
    names: 0,
    loops: 0,
    size: 0,
  });
  const players = (s: Scope): unknown => {
    if (s.players.length > 0 && chance(2)) return { chosen: pick(s.players) };
    if (s.gangsters.length > 0 && chance(4)) return { ownerOf: pick(s.gangsters) };
    return pick(['user', 'others', 'all', 'active', 'starter', 'ally', 'participants', 'gangsAtCrime', 'outsiders']);
  };
  const gangsters = (s: Scope): object => ({
    zone: pick(GANGSTER_ZONES),
    ...(chance(2) ? { of: players(s) } : {}),
    ...(chance(4) ? { gender: pick(GENDERS) } : {}),
    ...(chance(4) ? { numberMax: int(0, 12) } : {}),
    ...(s.self && chance(4) ? { notSelf: true } : {}),
  });
  const expression = (s: Scope, low: number, high: number): unknown => {
    if (!chance(4)) return int(low, high);
    if (chance(2)) return { count: gangsters(s), times: int(-1, 2), plus: int(-1, 1) };
    return { read: pick(READINGS.filter((r) => r !== 'number')), of: players(s), times: int(-1, 1) };
  };
  const condition = (s: Scope, depth = 0): unknown => {
    switch (rng.below(depth > 1 ? 4 : 7)) {
      case 0:
        return { compare: [expression(s, 0, 8), pick(['=', '>=', '<=']), expression(s, 0, 8)] };
      case 1:
        return { crimeType: [pick(CRIME_TYPES)] };
      case 2:
        return { player: players(s), in: pick(['highest', 'lowest', 'participants', 'others', 'user']) };
      case 3:
        return s.gangsters.length > 0 ? { present: pick(s.gangsters) } : { crimeType: [pick(CRIME_TYPES)] };
      case 4:
        return { not: condition(s, depth + 1) };
      case 5:
        return { all: [condition(s, depth + 1), condition(s, depth + 1)] };
      default:
        return { any: [condition(s, depth + 1), condition(s, depth + 1)] };
    }
  };
  const target = (s: Scope): object => {
    const as = `n${'abcdefghij'[s.names++]}`;
    const min = int(0, 2);
    const range = { min, max: Math.max(1, min + int(0, 2)) };
    switch (rng.below(3)) {
      case 0: {
        const made = { as, gangsters: gangsters(s), ...range, ...(chance(4) ? { maxPerGang: 1 } : {}) };
        s.gangsters.push(as);
        return made;
      }
      case 1: {
        const zone = pick(CARD_ZONES);
        s[zone].push(as);
        return { as, cards: { zone, ...(chance(3) ? { kind: pick(['gangster', 'influence']) } : {}) }, ...range };
      }
      default: {
        const made = {
          as,
          player: pick(['others', 'all', 'highest', 'lowest', 'gangsAtCrime']),
          ...(chance(3) ? { with: pick(['gangsters', 'cards']) } : {}),
        };
        s.players.push(as);
        return made;
      }
    }
  };
  const leave = (s: Scope, name: string): void => {
    s.gangsters.splice(s.gangsters.indexOf(name), 1);
  };
  const operations = (s: Scope, most: number): object[] => Array.from({ length: int(1, most) }, () => operation(s));
  const operation = (s: Scope): object => {
    s.size++;
    const small = s.size > 8;
    for (;;) {
      switch (rng.below(small ? 12 : 17)) {
        case 0:
          return { op: 'status', who: players(s), amount: expression(s, -3, 3) };
        case 1:
          return { op: 'steal', from: players(s), amount: expression(s, 0, 3) };
        case 2:
          return { op: 'draw', who: players(s), n: expression(s, 0, 3) };
        case 3:
          return {
            op: 'discard',
            who: players(s),
            n: chance(5) ? 'all' : expression(s, 0, 3),
            how: pick(['choice', 'random']),
          };
        case 4:
          return { op: 'reveal', who: players(s), to: pick(['all', 'user']) };
        case 5:
          return { op: 'take', from: players(s), n: int(1, 3), how: pick(['choice', 'random']) };
        case 6:
          return { op: 'give', to: players(s), n: int(1, 3) };
        case 7:
          return { op: 'peekReorder', pile: pick(['crime', 'resource']), n: int(1, 5) };
        case 8:
          if (!s.crime) break;
          return { op: pick(['manpower', 'requirement', 'reward']), amount: expression(s, -3, 3) };
        case 9: {
          if (s.gangsters.length === 0) break;
          const verb = pick([
            'kill',
            'arrest',
            'defect',
            'toHand',
            'forceJoin',
            'join',
            'withdraw',
            'removeFromGame',
          ] as const);
          if (verb === 'arrest' && s.after) break;
          const what = pick(s.gangsters);
          // Whoever has left isn't spoken of any more.
          if (what !== 'self' && ['kill', 'arrest', 'toHand', 'removeFromGame'].includes(verb)) leave(s, what);
          return { op: verb, what };
        }
        case 10:
          if (s.gangsters.length === 0) break;
          if (chance(2))
            return { op: 'strengthen', what: pick(s.gangsters), amount: int(-2, 3), until: pick(DURATIONS) };
          return { op: 'protect', what: pick(s.gangsters), from: [pick(GANGSTER_VERBS)], until: pick(DURATIONS) };
        case 11:
          if (s.jail.length > 0) return { op: 'escape', what: pick(s.jail) };
          if (s.discard.length > 0) return { op: 'fetch', what: pick(s.discard) };
          break;
        case 12:
          return chance(2)
            ? { op: 'if', when: condition(s), [THEN]: inner(s), else: inner(s) }
            : { op: 'if', when: condition(s), [THEN]: inner(s) };
        case 13:
          return { op: 'may', do: inner(s) };
        case 14: {
          if (s.names >= 5) break;
          const made = target(s);
          return {
            op: 'choose',
            ...made,
            ...(chance(3) ? { random: true } : {}),
            ...(chance(3) ? { by: players({ ...s, gangsters: [], players: [] }) } : {}),
          };
        }
        default: {
          if (s.names >= 5 || s.loops >= 2) break;
          s.loops++;
          const as = `n${'abcdefghij'[s.names++]}`;
          const over = chance(2) ? { players: players(s) } : { gangsters: gangsters(s) };
          const list = 'players' in over ? s.players : s.gangsters;
          list.push(as);
          const made = { op: 'forEach', ...over, as, do: inner(s) };
          if (list.includes(as)) list.splice(list.indexOf(as), 1);
          s.loops--;
          return made;
        }
      }
    }
  };
  /** Names chosen inside stay inside: outside they may be missing. */
  const inner = (s: Scope): object[] => {
    const inside: Scope = {
      ...s,
      gangsters: [...s.gangsters],
      players: [...s.players],
      jail: [...s.jail],
      discard: [...s.discard],
    };
    const list = operations(inside, 2);
    for (const name of [...s.gangsters]) if (!inside.gangsters.includes(name)) leave(s, name);
    s.names = inside.names;
    s.size = inside.size;
    return list;
  };
  const play = (self: boolean): object => {
    const window = pick(WINDOWS);
    if (window === 'cancel') return { window, cost: int(0, 2), do: [{ op: 'cancelLast' }] };
    const s = scope(self, window === 'crime', window === 'afterCrime');
    const when = chance(3) ? { when: condition({ ...s }) } : {};
    const targets = Array.from({ length: int(0, 2) }, () => target(s));
    return { window, cost: int(0, 3), ...when, targets, do: operations(s, 3) };
  };
  const trigger = (self: boolean): object => {
    const on = pick(TRIGGER_EVENTS);
    const s = scope(self, on === 'crimeRevealed' || on === 'crimeStarted', false);
    const who = pick(
      self
        ? (['any', 'owner', 'others', 'participant', 'present'] as const)
        : (['any', 'owner', 'others', 'participant'] as const),
    );
    return {
      type: 'trigger',
      on,
      who,
      may: chance(3),
      ...(chance(4) ? { of: [pick(CRIME_TYPES)] } : {}),
      do: operations(s, 2),
    };
  };
  const passive = (self: boolean): object => {
    const amount = chance(3) ? { count: { zone: pick(GANGSTER_ZONES) }, times: int(-1, 1) } : int(-2, 2);
    const when = chance(3) ? { when: { crimeType: [pick(CRIME_TYPES)] } } : {};
    const of = self ? pick(['self', 'gang']) : 'gang';
    switch (rng.below(6)) {
      case 0:
        return { type: 'passive', modify: 'manpower', of, amount, ...when };
      case 1:
        return { type: 'passive', modify: 'immune', of, from: [pick(GANGSTER_VERBS)], ...when };
      case 2:
        return {
          type: 'passive',
          modify: 'number',
          kinds: [pick(['crime', 'influence', 'gangster'])],
          amount,
          ...when,
        };
      default:
        return { type: 'passive', modify: pick(['handMax', 'requirement', 'reward']), amount, ...when };
    }
  };
  const abilities = (self: boolean): object[] =>
    Array.from({ length: int(0, 3) }, () =>
      pick([
        () => ({ type: 'action', ...(self && chance(4) ? { usableBy: 'any' } : {}), ...play(self) }),
        () => trigger(self),
        () => passive(self),
      ])(),
    );
  const base = (kind: string, i: number): object => ({
    kind,
    id: `${kind}-${i}`,
    name: `${kind} ${i}`,
    source: 'house',
    text: '',
  });
  const cards: object[] = [];
  for (let i = 0; i < 14; i++)
    cards.push({
      ...base('crime', i),
      type: pick(CRIME_TYPES),
      status: int(0, 9),
      manpower: int(0, 5),
      reward: int(0, 6),
      abilities: chance(2) ? [trigger(false)] : [],
    });
  for (let i = 0; i < 24; i++)
    cards.push({
      ...base('gangster', i),
      status: int(0, 9),
      gender: pick(GENDERS),
      manpower: int(0, 2),
      copies: int(1, 2),
      abilities: abilities(true),
    });
  for (let i = 0; i < 24; i++)
    cards.push({
      ...base('influence', i),
      status: int(0, 9),
      copies: int(1, 2),
      afterPlay: pick(['discarded', 'removed']),
      play: play(false),
    });
  for (let i = 0; i < 5; i++) cards.push({ ...base('leader', i), abilities: abilities(false) });
  for (let i = 0; i < 3; i++) cards.push({ ...base('location', i), price: int(0, 3), abilities: abilities(false) });
  return { format: 'hench-gangup-pack', version: 1, name: `generated ${seed}`, cards };
}
