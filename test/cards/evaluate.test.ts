import { describe, expect, test } from 'vitest';
import { formatCards, parseCards } from '../../src/cards/card.js';
import { evaluateAny, evaluateExactly } from '../../src/cards/evaluate.js';
import {
  CARD_CODE,
  evaluate7,
  evaluate8,
  evaluateOmaha,
  FLUSH_OFFSET,
  RANK_KEY_BITS,
  RANK_KEY_MASK,
  rankStrength7,
  SUITED_RANK,
  strength7,
  strength8,
} from '../../src/cards/evaluator.js';
import {
  CATEGORIES,
  categoryEnd,
  categoryOf,
  categoryStart,
  FLUSH_STRENGTH,
  handCategory10,
} from '../../src/cards/strength.js';
import { unwrap } from '../../src/core/errors.js';
import { Rng } from '../../src/core/rng.js';
import { Ladder } from '../support/ladder.js';
import { categoryOfWorth, worthOfBest, worthOfExactly } from '../support/slow-hands.js';

const SEED = 11;
const cards = (text: string): number[] => unwrap(parseCards(text, '', { duplicates: true }));
const strength = (text: string): number => evaluateAny(cards(text));
const category = (text: string): string => CATEGORIES[handCategory10(strength(text))]!;

/** What may be dealt: ordinary cards of a few ranks and suits, so that rare hands come often, and special cards. */
interface Stock {
  readonly lowest: number;
  readonly suits: number;
  readonly suitless: number;
  readonly wild: number;
  readonly duplicates: boolean;
}

function dealFrom(rng: Rng, stock: Stock, count: number): number[] {
  const deck: number[] = [];
  for (let rank = stock.lowest; rank < 13; rank++) for (let s = 0; s < stock.suits; s++) deck.push(rank * 4 + s);
  rng.shuffle(deck);
  const rank = () => stock.lowest + rng.below(13 - stock.lowest);
  const hand = deck.slice(0, count);
  for (let i = 0; i < stock.suitless; i++) hand[i] = 52 + rank();
  for (let i = stock.suitless; i < stock.suitless + stock.wild; i++) hand[i] = 65 + rank();
  if (stock.duplicates) hand[count - 1] = hand[rng.below(count - 1)]!;
  rng.shuffle(hand);
  // No rules make six cards of one value; five only with a special card among them.
  const most = Math.max(...hand.map((card) => hand.filter((other) => rankOfCode(other) === rankOfCode(card)).length));
  return most <= 5 ? hand : dealFrom(rng, stock, count);
}

function rankOfCode(card: number): number {
  return card < 52 ? card >> 2 : (card - 52) % 13;
}

const stocks: Record<string, Stock> = {
  'ordinary cards': { lowest: 0, suits: 4, suitless: 0, wild: 0, duplicates: false },
  'high cards of two suits': { lowest: 5, suits: 2, suitless: 0, wild: 0, duplicates: false },
  'few ranks': { lowest: 9, suits: 4, suitless: 0, wild: 0, duplicates: false },
  'a suitless card': { lowest: 6, suits: 3, suitless: 1, wild: 0, duplicates: false },
  'one wild suit': { lowest: 5, suits: 3, suitless: 0, wild: 1, duplicates: false },
  'two wild suits': { lowest: 4, suits: 2, suitless: 0, wild: 2, duplicates: false },
  'a card that occurs twice': { lowest: 5, suits: 2, suitless: 0, wild: 0, duplicates: true },
  'suitless, wild and twice the same': { lowest: 5, suits: 2, suitless: 1, wild: 1, duplicates: true },
};

