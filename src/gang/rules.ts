import { evaluate7 } from '../cards/evaluator.js';
import { IllegalActionError } from '../core/errors.js';
import { type Action, ActionList, type EventSink, type Seat, type SeatSet } from '../core/game.js';
import { nextBelow, seedWords } from '../core/rng.js';
import { chipOf, putBackAction, READY, takeAction, VERB_PUT_BACK, VERB_READY, VERB_TAKE, verbOf } from './actions.js';
import type { SeenGangEvent } from './events.js';
import { describeAction } from './notation.js';
import {
  ALARMS,
  ALARMS_TO_LOSE,
  BARS,
  BARS_TO_WIN,
  BOARD_BY_ROUND,
  BOARD_COUNT,
  BOARD_MAX,
  type GangState,
  HEIST,
  LAST_CHIP,
  LAST_FROM,
  LAST_SEAT,
  MOVES,
  OVER,
  PAST_OUTCOME,
  PEOPLE_MASK,
  PHASE,
  PHASE_CHIPS,
  READY_MASK,
  ROUND,
  ROUNDS,
} from './state.js';

export type GangSink = EventSink<SeenGangEvent>;

const hand = new Int32Array(7);
const scratchLegal = new ActionList(64);

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
  state.pastPocket.fill(-1);
  state.pastBoard.fill(-1);
  state.pastStar.fill(-1);
  state.pastStrength.fill(-1);
  startHeist(state, sink);
}

/** Marks the seats of people, whose takes aren't counted at a live table (R-CONCURRENT). Kept by `setup`. */
export function seatPeople(state: GangState, seats: SeatSet): void {
  state.info[PEOPLE_MASK] = seats;
}

/** Deals a heist from its own stream of the game's seed, so that its cards don't depend on what was played before. */
function startHeist(state: GangState, sink: GangSink | undefined): void {
  const { seats, pocket, deck } = state.shape;
  const seed = (state.seed[0]! >>> 0) + (state.seed[1]! >>> 0) * 0x1_0000_0000;
  seedWords(state.rng, 0, seed, state.info[HEIST]! + 1);
  for (let i = 0; i < deck; i++) state.deck[i] = i;
  state.deckInfo[0] = 0;
  state.deckInfo[1] = 0;
  state.board.fill(-1);
  state.pocket.fill(-1);
  state.star.fill(-1);
  state.first.fill(-1);
  state.took.fill(0);
  state.stole.fill(0);
  state.info[BOARD_COUNT] = 0;
  state.info[PHASE] = PHASE_CHIPS;
  shuffleTo(state, 2 * seats + BOARD_MAX);
  if (sink !== undefined) {
    sink({ type: 'heist', heist: state.info[HEIST]!, bars: state.info[BARS]!, alarms: state.info[ALARMS]! });
  }
  for (let s = 0; s < seats; s++) {
    for (let i = 0; i < 2; i++) state.pocket[s * pocket + i] = drawCard(state);
    state.pocketCount[s] = 2;
    if (sink !== undefined) {
      sink({ type: 'deal', to: 1 << s, seat: s, cards: [...state.pocket.subarray(s * pocket, s * pocket + 2)] });
    }
  }
  startRound(state, 0, sink);
}

/** Puts the first `count` cards of the deck in their final random order (Fisher–Yates from the top). */
function shuffleTo(state: GangState, count: number): void {
  const { deck, rng } = state;
  const size = state.shape.deck;
  for (let i = state.deckInfo[1]!; i < count; i++) {
    const j = i + nextBelow(rng, 0, size - i);
    const card = deck[i]!;
    deck[i] = deck[j]!;
    deck[j] = card;
  }
  if (count > state.deckInfo[1]!) state.deckInfo[1] = count;
}

function drawCard(state: GangState): number {
  const top = state.deckInfo[0]!;
  shuffleTo(state, top + 1);
  state.deckInfo[0] = top + 1;
  return state.deck[top]!;
}

