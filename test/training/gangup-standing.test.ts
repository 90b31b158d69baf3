import { expect, test } from 'vitest';
import { STANDING_COUNT } from '../../agents/gangup/ismcts-value.js';
import { Rng } from '../../src/core/rng.js';
import { collectStandings, fitStandings, type Standings } from '../../training/gangup-standing.js';

test('the fit finds the weights that standings were made with', () => {
  const rng = new Rng(4);
  const truth = [0.5, -0.3, 0.2, 0, 0.4, 0.1, -0.2, 0.6];
  const sets = [2, 4].map((seats): Standings => {
    const made: Standings = { seats, features: [], shares: [] };
    for (let n = 0; n < 1500; n++) {
      const row = Float64Array.from({ length: seats * STANDING_COUNT }, () => 2 * rng.normal());
      const logits = Array.from({ length: seats }, (_, s) =>
        truth.reduce((sum, w, k) => sum + w * row[s * STANDING_COUNT + k]!, 0),
      );
      // The largest of logits with Gumbel noise is drawn in proportion to their exponentials.
      const noisy = logits.map((logit) => logit - Math.log(-Math.log(Math.max(1e-12, rng.float()))));
      const winner = noisy.indexOf(Math.max(...noisy));
      made.features.push(row);
      made.shares.push(Float64Array.from({ length: seats }, (_, s) => (s === winner ? 1 : 0)));
    }
    return made;
  });
  const { weights, loss } = fitStandings(sets, 60);
  expect(weights).toHaveLength(STANDING_COUNT);
  for (const [k, w] of truth.entries()) expect(Math.abs(weights[k]! - w)).toBeLessThan(0.1);
  expect(loss).toBeLessThan((Math.log(2) + Math.log(4)) / 2);
});

test('standings are gathered once a turn, each with who won in the end', async () => {
  const found = await collectStandings(3, 2, 9);
  expect(found.features.length).toBeGreaterThan(10);
  expect(found.shares).toHaveLength(found.features.length);
  for (const share of found.shares) expect(share.reduce((a, b) => a + b)).toBeCloseTo(1);
  expect(await collectStandings(3, 2, 9)).toEqual(found);
});
