import type { Action, ActionList, Seat } from '../core/game.js';
import { chipOf, holderOf, putBackAction, READY, takeAction } from './actions.js';
import type { GangSink } from './modifiers/modifier.js';
import type { GangState, PublicTable } from './state.js';
import {
  DARK_CHIPS,
  EXIT_CHIP,
  EXITS_LEFT,
  FORCED_EXIT,
  LAST_CHIP,
  LAST_FROM,
  LAST_SEAT,
  MOVES,
  READY_MASK,
  ROUND,
  ZERO_CHIP,
} from './words.js';

/** R-DARK: the chip lies on its dark side in this round. */
export function isDark(table: PublicTable, chip: number): boolean {
  return chip >= 0 && ((table.info[DARK_CHIPS]! >> chip) & 1) === 1;
}

/** Whether the seat may take the star chip from wherever it lies, takes aside. */
export function canTakeStar(table: PublicTable, seat: Seat, chip: number): boolean {
  const holder = table.holder[chip]!;
  if (holder === seat) return false;
  if (table.plain) return true;
  const own = table.starNow(seat);
  // R-DARK: whoever holds a dark chip keeps it, and nobody takes it.
  if (isDark(table, own) || (holder >= 0 && isDark(table, chip))) return false;
  if (chip < ZERO_CHIP || holder >= 0) return true;
  // The two chips without stars are alike: in the centre they are one, and worth no exchange for each other.
  return own < ZERO_CHIP && (chip === ZERO_CHIP || table.holder[ZERO_CHIP]! >= 0);
}

/** Whether exit chips are in play in this round. */
export function exitsInPlay(table: PublicTable): boolean {
  return table.exit.length > 0 && table.info[ROUND] === 3;
}

/** R-EXIT: whether the seat may take an exit chip from `holder` (−1 the centre), takes aside. */
export function canTakeExit(table: PublicTable, seat: Seat, holder: number): boolean {
  if (!exitsInPlay(table) || holder === seat) return false;
  if (holder < 0) return table.info[EXITS_LEFT]! > 0 && table.exit[seat] === 0;
  return holder < table.shape.seats && table.exit[holder] === 1;
}

/** R-ROUND-END: every seat holds a star chip and no exit chip is left in the centre. */
export function allTaken(table: PublicTable): boolean {
  return table.allHold() && (!exitsInPlay(table) || table.info[EXITS_LEFT] === 0);
}

/** Takes of star chips from the weakest, exit chips (centre first), putting back, ready. */
export function legalChips(state: GangState, seat: Seat, out: ActionList): void {
  const { shape } = state;
  const { chipOrder } = state.plan;
  for (let k = 0; k < shape.chips; k++) {
    const chip = chipOrder[k]!;
    if (canTakeStar(state, seat, chip)) out.push(takeAction(chip, state.holder[chip]!));
  }
  if (exitsInPlay(state)) {
    for (let h = -1; h < shape.seats; h++) if (canTakeExit(state, seat, h)) out.push(takeAction(EXIT_CHIP, h));
  }
  const own = state.starNow(seat);
  if (own >= 0 && !isDark(state, own)) out.push(putBackAction(own));
  if (exitsInPlay(state) && state.exit[seat] === 1) out.push(putBackAction(EXIT_CHIP));
  if (canReady(state, seat)) out.push(READY);
}

/** Whether the take is possible as it was meant: it names the holder whom the actor saw (R-CONCURRENT). */
export function isLegalTake(state: GangState, seat: Seat, action: Action): boolean {
  const chip = chipOf(action);
  if (chip === EXIT_CHIP) {
    const holder = holderOf(action);
    return action === takeAction(chip, holder) && canTakeExit(state, seat, holder);
  }
  return chip < state.shape.chips && action === takeAction(chip, state.holder[chip]!) && canTakeStar(state, seat, chip);
}

export function isLegalPutBack(state: GangState, seat: Seat, action: Action): boolean {
  if (action === putBackAction(EXIT_CHIP)) return exitsInPlay(state) && state.exit[seat] === 1;
  const own = state.starNow(seat);
  return own >= 0 && action === putBackAction(own) && !isDark(state, own);
}

