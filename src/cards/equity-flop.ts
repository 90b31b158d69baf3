import { RANK_KEY, rankStrength7 } from './evaluator.js';
import { CLASS_HIGH, CLASS_LOW, CLASS_OF, RANK_CLASSES, RANKS_COUNT } from './rank-class.js';
import { categoryStart, FLUSH, FLUSH_STRENGTH, RANKS_IN } from './strength.js';

/**
 * Equity on the flop against one random hand, exact.
 *
 * Turn and river together, the runout, are one of 91 classes of ranks, as the other hand is; all strengths (1,820
 * look-ups) are prepared once a flop. A pocket first gets its total by ranks alone; then the runouts that bring a suit
 * to three cards or more on the board are worked out by suit, and the difference is added.
 */

// Constants of this module: the compiler builds their addresses in (see evaluator.ts).
const classOf = CLASS_OF;
const rankKey = RANK_KEY;
const flushStrength = FLUSH_STRENGTH;
const ranksIn = RANKS_IN;

/** Runouts times hands of the other player. */
export const FLOP_OUTCOMES = 1081 * 990;

/** Any flush and all that beats it are at least this strong; all else is weaker. */
const FLUSH_LOWEST = categoryStart(FLUSH);

/** [91, 91]: strength by runout and other hand; 0 where a rank would be there five times. */
const strengths = new Int32Array(RANK_CLASSES * RANK_CLASSES);
/** [91]: 1 where the board has a pair, so that more than a flush is possible. */
const isPaired = new Uint8Array(RANK_CLASSES);
/** [13]: cards of each rank that the seat doesn't see, and those among them that are not of the suit in question. */
const left = new Int32Array(RANKS_COUNT);
const plain = new Int32Array(RANKS_COUNT);
/** [91]: the hands of each class that these cards make. */
const leftHands = new Int32Array(RANK_CLASSES);
const plainHands = new Int32Array(RANK_CLASSES);
/** [91] by runout: my strength without a flush, and what it beats (twice) and ties by ranks alone. */
const mineOf = new Int32Array(RANK_CLASSES);
const byRanks = new Int32Array(RANK_CLASSES);
const suitMasks = new Int32Array(4);

/**
 * Twice the wins plus the ties of each pocket, of 2 × `FLOP_OUTCOMES`.
 * @param pockets flat [count, 2]; none shares a card with the flop
 * @param flop three cards from `at`
 * @param out [count]
 */
export function flopTotals(
  pockets: ArrayLike<number>,
  count: number,
  flop: ArrayLike<number>,
  at: number,
  out: Float64Array,
): void {
  left.fill(4);
  suitMasks.fill(0);
  let key = 0;
  let ranks = 0;
  for (let i = 0; i < 3; i++) {
    const card = flop[at + i]!;
    key += rankKey[card >> 2]!;
    left[card >> 2]!--;
    ranks |= 1 << (card >> 2);
    suitMasks[card & 3]! |= 1 << (card >> 2);
  }
  for (let d = 0; d < RANK_CLASSES; d++) {
    isPaired[d] = ranksIn[ranks | (1 << CLASS_HIGH[d]!) | (1 << CLASS_LOW[d]!)]! < 5 ? 1 : 0;
  }
  fillStrengths(key);
  for (let i = 0; i < count; i++) {
    const a = pockets[2 * i]!;
    const b = pockets[2 * i + 1]!;
    left[a >> 2]!--;
    left[b >> 2]!--;
    out[i] = pocketTotal(a, b);
    left[a >> 2]!++;
    left[b >> 2]!++;
  }
}

