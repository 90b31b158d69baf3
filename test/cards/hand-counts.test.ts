import { expect, test } from 'vitest';
import { evaluateAny } from '../../src/cards/evaluate.js';
import { strength7 } from '../../src/cards/evaluator.js';
import { CATEGORIES, handCategory10, STRENGTH_COUNT } from '../../src/cards/strength.js';

/** Counts by category, royal flushes apart, and the number of different strengths. */
function summary(counts: Int32Array): { byCategory: Record<string, number>; total: number; distinct: number } {
  const byCategory: Record<string, number> = Object.fromEntries(CATEGORIES.map((name) => [name, 0]));
  let total = 0;
  let distinct = 0;
  counts.forEach((count, strength) => {
    if (count === 0) return;
    byCategory[CATEGORIES[handCategory10(strength)]!]! += count;
    total += count;
    distinct++;
  });
  return { byCategory, total, distinct };
}

test('five of 52 cards: 2,598,960 hands of 7,462 strengths', () => {
  const counts = new Int32Array(STRENGTH_COUNT);
  const hand = new Int32Array(5);
  const evaluate = evaluateAny;
  for (let a = 4; a < 52; a++) {
    hand[0] = a;
    for (let b = 3; b < a; b++) {
      hand[1] = b;
      for (let c = 2; c < b; c++) {
        hand[2] = c;
        for (let d = 1; d < c; d++) {
          hand[3] = d;
          for (let e = 0; e < d; e++) {
            hand[4] = e;
            counts[evaluate(hand, 5)]!++;
          }
        }
      }
    }
  }
  // Well-known counts; see for instance R. Epstein, The Theory of Gambling and Statistical Logic.
  expect(summary(counts)).toEqual({
    byCategory: {
      'high card': 1_302_540,
      pair: 1_098_240,
      'two pair': 123_552,
      'three of a kind': 54_912,
      straight: 10_200,
      flush: 5_108,
      'full house': 3_744,
      'four of a kind': 624,
      'straight flush': 36,
      'royal flush': 4,
    },
    total: 2_598_960,
    distinct: 7_462,
  });
});

test('seven of 52 cards: 133,784,560 hands of 4,824 strengths', () => {
  const counts = new Int32Array(STRENGTH_COUNT);
  // A local name: the test runner looks imported ones up at every use.
  const strength = strength7;
  for (let a = 6; a < 52; a++)
    for (let b = 5; b < a; b++)
      for (let c = 4; c < b; c++)
        for (let d = 3; d < c; d++)
          for (let e = 2; e < d; e++)
            for (let f = 1; f < e; f++) for (let g = 0; g < f; g++) counts[strength(a, b, c, d, e, f, g)]!++;
  expect(summary(counts)).toEqual({
    byCategory: {
      'high card': 23_294_460,
      pair: 58_627_800,
      'two pair': 31_433_400,
      'three of a kind': 6_461_620,
      straight: 6_180_020,
      flush: 4_047_644,
      'full house': 3_473_184,
      'four of a kind': 224_848,
      'straight flush': 41_584 - 4_324,
      'royal flush': 4_324,
    },
    total: 133_784_560,
    distinct: 4_824,
  });
});
