import { JOKER_BASE } from '../cards/card.js';
import { nextBelow } from '../core/rng.js';
import type { GangState } from './state.js';
import { BOARD_COUNT, DISCARDED, LEDGER_COUNT, LEDGER_WIDTH, RESHUFFLES } from './words.js';

/** Puts the first `count` cards of the deck in their final random order (Fisher–Yates from the top). */
export function shuffleTo(state: GangState, count: number): void {
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

/** The next card of the deck, refilled from the discard pile when it is empty (R-RESHUFFLE). */
export function drawCard(state: GangState): number {
  if (state.deckInfo[0] === state.shape.deck) refill(state, 1);
  const top = state.deckInfo[0]!;
  shuffleTo(state, top + 1);
  state.deckInfo[0] = top + 1;
  return state.deck[top]!;
}

/**
 * Brings the next `count` cards of the deck, refilled if need be, in their final order without drawing them. Returns the
 * place of the first; the others follow.
 */
export function peekCards(state: GangState, count: number): number {
  const { deck } = state.shape;
  if (deck - state.deckInfo[0]! < count) refill(state, count);
  const top = state.deckInfo[0]!;
  shuffleTo(state, top + count);
  return top;
}

/**
 * R-RESHUFFLE: the shuffled discard pile comes under the cards that are left, if any; jokers and the suitless Jack stay
 * where they are. Throws `RangeError` when there are fewer than `needed` cards then.
 */
function refill(state: GangState, needed: number): void {
  const { deck, discard, info } = state;
  shuffleTo(state, deck.length); // what is left is drawn first, in its own order
  const count = info[DISCARDED]!;
  let back = 0;
  let left = 0;
  for (let i = 0; i < count; i++) {
    const card = discard[i]!;
    if (card >= JOKER_BASE || !moveToEnd(deck, card, deck.length - 1 - back)) {
      discard[left++] = card;
    } else {
      back++;
    }
  }
  const rest = deck.length - state.deckInfo[0]!;
  if (back + rest < needed) throw new RangeError('the deck and the discard pile are empty');
  info[DISCARDED] = left;
  info[RESHUFFLES] = info[RESHUFFLES]! + 1;
  state.deckInfo[0] = deck.length - back - rest;
  state.deckInfo[1] = deck.length - back;
}

/** Moves the card to `place`, those between move up by one; false when the deck never had it (the suitless Jack). */
function moveToEnd(deck: Int32Array, card: number, place: number): boolean {
  for (let i = 0; i <= place; i++) {
    if (deck[i] !== card) continue;
    deck.copyWithin(i, i + 1, place + 1);
    deck[place] = card;
    return true;
  }
  return false;
}

/** Lays a card face down on the discard pile of this heist. */
export function discardCard(state: GangState, card: number): void {
  const { info } = state;
  state.discard[info[DISCARDED]!] = card;
  info[DISCARDED] = info[DISCARDED]! + 1;
}

/** Adds a card to the seat's pocket. */
export function addToPocket(state: GangState, seat: number, card: number): void {
  const { pocket, pocketCount, shape } = state;
  const count = pocketCount[seat]!;
  if (count >= shape.pocket) throw new RangeError(`seat ${seat} has no room for another card`);
  pocket[seat * shape.pocket + count] = card;
  pocketCount[seat] = count + 1;
}

/** Takes a card out of the seat's pocket; the others close up. Throws `RangeError` when it isn't there. */
export function takeFromPocket(state: GangState, seat: number, card: number): void {
  const { pocket, pocketCount, shape } = state;
  const from = seat * shape.pocket;
  const last = from + pocketCount[seat]! - 1;
  let at = from;
  while (at <= last && pocket[at] !== card) at++;
  if (at > last) throw new RangeError(`seat ${seat} doesn't hold card ${card}`);
  for (; at < last; at++) pocket[at] = pocket[at + 1]!;
  pocket[last] = -1;
  pocketCount[seat] = pocketCount[seat]! - 1;
}

/** Whether the seat's pocket holds the card. */
export function holds(state: GangState, seat: number, card: number): boolean {
  const from = seat * state.shape.pocket;
  for (let i = 0; i < state.pocketCount[seat]!; i++) if (state.pocket[from + i] === card) return true;
  return false;
}

/**
 * Writes an entry into the ledger: see `words.ts`. `card` −1: no card; `seen` the seats that know it (bits). Returns
 * the entry's place.
 */
export function record(
  state: GangState,
  op: number,
  by: number,
  seat: number,
  other: number,
  argument: number,
  value: number,
  card: number,
  seen: number,
): number {
  const { info, ledger } = state;
  const entry = info[LEDGER_COUNT]!;
  if (entry >= state.shape.ledger) throw new RangeError(`the ledger has room for ${state.shape.ledger} entries`);
  const at = entry * LEDGER_WIDTH;
  ledger[at] = op;
  ledger[at + 1] = by;
  ledger[at + 2] = seat;
  ledger[at + 3] = other;
  ledger[at + 4] = argument;
  ledger[at + 5] = value;
  ledger[at + 6] = seen;
  ledger[at + 7] = info[BOARD_COUNT]!;
  state.ledgerCard[entry] = card;
  info[LEDGER_COUNT] = entry + 1;
  return entry;
}
