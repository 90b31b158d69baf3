import { describe, expect, it } from 'vitest';
import { script } from '../../agents/gangup/script.js';
import { SCHEMER } from '../../agents/gangup/temper.js';
import { bootstrapReached } from '../../eval/bootstrap.js';
import { peeker } from '../../eval/ceiling-gangup.js';
import { dealSeed } from '../../eval/deals.js';
import { runGangupArena } from '../../eval/gangup-arena.js';
import { GangupMatch } from '../../eval/gangup-play.js';
import { Rng } from '../../src/core/rng.js';
import { configOf } from '../gangup/support.js';

const BUDGET = { iterations: 2, turns: 0 };
const schemer = script('schemer', SCHEMER);
const lineups = [{ names: ['schemer', 'other'], agents: [schemer, schemer] }];

describe('a search that sees all cards', () => {
  it('plays the first of the games in the places of the first agent, and changes nothing of the line-up', async () => {
    const config = configOf({ players: 2 });
    const options = { lineups, config, games: 4, seed: 3 };
    const report = await runGangupArena({ ...options, ceiling: { ...BUDGET, games: 2 } });
    const { ceiling, ...alone } = report.lineups[0]!;
    expect([alone]).toEqual((await runGangupArena(options)).lineups);
    expect(ceiling).toMatchObject({ agent: 'schemer', ...BUDGET, games: 2 });
    // The two seatings of the first deal.
    let won = 0;
    for (const seat of [0, 1]) {
      const match = new GangupMatch(config);
      const agents = [schemer, schemer];
      agents[seat] = peeker(match.state, BUDGET);
      await match.play(agents, dealSeed(options.seed, 0));
      won += match.shares()[seat]!;
    }
    expect(ceiling!.winShare.mean).toBe(won / 2);
  });
});

describe('the way from the fair share to the ceiling', () => {
  const even = (n: number) => new Float64Array(n).fill(3);
  const clusters = (sums: readonly number[]) => ({ sums, sizes: even(sums.length) });
  const random = (n: number, share: number, rng: Rng) =>
    Array.from({ length: n }, () => [0, 1, 2].reduce((sum) => sum + (rng.float() < share ? 1 : 0), 0));

  it('is all of it for the ceiling itself and none for a fair share, without doubt about either', () => {
    const ceiling = clusters(random(80, 0.8, new Rng(1)));
    expect(bootstrapReached(ceiling, ceiling, 1 / 3, 1)).toMatchObject({ mean: 1, low: 1, high: 1 });
    const fair = bootstrapReached(clusters(Array<number>(80).fill(1)), ceiling, 1 / 3, 1)!;
    for (const x of [fair.mean, fair.low, fair.high]) expect(x).toBeCloseTo(0, 12);
  });

  it('is not told where the ceiling may be no higher than fair', () => {
    const low = clusters(random(80, 0.34, new Rng(2)));
    expect(bootstrapReached(clusters(random(80, 0.5, new Rng(3))), low, 1 / 3, 1)).toBeNull();
  });

  it('is known better from more games of the agent than the ceiling played, and holds the truth', () => {
    let held = 0;
    const RUNS = 60;
    for (let run = 0; run < RUNS; run++) {
      const rng = new Rng(77, run);
      const ceiling = clusters(random(60, 0.85, rng));
      const own = random(240, 0.5, rng);
      const some = bootstrapReached(clusters(own.slice(0, 60)), ceiling, 1 / 3, run, { resamples: 300 })!;
      const all = bootstrapReached(clusters(own), ceiling, 1 / 3, run, { resamples: 300 })!;
      expect(all.high - all.low).toBeLessThan(some.high - some.low);
      const truth = (0.5 - 1 / 3) / (0.85 - 1 / 3);
      if (all.low <= truth && truth <= all.high) held++;
    }
    expect(held / RUNS, `of ${RUNS} runs`).toBeGreaterThan(0.86);
  });
});
