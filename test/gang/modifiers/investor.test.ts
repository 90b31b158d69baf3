import { describe, expect, test } from 'vitest';
import { Rng } from '../../../src/core/rng.js';
import { gang } from '../../../src/gang/game.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { allSay, checkDeluxeState, deluxeTable, openQuestion, refuseAll } from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

describe('Investor', () => {
  test('after the deal everybody says how many face cards it has (R-AUTO)', () => {
    for (let seed = 0; seed < 20; seed++) {
      const state = deluxeTable({ active: ['investor'] }, seed);
      const told = viewToJson(viewFrom(state, 0)).deluxe!.facts;
      const counted = Array.from({ length: 4 }, (_, s) => {
        const count = [...state.pocket.subarray(2 * s, 2 * s + 2)].filter((c) => c >> 2 >= 9 && c >> 2 <= 11).length;
        return `seat ${s} has ${count} face ${count === 1 ? 'card' : 'cards'}`;
      });
      expect(told).toEqual(counted);
      expect(openQuestion(state)).toBeNull();
    }
  });

  test('every imagined world keeps what was said, also after a Hacker changed a pocket (R-IMAGINE)', () => {
    for (let seed = 0; seed < 30; seed++) {
      const state = deluxeTable({ players: 6, active: ['investor', 'hacker'] }, seed);
      if (seed % 2 === 1) {
        allSay(state, 'propose seat 2');
        refuseAll(state);
      }
      const view = viewFrom(state, seed % 6);
      const world = gang.createState(state.config);
      for (let i = 0; i < 10; i++) {
        gang.imagine(view, new Rng(seed, i), world);
        expect([...viewFrom(world, view.seat).words]).toEqual([...view.words]);
        checkDeluxeState(world);
        for (let s = 0; s < 6; s++) {
          if (s === 2 && seed % 2 === 1) continue;
          const own = [...world.pocket.subarray(3 * s, 3 * s + 2)];
          const faces = own.filter((c) => c >> 2 >= 9 && c >> 2 <= 11).length;
          expect(viewToJson(view).deluxe!.facts[s]).toContain(`has ${faces} face`);
        }
      }
    }
  });
});
