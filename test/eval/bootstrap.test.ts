import { describe, expect, it } from 'vitest';
import { accelerated, bootstrap, bootstrapDifference, quantile } from '../../eval/bootstrap.js';
import { normalCdf, normalQuantile } from '../../eval/stats.js';
import { Rng } from '../../src/core/rng.js';
import { reproducibly } from '../support/statistics.js';

const ones = (n: number): number[] => Array.from({ length: n }, () => 1);

describe('the normal distribution', () => {
  it('has the published values', () => {
    // NIST/SEMATECH e-Handbook, table 1.3.6.7.1; the tails by Abramowitz and Stegun 26.2.
    for (const [x, p] of [
      [0, 0.5],
      [1, 0.8413447460685429],
      [1.959963984540054, 0.975],
      [-3, 0.0013498980316300946],
      [-5, 2.866515718791939e-7],
      [-8, 6.220960574271785e-16],
    ] as const) {
      expect(normalCdf(x) / p).toBeCloseTo(1, 9);
      expect(normalQuantile(p)).toBeCloseTo(x, 7);
    }
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 10);
  });
});

describe('quantiles', () => {
  it('lie between neighbours in proportion', () => {
    expect(quantile([10, 20, 30, 40], 0)).toBe(10);
    expect(quantile([10, 20, 30, 40], 1)).toBe(40);
    expect(quantile([10, 20, 30, 40], 0.5)).toBe(25);
    expect(quantile([10, 20, 30, 40], 0.1)).toBeCloseTo(13, 12);
  });
});

describe('the BCa interval', () => {
  it('worked out by hand: bias from the share below the estimate, acceleration from the estimates without each unit', () => {
    // Resamples 1 … 1000, the estimate above 600 of them; skewed jackknife values.
    const drawn = Float64Array.from({ length: 1000 }, (_, i) => i + 1);
    const left = [1, 1, 1, 5];
    // bias = Φ⁻¹(0.6) = 0.253347; middle 2; Σd³ = 3 − 27 = −24; Σd² = 12; a = −24 / (6 · 12^1.5) = −0.0962250.
    const ends = [0.025, 0.975].map((p) => {
      const z = 0.253347103 + normalQuantile(p);
      return 1 + 999 * normalCdf(0.253347103 + z / (1 + 0.096225045 * z));
    });
    const [low, high] = accelerated(drawn, 600.5, Float64Array.from(left), 0.95);
    expect(low).toBeCloseTo(ends[0]!, 3);
    expect(high).toBeCloseTo(ends[1]!, 3);
    expect(low).toBeGreaterThan(26); // the percentile interval would begin there
  });

  it('is the percentile interval without bias and skewness', () => {
    const drawn = Float64Array.from({ length: 1001 }, (_, i) => i / 1000);
    const [low, high] = accelerated(drawn, 0.5, Float64Array.from([-1, 0, 1]), 0.9);
    expect(low).toBeCloseTo(0.05, 6);
    expect(high).toBeCloseTo(0.95, 6);
  });
});

describe('the bootstrap over deals', () => {
  it('has no width where no two deals differ, and the mean of what is there', () => {
    expect(bootstrap([1, 1, 1], [1, 1, 1], 1)).toMatchObject({ mean: 1, low: 1, high: 1, units: 3, resamples: 2000 });
    expect(bootstrap([3, 1], [5, 3], 1).mean).toBe(0.5);
  });

  it('draws deals, so that two deals give every mix of the two', () => {
    const drawn = bootstrap([0, 4], [4, 4], 5);
    expect(drawn).toMatchObject({ mean: 0.5, low: 0, high: 1 });
  });

  it('is the same again for a seed, and puts many deals together in blocks', () => {
    const sums = Array.from({ length: 900 }, (_, i) => (i % 3 === 0 ? 1 : 0));
    const once = bootstrap(sums, ones(900), 4);
    expect(bootstrap(sums, ones(900), 4)).toEqual(once);
    expect(bootstrap(sums, ones(900), 5)).not.toEqual(once);
    const rng = new Rng(3);
    const shuffled = sums.map((_, i, all) => all[(i * 7 + rng.below(1)) % 900]!);
    const blocks = bootstrap(shuffled, ones(900), 4, { unitsMax: 90 });
    expect(blocks).toMatchObject({ mean: once.mean, units: 90 });
  });

  it('holds the truth about 95 times in 100 when the games of a deal go alike', () => {
    const seed = 17;
    reproducibly(`seed ${seed}`, () => {
      const rng = new Rng(seed);
      const [runs, deals] = [300, 120];
      let held = 0;
      for (let run = 0; run < runs; run++) {
        const sums = Array.from({ length: deals }, () => {
          const luck = rng.float();
          return [0, 1, 2].reduce((sum) => sum + (rng.float() < luck ? 1 : 0), 0);
        });
        const { low, high } = bootstrap(
          sums,
          sums.map(() => 3),
          run,
          { resamples: 400 },
        );
        if (low <= 0.5 && 0.5 <= high) held++;
      }
      // Binomial(300, 0.95) has standard deviation 3.8.
      expect(held).toBeGreaterThan(285 - 15);
      expect(held).toBeLessThan(285 + 13);
    });
  });

  it('takes differences deal by deal', () => {
    const a = [1, 1, 0, 1, 0, 1];
    const b = [1, 0, 0, 1, 0, 1];
    expect(bootstrapDifference(a, a, 1)).toMatchObject({ mean: 0, low: 0, high: 0 });
    expect(bootstrapDifference(a, b, 1).mean).toBeCloseTo(1 / 6, 12);
  });
});
