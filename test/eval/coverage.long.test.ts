import { expect, it } from 'vitest';
import { bootstrap } from '../../eval/bootstrap.js';
import { controlledMean } from '../../eval/control.js';
import { CrossPlayMeans, type CrossPlayTable } from '../../eval/cross-play.js';
import { clusteredMean, clusteredShare, type Interval, meanInterval, wilson } from '../../eval/stats.js';
import { Rng } from '../../src/core/rng.js';

/**
 * How often intervals that say 95 % hold the truth when little was played. All samples come from fixed seeds, so the
 * answers never change; of 1,000 runs one standard error is 0.7 points.
 */

const SEED = 20;

function gauss(rng: Rng): number {
  return Math.sqrt(-2 * Math.log(1 - rng.float())) * Math.cos(2 * Math.PI * rng.float());
}

/** Share of runs whose interval holds the truth. */
function coverage(runs: number, truth: number, interval: (rng: Rng, run: number) => Interval): number {
  const rng = new Rng(SEED, 1);
  let held = 0;
  for (let run = 0; run < runs; run++) {
    const { low, high } = interval(rng, run);
    if (low <= truth && truth <= high) held++;
  }
  return held / runs;
}

function expectHolds(share: number): void {
  expect(share, `seed ${SEED}`).toBeGreaterThanOrEqual(0.93);
}

/** Games of three to five heists; how likely they succeed depends on the deal. The mean share is 0.8. */
function games(rng: Rng, count: number): { sums: Float64Array; sizes: Float64Array } {
  const sums = new Float64Array(count);
  const sizes = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const chance = rng.float() < 0.5 ? 0.65 : 0.95;
    sizes[i] = 3 + rng.below(3);
    for (let heist = 0; heist < sizes[i]!; heist++) if (rng.float() < chance) sums[i]!++;
  }
  return { sums, sizes };
}

it.each([
  [20, 0.5],
  [50, 0.9],
  [200, 0.95],
])("Wilson's interval of %i trials with chance %f", (trials, chance) => {
  expectHolds(
    coverage(3000, chance, (rng) => {
      let successes = 0;
      for (let i = 0; i < trials; i++) if (rng.float() < chance) successes++;
      return wilson(successes, trials);
    }),
  );
});

it.each([5, 10, 40])('the interval of a mean of %i numbers', (count) => {
  expectHolds(coverage(3000, 0, (rng) => meanInterval(Float64Array.from({ length: count }, () => gauss(rng)))));
});

it.each([10, 20, 40])('the intervals of %i games of unlike deals: share and bootstrap', (count) => {
  const of = (interval: (sums: Float64Array, sizes: Float64Array, run: number) => Interval, runs: number): number =>
    coverage(runs, 0.8, (rng, run) => {
      const { sums, sizes } = games(rng, count);
      return interval(sums, sizes, run);
    });
  expectHolds(of(clusteredShare, 3000));
  expectHolds(of((sums, sizes, run) => bootstrap(sums, sizes, run, { resamples: 600 }), 600));
});

it.each([5, 10, 40])('the mean of what %i games of unlike length make (not skewed as shares near 1 are)', (count) => {
  expectHolds(
    coverage(3000, 0, (rng) => {
      const sizes = Float64Array.from({ length: count }, () => 3 + rng.below(3));
      const sums = sizes.map((size) => size * gauss(rng) + Math.sqrt(size) * gauss(rng));
      return clusteredMean(sums, sizes);
    }),
  );
});

it.each([1, 4])('a share of 40 deals with %i control variates', (controls) => {
  expectHolds(
    coverage(1500, 0.5, (rng) => {
      const lists = Array.from({ length: controls }, () => ({
        here: Float64Array.from({ length: 40 }, () => gauss(rng)),
        elsewhere: Float64Array.from({ length: 160 }, () => gauss(rng)),
      }));
      const luck = (i: number): number => lists.reduce((sum, { here }) => sum + here[i]!, 0);
      const won = Float64Array.from({ length: 40 }, (_, i) => (0.5 * luck(i) + gauss(rng) > 0 ? 1 : 0));
      return controlledMean(
        won,
        lists.map((list, i) => ({ name: `${i}`, ...list })),
      );
    }),
  );
});

it('self-play and cross-play of four seeds hold the mean of their kind, and their difference', () => {
  const rng = new Rng(SEED, 2);
  const [seeds, blocks, runs] = [4, 12, 200];
  const members = Array.from({ length: seeds }, () => ({ group: 'kind' }));
  const held = { self: 0, cross: 0, difference: 0 };
  for (let run = 0; run < runs; run++) {
    // A seed is as good as it is, alone and among others; a pair has something of its own; cross-play costs 0.03.
    const skill = members.map(() => 0.01 * gauss(rng));
    const results = (mean: number): Float64Array =>
      Float64Array.from({ length: blocks }, () => mean + 0.01 * gauss(rng));
    const tables: CrossPlayTable[] = [];
    for (let host = 0; host < seeds; host++) {
      const alone = results(0.9 + skill[host]!);
      tables.push({ mix: 'alone', host, guest: host, names: [], blocks: alone });
      for (let guest = host + 1; guest < seeds; guest++) {
        const pair = 0.87 + (skill[host]! + skill[guest]!) / 2 + 0.005 * gauss(rng);
        tables.push({ mix: 'half', host, guest, names: [], blocks: results(pair) });
      }
    }
    const [group] = new CrossPlayMeans(members, tables, new Float64Array(blocks).fill(1), run).all('gang').groups;
    const holds = ({ low, high }: Interval, truth: number): number => (low <= truth && truth <= high ? 1 : 0);
    held.self += holds(group!.self, 0.9);
    held.cross += holds(group!.cross, 0.87);
    held.difference += holds(group!.difference, -0.03);
  }
  for (const share of Object.values(held)) expectHolds(share / runs);
});
