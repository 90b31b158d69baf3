import { CARD_CODES, DECK_SIZE } from '../cards/card.js';
import type { HandWeights } from '../core/game.js';
import type { Rng } from '../core/rng.js';
import type { GangView } from './state.js';
import {
  BOARD_MAX,
  L_BOARD,
  L_BY,
  L_OP,
  L_OTHER,
  L_SEAT,
  L_VALUE,
  LEDGER_COUNT,
  LEDGER_WIDTH,
  OP_ASIDE,
  OP_DISCARD,
  OP_DRAW,
  OP_FACT,
  OP_IN,
  OP_OUT,
  OP_PLAY,
  OP_REPLACE,
  OP_SHOW,
  OP_STACK,
  POOL,
} from './words.js';

/**
 * Pockets through a heist, backwards. The ledger says which seats drew, discarded, passed and were told about; the cards
 * themselves are hidden. Given the cards as they lie now, and for each hidden move a choice among the cards that may
 * have been the one, undoing the entries one by one gives every pocket as it was at any time.
 *
 * Undoing is uniform: forwards, a seat that draws and then discards any of its k cards has k histories; backwards, any
 * of its k cards may be the one that it drew. The same holds for passing on, so that all histories with the same
 * entries are equally likely in both directions.
 */

const HANDS_MAX = 10;
const ROOM = 24;
const ENTRIES_MAX = 512;
const STACKED_MAX = 128;

export class HandHistory {
  /** [S, ROOM] the pockets at the time that the walk has come to, and how many cards each has. */
  readonly hands = new Int32Array(HANDS_MAX * ROOM);
  readonly counts = new Int32Array(HANDS_MAX);
  /** [L] the card of each entry: known to the view, or found by the walk. */
  readonly cards = new Int32Array(ENTRIES_MAX);
  readonly board = new Int32Array(BOARD_MAX);
  /** Cards stacked by jokers, as `PublicTable.stacked`. */
  readonly stacked = new Int32Array(STACKED_MAX);
  /** Entries of the ledger. */
  choices = 0;
  private readonly chosen = new Uint32Array(ENTRIES_MAX);
  private readonly known = new Int32Array(HANDS_MAX * ROOM);
  private readonly knownEntry = new Int32Array(ENTRIES_MAX);
  private readonly now = new Int32Array(HANDS_MAX * ROOM);
  /** Cards on their way from one pocket to another, by receiver; the last row is the pile in the middle. */
  private readonly transit = new Int32Array(POOL * ROOM + CARD_CODES);
  private readonly transitCount = new Int32Array(POOL + 1);

  /**
   * Takes up the view: its ledger and `pocket` [S, P], in which cards that it doesn't know are −1. Discards before entry
   * `reshuffled` lie on the pile no more (R-RESHUFFLE).
   */
  begin(view: GangView, pocket: Int32Array, reshuffled: number): void {
    this.reshuffled = reshuffled;
    this.choices = view.info[LEDGER_COUNT]!;
    if (this.choices > ENTRIES_MAX) throw new RangeError(`a ledger of ${this.choices} entries`);
    const width = view.shape.pocket;
    for (let s = 0; s < view.shape.seats; s++) {
      for (let i = 0; i < view.pocketCount[s]!; i++) this.known[s * ROOM + i] = pocket[s * width + i]!;
    }
    this.counts.fill(0);
    this.piled.fill(0);
    for (let e = 0; e < this.choices; e++) {
      this.knownEntry[e] = view.ledgerCard[e]!;
      const op = view.ledger[e * LEDGER_WIDTH + L_OP]!;
      this.discarded[e] = op === OP_DISCARD || op === OP_ASIDE ? 1 : 0;
      const pile = op === OP_OUT && view.ledger[e * LEDGER_WIDTH + L_OTHER] === POOL;
      if (pile && this.knownEntry[e]! >= 0) this.piled[this.knownEntry[e]!] = 1;
    }
    this.width = width;
  }

  /** Cards that a broken fact or a misplaced card is about, as the last walk found them; [count] of them. */
  readonly broken = new Int32Array(CARD_CODES);
  brokenCount = 0;
  /** [CARD_CODES] 1 for cards that are known to have gone into the pile in the middle. */
  private readonly piled = new Uint8Array(CARD_CODES);

  private width = 0;
  /** [L] 1 for entries whose card goes from a pocket or the deck to the discard pile. */
  private readonly discarded = new Uint8Array(ENTRIES_MAX);
  private reshuffled = 0;

