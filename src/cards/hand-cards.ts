import { type Card, DECK_SIZE, JOKER_BASE } from './card.js';
import { evaluateAny, evaluateExactlyAt } from './evaluate.js';
import { evaluate7, evaluate8, evaluateOmaha } from './evaluator.js';
import { bestFive, bestFiveExactly } from './names.js';
import { OMAHA_BOARD_MAX, pocketOnBoard, prepareOmahaBoard } from './omaha-pairs.js';

/** Most pocket cards, and most other cards, that one seat can hold at any table (README, "Hands at the tables"). */
export const POCKET_MAX = 10;
export const FACE_UP_MAX = 8;
/** Two jokers make at most two cards that lie on top of others (R-JOKER). */
export const STACKED_MAX = 2;

/**
 * The cards that one seat can use, at any table: pocket cards first, then what counts as its community cards (the
 * board, its own or its neighbours' face-up cards, the Flashlight's card). A stack is one card of these, of which the
 * seat uses whichever is best: its further cards are kept apart, each with the place of the card it lies on.
 *
 * Allocated once and refilled with `clear`, `addPocket`, `addBoard` and `stack`; nothing else allocates but
 * `bestCards`. Jokers themselves are never part of a hand (R-JOKER).
 */
export class HandCards {
  /** [18] pocket cards, then the others. */
  readonly cards = new Int32Array(POCKET_MAX + FACE_UP_MAX);
  pocketCount = 0;
  boardCount = 0;
  /** [2] by stacked card: the index in `cards` it is an alternative for. */
  readonly stackedOn = new Int32Array(STACKED_MAX);
  readonly stackedCard = new Int32Array(STACKED_MAX);
  stackedCount = 0;

  clear(): void {
    this.pocketCount = 0;
    this.boardCount = 0;
    this.stackedCount = 0;
  }

  /** Adds a pocket card, before any board card. Throws `RangeError` for a joker, no card, or one too many. */
  addPocket(card: Card): void {
    if (this.boardCount > 0 || this.pocketCount >= POCKET_MAX) throw new RangeError('no place for a pocket card');
    this.cards[this.pocketCount++] = checked(card);
  }

  /** Adds a card that counts as a community card. Errors as `addPocket`. */
  addBoard(card: Card): void {
    if (this.boardCount >= FACE_UP_MAX) throw new RangeError('no place for a community card');
    this.cards[this.pocketCount + this.boardCount++] = checked(card);
  }

  /** Lays a further card on the community card that was added `index`-th (0 …). Errors as `addPocket`. */
  stack(index: number, card: Card): void {
    if (this.stackedCount >= STACKED_MAX || !(index >= 0 && index < this.boardCount)) {
      throw new RangeError(`no place for a card on community card ${index}`);
    }
    this.stackedOn[this.stackedCount] = this.pocketCount + index;
    this.stackedCard[this.stackedCount++] = checked(card);
  }

  /**
   * Exchanges stacked cards with those they lie on (bits of `choice`: which); the same call undoes it. False, and
   * nothing done, for two cards of one stack at once.
   */
  swapStacked(choice: number): boolean {
    const { cards, stackedOn, stackedCard } = this;
    if (choice === 3 && stackedOn[0] === stackedOn[1]) return false;
    for (let i = 0; i < this.stackedCount; i++) {
      if (((choice >> i) & 1) === 0) continue;
      const at = stackedOn[i]!;
      const card = cards[at]!;
      cards[at] = stackedCard[i]!;
      stackedCard[i] = card;
    }
    return true;
  }

  get count(): number {
    return this.pocketCount + this.boardCount;
  }

