import { describe, expect, test } from 'vitest';
import { formatCard } from '../../../src/cards/card.js';
import type { GangState } from '../../../src/gang/state.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { DISCARDED } from '../../../src/gang/words.js';
import {
  allSay,
  checkDeluxeState,
  deluxeTable,
  eventsOf,
  exchangeCards,
  legalAt,
  nextCards,
  openQuestion,
  refuseAll,
  say,
  takeAll,
} from '../../support/gang-deluxe.js';
import { cards, viewFrom } from '../../support/gang-tables.js';

/** A table whose community cards are those given, at the vote of Round 2. */
function atVote(board: string, input: Parameters<typeof deluxeTable>[0] = {}): GangState {
  const state = deluxeTable({ variant: 'voteOfChange', ...input });
  cards(board).forEach((card, i) => {
    exchangeCards(state, state.board[i]!, card);
  });
  takeAll(state, [1, 2, 3, 4]);
  return state;
}

const boardOf = (state: GangState): string => [...state.board].map(formatCard).join(' ');

describe('Vote of Change', () => {
  test('five community cards lie open from Round 1, and a vote comes before Rounds 2, 3 and 4 only', () => {
    const state = deluxeTable({ variant: 'voteOfChange' });
    expect(viewToJson(viewFrom(state, 0)).board).toHaveLength(5);
    let votes = 0;
    for (let round = 0; round < 4; round++) {
      expect(openQuestion(state) !== null).toBe(round > 0);
      if (round > 0) votes++;
      allSay(state, `vote ${formatCard(state.board[round]!)}`);
      takeAll(state, [1, 2, 3, 4]);
    }
    expect([votes, state.info[DISCARDED]]).toEqual([3, 3]);
  });

  test('the card with most votes is discarded and replaced (R-VOTE)', () => {
    const state = atVote('2c 3c 4c 5c 6c');
    nextCards(state, 'Ah Kh');
    expect(legalAt(state, 3)).toEqual(['vote 2c', 'vote 3c', 'vote 4c', 'vote 5c', 'vote 6c']);
    const events = eventsOf((sink) => {
      for (const [seat, card] of ['3c', '5c', '3c', '6c'].entries()) say(state, seat, `vote ${card}`, sink);
    });
    expect(boardOf(state)).toBe('2c Ah 4c 5c 6c');
    expect(events.filter((e) => e.type === 'replaced')).toEqual([
      { type: 'replaced', places: [1], out: cards('3c'), in: cards('Ah') },
    ]);
    checkDeluxeState(state);
  });

  test('cards that are tied for most votes are all replaced, as many as there are', () => {
    const two = atVote('2c 3c 4c 5c 6c');
    nextCards(two, 'Ah Kh');
    for (const [seat, card] of ['3c', '6c', '3c', '6c'].entries()) say(two, seat, `vote ${card}`);
    expect(boardOf(two)).toBe('2c Ah 4c 5c Kh');
    const four = atVote('2c 3c 4c 5c 6c');
    nextCards(four, 'Ah Kh Qh Jh');
    for (const [seat, card] of ['2c', '3c', '4c', '6c'].entries()) say(four, seat, `vote ${card}`);
    expect(boardOf(four)).toBe('Ah Kh Qh 5c Jh');
    expect(four.info[DISCARDED]).toBe(4);
  });

  test('nobody can abstain, and votes are hidden until all are in', () => {
    const state = atVote('2c 3c 4c 5c 6c');
    const before = viewFrom(state, 3).words.slice();
    for (let s = 0; s < 3; s++) say(state, s, 'vote 2c');
    expect([...viewFrom(state, 3).words]).toEqual([...before]);
    expect(() => say(state, 3, 'no')).toThrow(/cannot no/);
    expect(() => say(state, 3, 'vote Ah')).toThrow(/cannot vote Ah/);
  });

  test("a joker's stack is voted for as one card and goes as one (R-JOKER)", () => {
    const state = deluxeTable({ variant: 'voteOfChange', jokers: true });
    refuseAll(state); // a joker that was dealt
    cards('2c 3c 4c 5c 6c').forEach((card, i) => {
      exchangeCards(state, state.board[i]!, card);
    });
    takeAll(state, [1, 2, 3, 4]);
    nextCards(state, 'X1 Ah Kh');
    allSay(state, 'vote 2c');
    expect(boardOf(state)).toBe('Ah 3c 4c 5c 6c');
    expect(viewToJson(viewFrom(state, 0)).deluxe!.stacked[0]).toEqual(['Kh']);
    takeAll(state, [1, 2, 3, 4]);
    nextCards(state, '7d');
    expect(legalAt(state, 0)).not.toContain('vote Kh');
    allSay(state, 'vote Ah');
    expect(boardOf(state)).toBe('7d 3c 4c 5c 6c');
    expect(viewToJson(viewFrom(state, 0)).deluxe!.stacked[0]).toEqual([]);
    checkDeluxeState(state);
  });
});