function startRound(state: GangState, round: number, sink: GangSink | undefined): void {
  const { info } = state;
  info[ROUND] = round;
  const before = info[BOARD_COUNT]!;
  const count = BOARD_BY_ROUND[round]!;
  for (let i = before; i < count; i++) state.board[i] = drawCard(state);
  info[BOARD_COUNT] = count;
  state.holder.fill(-1);
  state.takes.fill(0);
  info[MOVES] = 0;
  info[LAST_SEAT] = -1;
  info[LAST_CHIP] = -1;
  info[LAST_FROM] = -1;
  info[READY_MASK] = 0;
  if (sink !== undefined) sink({ type: 'round', round, cards: [...state.board.subarray(before, count)] });
}

/** Everybody may act at any moment (R-CONCURRENT). */
export function actors(state: GangState): SeatSet {
  return state.info[OVER] ? 0 : (1 << state.shape.seats) - 1;
}

/** Takes by ascending chip, then putting back, then ready. */
export function legal(state: GangState, seat: Seat, out: ActionList): void {
  out.clear();
  if (state.info[OVER] || !isSeat(state, seat)) return;
  const own = state.starNow(seat);
  for (let c = 0; c < state.shape.chips; c++) {
    if (c !== own) out.push(takeAction(c, state.holder[c]!));
  }
  if (own >= 0) out.push(putBackAction(own));
  if (canReady(state, seat)) out.push(READY);
}

function isSeat(state: GangState, seat: Seat): boolean {
  return Number.isInteger(seat) && seat >= 0 && seat < state.shape.seats;
}

function canReady(state: GangState, seat: Seat): boolean {
  return state.config.roundEnd === 'ready' && ((state.info[READY_MASK]! >> seat) & 1) === 0 && state.allHold();
}

/** Whether the act may happen now, as it was meant: a take names the holder whom the actor saw (R-CONCURRENT). */
export function isLegal(state: GangState, seat: Seat, action: Action): boolean {
  if (state.info[OVER] || !isSeat(state, seat)) return false;
  switch (verbOf(action)) {
    case VERB_TAKE: {
      const chip = chipOf(action);
      if (chip >= state.shape.chips || state.holder[chip] === seat) return false;
      return action === takeAction(chip, state.holder[chip]!);
    }
    case VERB_PUT_BACK:
      return state.starNow(seat) >= 0 && action === putBackAction(state.starNow(seat));
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
      takeChip(state, seat, chipOf(action), sink);
      return;
    case VERB_PUT_BACK:
      putBack(state, seat, sink);
      return;
    default:
      sayReady(state, seat, sink);
  }
}

function illegal(state: GangState, seat: Seat, action: Action): IllegalActionError {
  legal(state, seat, scratchLegal);
  const options = scratchLegal.toArray().map((a) => describeAction(a));
  const list = options.length === 0 ? 'nothing, the game is over' : options.join(', ');
  return new IllegalActionError(`seat ${seat} cannot ${describeAction(action)}; legal: ${list}`);
}

/** R-TAKE: a star chip from the centre or from another seat; your own goes back to the centre first. */
export function takeChip(state: GangState, seat: Seat, chip: number, sink?: GangSink): void {
  const { info, shape } = state;
  const round = info[ROUND]!;
  const row = round * shape.seats;
  const from = state.holder[chip]!;
  const returned = state.star[row + seat]!;
  if (returned >= 0) state.holder[returned] = -1;
  if (from >= 0) {
    state.star[row + from] = -1;
    const pair = (row + seat) * shape.seats + from;
    state.stole[pair] = state.stole[pair]! + 1;
  }
  state.star[row + seat] = chip;
  state.holder[chip] = seat;
  if (state.first[row + seat]! < 0) state.first[row + seat] = chip;
  const cell = (row + seat) * shape.chips + chip;
  state.took[cell] = state.took[cell]! + 1;
  // R-HEADLESS: with none left, the take that is allowed is free of charge.
  if (state.takes[seat]! < state.config.takesMax) state.takes[seat] = state.takes[seat]! + 1;
  info[MOVES] = info[MOVES]! + 1;
  info[LAST_SEAT] = seat;
  info[LAST_CHIP] = chip;
  info[LAST_FROM] = from;
  info[READY_MASK] = 0;
  if (sink !== undefined) sink({ type: 'take', seat, chip, from, returned });
  // R-ROUND-END, strict: the round ends at the moment when every seat holds a star chip.
  if (from < 0 && state.config.roundEnd === 'strict' && state.allHold()) endRound(state, sink);
}

