import { RANK_COUNT, SUIT_COUNT } from './card.js';
import { decodeDisplacements, type Packing } from './displace.js';
import { rankStrength } from './strength.js';

/**
 * The strengths of all rank multisets of so many cards, packed (see `displace.ts`). The strength of a rank key is
 * `strengths[(key & (2^shift − 1)) + rows[key >>> shift]]`; hot code spells that out with its own constants.
 */
export interface PackedTable {
  readonly strengths: Uint16Array;
  readonly rows: Int32Array;
  /** Writes strengths and rows; before that they are all 0, which is no hand's strength. */
  fill(): void;
}

export function packedTable(packing: Packing, displacements: string): PackedTable {
  const { keys, cards, shift, size } = packing;
  const low = (1 << shift) - 1;
  const strengths = new Uint16Array(size);
  // Three bytes a row are four letters.
  const rows = new Int32Array(displacements.length / 4);

  /** Shares out `left` cards to the ranks 0 … `rank`; the masks hold the ranks above that occur so often at least. */
  function share(rank: number, left: number, key: number, one: number, two: number, three: number, four: number): void {
    if (left === 0) {
      strengths[(key & low) + rows[key >>> shift]!] = rankStrength(one, two, three, four, 0);
      return;
    }
    const bit = 1 << rank;
    const step = keys[rank]!;
    if (left <= rank * SUIT_COUNT) share(rank - 1, left, key, one, two, three, four);
    if (left - 1 <= rank * SUIT_COUNT) share(rank - 1, left - 1, key + step, one | bit, two, three, four);
    if (left < 2) return;
    if (left - 2 <= rank * SUIT_COUNT) share(rank - 1, left - 2, key + 2 * step, one | bit, two | bit, three, four);
    if (left < 3) return;
    if (left - 3 <= rank * SUIT_COUNT) {
      share(rank - 1, left - 3, key + 3 * step, one | bit, two | bit, three | bit, four);
    }
    if (left < 4) return;
    if (left - 4 <= rank * SUIT_COUNT) {
      share(rank - 1, left - 4, key + 4 * step, one | bit, two | bit, three | bit, four | bit);
    }
  }

  function fill(): void {
    rows.set(decodeDisplacements(displacements, shift));
    share(RANK_COUNT - 1, cards, 0, 0, 0, 0, 0);
  }

  return { strengths, rows, fill };
}
