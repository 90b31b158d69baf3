import { describe, expect, it } from 'vitest';
import { controlledMean } from '../../eval/control.js';
import { difficulties, hasDifficulty } from '../../eval/difficulty.js';
import { Rng } from '../../src/core/rng.js';
import { gangConfig } from '../support/gang-tables.js';
import { reproducibly } from '../support/statistics.js';

describe('a control variate', () => {
  it('leaves nothing to chance where it explains everything: by hand', () => {
    const here = Array.from({ length: 40 }, (_, i) => i % 7);
    const elsewhere = [2, 4, 4, 6]; // mean 4
    const values = here.map((c) => 3 * c - 1);
    const { mean, varianceReduction, extraDeals } = controlledMean(values, [{ name: 'c', here, elsewhere }]);
    expect(mean).toBeCloseTo(3 * 4 - 1, 9);
    // All that is left is how well the mean elsewhere is known: 9 · (8/3) / 4 instead of 9 · s²/40.
    const s2 = here.reduce((sum, c) => sum + (c - 115 / 40) ** 2, 0) / 39;
    expect(varianceReduction).toBeCloseTo(1 - 8 / 3 / 4 / (s2 / 40), 6);
    expect(extraDeals).toBe(4);
  });

  it('that says the same as another, or nothing, does no harm', () => {
    const here = Array.from({ length: 60 }, (_, i) => (i * 5) % 11);
    const values = here.map((c, i) => c + (i % 3));
    const one = { name: 'c', here, elsewhere: [5, 5, 4, 6] };
    const alone = controlledMean(values, [one]);
    const twice = { name: 'twice', here: here.map((c) => 2 * c), elsewhere: [10, 10, 8, 12] };
    const flat = { name: 'flat', here: here.map(() => 1), elsewhere: [1, 1, 1, 1] };
    expect(controlledMean(values, [one, twice, flat]).mean).toBeCloseTo(alone.mean, 9);
  });

  it('has no bias, honest intervals, and the reduction that the correlation says', () => {
    const seed = 41;
    reproducibly(`seed ${seed}`, () => {
      const rng = new Rng(seed);
      const [runs, n, m] = [400, 60, 240];
      let sum = 0;
      let squares = 0;
      let held = 0;
      let reduction = 0;
      for (let run = 0; run < runs; run++) {
        const here: number[] = [];
        const values = Array.from({ length: n }, () => {
          const c = rng.float();
          here.push(c);
          // Success with chance 0.2 + 0.7 c; the mean is 0.55.
          return rng.float() < 0.2 + 0.7 * c ? 1 : 0;
        });
        const elsewhere = Array.from({ length: m }, () => rng.float());
        const result = controlledMean(values, [{ name: 'c', here, elsewhere }]);
        sum += result.mean;
        squares += result.mean ** 2;
        reduction += result.varianceReduction;
        if (result.low <= 0.55 && 0.55 <= result.high) held++;
      }
      const mean = sum / runs;
      const spread = Math.sqrt((squares / runs - mean * mean) / runs);
      expect(Math.abs(mean - 0.55)).toBeLessThan(3.3 * spread);
      expect(held).toBeGreaterThan(0.95 * runs - 16);
      // Cov(y, c) = 0.7/12; Var y = 0.2475; ρ² = (0.7/12)² / (0.2475/12) = 0.165; a fifth of it is lost to c̄.
      expect(reduction / runs).toBeGreaterThan(0.07);
      expect(reduction / runs).toBeLessThan(0.16);
    });
  });
});

describe('the difficulty of a deal', () => {
  it('is that of its cards: the same again, whatever part of the deals is asked for', () => {
    const config = gangConfig({ players: 4, length: 'heist' });
    const all = difficulties(config, 3, 0, 60);
    const part = difficulties(config, 3, 40, 60);
    expect(part).toEqual(all.map((values) => values.slice(40)));
    // Three neighbours, each a tie or close by at most one.
    for (let deal = 0; deal < 60; deal++) {
      expect(all[0]![deal]! + all[3]![deal]!).toBeLessThanOrEqual(3);
      expect(all[1]![deal]!).toBeLessThanOrEqual(all[2]![deal]!);
      expect(all[2]![deal]!).toBeLessThanOrEqual(all[3]![deal]!);
    }
    expect(hasDifficulty(config)).toBe(true);
    expect(hasDifficulty(gangConfig({ players: 4, length: 'game' }))).toBe(false);
    expect(hasDifficulty(gangConfig({ players: 4, length: 'heist', variant: 'omaha' }))).toBe(false);
  });
});
