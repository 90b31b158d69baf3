import { RANK_KEY, rankStrength7 } from './evaluator.js';
import { CLASS_OF, RANK_CLASSES, RANKS_COUNT } from './rank-class.js';
import { categoryStart, FLUSH, FLUSH_STRENGTH, RANKS_IN } from './strength.js';

/**
 * Equity on the turn against one random hand, exact, for several seats on the same board.
 *
 * The strengths of all (river rank, class of the other hand) are looked up once a board: they depend on three ranks in
 * any order, 455 look-ups. A seat then adds the 91 classes for each of 13 river ranks. Flushes: a suit that is on the
 * board twice needs a river of that suit and two more in a hand, so hands of two such cards are counted in a second
 * field of the weights and taken back for that river. With a suit that is there three or four times, fields count the
 * hands of two cards of the suit and of none.
 */

// Constants of this module: the compiler builds their addresses in (see evaluator.ts).
const classOf = CLASS_OF;
const rankKey = RANK_KEY;
const flushStrength = FLUSH_STRENGTH;
const ranksIn = RANKS_IN;

/** Rivers times hands of the other player. */
export const TURN_OUTCOMES = 46 * 990;

/** Any flush and all that beats it are at least this strong; all else is weaker. */
const FLUSH_LOWEST = categoryStart(FLUSH);

/** [13, 91]: strength by river rank and class; 0 where a rank would be there five times. */
const strengths = new Int32Array(RANKS_COUNT * RANK_CLASSES);
/** [13, 13]: of these, the classes with the river's own rank, by the other rank. */
const withRiver = new Int32Array(RANKS_COUNT * RANKS_COUNT);
/** [13]: 1 where a river of this rank leaves a pair on the board, so that more than a flush is possible. */
const isPaired = new Uint8Array(RANKS_COUNT);
/** [13]: cards of each rank that a seat doesn't see. */
const left = new Int32Array(RANKS_COUNT);

/**
 * A seat's weights have fields of 12, 8 and 11 bits, summed in one go. All hands of a class come first. With at most two
 * cards of a suit on the board, the others count the hands of two cards of the first and of the second such suit; with
 * more, the hands of two cards of the suit and of no card of it. Sums of twice the weights fit: 2 × 1035 < 2^12,
 * 2 × 55 < 2^8, 2 × 703 < 2^11.
 */
const FIRST = 12;
const SECOND = 20;
const HANDS_FIELD = (1 << FIRST) - 1;
const FIRST_FIELD = 0xff << FIRST;
const SECOND_FIELD = 0x7ff << SECOND;

/** [91] of a class. */
const weights = new Int32Array(RANK_CLASSES);
/** [13]: what one given card makes with the cards of a rank. */
const single = new Int32Array(RANKS_COUNT);

/** The board: suits that are there at least twice (-1: none) and their ranks as bits. */
let suit1 = -1;
let suit2 = -1;
let mask1 = 0;
let mask2 = 0;
let onBoard = 0;
const suitMasks = new Int32Array(4);

/**
 * Prepares a board for `turnTotal`.
 * @param board four cards from `at`
 */
export function prepareTurn(board: Int32Array, at: number): void {
  left.fill(4);
  suitMasks.fill(0);
  let key = 0;
  let ranks = 0;
  for (let i = 0; i < 4; i++) {
    const card = board[at + i]!;
    const rank = card >> 2;
    key += rankKey[rank]!;
    left[rank]!--;
    ranks |= 1 << rank;
    suitMasks[card & 3]! |= 1 << rank;
  }
  for (let rank = 0; rank < RANKS_COUNT; rank++) isPaired[rank] = ranksIn[ranks]! < 4 ? 1 : (ranks >> rank) & 1;
  suit1 = -1;
  suit2 = -1;
  mask1 = 0;
  mask2 = 0;
  for (let suit = 0; suit < 4; suit++) {
    const mask = suitMasks[suit]!;
    if (ranksIn[mask]! < 2) continue;
    if (suit1 < 0) {
      suit1 = suit;
      mask1 = mask;
    } else {
      suit2 = suit;
      mask2 = mask;
    }
  }
  onBoard = ranksIn[mask1]!;
  fillStrengths(key);
}

