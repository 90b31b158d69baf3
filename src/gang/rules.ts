import { IllegalActionError } from '../core/errors.js';
import { type Action, ActionList, type Seat, type SeatSet } from '../core/game.js';
import { chipOf, holderOf, READY, VERB_PROPOSE, VERB_PUT_BACK, VERB_READY, VERB_TAKE, verbOf } from './actions.js';
import {
  allTaken,
  canReady,
  isLegalPutBack,
  isLegalTake,
  legalChips,
  moveExit,
  movePutBack,
  moveStar,
} from './chips.js';
import { advance, answer, endRound, hasWon } from './flow.js';
import { setupCards } from './modes.js';
import type { GangSink } from './modifiers/modifier.js';
import { describeAction } from './notation.js';
import type { GangState } from './state.js';
import {
  DEALER_SEAT,
  EXIT_CHIP,
  OVER,
  PAST_OUTCOME,
  PEOPLE_MASK,
  PHASE,
  PHASE_CHIPS,
  PROMPT_BY,
  PROMPT_PENDING,
  READY_MASK,
} from './words.js';

export { hasWon } from './flow.js';
export { finalStrength } from './hands.js';
export type { GangSink } from './modifiers/modifier.js';

const scratchLegal = new ActionList(256);

/** Starts a game: nothing won, nothing lost, the first heist dealt. Throws `RangeError` for a seed that is none. */
export function setup(state: GangState, seed: number, sink?: GangSink): void {
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new RangeError(`a seed is an integer from 0 to 2^53 − 1, not ${seed}`);
  const people = state.info[PEOPLE_MASK]!;
  state.words.fill(0);
  state.info[PEOPLE_MASK] = people;
  state.seed[0] = seed | 0;
  state.seed[1] = Math.floor(seed / 0x1_0000_0000) | 0;
  state.info[PAST_OUTCOME] = -1;
  state.info[DEALER_SEAT] = -1;
  state.pastPocket.fill(-1);
  state.pastBoard.fill(-1);
  state.pastStar.fill(-1);
  state.pastStrength.fill(-1);
  setupCards(state, sink);
  advance(state, sink);
}

/** Marks the seats of people, whose takes aren't counted at a live table (R-CONCURRENT). Kept by `setup`. */
export function seatPeople(state: GangState, seats: SeatSet): void {
  state.info[PEOPLE_MASK] = seats;
}

/** Everybody may act at any moment (R-CONCURRENT); while a question is open, those who haven't answered it. */
export function actors(state: GangState): SeatSet {
  if (state.info[OVER]) return 0;
  if (state.flow[PROMPT_BY] !== 0) return state.flow[PROMPT_PENDING]!;
  return (1 << state.shape.seats) - 1;
}

/** Takes from the weakest chip to the strongest, then putting back, then ready; or the answers to the open question. */
export function legal(state: GangState, seat: Seat, out: ActionList): void {
  out.clear();
  if (state.info[OVER] || !isSeat(state, seat)) return;
  if (state.flow[PROMPT_BY] !== 0) legalAnswers(state, seat, out);
  else if (state.info[PHASE] === PHASE_CHIPS) legalChips(state, seat, out);
}

/** The answers of a seat to the open question; nothing for one that isn't asked or has answered. */
export function legalAnswers(state: GangState, seat: Seat, out: ActionList): void {
  out.clear();
  const by = state.flow[PROMPT_BY]! - 1;
  if (by < 0 || ((state.flow[PROMPT_PENDING]! >> seat) & 1) === 0) return;
  state.plan.modifiers[by]!.options!(state, by, seat, out);
}

function isSeat(state: GangState, seat: Seat): boolean {
  return Number.isInteger(seat) && seat >= 0 && seat < state.shape.seats;
}

/** Whether the act may happen now, as it was meant: a take names the holder whom the actor saw (R-CONCURRENT). */
export function isLegal(state: GangState, seat: Seat, action: Action): boolean {
  if (state.info[OVER] || !isSeat(state, seat)) return false;
  if (state.flow[PROMPT_BY] !== 0) {
    if (!(verbOf(action) >= VERB_PROPOSE)) return false;
    legalAnswers(state, seat, scratchLegal);
    return scratchLegal.includes(action);
  }
  switch (verbOf(action)) {
    case VERB_TAKE:
      return isLegalTake(state, seat, action);
    case VERB_PUT_BACK:
      return isLegalPutBack(state, seat, action);
    case VERB_READY:
      return action === READY && canReady(state, seat);
    default:
      return false;
  }
}

export function apply(state: GangState, seat: Seat, action: Action, sink?: GangSink): void {
  if (!isLegal(state, seat, action)) throw illegal(state, seat, action);
  switch (verbOf(action)) {
    case VERB_TAKE:
      takeChip(state, seat, action, sink);
      return;
    case VERB_PUT_BACK:
      movePutBack(state, seat, chipOf(action), sink);
      return;
    case VERB_READY:
      sayReady(state, seat, sink);
      return;
    default:
      answer(state, seat, action, sink);
  }
}

function illegal(state: GangState, seat: Seat, action: Action): IllegalActionError {
  legal(state, seat, scratchLegal);
  const options = scratchLegal.toArray().map((a) => describeAction(a));
  const list = options.length > 0 ? options.join(', ') : `nothing, ${idleReason(state)}`;
  return new IllegalActionError(`seat ${seat} cannot ${describeAction(action)}; legal: ${list}`);
}

function idleReason(state: GangState): string {
  return state.info[OVER] ? 'the game is over' : 'other seats are asked';
}

/** Carries out a legal take of a star or exit chip. R-ROUND-END, strict: the round ends when nothing is left to take. */
export function takeChip(state: GangState, seat: Seat, action: Action, sink?: GangSink): void {
  const chip = chipOf(action);
  const from = holderOf(action);
  if (chip === EXIT_CHIP) moveExit(state, seat, from, sink);
  else moveStar(state, seat, chip, sink);
  if (from >= 0 || state.config.roundEnd !== 'strict') return;
  if (state.plain ? state.allHold() : allTaken(state)) endRound(state, sink);
}

function sayReady(state: GangState, seat: Seat, sink: GangSink | undefined): void {
  const { info } = state;
  info[READY_MASK] = info[READY_MASK]! | (1 << seat);
  if (sink !== undefined) sink({ type: 'ready', seat });
  if (info[READY_MASK] === (1 << state.shape.seats) - 1) endRound(state, sink);
}

/** R-ROUND-END, ready, in one call: for the headless scheduler, whose seats agree by having nothing left to do. */
export function allReady(state: GangState, sink?: GangSink): void {
  for (let s = 0; s < state.shape.seats; s++) {
    if (((state.info[READY_MASK]! >> s) & 1) === 0) sayReady(state, s, sink);
  }
}

/** 1 for every seat when the game is won, else 0. */
export function returns(state: GangState, out: Float64Array): void {
  out.fill(hasWon(state) ? 1 : 0, 0, state.shape.seats);
}
