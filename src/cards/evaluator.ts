import { DECK_SIZE, RANK_COUNT, SUIT_COUNT } from './card.js';
import { decodeDisplacements } from './displace.js';
import { DISPLACEMENTS7, DISPLACEMENTS8 } from './displacements.js';
import { PACKING7, PACKING8 } from './rank-keys.js';
import { FLUSH_STRENGTH, rankStrength } from './strength.js';

/**
 * The fast paths: seven and eight ordinary cards, and Omaha. Cards are codes 0…51, all different; nothing is checked
 * and nothing allocated. Strengths are those of `strength.ts`, comparable across all functions.
 *
 * Seven cards: one int32 a card holds a 23-bit rank key and a 9-bit suit code; both add up over the hand. The sum's
 * suit code says whether five cards or more share a suit; if so, the ranks of that suit are the answer, for seven
 * cards that hold a flush hold no full house and no four of a kind. Else the rank key is looked up in a packed table
 * (see `displace.ts`).
 */

/** Low bits of a seven-card sum: the rank key. */
export const RANK_KEY_BITS = 23;
export const RANK_KEY_MASK = (1 << RANK_KEY_BITS) - 1;

/** Suit codes whose sums over seven cards tell which suit, if any, has five. */
const SUIT_CODES = [0, 1, 8, 57] as const;

/** [52] rank key | suit code << 23, wrapping to int32. Sums of seven stay within 32 bits: read them with `>>>`. */
export const CARD_CODE = new Int32Array(DECK_SIZE);
for (let card = 0; card < DECK_SIZE; card++) {
  CARD_CODE[card] = PACKING7.keys[card >> 2]! | (SUIT_CODES[card & 3]! << RANK_KEY_BITS);
}

/** [13] the seven-card rank keys, 2 … A. */
export const RANK_KEY = Int32Array.from(PACKING7.keys);

/** Steps from one suit to the next in SUITED_RANK; 0 stands for no flush. */
const SUIT_STEP = 64;

/** [512] by suit code of seven cards: 0 without a flush, else 64 × (1 + suit), an offset into SUITED_RANK. */
export const FLUSH_OFFSET = new Uint16Array(1 << (32 - RANK_KEY_BITS));

/** [320] by flush offset + card: the card's rank bit if it has that suit, else 0. */
export const SUITED_RANK = new Uint16Array(SUIT_STEP * (1 + SUIT_COUNT));
for (let card = 0; card < DECK_SIZE; card++) SUITED_RANK[SUIT_STEP * (1 + (card & 3)) + card] = 1 << (card >> 2);

/** Calls `each` with every way to share `cards` cards out to the four suits. */
function forEachSuitCounts(cards: number, each: (counts: readonly [number, number, number, number]) => void): void {
  for (let c = 0; c <= cards; c++)
    for (let d = 0; c + d <= cards; d++) for (let h = 0; c + d + h <= cards; h++) each([c, d, h, cards - c - d - h]);
}

forEachSuitCounts(7, (counts) => {
  const code = counts.reduce((sum, n, suit) => sum + n * SUIT_CODES[suit]!, 0);
  FLUSH_OFFSET[code] = SUIT_STEP * (1 + counts.findIndex((n) => n >= 5));
});

/** One packed table: strength of a rank key is `table[(key & (2^shift − 1)) + displacements[key >>> shift]]`. */
function tableSize(displacements: Int32Array, shift: number): number {
  let most = 0;
  for (const displacement of displacements) if (displacement > most) most = displacement;
  return most + (1 << shift);
}

/** Writes the strengths of all rank multisets of `cards` cards, at most four of a rank, into a packed table. */
function fillTable(
  table: Uint16Array,
  displacements: Int32Array,
  keys: readonly number[],
  cards: number,
  shift: number,
): void {
  const low = (1 << shift) - 1;
  const fill = (rank: number, left: number, key: number, one: number, two: number, three: number, four: number) => {
    if (left === 0) {
      table[(key & low) + displacements[key >>> shift]!] = rankStrength(one, two, three, four, 0);
      return;
    }
    if (rank < 0) return;
    const bit = 1 << rank;
    const step = keys[rank]!;
    if (left <= rank * SUIT_COUNT) fill(rank - 1, left, key, one, two, three, four);
    fill(rank - 1, left - 1, key + step, one | bit, two, three, four);
    if (left >= 2) fill(rank - 1, left - 2, key + 2 * step, one | bit, two | bit, three, four);
    if (left >= 3) fill(rank - 1, left - 3, key + 3 * step, one | bit, two | bit, three | bit, four);
    if (left >= 4) fill(rank - 1, left - 4, key + 4 * step, one | bit, two | bit, three | bit, four | bit);
  };
  fill(RANK_COUNT - 1, cards, 0, 0, 0, 0, 0);
}

