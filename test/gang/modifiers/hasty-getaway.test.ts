import { describe, expect, test } from 'vitest';
import { viewToJson } from '../../../src/gang/view-json.js';
import { BOARD_COUNT, PAST_OUTCOME, ROUND } from '../../../src/gang/words.js';
import {
  allSay,
  deluxeTable,
  eventsOf,
  openQuestion,
  playOut,
  say,
  stackCards,
  takeAll,
} from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

describe('Hasty Getaway', () => {
  test('after Round 2 the fourth community card comes and it goes straight on to Round 4', () => {
    const state = deluxeTable({ active: ['hasty-getaway'] });
    takeAll(state, [1, 2, 3, 4]);
    const events = eventsOf((sink) => {
      for (let s = 0; s < 4; s++) say(state, s, `take ${s + 1}`, sink);
    });
    const rounds = events.filter((e) => e.type === 'round');
    expect(rounds.map((e) => [e.round, e.cards.length])).toEqual([
      [2, 1],
      [3, 1],
    ]);
    expect([state.info[ROUND], state.info[BOARD_COUNT]]).toEqual([3, 5]);
    expect(viewToJson(viewFrom(state, 0)).pastChips).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 4],
      [null, null, null, null],
    ]);
  });

  test('Rounds 1, 2 and 4 have chips, and the red ones are shown down', () => {
    for (const [stars, outcome] of [
      [[1, 2, 3, 4], 1],
      [[2, 1, 3, 4], 0],
    ] as const) {
      const state = deluxeTable({ active: ['hasty-getaway'] });
      stackCards(state, ['2c 7d', '3c 8d', '4c 9d', 'Ah Kd'], '2h 3h 4s Ad Ks');
      playOut(state, stars);
      expect(state.info[PAST_OUTCOME]).toBe(outcome);
    }
  });

  test('only the chips are skipped: the window and the vote of Round 3 stay (R-QUICK)', () => {
    const state = deluxeTable({ active: ['hasty-getaway', 'hacker'], variant: 'voteOfChange' });
    allSay(state, 'not now');
    takeAll(state, [1, 2, 3, 4]);
    const asked: (string | undefined)[] = [];
    for (const round of [1, 2, 3]) {
      expect(state.info[ROUND]).toBe(round);
      asked.push(openQuestion(state)?.by);
      for (let s = 0; s < 4; s++) say(state, s, `vote ${viewToJson(viewFrom(state, s)).board[0]}`);
      asked.push(openQuestion(state)?.by);
      allSay(state, 'not now');
      if (round === 1) takeAll(state, [1, 2, 3, 4]);
    }
    expect(asked).toEqual(Array.from({ length: 3 }, () => ['voteOfChange', 'hacker']).flat());
  });
});
