import { describe, expect, test } from 'vitest';
import { Rng } from '../../../src/core/rng.js';
import { gang } from '../../../src/gang/game.js';
import { discardCard, drawCard } from '../../../src/gang/pockets.js';
import type { GangState } from '../../../src/gang/state.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { DEALER_SEAT, DISCARDED, HEIST, RESHUFFLES } from '../../../src/gang/words.js';
import {
  allSay,
  checkDeluxeState,
  deluxeTable,
  eventsOf,
  legalAt,
  nextCards,
  openQuestion,
  pocketWords,
  refuseAll,
  say,
  takeAll,
} from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

const dealerOf = (state: GangState): number => state.info[DEALER_SEAT]!;
const boardOf = (state: GangState): string[] => viewToJson(viewFrom(state, 0)).board;

/** Plays on to the start of the next heist; every question is refused. */
function nextHeist(state: GangState): void {
  const heist = state.info[HEIST]!;
  while (state.info[HEIST] === heist) {
    refuseAll(state);
    takeAll(state, [1, 2, 3, 4]);
  }
}

describe('The first dealer', () => {
  test.each([1, 2, 3])(
    'of variant %i is drawn by the seed, every seat as likely, and known to all (R-DEALER)',
    (dealer) => {
      const counts = [0, 0, 0, 0];
      const state = deluxeTable({ dealer });
      for (let seed = 0; seed < 200; seed++) {
        gang.setup(state, seed);
        const seat = dealerOf(state);
        counts[seat] = counts[seat]! + 1;
        expect(viewToJson(viewFrom(state, (seat + 1) % 4)).deluxe!.dealer).toBe(seat);
      }
      expect(Math.min(...counts)).toBeGreaterThan(25);
    },
  );
});

describe('The dealer, variant 1', () => {
  test('is dealt seven pocket cards, the others two; it plays three, one and one of them as community cards', () => {
    const state = deluxeTable({ dealer: 1 });
    const dealer = dealerOf(state);
    expect([...state.pocketCount]).toEqual([0, 1, 2, 3].map((s) => (s === dealer ? 7 : 2)));
    const board: string[] = [];
    for (const count of [0, 3, 1, 1]) {
      for (let i = 0; i < count; i++) {
        expect(openQuestion(state)).toEqual({ by: 'dealer-1', seats: [dealer] });
        const held = pocketWords(state, dealer);
        expect(legalAt(state, dealer)).toEqual(held.map((card) => `choose ${card}`));
        board.push(held[i]!);
        say(state, dealer, `choose ${held[i]}`);
        checkDeluxeState(state);
      }
      expect(boardOf(state)).toEqual(board);
      expect(openQuestion(state)).toBeNull();
      if (board.length < 5) takeAll(state, [1, 2, 3, 4]);
    }
    expect([...state.pocketCount]).toEqual([2, 2, 2, 2]);
    takeAll(state, [1, 2, 3, 4]);
    expect(gang.isOver(state)).toBe(true);
  });

  test('tells the round with the cards that it played', () => {
    const state = deluxeTable({ dealer: 1 });
    const dealer = dealerOf(state);
    takeAll(state, [1, 2, 3, 4]);
    const events = eventsOf((sink) => {
      for (let i = 0; i < 3; i++) gang.apply(state, dealer, gangLegal(state, dealer), sink);
    });
    expect(events.find((e) => e.type === 'round')).toMatchObject({ round: 1, cards: [...state.board.subarray(0, 3)] });
  });

  test('cannot play the suitless Jack to the board (R-JACK), and what a Hacker does is about all its cards', () => {
    const state = deluxeTable({ dealer: 1, active: ['jack', 'hacker'] });
    const dealer = dealerOf(state);
    allSay(state, 'not now');
    allSay(state, `propose seat ${dealer}`);
    expect(legalAt(state, dealer)).toHaveLength(7);
    say(state, dealer, legalAt(state, dealer)[0]!);
    expect(pocketWords(state, dealer)).toContain('J-');
    takeAll(state, [1, 2, 3, 4]);
    expect(openQuestion(state)!.by).toBe('dealer-1');
    expect(legalAt(state, dealer)).toHaveLength(6);
    expect(legalAt(state, dealer)).not.toContain('choose J-');
  });

  test('at the next heist the chip goes left; each in turn may decline, and if all do, the next one deals (R-DEALER)', () => {
    const game = (): GangState => {
      const state = deluxeTable({ dealer: 1, length: 'game' });
      nextHeist(state);
      return state;
    };
    const first = dealerOf(game());
    const accepted = game();
    expect(openQuestion(accepted)).toEqual({ by: 'dealer-1', seats: [(first + 1) % 4] });
    // Nothing of the heist before lies about, and nothing of this one.
    checkDeluxeState(accepted);
    expect([...accepted.pocketCount]).toEqual([0, 0, 0, 0]);
    say(accepted, (first + 1) % 4, 'no');
    say(accepted, (first + 2) % 4, 'yes');
    expect([dealerOf(accepted), accepted.pocketCount[(first + 2) % 4]]).toEqual([(first + 2) % 4, 7]);
    const declined = game();
    for (let i = 1; i <= 4; i++) say(declined, (first + i) % 4, 'no');
    expect(dealerOf(declined)).toBe((first + 1) % 4);
    const again = game();
    for (let i = 1; i < 4; i++) say(again, (first + i) % 4, 'no');
    say(again, first, 'yes');
    expect(dealerOf(again)).toBe(first);
  });
});