describe('hands of any size are ordered as trying every five cards orders them', () => {
  test.each(Object.entries(stocks))('%s', (_name, stock) => {
    const rng = new Rng(SEED);
    const ladder = new Ladder();
    for (let count = 2 + Number(stock.suitless + stock.wild > 0); count <= 10; count++) {
      const hands = count <= 5 ? 400 : stock.wild > 0 ? 80 : 200;
      for (let n = 0; n < hands; n++) {
        const hand = dealFrom(rng, stock, count);
        const ours = evaluateAny(hand);
        const worth = worthOfBest(hand);
        const context = () => `seed ${SEED}: ${formatCards(hand)}`;
        expect(categoryOf(ours), context()).toBe(categoryOfWorth(worth));
        ladder.add(ours, worth, context);
      }
    }
    expect(ladder.check()).toBeGreaterThan(100);
  });

  test('every pocket of two cards: 13 pairs above 78 high cards', () => {
    const ladder = new Ladder();
    for (let a = 0; a < 52; a++) {
      for (let b = 0; b < a; b++) ladder.add(evaluateAny([a, b]), worthOfBest([a, b]), () => formatCards([a, b]));
    }
    expect(ladder.check()).toBe(91);
  });
});

describe('exactly two pocket cards and three of the board', () => {
  test.each(Object.entries(stocks))('%s', (_name, stock) => {
    const rng = new Rng(SEED, 1);
    const ladder = new Ladder();
    for (const inPocket of [4, 5]) {
      for (let onBoard = 0; onBoard <= 5; onBoard++) {
        if (stock.lowest === 9 && inPocket + onBoard > 9) continue;
        for (let n = 0; n < 40; n++) {
          const hand = dealFrom(rng, stock, inPocket + onBoard);
          const pocket = hand.slice(0, inPocket);
          const board = hand.slice(inPocket);
          ladder.add(
            evaluateExactly(pocket, board),
            worthOfExactly(pocket, board),
            () => `seed ${SEED}: ${formatCards(pocket)} | ${formatCards(board)}`,
          );
        }
      }
    }
    expect(ladder.check()).toBeGreaterThan(50);
  });

  test('one pocket card is too few', () => {
    expect(() => evaluateExactly([0], [1, 2, 3])).toThrow('two of 1 pocket cards');
  });
});

describe('the fast paths agree with the general ones', () => {
  const dealt: readonly Stock[] = [stocks['ordinary cards']!, stocks['high cards of two suits']!, stocks['few ranks']!];

  test.each([Int32Array, Uint8Array])('seven and eight cards from a flat array (%o), at any place', (Flat) => {
    const rng = new Rng(SEED, 2);
    for (const stock of dealt) {
      for (let n = 0; n < 20_000; n++) {
        const hand = dealFrom(rng, stock, 8);
        const at = rng.below(5);
        const flat = new Flat(20).fill(51);
        flat.set(hand, at);
        const [a, b, c, d, e, f, g, h] = hand as [number, number, number, number, number, number, number, number];
        const seven = evaluateAny(hand, 7);
        const eight = evaluateAny(hand, 8);
        if (evaluate7(flat, at) !== seven || strength7(a, b, c, d, e, f, g) !== seven) {
          throw new Error(`seed ${SEED}: ${formatCards(hand.slice(0, 7))}`);
        }
        if (evaluate8(flat, at) !== eight || strength8(a, b, c, d, e, f, g, h) !== eight) {
          throw new Error(`seed ${SEED}: ${formatCards(hand)}`);
        }
      }
    }
  });

  test('seven cards from the sums of a board and of a pocket', () => {
    const rng = new Rng(SEED, 4);
    let flushes = 0;
    for (let n = 0; n < 5000; n++) {
      const hand = dealFrom(rng, stocks['high cards of two suits']!, 7);
      const sum = (from: number, to: number) =>
        hand.slice(from, to).reduce((all, card) => (all + CARD_CODE[card]!) | 0, 0);
      const code = (sum(0, 5) + sum(5, 7)) | 0;
      const offset = FLUSH_OFFSET[code >>> RANK_KEY_BITS]!;
      const mask = hand.reduce((ranks, card) => ranks | SUITED_RANK[offset + card]!, 0);
      const ours = offset === 0 ? rankStrength7(code & RANK_KEY_MASK) : FLUSH_STRENGTH[mask]!;
      if (ours !== evaluateAny(hand)) throw new Error(`seed ${SEED}: ${formatCards(hand)}`);
      flushes += Number(offset > 0);
    }
    expect(flushes).toBeGreaterThan(500);
    expect(flushes).toBeLessThan(4500);
  });

  test('Omaha', () => {
    const rng = new Rng(SEED, 3);
    const met = new Set<number>();
    for (const stock of dealt) {
      for (let n = 0; n < 8000; n++) {
        const hand = dealFrom(rng, stock, 9);
        const fast = evaluateOmaha(hand, 0, hand, 4);
        met.add(categoryOf(fast));
        if (fast !== evaluateExactly(hand.slice(0, 4), hand.slice(4))) {
          throw new Error(`seed ${SEED}: ${formatCards(hand.slice(0, 4))} | ${formatCards(hand.slice(4))}`);
        }
      }
    }
    expect(met.size).toBe(9);
  });
});

