import { DECK_SIZE, SUIT_COUNT } from './card.js';
import { DISPLACEMENTS7, DISPLACEMENTS8 } from './displacements.js';
import { packedTable } from './packed-table.js';
import { PACKING7, PACKING8 } from './rank-keys.js';
import { FLUSH_STRENGTH } from './strength.js';

export { evaluateOmaha } from './omaha.js';

/**
 * The fast paths: seven and eight ordinary cards, and Omaha. Cards are codes 0…51, all different; nothing is checked
 * and nothing allocated. Strengths are those of `strength.ts`, comparable across all functions.
 *
 * Seven cards: one int32 a card holds a 23-bit rank key and a 9-bit suit code; both add up over the hand. The sum's
 * suit code says whether five cards or more share a suit; if so, the ranks of that suit are the answer, for seven
 * cards that hold a flush hold no full house and no four of a kind. Else the rank key is looked up in a packed table
 * (see `displace.ts`).
 *
 * Tables that hot functions use are constants that this module keeps to itself and exports under another name: the
 * compiler then builds their addresses in, which makes seven cards 1.6 times as fast.
 */

/** Low bits of a seven-card sum: the rank key. */
export const RANK_KEY_BITS = 23;
export const RANK_KEY_MASK = (1 << RANK_KEY_BITS) - 1;
const KEY_BITS = RANK_KEY_BITS;
const KEY_MASK = RANK_KEY_MASK;

/** Suit codes whose sums over seven cards tell which suit, if any, has five. */
const SUIT_CODES = [0, 1, 8, 57] as const;

const code = new Int32Array(DECK_SIZE);
for (let card = 0; card < DECK_SIZE; card++) {
  code[card] = PACKING7.keys[card >> 2]! | (SUIT_CODES[card & 3]! << RANK_KEY_BITS);
}
/**
 * [52] rank key | suit code << 23. The sum of seven fills all 32 bits: add with `| 0`, read the suit code with
 * `>>> RANK_KEY_BITS` and the rank key with `& RANK_KEY_MASK`. Partial sums (a board, a pocket) add up too.
 */
export const CARD_CODE = code;

/** [13] the seven-card rank keys, 2 … A. */
export const RANK_KEY = Int32Array.from(PACKING7.keys);

/** Steps from one suit to the next in SUITED_RANK. */
const SUIT_STEP = 64;

const flushOffset = new Uint16Array(1 << (32 - RANK_KEY_BITS));
for (let c = 0; c <= 7; c++)
  for (let d = 0; c + d <= 7; d++)
    for (let h = 0; c + d + h <= 7; h++) {
      const counts = [c, d, h, 7 - c - d - h];
      const sum = counts.reduce((total, count, suit) => total + count * SUIT_CODES[suit]!, 0);
      flushOffset[sum] = SUIT_STEP * (1 + counts.findIndex((count) => count >= 5));
    }
/** [512] by suit code of seven cards: 0 without a flush, else 64 × (1 + suit), an offset into SUITED_RANK. */
export const FLUSH_OFFSET = flushOffset;

const suitedRank = new Uint16Array(SUIT_STEP * (1 + SUIT_COUNT));
for (let card = 0; card < DECK_SIZE; card++) suitedRank[SUIT_STEP * (1 + (card & 3)) + card] = 1 << (card >> 2);
/** [320] by flush offset + card: the card's rank bit if it has that suit, else 0. */
export const SUITED_RANK = suitedRank;

const flushes = FLUSH_STRENGTH;

const SHIFT = 11;
const LOW = (1 << SHIFT) - 1;
if (PACKING7.shift !== SHIFT || PACKING8.shift !== SHIFT) throw new Error('the tables were packed with another shift');

const seven = packedTable(PACKING7, DISPLACEMENTS7);
seven.fill();
const table7 = seven.strengths;
const row7 = seven.rows;

/** Strength of seven cards without a flush by the sum of their rank keys. */
export function rankStrength7(key: number): number {
  return table7[(key & LOW) + row7[key >>> SHIFT]!]!;
}

function flushOfSeven(
  suit: number,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
): number {
  return flushes[
    suitedRank[suit + a]! |
      suitedRank[suit + b]! |
      suitedRank[suit + c]! |
      suitedRank[suit + d]! |
      suitedRank[suit + e]! |
      suitedRank[suit + f]! |
      suitedRank[suit + g]!
  ]!;
}