  /** Lays the first `hidden` cards of the pool in their places (a pocket's cell, or an entry of the ledger). */
  lay(pool: Int32Array, hidden: number, placeSeat: Int32Array, placeIndex: Int32Array): void {
    this.now.set(this.known);
    for (let e = 0; e < this.choices; e++) this.cards[e] = this.knownEntry[e]!;
    for (let i = 0; i < hidden; i++) {
      const seat = placeSeat[i]!;
      if (seat < 0) this.cards[placeIndex[i]!] = pool[i]!;
      else this.now[seat * ROOM + placeIndex[i]! - seat * this.width] = pool[i]!;
    }
  }

  /** Whether anything at all must hold: facts, cards that were shown, cards that moved and are known. */
  constrained(view: GangView): boolean {
    for (let e = 0; e < this.choices; e++) {
      const op = view.ledger[e * LEDGER_WIDTH + L_OP]!;
      if (op === OP_FACT || this.knownEntry[e]! >= 0 || e < this.reshuffled) return true;
    }
    return false;
  }

  chooseAll(rng: Rng): void {
    for (let e = 0; e < this.choices; e++) this.chosen[e] = rng.uint32();
  }

  /** Another choice for one entry; returns the one before. */
  choose(entry: number, rng: Rng): number {
    const before = this.chosen[entry]!;
    this.chosen[entry] = rng.uint32();
    return before;
  }

  restore(entry: number, choice: number): void {
    this.chosen[entry] = choice;
  }

  /** Walks back to the deal; returns how far the pockets were from what the ledger says, 0 when everything held. */
  walk(view: GangView): number {
    this.hands.set(this.now);
    for (let s = 0; s < view.shape.seats; s++) this.counts[s] = view.pocketCount[s]!;
    this.board.set(view.board);
    this.stacked.set(view.stacked);
    this.transitCount.fill(0);
    this.brokenCount = 0;
    let far = 0;
    for (let e = this.choices - 1; e >= 0; e--) far += this.undo(view, e);
    return far;
  }

  private undo(view: GangView, e: number): number {
    const { ledger } = view;
    const at = e * LEDGER_WIDTH;
    const seat = ledger[at + L_SEAT]!;
    const other = ledger[at + L_OTHER]!;
    switch (ledger[at + L_OP]) {
      case OP_FACT:
        return this.factDistance(view, at, seat);
      case OP_SHOW: {
        const card = this.cards[e]!;
        if (card >= 0) return this.indexOf(seat, card) >= 0 ? 0 : this.breaks(card);
        this.cards[e] = this.hands[seat * ROOM + (this.chosen[e]! % this.counts[seat]!)]!;
        return 0;
      }
      case OP_DRAW:
        return this.takeOut(e, seat);
      case OP_DISCARD:
      case OP_ASIDE: {
        const missing = this.cards[e]! < 0 ? this.chooseDiscard(view, e) : 0;
        if (ledger[at + L_OP] === OP_DISCARD) this.add(seat, this.cards[e]!);
        return missing;
      }
      case OP_PLAY:
        this.add(seat, this.cards[e]!);
        if (other >= 0 && other < BOARD_MAX) this.board[other] = -1;
        return 0;
      case OP_REPLACE:
        this.putBack(other, ledger[at + L_VALUE]!, this.cards[e]!);
        return 0;
      case OP_STACK:
        this.putBack(other, ledger[at + L_VALUE]!, -1);
        return 0;
      case OP_IN: {
        const missing = this.takeOut(e, seat);
        const row = other === POOL ? POOL : seat;
        this.transit[row * ROOM + this.transitCount[row]!] = this.cards[e]!;
        this.transitCount[row] = this.transitCount[row]! + 1;
        return missing;
      }
      case OP_OUT:
        return this.giveBack(e, seat, other === POOL ? POOL : other);
      default:
        throw new RangeError(`entry ${e} of the ledger has no operation`);
    }
  }

  /** Undoes an arrival: the entry's card, or a chosen one, leaves the pocket. 1 when it should be there and isn't. */
  private takeOut(e: number, seat: number): number {
    const count = this.counts[seat]!;
    const wanted = this.cards[e]!;
    const found = wanted >= 0 ? this.indexOf(seat, wanted) : this.chosen[e]! % count;
    const index = found >= 0 ? found : this.chosen[e]! % count;
    const from = seat * ROOM;
    if (wanted < 0) this.cards[e] = this.hands[from + index]!;
    this.hands[from + index] = this.hands[from + count - 1]!;
    this.counts[seat] = count - 1;
    return found >= 0 ? 0 : this.breaks(wanted);
  }

  /**
   * A hidden card that was shuffled back into the deck since (R-RESHUFFLE): any but a joker, which never goes back, that
   * lay nowhere else then – in a pocket, on the table, or on the pile as another entry's. It may lie open by now. 1 when
   * there is none.
   */
  private chooseDiscard(view: GangView, e: number): number {
    const first = this.chosen[e]! % DECK_SIZE;
    for (let tries = 0; tries < DECK_SIZE; tries++) {
      const card = (first + tries) % DECK_SIZE;
      if (this.layElsewhere(view, e, card)) continue;
      this.cards[e] = card;
      return 0;
    }
    this.cards[e] = first;
    return 1;
  }