export function canReady(state: GangState, seat: Seat): boolean {
  return state.config.roundEnd === 'ready' && ((state.info[READY_MASK]! >> seat) & 1) === 0 && allTaken(state);
}

/** R-TAKE: a star chip from the centre or from another seat; your own goes back to the centre first. */
export function moveStar(state: GangState, seat: Seat, chip: number, sink: GangSink | undefined): void {
  const { info, shape } = state;
  const row = info[ROUND]! * shape.seats;
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
  spendTake(state, seat);
  noteMove(state, seat, chip, from);
  if (sink !== undefined) sink({ type: 'take', seat, chip, from, returned });
}

/** R-EXIT: an exit chip, on top of the star chip; at most one a seat, so an own one goes back first. */
export function moveExit(state: GangState, seat: Seat, from: number, sink: GangSink | undefined): void {
  const { exit, info, shape } = state;
  const returned = exit[seat] === 1 ? EXIT_CHIP : -1;
  if (returned >= 0) info[EXITS_LEFT] = info[EXITS_LEFT]! + 1;
  if (from >= 0) {
    exit[from] = 0;
    const pair = (info[ROUND]! * shape.seats + seat) * shape.seats + from;
    state.stole[pair] = state.stole[pair]! + 1;
    spendTake(state, seat); // R-HEADLESS: from another seat it costs a take, from the centre nothing
  } else {
    info[EXITS_LEFT] = info[EXITS_LEFT]! - 1;
  }
  exit[seat] = 1;
  noteMove(state, seat, EXIT_CHIP, from);
  if (sink !== undefined) sink({ type: 'take', seat, chip: EXIT_CHIP, from, returned });
}

/** R-HEADLESS: with none left, the take that is allowed is free of charge. */
function spendTake(state: GangState, seat: Seat): void {
  if (state.takes[seat]! < state.config.takesMax) state.takes[seat] = state.takes[seat]! + 1;
}

function noteMove(state: GangState, seat: Seat, chip: number, from: number): void {
  const { info } = state;
  info[MOVES] = info[MOVES]! + 1;
  info[LAST_SEAT] = seat;
  info[LAST_CHIP] = chip;
  info[LAST_FROM] = from;
  info[READY_MASK] = 0;
  info[FORCED_EXIT] = 0;
}

/** R-QUICK: whether an active card leaves the chips of this round out. */
export function chipsSkipped(table: PublicTable, round: number): boolean {
  for (const { modifier, call } of table.plan.skipsChips) if (table.isActive(modifier) && call(round)) return true;
  return false;
}

/** R-BLACKOUT: no chip of the round lies anywhere any more, nor is it known who took what. */
export function clearChips(state: GangState, round: number): void {
  const { chips, seats } = state.shape;
  state.star.fill(-1, round * seats, (round + 1) * seats);
  state.first.fill(-1, round * seats, (round + 1) * seats);
  state.took.fill(0, round * seats * chips, (round + 1) * seats * chips);
  state.stole.fill(0, round * seats * seats, (round + 1) * seats * seats);
  if (state.info[ROUND] !== round) return;
  state.holder.fill(-1);
  state.info[LAST_SEAT] = -1;
  state.info[LAST_CHIP] = -1;
  state.info[LAST_FROM] = -1;
}

/** Puts the seat's star chip, or its exit chip, back in the centre. */
export function movePutBack(state: GangState, seat: Seat, chip: number, sink: GangSink | undefined): void {
  const { info } = state;
  if (chip === EXIT_CHIP) {
    state.exit[seat] = 0;
    info[EXITS_LEFT] = info[EXITS_LEFT]! + 1;
  } else {
    state.star[info[ROUND]! * state.shape.seats + seat] = -1;
    state.holder[chip] = -1;
  }
  info[MOVES] = info[MOVES]! + 1;
  info[READY_MASK] = 0;
  if (sink !== undefined) sink({ type: 'putBack', seat, chip });
}
