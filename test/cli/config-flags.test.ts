import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readGangConfig } from '../../src/cli/config-flags.js';
import { BadInputError } from '../../src/core/errors.js';
import { formatInputError } from '../../src/core/result.js';
import { Rng } from '../../src/core/rng.js';
import { CONFIG_KEYS, parseGangConfig } from '../../src/gang/config.js';
import { LENGTHS, ROUND_ENDS, STACKS } from '../../src/gang/config-lists.js';
import { gang } from '../../src/gang/game.js';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hench-config-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const file = (content: unknown): string => {
  const path = join(directory, 'table.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
};

describe('the table that flags describe', () => {
  it('has the documented defaults, and those of the command', async () => {
    expect(await readGangConfig({ players: 4 })).toEqual({
      players: 4,
      mode: 'basic',
      variant: 'holdem',
      exitChips: 0,
      jokers: false,
      tools: false,
      vaults: false,
      dealer: 0,
      stacks: 'shuffled',
      active: [],
      roundEnd: 'strict',
      takesMax: 4,
      length: 'game',
    });
    const defaults = { players: 5, roundEnd: 'ready' } as const;
    expect(await readGangConfig({}, { defaults })).toMatchObject({ players: 5, roundEnd: 'ready' });
  });

  it('flags come before the file, the file before the defaults', async () => {
    const config = file({ players: 5, takesMax: 2, length: 'heist' });
    const read = await readGangConfig({ config, players: 6, 'round-end': 'ready' }, { defaults: { takesMax: 1 } });
    expect(read).toMatchObject({ players: 6, takesMax: 2, length: 'heist', roundEnd: 'ready' });
  });

  it('what follows from elsewhere can be repeated, not contradicted', async () => {
    const fixed = { fixed: { players: 4 }, fixedBy: 'the line-up greedy*4' };
    expect((await readGangConfig({}, fixed)).players).toBe(4);
    expect((await readGangConfig({ players: 4 }, fixed)).players).toBe(4);
    await expect(readGangConfig({ players: 5 }, fixed)).rejects.toThrow(
      '--players: players is 5, but the line-up greedy*4 has 4. Leave one of the two out.',
    );
  });

  it('asks for the number of players where nothing says it', async () => {
    await expect(readGangConfig({})).rejects.toThrow('--players: say how many sit at the table. Add --players 4');
    await expect(readGangConfig({ config: file({}) })).rejects.toThrow('--players: say how many');
  });
});

/** Odd values, and good ones of other keys. */
const VALUES: readonly unknown[] = [
  -1,
  0,
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  10,
  11,
  2.5,
  1e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '',
  '4',
  'four',
  'strict',
  'ready',
  'heist',
  'game',
  'basic',
  'advanced',
  'holdem',
  'omaha',
  'shuffled',
  'numbered',
  'x'.repeat(5000),
  '\u0000',
  '__proto__',
  null,
  undefined,
  true,
  false,
  [],
  {},
  [null],
  [['deep']],
  { players: 4 },
  ['noise-sensors'],
  [1, 2],
  4n,
];
const KEYS = [...CONFIG_KEYS, 'player', 'Players', '__proto__', 'constructor', 'toString', '', 'round-end', 'seed'];

function mutated(seed: number): unknown {
  const rng = new Rng(seed, 31);
  const value = (): unknown => VALUES[rng.below(VALUES.length)];
  if (rng.below(20) === 0) return value();
  const config: Record<string, unknown> = {
    players: 3 + rng.below(4),
    roundEnd: ROUND_ENDS[rng.below(2)],
    length: LENGTHS[rng.below(2)],
    stacks: STACKS[rng.below(2)],
    takesMax: rng.below(6),
  };
  for (let n = rng.below(4); n > 0; n--) {
    const key = KEYS[rng.below(KEYS.length)]!;
    if (rng.below(5) === 0) delete config[key];
    else Object.defineProperty(config, key, { value: value(), enumerable: true, configurable: true, writable: true });
  }
  return config;
}

it('10,000 mutated configurations: each is a table that can be set up, or is refused in one sentence', () => {
  let good = 0;
  let refused = 0;
  for (let seed = 0; seed < 10_000; seed++) {
    const input = mutated(seed);
    try {
      const read = parseGangConfig(input);
      if (read.ok) {
        good++;
        expect(Object.keys(read.value).sort()).toEqual([...CONFIG_KEYS].sort());
        const state = gang.createState(read.value);
        gang.setup(state, seed);
        expect(gang.actors(state)).toBeGreaterThan(0);
        expect(gang.actors(state)).toBeLessThan(2 ** read.value.players);
        expect(parseGangConfig(JSON.parse(JSON.stringify(read.value)))).toEqual(read);
      } else {
        refused++;
        expect(read.error.path).toMatch(/^config/);
        expect(formatInputError(read.error)).toMatch(/^config[^\n]{15,400}[.!?]$/);
        expect(formatInputError(read.error)).not.toMatch(/undefined\b.*undefined|\[object/);
      }
    } catch (error) {
      throw new Error(`seed ${seed}: ${String(Object.entries(Object(input)))}`, { cause: error });
    }
  }
  expect(good).toBeGreaterThan(1000);
  expect(refused).toBeGreaterThan(1000);
});

it('1,000 mutated files: read, or refused with the name of the file, and nothing is written beside them', async () => {
  const path = join(directory, 'mutated.json');
  const text = JSON.stringify({ players: 4, roundEnd: 'ready', takesMax: 4, length: 'heist' });
  let refused = 0;
  for (let seed = 0; seed < 1000; seed++) {
    const rng = new Rng(seed, 32);
    const letters = [...text];
    for (let n = 1 + rng.below(3); n > 0; n--) {
      letters.splice(rng.below(letters.length), rng.below(3), '{}[]",:0a4\\ \u0000é'[rng.below(14)]!);
    }
    writeFileSync(path, rng.below(10) === 0 ? text.slice(0, rng.below(text.length)) : letters.join(''));
    try {
      await readGangConfig({ config: path });
    } catch (error) {
      if (!(error instanceof BadInputError)) throw new Error(`seed ${seed}`, { cause: error });
      refused++;
      expect(error.message, `seed ${seed}`).toMatch(/mutated\.json: |^--players: say how many/);
    }
  }
  expect(refused).toBeGreaterThan(500);
  expect(readdirSync(directory).sort()).toEqual(['mutated.json', 'table.json']);
});
