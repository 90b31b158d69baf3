import { describe, expect, test } from 'vitest';
import { viewToJson } from '../../../src/gang/view-json.js';
import { DARK_CHIPS } from '../../../src/gang/words.js';
import { deluxeTable, legalAt, say, takeAll } from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

describe('Noise Sensors', () => {
  test('the 1-star chip of Rounds 1 to 3 stays with who took it first (R-DARK)', () => {
    const state = deluxeTable({ active: ['noise-sensors'] });
    say(state, 0, 'take 1');
    expect(legalAt(state, 1)).not.toContain('take 1 from seat 0');
    // Its owner can neither put it back nor exchange it.
    expect(legalAt(state, 0)).toEqual([]);
    expect(() => say(state, 0, 'put back')).toThrow(/cannot put back 1/);
    say(state, 1, 'take 2');
    expect(legalAt(state, 2)).toContain('take 2 from seat 1');
  });

  test('in Round 4 no chip is dark', () => {
    const state = deluxeTable({ active: ['noise-sensors'] });
    for (let round = 0; round < 3; round++) {
      expect(viewToJson(viewFrom(state, 0)).deluxe!.darkChips).toEqual([1]);
      takeAll(state, [1, 2, 3, 4]);
    }
    expect(state.info[DARK_CHIPS]).toBe(0);
    say(state, 0, 'take 1');
    say(state, 1, 'take 1');
    expect(state.starNow(1)).toBe(0);
  });

  test('mean the chip with one star, also where there are chips without (R-DARK)', () => {
    expect(viewToJson(viewFrom(deluxeTable({ players: 10, active: ['noise-sensors'] }), 0)).deluxe!.darkChips).toEqual([
      1,
    ]);
  });
});
