import { describe, expect, test } from 'vitest';
import type { GangState } from '../../../src/gang/state.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { PAST_OUTCOME } from '../../../src/gang/words.js';
import {
  allSay,
  deluxeTable,
  holdCards,
  legalAt,
  nextCards,
  openQuestion,
  playOut,
  refuseAll,
  say,
  stackCards,
  takeAll,
} from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

/** A table at the reveal of seat 0's hand, which is the last. */
function picking(pocket: string, board: string, others = ['2c 7d', '3c 8d', '4c 9d']): GangState {
  const state = deluxeTable({ active: ['lock-pick'] });
  stackCards(state, [pocket, ...others], board);
  playOut(state, [4, 1, 2, 3]);
  expect(openQuestion(state)).toEqual({ by: 'lock-pick', seats: [0] });
  return state;
}

describe('Lock Pick', () => {
  test('changes the value of one pocket card by one when its owner is revealed (R-REVEAL, R-LOCKPICK)', () => {
    const state = picking('Kh 8c', 'Qs Jd Ts 5c 6h');
    expect(legalAt(state, 0)).toEqual([
      'no',
      'change Kh to Qh',
      'change Kh to Ah',
      'change 8c to 7c',
      'change 8c to 9c',
    ]);
    say(state, 0, 'change 8c to 9c');
    // A straight from nine to king.
    expect(state.pastStrength[0]).toBeGreaterThan(Math.max(...state.pastStrength.subarray(1)));
    const json = viewToJson(viewFrom(state, 2)).deluxe!;
    expect(json.changes).toEqual([{ seat: 0, card: '8c', as: '9c' }]);
    expect(json.toolsUsed[0]).toBe('lock-pick');
  });

  test('never turns an ace into a two or a two into an ace', () => {
    expect(legalAt(picking('Ah 2h', 'Qs Jd Ts 5c 6h'), 0)).toEqual(['no', 'change Ah to Kh', 'change 2h to 3h']);
  });

  test('two cards alike may result, five of one value never', () => {
    const twice = picking('8h 9c', '9h 2s 3s Kd Qd');
    expect(legalAt(twice, 0)).toContain('change 8h to 9h');
    const five = picking('8h 9c', '9h 9s 9d Kd Qd', ['2c 7d', '3c 8d', '4c Td']);
    expect(legalAt(five, 0)).not.toContain('change 8h to 9h');
    expect(legalAt(five, 0)).toContain('change 8h to 7h');
    // Four on the board, none in the pocket: still five with the changed card.
    const four = picking('8h Ac', '9h 9s 9d 9c Qd', ['2c 7d', '3c 8d', '4c Td']);
    expect(legalAt(four, 0)).not.toContain('change 8h to 9h');
  });

  test('in Omaha only cards that can be used together count: two of the pocket', () => {
    const state = deluxeTable({ variant: 'omaha', active: ['lock-pick'] });
    stackCards(state, ['9c 9d 9h 8c', '2c 3c 4c 5c', '2d 3d 4d 5d', '2h 3h 4h 5h'], '9s Ks Qs 7d 6d');
    playOut(state, [4, 1, 2, 3]);
    // Two nines of the pocket and one of the board make three.
    expect(legalAt(state, 0)).toContain('change 8c to 9c');
  });

  test('the suitless Jack can be changed and stays without a suit (R-JACK)', () => {
    const state = deluxeTable({ active: ['jack', 'lock-pick'] });
    holdCards(state, 0, '2c 3c');
    allSay(state, 'propose seat 0');
    say(state, 0, 'choose 2c');
    for (let round = 0; round < 4; round++) {
      if (round === 0) nextCards(state, '4h 5h 9s Ts Kd');
      takeAll(state, [4, 1, 2, 3]);
    }
    expect(legalAt(state, 0)).toContain('change J- to Q-');
    say(state, 0, 'change J- to T-');
    expect(viewToJson(viewFrom(state, 1)).deluxe!.changes[0]!.as).toBe('T-');
  });

  test('unused it stays secret and can be used in a later heist, used it is gone (R-TOOL-ONCE)', () => {
    const state = deluxeTable({ active: ['lock-pick'], length: 'game' });
    const askedAtReveal = (): boolean => {
      for (let round = 0; round < 4; round++) takeAll(state, [4, 1, 2, 3]);
      return openQuestion(state) !== null;
    };
    expect(askedAtReveal()).toBe(true);
    say(state, 0, 'no');
    expect(viewToJson(viewFrom(state, 1)).deluxe!.toolsUsed).toEqual([null, null, null, null]);
    expect(askedAtReveal()).toBe(true);
    say(state, 0, legalAt(state, 0)[1]!);
    refuseAll(state);
    expect(askedAtReveal()).toBe(false);
  });

  test('an exit seat is skipped and asked nothing (R-EXIT)', () => {
    const state = deluxeTable({ active: ['lock-pick'], exitChips: 1 });
    playOut(state, [4, 1, 2, 3], [0]);
    expect([openQuestion(state), state.info[PAST_OUTCOME]! >= 0]).toEqual([null, true]);
  });
});
