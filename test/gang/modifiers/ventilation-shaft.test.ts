import { describe, expect, test } from 'vitest';
import { viewToJson } from '../../../src/gang/view-json.js';
import { DARK_CHIPS } from '../../../src/gang/words.js';
import { deluxeTable, legalAt, say, takeAll } from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

describe('Ventilation Shaft', () => {
  test('the highest chip of Rounds 1 to 3 stays with who took it first (R-DARK)', () => {
    const state = deluxeTable({ active: ['ventilation-shaft'] });
    say(state, 0, 'take 4');
    expect(legalAt(state, 1)).not.toContain('take 4 from seat 0');
    expect(legalAt(state, 0)).toEqual([]);
    say(state, 1, 'take 1');
    expect(legalAt(state, 2)).toContain('take 1 from seat 1');
  });

  test('may be left in the centre as long as nobody wants it', () => {
    const state = deluxeTable({ active: ['ventilation-shaft'] });
    say(state, 0, 'take 1');
    say(state, 0, 'put back');
    say(state, 0, 'take 3');
    expect(legalAt(state, 3)).toContain('take 4 from centre');
  });

  test('in Round 4 no chip is dark', () => {
    const state = deluxeTable({ active: ['ventilation-shaft'] });
    for (let round = 0; round < 3; round++) {
      expect(viewToJson(viewFrom(state, 0)).deluxe!.darkChips).toEqual([4]);
      takeAll(state, [1, 2, 3, 4]);
    }
    expect(state.info[DARK_CHIPS]).toBe(0);
    say(state, 0, 'take 4');
    say(state, 1, 'take 4');
    expect(state.starNow(1)).toBe(3);
  });

  test.each([
    [3, 3],
    [8, 8],
    [9, 8],
    [10, 8],
  ])('means the highest star chip in play: with %i players that with %i stars (R-DARK)', (players, stars) => {
    const state = deluxeTable({ players, active: ['ventilation-shaft'] });
    expect(viewToJson(viewFrom(state, 0)).deluxe!.darkChips).toEqual([stars]);
  });
});
