import { RANK_KEY, rankStrength7 } from './evaluator.js';
import { CLASS_OF, RANK_CLASSES, RANKS_COUNT } from './rank-class.js';
import { FLUSH_STRENGTH } from './strength.js';

/**
 * Equity on the river against one random hand, exact, for several seats on the same board.
 *
 * Where no suit is on the board three times only ranks matter: the 990 hands of the other player fall into 91 classes,
 * each with one strength, and a seat's own cards merely change how many hands a class has. With three or more of a
 * suit the hands that make a flush are taken out of their classes and compared apart.
 */

// Constants of this module: the compiler builds their addresses in (see evaluator.ts).
const classOf = CLASS_OF;
const rankKey = RANK_KEY;
const flushStrength = FLUSH_STRENGTH;

/** Hands that one other player may hold on the river. */
export const RIVER_HANDS = 990;

const strengths = new Int32Array(RANK_CLASSES);
const weights = new Int32Array(RANK_CLASSES);
/** Cards of each rank that are left, and those among them that are not of the flush suit. */
const left = new Int32Array(RANKS_COUNT);
const suited = new Int32Array(RANKS_COUNT);

/** Twice the other hands that mine beats, of those counted in the totals below. */
let twiceWins = 0;
let ties = 0;

/**
 * @param pockets flat [seats, 2] from `pocketsAt`
 * @param board five cards from `boardAt`
 * @param out per seat wins + half of ties, in 0 … 1, from `outAt`
 * @param outTie per seat the share of ties, or null
 */
export function riverEquities(
  pockets: Int32Array,
  pocketsAt: number,
  seats: number,
  board: Int32Array,
  boardAt: number,
  out: Float32Array | Float64Array,
  outAt: number,
  outTie: Float32Array | Float64Array | null = null,
): void {
  left.fill(4);
  let key = 0;
  let suitCounts = 0;
  for (let i = 0; i < 5; i++) {
    const card = board[boardAt + i]!;
    key += rankKey[card >> 2]!;
    left[card >> 2]!--;
    suitCounts += 1 << ((card & 3) << 3);
  }
  // A suit is there three times or more when its byte plus five reaches eight.
  const flushBit = (suitCounts + 0x05050505) & 0x08080808;
  const suit = flushBit === 0 ? -1 : (31 - Math.clz32(flushBit)) >> 3;
  let mask = 0;
  let onBoard = 0;
  if (suit >= 0) {
    for (let i = 0; i < 5; i++) {
      const card = board[boardAt + i]!;
      if ((card & 3) === suit) {
        mask |= 1 << (card >> 2);
        onBoard++;
      }
    }
  }
  fillStrengths(key);
  if (suit < 0) fillWeights(left);
  for (let seat = 0; seat < seats; seat++) {
    const a = pockets[pocketsAt + 2 * seat]!;
    const b = pockets[pocketsAt + 2 * seat + 1]!;
    twiceWins = 0;
    ties = 0;
    if (suit < 0) seatWithoutFlush(a >> 2, b >> 2);
    else seatWithFlush(a, b, suit, mask, onBoard);
    out[outAt + seat] = (twiceWins + ties) / (2 * RIVER_HANDS);
    if (outTie !== null) outTie[outAt + seat] = ties / RIVER_HANDS;
  }
}

/** The strength of each class on a board with this rank key; 0 for classes that cannot be (a fifth card of a rank). */
function fillStrengths(key: number): void {
  let at = 0;
  for (let high = 0; high < RANKS_COUNT; high++) {
    const keyHigh = key + rankKey[high]!;
    const any = left[high]!;
    for (let low = 0; low < high; low++, at++) {
      strengths[at] = any > 0 && left[low]! > 0 ? rankStrength7(keyHigh + rankKey[low]!) : 0;
    }
    strengths[at++] = any > 1 ? rankStrength7(keyHigh + rankKey[high]!) : 0;
  }
}

/** How many hands each class has when `counts` cards of each rank are left. */
function fillWeights(counts: Int32Array): void {
  let at = 0;
  for (let high = 0; high < RANKS_COUNT; high++) {
    const any = counts[high]!;
    for (let low = 0; low < high; low++) weights[at++] = any * counts[low]!;
    weights[at++] = (any * (any - 1)) >> 1;
  }
}

/** Adds all classes. */
function addClasses(mine: number): void {
  let below = 0;
  let upTo = 0;
  for (let c = 0; c < RANK_CLASSES; c++) {
    const difference = strengths[c]! - mine;
    const weight = weights[c]!;
    below += (difference >> 31) & weight;
    upTo += ((difference - 1) >> 31) & weight;
  }
  twiceWins += 2 * below;
  ties += upTo - below;
}

/** Adds `count` hands of one strength. */
function add(strength: number, mine: number, count: number): void {
  if (strength < mine) twiceWins += 2 * count;
  else if (strength === mine) ties += count;
}

/** Takes out one card of a rank: the hands it makes with the cards that are left. */
function takeOut(rank: number, mine: number): void {
  left[rank]!--;
  const row = rank * RANKS_COUNT;
  for (let other = 0; other < RANKS_COUNT; other++) add(strengths[classOf[row + other]!]!, mine, -left[other]!);
}

function seatWithoutFlush(a: number, b: number): void {
  const mine = strengths[classOf[a * RANKS_COUNT + b]!]!;
  addClasses(mine);
  takeOut(a, mine);
  takeOut(b, mine);
  left[a]!++;
  left[b]!++;
}

function seatWithFlush(a: number, b: number, suit: number, mask: number, onBoard: number): void {
  const rankA = a >> 2;
  const rankB = b >> 2;
  left[rankA]!--;
  left[rankB]!--;
  let own = 0;
  let ownCount = 0;
  if ((a & 3) === suit) {
    own |= 1 << rankA;
    ownCount++;
  }
  if ((b & 3) === suit) {
    own |= 1 << rankB;
    ownCount++;
  }
  const isFlush = onBoard + ownCount >= 5;
  const mine = isFlush ? flushStrength[mask | own]! : strengths[classOf[rankA * RANKS_COUNT + rankB]!]!;
  const free = 0x1fff & ~(mask | own);
  let others = 45;
  for (let rank = 0; rank < RANKS_COUNT; rank++) {
    const isFree = (free >> rank) & 1;
    suited[rank] = left[rank]! - isFree;
    others -= isFree;
  }
  if (onBoard === 3) {
    // Pairs of the suit leave their classes and come back as flushes.
    fillWeights(left);
    addClasses(mine);
  } else if (onBoard === 4) {
    // One card of the suit is enough: the classes hold the hands without any.
    fillWeights(suited);
    addClasses(mine);
  } else {
    add(flushStrength[mask]!, mine, (others * (others - 1)) >> 1);
  }
  for (let high = 0; high < RANKS_COUNT; high++) {
    if (((free >> high) & 1) === 0) continue;
    const withHigh = mask | (1 << high);
    if (onBoard > 3) add(flushStrength[withHigh]!, mine, others);
    for (let low = 0; low < high; low++) {
      if (((free >> low) & 1) === 0) continue;
      add(flushStrength[withHigh | (1 << low)]!, mine, 1);
      if (onBoard === 3) add(strengths[classOf[high * RANKS_COUNT + low]!]!, mine, -1);
    }
  }
  left[rankA]!++;
  left[rankB]!++;
}
