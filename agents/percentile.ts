import { equities } from '../src/cards/equity.js';
import { PAIRS, pairIndex } from '../src/cards/flop-index.js';
import { BOARD_BY_ROUND, DECK_SIZE } from '../src/gang/state.js';

/**
 * Where each pocket stands among all pockets that a board leaves possible: public knowledge, the same for every seat.
 */

/** [PAIRS] percentile in 0…1 of the pocket with this `pairIndex` (ties share the middle of theirs); −1 on the board. */
export type Percentiles = Float32Array;

/** [PAIRS] the two cards of each pair. */
export const PAIR_HIGH = new Uint8Array(PAIRS);
export const PAIR_LOW = new Uint8Array(PAIRS);
for (let high = 1; high < DECK_SIZE; high++) {
  for (let low = 0; low < high; low++) {
    PAIR_HIGH[pairIndex(high, low)] = high;
    PAIR_LOW[pairIndex(high, low)] = low;
  }
}

/** Boards kept: about 5 kB each. An arena plays many tables at once, and all seats of a table ask for the same board. */
const KEPT = 2048;
const memo = new Map<number, Percentiles>();

const pockets = new Int32Array(2 * PAIRS);
const pairs = new Int32Array(PAIRS);
const equity = new Float32Array(PAIRS);
const order = new Float64Array(PAIRS);
const onBoard = new Uint8Array(DECK_SIZE);
const cards = new Int32Array(5);

/**
 * Percentiles of all pockets by their equity against one random hand in a round.
 * @param board at least as many cards as lie in `round`, in the order in which they came
 */
export function percentiles(board: Int32Array, round: number): Percentiles {
  const count = BOARD_BY_ROUND[round]!;
  // The flop's three cards may have come in any order; to sort them makes more boards meet in the memo.
  cards.set(board.subarray(0, count));
  cards.subarray(0, Math.min(3, count)).sort();
  let key = round;
  for (let i = 0; i < count; i++) key = key * DECK_SIZE + cards[i]!;
  const kept = memo.get(key);
  if (kept !== undefined) return kept;
  if (memo.size >= KEPT) memo.delete(memo.keys().next().value!); // the oldest
  const fresh = computePercentiles(count as 0 | 3 | 4 | 5);
  memo.set(key, fresh);
  return fresh;
}

function computePercentiles(count: 0 | 3 | 4 | 5): Percentiles {
  onBoard.fill(0);
  for (let i = 0; i < count; i++) onBoard[cards[i]!] = 1;
  let n = 0;
  for (let p = 0; p < PAIRS; p++) {
    if (onBoard[PAIR_HIGH[p]!] === 1 || onBoard[PAIR_LOW[p]!] === 1) continue;
    pairs[n] = p;
    pockets[2 * n] = PAIR_HIGH[p]!;
    pockets[2 * n + 1] = PAIR_LOW[p]!;
    n++;
  }
  equities(pockets, 0, n, cards, 0, count, equity, 0);
  // Sorts by equity with the index carried in the low digits; equities have 24 bits, so equal ones stay together.
  for (let i = 0; i < n; i++) order[i] = Math.round(equity[i]! * 0x100_0000) * PAIRS + i;
  const sorted = order.subarray(0, n).sort();
  const out = new Float32Array(PAIRS).fill(-1);
  for (let from = 0; from < n; ) {
    const value = Math.floor(sorted[from]! / PAIRS);
    let to = from + 1;
    while (to < n && Math.floor(sorted[to]! / PAIRS) === value) to++;
    const middle = (from + to) / 2 / n;
    for (let i = from; i < to; i++) out[pairs[sorted[i]! % PAIRS]!] = middle;
    from = to;
  }
  return out;
}
