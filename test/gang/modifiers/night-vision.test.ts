import { describe, expect, test } from 'vitest';
import { Rng } from '../../../src/core/rng.js';
import { gang } from '../../../src/gang/game.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { checkDeluxeState, deluxeTable, legalAt, openQuestion, say, takeAll } from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

describe('Night Vision Goggles', () => {
  test('are known to their owner alone until used, then show a card to everybody, once a game (R-TOOL-ONCE)', () => {
    const state = deluxeTable({ active: ['night-vision'] });
    expect(openQuestion(state)).toEqual({ by: 'night-vision', seats: [0] });
    expect(viewToJson(viewFrom(state, 0)).deluxe!.tool).toBe('night-vision');
    for (let s = 1; s < 4; s++) {
      const json = viewToJson(viewFrom(state, s)).deluxe!;
      expect([json.tool, json.prompt, json.toolsUsed]).toEqual([null, null, [null, null, null, null]]);
    }
    const options = legalAt(state, 0);
    expect(options[0]).toBe('no');
    say(state, 0, options[1]!);
    const card = options[1]!.slice('choose '.length);
    for (let s = 0; s < 4; s++) {
      const json = viewToJson(viewFrom(state, s)).deluxe!;
      expect(json.moves).toMatchObject([{ op: 'show', seat: 0, card }]);
      expect(json.toolsUsed[0]).toBe('night-vision');
    }
    expect([...state.pocketCount]).toEqual([2, 2, 2, 2]);
    takeAll(state, [1, 2, 3, 4]);
    expect(openQuestion(state)).toBeNull();
  });

  test('the card shown is in that pocket in every imagined world', () => {
    const state = deluxeTable({ active: ['night-vision'] });
    say(state, 0, legalAt(state, 0)[2]!);
    const shown = state.pocket[1]!;
    const world = gang.createState(state.config);
    for (let i = 0; i < 50; i++) {
      gang.imagine(viewFrom(state, 2), new Rng(i), world);
      expect([...world.pocket.subarray(0, 2)]).toContain(shown);
      checkDeluxeState(world);
    }
  });
});
