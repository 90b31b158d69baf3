import { describe, expect, test } from 'vitest';
import { resolveAgent } from '../../agents/registry.js';
import { GangupMatch } from '../../eval/gangup-play.js';
import { meanInterval } from '../../eval/stats.js';
import { unwrap } from '../../src/core/errors.js';
import { gangup } from '../../src/gangup/index.js';
import { configOf } from '../gangup/support.js';

const GAMES = 1200;

/** The 95 % interval of the first one's share of the win, all of them sitting in every seat in turn. */
async function winShare(names: readonly string[], seed: number): Promise<{ mean: number; low: number; high: number }> {
  const players = names.length;
  const agents = await Promise.all(names.map(async (name) => unwrap(await resolveAgent('gangup', name))));
  const match = new GangupMatch(configOf({ players }));
  const shares = new Float64Array(players);
  const first = new Float64Array(GAMES);
  for (let game = 0; game < GAMES; game++) {
    const seated = agents.map((_, seat) => agents[(seat + game) % players]!);
    await match.play(seated, seed + game);
    gangup.returns(match.state, shares);
    first[game] = shares[(players - (game % players)) % players]!;
  }
  return meanInterval(first);
}

describe('win shares of the scripts, 95 % intervals', () => {
  test('greedy wins eight of ten against random', async () => {
    expect((await winShare(['greedy', 'random'], 10_000)).low).toBeGreaterThan(0.8);
  });

  for (const name of ['cautious', 'greedy', 'schemer']) {
    test(`${name} is far above random at a table of three`, async () => {
      expect((await winShare([name, 'random', 'random'], 20_000)).low).toBeGreaterThan(0.75);
    });
  }

  test('schemer is above its fair share against the other two, against two of either, and against greedy alone', async () => {
    expect((await winShare(['schemer', 'greedy', 'cautious'], 30_000)).low).toBeGreaterThan(1 / 3);
    expect((await winShare(['schemer', 'greedy', 'greedy'], 40_000)).low).toBeGreaterThan(1 / 3);
    expect((await winShare(['schemer', 'cautious', 'cautious'], 50_000)).low).toBeGreaterThan(1 / 3);
    expect((await winShare(['schemer', 'greedy'], 60_000)).low).toBeGreaterThan(1 / 2);
    // Between two, cautious has nobody else to fear for: here schemer is no better, and hardly worse.
    const duel = await winShare(['schemer', 'cautious'], 70_000);
    expect(duel.low).toBeGreaterThan(0.43);
    expect(duel.high).toBeLessThan(0.57);
  });

  test('greedy against itself has its fair share', async () => {
    const share = await winShare(['greedy', 'greedy', 'greedy'], 80_000);
    expect(share.low).toBeLessThan(1 / 3);
    expect(share.high).toBeGreaterThan(1 / 3);
  });
});