/** Strength of seven different ordinary cards. */
export function strength7(a: number, b: number, c: number, d: number, e: number, f: number, g: number): number {
  const sum = (code[a]! + code[b]! + code[c]! + code[d]! + code[e]! + code[f]! + code[g]!) | 0;
  const suit = flushOffset[sum >>> KEY_BITS]!;
  if (suit !== 0) return flushOfSeven(suit, a, b, c, d, e, f, g);
  return table7[(sum & LOW) + row7[(sum & KEY_MASK) >>> SHIFT]!]!;
}

/**
 * Strength of the seven cards at `cards[at … at + 6]`. Fastest while a program sticks to one kind of array.
 * It repeats `strength7` because a call in between costs a tenth of the speed.
 */
export function evaluate7(cards: ArrayLike<number>, at: number): number {
  const a = cards[at]!;
  const b = cards[(at + 1) | 0]!;
  const c = cards[(at + 2) | 0]!;
  const d = cards[(at + 3) | 0]!;
  const e = cards[(at + 4) | 0]!;
  const f = cards[(at + 5) | 0]!;
  const g = cards[(at + 6) | 0]!;
  const sum = (code[a]! + code[b]! + code[c]! + code[d]! + code[e]! + code[f]! + code[g]!) | 0;
  const suit = flushOffset[sum >>> KEY_BITS]!;
  if (suit !== 0) return flushOfSeven(suit, a, b, c, d, e, f, g);
  return table7[(sum & LOW) + row7[(sum & KEY_MASK) >>> SHIFT]!]!;
}

const eight = packedTable(PACKING8, DISPLACEMENTS8);
const table8 = eight.strengths;
const row8 = eight.rows;
/** Eight cards need 25 bits of rank key, so their suits are counted apart: a nibble each, from 3, full at five. */
const key8 = new Int32Array(DECK_SIZE);
const suitNibble = new Int32Array(DECK_SIZE);
for (let card = 0; card < DECK_SIZE; card++) {
  key8[card] = PACKING8.keys[card >> 2]!;
  suitNibble[card] = 1 << (4 * (card & 3));
}

/** Fills the table at the first use: only Banana Split and the Security Cameras deal eight cards. */
function rankStrength8(key: number): number {
  const strength = table8[(key & LOW) + row8[key >>> SHIFT]!]!;
  if (strength !== 0) return strength;
  eight.fill();
  return table8[(key & LOW) + row8[key >>> SHIFT]!]!;
}

function ofEight(a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number): number {
  const key = key8[a]! + key8[b]! + key8[c]! + key8[d]! + key8[e]! + key8[f]! + key8[g]! + key8[h]!;
  const suits =
    0x3333 +
    suitNibble[a]! +
    suitNibble[b]! +
    suitNibble[c]! +
    suitNibble[d]! +
    suitNibble[e]! +
    suitNibble[f]! +
    suitNibble[g]! +
    suitNibble[h]!;
  const byRanks = rankStrength8(key);
  const flush = suits & 0x8888;
  if (flush === 0) return byRanks;
  // Bits 3, 7, 11, 15 for suits 0 … 3.
  const suit = SUIT_STEP * (1 + ((31 - Math.clz32(flush)) >> 2));
  const byFlush =
    flushes[
      suitedRank[suit + a]! |
        suitedRank[suit + b]! |
        suitedRank[suit + c]! |
        suitedRank[suit + d]! |
        suitedRank[suit + e]! |
        suitedRank[suit + f]! |
        suitedRank[suit + g]! |
        suitedRank[suit + h]!
    ]!;
  return Math.max(byFlush, byRanks);
}

/** Strength of eight different ordinary cards. Beside a flush there may be a full house or four of a kind. */
export function strength8(
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
  h: number,
): number {
  return ofEight(a, b, c, d, e, f, g, h);
}

/** Strength of the eight cards at `cards[at … at + 7]`. */
export function evaluate8(cards: ArrayLike<number>, at: number): number {
  return ofEight(
    cards[at]!,
    cards[(at + 1) | 0]!,
    cards[(at + 2) | 0]!,
    cards[(at + 3) | 0]!,
    cards[(at + 4) | 0]!,
    cards[(at + 5) | 0]!,
    cards[(at + 6) | 0]!,
    cards[(at + 7) | 0]!,
  );
}
