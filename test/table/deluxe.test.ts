import { describe, expect, it } from 'vitest';
import { FORCED_EXIT } from '../../src/gang/words.js';
import { VirtualClock } from '../../src/table/clock.js';
import { LiveTable } from '../../src/table/live.js';
import type { PersonCallback } from '../../src/table/seats.js';

/** Bots alone at a live table, at once. */
async function playBots(bots: readonly string[], config: Record<string, unknown>, seed: number): Promise<LiveTable> {
  const table = new LiveTable({ config: { length: 'heist', ...config }, seed, seats: bots, pace: 'instant' });
  await table.play();
  return table;
}

describe('live tables with more than the base game', () => {
  it.each([
    [{ players: 5, active: ['mastermind', 'coordinator', 'retina-scan'] }],
    [{ players: 4, variant: 'voteOfChange', jokers: true }],
    [{ players: 4, dealer: 1, roundEnd: 'ready' }],
    [{ players: 5, tools: true }],
  ])('ask whatever the rules ask, to the end of the heist: %j', async (config) => {
    for (let seed = 1; seed <= 3; seed++) {
      const bots = Array.from({ length: config.players }, (_, s) => ['greedy', 'belief', 'random'][(s + seed) % 3]!);
      expect((await playBots(bots, config, seed)).over, `seed ${seed}`).toBe(true);
    }
  });

  it.each(['retina-scan', 'fingerprint-scan', 'jamming-device'])(
    'put questions that come after the last ready to bots and people: %s',
    async (card) => {
      const asked: string[] = [];
      const person: PersonCallback = ({ legal }) => {
        const answer = legal.find((act) => act.startsWith('vote') || act === 'no');
        if (answer !== undefined) asked.push(answer);
        return answer ?? (legal.includes('keep') ? 'keep' : legal[0]);
      };
      const config = { length: 'heist', roundEnd: 'ready', active: [card] };
      const clock = new VirtualClock({ auto: true });
      const table = new LiveTable({ config, seed: 3, seats: [person, 'greedy', 'greedy', 'greedy'], clock });
      await table.play();
      expect(table.over).toBe(true);
      expect(asked.length).toBeGreaterThan(0);
    },
  );

  it('end when bots let exit chips lie: one of them has to take each', async () => {
    for (const roundEnd of ['strict', 'ready']) {
      const table = await playBots(Array(10).fill('greedy'), { roundEnd }, 2);
      expect(table.over).toBe(true);
      expect([...table.view(0).exit].reduce((sum, one) => sum + one, 0)).toBe(3);
    }
  });

  it('show nobody that an exit chip must be taken but the seat that must', async () => {
    const table = await playBots(Array(9).fill('greedy'), {}, 4);
    expect(table.replay().moves.length).toBeGreaterThan(0);
    expect(table.view(0).info[FORCED_EXIT]).toBe(0);
  });
});
