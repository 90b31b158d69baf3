import { JOKER_BASE, rankOf } from '../../cards/card.js';
import type { Action } from '../../core/game.js';
import { addToPocket, discardCard, drawCard, record, takeFromPocket } from '../pockets.js';
import { everyone } from '../prompts.js';
import type { GangState, PublicTable } from '../state.js';
import {
  CHANGE_WIDTH,
  JACK_CARD,
  L_SEAT,
  L_VALUE,
  LEDGER_OPS,
  LEDGER_WIDTH,
  OP_DISCARD,
  OP_DRAW,
  OP_FACT,
  OP_SHOW,
  PROMPT_ASKED,
  ROUNDS,
} from '../words.js';
import type { GangSink } from './modifier.js';

export { countsAs } from '../hands.js';

/** What modifiers do to cards and facts: each writes the ledger and tells the table, so that no modifier forgets one. */

/** Announces `value` about a seat's pocket (R-FACTS); `argument` is what was asked. */
export function tellFact(
  state: GangState,
  by: number,
  seat: number,
  argument: number,
  value: number,
  sink: GangSink | undefined,
): void {
  const entry = record(state, OP_FACT, by, seat, -1, argument, value, -1, 0);
  if (sink === undefined) return;
  const modifier = state.plan.modifiers[by]!;
  const text = modifier.describeFact!(state, entry * LEDGER_WIDTH);
  sink({ type: 'fact', by: modifier.id, seat, argument, value, text });
}

/** The seat that a fact is about, and what was told. `entry` as `factDistance` gets it. */
export function factSeat(table: PublicTable, entry: number): number {
  return table.ledger[entry + L_SEAT]!;
}

export function factValue(table: PublicTable, entry: number): number {
  return table.ledger[entry + L_VALUE]!;
}

/** Notes that a card moved or was shown: everybody hears of it, the seats in `seen` learn which card. */
export function noteCard(
  state: GangState,
  op: number,
  by: number,
  seat: number,
  other: number,
  card: number,
  seen: number,
  sink: GangSink | undefined,
): void {
  record(state, op, by, seat, other, 0, 0, card, seen);
  if (sink === undefined) return;
  const all = everyone(state);
  const event = { type: 'card', by: state.plan.modifiers[by]!.id, op: LEDGER_OPS[op]!, seat, other } as const;
  if (seen === all) {
    sink({ ...event, card });
    return;
  }
  if (seen !== 0) sink({ ...event, to: seen, card });
  sink({ ...event, to: all & ~seen, card: -1 });
}

/** The seat draws a card into its pocket; only it sees the card. A joker is settled before anything goes on (R-JOKER). */
export function drawToPocket(state: GangState, by: number, seat: number, sink: GangSink | undefined): void {
  const card = drawCard(state);
  addToPocket(state, seat, card);
  noteCard(state, OP_DRAW, by, seat, -1, card, 1 << seat, sink);
}

/** The seat discards a pocket card face down; only it knows which. The suitless Jack was seen by all (R-JACK). */
export function discardFromPocket(
  state: GangState,
  by: number,
  seat: number,
  card: number,
  sink: GangSink | undefined,
): void {
  takeFromPocket(state, seat, card);
  discardCard(state, card);
  noteCard(state, OP_DISCARD, by, seat, -1, card, card === JACK_CARD ? everyone(state) : 1 << seat, sink);
}

/** The seat shows a pocket card, which it keeps, to the seats in `seen` (bits; itself included). */
export function showCard(
  state: GangState,
  by: number,
  seat: number,
  other: number,
  card: number,
  seen: number,
  sink: GangSink | undefined,
): void {
  noteCard(state, OP_SHOW, by, seat, other, card, seen, sink);
}

/** A card of the seat counts as another for the rest of this showdown; everybody sees it. */
export function changeCard(
  state: GangState,
  by: number,
  seat: number,
  card: number,
  as: number,
  sink: GangSink | undefined,
): void {
  const { changes } = state;
  let at = 0;
  while (at < changes.length && changes[at]! >= 0) at += CHANGE_WIDTH;
  if (at >= changes.length) throw new RangeError('more cards were changed than the table has room for');
  changes[at] = seat;
  changes[at + 1] = card;
  changes[at + 2] = as;
  if (sink !== undefined) sink({ type: 'change', by: state.plan.modifiers[by]!.id, seat, card, as });
}

/** R-TOOL-ONCE: the seat's tool is used, for everybody to see; it is active in the rest of this heist. */
export function spendTool(state: GangState, tool: number, seat: number, sink: GangSink | undefined): void {
  state.toolUsed[seat] = tool;
  state.active[tool] = 1;
  if (sink !== undefined) sink({ type: 'toolUsed', seat, tool: state.plan.modifiers[tool]!.id });
}

/** Place of the seat's red chip among all, from the weakest; exit seats have one too. */
export function redPlace(table: PublicTable, seat: number): number {
  return table.plan.chipOrder.indexOf(table.star[(ROUNDS - 1) * table.shape.seats + seat]!);
}

/**
 * R-GUESS: the answer with most votes; among those tied the one of the voter with the highest red chip. −1 without a
 * vote.
 */
export function plurality(state: GangState): Action {
  const { answers, shape } = state;
  const asked = state.flow[PROMPT_ASKED]!;
  let best = -1;
  let most = 0;
  let bestPlace = -1;
  for (let s = 0; s < shape.seats; s++) {
    if (((asked >> s) & 1) === 0) continue;
    let votes = 0;
    let place = -1;
    for (let o = 0; o < shape.seats; o++) {
      if (((asked >> o) & 1) === 0 || answers[o] !== answers[s]) continue;
      votes++;
      place = Math.max(place, redPlace(state, o));
    }
    if (votes < most || (votes === most && place <= bestPlace)) continue;
    best = answers[s]!;
    most = votes;
    bestPlace = place;
  }
  return best;
}

/** Tells all votes at once. */
export function tellVotes(state: GangState, by: number, result: number, sink: GangSink | undefined): void {
  if (sink === undefined) return;
  sink({ type: 'votes', by: state.plan.modifiers[by]!.id, votes: [...state.answers], result });
}

/** Ranks 0…12 are two to ace: jack, queen and king are the face cards. */
export const JACK = 9;
export const KING = 11;

/** How many of the cards have a rank from `low` to `high`. */
export function countRanks(hand: Int32Array, count: number, low: number, high: number): number {
  let found = 0;
  for (let i = 0; i < count; i++) {
    const card = hand[i]!;
    if (card < JOKER_BASE && rankOf(card) >= low && rankOf(card) <= high) found++;
  }
  return found;
}

/** The seat's pocket as it lies, copied to `out`; returns how many cards. */
export function pocketOf(state: GangState, seat: number, out: Int32Array): number {
  const from = seat * state.shape.pocket;
  const count = state.pocketCount[seat]!;
  for (let i = 0; i < count; i++) out[i] = state.pocket[from + i]!;
  return count;
}