function fillStrengths(key: number): void {
  for (let i = 0; i < RANKS_COUNT; i++) {
    const leftI = left[i]!;
    const keyI = key + rankKey[i]!;
    for (let j = 0; j < i; j++) {
      const any = leftI > 0 && left[j]! > 0;
      const keyJ = keyI + rankKey[j]!;
      let atI = i * RANK_CLASSES + ((j * (j + 1)) >> 1);
      let atJ = j * RANK_CLASSES + ((i * (i + 1)) >> 1);
      let atK = ((i * (i + 1)) >> 1) + j;
      for (let k = 0; k < j; k++) {
        const strength = any && left[k]! > 0 ? rankStrength7(keyJ + rankKey[k]!) : 0;
        strengths[atI++] = strength;
        strengths[atJ++] = strength;
        strengths[atK] = strength;
        atK += RANK_CLASSES;
      }
      // j twice, then i twice.
      const low = any && left[j]! > 1 ? rankStrength7(keyJ + rankKey[j]!) : 0;
      strengths[atI] = low;
      strengths[atK] = low;
      withRiver[j * RANKS_COUNT + i] = low;
      const high = any && leftI > 1 ? rankStrength7(keyJ + rankKey[i]!) : 0;
      strengths[atJ + i - j] = high;
      strengths[i * RANK_CLASSES + ((i * (i + 1)) >> 1) + j] = high;
      withRiver[i * RANKS_COUNT + j] = high;
    }
    const three = leftI > 2 ? rankStrength7(keyI + 2 * rankKey[i]!) : 0;
    strengths[i * RANK_CLASSES + ((i * (i + 1)) >> 1) + i] = three;
    withRiver[i * RANKS_COUNT + i] = three;
  }
}

/** Twice the wins plus the ties of one pocket, of 2 × `TURN_OUTCOMES`, on the board of the last `prepareTurn`. */
export function turnTotal(a: number, b: number): number {
  const rankA = a >> 2;
  const rankB = b >> 2;
  left[rankA]!--;
  left[rankB]!--;
  const total = onBoard < 3 ? totalWithPairs(a, b) : onBoard === 3 ? totalWithThree(a, b) : totalWithFour(a, b);
  left[rankA]!++;
  left[rankB]!++;
  return total;
}

/** The ranks that a pocket holds of a suit, as bits. */
function ranksOf(a: number, b: number, suit: number): number {
  return ((a & 3) === suit ? 1 << (a >> 2) : 0) | ((b & 3) === suit ? 1 << (b >> 2) : 0);
}

/** Twice what `mine` beats plus what it ties, over a row of 91 strengths, in all fields. */
function addClasses(row: number, mine: number): number {
  let total = 0;
  for (let c = 0; c < RANK_CLASSES; c++) {
    const difference = strengths[row + c]! - mine;
    const weight = weights[c]!;
    total += ((difference >> 31) & weight) + (((difference - 1) >> 31) & weight);
  }
  return total;
}

/** The same over the hands that the river card itself would make, in the given fields; `same` with cards of its rank. */
function addRiver(river: number, mine: number, fields: number, same: number): number {
  const row = river * RANKS_COUNT;
  const kept = single[river]!;
  single[river] = same;
  let total = 0;
  for (let other = 0; other < RANKS_COUNT; other++) {
    const difference = withRiver[row + other]! - mine;
    const weight = single[other]! & fields;
    total += ((difference >> 31) & weight) + (((difference - 1) >> 31) & weight);
  }
  single[river] = kept;
  return total;
}

/** 2: beaten, 1: tied, 0: neither. */
function compare(strength: number, mine: number): number {
  const difference = strength - mine;
  return (difference >>> 31) + ((difference - 1) >>> 31);
}

/** Other hands of two free cards of the suit. */
function flushPairs(mask: number, free: number, mine: number): number {
  let total = 0;
  for (let rest = free; rest !== 0; ) {
    const bit = rest & -rest;
    rest ^= bit;
    for (let lower = rest; lower !== 0; lower &= lower - 1) {
      total += compare(flushStrength[mask | bit | (lower & -lower)]!, mine);
    }
  }
  return total;
}

/** Other hands of exactly one free card of the suit, each with any of `others` cards of other suits. */
function flushSingles(mask: number, free: number, mine: number, others: number): number {
  let total = 0;
  for (let rest = free; rest !== 0; rest &= rest - 1) total += compare(flushStrength[mask | (rest & -rest)]!, mine);
  return total * others;
}