function fillStrengths(key: number): void {
  for (let i = 0; i < RANKS_COUNT; i++) {
    for (let j = 0; j <= i; j++) {
      const ij = classAt(i, j);
      const pair = i === j ? left[i]! > 1 : left[i]! > 0 && left[j]! > 0;
      const keyJ = key + rankKey[i]! + rankKey[j]!;
      for (let k = 0; k <= j; k++) {
        const ik = classAt(i, k);
        const jk = classAt(j, k);
        const three = pair && (k < j ? left[k]! > 0 : left[k]! > (i === j ? 2 : 1));
        const keyK = keyJ + rankKey[k]!;
        // The same strength stands at each way to part the four ranks in two and two.
        const atI = ik * RANK_CLASSES + classAt(j, 0);
        const atJ = jk * RANK_CLASSES + classAt(i, 0);
        const atK = ij * RANK_CLASSES + classAt(k, 0);
        let acrossI = classAt(i, 0) * RANK_CLASSES + jk;
        let acrossJ = classAt(j, 0) * RANK_CLASSES + ik;
        let acrossK = classAt(k, 0) * RANK_CLASSES + ij;
        for (let l = 0; l <= k; l++) {
          const four = three && left[l]! > (l < k ? 0 : k < j ? 1 : i === j ? 3 : 2);
          const strength = four ? rankStrength7(keyK + rankKey[l]!) : 0;
          strengths[atI + l] = strength;
          strengths[atJ + l] = strength;
          strengths[atK + l] = strength;
          strengths[acrossI] = strength;
          strengths[acrossJ] = strength;
          strengths[acrossK] = strength;
          acrossI += RANK_CLASSES;
          acrossJ += RANK_CLASSES;
          acrossK += RANK_CLASSES;
        }
      }
    }
  }
}

/** The class of a rank and one that isn't higher. */
function classAt(high: number, low: number): number {
  return ((high * (high + 1)) >> 1) + low;
}

function pairsOf(count: number): number {
  return (count * (count - 1)) >> 1;
}

function fillHands(counts: Int32Array, hands: Int32Array): void {
  let at = 0;
  for (let high = 0; high < RANKS_COUNT; high++) {
    const any = counts[high]!;
    for (let low = 0; low < high; low++) hands[at++] = any * counts[low]!;
    hands[at++] = pairsOf(any);
  }
}

/** 2: beaten, 1: tied, 0: neither. */
function compare(strength: number, mine: number): number {
  const difference = strength - mine;
  return (difference >>> 31) + ((difference - 1) >>> 31);
}

/** Twice what `mine` beats plus what it ties on a runout, over all classes. */
function addClasses(runout: number, mine: number, hands: Int32Array): number {
  const row = runout * RANK_CLASSES;
  let total = 0;
  for (let c = 0; c < RANK_CLASSES; c++) {
    const difference = strengths[row + c]! - mine;
    const weight = hands[c]!;
    total += ((difference >> 31) & weight) + (((difference - 1) >> 31) & weight);
  }
  return total;
}

/** The same over the hands that one card of `rank` makes with the other cards counted. */
function addCard(runout: number, mine: number, rank: number, counts: Int32Array): number {
  const row = runout * RANK_CLASSES;
  const classRow = rank * RANKS_COUNT;
  let total = -compare(strengths[row + classOf[classRow + rank]!]!, mine); // itself not with itself
  for (let other = 0; other < RANKS_COUNT; other++) {
    const difference = strengths[row + classOf[classRow + other]!]! - mine;
    const weight = counts[other]!;
    total += ((difference >> 31) & weight) + (((difference - 1) >> 31) & weight);
  }
  return total;
}

/** All hands of the other player by ranks alone. */
function allByRanks(runout: number, mine: number): number {
  const high = CLASS_HIGH[runout]!;
  const low = CLASS_LOW[runout]!;
  return (
    addClasses(runout, mine, leftHands) -
    addCard(runout, mine, high, left) -
    addCard(runout, mine, low, left) +
    compare(strengths[runout * RANK_CLASSES + runout]!, mine)
  );
}

function pocketTotal(a: number, b: number): number {
  const mineClass = classOf[(a >> 2) * RANKS_COUNT + (b >> 2)]!;
  fillHands(left, leftHands);
  let total = 0;
  for (let runout = 0; runout < RANK_CLASSES; runout++) {
    const ways = leftHands[runout]!;
    if (ways === 0) continue;
    const mine = strengths[runout * RANK_CLASSES + mineClass]!;
    const one = allByRanks(runout, mine);
    mineOf[runout] = mine;
    byRanks[runout] = one;
    total += ways * one;
  }
  for (let suit = 0; suit < 4; suit++) if (suitMasks[suit] !== 0) total += suitDifference(a, b, suit);
  return total;
}

/** The suit in question: ranks on the flop, of my own, and free (as bits). */
let mask = 0;
let own = 0;
let free = 0;
/** Cards of other suits that I don't see. */
let others = 0;

