import { describe, expect, test } from 'vitest';
import { formatCard } from '../../../src/cards/card.js';
import { Rng } from '../../../src/core/rng.js';
import { gang } from '../../../src/gang/game.js';
import type { GangState } from '../../../src/gang/state.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { DISCARDED } from '../../../src/gang/words.js';
import {
  allSay,
  checkDeluxeState,
  deluxeTable,
  eventsOf,
  holdCards,
  legalAt,
  nextCards,
  openQuestion,
  playOut,
  pocketWords,
  say,
  takeAll,
} from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';
import { bestHand, compareRanks } from '../../support/slow-poker.js';

/** Seat 0 draws a joker by the Hacker, and then the cards given. */
function drawJoker(then: string): GangState {
  const state = dealtJokers([], { active: ['hacker'] });
  holdCards(state, 0, '2c 3c');
  nextCards(state, `X1 ${then}`);
  allSay(state, 'propose seat 0');
  return state;
}

/** A table dealt so that exactly these seats have a joker. */
function dealtJokers(seats: readonly number[], input: Parameters<typeof deluxeTable>[0] = {}): GangState {
  const state = deluxeTable({ jokers: true, ...input });
  for (let seed = 0; ; seed++) {
    const events = eventsOf((sink) => gang.setup(state, seed, sink));
    const told = events.flatMap((e) => (e.type === 'deal' ? e.cards.filter((c) => c >= 78).map(() => e.seat) : []));
    if (told.join() === seats.join()) return state;
  }
}

describe('A joker in a pocket', () => {
  test('is told and discarded; one of two cards drawn is kept, the other discarded unseen (R-JOKER)', () => {
    const state = dealtJokers([2]);
    expect(openQuestion(state)).toEqual({ by: 'jokers', seats: [2] });
    expect(state.pocketCount[2]).toBe(3);
    const [old, one, two] = pocketWords(state, 2);
    expect(legalAt(state, 2)).toEqual([`choose ${one}`, `choose ${two}`]);
    expect(viewToJson(viewFrom(state, 0)).deluxe!.moves[0]).toMatchObject({ op: 'aside', seat: 2, card: /^X/ });
    const events = eventsOf((sink) => say(state, 2, `choose ${two}`, sink));
    expect(pocketWords(state, 2)).toEqual([old, two]);
    expect(state.info[DISCARDED]).toBe(2);
    // Only seat 2 knows what it laid aside and what it kept.
    const cardsTo = (seat: number): unknown[] =>
      viewToJson(viewFrom(state, seat)).deluxe!.moves.map((move) => [move.op, move.card]);
    expect(cardsTo(2).slice(1)).toEqual([
      ['aside', one],
      ['draw', two],
    ]);
    expect(cardsTo(1).slice(1)).toEqual([
      ['aside', null],
      ['draw', null],
    ]);
    for (const event of events) if (event.type === 'card' && event.to !== 4) expect(event.card).toBe(-1);
    checkDeluxeState(state);
  });

  test('jokers of one deal are all told first, then resolved in seat order', () => {
    const state = dealtJokers([1, 3]);
    expect([...state.pocketCount]).toEqual([2, 3, 2, 1]);
    expect(openQuestion(state)).toEqual({ by: 'jokers', seats: [1] });
    say(state, 1, legalAt(state, 1)[0]!);
    expect(openQuestion(state)).toEqual({ by: 'jokers', seats: [3] });
    say(state, 3, legalAt(state, 3)[1]!);
    expect([openQuestion(state), [...state.pocketCount]]).toEqual([null, [2, 2, 2, 2]]);
    checkDeluxeState(state);
  });

  test('both in one pocket are replaced one after the other', () => {
    const state = dealtJokers([1, 1]);
    for (let i = 0; i < 2; i++) {
      expect(openQuestion(state)).toEqual({ by: 'jokers', seats: [1] });
      expect(legalAt(state, 1)).toHaveLength(2);
      say(state, 1, legalAt(state, 1)[1]!);
    }
    expect([state.pocketCount[1], state.info[DISCARDED]]).toEqual([2, 4]);
    checkDeluxeState(state);
  });

  test('drawn by an effect is handled by where it lands, before the effect goes on', () => {
    const state = drawJoker('Ah Kd');
    expect(openQuestion(state)).toEqual({ by: 'jokers', seats: [0] });
    expect(legalAt(state, 0)).toEqual(['choose Ah', 'choose Kd']);
    say(state, 0, 'choose Kd');
    expect(openQuestion(state)).toEqual({ by: 'hacker', seats: [0] });
    expect(legalAt(state, 0)).toEqual(['choose 2c', 'choose 3c', 'choose Kd']);
    say(state, 0, 'choose 2c');
    expect(pocketWords(state, 0)).toEqual(['3c', 'Kd']);
    checkDeluxeState(state);
  });

  test('the other joker among the two: the card beside it is kept, or both go for two others', () => {
    for (const then of ['X2 Ah 9c 9d', 'Ah X2 9c 9d']) {
      const kept = drawJoker(then);
      expect(legalAt(kept, 0)).toEqual(['no', 'choose Ah']);
      say(kept, 0, 'choose Ah');
      expect(pocketWords(kept, 0)).toEqual(['2c', '3c', 'Ah']);
      const refused = drawJoker(then);
      say(refused, 0, 'no');
      expect(legalAt(refused, 0)).toEqual(['choose 9c', 'choose 9d']);
      say(refused, 0, 'choose 9c');
      expect(pocketWords(refused, 0)).toEqual(['2c', '3c', '9c']);
      // Two jokers, the ace and the other nine.
      expect(refused.info[DISCARDED]).toBe(4);
      checkDeluxeState(refused);
    }
  });

  test('nobody but its seat learns more than that it had one, in views or imagined worlds (R-IMAGINE)', () => {
    const state = drawJoker('Ah Kd');
    const world = gang.createState(state.config);
    const held = new Set<string>();
    for (let i = 0; i < 60; i++) {
      gang.imagine(viewFrom(state, 1), new Rng(i), world);
      checkDeluxeState(world);
      expect([...world.pocket].some((card) => card >= 78)).toBe(false);
      for (const card of pocketWords(world, 0)) held.add(card);
      gang.imagine(viewFrom(state, 0), new Rng(i), world);
      expect(legalAt(world, 0)).toEqual(legalAt(state, 0));
    }
    expect(held.size).toBeGreaterThan(30);
  });
});