describe('hands that a mask of 13 ranks misses', () => {
  test('a wild suit completes a flush with a rank that the flush already has', () => {
    expect(category('A* Ah Kh 9h 4h')).toBe('flush');
    expect(strength('A* Ah Kh 9h 4h')).toBeGreaterThan(strength('Ah Kh Qh Jh 9h'));
    expect(strength('A* Ah Kh 9h 4h')).toBeLessThan(strength('2h 2c 2d 3c 3d'));
  });

  test('two wild suits may go to one flush, and a rank may be in it three times', () => {
    expect(category('9* 9* 9h 4h 2h')).toBe('flush');
    expect(strength('9* 9* 9h 4h 2h')).toBeGreaterThan(strength('9* 8h 7h 5h 9h'));
    expect(category('9* 9* 9h 4h 4h')).toBe('full house');
  });

  test('a wild suit takes whichever suit makes the better flush', () => {
    expect(strength('A* Kc Qc Jc 9c Kd Qd Jd Td')).toBe(strength('Ad Kd Qd Jd Td'));
  });

  test('a suitless Jack makes straights and pairs and no flush', () => {
    expect(category('J- Th 9h 8h 7h')).toBe('straight');
    expect(category('J- Ah 9h 8h 7h')).toBe('high card');
    expect(category('J- Jh 9h 8h 7h')).toBe('pair');
  });

  test('five Jacks are four Jacks with a Jack kicker', () => {
    const five = strength('Jc Jd Jh Js J- Tc 9d');
    expect(five).toBeGreaterThan(strength('Jc Jd Jh Js Tc 9d'));
    expect(five).toBeLessThan(strength('Jc Jd Jh Js Qc 9d'));
    expect(strength('Jc Jd Jh Js J- Ac 9d')).toBe(strength('Jc Jd Jh Js Ac'));
    expect(five).toBeLessThan(strength('Qc Qd Qh Qs 2c'));
  });

  test('of eight cards, four of a kind or a full house beats the flush beside it, a straight flush beats them', () => {
    expect(category('Ah Kh Qh Jh 9h 9c 9d 9s')).toBe('four of a kind');
    expect(category('Ah Kh Qh Jh 9h 9c 9d Ac')).toBe('full house');
    expect(category('Kh Qh Jh Th 9h 9c 9d 9s')).toBe('straight flush');
    for (const text of ['Ah Kh Qh Jh 9h 9c 9d 9s', 'Ah Kh Qh Jh 9h 9c 9d Ac', 'Kh Qh Jh Th 9h 9c 9d 9s']) {
      expect(evaluate8(cards(text), 0)).toBe(strength(text));
    }
  });

  test('a card that occurs twice counts twice', () => {
    expect(category('Ah Ah')).toBe('pair');
    expect(category('Ah Ah Kd Qc Js')).toBe('pair');
    expect(category('Ah Ah Kh Qh Jh')).toBe('flush');
  });

  test('an ace is high or low but never in the middle', () => {
    expect(category('As 2c 3d 4h 5s')).toBe('straight');
    expect(strength('As 2c 3d 4h 5s')).toBeLessThan(strength('2c 3d 4h 5s 6c'));
    expect(category('Ks Ac 2d 3h 4s')).toBe('high card');
  });
});

