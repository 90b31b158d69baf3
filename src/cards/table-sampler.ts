import type { Rng } from '../core/rng.js';
import { DECK_SIZE, JOKER_BASE } from './card.js';
import { FACE_UP_MAX, HandCards, POCKET_MAX, plainStrength } from './hand-cards.js';
import { ABSENT, isSamePlan, type TableCards, type TablePlan, UNKNOWN } from './table-plan.js';

const HAND_PLACES = POCKET_MAX + FACE_UP_MAX;

/**
 * Deals the cards of a table that a viewer doesn't know, and says what each seat then holds. `prepare` reads the known
 * cards, `deal` completes them at random, `strengthOf` evaluates a seat. Nothing is allocated after the constructor.
 *
 * The unknown cards are uniform over all cards that aren't known to lie elsewhere. Jokers (R-JOKER) come up at unknown
 * face-up places as often as the deck holds them, and make stacks; pockets hold none, for they were replaced.
 */
export class TableSampler {
  /** [places] the dealt world; `ABSENT` where no card is. */
  readonly world: Int32Array;
  /** Cards stacked in this world: places and codes. */
  readonly stackedOn = new Int32Array(2);
  readonly stackedCard = new Int32Array(2);
  stackedCount = 0;

  /** [52] the cards that aren't known, the first `drawn` of them dealt. */
  private readonly deck = new Int32Array(DECK_SIZE);
  /** The same cards in ascending order. */
  private readonly unseen = new Int32Array(DECK_SIZE);
  private deckCount = 0;
  private drawn = 0;
  private faceUpDrawn = 0;
  private readonly known: Int32Array;
  private readonly unknownFaceUp: Int32Array;
  private unknownFaceUpCount = 0;
  private readonly unknownPocket: Int32Array;
  private unknownPocketCount = 0;
  /** [seats, HAND_PLACES] the places of each seat's cards: pocket first. */
  private readonly handPlaces: Int16Array;
  private readonly pocketCounts: Int32Array;
  private readonly boardCounts: Int32Array;
  /** [seats] 1 where all cards of the hand are ordinary and different. */
  private readonly isPlain: Uint8Array;
  private readonly seen = new Uint8Array(JOKER_BASE);
  private readonly cards = new Int32Array(HAND_PLACES);
  private readonly hand = new HandCards();
  private jokers = 0;
  private deckLeft = 0;
  private table: TableCards | undefined;

  constructor(readonly plan: TablePlan) {
    this.world = new Int32Array(plan.places);
    this.known = new Int32Array(plan.places);
    this.unknownFaceUp = new Int32Array(plan.places);
    this.unknownPocket = new Int32Array(plan.places);
    this.handPlaces = new Int16Array(plan.seats * HAND_PLACES);
    this.pocketCounts = new Int32Array(plan.seats);
    this.boardCounts = new Int32Array(plan.seats);
    this.isPlain = new Uint8Array(plan.seats);
  }

  /** Reads a table. Throws `RangeError` for a code that is no card, too many stacks, or more places than cards. */
  prepare(table: TableCards): void {
    const { plan, known, seen, deck } = this;
    if (!isSamePlan(table.plan, plan)) throw new RangeError('the table has another plan');
    if (table.stackedCount + table.jokers > 2) throw new RangeError('there are only two jokers');
    this.table = table;
    seen.fill(0);
    this.unknownFaceUpCount = 0;
    this.unknownPocketCount = 0;
    for (let place = 0; place < plan.places; place++) {
      const card = table.cards[place]!;
      known[place] = card;
      if (card === UNKNOWN) {
        if (place < plan.pocketAt) this.unknownFaceUp[this.unknownFaceUpCount++] = place;
        else this.unknownPocket[this.unknownPocketCount++] = place;
      } else if (card !== ABSENT) this.see(card);
    }
    for (let i = 0; i < table.stackedCount; i++) this.see(table.stackedCard[i]!);
    this.deckCount = 0;
    for (let card = 0; card < DECK_SIZE; card++) if (seen[card] === 0) deck[this.deckCount++] = card;
    this.unseen.set(deck);
    const needed = this.unknownFaceUpCount + this.unknownPocketCount + table.jokers + table.votes;
    if (needed > this.deckCount) throw new RangeError(`${needed} cards to deal of ${this.deckCount}`);
    for (let seat = 0; seat < plan.seats; seat++) this.prepareSeat(seat);
  }

