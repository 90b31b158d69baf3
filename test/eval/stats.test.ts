import { describe, expect, it } from 'vitest';
import {
  clusteredMean,
  clusteredShare,
  gameWinChance,
  gameWinInterval,
  meanInterval,
  student,
  wilson,
} from '../../eval/stats.js';
import { Rng } from '../../src/core/rng.js';

describe("Wilson's interval", () => {
  it('has the published values', () => {
    // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29 without continuity correction.
    for (const [r, n, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const) {
      const interval = wilson(r, n);
      expect(interval.mean).toBeCloseTo(r / n, 10);
      expect(interval.low).toBeCloseTo(low, 4);
      expect(interval.high).toBeCloseTo(high, 4);
    }
  });

  it('mirrors, and stays within 0 and 1', () => {
    for (const [r, n] of [
      [0, 5],
      [3, 7],
      [40, 41],
    ] as const) {
      const one = wilson(r, n);
      const other = wilson(n - r, n);
      expect(one.low).toBeCloseTo(1 - other.high, 12);
      expect(one.low).toBeGreaterThanOrEqual(0);
    }
    expect(wilson(5, 5).high).toBe(1);
    expect(wilson(0, 0)).toMatchObject({ low: 0, high: 1 });
  });
});

describe('the interval of clustered heists', () => {
  it("is Wilson's when every cluster has one heist", () => {
    const successes: number[] = Array.from({ length: 400 }, (_, i) => (i % 3 === 0 ? 1 : 0));
    const clustered = clusteredShare(
      successes,
      successes.map(() => 1),
    );
    const plain = wilson(
      successes.reduce((a, b) => a + b, 0),
      400,
    );
    expect(clustered.mean).toBe(plain.mean);
    expect(clustered.low).toBeCloseTo(plain.low, 3);
    expect(clustered.high).toBeCloseTo(plain.high, 3);
  });

  it('is wider by √5 when five heists of a game always go alike', () => {
    const games = 400;
    const successes = Array.from({ length: games }, (_, i) => (i % 2 === 0 ? 5 : 0));
    const clustered = clusteredShare(
      successes,
      successes.map(() => 5),
    );
    const plain = wilson(games * 2.5, games * 5);
    expect((clustered.high - clustered.low) / (plain.high - plain.low)).toBeCloseTo(Math.sqrt(5), 1);
  });

  it('holds the truth about 95 times in 100', () => {
    const seed = 11;
    const rng = new Rng(seed);
    let held = 0;
    const experiments = 1500;
    for (let e = 0; e < experiments; e++) {
      const trials: number[] = Array.from({ length: 120 }, () => 3 + rng.below(3));
      // Each game has its own chance, 0.4 or 0.8: heists of one game hang together.
      const successes = trials.map((n) => {
        const p = rng.float() < 0.5 ? 0.4 : 0.8;
        let won = 0;
        for (let i = 0; i < n; i++) if (rng.float() < p) won++;
        return won;
      });
      const { low, high } = clusteredShare(successes, trials);
      if (low <= 0.6 && 0.6 <= high) held++;
    }
    expect(held / experiments, `seed ${seed}`).toBeGreaterThan(0.93);
    expect(held / experiments, `seed ${seed}`).toBeLessThan(0.97);
  });
});

describe("Student's interval", () => {
  it('has the published quantiles, and those of the normal distribution for many degrees of freedom', () => {
    // NIST/SEMATECH e-Handbook, table 1.3.6.7.2, two-sided 95 %.
    for (const [degrees, t] of [
      [1, 12.706],
      [2, 4.303],
      [3, 3.182],
      [4, 2.776],
      [9, 2.262],
      [30, 2.042],
      [100, 1.984],
    ] as const) {
      expect(student(1.959963984540054, degrees) / t, `${degrees}`).toBeCloseTo(1, 2);
      expect(student(-1.959963984540054, degrees)).toBeCloseTo(-student(1.959963984540054, degrees), 9);
    }
    expect(student(1.96, 1e9)).toBeCloseTo(1.96, 6);
    expect(student(1.96, 0)).toBe(Infinity);
  });

  it('of a mean has as many degrees of freedom as numbers but one', () => {
    const { mean, low, high } = meanInterval([1, 2, 3, 4]);
    expect(mean).toBe(2.5);
    expect((high - mean) / Math.sqrt(5 / 3 / 4)).toBeCloseTo(3.182, 1);
    expect(mean - low).toBeCloseTo(high - mean, 12);
    expect(meanInterval([1])).toEqual({ mean: 1, low: -Infinity, high: Infinity });
  });

  it('of clusters is that of a mean where all are as large', () => {
    const clustered = clusteredMean([1, 2, 3, 4], [1, 1, 1, 1]);
    const plain = meanInterval([1, 2, 3, 4]);
    expect(clustered.low).toBeCloseTo(plain.low, 12);
    expect(clustered.high).toBeCloseTo(plain.high, 12);
  });
});

describe('the chance to win a game (rulings, worked example 4)', () => {
  it('is p³(1 + 3q + 6q²)', () => {
    expect(gameWinChance(0)).toBe(0);
    expect(gameWinChance(1)).toBe(1);
    expect(gameWinChance(0.5)).toBe(0.5);
    expect(gameWinChance(0.9)).toBeCloseTo(0.99144, 10);
  });

  it('agrees with adding up all ways to play up to three bars or three alarms', () => {
    const chance = (p: number, bars: number, alarms: number): number =>
      bars === 3 ? 1 : alarms === 3 ? 0 : p * chance(p, bars + 1, alarms) + (1 - p) * chance(p, bars, alarms + 1);
    for (let p = 0; p <= 1; p += 0.05) expect(gameWinChance(p)).toBeCloseTo(chance(p, 0, 0), 12);
  });

  it('keeps the order of an interval', () => {
    const { low, mean, high } = gameWinInterval({ mean: 0.6, low: 0.55, high: 0.65 });
    expect(low).toBeLessThan(mean);
    expect(mean).toBeLessThan(high);
  });
});
