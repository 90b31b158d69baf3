import { describe, expect, test } from 'vitest';
import { Rng } from '../../src/core/rng.js';
import { MODIFIERS } from '../../src/gang/modifiers/registry.js';
import { HEIST, OVER } from '../../src/gang/words.js';
import { allPairs, configWith, playDeluxe } from '../support/deluxe-play.js';
import { checkDeluxeState, randomConfig } from '../support/gang-deluxe.js';
import { reproducibly } from '../support/statistics.js';

const GAMES = 20_000;
const CHUNK = 2_500;
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

/** Pairs that some table can bring together. */
function possiblePairs(): string[] {
  return allPairs()
    .filter(([a, b]) => [3, 4].some((players) => configWith([a, b], { players }) !== null))
    .map(([a, b]) => pairKey(a.id, b.id));
}

describe(`${GAMES} games over random configurations, seats that play at random, always keep or always steal`, () => {
  test.each(CHUNKS)('from seed %i: none crashes or is stuck, cards and chips stay whole at each step', (from) => {
    for (let seed = from; seed < from + CHUNK; seed++) {
      reproducibly(`seed ${seed}`, () => {
        const rng = new Rng(seed, 21);
        const config = randomConfig(rng);
        let heist = -1;
        const end = playDeluxe(config, seed, rng, ({ game }) => {
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
        });
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
        `${GAMES} games, ${heists} heists, ${used} tools used; heists by modifier:`,
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