function pairsOf(count: number): number {
  return (count * (count - 1)) >> 1;
}

/** Boards with at most two cards of each suit. */
function totalWithPairs(a: number, b: number): number {
  const own1 = suit1 < 0 ? 0 : ranksOf(a, b, suit1);
  const own2 = suit2 < 0 ? 0 : ranksOf(a, b, suit2);
  const free1 = suit1 < 0 ? 0 : 0x1fff & ~(mask1 | own1);
  const free2 = suit2 < 0 ? 0 : 0x1fff & ~(mask2 | own2);
  let at = 0;
  for (let high = 0; high < RANKS_COUNT; high++) {
    const any = left[high]!;
    const is1 = (free1 >> high) & 1;
    const is2 = (free2 >> high) & 1;
    // The suited fields of a rank are 0 or 1: they let those of the other rank pass or stop them.
    const pass = (-is1 & FIRST_FIELD) | (-is2 & SECOND_FIELD);
    for (let low = 0; low < high; low++) {
      const other = single[low]!;
      weights[at++] = any * (other & HANDS_FIELD) + (other & pass);
    }
    weights[at++] = pairsOf(any);
    single[high] = any | (is1 << FIRST) | (is2 << SECOND);
  }
  const mineClass = classOf[(a >> 2) * RANKS_COUNT + (b >> 2)]!;
  let total = 0;
  for (let river = 0; river < RANKS_COUNT; river++) {
    const rivers = left[river]!;
    if (rivers === 0) continue;
    const row = river * RANK_CLASSES;
    const mine = strengths[row + mineClass]!;
    const is1 = (free1 >> river) & 1;
    const is2 = (free2 >> river) & 1;
    const fields = HANDS_FIELD | (-is1 & FIRST_FIELD) | (-is2 & SECOND_FIELD);
    const sums = addClasses(row, mine) - addRiver(river, mine, fields, rivers - 1);
    const hands = sums & HANDS_FIELD;
    total += rivers * hands;
    if (is1 !== 0) {
      if (ranksIn[own1] === 2) total += flushRiver(river, mask1, own1, free1, FIRST_FIELD, FIRST) - hands;
      else total += flushesAgainst(river, mask1, free1, mine) - ((sums & FIRST_FIELD) >> FIRST);
    }
    if (is2 !== 0) {
      if (ranksIn[own2] === 2) total += flushRiver(river, mask2, own2, free2, SECOND_FIELD, SECOND) - hands;
      else total += flushesAgainst(river, mask2, free2, mine) - ((sums & SECOND_FIELD) >> SECOND);
    }
  }
  return total;
}

/** Flushes of the other player that my hand, which is none, beats or ties on a river of a suit that is there twice. */
function flushesAgainst(river: number, mask: number, free: number, mine: number): number {
  if (mine < FLUSH_LOWEST) return 0;
  return flushPairs(mask | (1 << river), free & ~(1 << river), mine);
}

/** All hands of the other player on one river that makes my flush, on a board with two cards of its suit. */
function flushRiver(river: number, mask: number, own: number, free: number, field: number, shift: number): number {
  const bit = 1 << river;
  const mine = flushStrength[mask | own | bit]!;
  const flushes = flushPairs(mask | bit, free & ~bit, mine);
  if (isPaired[river] === 0) return flushes + 2 * (990 - pairsOf(ranksIn[free]! - 1));
  const sums = addClasses(river * RANK_CLASSES, mine) - addRiver(river, mine, HANDS_FIELD | field, left[river]! - 1);
  return flushes + (sums & HANDS_FIELD) - ((sums & field) >> shift);
}

/**
 * Fills the weights for a suit with three or four cards on the board.
 * @returns the cards of other suits that the seat doesn't see
 */
function fillWeightsBesides(free: number): number {
  let others = 0;
  let at = 0;
  for (let high = 0; high < RANKS_COUNT; high++) {
    const any = left[high]!;
    const is = (free >> high) & 1;
    const plain = any - is;
    others += plain;
    const pass = -is & FIRST_FIELD;
    for (let low = 0; low < high; low++) {
      const other = single[low]!;
      weights[at++] = any * (other & HANDS_FIELD) + (other & pass) + plain * (other & SECOND_FIELD);
    }
    weights[at++] = pairsOf(any) | (pairsOf(plain) << SECOND);
    single[high] = any | (is << FIRST) | (plain << SECOND);
  }
  return others;
}

