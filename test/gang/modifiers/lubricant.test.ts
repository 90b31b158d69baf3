import { describe, expect, test } from 'vitest';
import { viewToJson } from '../../../src/gang/view-json.js';
import { HEIST } from '../../../src/gang/words.js';
import { takeAll } from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';
import { gameWithTool } from '../../support/gang-tools.js';

describe('Lubricant (reconstructed)', () => {
  test('is used when received, for all to see, and no chip is dark for the rest of the game', () => {
    const state = gameWithTool('lubricant', {
      active: ['lubricant', 'noise-sensors', 'vault-yellow', 'ventilation-shaft'],
    });
    for (let round = 0; round < 8; round++) {
      for (let s = 0; s < 4; s++) {
        const json = viewToJson(viewFrom(state, s)).deluxe!;
        expect([json.toolsUsed[0], json.darkChips]).toEqual(['lubricant', []]);
      }
      takeAll(state, [1, 2, 3, 4]);
    }
    expect(state.info[HEIST]).toBe(2);
  });

  test('without it the same table has dark chips', () => {
    const state = gameWithTool('crowbar', { active: ['noise-sensors'] });
    expect(viewToJson(viewFrom(state, 0)).deluxe!.darkChips).toEqual([1]);
  });
});
