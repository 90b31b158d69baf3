import { RANK_COUNT, SUIT_COUNT } from './card.js';

/**
 * How the evaluator's tables are packed. A hand's rank key is the sum of its cards' keys; the keys of all hands lie
 * thinly in a range of millions. The range is cut into rows of 2^shift, and the rows are slid over each other until
 * no two hands meet (Tarjan and Yao, "Storing a sparse table", 1979: the fullest row first, each at the first place
 * where it fits). The search takes a second or more, so its result is shipped in `displacements.ts`.
 */
export interface Packing {
  /** The cards' rank keys, 2 … A: all sums of `cards` of them, none used more than four times, are different. */
  readonly keys: readonly number[];
  readonly cards: number;
  readonly shift: number;
  /** Length of the packed table. */
  readonly size: number;
}

/** Calls `each` with the counts of every rank multiset of `cards` cards, at most four of a rank, in a fixed order. */
export function forEachRankCounts(cards: number, each: (counts: Uint8Array) => void): void {
  const counts = new Uint8Array(RANK_COUNT);
  const fill = (rank: number, left: number): void => {
    if (left > (RANK_COUNT - rank) * SUIT_COUNT) return;
    if (rank === RANK_COUNT) {
      each(counts);
      return;
    }
    for (let n = 0; n <= SUIT_COUNT && n <= left; n++) {
      counts[rank] = n;
      fill(rank + 1, left - n);
    }
    counts[rank] = 0;
  };
  fill(0, cards);
}

function fits(columns: readonly number[], at: number, used: Uint8Array): boolean {
  for (let i = 0; i < columns.length; i++) if (used[at + columns[i]!] !== 0) return false;
  return true;
}

/** The displacement of each row (it may be negative: rows start where their first hand is). */
export function findDisplacements({ keys, cards, shift }: Packing): Int32Array {
  const rows: number[][] = [];
  forEachRankCounts(cards, (counts) => {
    let key = 0;
    for (let rank = 0; rank < RANK_COUNT; rank++) key += counts[rank]! * keys[rank]!;
    const row = key >>> shift;
    while (rows.length <= row) rows.push([]);
    rows[row]!.push(key & ((1 << shift) - 1));
  });
  const displacements = new Int32Array(rows.length);
  const used = new Uint8Array(1 << 20);
  const order = rows.map((_, row) => row).filter((row) => rows[row]!.length > 0);
  order.sort((a, b) => rows[b]!.length - rows[a]!.length || a - b);
  for (const row of order) {
    const columns = rows[row]!.sort((a, b) => a - b);
    let at = -columns[0]!;
    while (!fits(columns, at, used)) at++;
    for (const column of columns) used[at + column] = 1;
    displacements[row] = at;
  }
  return displacements;
}

/** Displacements as text: three bytes each, offset by 2^shift, in base 64. */
export function encodeDisplacements(displacements: Int32Array, shift: number): string {
  let bytes = '';
  for (const displacement of displacements) {
    const n = displacement + (1 << shift);
    bytes += String.fromCharCode(n & 255, (n >> 8) & 255, n >> 16);
  }
  return btoa(bytes);
}

export function decodeDisplacements(text: string, shift: number): Int32Array {
  const bytes = atob(text);
  const displacements = new Int32Array(bytes.length / 3);
  for (let i = 0; i < displacements.length; i++) {
    const at = 3 * i;
    displacements[i] =
      (bytes.charCodeAt(at) | (bytes.charCodeAt(at + 1) << 8) | (bytes.charCodeAt(at + 2) << 16)) - (1 << shift);
  }
  return displacements;
}
