import { RANK_COUNT } from './card.js';

/**
 * The ladder of hands. Every hand that can be shown is one of STRENGTH_COUNT − 1 classes, numbered from 1 (a lone two)
 * upwards; a higher number is a stronger hand, and equal numbers are true ties (R-TIE). Besides the 7,462 classes of
 * five ordinary cards there are
 *
 *   - hands of one to four cards (a missing kicker is below any kicker), so that a hand can be named before the flop;
 *   - flushes with repeated ranks, which changed suits and values can make (R-SMOKE, R-LOCKPICK);
 *   - four of a kind with a fifth card of the same value as the kicker (R-JACK).
 *
 * Within a category, classes are ordered as tuples of ranks; a set of kickers is a 13-bit mask, whose order as an
 * integer is that order.
 */
export const CATEGORIES = [
  'high card',
  'pair',
  'two pair',
  'three of a kind',
  'straight',
  'flush',
  'full house',
  'four of a kind',
  'straight flush',
  'royal flush',
] as const;
export type Category = (typeof CATEGORIES)[number];

export const HIGH_CARD = 0;
export const PAIR = 1;
export const TWO_PAIR = 2;
export const THREE_OF_A_KIND = 3;
export const STRAIGHT = 4;
export const FLUSH = 5;
export const FULL_HOUSE = 6;
export const FOUR_OF_A_KIND = 7;
export const STRAIGHT_FLUSH = 8;
export const ROYAL_FLUSH = 9;

const MASKS = 1 << RANK_COUNT;

/** Number of ranks in a 13-bit mask. */
export const RANKS_IN = new Uint8Array(MASKS);
for (let mask = 1; mask < MASKS; mask++) RANKS_IN[mask] = RANKS_IN[mask >> 1]! + (mask & 1);

/** The highest rank in a mask that isn't empty. */
export function topRank(mask: number): number {
  return 31 - Math.clz32(mask);
}

/** The `count` highest ranks of a mask, as a mask. */
export function topRanks(mask: number, count: number): number {
  while (RANKS_IN[mask]! > count) mask &= mask - 1;
  return mask;
}

const WHEEL = 0b1_0000_0000_1111;

/** 0 without a straight, else 1 + its top card's rank − 3: 1 for five high (A-2-3-4-5) … 10 for ace high. */
export const STRAIGHT_IN = new Uint8Array(MASKS);
for (let mask = 0; mask < MASKS; mask++) {
  const tops = mask & (mask << 1) & (mask << 2) & (mask << 3) & (mask << 4);
  STRAIGHT_IN[mask] = tops !== 0 ? topRank(tops) - 2 : (mask & WHEEL) === WHEEL ? 1 : 0;
}

/** By mask of `ranks` ranks: its place, from 0, among the masks of at most `most` of them, in integer order. */
function ladder(ranks: number, most: number): Uint16Array {
  const place = new Uint16Array(1 << ranks);
  let next = 0;
  for (let mask = 0; mask < place.length; mask++) if (RANKS_IN[mask]! <= most) place[mask] = next++;
  return place;
}

/** Kicker masks over the twelve ranks that remain beside a pair or three of a kind. */
const KICKERS_OF_PAIR = ladder(12, 3);
const KICKERS_OF_THREE = ladder(12, 2);
const PAIR_STEP = 1 + 12 + 66 + 220;
const THREE_STEP = 1 + 12 + 66;

const HIGH_CARD_BASE = 1;
const PAIR_BASE = HIGH_CARD_BASE + 13 + 78 + 286 + 715 + 1277;
const TWO_PAIR_BASE = PAIR_BASE + 13 * PAIR_STEP;
const THREE_BASE = TWO_PAIR_BASE + 78 * 12;
const STRAIGHT_BASE = THREE_BASE + 13 * THREE_STEP;
const FLUSH_BASE = STRAIGHT_BASE + 10;
/** Multisets of five ranks without straights, full houses, four and five alike. */
const FLUSH_CLASSES = 6188 - 10 - 156 - 156 - 13;
const FULL_HOUSE_BASE = FLUSH_BASE + FLUSH_CLASSES;
const FOUR_BASE = FULL_HOUSE_BASE + 13 * 12;
const STRAIGHT_FLUSH_BASE = FOUR_BASE + 13 * 14;
const ROYAL_FLUSH_STRENGTH = STRAIGHT_FLUSH_BASE + 9;

