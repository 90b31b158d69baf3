import { RANK_KEY, rankStrength7 } from './evaluator.js';
import { CLASS_OF, RANK_CLASSES, RANKS_COUNT } from './rank-class.js';
import { categoryStart, FLUSH, FLUSH_STRENGTH } from './strength.js';

/**
 * Equity on the turn against one random hand, exact, for several seats on the same board.
 *
 * The strengths of all (river rank, class of the other hand) are looked up once a board: they depend on three ranks in
 * any order, 455 look-ups. A seat then adds the 91 classes for each of 13 river ranks. Flushes: a suit that is twice on
 * the board needs a river of that suit and two more in a hand, so hands of two such cards are counted in a second field
 * of the weights and taken back for that river; a suit that is there three or four times is worked out per river.
 */

/** Any flush and all that beats it are at least this strong; all else is weaker. */
const FLUSH_LOWEST = categoryStart(FLUSH);

/** Rivers times hands of the other player. */
export const TURN_OUTCOMES = 46 * 990;

/** [13, 91]: strength by river rank and class; 0 where a rank would be there five times. */
const strengths = new Int32Array(RANKS_COUNT * RANK_CLASSES);
const left = new Int32Array(RANKS_COUNT);

/**
 * [91] of a seat: fields of 12 + 8 + 8 bits: the hands of a class, those of two cards of the first and of the second
 * suit that is on the board twice. Sums of twice the weights fit: 2 × 1035 < 2^12, 2 × 55 < 2^8.
 */
const weights = new Int32Array(RANK_CLASSES);
/** [13] of a seat: what one more card of a rank adds to the same fields. */
const single = new Int32Array(RANKS_COUNT);
/** [91], [13]: the same for cards that are not of a suit that is on the board three or four times. */
const plainWeights = new Int32Array(RANK_CLASSES);
const plain = new Int32Array(RANKS_COUNT);

const FIRST = 12;
const SECOND = 20;
const HANDS_MASK = (1 << FIRST) - 1;
const SUIT_MASK = 0xff;

/** The board: suits that matter (-1: none), their ranks as bits. */
let suit1 = -1;
let suit2 = -1;
let mask1 = 0;
let mask2 = 0;
let onBoard = 0;

/**
 * Prepares a board for `turnTotal`.
 * @param board four cards from `at`
 */
export function prepareTurn(board: Int32Array, at: number): void {
  left.fill(4);
  let key = 0;
  let masks0 = 0;
  let masks1 = 0;
  let masks2 = 0;
  let masks3 = 0;
  for (let i = 0; i < 4; i++) {
    const card = board[at + i]!;
    const rank = card >> 2;
    const bit = 1 << rank;
    key += RANK_KEY[rank]!;
    left[rank]!--;
    if ((card & 3) === 0) masks0 |= bit;
    else if ((card & 3) === 1) masks1 |= bit;
    else if ((card & 3) === 2) masks2 |= bit;
    else masks3 |= bit;
  }
  suit1 = -1;
  suit2 = -1;
  mask1 = 0;
  mask2 = 0;
  noteSuit(0, masks0);
  noteSuit(1, masks1);
  noteSuit(2, masks2);
  noteSuit(3, masks3);
  onBoard = bits(mask1);
  fillStrengths(key);
}

function noteSuit(suit: number, mask: number): void {
  if ((mask & (mask - 1)) === 0) return;
  if (suit1 < 0) {
    suit1 = suit;
    mask1 = mask;
  } else {
    suit2 = suit;
    mask2 = mask;
  }
}

function bits(mask: number): number {
  let count = 0;
  for (; mask !== 0; mask &= mask - 1) count++;
  return count;
}

function fillStrengths(key: number): void {
  for (let i = 0; i < RANKS_COUNT; i++) {
    const leftI = left[i]!;
    const keyI = key + RANK_KEY[i]!;
    for (let j = 0; j <= i; j++) {
      const leftJ = left[j]!;
      const keyJ = keyI + RANK_KEY[j]!;
      const pairs = i === j ? leftI > 1 : leftI > 0 && leftJ > 0;
      for (let k = 0; k <= j; k++) {
        const possible = pairs && (k < j ? left[k]! > 0 : i === j ? leftI > 2 : leftJ > 1);
        const strength = possible ? rankStrength7(keyJ + RANK_KEY[k]!) : 0;
        strengths[i * RANK_CLASSES + ((j * (j + 1)) >> 1) + k] = strength;
        strengths[j * RANK_CLASSES + ((i * (i + 1)) >> 1) + k] = strength;
        strengths[k * RANK_CLASSES + ((i * (i + 1)) >> 1) + j] = strength;
      }
    }
  }
}

/**
 * Twice the wins plus the ties of one pocket, of 2 × `TURN_OUTCOMES`, on the board of the last `prepareTurn`.
 */
export function turnTotal(a: number, b: number): number {
  const rankA = a >> 2;
  const rankB = b >> 2;
  left[rankA]!--;
  left[rankB]!--;
  const total = onBoard > 2 ? totalWithFlushes(a, b) : totalWithTwoOfASuit(a, b);
  left[rankA]!++;
  left[rankB]!++;
  return total;
}

