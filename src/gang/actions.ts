import type { Action } from '../core/game.js';

/**
 * Action codes: verb in bits 16–23, then two bytes of arguments. A code means the same at every table.
 *
 * | verb | first byte | second byte |
 * | --- | --- | --- |
 * | keep | – | – |
 * | take | chip | holder whom the actor saw + 1, 0 = centre |
 * | putBack | chip | – |
 * | ready | – | – |
 */
export const VERBS = ['keep', 'take', 'putBack', 'ready'] as const;
export type Verb = (typeof VERBS)[number];

export const VERB_KEEP = 0;
export const VERB_TAKE = 1;
export const VERB_PUT_BACK = 2;
export const VERB_READY = 3;

/** A headless seat lets the chips lie. Not an act at a live table, where one just does nothing. */
export const KEEP: Action = VERB_KEEP << 16;
/** `ready` tables: this seat agrees that the round ends. */
export const READY: Action = VERB_READY << 16;

/** Take a chip (its index, lowest first) from `holder`, or from the centre (−1). */
export function takeAction(chip: number, holder: number): Action {
  return (VERB_TAKE << 16) | (chip << 8) | (holder + 1);
}

/** Put your own chip of this round back in the centre. */
export function putBackAction(chip: number): Action {
  return (VERB_PUT_BACK << 16) | (chip << 8);
}

export function verbOf(action: Action): number {
  return action >> 16;
}

export function chipOf(action: Action): number {
  return (action >> 8) & 0xff;
}

/** The holder named by a take: a seat, or −1 for the centre. */
export function holderOf(action: Action): number {
  return (action & 0xff) - 1;
}
