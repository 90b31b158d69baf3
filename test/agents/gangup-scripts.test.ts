import { describe, expect, test } from 'vitest';
import { GANGUP_AGENTS } from '../../agents/registry.js';
import { generatePack } from '../../src/gangup/generate-pack.js';
import { DO, PROMPT, verbOf } from '../../src/gangup/index.js';
import { configOf, OPTIONS } from '../gangup/support.js';
import { reproducibly } from '../support/statistics.js';
import { type Decision, playGame, SCRIPTS } from './gangup-tables.js';

/** `count` of the scripts, beginning with a different one for each game. */
function table(game: number, count: number): string[] {
  return Array.from({ length: count }, (_, seat) => SCRIPTS[(game + seat) % SCRIPTS.length]!);
}

describe('every script', () => {
  test('is in the registry, with help and a version', () => {
    for (const name of SCRIPTS) {
      const entry = GANGUP_AGENTS.find((agent) => agent.id === name);
      expect(entry?.help.length, name).toBeGreaterThan(10);
      expect(entry?.version, name).toBeGreaterThan(0);
    }
  });

  test('answers with what is legal under all options and never runs out of plays (R-FUEL)', async () => {
    for (let game = 0; game < 32; game++) {
      const players = 2 + (game % 4);
      const config = configOf({ players, ...OPTIONS[game % OPTIONS.length] });
      const names = table(game, players).map((name) => (name === 'random' ? 'greedy' : name));
      await reproducibly(`game ${game} of ${names.join('+')}`, async () => {
        const { fuel } = await playGame(names, config, 500 + game);
        expect(fuel).toBe(0);
      });
    }
  });

  test('does the same again with the same seeds', async () => {
    for (let game = 0; game < SCRIPTS.length; game++) {
      const config = configOf({ players: 4, leaders: true, locations: true, expansion: true });
      const lines: string[][] = [[], []];
      for (const line of lines) {
        await playGame(table(game, 4), config, 900 + game, ({ seat, action }) => line.push(`${seat} ${action}`));
      }
      expect(lines[0], `game ${game}`).toEqual(lines[1]);
    }
  });

  test('plays with packs of random effects that nobody designed', async () => {
    for (let seed = 1; seed <= 16; seed++) {
      const players = 2 + (seed % 4);
      const config = configOf({ players, leaders: true, locations: true, packs: [generatePack(seed)], jailStart: 1 });
      await reproducibly(`pack ${seed}`, () => playGame(table(seed, players), config, 70 + seed));
    }
  });
});

describe('partners', () => {
  /** What the first seat does in ten games against greedy. */
  async function watch(name: string, visit: (decision: Decision) => void): Promise<void> {
    for (let game = 0; game < 10; game++) {
      await playGame([name, 'greedy', 'greedy'], configOf({ players: 3 }), 300 + game, (decision) => {
        if (decision.seat === 0) visit(decision);
      });
    }
  }

  test('never-ally neither asks for help nor gives any', async () => {
    let asked = 0;
    await watch('never-ally', ({ action, prompt }) => {
      expect([DO.call, DO.bid, DO.ally]).not.toContain(verbOf(action));
      if (prompt === PROMPT.bid) asked++;
    });
    expect(asked).toBeGreaterThan(10);
  });

  test('always-ally asks before it is done and offers all it has', async () => {
    let bids = 0;
    let calls = 0;
    await watch('always-ally', ({ action, prompt, legal }) => {
      if (prompt === PROMPT.bid) {
        const most = Math.max(...legal.toArray().filter((code) => verbOf(code) === DO.bid));
        expect(action).toBe(most);
        bids++;
      }
      if (prompt === PROMPT.organize && verbOf(action) === DO.done) {
        expect(legal.toArray().map(verbOf)).not.toContain(DO.call);
      }
      if (verbOf(action) === DO.call) calls++;
    });
    expect(Math.min(bids, calls)).toBeGreaterThan(10);
  });
});
