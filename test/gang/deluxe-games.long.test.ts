import { describe, expect, test } from 'vitest';
import { Rng } from '../../src/core/rng.js';
import type { HeadlessGangState } from '../../src/env/schedule.js';
import { MODIFIERS } from '../../src/gang/modifiers/registry.js';
import { HEIST, OVER } from '../../src/gang/words.js';
import { allPairs, configWith, playDeluxe, seatScripts } from '../support/deluxe-play.js';
import { checkDeluxeState, randomConfig } from '../support/gang-deluxe.js';
import { reproducibly } from '../support/statistics.js';

const GAMES = 20_000;
const CHUNK = 2_500;
/** In one game of so many `greedy` and `belief` have seats; they think longer than the others. */
const SCRIPTED = 50;
const CHUNKS = Array.from({ length: GAMES / CHUNK }, (_, i) => i * CHUNK);

const ids = MODIFIERS.map((modifier) => modifier.id);
/** Heists in which each modifier was active (tools: held), and each pair together. */
const seen = new Map(ids.map((id) => [id, 0]));
const together = new Map<string, number>();
const count = (map: Map<string, number>, key: string): void => {
  map.set(key, (map.get(key) ?? 0) + 1);
};
const pairKey = (a: string, b: string): string => (a < b ? `${a} + ${b}` : `${b} + ${a}`);
let heists = 0;
let used = 0;
let scripted = 0;

/** Pairs that some table can bring together. */
function possiblePairs(): string[] {
  return allPairs()
    .filter(([a, b]) => [3, 4].some((players) => configWith([a, b], { players }) !== null))
    .map(([a, b]) => pairKey(a.id, b.id));
}

describe(`${GAMES} games over random configurations, seats that play at random, always keep, always steal, or by a script`, () => {
  test.each(CHUNKS)('from seed %i: none crashes or is stuck, cards and chips stay whole at each step', (from) => {
    for (let seed = from; seed < from + CHUNK; seed++) {
      reproducibly(`seed ${seed}`, () => {
        const rng = new Rng(seed, 21);
        const config = randomConfig(rng);
        const scripts = seed % SCRIPTED === 0 ? seatScripts(config, rng) : [];
        if (scripts.length > 0) scripted++;
        let heist = -1;
        const look = ({ game }: HeadlessGangState): void => {
          checkDeluxeState(game);
          if (game.info[HEIST] === heist || game.info[OVER] === 1) return;
          heist = game.info[HEIST]!;
          heists++;
          const { modifiers } = game.plan;
          const here = modifiers.filter((m, i) => (m.kind === 'tool' ? game.tool.includes(i) : game.isActive(i)));
          for (const [i, a] of here.entries()) {
            count(seen, a.id);
            for (const b of here.slice(i + 1)) count(together, pairKey(a.id, b.id));
          }
        };
        const end = playDeluxe(config, seed, rng, look, undefined, scripts);
        used += end.game.toolUsed.filter((tool) => tool >= 0).length;
      });
    }
  });

  test('bring every modifier, and every pair that can be active together', () => {
    const possible = possiblePairs();
    const missing = possible.filter((key) => !together.has(key));
    const lines = [...seen].map(([id, times]) => `${id.padEnd(20)} ${times}`);
    const least = [...together].sort((a, b) => a[1] - b[1]).slice(0, 5);
    console.log(
      [
        `${GAMES} games (${scripted} with scripts), ${heists} heists, ${used} tools used; heists by modifier:`,
        ...lines,
        `${possible.length - missing.length} of ${possible.length} pairs that can meet have met; the rarest:`,
        ...least.map(([key, times]) => `${key} ${times}`),
      ].join('\n'),
    );
    expect([...seen].filter(([, times]) => times === 0)).toEqual([]);
    expect(missing).toEqual([]);
    expect([...together.keys()].filter((key) => !possible.includes(key))).toEqual([]);
  });
});
