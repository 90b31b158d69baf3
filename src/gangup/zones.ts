import { nextBelow } from '../core/rng.js';
import { emitCards, emitDraw } from './announce-events.js';
import { forgetPile, forgetUnseen, learnPublic, learnSeat, pileDrawn, unlearn } from './knowledge.js';
import { AT_HQ, type GangupState, INFO, type PublicGangup } from './state.js';

/** Inserts into an ascending list of `count` cards. */
export function insertSorted(list: Int32Array, at: number, count: number, card: number): void {
  let i = at + count;
  while (i > at && list[i - 1]! > card) {
    list[i] = list[i - 1]!;
    i--;
  }
  list[i] = card;
}

/** Takes one copy out of a list of `count` cards and fills up with −1; false when there is none. */
export function removeSorted(list: Int32Array, at: number, count: number, card: number): boolean {
  let i = at;
  while (i < at + count && list[i] !== card) i++;
  if (i === at + count) return false;
  for (; i < at + count - 1; i++) list[i] = list[i + 1]!;
  list[i] = -1;
  return true;
}

function toHandUnseen(state: GangupState, seat: number, card: number): void {
  insertSorted(state.hand, seat * state.handCapacity, state.handCount[seat]!, card);
  state.handCount[seat]!++;
}

/** R-KNOWN: a card that goes to a hand from a place all can see. */
export function toHandSeen(state: GangupState, seat: number, card: number): void {
  toHandUnseen(state, seat, card);
  learnPublic(state, seat, card);
}

/** A card leaves a hand to a place all can see. */
export function fromHandSeen(state: GangupState, seat: number, card: number): void {
  if (!removeSorted(state.hand, seat * state.handCapacity, state.handCount[seat]!, card)) {
    throw new Error(`seat ${seat} doesn't hold card ${card}`);
  }
  state.handCount[seat]!--;
  unlearn(state, seat, card);
}

/** A card goes from hand to hand; only the two know it. */
export function passOn(state: GangupState, from: number, to: number, card: number): void {
  removeSorted(state.hand, from * state.handCapacity, state.handCount[from]!, card);
  state.handCount[from]!--;
  forgetUnseen(state, from, to, card);
  toHandUnseen(state, to, card);
  learnSeat(state, from, to, card);
  const { sink } = state;
  if (sink === undefined) return;
  sink({ type: 'passOn', from, seat: to, count: 1 });
  sink({ type: 'passedOn', from, seat: to, card, to: (1 << from) | (1 << to) });
}

export function toDiscard(state: GangupState, card: number): void {
  insertSorted(state.discard, 0, state.info[INFO.discards]!, card);
  state.info[INFO.discards]!++;
}

export function toJail(state: GangupState, card: number): void {
  insertSorted(state.jail, 0, state.info[INFO.jailed]!, card);
  state.info[INFO.jailed]!++;
}

export function toRemoved(state: GangupState, card: number): void {
  insertSorted(state.removed, 0, state.info[INFO.removed]!, card);
  state.info[INFO.removed]!++;
}

export function fromRemoved(state: GangupState, card: number): boolean {
  if (!removeSorted(state.removed, 0, state.info[INFO.removed]!, card)) return false;
  state.info[INFO.removed]!--;
  return true;
}

export function fromJail(state: GangupState, card: number): boolean {
  if (!removeSorted(state.jail, 0, state.info[INFO.jailed]!, card)) return false;
  state.info[INFO.jailed]!--;
  return true;
}

export function fromDiscard(state: GangupState, card: number): boolean {
  if (!removeSorted(state.discard, 0, state.info[INFO.discards]!, card)) return false;
  state.info[INFO.discards]!--;
  return true;
}

export function discardFromHand(state: GangupState, seat: number, card: number): void {
  fromHandSeen(state, seat, card);
  toDiscard(state, card);
  emitCards(state, 'discard', seat, card);
}

/** R-RESHUFFLE: an empty resource pile is made of the shuffled discards. False when both are empty. */
export function refill(state: GangupState): boolean {
  const { info } = state;
  if (info[INFO.resources]! > 0) return true;
  const count = info[INFO.discards]!;
  if (count === 0) return false;
  for (let i = 0; i < count; i++) state.resourcePile[i] = state.discard[i]!;
  state.discard.fill(-1);
  info[INFO.discards] = 0;
  info[INFO.resources] = count;
  shuffle(state, state.resourcePile, count);
  forgetPile(state, 1, count);
  state.sink?.({ type: 'reshuffle' });
  return true;
}

/** Draws up to `n` resource cards; returns how many. */
export function draw(state: GangupState, seat: number, n: number): number {
  const { info } = state;
  let drawn = 0;
  for (; drawn < n && refill(state); drawn++) {
    const top = --info[INFO.resources]!;
    const card = state.resourcePile[top]!;
    state.resourcePile[top] = -1;
    pileDrawn(state, 1, seat, card);
    toHandUnseen(state, seat, card);
    emitDraw(state, seat, card);
  }
  return drawn;
}

export function shuffle(state: GangupState, list: Int32Array, count: number): void {
  for (let i = count - 1; i > 0; i--) {
    const j = nextBelow(state.rng, 0, i + 1);
    const card = list[i]!;
    list[i] = list[j]!;
    list[j] = card;
  }
}

/** Puts a gangster on the table; returns its place. */
export function placeGangster(state: GangupState, seat: number, card: number): number {
  let slot = 0;
  while (state.slotCard[slot] !== -1) slot++;
  state.slotCard[slot] = card;
  state.slotOwner[slot] = seat;
  state.slotAt[slot] = AT_HQ;
  if (slot >= state.slotsEnd) state.info[INFO.slotsEnd] = slot + 1;
  return slot;
}

/** Frees a gangster's place; what it carried goes along (R-MANPOWER). */
export function clearSlot(state: GangupState, slot: number): void {
  state.slotCard[slot] = -1;
  state.slotOwner[slot] = -1;
  state.slotAt[slot] = AT_HQ;
  state.slotCrimeMod[slot] = 0;
  state.slotTurnMod[slot] = 0;
  state.slotProtection[slot] = 0;
  state.slotUsed[slot] = 0;
  let end = state.slotsEnd;
  while (end > 0 && state.slotCard[end - 1]! < 0) end--;
  state.info[INFO.slotsEnd] = end;
}

/** How many gangsters of the seat are in its headquarters. */
export function headquartersCount(table: PublicGangup, seat: number): number {
  let count = 0;
  for (let slot = 0; slot < table.slotsEnd; slot++) {
    if (table.slotCard[slot]! >= 0 && table.slotOwner[slot] === seat && table.slotAt[slot] === AT_HQ) count++;
  }
  return count;
}
