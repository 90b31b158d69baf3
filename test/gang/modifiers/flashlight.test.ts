import { describe, expect, test } from 'vitest';
import { Rng } from '../../../src/core/rng.js';
import { gang } from '../../../src/gang/game.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { HEIST } from '../../../src/gang/words.js';
import {
  checkDeluxeState,
  deluxeTable,
  eventsOf,
  holdCards,
  nextCards,
  openQuestion,
  playOut,
  refuseAll,
  say,
  takeAll,
} from '../../support/gang-deluxe.js';
import { cards, viewFrom } from '../../support/gang-tables.js';
import { bestHand, compareRanks } from '../../support/slow-poker.js';

describe('Flashlight (reconstructed)', () => {
  test('from Round 2 on: a face-up card that only its owner may use, as a community card', () => {
    const state = deluxeTable({ active: ['flashlight'] });
    const pockets = ['Ah Kh', '7c 7d', '3c 8d', '4c 9d'];
    for (const [seat, pocket] of pockets.entries()) holdCards(state, seat, pocket);
    expect(openQuestion(state)).toBeNull(); // not in Round 1
    nextCards(state, 'Qh Jh 2s Th 6d 6s');
    takeAll(state, [4, 3, 1, 2]);
    expect(openQuestion(state)).toEqual({ by: 'flashlight', seats: [0] });
    const events = eventsOf((sink) => say(state, 0, 'yes', sink));
    expect(events).toContainEqual({ type: 'lone', by: 'flashlight', seat: 0, card: cards('Th')[0] });
    for (let s = 0; s < 4; s++) {
      expect(viewToJson(viewFrom(state, s)).deluxe!.lone).toEqual([{ seat: 0, card: 'Th' }]);
    }
    checkDeluxeState(state);
    const world = gang.createState(state.config);
    gang.imagine(viewFrom(state, 2), new Rng(1), world);
    checkDeluxeState(world);
    playOut(state, [4, 3, 1, 2]);
    const board = 'Qh Jh 2s 6d 6s';
    const slow = pockets.map((pocket, s) => bestHand(`${pocket} ${board}${s === 0 ? ' Th' : ''}`.split(' ')));
    expect(slow[0]![0]).toBeGreaterThanOrEqual(8);
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < 4; b++) {
        expect(Math.sign(state.pastStrength[a]! - state.pastStrength[b]!)).toBe(
          Math.sign(compareRanks(slow[a]!, slow[b]!)),
        );
      }
    }
  });

  test('a joker there is a stack like any among the face-up cards (R-JOKER)', () => {
    for (let seed = 0; ; seed++) {
      const state = deluxeTable({ active: ['flashlight'], jokers: true }, seed);
      if (openQuestion(state) !== null) continue; // a joker was dealt
      nextCards(state, 'Qh Jh 2s X1 Th 9h');
      takeAll(state, [4, 3, 1, 2]);
      say(state, 0, 'yes');
      const json = viewToJson(viewFrom(state, 1)).deluxe!;
      expect([json.lone, json.stacked.at(-1)]).toEqual([[{ seat: 0, card: 'Th' }], ['9h']]);
      checkDeluxeState(state);
      return;
    }
  });

  test('its card goes with the heist, and it is used once a game (R-TOOL-ONCE)', () => {
    const state = deluxeTable({ active: ['flashlight'], length: 'game' });
    takeAll(state, [4, 3, 1, 2]);
    say(state, 0, 'yes');
    while (state.info[HEIST] === 0) takeAll(state, [4, 3, 1, 2]);
    expect(viewToJson(viewFrom(state, 0)).deluxe!.lone).toEqual([]);
    takeAll(state, [4, 3, 1, 2]);
    expect(openQuestion(state)).toBeNull();
    refuseAll(state);
    checkDeluxeState(state);
  });
});
