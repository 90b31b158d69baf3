import { describe, expect, test } from 'vitest';
import { Rng } from '../../../src/core/rng.js';
import { gang } from '../../../src/gang/game.js';
import { mathWhiz } from '../../../src/gang/modifiers/math-whiz.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { L_VALUE } from '../../../src/gang/words.js';
import { checkDeluxeState, deluxeTable, openQuestion } from '../../support/gang-deluxe.js';
import { cards, viewFrom } from '../../support/gang-tables.js';

/** 2 to 10 as printed, face cards ten, the ace eleven. */
const worth = (card: number): number => [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11][card >> 2]!;

describe('Math Whiz', () => {
  test.each([
    ['Tc 7d', 17],
    ['Qc 3d', 13],
    ['Ac Td', 21],
    ['2c Kd', 12],
    ['Jc Jd', 20],
    ['Ac As', 22],
  ])('%s is %i in total (examples of the rulebook and others)', (pocket, sum) => {
    const state = deluxeTable({ active: ['math-whiz'] });
    const hand = Int32Array.from(cards(pocket));
    for (const said of [sum - 1, sum, sum + 1]) {
      state.ledger[L_VALUE] = said;
      expect(mathWhiz.factDistance!(state, 0, hand, 2, state.board, state.stacked) === 0).toBe(said === sum);
    }
  });

  test('right after the deal everybody says its sum, without being asked (R-AUTO)', () => {
    for (let seed = 0; seed < 20; seed++) {
      const state = deluxeTable({ active: ['math-whiz', 'security-cameras'] }, seed);
      const sums = [0, 1, 2, 3].map((s) => {
        const own = [...state.pocket.subarray(3 * s, 3 * s + 3)];
        return `seat ${s} has ${own.reduce((sum, card) => sum + worth(card), 0)} in total`;
      });
      expect(viewToJson(viewFrom(state, seed % 4)).deluxe!.facts).toEqual(sums);
      expect(openQuestion(state)).toBeNull();
    }
  });

  test('every imagined world keeps all sums, at ten players too (R-IMAGINE)', () => {
    for (let seed = 0; seed < 10; seed++) {
      const state = deluxeTable({ players: 10, active: ['math-whiz'] }, seed);
      const world = gang.createState(state.config);
      const sum = (words: Int32Array, s: number): number => worth(words[2 * s]!) + worth(words[2 * s + 1]!);
      for (let i = 0; i < 4; i++) {
        gang.imagine(viewFrom(state, seed), new Rng(i), world);
        checkDeluxeState(world);
        for (let s = 0; s < 10; s++) expect(sum(world.pocket, s)).toBe(sum(state.pocket, s));
      }
    }
  });
});
