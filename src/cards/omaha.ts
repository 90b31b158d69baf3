import { DECK_SIZE } from './card.js';
import { DISPLACEMENTS5 } from './displacements.js';
import { packedTable } from './packed-table.js';
import { PACKING5 } from './rank-keys.js';
import { FLUSH_STRENGTH } from './strength.js';

/**
 * Omaha (R-OMAHA): exactly two of four pocket cards and exactly three of five community cards. The six pairs and ten
 * triples are summed once; each of the sixty hands is one look-up in the table of five cards.
 */

const { strengths, rows, fill } = packedTable(PACKING5, DISPLACEMENTS5);
fill();
// Constants of this module, which the compiler knows; imported ones it would have to fetch at each use.
const TABLE = strengths;
const ROW = rows;
const FLUSHES = FLUSH_STRENGTH;
const SHIFT = 8;
const LOW = (1 << SHIFT) - 1;
if (SHIFT !== PACKING5.shift) throw new Error('the five-card table was packed with another shift');

/** The table of five cards for other modules: strength at `(key & FIVE_LOW) + FIVE_ROW[key >>> FIVE_SHIFT]`. */
export const FIVE_STRENGTH = strengths;
export const FIVE_ROW = rows;
export const FIVE_SHIFT = SHIFT;
export const FIVE_LOW = LOW;

/** Five cards need 19 bits of rank key; above them three bits count each suit. */
const KEY_BITS = 19;
const KEY_MASK = (1 << KEY_BITS) - 1;
const CODE = new Int32Array(DECK_SIZE);
for (let card = 0; card < DECK_SIZE; card++) {
  CODE[card] = PACKING5.keys[card >> 2]! | (1 << (KEY_BITS + 3 * (card & 3)));
}

const triples = new Int32Array(10);
const suitedTriples = new Int32Array(10);

/** The ten triples of five numbers, added. */
function addTriples(a: number, b: number, c: number, d: number, e: number, out: Int32Array): void {
  out[0] = a + b + c;
  out[1] = a + b + d;
  out[2] = a + b + e;
  out[3] = a + c + d;
  out[4] = a + c + e;
  out[5] = a + d + e;
  out[6] = b + c + d;
  out[7] = b + c + e;
  out[8] = b + d + e;
  out[9] = c + d + e;
}

/** The strongest of two cards (their rank key) with each triple. */
function bestOfPair(pair: number): number {
  let best = 0;
  for (let i = 0; i < 10; i++) {
    const key = pair + triples[i]!;
    const more = TABLE[(key & LOW) + ROW[key >>> SHIFT]!]! - best;
    // The larger of the two without a branch that can't be predicted: 1.5 times as fast as Math.max.
    best += more & ~(more >> 31);
  }
  return best;
}

/** The same for the ranks of one suit; fewer than five ranks are no flush and have strength 0. */
function bestOfSuitedPair(pair: number): number {
  let best = 0;
  for (let i = 0; i < 10; i++) best = Math.max(best, FLUSHES[pair | suitedTriples[i]!]!);
  return best;
}

function suitedRank(card: number, suit: number): number {
  return (card & 3) === suit ? 1 << (card >> 2) : 0;
}

/** The best flush of one suit, of which pocket and board hold enough. */
function bestFlush(
  pocket: ArrayLike<number>,
  pocketAt: number,
  board: ArrayLike<number>,
  boardAt: number,
  suit: number,
): number {
  addTriples(
    suitedRank(board[boardAt]!, suit),
    suitedRank(board[boardAt + 1]!, suit),
    suitedRank(board[boardAt + 2]!, suit),
    suitedRank(board[boardAt + 3]!, suit),
    suitedRank(board[boardAt + 4]!, suit),
    suitedTriples,
  );
  const a = suitedRank(pocket[pocketAt]!, suit);
  const b = suitedRank(pocket[pocketAt + 1]!, suit);
  const c = suitedRank(pocket[pocketAt + 2]!, suit);
  const d = suitedRank(pocket[pocketAt + 3]!, suit);
  let best = Math.max(bestOfSuitedPair(a | b), bestOfSuitedPair(a | c));
  best = Math.max(best, bestOfSuitedPair(a | d), bestOfSuitedPair(b | c));
  return Math.max(best, bestOfSuitedPair(b | d), bestOfSuitedPair(c | d));
}

/**
 * Strength of four pocket cards from `pocket[pocketAt]` and five community cards from `board[boardAt]`, of which
 * exactly two and exactly three count. All nine are different ordinary cards.
 */
export function evaluateOmaha(
  pocket: ArrayLike<number>,
  pocketAt: number,
  board: ArrayLike<number>,
  boardAt: number,
): number {
  const v = CODE[board[boardAt]!]!;
  const w = CODE[board[boardAt + 1]!]!;
  const x = CODE[board[boardAt + 2]!]!;
  const y = CODE[board[boardAt + 3]!]!;
  const z = CODE[board[boardAt + 4]!]!;
  const a = CODE[pocket[pocketAt]!]!;
  const b = CODE[pocket[pocketAt + 1]!]!;
  const c = CODE[pocket[pocketAt + 2]!]!;
  const d = CODE[pocket[pocketAt + 3]!]!;
  addTriples(v & KEY_MASK, w & KEY_MASK, x & KEY_MASK, y & KEY_MASK, z & KEY_MASK, triples);
  const ka = a & KEY_MASK;
  const kb = b & KEY_MASK;
  const kc = c & KEY_MASK;
  const kd = d & KEY_MASK;
  let best = Math.max(bestOfPair(ka + kb), bestOfPair(ka + kc));
  best = Math.max(best, bestOfPair(ka + kd), bestOfPair(kb + kc));
  best = Math.max(best, bestOfPair(kb + kd), bestOfPair(kc + kd));
  // A suit's field of three bits reaches 4 with three of the board (+1) and two of the pocket (+2).
  const onBoard = ((v + w + x + y + z) >>> KEY_BITS) + 0o1111;
  const inPocket = ((a + b + c + d) >>> KEY_BITS) + 0o2222;
  const flush = onBoard & inPocket & 0o4444;
  if (flush === 0) return best;
  const suit = Math.floor((31 - Math.clz32(flush)) / 3);
  return Math.max(best, bestFlush(pocket, pocketAt, board, boardAt, suit));
}
