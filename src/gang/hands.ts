import { evaluateAny } from '../cards/evaluate.js';
import { evaluate7, evaluate8 } from '../cards/evaluator.js';
import type { GangState, PublicTable } from './state.js';
import { BOARD_COUNT, BOARD_MAX, CHANGE_WIDTH, DECK_SIZE } from './words.js';

/**
 * The strength of a seat's best hand, for every table: which face-up cards count is the variant's say; a stack of cards
 * counts as whichever of its cards is best (R-JOKER); changed cards count as what they were changed to (R-SMOKE,
 * R-LOCKPICK); cards that only one seat may use come last.
 */

const HAND_MAX = 16;
const hand = new Int32Array(7);
const slots = new Int32Array(HAND_MAX);
const open = new Int32Array(HAND_MAX);
const own = new Int32Array(HAND_MAX);
const all = new Int32Array(2 * HAND_MAX);

/** A place of face-up cards: 0…4 the board, from 5 on the places of seats or gaps, row by row. */
export function openCardAt(table: PublicTable, slot: number): number {
  return slot < BOARD_MAX ? table.board[slot]! : table.up[slot - BOARD_MAX]!;
}

/**
 * Strength of the best hand that the seat could show now with `count` pocket cards from `pocket[at]`; those of the
 * state, of a view or imagined. 0 without any card.
 */
export function handStrength(table: PublicTable, seat: number, pocket: Int32Array, at: number, count: number): number {
  const { plan } = table;
  for (let i = 0; i < count; i++) own[i] = countsAs(table, seat, pocket[at + i]!);
  let places = 0;
  if (plan.variant?.openCards !== undefined) {
    places = plan.variant.openCards(table, seat, slots);
  } else {
    for (let i = 0; i < table.info[BOARD_COUNT]!; i++) slots[places++] = i;
  }
  return bestOfStacks(table, seat, count, places, 0);
}

/** Chooses a card of each stack from place `k` on; the best hand of all choices. */
function bestOfStacks(table: PublicTable, seat: number, count: number, places: number, k: number): number {
  for (let i = k; i < places; i++) {
    const slot = slots[i]!;
    open[i] = openCardAt(table, slot);
    if (table.stacked.length === 0 || table.stacked[2 * slot]! < 0) continue;
    let best = bestOfStacks(table, seat, count, places, i + 1);
    for (let layer = 0; layer < 2; layer++) {
      const card = table.stacked[2 * slot + layer]!;
      if (card < 0) continue;
      open[i] = card;
      best = Math.max(best, bestOfStacks(table, seat, count, places, i + 1));
    }
    return best;
  }
  let total = places;
  for (const { modifier, call } of table.plan.extraOpenCard) {
    const card = call(table, modifier, seat);
    if (card >= 0) open[total++] = card;
  }
  const { variant } = table.plan;
  return variant?.strength === undefined ? bestOfAll(count, total) : variant.strength(own, count, open, total);
}

/** The best five of `count` own and `places` face-up cards. */
function bestOfAll(count: number, places: number): number {
  let ordinary = true;
  for (let i = 0; i < count; i++) {
    all[i] = own[i]!;
    if (own[i]! >= DECK_SIZE) ordinary = false;
  }
  for (let i = 0; i < places; i++) all[count + i] = open[i]!;
  const total = count + places;
  if (total === 0) return 0;
  if (ordinary && !changed) {
    if (total === 7) return evaluate7(all, 0);
    if (total === 8) return evaluate8(all, 0);
  }
  return evaluateAny(all, total);
}

/** Whether one of the cards in `own` counts as another, so that cards may occur twice. */
let changed = false;

function countsAs(table: PublicTable, seat: number, card: number): number {
  const { changes } = table;
  changed = changes.length > 0 && changes[0]! >= 0;
  if (!changed) return card;
  for (let i = 0; i < changes.length; i += CHANGE_WIDTH) {
    if (changes[i] === seat && changes[i + 1] === card) return changes[i + 2]!;
  }
  return card;
}

/** The strength of the seat's hand in the state as it lies. */
export function currentStrength(state: GangState, seat: number): number {
  return handStrength(state, seat, state.pocket, seat * state.shape.pocket, state.pocketCount[seat]!);
}

/**
 * The strength of the seat's best five of seven, over the community cards that will have come by the river if nothing
 * changes the cards. Tables with other cards than the base game's: the strength as the cards lie.
 */
export function finalStrength(state: GangState, seat: number): number {
  if (!state.plain && (state.plan.variant !== null || state.pocketCount[seat] !== 2)) {
    return currentStrength(state, seat);
  }
  const { pocket } = state.shape;
  hand[0] = state.pocket[seat * pocket]!;
  hand[1] = state.pocket[seat * pocket + 1]!;
  const shown = state.info[BOARD_COUNT]!;
  const top = state.deckInfo[0]! - shown;
  for (let i = 0; i < BOARD_MAX; i++) hand[2 + i] = i < shown ? state.board[i]! : state.deck[top + i]!;
  return evaluate7(hand, 0);
}