/** The seat's weights: all hands, and in the two other fields those of two cards of one suit. */
function fillWeights(free1: number, free2: number): void {
  for (let rank = 0; rank < RANKS_COUNT; rank++) {
    single[rank] = left[rank]! + (((free1 >> rank) & 1) << FIRST) + (((free2 >> rank) & 1) << SECOND);
  }
  let at = 0;
  for (let high = 0; high < RANKS_COUNT; high++) {
    const any = left[high]!;
    // The suited fields of a rank are 0 or 1: they pass or stop those of the other.
    const pass = (-((free1 >> high) & 1) & (SUIT_MASK << FIRST)) | (-((free2 >> high) & 1) & (SUIT_MASK << SECOND));
    for (let low = 0; low < high; low++, at++) {
      const other = single[low]!;
      weights[at] = any * (other & HANDS_MASK) + (other & pass);
    }
    weights[at++] = (any * (any - 1)) >> 1;
  }
}

/** Twice the weight of what `mine` beats plus the weight of what it ties, over a row of 91 strengths. */
function addClasses(row: number, mine: number, weight: Int32Array): number {
  let total = 0;
  for (let c = 0; c < RANK_CLASSES; c++) {
    const difference = strengths[row + c]! - mine;
    const w = weight[c]!;
    total += ((difference >> 31) & w) + (((difference - 1) >> 31) & w);
  }
  return total;
}

/** The same over the hands that one card of `rank` makes with each of `counts` cards. */
function addCard(row: number, mine: number, rank: number, counts: Int32Array): number {
  let total = 0;
  const classRow = rank * RANKS_COUNT;
  for (let other = 0; other < RANKS_COUNT; other++) {
    const difference = strengths[row + CLASS_OF[classRow + other]!]! - mine;
    const w = counts[other]!;
    total += ((difference >> 31) & w) + (((difference - 1) >> 31) & w);
  }
  return total;
}

/** 2: beaten, 1: tied, 0: neither. */
function compare(strength: number, mine: number): number {
  const difference = strength - mine;
  return (difference >>> 31) + ((difference - 1) >>> 31);
}

/** Boards with at most two cards of each suit. */
function totalWithTwoOfASuit(a: number, b: number): number {
  const bitA = 1 << (a >> 2);
  const bitB = 1 << (b >> 2);
  const own1 = ((a & 3) === suit1 ? bitA : 0) | ((b & 3) === suit1 ? bitB : 0);
  const own2 = ((a & 3) === suit2 ? bitA : 0) | ((b & 3) === suit2 ? bitB : 0);
  const free1 = suit1 < 0 ? 0 : 0x1fff & ~(mask1 | own1);
  const free2 = suit2 < 0 ? 0 : 0x1fff & ~(mask2 | own2);
  const flush1 = (own1 & (own1 - 1)) !== 0;
  const flush2 = (own2 & (own2 - 1)) !== 0;
  fillWeights(free1, free2);
  const mineClass = CLASS_OF[(a >> 2) * RANKS_COUNT + (b >> 2)]!;
  let total = 0;
  for (let river = 0; river < RANKS_COUNT; river++) {
    const rivers = left[river]!;
    if (rivers === 0) continue;
    const row = river * RANK_CLASSES;
    const mine = strengths[row + mineClass]!;
    const is1 = (free1 >> river) & 1;
    const is2 = (free2 >> river) & 1;
    // The river card itself is no longer in the other hand.
    left[river] = rivers - 1;
    const kept = single[river]!;
    single[river] = rivers - 1;
    const fields = addClasses(row, mine, weights) - withoutRiver(row, mine, river, is1, is2);
    single[river] = kept;
    left[river] = rivers;
    const hands = fields & HANDS_MASK;
    total += rivers * hands;
    if (is1 !== 0) {
      if (flush1) total += flushRiver(river, mask1, own1, free1, FIRST) - hands;
      else total += flushesAgainst(river, mask1, free1, mine) - ((fields >> FIRST) & SUIT_MASK);
    }
    if (is2 !== 0) {
      if (flush2) total += flushRiver(river, mask2, own2, free2, SECOND) - hands;
      else total += flushesAgainst(river, mask2, free2, mine) - ((fields >> SECOND) & SUIT_MASK);
    }
  }
  return total;
}

/** What the river card's hands add to each field. */
function withoutRiver(row: number, mine: number, river: number, is1: number, is2: number): number {
  const fields = HANDS_MASK | (-is1 & (SUIT_MASK << FIRST)) | (-is2 & (SUIT_MASK << SECOND));
  let total = 0;
  const classRow = river * RANKS_COUNT;
  for (let other = 0; other < RANKS_COUNT; other++) {
    const difference = strengths[row + CLASS_OF[classRow + other]!]! - mine;
    const w = single[other]! & fields;
    total += ((difference >> 31) & w) + (((difference - 1) >> 31) & w);
  }
  return total;
}

