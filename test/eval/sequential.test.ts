import { describe, expect, it } from 'vitest';
import { ConfidenceSequence, sequenceOf, untilNarrow } from '../../eval/sequential.js';
import { wilson } from '../../eval/stats.js';
import { Rng } from '../../src/core/rng.js';
import { reproducibly } from '../support/statistics.js';
import { everExcluded } from '../support/stopping.js';

describe('a confidence sequence', () => {
  it('is what its bets say: by hand, one number', () => {
    // A target of a quarter spreads the 24 bets from 1/2 to 1; the fortune is the mean of theirs.
    const sequence = new ConfidenceSequence(0, 1, 0.25);
    for (let i = 0; i < 40; i++) sequence.add(1);
    const { mean, low, high } = sequence.interval();
    expect(mean).toBe(1);
    expect(high).toBe(1);
    // After 40 ones a bet of 1 has (2 − m)^40: alone among the 24 it rules out what is below, and no bet does better.
    expect(low).toBeGreaterThan(2 - (40 * 24) ** (1 / 40));
    expect(low).toBeLessThan(2 - 40 ** (1 / 40));
  });

  it('does not depend on the order, and mirrors', () => {
    const values = Array.from({ length: 200 }, (_, i) => (i % 5 === 0 ? 1 : 0));
    const one = sequenceOf(values, 0, 1, 0.05).interval;
    expect(sequenceOf(values.toReversed(), 0, 1, 0.05).interval).toEqual(one);
    const other = sequenceOf(
      values.map((x) => 1 - x),
      0,
      1,
      0.05,
    ).interval;
    expect(other.low).toBeCloseTo(1 - one.high, 9);
    expect(other.high).toBeCloseTo(1 - one.low, 9);
  });

  it('scales with its bounds', () => {
    const values = Array.from({ length: 300 }, (_, i) => (i % 3) / 2);
    const unit = sequenceOf(values, 0, 1, 0.05).interval;
    const wide = sequenceOf(
      values.map((x) => 2 * x - 1),
      -1,
      1,
      0.1,
    ).interval;
    expect(wide.low).toBeCloseTo(2 * unit.low - 1, 9);
    expect(wide.high).toBeCloseTo(2 * unit.high - 1, 9);
    expect(() => sequenceOf([1.5], 0, 1, 0.1)).toThrow(RangeError);
  });

  it('is wider than an interval for one look, by less than 2.2 times where it is aimed at', () => {
    for (const p of [0.5, 0.8, 0.95]) {
      const n = 4000;
      const fixed = wilson(p * n, n);
      const half = (fixed.high - fixed.low) / 2;
      const values = Array.from({ length: n }, (_, i) => (Math.floor((i + 1) * p) > Math.floor(i * p) ? 1 : 0));
      const { halfWidth } = sequenceOf(values, 0, 1, 1.6 * half);
      expect(halfWidth / half, `p = ${p}`).toBeGreaterThan(1);
      expect(halfWidth / half, `p = ${p}`).toBeLessThan(2.2);
    }
  });

  it('narrows on numbers that differ little: it sees their variance', () => {
    const coins = Array.from({ length: 1000 }, (_, i) => i % 2);
    const shares = Array.from({ length: 1000 }, (_, i) => (i % 2 === 0 ? 0.4 : 0.6));
    const [wide, narrow] = [coins, shares].map((values) => sequenceOf(values, 0, 1, 0.02).halfWidth);
    expect(narrow!).toBeLessThan(wide! / 2);
  });

  it('holds the truth at all looks together, 95 times in 100; an interval for one look does not', () => {
    const seed = 23;
    reproducibly(`seed ${seed}`, () => {
      const { sequence, fixed } = everExcluded(new Rng(seed), { runs: 200, p: 0.7, looks: 30, step: 20 });
      expect(sequence).toBeLessThanOrEqual(10);
      expect(fixed).toBeGreaterThan(20);
    });
  });
});

describe('playing until it is known', () => {
  const play = async (p: number, games: number, target: number, seed: number) => {
    const rng = new Rng(seed);
    const seen: number[] = [];
    const looks: number[] = [];
    const played = await untilNarrow({
      games,
      step: 4,
      target,
      play: async (to) => {
        looks.push(to);
        while (seen.length < to) seen.push(rng.float() < p ? 1 : 0);
      },
      scores: () => [Float64Array.from(seen)],
    });
    return { played, looks, result: sequenceOf(seen, 0, 1, target) };
  };

  it('stops at the first look that is narrow enough, after full turns of the seats', async () => {
    const { played, looks, result } = await play(0.9, 100_000, 0.04, 1);
    expect(result.reached).toBe(true);
    expect(played).toBe(looks.at(-1));
    expect(looks.every((look) => look % 4 === 0)).toBe(true);
    expect(played).toBeLessThan(3000);
  });

  it('stops at the cap, and says that it did', async () => {
    const { played, result } = await play(0.5, 250, 0.01, 1);
    expect(played).toBe(250);
    expect(result).toMatchObject({ reached: false, target: 0.01 });
    expect(result.halfWidth).toBeGreaterThan(0.01);
  });
});