  private see(card: number): void {
    if (!(card >= 0 && card < JOKER_BASE)) throw new RangeError(`${card} can't lie on the table`);
    this.seen[card]!++;
  }

  private prepareSeat(seat: number): void {
    const { plan, known, handPlaces } = this;
    const at = seat * HAND_PLACES;
    let count = 0;
    for (let i = 0; i < plan.pocket; i++) {
      const place = plan.pocketAt + seat * plan.pocket + i;
      if (known[place] !== ABSENT) handPlaces[at + count++] = place;
    }
    this.pocketCounts[seat] = count;
    for (let i = 0; i < plan.boardSize; i++) {
      const place = plan.boards[seat * plan.boardSize + i]!;
      if (known[place] !== ABSENT) handPlaces[at + count++] = place;
    }
    this.boardCounts[seat] = count - this.pocketCounts[seat]!;
    let isPlain = 1;
    for (let i = 0; i < count; i++) {
      const card = known[handPlaces[at + i]!]!;
      if (card >= DECK_SIZE || (card >= 0 && this.seen[card]! > 1)) isPlain = 0;
    }
    this.isPlain[seat] = isPlain;
  }

  /** How many cards the seat holds at the end, pocket and others. */
  handCount(seat: number): number {
    return this.pocketCounts[seat]! + this.boardCounts[seat]!;
  }

  /** Completes the table at random: `dealFaceUp`, then `dealPockets`. */
  deal(rng: Rng, index = -1): void {
    this.dealFaceUp(rng, index);
    this.dealPockets(rng);
  }

  /** How many runouts are all that can be: 1 on the river, the unseen cards where one card is to come, else 0. */
  get runouts(): number {
    const table = this.table!;
    if (table.votes > 0 || this.unknownFaceUpCount > 1) return 0;
    return this.unknownFaceUpCount === 0 ? 1 : table.jokers > 0 ? 0 : this.deckCount;
  }

  /**
   * Turns up the face-up cards that aren't known yet; unknown pockets have no cards until `dealPockets`. Where one card
   * is to come, `index` 0, 1, 2 … goes through all of them in turn: a sample that is spread evenly errs less.
   */
  dealFaceUp(rng: Rng, index = -1): void {
    const { world, known, unknownFaceUp } = this;
    const table = this.table!;
    world.set(known);
    this.drawn = 0;
    this.jokers = table.jokers;
    this.deckLeft = table.deckLeft;
    this.stackedCount = table.stackedCount;
    for (let i = 0; i < table.stackedCount; i++) {
      this.stackedOn[i] = table.stackedOn[i]!;
      this.stackedCard[i] = table.stackedCard[i]!;
    }
    const runouts = index < 0 ? 0 : this.runouts;
    if (runouts > 1) world[unknownFaceUp[0]!] = this.take(this.unseen[index % runouts]!);
    else for (let i = 0; i < this.unknownFaceUpCount; i++) this.turnUp(unknownFaceUp[i]!, rng);
    for (let i = 0; i < table.votes; i++) {
      const place = rng.below(5);
      this.unstack(place);
      this.turnUp(place, rng);
    }
    this.faceUpDrawn = this.drawn;
  }

  /** Deals the unknown pocket cards, again and again beside the same face-up cards. */
  dealPockets(rng: Rng): void {
    const { world, unknownPocket } = this;
    this.drawn = this.faceUpDrawn;
    for (let i = 0; i < this.unknownPocketCount; i++) world[unknownPocket[i]!] = this.draw(rng);
  }

  private take(card: number): number {
    const { deck } = this;
    const i = this.drawn++;
    const j = deck.indexOf(card, i);
    deck[j] = deck[i]!;
    deck[i] = card;
    return card;
  }

  private draw(rng: Rng): number {
    const { deck } = this;
    const i = this.drawn++;
    // Uniform to within 2^-26 of each chance, far below any sampling error, at half the cost of an exact draw.
    const j = i + Math.floor((rng.uint32() * (this.deckCount - i)) / 0x1_0000_0000);
    const card = deck[j]!;
    deck[j] = deck[i]!;
    deck[i] = card;
    return card;
  }