export const SHIFT7 = PACKING7.shift;
const LOW7 = (1 << SHIFT7) - 1;
/** Displacement of each row of seven-card rank keys. */
export const ROW7 = decodeDisplacements(DISPLACEMENTS7, SHIFT7);
/** The packed strengths of seven cards without a flush: `TABLE7[(key & 2047) + ROW7[key >>> 11]]`. */
export const TABLE7 = new Uint16Array(tableSize(ROW7, SHIFT7));
fillTable(TABLE7, ROW7, PACKING7.keys, 7, SHIFT7);

/** Strength of seven cards without a flush by the sum of their rank keys. */
export function rankStrength7(key: number): number {
  return TABLE7[(key & LOW7) + ROW7[key >>> SHIFT7]!]!;
}

/** Strength of seven different ordinary cards. */
export function strength7(a: number, b: number, c: number, d: number, e: number, f: number, g: number): number {
  const sum =
    (CARD_CODE[a]! + CARD_CODE[b]! + CARD_CODE[c]! + CARD_CODE[d]! + CARD_CODE[e]! + CARD_CODE[f]! + CARD_CODE[g]!) | 0;
  const suit = FLUSH_OFFSET[sum >>> RANK_KEY_BITS]!;
  if (suit === 0) return TABLE7[(sum & LOW7) + ROW7[(sum & RANK_KEY_MASK) >>> SHIFT7]!]!;
  const mask =
    SUITED_RANK[suit + a]! |
    SUITED_RANK[suit + b]! |
    SUITED_RANK[suit + c]! |
    SUITED_RANK[suit + d]! |
    SUITED_RANK[suit + e]! |
    SUITED_RANK[suit + f]! |
    SUITED_RANK[suit + g]!;
  return FLUSH_STRENGTH[mask]!;
}

/** Strength of the seven cards at `cards[at … at + 6]`. Fastest when a program sticks to one kind of array. */
export function evaluate7(cards: ArrayLike<number>, at: number): number {
  return strength7(
    cards[at]!,
    cards[at + 1]!,
    cards[at + 2]!,
    cards[at + 3]!,
    cards[at + 4]!,
    cards[at + 5]!,
    cards[at + 6]!,
  );
}

const SHIFT8 = PACKING8.shift;
const LOW8 = (1 << SHIFT8) - 1;
/** Eight cards need 25 bits of rank key, so their suits are counted apart: a nibble each, 8 or more for a flush. */
const RANK_KEY8 = new Int32Array(DECK_SIZE);
const SUIT_NIBBLE = new Int32Array(DECK_SIZE);
for (let card = 0; card < DECK_SIZE; card++) {
  RANK_KEY8[card] = PACKING8.keys[card >> 2]!;
  SUIT_NIBBLE[card] = 1 << (4 * (card & 3));
}
const ROW8 = decodeDisplacements(DISPLACEMENTS8, SHIFT8);
/** Filled at the first use: only Banana Split and the Security Cameras deal eight cards. */
const TABLE8 = new Uint16Array(tableSize(ROW8, SHIFT8));

function rankStrength8(key: number): number {
  const strength = TABLE8[(key & LOW8) + ROW8[key >>> SHIFT8]!]!;
  if (strength !== 0) return strength;
  fillTable(TABLE8, ROW8, PACKING8.keys, 8, SHIFT8);
  return TABLE8[(key & LOW8) + ROW8[key >>> SHIFT8]!]!;
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
  const key =
    RANK_KEY8[a]! +
    RANK_KEY8[b]! +
    RANK_KEY8[c]! +
    RANK_KEY8[d]! +
    RANK_KEY8[e]! +
    RANK_KEY8[f]! +
    RANK_KEY8[g]! +
    RANK_KEY8[h]!;
  const suits =
    0x3333 +
    SUIT_NIBBLE[a]! +
    SUIT_NIBBLE[b]! +
    SUIT_NIBBLE[c]! +
    SUIT_NIBBLE[d]! +
    SUIT_NIBBLE[e]! +
    SUIT_NIBBLE[f]! +
    SUIT_NIBBLE[g]! +
    SUIT_NIBBLE[h]!;
  const byRanks = rankStrength8(key);
  const flush = suits & 0x8888;
  if (flush === 0) return byRanks;
  // Bits 3, 7, 11, 15 for suits 0 … 3.
  const suit = SUIT_STEP * (1 + ((31 - Math.clz32(flush)) >> 2));
  const mask =
    SUITED_RANK[suit + a]! |
    SUITED_RANK[suit + b]! |
    SUITED_RANK[suit + c]! |
    SUITED_RANK[suit + d]! |
    SUITED_RANK[suit + e]! |
    SUITED_RANK[suit + f]! |
    SUITED_RANK[suit + g]! |
    SUITED_RANK[suit + h]!;
  const byFlush = FLUSH_STRENGTH[mask]!;
  return byFlush > byRanks ? byFlush : byRanks;
}

/** Strength of the eight cards at `cards[at … at + 7]`. */
export function evaluate8(cards: ArrayLike<number>, at: number): number {
  return strength8(
    cards[at]!,
    cards[at + 1]!,
    cards[at + 2]!,
    cards[at + 3]!,
    cards[at + 4]!,
    cards[at + 5]!,
    cards[at + 6]!,
    cards[at + 7]!,
  );
}
