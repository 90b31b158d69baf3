import { describe, expect, test } from 'vitest';
import { PAST_OUTCOME } from '../../../src/gang/words.js';
import { deluxeTable, playOut, stackCards } from '../../support/gang-deluxe.js';

describe('Security Cameras', () => {
  test('deal three pocket cards, of which with five community cards the best five count', () => {
    const state = deluxeTable({ active: ['security-cameras'] });
    expect([...state.pocketCount]).toEqual([3, 3, 3, 3]);
    stackCards(state, ['2c 7d 9h', '3c 7h 9s', '4c 8d Ts', 'Ah Ad Ac'], '2h 3d 5s Jc Qh');
    playOut(state, [1, 2, 3, 4]);
    // Pairs of twos and threes, then a lone queen: seat 2 stands wrong.
    expect(state.info[PAST_OUTCOME]).toBe(0);
    const right = deluxeTable({ active: ['security-cameras'] });
    stackCards(right, ['2c 7d 9h', '3c 7h 9s', '4c 8d Ts', 'Ah Ad Ac'], '2h 3d 5s Jc Qh');
    playOut(right, [2, 3, 1, 4]);
    expect(right.info[PAST_OUTCOME]).toBe(1);
  });

  test('are not there in a heist without them', () => {
    expect([...deluxeTable({ active: ['noise-sensors'] }).pocketCount]).toEqual([2, 2, 2, 2]);
  });
});