function putBack(state: GangState, seat: Seat, sink: GangSink | undefined): void {
  const { info } = state;
  const at = info[ROUND]! * state.shape.seats + seat;
  const chip = state.star[at]!;
  state.star[at] = -1;
  state.holder[chip] = -1;
  info[MOVES] = info[MOVES]! + 1;
  info[READY_MASK] = 0;
  if (sink !== undefined) sink({ type: 'putBack', seat, chip });
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

function endRound(state: GangState, sink: GangSink | undefined): void {
  const round = state.info[ROUND]!;
  const { seats } = state.shape;
  if (sink !== undefined) {
    sink({ type: 'roundEnd', round, chips: [...state.star.subarray(round * seats, (round + 1) * seats)] });
  }
  if (round + 1 < ROUNDS) startRound(state, round + 1, sink);
  else showdown(state, sink);
}

/** The strength of the seat's best five of seven, over the community cards that will have come by the river. */
export function finalStrength(state: GangState, seat: Seat): number {
  const { seats, pocket } = state.shape;
  hand[0] = state.pocket[seat * pocket]!;
  hand[1] = state.pocket[seat * pocket + 1]!;
  for (let i = 0; i < BOARD_MAX; i++) hand[2 + i] = state.deck[2 * seats + i]!;
  return evaluate7(hand, 0);
}

/** Reveals the hands in ascending order of red chips and settles the heist. */
function showdown(state: GangState, sink: GangSink | undefined): void {
  const { info, shape } = state;
  const { pocket } = shape;
  state.pastPocket.set(state.pocket);
  state.pastBoard.set(state.board);
  let success = true;
  let strongest = -1;
  for (let c = 0; c < shape.chips; c++) {
    const s = state.holder[c]!;
    state.pastStar[s] = c;
    const strength = finalStrength(state, s);
    state.pastStrength[s] = strength;
    // R-TIE: equal hands may stand in either order; only a weaker hand after a stronger one is a mistake.
    const correct = strength >= strongest;
    if (correct) strongest = strength;
    else success = false;
    if (sink !== undefined) {
      const cards = [...state.pocket.subarray(s * pocket, s * pocket + state.pocketCount[s]!)];
      sink({ type: 'reveal', seat: s, chip: c, cards, strength, correct });
    }
  }
  info[PAST_OUTCOME] = success ? 1 : 0;
  const counter = success ? BARS : ALARMS;
  info[counter] = info[counter]! + 1;
  if (sink !== undefined) sink({ type: 'outcome', success, bars: info[BARS]!, alarms: info[ALARMS]! });
  const over = state.config.length === 'heist' || info[BARS]! >= BARS_TO_WIN || info[ALARMS]! >= ALARMS_TO_LOSE;
  info[HEIST] = info[HEIST]! + 1;
  if (over) {
    info[OVER] = 1;
    if (sink !== undefined) sink({ type: 'gameOver', won: hasWon(state) });
  } else {
    startHeist(state, sink);
  }
}

/** Whether the finished game was won: three gold bars, or the one heist of a table of that length. */
export function hasWon(state: GangState): boolean {
  if (!state.info[OVER]) return false;
  return state.config.length === 'heist' ? state.info[BARS]! === 1 : state.info[BARS]! >= BARS_TO_WIN;
}

/** 1 for every seat when the game is won, else 0. */
export function returns(state: GangState, out: Float64Array): void {
  out.fill(hasWon(state) ? 1 : 0, 0, state.shape.seats);
}
