import { pairIndex } from './flop-index.js';
import { PREFLOP_TOTALS } from './preflop-data.js';
import { RANKS_COUNT } from './rank-class.js';

/** Pockets up to a renaming of suits. */
export const PREFLOP_CLASSES = 169;

/** Other hands times boards. */
export const PREFLOP_OUTCOMES = 1225 * 1_712_304;

/** 0 … 168: 13 × higher rank + lower rank for suited pockets, 13 × lower + higher for the others. */
export function preflopClass(a: number, b: number): number {
  const high = Math.max(a >> 2, b >> 2);
  const low = Math.min(a >> 2, b >> 2);
  return (a & 3) === (b & 3) ? RANKS_COUNT * high + low : RANKS_COUNT * low + high;
}

/** [1326] by `pairIndex`: equity against one random hand before the flop, exact. */
export const PREFLOP_EQUITY: Float64Array = new Float64Array(1326);
for (let a = 1; a < 52; a++) {
  for (let b = 0; b < a; b++) {
    PREFLOP_EQUITY[pairIndex(a, b)] = PREFLOP_TOTALS[preflopClass(a, b)]! / (2 * PREFLOP_OUTCOMES);
  }
}
