import { ConfidenceSequence } from '../../eval/sequential.js';
import { wilson } from '../../eval/stats.js';
import type { Rng } from '../../src/core/rng.js';

/**
 * How many runs of coin throws (heads with chance p) ever had an interval, at one of the looks, that does not hold p:
 * what somebody could make of it who stops when it suits him. `fixed` is Wilson's, made for one look.
 */
export function everExcluded(
  rng: Rng,
  { runs, p, looks, step }: { runs: number; p: number; looks: number; step: number },
): { readonly sequence: number; readonly fixed: number } {
  let sequence = 0;
  let fixed = 0;
  for (let run = 0; run < runs; run++) {
    const known = new ConfidenceSequence(0, 1, 0.05);
    let heads = 0;
    let [out, outFixed] = [false, false];
    for (let look = 1; look <= looks; look++) {
      for (let i = 0; i < step; i++) {
        const value = rng.float() < p ? 1 : 0;
        heads += value;
        known.add(value);
      }
      const { low, high } = known.interval();
      if (p < low || p > high) out = true;
      const one = wilson(heads, look * step);
      if (p < one.low || p > one.high) outFixed = true;
    }
    if (out) sequence++;
    if (outFixed) fixed++;
  }
  return { sequence, fixed };
}
