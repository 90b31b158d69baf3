import { describe, expect, it } from 'vitest';
import type { ThinkingSession } from '../../agents/gangup/boss.js';
import { LEVEL_AGENTS, LEVELS } from '../../agents/level-names.js';
import { teammate } from '../../agents/levels.js';
import { resolveAgent } from '../../agents/registry.js';
import { slipping } from '../../agents/slips.js';
import { unwrap } from '../../src/core/errors.js';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { parseGangConfig } from '../../src/gang/config.js';
import { parseGangupConfig } from '../../src/gangup/index.js';
import { henchHere } from '../support/in-process.js';
import { freshFolder } from '../support/models.js';
import { decisionAt } from './gangup-decisions.js';

const SEED = 20240901;
const config = unwrap(parseGangupConfig({ players: 3 }));

/** How often the agent answers with each candidate, and what it says of them. */
async function answers(name: string, times: number) {
  const agent = unwrap(await resolveAgent('gangup', name, 3));
  const { view, legal } = decisionAt(config, SEED, 3);
  const session = (await agent.open(config, view.seat, new Rng(SEED, 7))) as ThinkingSession;
  const counts = legal.toArray().map(() => 0);
  for (let i = 0; i < times; i++) {
    const action = await session.act(view, legal, {});
    counts[legal.toArray().indexOf(action)]!++;
  }
  return { counts, chances: [...session.thought!.chances] };
}

describe('levels of difficulty', () => {
  it('are agents of either game, by name', async () => {
    for (const level of LEVELS) {
      for (const game of ['gang', 'gangup'] as const) {
        const name = LEVEL_AGENTS[game][level];
        const found = await resolveAgent(game, name, 4);
        expect(found.ok && found.value.name).toBe(name);
        expect((await resolveAgent(game, `${name}?temperature=1`)).ok).toBe(false);
      }
    }
  });

  it('hard takes the likeliest candidate always, as boss does', async () => {
    for (const name of ['hard', 'boss']) {
      const { counts, chances } = await answers(name, 50);
      expect(counts[chances.indexOf(Math.max(...chances))]).toBe(50);
    }
  });

  it('normal and easy draw in proportion to their chances, the easier the flatter', async () => {
    const times = 800;
    const spread: number[] = [];
    for (const name of ['normal', 'easy']) {
      const { counts, chances } = await answers(name, times);
      const square = counts.reduce((sum, n, k) => sum + (n - times * chances[k]!) ** 2 / (times * chances[k]!), 0);
      expect(square, `${name}, seed ${SEED}`).toBeLessThan(counts.length - 1 + 5 * Math.sqrt(2 * counts.length));
      spread.push(chances.reduce((sum, p) => sum - p * Math.log(p), 0));
    }
    expect(spread[1]).toBeGreaterThan(spread[0]!);
  });
});

describe('a handicap', () => {
  it('lets so many answers slip, each legal one alike, and leaves the others as they are', async () => {
    const legal = new ActionList();
    for (const code of [3, 5, 9]) legal.push(code);
    const session = await slipping({ name: 'nine', open: () => ({ act: () => 9 }) }, 0.3).open({}, 0, new Rng(SEED));
    const counts = new Map<number, number>();
    for (let i = 0; i < 3000; i++) {
      const action = await session.act({}, legal, {});
      counts.set(action, (counts.get(action) ?? 0) + 1);
    }
    expect(counts.get(9)! / 3000).toBeCloseTo(0.8, 1);
    expect(counts.get(3)! / 3000).toBeCloseTo(0.1, 1);
    expect(counts.get(5)! / 3000).toBeCloseTo(0.1, 1);
  });
});

describe('teammates of a level', () => {
  it('sit down at every table: as a network where one plays it, else as a script', async () => {
    for (const level of LEVELS) {
      const agent = teammate(level);
      expect(agent.fits).toBeUndefined();
      const base = unwrap(parseGangConfig({ players: 4 }));
      expect((await agent.network!(base))?.card.name).toBe('full-4');
      const other = unwrap(parseGangConfig({ players: 9, variant: 'bananaSplit', mode: 'masterThief' }));
      await agent.open(other, 0, new Rng(SEED));
    }
  });

  it('are less sure of what they do the easier they are', () => {
    const temperatures = LEVELS.map((level) => teammate(level).temperature!);
    expect(temperatures).toEqual([...temperatures].sort((a, b) => b - a));
    expect(temperatures.at(-1)).toBe(0);
  });
});

describe('hench play --level', () => {
  const directory = freshFolder('levels');
  const play = (...more: string[]) =>
    henchHere(['play', 'gangup', '--seed', '3', '--players', '2', ...more], { directory });

  it('seats the agents of that level', async () => {
    const ran = await play('--level', 'easy');
    expect(ran.stdout).toContain('easy plays every seat');
  });

  it('knows three levels, and does not go with --bots', async () => {
    expect(await play('--level', 'hopeless')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('only one of "easy", "normal", "hard"'),
    });
    expect(await play('--level', 'easy', '--bots', 'greedy')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--level: chooses who sits in the other seats, and so does --bots'),
    });
  });
});