/** Boards with three cards of one suit. */
function totalWithThree(a: number, b: number): number {
  const mask = mask1;
  const own = ranksOf(a, b, suit1);
  const held = ranksIn[own]!;
  const free = 0x1fff & ~(mask | own);
  const others = fillWeightsBesides(free);
  const mineClass = classOf[(a >> 2) * RANKS_COUNT + (b >> 2)]!;
  const flush = held === 2 ? flushStrength[mask | own]! : 0;
  const flushes = held === 2 ? flushPairs(mask, free, flush) : 0;
  let total = 0;
  for (let river = 0; river < RANKS_COUNT; river++) {
    const row = river * RANK_CLASSES;
    const rivers = single[river]! >> SECOND;
    const bit = 1 << river;
    const is = free & bit;
    if (rivers === 0 && is === 0) continue;
    const paired = isPaired[river] !== 0;
    let sums = 0;
    if (held < 2) {
      const mine = strengths[row + mineClass]!;
      sums = addClasses(row, mine);
      const one =
        (sums & HANDS_FIELD) - addRiver(river, mine, HANDS_FIELD, left[river]! - 1) - ((sums & FIRST_FIELD) >> FIRST);
      total += rivers * (mine < FLUSH_LOWEST ? one : one + flushPairs(mask, free, mine));
      if (held === 0 && is !== 0) {
        total += sums >> SECOND;
        if (mine >= FLUSH_LOWEST) total += flushesOfFour(mask | bit, free ^ bit, mine, others);
      }
    } else if (paired) {
      sums = addClasses(row, flush);
      const one =
        (sums & HANDS_FIELD) - addRiver(river, flush, HANDS_FIELD, left[river]! - 1) - ((sums & FIRST_FIELD) >> FIRST);
      total += rivers * (one + flushes);
    } else {
      total += rivers * (2 * (990 - pairsOf(ranksIn[free]!)) + flushes);
    }
    if (held > 0 && is !== 0) {
      // The fourth card of the suit on the board: I have a flush, the other hand one with any card of the suit.
      const mine = flushStrength[mask | own | bit]!;
      total += paired ? addClasses(row, mine) >> SECOND : 2 * pairsOf(others);
      total += flushesOfFour(mask | bit, free ^ bit, mine, others);
    }
  }
  return total;
}

/** The other player's flushes with four cards of the suit on the board. */
function flushesOfFour(mask: number, free: number, mine: number, others: number): number {
  return flushSingles(mask, free, mine, others) + flushPairs(mask, free, mine);
}

/** Boards of four cards of one suit. */
function totalWithFour(a: number, b: number): number {
  const mask = mask1;
  const own = ranksOf(a, b, suit1);
  const free = 0x1fff & ~(mask | own);
  const others = fillWeightsBesides(free);
  const mineClass = classOf[(a >> 2) * RANKS_COUNT + (b >> 2)]!;
  const flush = own === 0 ? 0 : flushStrength[mask | own]!;
  const flushes = own === 0 ? 0 : flushesOfFour(mask, free, flush, others - 1);
  let total = 0;
  for (let river = 0; river < RANKS_COUNT; river++) {
    const row = river * RANK_CLASSES;
    const rivers = single[river]! >> SECOND;
    if (rivers > 0) {
      const mine = own === 0 ? strengths[row + mineClass]! : flush;
      let one =
        (addClasses(row, mine) >> SECOND) - (addRiver(river, mine, SECOND_FIELD, (rivers - 1) << SECOND) >> SECOND);
      if (own !== 0) one += flushes;
      else if (mine >= FLUSH_LOWEST) one += flushesOfFour(mask, free, mine, others - 1);
      total += rivers * one;
    }
    const bit = 1 << river;
    if ((free & bit) !== 0) {
      // Five on the board: every hand is a flush.
      const mine = flushStrength[mask | own | bit]!;
      total += pairsOf(others) * compare(flushStrength[mask | bit]!, mine);
      total += flushesOfFour(mask | bit, free ^ bit, mine, others);
    }
  }
  return total;
}