/** Strengths are 1…STRENGTH_COUNT − 1; 0 is never a hand. */
export const STRENGTH_COUNT = STRAIGHT_FLUSH_BASE + 10;

const CATEGORY_BASES = [
  0,
  PAIR_BASE,
  TWO_PAIR_BASE,
  THREE_BASE,
  STRAIGHT_BASE,
  FLUSH_BASE,
  FULL_HOUSE_BASE,
  FOUR_BASE,
  STRAIGHT_FLUSH_BASE,
  STRENGTH_COUNT,
] as const;

const CATEGORY_OF = new Uint8Array(STRENGTH_COUNT);
for (let c = 0; c < STRAIGHT_FLUSH; c++) CATEGORY_OF.fill(c + 1, CATEGORY_BASES[c + 1]);

/** 0 high card … 8 straight flush (a royal flush is one; see `handCategory10`). */
export function categoryOf(strength: number): number {
  return CATEGORY_OF[strength]!;
}

/** An index into CATEGORIES: 0 high card … 8 straight flush, 9 royal flush, as R-GUESS and the Muscle count. */
export function handCategory10(strength: number): number {
  return strength === ROYAL_FLUSH_STRENGTH ? ROYAL_FLUSH : CATEGORY_OF[strength]!;
}

/** The smallest strength that is above every hand of a category (0…8). */
export function categoryEnd(category: number): number {
  return CATEGORY_BASES[category + 1]!;
}

/** The smallest strength of a category (0…8). */
export function categoryStart(category: number): number {
  return category === HIGH_CARD ? HIGH_CARD_BASE : CATEGORY_BASES[category]!;
}

/**
 * Strength of cards of different ranks and no common suit, by mask: the straight in it, or its five highest ranks
 * (all of them below five).
 */
export const DISTINCT_STRENGTH = new Uint16Array(MASKS);
let high = HIGH_CARD_BASE;
for (let mask = 1; mask < MASKS; mask++) {
  const straight = STRAIGHT_IN[mask]!;
  if (straight !== 0) DISTINCT_STRENGTH[mask] = STRAIGHT_BASE + straight - 1;
  else DISTINCT_STRENGTH[mask] = RANKS_IN[mask]! <= 5 ? high++ : DISTINCT_STRENGTH[mask & (mask - 1)]!;
}

function without(mask: number, rank: number): number {
  return (mask & ((1 << rank) - 1)) | ((mask >> (rank + 1)) << rank);
}

export function pairStrength(rank: number, kickers: number): number {
  return PAIR_BASE + rank * PAIR_STEP + KICKERS_OF_PAIR[without(kickers, rank)]!;
}

/** `kicker` −1: none. */
export function twoPairStrength(upper: number, lower: number, kicker: number): number {
  const place = (upper * (upper - 1)) / 2 + lower;
  return TWO_PAIR_BASE + place * 12 + (kicker < 0 ? 0 : 1 + kicker - Number(kicker > upper) - Number(kicker > lower));
}

export function threeStrength(rank: number, kickers: number): number {
  return THREE_BASE + rank * THREE_STEP + KICKERS_OF_THREE[without(kickers, rank)]!;
}

export function fullHouseStrength(three: number, pair: number): number {
  return FULL_HOUSE_BASE + three * 12 + pair - Number(pair > three);
}

/** `kicker` −1: none; it may be `rank` itself (R-JACK). */
export function fourStrength(rank: number, kicker: number): number {
  return FOUR_BASE + rank * 14 + 1 + kicker;
}