describe('A joker among the face-up cards', () => {
  test('is discarded; two cards stacked take its place, of which each hand uses the better one', () => {
    const state = dealtJokers([]);
    const pockets = ['Ah Kh', 'As 5s', '2d 7d', '3c 8c'];
    for (const [seat, pocket] of pockets.entries()) holdCards(state, seat, pocket);
    nextCards(state, '2h X2 9h Jh 4s Td 3s');
    const events = eventsOf((sink) => takeAll(state, [3, 4, 1, 2], [], sink));
    expect(events.find((e) => e.type === 'stack')).toMatchObject({ slot: 1 });
    const json = viewToJson(viewFrom(state, 3));
    expect([json.board, json.deluxe!.stacked[1]]).toEqual([['2h', 'Jh', '9h'], ['4s']]);
    checkDeluxeState(state);
    playOut(state, [3, 4, 1, 2]);
    // Each seat by the slow judge, with either card of the stack: seat 0 uses Jh for a flush, seat 1 4s for a straight.
    const best = pockets.map((pocket) =>
      ['Jh', '4s']
        .map((stacked) => bestHand(`${pocket} 2h ${stacked} 9h Td 3s`.split(' ')))
        .reduce((a, b) => (compareRanks(a, b) >= 0 ? a : b)),
    );
    const strengths = state.pastStrength;
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < 4; b++) {
        expect(Math.sign(strengths[a]! - strengths[b]!)).toBe(Math.sign(compareRanks(best[a]!, best[b]!)));
      }
    }
    expect([best[0]![0], best[1]![0]]).toEqual([5, 4]);
  });

  test('with the other joker among the two it is a stack of three', () => {
    for (const order of ['X1 X2 5c 6c 7c', 'X1 5c X2 6c 7c']) {
      const state = dealtJokers([]);
      nextCards(state, `2c 3c ${order}`);
      takeAll(state, [1, 2, 3, 4]);
      const json = viewToJson(viewFrom(state, 0));
      expect([json.board, json.deluxe!.stacked[2]]).toEqual([
        ['2c', '3c', '5c'],
        ['6c', '7c'],
      ]);
      expect(state.info[DISCARDED]).toBe(2);
      checkDeluxeState(state);
    }
  });

  test('a joker before a seat (stud) or between two (Banana Split) is stacked on its place', () => {
    const stud = dealtJokers([], { variant: 'stud' });
    nextCards(stud, '2c X1 3c 4c 5c 6c');
    takeAll(stud, [1, 2, 3, 4]);
    expect(viewToJson(viewFrom(stud, 0)).deluxe!.up[1]![1]).toBe('5c');
    expect(viewToJson(viewFrom(stud, 0)).deluxe!.stacked[5 + 1 * 4 + 1]).toEqual(['6c']);
    const banana = dealtJokers([], { variant: 'bananaSplit' });
    nextCards(banana, '2c 3c 4c X2 5c 6c');
    takeAll(banana, [1, 2, 3, 4]);
    expect(viewToJson(viewFrom(banana, 0)).deluxe!.up[3]).toEqual(['5c']);
    expect(viewToJson(viewFrom(banana, 0)).deluxe!.stacked[5 + 3 * 3]).toEqual(['6c']);
    checkDeluxeState(banana);
  });

  test('in Omaha the stack is one of the three community cards that count', () => {
    const state = dealtJokers([], { variant: 'omaha' });
    holdCards(state, 0, 'Ah Kh 2c 3d');
    nextCards(state, 'X1 9h 4h Jh Qh Td 6s');
    playOut(state, [4, 1, 2, 3]);
    // Ah Kh with two of the board and one of Jh and Qh: an ace-high flush, no straight flush from both.
    expect(formatCard(state.board[0]!)).toBe('Jh');
    expect(state.pastStrength[0]).toBeGreaterThan(0);
    const flush = bestHand('Ah Kh Qh 9h 4h'.split(' '));
    expect(flush[0]).toBe(5);
  });
});

describe('With jokers', () => {
  test('without them the deck has 52 cards, with them 54, and two more lie on the table at most (R-COMBO)', () => {
    expect([deluxeTable({}).shape.deck, deluxeTable({ jokers: true }).shape.deck]).toEqual([52, 54]);
    expect(deluxeTable({ jokers: true }).plan.modifiers.find((m) => m.id === 'jokers')!.cardsNeeded!(4)).toBe(2);
  });
});
