import { RNG_WORDS, type Rng } from '../core/rng.js';
import { CRIME, GANGSTER, INFLUENCE } from './cards.js';
import { clearRow } from './knowledge.js';
import { clearFrame } from './prompts.js';
import { type GangupState, type GangupView, INFO, PEEK_MAX } from './state.js';
import { insertSorted } from './zones.js';

const pool = new Int32Array(512);
const copies = new Int32Array(1024);
const wanted = new Int32Array(1024);

/**
 * A world that the view allows: own hand, known cards of other hands and looked-at cards of the piles stay; all other
 * hidden cards are dealt uniformly. What the others know beyond public knowledge is forgotten, since the seat can't
 * tell. All randomness ahead is fresh.
 */
export function imagine(view: GangupView, rng: Rng, out: GangupState): void {
  const { seat, info } = view;
  const capacity = out.handCapacity;
  out.publicWords.set(view.publicWords);
  out.legalReady = false;
  out.hand.fill(-1);
  out.resourcePile.fill(-1);
  out.crimePile.fill(-1);
  out.peeks.fill(-1);
  const block = view.seats * view.knownWords;
  for (let v = 0; v < view.seats; v++) {
    out.knows.set(v === seat ? view.knows : view.known, v * block);
    clearRow(out, out.knows, v * block + v * view.knownWords);
  }
  out.draft.set(view.draft);
  if (info[INFO.promptSeat] !== seat) clearFrame(out.draft);

  const resources = unseenResources(view);
  for (let i = 0; i < view.handCount[seat]!; i++) out.hand[seat * capacity + i] = view.hand[i]!;
  let count = dealKnown(view, out, resources);
  count = dealPeeked(view, out, count, 1);
  shufflePool(rng, count);
  for (let s = 0; s < view.seats; s++) {
    if (s === seat) continue;
    for (let have = handSize(out, s); have < view.handCount[s]!; have++) {
      insertSorted(out.hand, s * capacity, have, pool[--count]!);
    }
  }
  for (let i = 0; i < info[INFO.resources]!; i++) if (out.resourcePile[i]! < 0) out.resourcePile[i] = pool[--count]!;

  count = unseenCrimes(view);
  count = dealPeeked(view, out, count, 0);
  shufflePool(rng, count);
  for (let i = 0; i < info[INFO.crimes]!; i++) if (out.crimePile[i]! < 0) out.crimePile[i] = pool[--count]!;
  for (let i = 0; i < view.peeks.length; i++) out.peeks[seat * 2 * PEEK_MAX + i] = view.peeks[i]!;
  for (let i = 0; i < RNG_WORDS; i++) out.rng[i] = rng.uint32();
}

function handSize(out: GangupState, seat: number): number {
  const base = seat * out.handCapacity;
  let count = 0;
  while (count < out.handCapacity && out.hand[base + count]! >= 0) count++;
  return count;
}

/** Fills the pool with the resource cards whose place the seat doesn't see. */
function unseenResources(view: GangupView): number {
  const { cards, info } = view;
  for (let card = 0; card < cards.count; card++) {
    const kind = cards.kind[card]!;
    copies[card] = kind === GANGSTER || kind === INFLUENCE ? cards.copies[card]! : 0;
  }
  for (let i = 0; i < view.handCount[view.seat]!; i++) copies[view.hand[i]!]!--;
  for (let slot = 0; slot < view.slots; slot++) if (view.slotCard[slot]! >= 0) copies[view.slotCard[slot]!]!--;
  for (let i = 0; i < info[INFO.jailed]!; i++) copies[view.jail[i]!]!--;
  for (let i = 0; i < info[INFO.discards]!; i++) copies[view.discard[i]!]!--;
  for (let i = 0; i < info[INFO.removed]!; i++) copies[view.removed[i]!]!--;
  if (info[INFO.limbo]! >= 0) copies[info[INFO.limbo]!]!--;
  return fillPool(cards.count);
}

function unseenCrimes(view: GangupView): number {
  const { cards, info } = view;
  for (let card = 0; card < cards.count; card++) copies[card] = cards.kind[card] === CRIME ? cards.copies[card]! : 0;
  for (let i = 0; i < info[INFO.crimeDiscards]!; i++) copies[view.crimeDiscard[i]!]!--;
  if (info[INFO.crime]! >= 0) copies[info[INFO.crime]!]!--;
  return fillPool(cards.count);
}

function fillPool(definitions: number): number {
  let count = 0;
  for (let card = 0; card < definitions; card++) for (let k = 0; k < copies[card]!; k++) pool[count++] = card;
  return count;
}

/** Deals the known cards of the others' hands: per card the larger of public and own knowledge. */
function dealKnown(view: GangupView, out: GangupState, count: number): number {
  for (let s = 0; s < view.seats; s++) {
    if (s === view.seat) continue;
    const at = s * view.knownWords;
    for (let i = 1; i <= view.known[at]!; i++) wanted[view.known[at + i]!] = 0;
    for (let i = 1; i <= view.knows[at]!; i++) wanted[view.knows[at + i]!] = 0;
    count = dealRow(view, out, count, s, view.known);
    count = dealRow(view, out, count, s, view.knows);
  }
  return count;
}

/** Deals what a row knows of a hand beyond what has been dealt of it (`wanted`: copies so far). */
function dealRow(view: GangupView, out: GangupState, count: number, seat: number, rows: Int32Array): number {
  const at = seat * view.knownWords;
  let have = handSize(out, seat);
  let run = 0;
  for (let i = 1; i <= rows[at]!; i++) {
    const card = rows[at + i]!;
    run = i > 1 && rows[at + i - 1] === card ? run + 1 : 1;
    if (run <= wanted[card]! || have >= view.handCount[seat]!) continue;
    wanted[card] = run;
    count = takeFromPool(count, card);
    insertSorted(out.hand, seat * out.handCapacity, have++, card);
  }
  return count;
}

/** Puts looked-at cards of a pile (0 crimes, 1 resources) where they lie. */
function dealPeeked(view: GangupView, out: GangupState, count: number, pile: number): number {
  const size = view.info[pile === 0 ? INFO.crimes : INFO.resources]!;
  const cards = pile === 0 ? out.crimePile : out.resourcePile;
  for (let depth = 0; depth < PEEK_MAX && depth < size; depth++) {
    const card = view.peeks[pile * PEEK_MAX + depth]!;
    if (card < 0) continue;
    cards[size - 1 - depth] = card;
    count = takeFromPool(count, card);
  }
  return count;
}

function takeFromPool(count: number, card: number): number {
  let i = 0;
  while (i < count && pool[i] !== card) i++;
  if (i === count) throw new Error(`the view knows a card ${card} that has no copy left`);
  pool[i] = pool[count - 1]!;
  return count - 1;
}

function shufflePool(rng: Rng, count: number): void {
  for (let i = count - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    const card = pool[i]!;
    pool[i] = pool[j]!;
    pool[j] = card;
  }
}
