import { evaluateExactlyAt } from './evaluate.js';
import { FIVE_LOW, FIVE_ROW, FIVE_SHIFT, FIVE_STRENGTH } from './omaha.js';
import { PACKING5 } from './rank-keys.js';
import { FLUSH_STRENGTH } from './strength.js';

/**
 * Exactly two pocket cards and exactly three of the board (R-OMAHA), for pockets of any size: a board is prepared
 * once, then each pair of cards costs one look-up for each three of the board. A pocket is as strong as its best pair.
 * Nothing is allocated.
 */

// Constants of this module: the compiler builds their addresses in (see evaluator.ts).
const strengths = FIVE_STRENGTH;
const rows = FIVE_ROW;
const flushes = FLUSH_STRENGTH;
const keys = Int32Array.from(PACKING5.keys);

/** Five community cards, and the Flashlight's. */
export const OMAHA_BOARD_MAX = 6;
/** Threes of six cards. */
const TRIPLES_MAX = 20;
const triples = new Int32Array(TRIPLES_MAX);
/** Threes of one suit, as rank masks, and their suits. */
const suited = new Int32Array(TRIPLES_MAX);
const suitOfThree = new Int32Array(TRIPLES_MAX);
let tripleCount = 0;
let suitedCount = 0;
const prepared = new Int32Array(OMAHA_BOARD_MAX);
let preparedCount = 0;
/** Whether the board has ordinary cards only, all different: else every pair takes the general way. */
let plainBoard = false;

/** Prepares a board of three to six cards of any kind but jokers for `pairOnBoard`. Throws `RangeError` else. */
export function prepareOmahaBoard(board: ArrayLike<number>, at: number, count: number): void {
  if (!(count >= 3 && count <= OMAHA_BOARD_MAX)) {
    throw new RangeError(`a board of ${count} cards; 3 to ${OMAHA_BOARD_MAX} are allowed`);
  }
  preparedCount = count;
  plainBoard = true;
  for (let i = 0; i < count; i++) {
    const card = board[at + i]!;
    prepared[i] = card;
    if (card >= 52) plainBoard = false;
    for (let j = 0; j < i; j++) if (prepared[j] === card) plainBoard = false;
  }
  tripleCount = 0;
  suitedCount = 0;
  if (!plainBoard) return;
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      for (let k = j + 1; k < count; k++) {
        const a = prepared[i]!;
        const b = prepared[j]!;
        const c = prepared[k]!;
        triples[tripleCount++] = keys[a >> 2]! + keys[b >> 2]! + keys[c >> 2]!;
        if ((a & 3) !== (b & 3) || (a & 3) !== (c & 3)) continue;
        suitOfThree[suitedCount] = a & 3;
        suited[suitedCount++] = (1 << (a >> 2)) | (1 << (b >> 2)) | (1 << (c >> 2));
      }
    }
  }
}

const pair = new Int32Array(2);

/**
 * Strength of two cards with the best three of the prepared board. Cards of any kind but jokers; an ordinary card
 * that the board or the pair has already is only right beside a board that isn't all ordinary and different.
 */
export function pairOnBoard(a: number, b: number): number {
  if (!plainBoard || a >= 52 || b >= 52) return generalPair(a, b);
  const key = keys[a >> 2]! + keys[b >> 2]!;
  let best = 0;
  for (let i = 0; i < tripleCount; i++) {
    const sum = key + triples[i]!;
    const more = strengths[(sum & FIVE_LOW) + rows[sum >>> FIVE_SHIFT]!]! - best;
    best += more & ~(more >> 31);
  }
  if (suitedCount === 0 || (a & 3) !== (b & 3)) return best;
  const ranks = (1 << (a >> 2)) | (1 << (b >> 2));
  for (let i = 0; i < suitedCount; i++) {
    if (suitOfThree[i] !== (a & 3)) continue;
    const flush = flushes[ranks | suited[i]!]!;
    if (flush > best) best = flush;
  }
  return best;
}

function generalPair(a: number, b: number): number {
  pair[0] = a;
  pair[1] = b;
  return evaluateExactlyAt(pair, 0, 2, prepared, 0, preparedCount);
}

/** Strength of the best two of `count` pocket cards from `at` with three of the prepared board; as `pairOnBoard`. */
export function pocketOnBoard(pocket: ArrayLike<number>, at: number, count: number): number {
  let best = 0;
  for (let i = 1; i < count; i++) {
    for (let j = 0; j < i; j++) {
      const strength = pairOnBoard(pocket[at + i]!, pocket[at + j]!);
      if (strength > best) best = strength;
    }
  }
  return best;
}
