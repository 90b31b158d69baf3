import { describe, expect, test } from 'vitest';
import type { GangState } from '../../../src/gang/state.js';
import { PAST_OUTCOME } from '../../../src/gang/words.js';
import { allSay, deluxeTable, legalAt, openQuestion, playOut, say, stackCards } from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

const POCKETS = ['2c 7d', '3c 8d', '4c 9d', 'Ah Kd'];
const BOARD = '2h 3h 4s Ad Ks';

function scan(votes: readonly string[], pockets = POCKETS, board = BOARD): GangState {
  const state = deluxeTable({ active: ['fingerprint-scan'] });
  stackCards(state, pockets, board);
  playOut(state, [1, 2, 3, 4]);
  expect(openQuestion(state)).toEqual({ by: 'fingerprint-scan', seats: [0, 1, 2] });
  for (const [seat, vote] of votes.entries()) say(state, seat, `vote ${vote}`);
  return state;
}

describe('Fingerprint Scan', () => {
  test('the others name the ranking of the top hand before it is revealed, by plurality (R-GUESS)', () => {
    expect(scan(['two pair', 'pair', 'two pair']).info[PAST_OUTCOME]).toBe(1);
    expect(scan(['pair', 'pair', 'two pair']).info[PAST_OUTCOME]).toBe(0);
  });

  test('a tie goes to the answer of the voter with the highest red chip', () => {
    expect(scan(['flush', 'pair', 'two pair']).info[PAST_OUTCOME]).toBe(1);
    expect(scan(['two pair', 'pair', 'flush']).info[PAST_OUTCOME]).toBe(0);
  });

  test('ten rankings can be named, and a royal flush is one of its own', () => {
    const state = deluxeTable({ active: ['fingerprint-scan'] });
    stackCards(state, ['4c 9d', '2c 7d', '3c 8c', 'Ah Kh'], 'Qh Jh Th 2s 3d');
    playOut(state, [1, 2, 3, 4]);
    expect(legalAt(state, 0)).toHaveLength(10);
    expect(legalAt(state, 3)).toEqual([]);
    allSay(state, 'vote royal flush');
    expect(state.info[PAST_OUTCOME]).toBe(1);
    const other = scan(
      ['straight flush', 'straight flush', 'straight flush'],
      ['4c 9d', '2c 7d', '3c 8c', 'Ah Kh'],
      'Qh Jh Th 2s 3d',
    );
    expect(other.info[PAST_OUTCOME]).toBe(0);
  });

  test('a right guess does not save chips in the wrong order', () => {
    const state = deluxeTable({ active: ['fingerprint-scan'] });
    stackCards(state, POCKETS, BOARD);
    playOut(state, [3, 2, 1, 4]);
    allSay(state, 'vote two pair');
    expect(state.info[PAST_OUTCOME]).toBe(0);
  });

  test('with Retina Scan: Retina first, and both must be right (R-GUESS, R-EFFECT-ORDER)', () => {
    for (const [rank, category, outcome] of [
      ['A', 'two pair', 1],
      ['9', 'two pair', 0],
      ['A', 'pair', 0],
    ] as const) {
      const state = deluxeTable({ active: ['fingerprint-scan', 'retina-scan'] });
      stackCards(state, POCKETS, BOARD);
      playOut(state, [1, 2, 3, 4]);
      expect(openQuestion(state)!.by).toBe('retina-scan');
      allSay(state, `vote ${rank}`);
      expect(openQuestion(state)!.by).toBe('fingerprint-scan');
      allSay(state, `vote ${category}`);
      expect(state.info[PAST_OUTCOME]).toBe(outcome);
    }
  });

  test('asks for the final ranking, after the tools of the top seat (R-GUESS)', () => {
    const state = deluxeTable({ active: ['fingerprint-scan', 'smoke-grenade'], players: 3, exitChips: 0 });
    stackCards(state, ['Ah Kd', '2c 7d', '3c 8c'], 'Qh Jh 5h 2s 3d');
    playOut(state, [3, 1, 2]);
    expect(openQuestion(state)).toEqual({ by: 'smoke-grenade', seats: [0] });
    say(state, 0, 'change Kd to Kh');
    say(state, 0, 'no');
    allSay(state, 'vote flush');
    expect(state.info[PAST_OUTCOME]).toBe(1);
  });

  test('votes are hidden until all are in', () => {
    const state = deluxeTable({ active: ['fingerprint-scan'] });
    stackCards(state, POCKETS, BOARD);
    playOut(state, [1, 2, 3, 4]);
    const before = viewFrom(state, 2).words.slice();
    say(state, 0, 'vote flush');
    expect([...viewFrom(state, 2).words]).toEqual([...before]);
  });
});