/** What flushes of one suit change, over the runouts that make some possible. */
function suitDifference(a: number, b: number, suit: number): number {
  mask = suitMasks[suit]!;
  own = ((a & 3) === suit ? 1 << (a >> 2) : 0) | ((b & 3) === suit ? 1 << (b >> 2) : 0);
  free = 0x1fff & ~(mask | own);
  others = 0;
  for (let rank = 0; rank < RANKS_COUNT; rank++) {
    const count = left[rank]! - ((free >> rank) & 1);
    plain[rank] = count;
    others += count;
  }
  fillHands(plain, plainHands);
  const onFlop = ranksIn[mask]!;
  let total = 0;
  for (let high = 0, runout = 0; high < RANKS_COUNT; high++) {
    const highBit = 1 << high;
    for (let low = 0; low <= high; low++, runout++) {
      const lowBit = 1 << low;
      if (low < high && (free & highBit) !== 0 && (free & lowBit) !== 0) {
        total += runoutDifference(runout, highBit | lowBit, -1, -1);
      }
      if (onFlop < 2) continue;
      if ((free & highBit) !== 0 && plain[low]! > 0) {
        total += plain[low]! * runoutDifference(runout, highBit, low, -1);
      }
      if (low < high && (free & lowBit) !== 0 && plain[high]! > 0) {
        total += plain[high]! * runoutDifference(runout, lowBit, high, -1);
      }
      if (onFlop < 3 || plainHands[runout] === 0) continue;
      total += plainHands[runout]! * runoutDifference(runout, 0, high, low);
    }
  }
  return total;
}

/**
 * What the suit's flushes change on one runout: `brought` are its ranks of the suit as bits, `plainA` and `plainB` the
 * ranks of its other cards (-1: none).
 */
function runoutDifference(runout: number, brought: number, plainA: number, plainB: number): number {
  const board = mask | brought;
  const onBoard = ranksIn[board]!;
  const isFlush = onBoard + ranksIn[own]! >= 5;
  const mine = isFlush ? flushStrength[board | own]! : mineOf[runout]!;
  const mayHold = free & ~brought;
  const unpaired = isFlush && isPaired[runout] === 0;
  let total = 0;
  if (onBoard === 3) {
    // Two cards of the suit in the other hand are a flush.
    if (unpaired) total = 2 * (990 - pairsOf(ranksIn[mayHold]!));
    else total = (isFlush ? allByRanks(runout, mine) : byRanks[runout]!) - pairClasses(runout, mayHold, mine);
  } else {
    // One card of the suit is: the other hand has none, or it is a flush.
    const besides = others - (plainA < 0 ? 0 : 1) - (plainB < 0 ? 0 : 1);
    if (onBoard === 5) total = pairsOf(besides) * compare(flushStrength[board]!, mine);
    else if (unpaired) total = 2 * pairsOf(besides);
    else {
      total = addClasses(runout, mine, plainHands);
      if (plainA >= 0) total -= addCard(runout, mine, plainA, plain);
    }
    if (mine >= FLUSH_LOWEST) {
      let singles = 0;
      for (let rest = mayHold; rest !== 0; rest &= rest - 1) {
        singles += compare(flushStrength[board | (rest & -rest)]!, mine);
      }
      total += singles * besides;
    }
  }
  if (mine >= FLUSH_LOWEST) total += flushPairs(board, mayHold, mine);
  return total - byRanks[runout]!;
}

/** The classes of two cards of the suit, as if they made no flush. */
function pairClasses(runout: number, mayHold: number, mine: number): number {
  const row = runout * RANK_CLASSES;
  let total = 0;
  for (let rest = mayHold; rest !== 0; ) {
    const high = 31 - Math.clz32(rest);
    rest ^= 1 << high;
    const at = row + classAt(high, 0);
    for (let low = 0; low < high; low++) total += compare(strengths[at + low]!, mine) & -((rest >> low) & 1);
  }
  return total;
}

/** Other hands of two cards of the suit, as flushes. */
function flushPairs(board: number, mayHold: number, mine: number): number {
  let total = 0;
  for (let rest = mayHold; rest !== 0; ) {
    const bit = rest & -rest;
    rest ^= bit;
    for (let lower = rest; lower !== 0; lower &= lower - 1) {
      total += compare(flushStrength[board | bit | (lower & -lower)]!, mine);
    }
  }
  return total;
}
