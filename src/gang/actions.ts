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
 * | propose | seat | rank, or 64 + another seat, 255 = neither |
 * | notNow | – | – |
 * | vote | what is voted on: 0 rank, 1 hand category, 2 card | the rank, category or card |
 * | card | card | – |
 * | change | card | the card that it counts as |
 * | yes, no | – | – |
 * | seat | seat | – |
 * | use | number of a specialist | – |
 *
 * The verbs from `propose` on are answers to questions (see `prompts.ts`).
 */
export const VERBS = [
  'keep',
  'take',
  'putBack',
  'ready',
  'propose',
  'notNow',
  'vote',
  'card',
  'change',
  'yes',
  'no',
  'seat',
  'use',
] as const;
export type Verb = (typeof VERBS)[number];

export const VERB_KEEP = 0;
export const VERB_TAKE = 1;
export const VERB_PUT_BACK = 2;
export const VERB_READY = 3;
export const VERB_PROPOSE = 4;
export const VERB_NOT_NOW = 5;
export const VERB_VOTE = 6;
export const VERB_CARD = 7;
export const VERB_CHANGE = 8;
export const VERB_YES = 9;
export const VERB_NO = 10;
export const VERB_SEAT = 11;
export const VERB_USE = 12;

/** A headless seat lets the chips lie. Not an act at a live table, where one just does nothing. */
export const KEEP: Action = VERB_KEEP << 16;
/** `ready` tables: this seat agrees that the round ends. */
export const READY: Action = VERB_READY << 16;
/** A sealed proposal of nothing (R-PROPOSE). */
export const NOT_NOW: Action = VERB_NOT_NOW << 16;
export const YES: Action = VERB_YES << 16;
export const NO: Action = VERB_NO << 16;

/** What a vote is on: its first byte. */
export const VOTE_RANK = 0;
export const VOTE_CATEGORY = 1;
export const VOTE_CARD = 2;

/** Second byte of a proposal that names a seat alone, and what is added to another seat in it. */
export const NO_ARGUMENT = 0xff;
const OTHER_SEAT = 64;

/** Take a chip (its code) from `holder`, or from the centre (−1). */
export function takeAction(chip: number, holder: number): Action {
  return (VERB_TAKE << 16) | (chip << 8) | (holder + 1);
}

/** Put your own chip of this round back in the centre. */
export function putBackAction(chip: number): Action {
  return (VERB_PUT_BACK << 16) | (chip << 8);
}

/** A sealed proposal: who, and which rank (0…12) where the question asks for one. */
export function proposeAction(seat: number, rank: number = NO_ARGUMENT): Action {
  return (VERB_PROPOSE << 16) | (seat << 8) | rank;
}

/** A sealed proposal: who, and to which other seat. */
export function proposeToAction(seat: number, other: number): Action {
  return (VERB_PROPOSE << 16) | (seat << 8) | (OTHER_SEAT + other);
}

/** The other seat that a proposal names, −1 for none. */
export function proposedOther(action: Action): number {
  const second = action & 0xff;
  return second >= OTHER_SEAT && second !== NO_ARGUMENT ? second - OTHER_SEAT : -1;
}

/** A vote for a rank (0…12), a hand category (0…9) or a card. */
export function voteAction(on: number, value: number): Action {
  return (VERB_VOTE << 16) | (on << 8) | value;
}

export function cardAction(card: number): Action {
  return (VERB_CARD << 16) | (card << 8);
}

/** Let a card count as another. */
export function changeAction(card: number, as: number): Action {
  return (VERB_CHANGE << 16) | (card << 8) | as;
}

export function seatAction(seat: number): Action {
  return (VERB_SEAT << 16) | (seat << 8);
}

/** Reveal the specialist of that number (R-BURNER). */
export function specialistAction(number: number): Action {
  return (VERB_USE << 16) | (number << 8);
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

/** The first argument of an answer: seat of a proposal, what a vote is on, a card. */
export function firstOf(action: Action): number {
  return (action >> 8) & 0xff;
}

/** The second argument of an answer: what a proposal says beside the seat, what a vote names, what a card counts as. */
export function secondOf(action: Action): number {
  return action & 0xff;
}