function gangLegal(state: GangState, seat: number): number {
  const view = viewFrom(state, seat);
  const read = gang.parseAction(view, legalAt(state, seat)[0]!);
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

describe('The dealers of variants 2 and 3', () => {
  test.each([2, 3])(
    'variant %i: looks at four cards, then two and two, and discards one each time, unseen',
    (dealer) => {
      const state = deluxeTable({ dealer });
      expect(state.pocketCount[dealerOf(state)]).toBe(2);
      const board: string[] = [];
      for (const [cards, gone] of [
        [['2c', '3c', '4c', '5c'], '3c'],
        [['6c', '7c'], '7c'],
        [['8c', '9c'], '8c'],
      ] as const) {
        nextCards(state, cards.join(' '));
        const events = eventsOf((sink) => takeAll(state, [1, 2, 3, 4], [], sink));
        const seat = dealerOf(state);
        expect(events.filter((e) => e.type === 'look').map((e) => [e.to, e.cards.length])).toEqual([
          [1 << seat, cards.length],
          [15 & ~(1 << seat), 0],
        ]);
        expect(legalAt(state, seat)).toEqual(cards.map((card) => `choose ${card}`));
        expect(viewToJson(viewFrom(state, seat)).deluxe!.own).toEqual([`on top of the deck: ${cards.join(' ')}`]);
        const other = (seat + 1) % 4;
        expect(viewToJson(viewFrom(state, other)).deluxe).toMatchObject({ own: [], prompt: { pending: false } });
        say(state, seat, `choose ${gone}`);
        board.push(...cards.filter((card) => card !== gone));
        expect(boardOf(state)).toEqual(board);
        expect(viewToJson(viewFrom(state, other)).deluxe!.moves.at(-1)).toMatchObject({
          op: 'aside',
          seat,
          card: null,
        });
        expect(viewToJson(viewFrom(state, seat)).deluxe!.moves.at(-1)).toMatchObject({ op: 'aside', card: gone });
        checkDeluxeState(state);
      }
      expect(state.info[DISCARDED]).toBe(3);
    },
  );

  test('a joker may be laid aside unseen; chosen, it is stacked like any (R-JOKER)', () => {
    const aside = deluxeTable({ dealer: 3, jokers: true }, 4);
    refuseAll(aside);
    nextCards(aside, '2c X1 4c 5c');
    takeAll(aside, [1, 2, 3, 4]);
    say(aside, dealerOf(aside), 'choose X1');
    expect(boardOf(aside)).toEqual(['2c', '4c', '5c']);
    const chosen = deluxeTable({ dealer: 3, jokers: true }, 4);
    refuseAll(chosen);
    nextCards(chosen, '2c X1 4c 5c Ah Kh');
    takeAll(chosen, [1, 2, 3, 4]);
    say(chosen, dealerOf(chosen), 'choose 2c');
    expect(boardOf(chosen)).toEqual(['Ah', '4c', '5c']);
    checkDeluxeState(chosen);
    // In the worlds that others imagine the joker is on the pile or still in the deck.
    const world = gang.createState(aside.config);
    for (let i = 0; i < 40; i++) {
      gang.imagine(viewFrom(aside, (dealerOf(aside) + 1) % 4), new Rng(i), world);
      checkDeluxeState(world);
    }
  });

  test('what the dealer looks at is on top of the deck in its worlds, and anything in those of the others (R-IMAGINE)', () => {
    const state = deluxeTable({ dealer: 2 });
    takeAll(state, [1, 2, 3, 4]);
    const seat = dealerOf(state);
    const world = gang.createState(state.config);
    const seen = new Set<string>();
    for (let i = 0; i < 40; i++) {
      gang.imagine(viewFrom(state, seat), new Rng(i), world);
      expect(legalAt(world, seat)).toEqual(legalAt(state, seat));
      say(world, seat, legalAt(state, seat)[1]!);
      expect([...world.board.subarray(0, 3)]).toEqual([0, 2, 3].map((k) => state.deck[state.deckInfo[0]! + k]));
      gang.imagine(viewFrom(state, (seat + 1) % 4), new Rng(i), world);
      for (const option of legalAt(world, seat)) seen.add(option);
      say(world, seat, legalAt(world, seat)[0]!);
      checkDeluxeState(world);
    }
    expect(seen.size).toBeGreaterThan(30);
  });

  test('variant 2: the chip goes left after Rounds 2, 3 and 4, without asking; variant 3: only between heists', () => {
    const two = deluxeTable({ dealer: 2, length: 'game' });
    const first = dealerOf(two);
    const dealers: number[] = [];
    for (let round = 0; round < 4; round++) {
      if (round > 0) {
        dealers.push(openQuestion(two)!.seats[0]!);
        refuseAll(two);
      }
      takeAll(two, [1, 2, 3, 4]);
    }
    expect(dealers).toEqual([first, (first + 1) % 4, (first + 2) % 4]);
    expect([dealerOf(two), openQuestion(two)]).toEqual([(first + 3) % 4, null]);
    const three = deluxeTable({ dealer: 3, length: 'game' });
    const only = dealerOf(three);
    for (let round = 0; round < 4; round++) {
      if (round > 0) expect(openQuestion(three)).toEqual({ by: 'dealer-3', seats: [only] });
      refuseAll(three);
      takeAll(three, [1, 2, 3, 4]);
    }
    expect(openQuestion(three)).toEqual({ by: 'dealer-3', seats: [(only + 1) % 4] });
    say(three, (only + 1) % 4, 'yes');
    expect(dealerOf(three)).toBe((only + 1) % 4);
  });

  test('where fewer cards are left than it looks at, those lie on top and the discards are shuffled under them (R-RESHUFFLE)', () => {
    const state = deluxeTable({ dealer: 3 });
    const discarded = new Set<number>();
    while (state.deckInfo[0]! < 50) {
      const card = drawCard(state);
      discardCard(state, card);
      discarded.add(card);
    }
    takeAll(state, [1, 2, 3, 4]);
    expect([state.info[RESHUFFLES], state.info[DISCARDED]]).toEqual([1, 0]);
    const top = state.deckInfo[0]!;
    const looked = [...state.deck.subarray(top, top + 4)];
    expect(looked.map((card) => discarded.has(card))).toEqual([false, false, true, true]);
    say(state, dealerOf(state), legalAt(state, dealerOf(state))[2]!);
    expect([...state.board.subarray(0, 3)]).toEqual([looked[0], looked[1], looked[3]]);
    checkDeluxeState(state);
  });
});