  /** A card from the deck to a face-up place; each joker is replaced by two cards, stacked (R-JOKER). */
  private turnUp(place: number, rng: Rng): void {
    let first = true;
    for (let left = 1; left > 0; ) {
      if (this.jokers > 0 && rng.below(Math.max(this.deckLeft, this.jokers)) < this.jokers) {
        this.jokers--;
        this.deckLeft--;
        left++;
        continue;
      }
      this.deckLeft--;
      left--;
      const card = this.draw(rng);
      if (first) this.world[place] = card;
      else {
        this.stackedOn[this.stackedCount] = place;
        this.stackedCard[this.stackedCount++] = card;
      }
      first = false;
    }
  }

  /** A stack that is voted away goes as a whole. */
  private unstack(place: number): void {
    let kept = 0;
    for (let i = 0; i < this.stackedCount; i++) {
      if (this.stackedOn[i] === place) continue;
      this.stackedOn[kept] = this.stackedOn[i]!;
      this.stackedCard[kept++] = this.stackedCard[i]!;
    }
    this.stackedCount = kept;
  }

  /** Strength of a seat's hand in the dealt world. Errors as `HandCards.strength`. */
  strengthOf(seat: number): number {
    const { plan, world, handPlaces, cards } = this;
    const pocketCount = this.pocketCounts[seat]!;
    const boardCount = this.boardCounts[seat]!;
    const at = seat * HAND_PLACES;
    if (this.isPlain[seat] === 0 || this.stackedCount > 0) {
      this.fillHand(seat, this.hand);
      return this.hand.strength(plan.exactly);
    }
    for (let i = pocketCount + boardCount - 1; i >= 0; i--) cards[i] = world[handPlaces[at + i]!]!;
    return plainStrength(cards, 0, pocketCount, boardCount, plan.exactly);
  }

  /**
   * Strength of a seat with another pocket, beside face-up cards that were dealt and copied before (no stacks then).
   * @param pocket [plan.pocket] cards of any kind but jokers from `at`, by places (`ABSENT` where the seat has no card)
   * @param faceUp the world's places 0 … pocketAt − 1, from `base`
   */
  strengthWith(seat: number, pocket: ArrayLike<number>, at: number, faceUp: Int32Array, base: number): number {
    const { plan, handPlaces, cards } = this;
    const pocketCount = this.pocketCounts[seat]!;
    const boardCount = this.boardCounts[seat]!;
    const from = seat * HAND_PLACES;
    const first = plan.pocketAt + seat * plan.pocket;
    let isPlain = this.isPlain[seat] === 1;
    for (let i = 0; i < pocketCount; i++) {
      const card = pocket[at + handPlaces[from + i]! - first]!;
      cards[i] = card;
      if (card >= DECK_SIZE) isPlain = false;
    }
    for (let i = pocketCount; i < pocketCount + boardCount; i++) cards[i] = faceUp[base + handPlaces[from + i]!]!;
    if (isPlain) return plainStrength(cards, 0, pocketCount, boardCount, plan.exactly);
    this.hand.clear();
    for (let i = 0; i < pocketCount; i++) this.hand.addPocket(cards[i]!);
    for (let i = 0; i < boardCount; i++) this.hand.addBoard(cards[pocketCount + i]!);
    return this.hand.strength(plan.exactly);
  }

  /** The same beside the face-up cards and stacks of `world`, whose pocket of that seat it overwrites. */
  strengthHere(seat: number, pocket: ArrayLike<number>, at: number): number {
    const { plan, world } = this;
    for (let i = 0; i < plan.pocket; i++) world[plan.pocketAt + seat * plan.pocket + i] = pocket[at + i]!;
    this.fillHand(seat, this.hand);
    return this.hand.strength(plan.exactly);
  }

  /** A seat's cards in the dealt world. */
  fillHand(seat: number, hand: HandCards): void {
    const { world, handPlaces } = this;
    const pocketCount = this.pocketCounts[seat]!;
    const count = pocketCount + this.boardCounts[seat]!;
    const at = seat * HAND_PLACES;
    hand.clear();
    for (let i = 0; i < pocketCount; i++) hand.addPocket(world[handPlaces[at + i]!]!);
    for (let i = pocketCount; i < count; i++) hand.addBoard(world[handPlaces[at + i]!]!);
    for (let k = 0; k < this.stackedCount; k++) {
      for (let i = pocketCount; i < count; i++) {
        if (handPlaces[at + i] === this.stackedOn[k]) hand.stack(i - pocketCount, this.stackedCard[k]!);
      }
    }
  }
}
