import { describe, expect, it } from 'vitest';
import { greedy } from '../../agents/greedy.js';
import { runArena } from '../../eval/arena.js';
import { playCeiling } from '../../eval/ceiling.js';
import { gangConfig } from '../support/gang-tables.js';

describe('a team that sees all hands', () => {
  it('wins every heist of the base game at three to six seats and both ends of a round: chips alone cost nothing', () => {
    for (let players = 3; players <= 6; players++) {
      for (const roundEnd of ['strict', 'ready'] as const) {
        const { success, movesPerRound } = playCeiling(gangConfig({ players, length: 'heist', roundEnd }), 200, 7);
        expect(success.mean, `${players} ${roundEnd}`).toBe(1);
        expect(movesPerRound).toBe(players); // each takes its chip, and nobody moves another
      }
    }
  });

  it('is compared with line-ups deal by deal', async () => {
    const lineups = [3, 4].map((n) => ({ names: Array<string>(n).fill('greedy'), agents: Array(n).fill(greedy) }));
    const config = gangConfig({ players: 4, length: 'heist' });
    const { ceiling, lineups: rows } = await runArena({ lineups, config, games: 60, seed: 1, ceiling: true });
    expect(ceiling!.map(({ players }) => players)).toEqual([3, 4]);
    for (const [i, { behind }] of ceiling!.entries()) {
      expect(behind.map(({ lineup }) => lineup)).toEqual([i]);
      expect(behind[0]!.success.mean).toBeCloseTo(1 - rows[i]!.success.mean, 12);
    }
  });
});
