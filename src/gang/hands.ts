import { evaluate7 } from '../cards/evaluator.js';
import { HandCards } from '../cards/hand-cards.js';
import type { GangState, PublicTable } from './state.js';
import { BOARD_COUNT, BOARD_MAX, CHANGE_WIDTH, DECK_SIZE } from './words.js';

/**
 * The strength of a seat's best hand, for every table: which face-up cards count is the variant's say; a stack of cards
 * counts as whichever of its cards is best (R-JOKER); changed cards count as what they were changed to (R-SMOKE,
 * R-LOCKPICK); cards that only one seat may use come last.
 */

const PLACES_MAX = 16;
const hand = new Int32Array(7);
const places = new Int32Array(PLACES_MAX);
const cards = new HandCards();

/** A place of face-up cards: 0…4 the board, from 5 on the places of seats or gaps row by row, then those of one seat. */
export function openCardAt(table: PublicTable, place: number): number {
  return place < BOARD_MAX ? table.board[place]! : table.up[place - BOARD_MAX]!;
}

/**
 * Strength of the best hand that the seat could show now with `count` pocket cards from `pocket[at]`; those of the
 * state, of a view or imagined. 0 without any card.
 */
export function handStrength(table: PublicTable, seat: number, pocket: Int32Array, at: number, count: number): number {
  fillHand(table, seat, pocket, at, count, cards);
  return cards.count === 0 ? 0 : cards.strength(usesExactly(table));
}

/** Whether a hand is exactly two pocket cards and three others (R-OMAHA). */
export function usesExactly(table: PublicTable): boolean {
  return table.plan.variant?.exactly === true;
}

/** Fills `out` with the cards that the seat can use; its pocket as in `handStrength`. */
export function fillHand(
  table: PublicTable,
  seat: number,
  pocket: Int32Array,
  at: number,
  count: number,
  out: HandCards,
): void {
  const { plan } = table;
  out.clear();
  for (let i = 0; i < count; i++) out.addPocket(countsAs(table, seat, pocket[at + i]!));
  let open = 0;
  if (plan.variant?.openCards !== undefined) open = plan.variant.openCards(table, seat, places);
  else for (let i = 0; i < table.info[BOARD_COUNT]!; i++) places[open++] = i;
  open = addLonePlaces(table, seat, open);
  addPlaces(table, open, table.board, table.stacked, out);
}

/** What lay open at an earlier moment of the heist (see `fillHandThen`). */
export interface OpenThen {
  /** The community cards, of which the first `open` count, and what lay stacked on all places (as in `PublicTable`). */
  readonly board: Int32Array;
  readonly open: number;
  readonly stacked: Int32Array;
  /** Face-up cards in each row. */
  readonly row: number;
  /** Whether a card lay there that only this seat may use. */
  readonly lone: boolean;
}

/** Fills `out` with what the seat could use at an earlier moment, when it held the first `count` cards of `pocket`. */
export function fillHandThen(
  table: PublicTable,
  seat: number,
  pocket: Int32Array,
  count: number,
  then: OpenThen,
  out: HandCards,
): void {
  const { plan, shape } = table;
  out.clear();
  for (let i = 0; i < count; i++) out.addPocket(pocket[i]!);
  let open = 0;
  if (plan.variant?.openCards === undefined) {
    for (let i = 0; i < then.open; i++) places[open++] = i;
  } else {
    const now = plan.variant.openCards(table, seat, places);
    for (let i = 0; i < now; i++) if ((places[i]! - BOARD_MAX) % shape.up < then.row) places[open++] = places[i]!;
  }
  if (then.lone) open = addLonePlaces(table, seat, open);
  addPlaces(table, open, then.board, then.stacked, out);
}

function addLonePlaces(table: PublicTable, seat: number, from: number): number {
  let open = from;
  for (const { modifier, call } of table.plan.extraPlace) {
    const place = call(table, modifier, seat);
    if (place >= 0) places[open++] = place;
  }
  return open;
}

/** Adds the cards on the first `open` places, with those stacked on them. */
function addPlaces(table: PublicTable, open: number, board: Int32Array, stacked: Int32Array, out: HandCards): void {
  for (let i = 0; i < open; i++) {
    const place = places[i]!;
    out.addBoard(place < BOARD_MAX ? board[place]! : table.up[place - BOARD_MAX]!);
    if (table.stacked.length === 0) continue;
    for (let layer = 0; layer < 2; layer++) {
      const card = stacked[2 * place + layer]!;
      if (card >= 0) out.stack(i, card);
    }
  }
}

/** What a pocket card of the seat counts as in this showdown (R-SMOKE, R-LOCKPICK). */
export function countsAs(table: PublicTable, seat: number, card: number): number {
  const { changes } = table;
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
  if (!state.plain && !isPlainHand(state, seat)) return currentStrength(state, seat);
  const { pocket } = state.shape;
  hand[0] = state.pocket[seat * pocket]!;
  hand[1] = state.pocket[seat * pocket + 1]!;
  const shown = state.info[BOARD_COUNT]!;
  const top = state.deckInfo[0]! - shown;
  for (let i = 0; i < BOARD_MAX; i++) hand[2 + i] = i < shown ? state.board[i]! : state.deck[top + i]!;
  return evaluate7(hand, 0);
}

/** Whether the seat holds two cards of the deck and will use the five community cards, as in the base game. */
function isPlainHand(state: GangState, seat: number): boolean {
  const from = seat * state.shape.pocket;
  if (state.plan.variant !== null || state.pocketCount[seat] !== 2 || state.stacked.length > 0) return false;
  return state.pocket[from]! < DECK_SIZE && state.pocket[from + 1]! < DECK_SIZE;
}