/**
 * Strength of the best hand by ranks alone. `one` … `five` are the masks of ranks that occur at least so often;
 * missing kickers are fine, so it serves any number of cards from 1 up.
 */
export function rankStrength(one: number, two: number, three: number, four: number, five: number): number {
  if (two === 0) return DISTINCT_STRENGTH[one]!;
  if (four !== 0) {
    const rank = topRank(four);
    const others = five & (1 << rank) ? one : one & ~(1 << rank);
    return fourStrength(rank, others === 0 ? -1 : topRank(others));
  }
  const triple = three === 0 ? -1 : topRank(three);
  if (triple >= 0) {
    const pairs = two & ~(1 << triple);
    if (pairs !== 0) return fullHouseStrength(triple, topRank(pairs));
  }
  if (STRAIGHT_IN[one] !== 0) return DISTINCT_STRENGTH[one]!;
  if (triple >= 0) return threeStrength(triple, topRanks(one & ~(1 << triple), 2));
  const upper = topRank(two);
  const rest = two & ~(1 << upper);
  if (rest === 0) return pairStrength(upper, topRanks(one & ~(1 << upper), 3));
  const lower = topRank(rest);
  const kickers = one & ~(1 << upper) & ~(1 << lower);
  return twoPairStrength(upper, lower, kickers === 0 ? -1 : topRank(kickers));
}

/** Place of the multiset a ≥ b ≥ c ≥ d ≥ e among all 6,188, which is its order from low to high. */
function multisetPlace(a: number, b: number, c: number, d: number, e: number): number {
  return (
    ((a + 4) * (a + 3) * (a + 2) * (a + 1) * a) / 120 +
    ((b + 3) * (b + 2) * (b + 1) * b) / 24 +
    ((c + 2) * (c + 1) * c) / 6 +
    ((d + 1) * d) / 2 +
    e
  );
}

/** Strength of cards of one suit and different ranks, by 13-bit mask with five ranks or more; 0 below. */
export const FLUSH_STRENGTH = new Uint16Array(MASKS);
/** Strength of a flush with repeated ranks, by `multisetPlace`; 0 where another category is made. */
const FLUSH_REPEATED = new Uint16Array(6188);

function fillFlushes(): void {
  let next = FLUSH_BASE;
  let place = 0;
  for (let a = 0; a < 13; a++)
    for (let b = 0; b <= a; b++)
      for (let c = 0; c <= b; c++)
        for (let d = 0; d <= c; d++)
          for (let e = 0; e <= d; e++, place++) {
            // Of sorted ranks, a full house or better has its outer two on both ends (or four in a row) alike.
            if ((a === b && d === e && (b === c || c === d)) || a === d || b === e) continue;
            const mask = (1 << a) | (1 << b) | (1 << c) | (1 << d) | (1 << e);
            if (STRAIGHT_IN[mask] !== 0) continue;
            if (RANKS_IN[mask] === 5) FLUSH_STRENGTH[mask] = next;
            FLUSH_REPEATED[place] = next++;
          }
  for (let mask = 0; mask < MASKS; mask++) {
    if (RANKS_IN[mask]! < 5) continue;
    const straight = STRAIGHT_IN[mask]!;
    if (straight !== 0) FLUSH_STRENGTH[mask] = STRAIGHT_FLUSH_BASE + straight - 1;
    else if (RANKS_IN[mask]! > 5) FLUSH_STRENGTH[mask] = FLUSH_STRENGTH[mask & (mask - 1)]!;
  }
}
fillFlushes();

/**
 * Strength of five cards of one suit with ranks a ≥ b ≥ c ≥ d ≥ e that aren't a straight; 0 when they are a full
 * house or four of a kind, which beat a flush.
 */
export function flushStrength(a: number, b: number, c: number, d: number, e: number): number {
  return FLUSH_REPEATED[multisetPlace(a, b, c, d, e)]!;
}
