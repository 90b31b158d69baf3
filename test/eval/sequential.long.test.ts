import { expect, it } from 'vitest';
import { sequenceOf, untilNarrow } from '../../eval/sequential.js';
import { Rng } from '../../src/core/rng.js';
import { reproducibly } from '../support/statistics.js';
import { everExcluded } from '../support/stopping.js';

it.each([0.3, 0.9, 0.98])('a confidence sequence holds a share of %s at 60 looks in at least 95 of 100 runs', (p) => {
  const seed = Math.round(1000 * p);
  reproducibly(`seed ${seed}`, () => {
    const { sequence, fixed } = everExcluded(new Rng(seed), { runs: 1000, p, looks: 60, step: 25 });
    expect(sequence).toBeLessThanOrEqual(50);
    expect(fixed).toBeGreaterThan(100);
  });
});

it('the interval at which an arena stops holds the truth in at least 95 of 100 runs, seats of unlike strength in turn', async () => {
  const seed = 77;
  const rng = new Rng(seed);
  const [runs, target] = [500, 0.06];
  let held = 0;
  let reached = 0;
  for (let run = 0; run < runs; run++) {
    const seen: number[] = [];
    await untilNarrow({
      games: 4000,
      step: 2,
      target,
      play: async (to) => {
        while (seen.length < to) seen.push(rng.float() < (seen.length % 2 === 0 ? 0.9 : 0.5) ? 1 : 0);
      },
      scores: () => [Float64Array.from(seen)],
    });
    const result = sequenceOf(seen, 0, 1, target);
    if (result.reached) reached++;
    if (result.interval.low <= 0.7 && 0.7 <= result.interval.high) held++;
  }
  expect(reached, `seed ${seed}`).toBe(runs);
  expect(held, `seed ${seed}`).toBeGreaterThanOrEqual(0.95 * runs);
});
