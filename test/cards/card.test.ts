import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CARD_CODES,
  type Card,
  formatCard,
  formatCards,
  isJoker,
  makeCard,
  parseCard,
  parseCards,
  RANKS,
  rankOf,
  SUITS,
  suitOf,
} from '../../src/cards/card.js';
import { formatInputError } from '../../src/core/result.js';

const codes: Card[] = Array.from({ length: CARD_CODES }, (_, card) => card);

describe('card codes', () => {
  test('0 to 51 are the ordinary deck, by rank and then by suit', () => {
    for (let rank = 0; rank < 13; rank++) {
      for (let suit = 0; suit < 4; suit++) {
        expect(makeCard(rank, suit)).toBe(rank * 4 + suit);
        expect(formatCard(rank * 4 + suit)).toBe(`${RANKS[rank]}${SUITS[suit]}`);
      }
    }
  });

  test('suitless cards, wild suits and jokers follow', () => {
    expect(formatCards([52, 64, 65, 77, 78, 79])).toBe('2- A- 2* A* X1 X2');
    expect(makeCard(9, 4)).toBe(61);
    expect(makeCard(9, 5)).toBe(74);
    expect(codes.filter(isJoker)).toEqual([78, 79]);
  });

  test('rank and suit give the card back', () => {
    for (const card of codes.filter((c) => !isJoker(c))) expect(makeCard(rankOf(card), suitOf(card))).toBe(card);
    expect([rankOf(78), suitOf(78)]).toEqual([-1, 4]);
  });

  test('what is no rank, suit or card throws', () => {
    for (const [rank, suit] of [
      [13, 0],
      [-1, 0],
      [0, 6],
      [0, -1],
      [0.5, 0],
      [0, Number.NaN],
    ] as const) {
      expect(() => makeCard(rank, suit)).toThrow(RangeError);
    }
    for (const card of [-1, 80, 1.5, Number.NaN]) expect(() => formatCard(card)).toThrow(RangeError);
  });
});

describe('reading cards', () => {
  test('every card is read as it is written', () => {
    for (const card of codes) expect(parseCard(formatCard(card))).toEqual({ ok: true, value: card });
    expect(parseCards(formatCards(codes))).toEqual({ ok: true, value: codes });
    expect(parseCards(codes.map(formatCard).join(''))).toEqual({ ok: true, value: codes });
  });

  test('other common ways to write a card are understood', () => {
    const ah = makeCard(12, 2);
    const tc = makeCard(8, 0);
    for (const text of ['Ah', 'ah', 'AH', 'A♥']) expect(parseCard(text)).toEqual({ ok: true, value: ah });
    for (const text of ['Tc', 'tc', '10c', '10C', '10♣']) expect(parseCard(text)).toEqual({ ok: true, value: tc });
    for (const text of ['Ah 10c', 'Ah10c', 'ahtc', ' Ah,  10c ', 'A♥,10♣']) {
      expect(parseCards(text), text).toEqual({ ok: true, value: [ah, tc] });
    }
    expect(parseCards('  ')).toEqual({ ok: true, value: [] });
  });

  test.each(['', 'A', 'h', '1h', '11h', 'Ax', 'hA', 'Ahh', 'X', 'X3', 'X-', 'Joker', '10', '💥h', 'A💥', '--'])(
    '%j is not a card',
    (text) => {
      const result = parseCard(text, 'board');
      expect(result.ok).toBe(false);
      if (!result.ok) {
        expect(result.error.code).toBe('card');
        expect(formatInputError(result.error)).toMatch(/^board: .* is not a card\. Write a rank /);
      }
    },
  );

  test.each(['A', 'Ah K', 'Ah Kx', 'A h', 'Ah;Kd', 'Ah K💥', '1', 'AhKdQ'])('%j is not a row of cards', (text) => {
    expect(parseCards(text)).toMatchObject({ ok: false, error: { code: 'card' } });
  });

  test('a card given twice is an error, unless duplicates are wanted', () => {
    expect(parseCards('Ah Kd Ah', 'pocket')).toMatchObject({
      ok: false,
      error: { code: 'duplicate-card', path: 'pocket', message: 'Ah is given twice.' },
    });
    expect(parseCards('Ah Kd Ah', '', { duplicates: true })).toMatchObject({ ok: true, value: [50, 45, 50] });
  });

  test('any text is either cards or one short sentence', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[2-9TJQKA10cdhsX*\- ,]*$/)), (text) => {
        const result = parseCards(text);
        if (result.ok) expect(parseCards(formatCards(result.value))).toEqual(result);
        else expect(formatInputError(result.error).length).toBeLessThan(200);
      }),
      { numRuns: 2000, seed: 20250101 },
    );
  });
});
