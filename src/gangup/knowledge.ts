import { type GangupState, INFO, PEEK_MAX, type PublicGangup } from './state.js';

/** Adds a card to an ascending list with its count in front. */
function add(rows: Int32Array, at: number, card: number): void {
  const count = rows[at]!;
  let i = at + 1 + count;
  while (i > at + 1 && rows[i - 1]! > card) {
    rows[i] = rows[i - 1]!;
    i--;
  }
  rows[i] = card;
  rows[at] = count + 1;
}

function drop(rows: Int32Array, at: number, card: number): void {
  const count = rows[at]!;
  let i = at + 1;
  while (i <= at + count && rows[i] !== card) i++;
  if (i > at + count) return;
  for (; i < at + count; i++) rows[i] = rows[i + 1]!;
  rows[at + count] = -1;
  rows[at] = count - 1;
}

export function clearRow(table: PublicGangup, rows: Int32Array, at: number): void {
  rows.fill(-1, at, at + table.knownWords);
  rows[at] = 0;
}

function row(state: GangupState, viewer: number, owner: number): number {
  return (viewer * state.seats + owner) * state.knownWords;
}

/** R-KNOWN: everybody now knows that this hand holds the card. */
export function learnPublic(state: GangupState, owner: number, card: number): void {
  add(state.known, owner * state.knownWords, card);
  for (let v = 0; v < state.seats; v++) if (v !== owner) add(state.knows, row(state, v, owner), card);
}

export function learnSeat(state: GangupState, viewer: number, owner: number, card: number): void {
  if (viewer !== owner) add(state.knows, row(state, viewer, owner), card);
}

/** The card left the hand before all eyes. */
export function unlearn(state: GangupState, owner: number, card: number): void {
  drop(state.known, owner * state.knownWords, card);
  for (let v = 0; v < state.seats; v++) if (v !== owner) drop(state.knows, row(state, v, owner), card);
}

/**
 * R-KNOWN: a card left the hand unseen. Whoever didn't see it can't say any more which of the known cards are still
 * there, so all of them are forgotten; the receiver has seen it.
 */
export function forgetUnseen(state: GangupState, owner: number, receiver: number, card: number): void {
  clearRow(state, state.known, owner * state.knownWords);
  for (let v = 0; v < state.seats; v++) {
    if (v === owner) continue;
    if (v === receiver) drop(state.knows, row(state, v, owner), card);
    else clearRow(state, state.knows, row(state, v, owner));
  }
}

/** A hand is shown to all, or to one seat. */
export function learnHand(state: GangupState, owner: number, viewer: number): void {
  const base = owner * state.handCapacity;
  const relearn = (rows: Int32Array, at: number): void => {
    clearRow(state, rows, at);
    for (let i = 0; i < state.handCount[owner]!; i++) add(rows, at, state.hand[base + i]!);
  };
  if (viewer >= 0) {
    if (viewer !== owner) relearn(state.knows, row(state, viewer, owner));
    return;
  }
  relearn(state.known, owner * state.knownWords);
  for (let v = 0; v < state.seats; v++) if (v !== owner) relearn(state.knows, row(state, v, owner));
}

function peekRow(seat: number, pile: number): number {
  return (seat * 2 + pile) * PEEK_MAX;
}

/** R-PEEK: the top card was drawn; who had seen it knows in whose hand it is. Pile 0: crimes, 1: resources. */
export function pileDrawn(state: GangupState, pile: number, seat: number, card: number): void {
  for (let v = 0; v < state.seats; v++) {
    const at = peekRow(v, pile);
    if (state.peeks[at] === card && pile === 1) learnSeat(state, v, seat, card);
    for (let k = at; k < at + PEEK_MAX - 1; k++) state.peeks[k] = state.peeks[k + 1]!;
    state.peeks[at + PEEK_MAX - 1] = -1;
  }
}

/** The first `count` cards of the pile lie in an order nobody knows. */
export function forgetPile(state: GangupState, pile: number, count: number): void {
  for (let v = 0; v < state.seats; v++) {
    const at = peekRow(v, pile);
    state.peeks.fill(-1, at, at + Math.min(PEEK_MAX, count));
  }
}

/** The seat looks at the first `count` cards of the pile. */
export function learnPile(state: GangupState, seat: number, pile: number, count: number): void {
  const cards = pile === 0 ? state.crimePile : state.resourcePile;
  const top = (pile === 0 ? state.info[INFO.crimes]! : state.info[INFO.resources]!) - 1;
  const at = peekRow(seat, pile);
  for (let i = 0; i < count && i <= top; i++) state.peeks[at + i] = cards[top - i]!;
}
