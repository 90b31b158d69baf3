import { describe, expect, test } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { headlessGang } from '../../src/env/schedule.js';
import { type GangConfig, parseGangConfig, VARIANTS } from '../../src/gang/config.js';
import { OVER } from '../../src/gang/words.js';
import { checkDeluxeState } from '../support/gang-deluxe.js';
import { reproducibly } from '../support/statistics.js';

const DEALT: readonly string[] = ['holdem', 'omaha'];
/** Cards of a table of N players in hands and on the table (rulebook, R-STUD, R-BANANA). */
const NEEDED: Readonly<Record<(typeof VARIANTS)[number], (players: number) => number>> = {
  holdem: (n) => 2 * n + 5,
  omaha: (n) => 4 * n + 5,
  stud: (n) => 7 * n,
  bananaSplit: (n) => 5 * n,
  voteOfChange: (n) => 2 * n + 5,
};

const allTables = VARIANTS.flatMap((variant) =>
  [0, 1, 2, 3].flatMap((dealer) =>
    [false, true].flatMap((jokers) =>
      [false, true].flatMap((tools) => [false, true].map((vaults) => ({ variant, dealer, jokers, tools, vaults }))),
    ),
  ),
);

/** One game at random, every law checked at each step. */
function play(config: GangConfig, seed: number): void {
  const rng = new Rng(seed, 9);
  const state = headlessGang.createState(config);
  const legal = new ActionList();
  headlessGang.setup(state, seed);
  for (let step = 0; state.game.info[OVER] === 0; step++) {
    if (step > headlessGang.decisionsMax(config)) throw new Error(`more than ${step} decisions`);
    checkDeluxeState(state.game);
    headlessGang.legal(state, state.asked, legal);
    if (legal.length === 0) throw new Error('the seat that is asked has nothing to do');
    headlessGang.apply(state, state.asked, legal.at(rng.below(legal.length)));
  }
  checkDeluxeState(state.game);
}

describe('Variant, dealer, jokers, tools and vaults', () => {
  test('combine in every way but a dealer without a dealt flop, and each table can be played to the end (R-COMBO)', () => {
    let played = 0;
    allTables.forEach((table, i) => {
      const players = 3 + (i % 5);
      const read = parseGangConfig({ ...table, players, mode: i % 3 === 0 ? 'advanced' : 'basic' });
      const clashes = table.dealer > 0 && !DEALT.includes(table.variant);
      expect(read.ok, JSON.stringify({ ...table, players })).toBe(!clashes);
      if (!read.ok) {
        expect(read.error.message).toContain(`${table.variant} has none`);
        return;
      }
      reproducibly(`table ${JSON.stringify(read.value)}`, () => play(read.value, i));
      played++;
    });
    expect(played).toBe((2 * 4 + 3) * 8);
  });

  test('are refused exactly where hands and table need more cards than the deck has (R-COMBO)', () => {
    for (const variant of VARIANTS) {
      for (let players = 3; players <= 10; players++) {
        for (const jokers of [false, true]) {
          for (const active of [[], ['security-cameras'], ['hacker'], ['flashlight']]) {
            const standing = NEEDED[variant](players) + (jokers ? 2 : 0);
            const card = active[0] === undefined ? 0 : active[0] === 'security-cameras' ? players : 1;
            const read = parseGangConfig({ players, variant, jokers, active });
            const what = JSON.stringify({ players, variant, jokers, active });
            expect(read.ok, what).toBe(standing + card <= 52);
            if (!read.ok)
              expect(read.error.message, what).toContain(`${standing > 52 ? standing : standing + card} cards`);
          }
        }
      }
    }
  });

  test('at the heaviest tables, where the deck is refilled, games end too (R-RESHUFFLE)', () => {
    for (const [i, input] of [
      { players: 10, variant: 'omaha', jokers: true, tools: true, dealer: 2 },
      { players: 10, variant: 'omaha', jokers: true, tools: true, dealer: 1, mode: 'professional' },
      { players: 10, variant: 'bananaSplit', jokers: true },
      { players: 7, variant: 'stud', jokers: true, mode: 'advanced' },
      { players: 10, variant: 'voteOfChange', jokers: true, tools: true, vaults: true, mode: 'masterThief' },
    ].entries()) {
      const read = parseGangConfig(input);
      if (!read.ok) throw new Error(read.error.message);
      for (let seed = 0; seed < 3; seed++) {
        reproducibly(`table ${JSON.stringify(input)}, seed ${seed}`, () => play(read.value, 100 * i + seed));
      }
    }
  });
});
