import { describe, expect, test } from 'vitest';
import { formatCards, parseCards } from '../../src/cards/card.js';
import { evaluateAny, evaluateExactly } from '../../src/cards/evaluate.js';
import {
  bestFive,
  bestFiveExactly,
  categoryName,
  describeHand,
  nameHand,
  ranksOfStrength,
} from '../../src/cards/names.js';
import { CATEGORIES, STRENGTH_COUNT } from '../../src/cards/strength.js';
import { unwrap } from '../../src/core/errors.js';
import { Rng } from '../../src/core/rng.js';

const cards = (text: string): number[] => unwrap(parseCards(text, '', { duplicates: true }));

describe('hands in words', () => {
  test.each([
    ['Ah Kd', 'high card ace', 'high card ace, kicker king'],
    ['As Ad', 'pair of aces', 'pair of aces'],
    ['Ah Kd Qc Js 9h', 'high card ace', 'high card ace, kickers king, queen, jack, nine'],
    ['6s 6d Kd Qc 9h 3s 2d', 'pair of sixes', 'pair of sixes, kickers king, queen, nine'],
    ['As Ad Kd Kc 9h', 'two pair, aces and kings', 'two pair, aces and kings, kicker nine'],
    ['2s 2d 2c Kc 9h', 'three of a kind, twos', 'three of a kind, twos, kickers king, nine'],
    ['Ts Jd Qd Kc Ah', 'straight, ace high', 'straight, ace high'],
    ['As 2d 3d 4c 5h', 'straight, five high', 'straight, five high'],
    ['Ah Kh 9h 5h 2h', 'flush, ace high', 'flush, ace high, then king, nine, five, two'],
    ['A* Ah 9h 5h 2h', 'flush, ace high', 'flush, ace high, then ace, nine, five, two'],
    ['As Ad Ac 2d 2h', 'full house, aces over twos', 'full house, aces over twos'],
    ['2s 2d 2c Ad Ah', 'full house, twos over aces', 'full house, twos over aces'],
    ['Js Jd Jc Jh 9h', 'four of a kind, jacks', 'four of a kind, jacks, kicker nine'],
    ['Js Jd Jc Jh J-', 'four of a kind, jacks', 'four of a kind, jacks, kicker jack'],
    ['9h Th Jh Qh Kh', 'straight flush, king high', 'straight flush, king high'],
    ['Ah 2h 3h 4h 5h', 'straight flush, five high', 'straight flush, five high'],
    ['Ah Th Jh Qh Kh', 'royal flush', 'royal flush'],
  ])('%s: %s', (text, name, description) => {
    expect(nameHand(cards(text))).toBe(name);
    expect(describeHand(cards(text))).toBe(description);
    expect(describeHand(evaluateAny(cards(text)))).toBe(description);
  });

  test('every strength has a description of its own that begins with its category', () => {
    const all = Array.from({ length: STRENGTH_COUNT - 1 }, (_, i) => describeHand(i + 1));
    expect(new Set(all).size).toBe(STRENGTH_COUNT - 1);
    all.forEach((text, i) => {
      expect(text.startsWith(categoryName(i + 1))).toBe(true);
    });
    expect(new Set(all.map((_, i) => categoryName(i + 1)))).toEqual(new Set(CATEGORIES));
  });

  test('the ranks of a strength make that strength again', () => {
    for (let strength = 1; strength < STRENGTH_COUNT; strength++) {
      const ranks = ranksOfStrength(strength);
      // A flush of wild suits, anything else of cards without a suit.
      const suited = /flush/.test(categoryName(strength));
      expect(evaluateAny(ranks.map((rank) => (suited ? 65 : 52) + rank))).toBe(strength);
    }
  });

  test('what is no strength has no name', () => {
    for (const strength of [0, -1, 1.5, STRENGTH_COUNT, Number.NaN]) {
      expect(() => describeHand(strength)).toThrow(RangeError);
    }
  });
});

describe('the five cards that count', () => {
  test.each([
    ['Ah Kd 2c 2d 9s Ts Jc', '2c 2d Ah Kd Jc'],
    ['Kd Ah 9c 9d Kc 3s Ac', 'Ah Ac Kd Kc 9c'],
    ['2h 3d Ac 4s 5h Kd Kc', '5h 4s 3d 2h Ac'],
    ['Ah Kh 2h 9h 4h 3h Ad', 'Ah Kh 9h 4h 3h'],
    ['2c 2d 2h Ac Ad As Kd', 'Ac Ad As 2c 2d'],
    ['A* Kc Ad Kd Qd Jd Td', 'A* Kd Qd Jd Td'],
    ['J- Jc Jd Jh Js 3d 2d', 'J- Jc Jd Jh Js'],
    ['Ah Kd', 'Ah Kd'],
    ['2d 2c Kd', '2d 2c Kd'],
  ])('of %s they are %s', (text, five) => {
    expect(formatCards(bestFive(cards(text)))).toBe(five);
  });

  test('cards that stand first are preferred', () => {
    expect(formatCards(bestFive(cards('As 2c Ts Jd Qd Kc Ah')))).toBe('As Kc Qd Jd Ts');
  });

  test('in Omaha they are two of the pocket and three of the board', () => {
    const pocket = cards('Ah Kh 2c 3d');
    const board = cards('Qh Jh 9h 4h 2s');
    expect(formatCards(bestFiveExactly(pocket, board))).toBe('Ah Kh Qh Jh 9h');
    const fours = cards('9c 9d 9h 9s');
    expect(formatCards(bestFiveExactly(fours, cards('Ah Kd 5c 4d 2s')))).toBe('9c 9d Ah Kd 5c');
  });

  test('they are worth what all cards are worth', () => {
    const seed = 5;
    const rng = new Rng(seed);
    const deck = Array.from({ length: 78 }, (_, card) => card);
    for (let n = 0; n < 300; n++) {
      rng.shuffle(deck);
      const hand = deck.slice(0, 2 + rng.below(9));
      const five = bestFive(hand);
      expect(evaluateAny(five), `seed ${seed}: ${formatCards(hand)}`).toBe(evaluateAny(hand));
      expect(five.every((card) => hand.includes(card)) && new Set(five).size === Math.min(5, hand.length)).toBe(true);
      const exact = bestFiveExactly(deck.slice(0, 4), deck.slice(4, 9));
      expect(evaluateAny(exact), `seed ${seed}: ${formatCards(deck.slice(0, 9))}`).toBe(
        evaluateExactly(deck.slice(0, 4), deck.slice(4, 9)),
      );
      expect(exact.filter((card) => deck.indexOf(card) < 4)).toHaveLength(2);
    }
  });
});
