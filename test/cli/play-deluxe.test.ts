import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readReplay, verifyReplay } from '../../src/core/replay.js';
import { Rng } from '../../src/core/rng.js';
import { gang } from '../../src/gang/game.js';
import { hench } from '../support/cli.js';
import { play } from '../support/play-cli.js';

/** Plays whatever is listed, drawn by the seed; what is listed by its form only is left out. */
function anyMove(seed: number): (moves: string[]) => string {
  const rng = new Rng(seed);
  return (moves) => {
    const full = moves.filter((move) => !move.includes('seat S'));
    return full[rng.below(full.length)]!;
  };
}

const TABLES = [
  ['ten players with exit chips', '--players 10', /Exit chips: 3\./],
  ['advanced mode', '--players 4 --mode advanced', /Mode: advanced/],
  ['professional mode', '--players 4 --mode professional', /Mode: professional/],
  ['master thief mode', '--players 4 --mode masterThief', /Heist 1\. Gold bars 0 of 3, alarms 0 of 2\./],
  ['Omaha', '--players 4 --variant omaha', /Omaha: /],
  ['Seven Card Stud', '--players 4 --variant stud', /Open cards: you \w\w/],
  ['Banana Split', '--players 4 --variant bananaSplit', /Open cards: you–seat 1 \w\w/],
  ['Vote of Change', '--players 4 --variant voteOfChange', /Vote of Change: .*seat 1 \w\w/],
  ['the jokers', '--players 4 --jokers', /The Jokers: /],
  ['tools and vaults', '--players 4 --tools --vaults', /Your tool is .*[\s\S]*Gold bars 0 of 5/],
  ['the dealer', '--players 4 --dealer 2', /Dealer: (you|seat \d)\./],
  ['group decisions', '--players 4 --active informant,jack', /Informant: (no agreement|agreed on)/],
] as const;

describe('hench play gang at Deluxe tables, line by line', () => {
  test.each(TABLES)('%s', { timeout: 60_000 }, async (_name, flags, shown) => {
    const args = `gang --bots random --seed 4 --length heist --replay game.hench ${flags}`;
    const { code, out, err, folder } = await play(args, { answer: anyMove(4) });
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toMatch(shown);
    expect(out).toMatch(/The heist (succeeded|failed)\./);
    const replay = readReplay(join(folder, 'game.hench'));
    if (!replay.ok) throw new Error(replay.error.message);
    expect(verifyReplay(gang, replay.value, 'game.hench').ok).toBe(true);
    const told = await hench(['replay', 'game.hench'], folder);
    expect(told.code).toBe(0);
    expect(told.stdout).toMatch(/The heist (succeeds|fails): /);
  });

  test('a trained agent is refused at a table that it does not know, with one that does', async () => {
    const { code, err } = await play('gang --players 4 --variant bananaSplit --bots legible');
    expect(code).toBe(2);
    expect(err).toMatch(
      /--bots: names legible, which has no network that plays this table better than the scripts.*belief/,
    );
  });
});