describe('below five cards', () => {
  test.each([
    ['Ah Kd', 'high card'],
    ['2h 2d', 'pair'],
    ['Ah Kh Qh', 'high card'],
    ['9c 9d 9h', 'three of a kind'],
    ['9c 9d 4h 4s', 'two pair'],
    ['9c 9d 9h 9s', 'four of a kind'],
    ['Ah Kh Qh Jh', 'high card'],
    ['J- Jh Jd', 'three of a kind'],
    ['Ah', 'high card'],
  ])('%s is %s', (text, name) => {
    expect(category(text)).toBe(name);
  });

  test('a missing kicker is below any kicker', () => {
    expect(strength('Ah Ad')).toBeLessThan(strength('Ah Ad 2c'));
    expect(strength('Ah Ad 2c')).toBeLessThan(strength('Kh Kd Ac As 2c'));
    expect(strength('9c 9d 4h 4s')).toBeLessThan(strength('9c 9d 4h 4s 2c'));
  });
});

describe('the ladder of strengths', () => {
  test('categories follow each other without gaps', () => {
    for (let c = 0; c <= 8; c++) {
      expect(categoryOf(categoryStart(c))).toBe(c);
      expect(categoryOf(categoryEnd(c) - 1)).toBe(c);
      if (c > 0) expect(categoryStart(c)).toBe(categoryEnd(c - 1));
    }
  });

  test('a royal flush is the strongest straight flush and a category of its own', () => {
    const royal = strength('Ah Kh Qh Jh Th');
    expect([categoryOf(royal), handCategory10(royal)]).toEqual([8, 9]);
    expect(royal).toBe(categoryEnd(8) - 1);
    expect(handCategory10(strength('Kh Qh Jh Th 9h'))).toBe(8);
  });

  test('jokers, unknown codes and wrong numbers of cards are refused', () => {
    expect(() => evaluateAny([0, 78])).toThrow("78 can't be part of a hand");
    expect(() => evaluateAny([0, -1])).toThrow(RangeError);
    expect(() => evaluateAny([0, Number.NaN])).toThrow(RangeError);
    expect(() => evaluateAny([])).toThrow('a hand of 0 cards; 1 to 10 are allowed');
    expect(() => evaluateAny(Array.from({ length: 11 }, (_, card) => card))).toThrow(RangeError);
  });
});

describe('showdowns of the rulebook', () => {
  // "Example: Showdown in a four-player game", with a board that gives those hands.
  test('2-2-A-10-7 ties with itself, 2-2-A-J-7 is stronger, A-A-A-2-2 strongest', () => {
    const board = cards('Ah 2c 2d 7s 3h');
    const hand = (pocket: string) => evaluateAny([...cards(pocket), ...board]);
    expect(hand('Tc 4d')).toBe(strength('2s 2h Ad Td 7c'));
    expect(hand('Tc 4d')).toBe(hand('Td 5s'));
    expect(hand('Jc 4s')).toBeGreaterThan(hand('Td 5s'));
    expect(hand('Ac As')).toBeGreaterThan(hand('Jc 4s'));
    expect(CATEGORIES[handCategory10(hand('Ac As'))]).toBe('full house');
  });

  // "Muscle", without the specialist: the categories that it compares.
  test('2-2-J-8-7 < 2-2-A-8-7 < 8-8-K-7-3 < 7-7-7-8-2', () => {
    const hands = ['2h 2d Jc 8s 7h', '2c 2s Ac 8s 7h', '8h 8d Kc 7h 3s', '7h 7d 7c 8s 2d'].map(strength);
    expect([...hands].sort((a, b) => a - b)).toEqual(hands);
    expect(hands.map(categoryOf)).toEqual([1, 1, 1, 3]);
  });

  test('the kicker decides between equal pairs, and five community cards make a true tie', () => {
    expect(strength('Kh Kd Ac 9s 3h')).toBeGreaterThan(strength('Ks Kc Qc Js Th'));
    const board = cards('Th Jh Qd Kc As');
    expect(evaluateAny([...cards('2c 3d'), ...board])).toBe(evaluateAny([...cards('9s 9h'), ...board]));
  });
});
