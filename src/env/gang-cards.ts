import { DECK_SIZE, JOKER_BASE } from '../cards/card.js';
import { ABSENT, POCKET_CARDS, type TableCards, type TablePlan, tablePlan, UNKNOWN } from '../cards/table-plan.js';
import type { GangView, PublicTable } from '../gang/state.js';
import {
  BOARD_MAX,
  L_OP,
  L_SEAT,
  L_SEEN,
  LEDGER_COUNT,
  LEDGER_WIDTH,
  OP_DISCARD,
  OP_DRAW,
  OP_IN,
  OP_OUT,
  OP_PLAY,
  OP_SHOW,
  ROUND,
  ROUNDS,
} from '../gang/words.js';

/**
 * From views to the card layer: what a seat, or everybody, knows of a table's cards, in the places of `TableCards`.
 * Every seat counts as holding the pocket that it will have in the showdown: cards dealt to a dealer to be played, or
 * drawn to be discarded again, are on their way.
 */

/** Pocket cards with which seats go into this heist's showdown: the variant's, and those that everybody got beside. */
export function pocketInShowdown(table: PublicTable): number {
  const base = POCKET_CARDS[table.config.variant];
  let fewest = Number.POSITIVE_INFINITY;
  for (let s = 0; s < table.shape.seats; s++) fewest = Math.min(fewest, table.pocketCount[s]!);
  // Before the deal nobody holds any; a seat that passes a card on holds one less for a moment.
  return Math.min(10, Math.max(base, fewest));
}

const plans = new Map<string, TablePlan>();

/** The card layer's plan of this heist's table; the same object for the same numbers. */
export function cardPlanOf(table: PublicTable): TablePlan {
  const { seats } = table.shape;
  const pocket = pocketInShowdown(table);
  const key = `${table.config.variant}|${seats}|${pocket}`;
  let plan = plans.get(key);
  if (plan === undefined) {
    plan = tablePlan(table.config.variant, seats, pocket);
    plans.set(key, plan);
  }
  return plan;
}

/** Fills `out` with what everybody sees: face-up cards, stacks, lone cards and pocket cards that were shown to all. */
export function fillPublicCards(view: GangView, out: TableCards): void {
  const { plan } = out;
  out.reset();
  if (plan.faceUp === BOARD_MAX && view.shape.up === 0) {
    for (let i = 0; i < BOARD_MAX; i++) out.cards[i] = openCode(view.board[i]!);
  } else {
    for (let i = 0; i < plan.faceUp; i++) out.cards[i] = openCode(view.up[i]!);
  }
  for (let s = 0; s < plan.seats; s++) {
    for (const { modifier, call } of view.plan.extraPlace) {
      const place = call(view, modifier, s);
      if (place >= BOARD_MAX) out.cards[plan.loneAt + s] = openCode(view.up[place - BOARD_MAX]!);
    }
  }
  addStacks(view, out);
  const everybody = (1 << plan.seats) - 1;
  for (let s = 0; s < plan.seats; s++) {
    const count = knownCards(view, s, everybody, scratch);
    for (let i = 0; i < count && i < plan.pocket; i++) out.cards[out.pocketPlace(s, i)] = scratch[i]!;
  }
  if (view.config.variant === 'voteOfChange') out.votes = ROUNDS - 1 - view.info[ROUND]!;
  out.deckLeft = deckLeft(view);
  out.jokers = view.config.jokers ? Math.max(0, 2 - out.stackedCount - jokersSeen(view)) : 0;
}

const scratch = new Int32Array(32);

/** A joker lies open only until it is settled: until then nothing is known of its place. */
function openCode(card: number): number {
  return card < 0 || card >= JOKER_BASE ? UNKNOWN : card;
}

/** R-JOKER: stacks count in the card layer by the place they lie on; community places and rows come first in both. */
function addStacks(view: GangView, out: TableCards): void {
  const { stacked } = view;
  for (let place = 0; 2 * place < stacked.length; place++) {
    for (let layer = 0; layer < 2; layer++) {
      const card = stacked[2 * place + layer]!;
      if (card < 0) continue;
      const at = cardPlace(view, out.plan, place);
      if (at >= 0 && out.stackedCount < 2) out.stack(at, card);
    }
  }
}

/** The card layer's place of an open place of the rules (`openCardAt`); −1 where it has none. */
function cardPlace(view: GangView, plan: TablePlan, place: number): number {
  if (place < BOARD_MAX) return view.shape.up === 0 ? place : -1;
  const row = place - BOARD_MAX;
  if (row < plan.faceUp && view.shape.up > 0) return row;
  for (let s = 0; s < plan.seats; s++) {
    for (const { modifier, call } of view.plan.extraPlace)
      if (call(view, modifier, s) === place) return plan.loneAt + s;
  }
  return -1;
}

