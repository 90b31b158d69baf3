import { describe, expect, test } from 'vitest';
import { Rng } from '../../../src/core/rng.js';
import { gang } from '../../../src/gang/game.js';
import type { GangState } from '../../../src/gang/state.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import {
  allSay,
  checkDeluxeState,
  deluxeTable,
  legalAt,
  openQuestion,
  say,
  stackCards,
  takeAll,
} from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

function ask(pocket: string, what: string, others: readonly string[] = []): GangState {
  const state = deluxeTable({ active: ['mastermind', ...others] });
  stackCards(state, [pocket, '3c 8d', '4c Td', 'Ah Kd'], '9h 9s 4s Ad Ks');
  allSay(state, `propose seat 0 value ${what}`);
  return state;
}

const told = (state: GangState): string[] => viewToJson(viewFrom(state, 2)).deluxe!.facts;

describe('Mastermind', () => {
  test('of the rulebook: Danny has 9, 3 and says "I have one 9"', () => {
    expect(told(ask('9c 3d', '9'))).toEqual(['seat 0 has 1 nine']);
  });

  test.each([
    ['9c 9d', '9', 'seat 0 has 2 nines'],
    ['2c 3d', '9', 'seat 0 has 0 nines'],
    ['6c 6d', '6', 'seat 0 has 2 sixes'],
    ['Tc 3d', '10', 'seat 0 has 1 ten'],
    ['Ac 3d', 'A', 'seat 0 has 1 ace'],
  ])('with %s asked for %s: %s', (pocket, what, fact) => {
    expect(told(ask(pocket, what))).toEqual([fact]);
  });

  test('pocket cards count, community cards do not (R-FACTS)', () => {
    const state = deluxeTable({ active: ['mastermind'] });
    stackCards(state, ['9c 3d', '3c 8d', '4c Td', 'Ah Kd'], '9h 9s 4s Ad Ks');
    allSay(state, 'not now');
    takeAll(state, [1, 2, 3, 4]);
    allSay(state, 'propose seat 0 value 9');
    expect(told(state)).toEqual(['seat 0 has 1 nine']);
  });

  test('seat and value must both be agreed on', () => {
    const state = deluxeTable({ active: ['mastermind'] });
    expect(legalAt(state, 0)).toHaveLength(1 + 4 * 13);
    for (let s = 0; s < 3; s++) say(state, s, 'propose seat 0 value 9');
    say(state, 3, 'propose seat 0 value 8');
    expect(told(state)).toEqual([]);
    takeAll(state, [1, 2, 3, 4]);
    expect(openQuestion(state)?.by).toBe('mastermind');
  });

  test('the suitless Jack counts as a jack (R-JACK)', () => {
    const state = deluxeTable({ active: ['mastermind', 'jack'] });
    stackCards(state, ['9c Jd', '3c 8d', '4c Td', 'Ah Kd'], '9h 9s 4s Ad Ks');
    allSay(state, 'not now');
    allSay(state, 'propose seat 0');
    say(state, 0, 'choose 9c');
    takeAll(state, [1, 2, 3, 4]);
    allSay(state, 'propose seat 0 value J');
    expect(told(state)).toEqual(['seat 0 has 2 jacks']);
  });

  test('every imagined world keeps it, at the time at which it was told (R-IMAGINE)', () => {
    const state = ask('9c 9d', '9');
    const world = gang.createState(state.config);
    for (let i = 0; i < 40; i++) {
      gang.imagine(viewFrom(state, 1), new Rng(i), world);
      checkDeluxeState(world);
      expect([...world.pocket.subarray(0, 2)].map((card) => card >> 2)).toEqual([7, 7]);
    }
  });
});
