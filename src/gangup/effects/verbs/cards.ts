import { nextBelow } from '../../../core/rng.js';
import { forgetPile, learnHand, learnPile } from '../../knowledge.js';
import { type GangupState, INFO } from '../../state.js';
import { discardFromHand, passOn, refill } from '../../zones.js';

export function handCard(state: GangupState, seat: number, i: number): number {
  return state.hand[seat * state.handCapacity + i]!;
}

export function discardAll(state: GangupState, seat: number): void {
  while (state.handCount[seat]! > 0) discardFromHand(state, seat, handCard(state, seat, 0));
}

export function discardRandom(state: GangupState, seat: number, n: number): void {
  for (let i = 0; i < n && state.handCount[seat]! > 0; i++) {
    discardFromHand(state, seat, handCard(state, seat, nextBelow(state.rng, 0, state.handCount[seat]!)));
  }
}

export function takeRandom(state: GangupState, from: number, to: number, n: number): void {
  for (let i = 0; i < n && state.handCount[from]! > 0; i++) {
    passOn(state, from, to, handCard(state, from, nextBelow(state.rng, 0, state.handCount[from]!)));
  }
}

/** Shows a hand to all (`viewer` −1) or to one seat. */
export function reveal(state: GangupState, owner: number, viewer: number): void {
  learnHand(state, owner, viewer);
  if (state.sink === undefined) return;
  const cards = Array.from({ length: state.handCount[owner]! }, (_, i) => handCard(state, owner, i));
  if (viewer < 0) state.sink({ type: 'reveal', seat: owner, cards });
  else state.sink({ type: 'reveal', seat: owner, cards, to: (1 << viewer) | (1 << owner) });
}

/** R-PEEK: looks at the top of a pile (0 crimes, 1 resources) in order to put it in another one; how many there are. */
export function peek(state: GangupState, seat: number, pile: number, n: number): number {
  if (pile === 1) refill(state);
  const count = Math.min(n, pile === 0 ? state.info[INFO.crimes]! : state.info[INFO.resources]!);
  // The others can't know any more where what they saw lies, unless there is only one order.
  if (count > 1) forgetPile(state, pile, count);
  learnPile(state, seat, pile, count);
  if (state.sink !== undefined && count > 0) {
    const name = pile === 0 ? 'crime' : 'resource';
    state.sink({ type: 'peek', seat, pile: name, count });
    const cards = Array.from({ length: count }, (_, i) => peekedCard(state, pile, i));
    state.sink({ type: 'peeked', seat, pile: name, cards, to: 1 << seat });
  }
  return count;
}

/** The card `depth` below the top of the pile. */
export function peekedCard(state: GangupState, pile: number, depth: number): number {
  return pile === 0
    ? state.crimePile[state.info[INFO.crimes]! - 1 - depth]!
    : state.resourcePile[state.info[INFO.resources]! - 1 - depth]!;
}

/** Moves the card to `depth`, behind those put in order before it. */
export function putAt(state: GangupState, seat: number, pile: number, depth: number, card: number): void {
  const cards = pile === 0 ? state.crimePile : state.resourcePile;
  const top = (pile === 0 ? state.info[INFO.crimes]! : state.info[INFO.resources]!) - 1;
  let from = depth;
  while (cards[top - from] !== card) from++;
  for (let i = from; i > depth; i--) cards[top - i] = cards[top - i + 1]!;
  cards[top - depth] = card;
  learnPile(state, seat, pile, from + 1);
}