/** Jokers that lie on the discard pile for everybody to know, those that became stacks aside. */
function jokersSeen(view: GangView): number {
  let count = 0;
  for (let e = 0; e < view.info[LEDGER_COUNT]!; e++) if (view.ledgerCard[e]! >= JOKER_BASE) count++;
  let stacks = 0;
  for (const card of view.stacked) if (card >= 0) stacks++;
  return Math.max(0, count - stacks);
}

function deckLeft(view: GangView): number {
  let dealt = 0;
  for (let s = 0; s < view.shape.seats; s++) dealt += view.pocketCount[s]!;
  for (const card of view.board) if (card >= 0) dealt++;
  for (const card of view.up) if (card >= 0) dealt++;
  for (const card of view.stacked) if (card >= 0) dealt++;
  return Math.max(1, view.shape.deck - dealt);
}

/**
 * Fills `out` with what the view's seat knows: the public cards, its own pocket, and other seats' cards that it was
 * shown or gave away. `pocket` [count]: the cards with which the seat means to go into the showdown, its pocket unless
 * it still has cards to play or to discard. `strangers`: the pockets of the others count as unknown all the same.
 */
export function fillOwnCards(
  view: GangView,
  out: TableCards,
  pocket: ArrayLike<number>,
  count: number,
  strangers = false,
): void {
  fillPublicCards(view, out);
  const { plan } = out;
  for (let s = 0; s < plan.seats; s++) {
    const own = s === view.seat;
    const known = own ? count : knownCards(view, s, 1 << view.seat, scratch);
    for (let i = 0; i < plan.pocket; i++) {
      const place = out.pocketPlace(s, i);
      if (own) out.cards[place] = i < count ? pocket[i]! : ABSENT;
      else if (strangers) out.cards[place] = UNKNOWN;
      else if (i < known) out.cards[place] = scratch[i]!;
    }
  }
}

/**
 * Pocket cards of a seat that all the seats in `readers` (bits) know: shown or passed since the seat last gave a card
 * away that they don't know. Fills `out`, returns how many.
 */
export function knownCards(view: GangView, seat: number, readers: number, out: Int32Array): number {
  const { ledger, ledgerCard } = view;
  let count = 0;
  for (let e = 0; e < view.info[LEDGER_COUNT]!; e++) {
    const at = e * LEDGER_WIDTH;
    if (ledger[at + L_SEAT] !== seat) continue;
    const card = ledgerCard[e]!;
    const seen = card >= 0 && card < JOKER_BASE && (ledger[at + L_SEEN]! & readers) === readers;
    switch (ledger[at + L_OP]!) {
      case OP_SHOW:
      case OP_IN:
      case OP_DRAW:
        if (seen && find(out, count, card) < 0) out[count++] = card;
        break;
      case OP_OUT:
      case OP_DISCARD:
      case OP_PLAY: {
        const i = seen ? find(out, count, card) : -1;
        if (i >= 0) out[i] = out[--count]!;
        else if (!seen) count = 0;
        break;
      }
    }
  }
  return count;
}

function find(list: Int32Array, count: number, card: number): number {
  for (let i = 0; i < count; i++) if (list[i] === card) return i;
  return -1;
}

/** Bits of the ordinary cards that the view's seat knows to lie elsewhere than in another seat's pocket: two words. */
export function deadCards(view: GangView, out: Int32Array): void {
  out.fill(0);
  for (let i = 0; i < view.pocketCount[view.seat]!; i++) mark(view.pocket[i]!, out);
  for (const card of view.board) mark(card, out);
  for (const card of view.up) mark(card, out);
  for (const card of view.stacked) mark(card, out);
  for (let e = 0; e < view.info[LEDGER_COUNT]!; e++) {
    const op = view.ledger[e * LEDGER_WIDTH + L_OP]!;
    // What left a pocket for good; cards that went to another pocket are somewhere among them.
    if (op !== OP_SHOW && op !== OP_IN && op !== OP_DRAW && op !== OP_OUT) mark(view.ledgerCard[e]!, out);
  }
}

function mark(card: number, out: Int32Array): void {
  if (card < 0 || card >= DECK_SIZE) return;
  out[card >> 5] = out[card >> 5]! | (1 << (card & 31));
}

/** Whether a card is among those marked. */
export function isMarked(card: number, marks: Int32Array): boolean {
  return card >= 0 && card < DECK_SIZE && ((marks[card >> 5]! >> (card & 31)) & 1) === 1;
}
