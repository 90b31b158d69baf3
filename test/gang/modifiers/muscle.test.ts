import { describe, expect, test } from 'vitest';
import { PAST_OUTCOME } from '../../../src/gang/words.js';
import { allSay, deluxeTable, permutations, playOut, stackCards } from '../../support/gang-deluxe.js';

describe('Muscle', () => {
  const pockets = ['2c Jd', '2s Ad', '8c Kd', '7c 3d'];
  const board = '2h 8h 7h 7d 4c';
  const flex = (owner: string, stars: readonly number[]): number => {
    const state = deluxeTable({ active: ['muscle'] });
    stackCards(state, pockets, board);
    allSay(state, `propose seat ${owner}`);
    playOut(state, stars);
    return state.info[PAST_OUTCOME]!;
  };

  test('its hand beats every other of its category and no higher one (R-MUSCLE)', () => {
    // Two pairs 7-7-2-2 with a jack, with an ace, 8-8-7-7; three sevens.
    expect(flex('0', [3, 1, 2, 4])).toBe(1);
    expect(flex('0', [1, 2, 3, 4])).toBe(0);
    expect(flex('0', [4, 1, 2, 3])).toBe(0);
    expect(flex('3', [1, 2, 3, 4])).toBe(1);
  });

  test('of the rulebook: only Bonny 1, Trudy 2, Arsène 3, Danny 4 succeeds (worked example 2)', () => {
    // Arsène 2-2-J-8-7, Bonny 2-2-A-8-7, Trudy 8-8-K-7-4, Danny 7-7-7-8-4.
    const right = permutations([1, 2, 3, 4]).filter((stars) => {
      const state = deluxeTable({ active: ['muscle'] });
      stackCards(state, ['2c Jd', '2d Ac', '8c Kd', '7c 7d'], '2h 7h 8s 3s 4d');
      allSay(state, 'propose seat 0');
      playOut(state, stars);
      return state.info[PAST_OUTCOME] === 1;
    });
    expect(right).toEqual([[3, 1, 2, 4]]);
  });
});
