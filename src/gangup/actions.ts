import type { Action } from '../core/game.js';

/** What a seat does; an action is verb (6 bits) | card (10 bits) | number (10 bits: a place, seat, amount or second card). */
export const VERBS = [
  'pass',
  'done',
  'yes',
  'no',
  'leader',
  'noLeader',
  'buy',
  'offer',
  'accept',
  'refuse',
  'place',
  'snitch',
  'play',
  'act',
  'second',
  'crime',
  'commit',
  'call',
  'bid',
  'decline',
  'ally',
  'noAlly',
  'pick',
  'pickCard',
  'pickSeat',
  'pay',
  'discard',
  'give',
  'take',
  'top',
] as const;
export type Verb = (typeof VERBS)[number];

/** Verb numbers by name. */
export const DO = Object.fromEntries(VERBS.map((verb, i) => [verb, i])) as Record<Verb, number>;

/** The numbers of an action; `card` and `x` are 0 where the verb has none. */
export function action(verb: number, card = 0, x = 0): Action {
  return verb | (card << 6) | (x << 16);
}

export function verbOf(code: Action): number {
  return code & 63;
}

export function cardOf(code: Action): number {
  return (code >> 6) & 1023;
}

export function numberOf(code: Action): number {
  return (code >> 16) & 1023;
}
