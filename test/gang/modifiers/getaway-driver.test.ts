import { describe, expect, test } from 'vitest';
import { CATEGORIES, handCategory10 } from '../../../src/cards/strength.js';
import { Rng } from '../../../src/core/rng.js';
import { gang } from '../../../src/gang/game.js';
import { currentStrength } from '../../../src/gang/hands.js';
import type { GangState } from '../../../src/gang/state.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import {
  allSay,
  checkDeluxeState,
  deluxeTable,
  openQuestion,
  refuseAll,
  stackCards,
  takeAll,
} from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

const POCKETS = ['2c 2d', '3c 8d', '4c 9d', 'Ah Kd'];
const BOARD = '2h 3h 4s Ad Kh';

const told = (state: GangState): string[] => viewToJson(viewFrom(state, 0)).deluxe!.facts;

/** Seat `seat` tells in the window of this round. */
function drive(round: number, seat: number, board = BOARD): string {
  const state = deluxeTable({ active: ['getaway-driver'] });
  stackCards(state, POCKETS, board);
  for (let r = 0; r < round; r++) {
    refuseAll(state);
    takeAll(state, [1, 2, 3, 4]);
  }
  allSay(state, `propose seat ${seat}`);
  return told(state)[0]!;
}

describe('Getaway Driver', () => {
  test('who all agree on tells the ranking of its hand with the cards that lie open, and nothing more', () => {
    expect(drive(1, 1)).toBe('seat 1 has a pair');
    expect(drive(1, 0)).toBe('seat 0 has three of a kind');
    expect(drive(1, 3)).toBe('seat 3 has a high card');
    expect(drive(2, 3)).toBe('seat 3 has a pair');
    expect(drive(3, 3)).toBe('seat 3 has two pair');
    expect(drive(3, 3, 'Qh Jh Th 9c 2s')).toBe('seat 3 has a straight');
  });

  test('before the flop it can only be high card or pair (R-FACTS)', () => {
    expect(drive(0, 0)).toBe('seat 0 has a pair');
    expect(drive(0, 3)).toBe('seat 3 has a high card');
    const state = deluxeTable({ active: ['getaway-driver', 'security-cameras'] });
    stackCards(state, ['2c 2d 2h', '3c 8d 9h', '4c 9d Tc', 'Ah Kd Qd'], '3h 4s Ad Ks 5d');
    allSay(state, 'propose seat 0');
    expect(told(state)).toEqual(['seat 0 has three of a kind']); // of the three pocket cards there are
  });

  test('is told once a heist, and not without agreement', () => {
    const state = deluxeTable({ active: ['getaway-driver'] });
    allSay(state, 'not now');
    expect(told(state)).toEqual([]);
    takeAll(state, [1, 2, 3, 4]);
    allSay(state, 'propose seat 2');
    takeAll(state, [1, 2, 3, 4]);
    expect([openQuestion(state), told(state).length]).toEqual([null, 1]);
  });

  test('what was told stays as it was when more cards come, and every imagined world keeps it (R-FACTS, R-IMAGINE)', () => {
    for (const variant of ['holdem', 'stud', 'bananaSplit', 'voteOfChange', 'omaha'] as const) {
      for (let seed = 0; seed < 4; seed++) {
        const state = deluxeTable({ active: ['getaway-driver'], variant }, seed);
        refuseAll(state);
        takeAll(state, [1, 2, 3, 4]);
        while (openQuestion(state)?.by === 'voteOfChange')
          allSay(state, `vote ${viewToJson(viewFrom(state, 0)).board[seed]}`);
        const category = handCategory10(currentStrength(state, 1));
        const before = gang.createState(state.config);
        gang.copy(state, before);
        allSay(state, 'propose seat 1');
        const fact = told(state)[0]!;
        expect(fact).toContain(CATEGORIES[category]!);
        takeAll(state, [1, 2, 3, 4]);
        while (openQuestion(state)?.by === 'voteOfChange')
          allSay(state, `vote ${viewToJson(viewFrom(state, 0)).board[1]}`);
        expect(told(state)).toEqual([fact]);
        const world = gang.createState(state.config);
        for (let i = 0; i < 12; i++) {
          gang.imagine(viewFrom(state, 0), new Rng(i), world);
          checkDeluxeState(world);
          // The imagined pocket with the face-up cards of the moment at which it was told.
          before.pocket.set(world.pocket);
          expect(handCategory10(currentStrength(before, 1)), `${variant}, seed ${seed}`).toBe(category);
        }
      }
    }
  });
});
