import { currentStrength, finalStrength } from './hands.js';
import { barsToWin } from './modes.js';
import { AGAIN, type GangSink, NEXT, type StepResult, WAIT } from './modifiers/modifier.js';
import type { GangState, PublicTable } from './state.js';
import {
  ALARMS,
  BARS,
  CURSOR,
  FAILED,
  HOOK,
  MISTAKEN,
  PAST_OUTCOME,
  PHASE,
  PHASE_SHOWDOWN,
  REVEALED,
  ROUNDS,
  SHOWN_BELOW,
  SHOWN_TOP,
  STAGE,
  ZERO_CHIP,
} from './words.js';

/** Lays the hands of the heist before away: what is shown from here on is this heist's. */
function begin(state: GangState): void {
  const { flow, info } = state;
  info[PHASE] = PHASE_SHOWDOWN;
  info[REVEALED] = 0;
  info[PAST_OUTCOME] = -1;
  if (state.plain) state.pastPocket.set(state.pocket);
  else state.pastPocket.fill(-1);
  state.pastBoard.set(state.board);
  state.pastStar.fill(-1);
  state.pastStrength.fill(-1);
  flow[CURSOR] = 0;
  flow[HOOK] = 0;
  flow[STAGE] = 0;
  info[SHOWN_TOP] = -1;
  info[SHOWN_BELOW] = -1;
  info[MISTAKEN] = 0;
  info[FAILED] = 0;
}

/** The seat whose red chip is the `k`-th from the weakest. R-ZERO: of the two without stars the lower seat comes first. */
export function redOrder(table: PublicTable, k: number): number {
  const { chipOrder } = table.plan;
  const seat = table.holder[chipOrder[k]!]!;
  if (k > 1 || chipOrder[1]! < ZERO_CHIP) return seat;
  const other = table.holder[chipOrder[1 - k]!]!;
  return k === 0 ? Math.min(seat, other) : Math.max(seat, other);
}

/** The seat that is revealed last: the highest red chip among those who take part (R-EXIT). */
export function topSeat(table: PublicTable): number {
  for (let k = table.shape.chips - 1; k >= 0; k--) {
    const seat = redOrder(table, k);
    if (table.takesPart(seat)) return seat;
  }
  throw new RangeError('nobody takes part in the showdown');
}

/**
 * Reveals the hands in ascending order of red chips. Before a hand its owner's tools are asked, before the top hand
 * also what the others must guess (R-REVEAL, R-GUESS). Called again until it says `NEXT`.
 */
export function showdown(state: GangState, sink: GangSink | undefined): StepResult {
  const { flow, info, shape } = state;
  if (info[PHASE] !== PHASE_SHOWDOWN) begin(state);
  for (let k = flow[CURSOR]!; k < shape.chips; k = ++flow[CURSOR]!) {
    const seat = redOrder(state, k);
    state.pastStar[seat] = state.star[(ROUNDS - 1) * shape.seats + seat]!;
    if (!state.takesPart(seat)) continue;
    if (!state.plain) {
      const result = runHooks(state, seat, sink);
      if (result !== NEXT) return result;
    }
    reveal(state, seat, k, sink);
    flow[HOOK] = 0;
  }
  return NEXT;
}

/** The hooks before the hand of `seat`: `flow[HOOK]` says how far they are. */
function runHooks(state: GangState, seat: number, sink: GangSink | undefined): StepResult {
  const { flow } = state;
  const { beforeTop, modifiers, reveal: hooks } = state.plan;
  const top = seat === topSeat(state);
  const count = hooks.length + (top ? beforeTop.length : 0);
  for (let i = flow[HOOK]!; i < count; i = ++flow[HOOK]!) {
    const { modifier, call } = i < hooks.length ? hooks[i]! : beforeTop[i - hooks.length]!;
    const tool = modifiers[modifier]!.kind === 'tool';
    // A tool that is being used is used, and goes on.
    const may = tool
      ? hasTool(state, seat, modifier) || (state.tool[seat] === modifier && flow[STAGE] !== 0)
      : state.isActive(modifier);
    if (!may) continue;
    const result = call(state, modifier, ROUNDS, seat, sink);
    if (result !== NEXT) return result === AGAIN ? AGAIN : WAIT;
    flow[STAGE] = 0;
  }
  return NEXT;
}

/** Whether the seat owns the tool and hasn't used it (R-TOOL-ONCE). */
export function hasTool(state: GangState, seat: number, tool: number): boolean {
  return state.tool[seat] === tool && state.toolUsed[seat]! < 0;
}

function reveal(state: GangState, seat: number, k: number, sink: GangSink | undefined): void {
  const { info, plan, shape } = state;
  const { pocket } = shape;
  const strength = state.plain ? finalStrength(state, seat) : currentStrength(state, seat);
  state.pastStrength[seat] = strength;
  info[REVEALED] = info[REVEALED]! + 1;
  let place = 2 * strength;
  if (!state.plain) {
    for (let i = seat * pocket; i < (seat + 1) * pocket; i++) state.pastPocket[i] = state.pocket[i]!;
    for (const { modifier, call } of plan.place) {
      if (state.isActive(modifier)) place = call(state, modifier, seat, strength, place);
    }
  }
  // R-ZERO: hands with chips without stars needn't be in order among themselves.
  if (plan.chipOrder[k]! < ZERO_CHIP) info[SHOWN_BELOW] = info[SHOWN_TOP]!;
  // R-TIE: equal hands may stand in either order; only a weaker hand after a stronger one is a mistake.
  const correct = place >= info[SHOWN_BELOW]!;
  if (!correct) info[MISTAKEN] = 1;
  if (place > info[SHOWN_TOP]!) info[SHOWN_TOP] = place;
  if (sink !== undefined) {
    const cards = [...state.pocket.subarray(seat * pocket, seat * pocket + state.pocketCount[seat]!)];
    const event = { type: 'reveal', seat, chip: state.pastStar[seat]!, cards, strength, correct } as const;
    sink(state.plain ? event : { ...event, place });
  }
}

/** Settles the heist: bars or alarms move. Returns whether it succeeded. */
export function settle(state: GangState, sink: GangSink | undefined): boolean {
  const { info, plan } = state;
  const success = info[MISTAKEN] === 0 && info[FAILED] === 0;
  for (const { modifier, call } of plan.outcome) {
    if (state.isActive(modifier)) call(state, modifier, ROUNDS, -1, sink);
  }
  let bars = success ? 1 : 0;
  let alarms = success ? 0 : 1;
  for (const { modifier, call } of plan.barsMoved) {
    if (state.isActive(modifier)) bars = call(state, modifier, success, bars);
  }
  for (const { modifier, call } of plan.alarmsMoved) {
    if (state.isActive(modifier)) alarms = call(state, modifier, success, alarms);
  }
  info[PAST_OUTCOME] = success ? 1 : 0;
  info[BARS] = Math.min(barsToWin(state.config), info[BARS]! + bars);
  info[ALARMS] = info[ALARMS]! + alarms;
  if (sink !== undefined) sink({ type: 'outcome', success, bars: info[BARS]!, alarms: info[ALARMS]! });
  return success;
}
