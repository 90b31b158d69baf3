import { describe, expect, test } from 'vitest';
import { Rng } from '../../../src/core/rng.js';
import { gang } from '../../../src/gang/game.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { PAST_OUTCOME, ROUND } from '../../../src/gang/words.js';
import { allSay, deluxeTable, openQuestion, playOut, say, stackCards, takeAll } from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

const NONE = [null, null, null, null];

describe('Blackout', () => {
  test('at the beginning of Rounds 2, 3 and 4 the chips of the round before are gone from every view (R-BLACKOUT)', () => {
    const state = deluxeTable({ active: ['blackout'] });
    for (let round = 0; round < 3; round++) {
      takeAll(state, [1, 2, 3, 4]);
      expect(state.info[ROUND]).toBe(round + 1);
      const view = viewFrom(state, round);
      expect(viewToJson(view).pastChips).toEqual(Array.from({ length: round + 1 }, () => NONE));
      expect([...view.first, ...view.star].every((chip) => chip === -1)).toBe(true);
      expect([...view.took, ...view.stole].every((times) => times === 0)).toBe(true);
    }
  });

  test('two tables that differ in nothing but past chips look alike', () => {
    const words = [
      [1, 2, 3, 4],
      [4, 3, 1, 2],
    ].map((stars) => {
      const state = deluxeTable({ active: ['blackout'] });
      say(state, 0, `take ${stars[3]}`);
      takeAll(state, stars);
      return [...viewFrom(state, 1).words];
    });
    expect(words[0]).toEqual(words[1]);
  });

  test('the red chips stay for the showdown', () => {
    for (const [stars, outcome] of [
      [[1, 2, 3, 4], 1],
      [[4, 2, 3, 1], 0],
    ] as const) {
      const state = deluxeTable({ active: ['blackout', 'muscle'] });
      stackCards(state, ['2c 7d', '3c 8d', '4c 9d', 'Ah Kd'], '2h 3h 4s Ad Ks');
      playOut(state, stars);
      expect(viewToJson(viewFrom(state, 0)).chips).toEqual([...stars]);
      expect(openQuestion(state)?.by).toBe('muscle');
      allSay(state, 'not now');
      expect(state.info[PAST_OUTCOME]).toBe(outcome);
    }
  });

  test('without it past chips stay to be seen', () => {
    const state = deluxeTable({ active: ['muscle'] });
    allSay(state, 'not now');
    takeAll(state, [1, 2, 3, 4]);
    expect(viewToJson(viewFrom(state, 0)).pastChips).toEqual([[1, 2, 3, 4]]);
  });

  test('Motion Detector and Laser Tripwires still ask who held the chip when Round 1 ended (R-BLACKOUT)', () => {
    for (const [flop, seat] of [
      ['2h Kh 4s', 1],
      ['2h 3h 4s', 2],
    ] as const) {
      const state = deluxeTable({ active: ['blackout', 'motion-detector', 'laser-tripwires'] });
      stackCards(state, ['2c 7d', '3c 8d', '4c 9d', 'Ah Kd'], `${flop} 5d 5s`);
      takeAll(state, [2, 1, 4, 3]);
      expect(viewToJson(viewFrom(state, seat)).pocket).toEqual(['5d', '5s']);
    }
  });

  test('while a vote comes before the flop is looked at, the holder may be anybody in an imagined world', () => {
    const state = deluxeTable({ active: ['blackout', 'motion-detector'], variant: 'voteOfChange' });
    takeAll(state, [2, 1, 4, 3]);
    expect(openQuestion(state)?.by).toBe('voteOfChange');
    const world = gang.createState(state.config);
    const held = new Set<number>();
    for (let i = 0; i < 60; i++) {
      gang.imagine(viewFrom(state, 0), new Rng(i), world);
      held.add(world.hidden[0]! - 1);
    }
    expect([...held].sort()).toEqual([0, 1, 2, 3]);
  });
});
