import { describe, expect, test } from 'vitest';
import { GangTable } from '../../src/env/gang-table.js';
import { GangupTable } from '../../src/env/gangup-table.js';
import { gang } from '../../src/gang/game.js';
import { CONFIG_KEYS, type GangConfig } from '../../src/gang/index.js';
import { GANGUP_CONFIG_KEYS, type GangupConfig, gangup } from '../../src/gangup/index.js';

/** What code without types may pass: an object that no parser has filled in. */
const raw = { players: 3 } as unknown as GangConfig & GangupConfig;
const lacking = (keys: readonly string[]): string => keys.filter((key) => key !== 'players').join(', ');

describe('a configuration that has not been parsed is refused with the keys that it lacks', () => {
  const theGang = `this is no table of The Gang yet: ${lacking(CONFIG_KEYS)} must be filled in; parseGangConfig does it`;
  const up = `this is no table of Gang Up! yet: ${lacking(GANGUP_CONFIG_KEYS)} must be filled in; parseGangupConfig does it`;
  test.each([
    ['The Gang: a state', () => gang.createState(raw), theGang],
    ['The Gang: a view', () => gang.createView(raw), theGang],
    ['The Gang: a table', () => new GangTable(raw), theGang],
    ['Gang Up!: a state', () => gangup.createState(raw), up],
    ['Gang Up!: a view', () => gangup.createView(raw), up],
    ['Gang Up!: a table', () => new GangupTable(raw), up],
  ])('%s', (_what, make, message) => {
    expect(make).toThrow(new TypeError(message));
  });

  test('one key that is missing is named alone', () => {
    const read = gang.parseConfig({ players: 3 });
    if (!read.ok) throw new Error(read.error.message);
    const { dealer: _, ...rest } = read.value;
    expect(() => gang.createState(rest as GangConfig)).toThrow(/yet: dealer must be filled in/);
  });
});
