import { equities } from '../src/cards/equity.js';
import { PAIRS, pairIndex } from '../src/cards/flop-index.js';
import { BOARD_BY_ROUND, DECK_SIZE } from '../src/gang/state.js';

/** [PAIRS] the two cards of each pair, by `pairIndex`. */
export const PAIR_HIGH: Uint8Array = new Uint8Array(PAIRS);
export const PAIR_LOW: Uint8Array = new Uint8Array(PAIRS);
for (let high = 1; high < DECK_SIZE; high++) {
  for (let low = 0; low < high; low++) {
    PAIR_HIGH[pairIndex(high, low)] = high;
    PAIR_LOW[pairIndex(high, low)] = low;
  }
}

/** Bins into which percentiles are put. */
export const BINS = 48;

/** Where each pocket stands among all pockets that a board leaves possible: public, the same for every seat. */
export interface BoardRanking {
  /** Pairs (`pairIndex`) that share no card with the board. */
  readonly pairs: Uint16Array;
  /** [PAIRS] percentile in 0…1; pockets that tie share the middle of theirs. 0 for pairs with a card of the board. */
  readonly percentile: Float32Array;
  /** [PAIRS] ⌊percentile · BINS⌋. */
  readonly bin: Uint8Array;
}

/** Boards kept, about 9 kB each: an arena plays many tables at once, and all seats of one ask for the same board. */
const KEPT = 3000;
const memo = new Map<number, BoardRanking>();

/** Suits that can't make a flush any more are all alike. */
const NO_SUIT = 4;
const TYPES = 13 * 5;
const roleOf = new Uint8Array(4);
const classOf = new Int16Array(TYPES * TYPES);
const pockets = new Int32Array(2 * PAIRS);
const pairClass = new Int16Array(PAIRS);
const equity = new Float32Array(PAIRS);
const order = new Float64Array(PAIRS);
const onBoard = new Uint8Array(DECK_SIZE);
const cards = new Int32Array(5);

/**
 * All pockets by their equity against one random hand in a round.
 * @param board at least as many cards as lie in `round`, in the order in which they came
 */
export function rankBoard(board: Int32Array, round: number): BoardRanking {
  const count = BOARD_BY_ROUND[round]!;
  for (let i = 0; i < count; i++) cards[i] = board[i]!;
  let key = round;
  for (let i = 0; i < count; i++) key = key * DECK_SIZE + cards[i]!;
  const kept = memo.get(key);
  if (kept !== undefined) return kept;
  if (memo.size >= KEPT) memo.delete(memo.keys().next().value!); // the oldest
  const fresh = computeRanking(count as 0 | 3 | 4 | 5);
  memo.set(key, fresh);
  return fresh;
}

/** Pairs that share no card with the board, and the equity of their classes (`pairClass`) in `equity`. */
function measurePairs(count: 0 | 3 | 4 | 5): Uint16Array {
  onBoard.fill(0);
  for (let i = 0; i < count; i++) onBoard[cards[i]!] = 1;
  const pairs = new Uint16Array(PAIRS);
  let n = 0;
  for (let p = 0; p < PAIRS; p++) if (onBoard[PAIR_HIGH[p]!] === 0 && onBoard[PAIR_LOW[p]!] === 0) pairs[n++] = p;
  const classes = classify(count, pairs, n);
  equities(pockets, 0, classes, cards, 0, count, equity, 0);
  return pairs.slice(0, n);
}

/** The equity of every pocket against one random hand in a round: [PAIRS], 0 for pairs with a card of the board. */
export function pairEquities(board: Int32Array, round: number): Float32Array {
  const count = BOARD_BY_ROUND[round]!;
  for (let i = 0; i < count; i++) cards[i] = board[i]!;
  const pairs = measurePairs(count as 0 | 3 | 4 | 5);
  const out = new Float32Array(PAIRS);
  pairs.forEach((pair, i) => {
    out[pair] = equity[pairClass[i]!]!;
  });
  return out;
}

function computeRanking(count: 0 | 3 | 4 | 5): BoardRanking {
  const pairs = measurePairs(count);
  const n = pairs.length;
  // Sorts by equity with the place carried in the low digits; equities have 24 bits, so equal ones stay together.
  for (let i = 0; i < n; i++) order[i] = Math.round(equity[pairClass[i]!]! * 0x100_0000) * PAIRS + i;
  const sorted = order.subarray(0, n).sort();
  const percentile = new Float32Array(PAIRS);
  const bin = new Uint8Array(PAIRS);
  for (let from = 0; from < n; ) {
    const value = Math.floor(sorted[from]! / PAIRS);
    let to = from + 1;
    while (to < n && Math.floor(sorted[to]! / PAIRS) === value) to++;
    const middle = (from + to) / 2 / n;
    for (let i = from; i < to; i++) {
      const pair = pairs[sorted[i]! % PAIRS]!;
      percentile[pair] = middle;
      bin[pair] = Math.min(BINS - 1, Math.floor(percentile[pair]! * BINS));
    }
    from = to;
  }
  return { pairs, percentile, bin };
}

/**
 * Puts together pockets whose equity is the same because their suits can't matter: a suit counts only where the board
 * may still have three of it. Writes a representative of each class to `pockets` and the class of each pair to
 * `pairClass`; returns the number of classes.
 */
function classify(count: number, pairs: Uint16Array, n: number): number {
  const needed = 3 - (5 - count);
  for (let suit = 0; suit < 4; suit++) {
    let have = 0;
    for (let i = 0; i < count; i++) if ((cards[i]! & 3) === suit) have++;
    roleOf[suit] = have >= needed ? suit : NO_SUIT;
  }
  classOf.fill(-1);
  let classes = 0;
  for (let i = 0; i < n; i++) {
    const high = PAIR_HIGH[pairs[i]!]!;
    const low = PAIR_LOW[pairs[i]!]!;
    const a = (high >> 2) * 5 + roleOf[high & 3]!;
    const b = (low >> 2) * 5 + roleOf[low & 3]!;
    const cell = a > b ? a * TYPES + b : b * TYPES + a;
    if (classOf[cell]! < 0) {
      pockets[2 * classes] = high;
      pockets[2 * classes + 1] = low;
      classOf[cell] = classes++;
    }
    pairClass[i] = classOf[cell]!;
  }
  return classes;
}