  /**
   * Strength of the best hand: with `exactly` of two pocket cards and three others (all of them while fewer lie
   * open, R-OMAHA), else of any five. Comparable with every other strength. Throws `RangeError` for no card at all,
   * more than ten cards without `exactly`, or fewer than two pocket cards with it.
   */
  strength(exactly: boolean): number {
    const stacked = this.stackedCount;
    if (stacked === 0) return this.single(exactly);
    let best = 0;
    for (let choice = 0; choice < 1 << stacked; choice++) {
      if (!this.swapStacked(choice)) continue;
      const strength = this.single(exactly);
      if (strength > best) best = strength;
      this.swapStacked(choice);
    }
    return best;
  }

  /**
   * The cards of the best hand, at most five, most important first; of a stack the card that is used. Pocket cards are
   * preferred among equals.
   */
  bestCards(exactly: boolean): Card[] {
    const strength = this.strength(exactly);
    for (let choice = 0; choice < 1 << this.stackedCount; choice++) {
      if (!this.swapStacked(choice)) continue;
      const found = this.single(exactly) === strength;
      const { cards, pocketCount, count } = this;
      const best = !found
        ? undefined
        : exactly
          ? bestFiveExactly(cards.slice(0, pocketCount), cards.slice(pocketCount, count))
          : bestFive(cards.slice(0, count));
      this.swapStacked(choice);
      if (best !== undefined) return best;
    }
    throw new Error('no choice of stacked cards makes the best hand');
  }

  private single(exactly: boolean): number {
    const { cards, pocketCount, boardCount } = this;
    const count = pocketCount + boardCount;
    if (!this.plain(count)) {
      return exactly
        ? evaluateExactlyAt(cards, 0, pocketCount, cards, pocketCount, boardCount)
        : evaluateAny(cards, count);
    }
    return plainStrength(cards, 0, pocketCount, boardCount, exactly);
  }

  /** Ordinary cards only, all different. */
  private plain(count: number): boolean {
    const { cards } = this;
    let low = 0;
    let high = 0;
    for (let i = 0; i < count; i++) {
      const card = cards[i]!;
      if (card >= DECK_SIZE) return false;
      const bit = 1 << (card & 31);
      if (card < 32) {
        if (low & bit) return false;
        low |= bit;
      } else {
        if (high & bit) return false;
        high |= bit;
      }
    }
    return true;
  }
}

function checked(card: Card): Card {
  if (!(card >= 0 && card < JOKER_BASE)) throw new RangeError(`${card} can't be part of a hand`);
  return card;
}

/**
 * Strength of ordinary cards, all different: `pocketCount` pocket cards from `cards[at]`, then `boardCount` others.
 * Takes the fastest way there is for their number; errors as `HandCards.strength`.
 */
export function plainStrength(
  cards: Int32Array,
  at: number,
  pocketCount: number,
  boardCount: number,
  exactly: boolean,
): number {
  const count = pocketCount + boardCount;
  if (exactly) {
    if (pocketCount === 4 && boardCount === 5) return evaluateOmaha(cards, at, cards, at + 4);
    if (pocketCount < 2 || boardCount < 3 || boardCount > OMAHA_BOARD_MAX) {
      return evaluateExactlyAt(cards, at, pocketCount, cards, at + pocketCount, boardCount);
    }
    prepareOmahaBoard(cards, at + pocketCount, boardCount);
    return pocketOnBoard(cards, at, pocketCount);
  }
  if (count === 7) return evaluate7(cards, at);
  if (count === 8) return evaluate8(cards, at);
  if (count === 9) return bestOfNine(cards, at);
  return evaluateAny(cards, count, at);
}

const nine = new Int32Array(9);

/**
 * Nine cards (Banana Split with Security Cameras): four of them aren't among the best five. Not all of those four are
 * among the first three cards, so leaving out each of the last six in turn keeps the best five at least once.
 */
function bestOfNine(cards: Int32Array, at: number): number {
  for (let i = 0; i < 9; i++) nine[i] = cards[at + i]!;
  let best = 0;
  for (let out = 8; out >= 3; out--) {
    const card = nine[out]!;
    nine[out] = nine[8]!;
    const strength = evaluate8(nine, 0);
    nine[out] = card;
    if (strength > best) best = strength;
  }
  return best;
}