/** Flushes of the other player that my hand, which is none, beats or ties on a river of a suit that is there twice. */
function flushesAgainst(river: number, mask: number, free: number, mine: number): number {
  if (mine < FLUSH_LOWEST) return 0;
  return flushPairs(mask | (1 << river), free & ~(1 << river), mine);
}

/** All hands of the other player on one river of a suit that makes my flush. */
function flushRiver(river: number, mask: number, own: number, free: number, field: number): number {
  const bit = 1 << river;
  const mine = FLUSH_STRENGTH[mask | own | bit]!;
  const row = river * RANK_CLASSES;
  const rivers = left[river]!;
  const kept = single[river]!;
  single[river] = rivers - 1;
  const fields =
    addClasses(row, mine, weights) - withoutRiver(row, mine, river, field === FIRST ? 1 : 0, field === SECOND ? 1 : 0);
  single[river] = kept;
  const plainHands = (fields & HANDS_MASK) - ((fields >> field) & SUIT_MASK);
  return plainHands + flushPairs(mask | bit, free & ~bit, mine);
}

/** Other hands of two free cards of the suit. */
function flushPairs(mask: number, free: number, mine: number): number {
  let total = 0;
  for (let rest = free; rest !== 0; ) {
    const bit = rest & -rest;
    rest ^= bit;
    const withBit = mask | bit;
    for (let lower = rest; lower !== 0; lower &= lower - 1) {
      total += compare(FLUSH_STRENGTH[withBit | (lower & -lower)]!, mine);
    }
  }
  return total;
}

/** Other hands of exactly one free card of the suit, each with any of `others` cards of other suits. */
function flushSingles(mask: number, free: number, mine: number, others: number): number {
  let total = 0;
  for (let rest = free; rest !== 0; rest &= rest - 1) {
    total += compare(FLUSH_STRENGTH[mask | (rest & -rest)]!, mine);
  }
  return total * others;
}

/** The classes of two free cards of the suit, as if they made no flush. */
function pairClasses(row: number, free: number, mine: number): number {
  let total = 0;
  for (let high = 0; high < RANKS_COUNT; high++) {
    if (((free >> high) & 1) === 0) continue;
    const classRow = row + ((high * (high + 1)) >> 1);
    for (let low = 0; low < high; low++) {
      total += ((free >> low) & 1) * compare(strengths[classRow + low]!, mine);
    }
  }
  return total;
}

/** Boards with three or four cards of one suit. */
function totalWithFlushes(a: number, b: number): number {
  const bitA = 1 << (a >> 2);
  const bitB = 1 << (b >> 2);
  const own = ((a & 3) === suit1 ? bitA : 0) | ((b & 3) === suit1 ? bitB : 0);
  const mask = mask1;
  const held = onBoard + bits(own);
  const free = 0x1fff & ~(mask | own);
  fillWeights(0, 0);
  let others = 46;
  let at = 0;
  for (let high = 0; high < RANKS_COUNT; high++) {
    const isFree = (free >> high) & 1;
    const any = left[high]! - isFree;
    others -= isFree;
    plain[high] = any;
    for (let low = 0; low < high; low++) plainWeights[at++] = any * plain[low]!;
    plainWeights[at++] = (any * (any - 1)) >> 1;
  }
  const mineClass = CLASS_OF[(a >> 2) * RANKS_COUNT + (b >> 2)]!;
  let total = 0;
  for (let river = 0; river < RANKS_COUNT; river++) {
    const row = river * RANK_CLASSES;
    const rivers = plain[river]!;
    if (rivers > 0) {
      // Rivers of another suit leave three or four of this suit on the board.
      const mine = held >= 5 ? FLUSH_STRENGTH[mask | own]! : strengths[row + mineClass]!;
      let one = 0;
      if (onBoard === 3) {
        single[river]!--;
        one += addClasses(row, mine, weights) - addCard(row, mine, river, single) - pairClasses(row, free, mine);
        single[river]!++;
      } else {
        plain[river]!--;
        one += addClasses(row, mine, plainWeights) - addCard(row, mine, river, plain);
        plain[river]!++;
        if (mine >= FLUSH_LOWEST) one += flushSingles(mask, free, mine, others - 1);
      }
      if (mine >= FLUSH_LOWEST) one += flushPairs(mask, free, mine);
      total += rivers * one;
    }
    const bit = 1 << river;
    if ((free & bit) === 0) continue;
    // The river of this suit: four or five of it on the board.
    const mine = held >= 4 ? FLUSH_STRENGTH[mask | own | bit]! : strengths[row + mineClass]!;
    if (onBoard === 3) total += addClasses(row, mine, plainWeights);
    else total += ((others * (others - 1)) >> 1) * compare(FLUSH_STRENGTH[mask | bit]!, mine);
    if (mine >= FLUSH_LOWEST) {
      total += flushSingles(mask | bit, free & ~bit, mine, others) + flushPairs(mask | bit, free & ~bit, mine);
    }
  }
  return total;
}