  private layElsewhere(view: GangView, e: number, card: number): boolean {
    for (let s = 0; s < view.shape.seats; s++) if (this.indexOf(s, card) >= 0) return true;
    for (let o = 0; o < this.reshuffled; o++) {
      if (o !== e && this.discarded[o] === 1 && this.cards[o] === card) return true;
    }
    const open = view.ledger[e * LEDGER_WIDTH + L_BOARD]!;
    for (let i = 0; i < open; i++) if (this.board[i] === card) return true;
    return false;
  }

  /** Undoes a departure: the card on its way goes back; of several in the pile the entry's, or a chosen one. */
  private giveBack(e: number, seat: number, row: number): number {
    const count = this.transitCount[row]!;
    const wanted = this.cards[e]!;
    let index = this.chosen[e]! % Math.max(1, count);
    let missing = 0;
    if (wanted >= 0) {
      let found = -1;
      for (let i = 0; i < count; i++) if (this.transit[row * ROOM + i] === wanted) found = i;
      if (found < 0) missing = this.breaks(wanted);
      else index = found;
    } else if (row === POOL) {
      // Cards that are known to have come from another seat are that seat's.
      for (let tries = 1; tries < count && this.piled[this.transit[row * ROOM + index]!] === 1; tries++) {
        index = (index + 1) % count;
      }
    }
    const card = this.transit[row * ROOM + index]!;
    if (wanted < 0) this.cards[e] = card;
    this.transit[row * ROOM + index] = this.transit[row * ROOM + count - 1]!;
    this.transitCount[row] = count - 1;
    this.add(seat, card);
    return missing;
  }

  /** A face-up card lies on its place again, in the given layer of its stack; −1: lay not there yet. */
  private putBack(place: number, layer: number, card: number): void {
    if (layer > 0) this.stacked[2 * place + layer - 1] = card;
    else if (place < BOARD_MAX) this.board[place] = card;
  }

  private factDistance(view: GangView, at: number, seat: number): number {
    const by = view.plan.modifiers[view.ledger[at + L_BY]!]!;
    const count = this.counts[seat]!;
    for (let i = 0; i < count; i++) ONE_HAND[i] = this.hands[seat * ROOM + i]!;
    const open = view.ledger[at + L_BOARD]!;
    for (let i = 0; i < BOARD_MAX; i++) ONE_BOARD[i] = i < open ? this.board[i]! : -1;
    const far = by.factDistance!(view, at, ONE_HAND, count, ONE_BOARD, this.stacked);
    if (far > 0) for (let i = 0; i < count; i++) this.breaks(ONE_HAND[i]!);
    return far;
  }

  /** Notes a card that would have to lie elsewhere. */
  private breaks(card: number): number {
    if (this.brokenCount < this.broken.length) this.broken[this.brokenCount++] = card;
    return 1;
  }

  private add(seat: number, card: number): void {
    this.hands[seat * ROOM + this.counts[seat]!] = card;
    this.counts[seat] = this.counts[seat]! + 1;
  }

  private indexOf(seat: number, card: number): number {
    for (let i = 0; i < this.counts[seat]!; i++) if (this.hands[seat * ROOM + i] === card) return i;
    return -1;
  }

  /** The cards of all entries as the last walk found them. */
  writeCards(view: GangView, out: Int32Array): void {
    for (let e = 0; e < view.info[LEDGER_COUNT]!; e++) {
      const op = view.ledger[e * LEDGER_WIDTH + L_OP]!;
      if (op !== OP_FACT) out[e] = this.cards[e]!;
    }
  }

  /** Whether every seat holds two cards, which is what weights of hands are about. */
  pairs(view: GangView): boolean {
    for (let s = 0; s < view.shape.seats; s++) if (view.pocketCount[s] !== 2) return false;
    return true;
  }

  /** The product of the weights of the other seats' hands as they lie now. */
  weight(view: GangView, weights: HandWeights): number {
    let product = 1;
    for (let s = 0; s < view.shape.seats; s++) {
      if (s !== view.seat) product *= Math.max(0, weights(s, this.now[s * ROOM]!, this.now[s * ROOM + 1]!));
    }
    return product;
  }
}

const ONE_HAND = new Int32Array(ROOM);
const ONE_BOARD = new Int32Array(BOARD_MAX);

/** How far the laid cards are from what the ledger says. */
export function distance(view: GangView, history: HandHistory): number {
  return history.walk(view);
}
