import { describe, expect, test } from 'vitest';
import type { GangState } from '../../../src/gang/state.js';
import { FAILED, PAST_OUTCOME } from '../../../src/gang/words.js';
import { allSay, deluxeTable, openQuestion, playOut, say, stackCards } from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

describe('Retina Scan', () => {
  const pockets = ['2c 7d', '3c 8d', '4c 9d', 'Ah Kd'];
  const board = '2h 3h 4s Ad Ks';
  const scan = (votes: readonly string[]): GangState => {
    const state = deluxeTable({ active: ['retina-scan'] });
    stackCards(state, pockets, board);
    playOut(state, [1, 2, 3, 4]);
    expect(openQuestion(state)).toEqual({ by: 'retina-scan', seats: [0, 1, 2] });
    for (const [seat, vote] of votes.entries()) say(state, seat, `vote ${vote}`);
    return state;
  };

  test('the others name a value in the top pocket, by plurality (R-GUESS)', () => {
    expect(scan(['A', 'A', '2']).info[PAST_OUTCOME]).toBe(1);
    expect(scan(['2', 'A', '2']).info[PAST_OUTCOME]).toBe(0);
  });

  test('a tie goes to the answer of the voter with the highest red chip', () => {
    expect(scan(['2', '3', 'K']).info[PAST_OUTCOME]).toBe(1);
    expect(scan(['K', '3', '2']).info[PAST_OUTCOME]).toBe(0);
  });

  test('a card of the board that is not in the pocket is wrong', () => {
    expect(scan(['4', '4', '4']).info[PAST_OUTCOME]).toBe(0);
  });

  test('a right guess does not save chips in the wrong order', () => {
    const state = deluxeTable({ active: ['retina-scan'] });
    stackCards(state, pockets, board);
    playOut(state, [3, 2, 1, 4]);
    allSay(state, 'vote A');
    expect([state.info[FAILED], state.info[PAST_OUTCOME]]).toEqual([0, 0]);
  });

  test('exit seats vote, and the top seat is the highest of those who take part', () => {
    const state = deluxeTable({ active: ['retina-scan'], exitChips: 1 });
    stackCards(state, pockets, board);
    playOut(state, [1, 2, 3, 4], [3]);
    expect(openQuestion(state)!.seats).toEqual([0, 1, 3]);
    allSay(state, 'vote 9');
    expect(state.info[PAST_OUTCOME]).toBe(1);
  });

  test('votes are hidden until all are in', () => {
    const state = deluxeTable({ active: ['retina-scan'] });
    stackCards(state, pockets, board);
    playOut(state, [1, 2, 3, 4]);
    const before = viewFrom(state, 2).words.slice();
    say(state, 0, 'vote A');
    expect([...viewFrom(state, 2).words]).toEqual([...before]);
  });
});
