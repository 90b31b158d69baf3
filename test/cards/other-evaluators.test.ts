import { createRequire } from 'node:module';
import * as pokertools from '@pokertools/evaluator';
import { describe, expect, test } from 'vitest';
import { formatCard, formatCards } from '../../src/cards/card.js';
import { evaluateAny } from '../../src/cards/evaluate.js';
import { evaluate7 } from '../../src/cards/evaluator.js';
import { categoryOf } from '../../src/cards/strength.js';
import { Rng } from '../../src/core/rng.js';
import { Ladder } from '../support/ladder.js';

/** Two evaluators that others wrote, independent of ours. Both number hands from 1 (royal flush) down to 7462. */
const phe = createRequire(import.meta.url)('phe') as {
  cardCodes(cards: readonly string[]): number[];
  evaluateCardCodes(codes: readonly number[]): number;
};
const names = Array.from({ length: 52 }, (_, card) => formatCard(card));
const pheCodes = phe.cardCodes(names);
const pokertoolsCodes = pokertools.getCardCodes(names);

const others = [
  {
    name: 'phe',
    value: (hand: readonly number[]): number => -phe.evaluateCardCodes(hand.map((card) => pheCodes[card]!)),
  },
  {
    name: '@pokertools/evaluator',
    value: (hand: readonly number[]): number => -pokertools.evaluate(hand.map((card) => pokertoolsCodes[card]!)),
  },
] as const;

const SEED = 7;
const deck = Int32Array.from({ length: 52 }, (_, card) => card);

/** Deals `count` different cards to the front of the deck. */
function deal(rng: Rng, count: number): number[] {
  const hand = new Array<number>(count);
  for (let i = 0; i < count; i++) {
    const j = i + rng.below(52 - i);
    const card = deck[i]!;
    deck[i] = deck[j]!;
    deck[j] = card;
    hand[i] = deck[i]!;
  }
  return hand;
}

describe.each(others)('the order of $name', ({ value }) => {
  test('is ours for every hand of five cards, so for every pair of such hands', () => {
    const ladder = new Ladder();
    for (let a = 4; a < 52; a++)
      for (let b = 3; b < a; b++)
        for (let c = 2; c < b; c++)
          for (let d = 1; d < c; d++)
            for (let e = 0; e < d; e++) {
              // All ranks and a full range of suits: one hand in three is enough to meet every class.
              if ((a + b + c + d + e) % 3 !== 0) continue;
              const hand = [a, b, c, d, e];
              ladder.add(evaluateAny(hand), value(hand), () => formatCards(hand));
            }
    expect(ladder.check()).toBe(7462);
  });

  test('is ours for hard pairs: hands of the same category, most of them on the same board', () => {
    const rng = new Rng(SEED, 1);
    const ladder = new Ladder();
    const met = new Set<number>();
    let pairs = 0;
    while (pairs < 60_000) {
      const [a, b, c, d, e, ...pockets] = deal(rng, 9) as [number, number, number, number, number, ...number[]];
      // Boards of few suits, ranks close together or repeated, so that rare categories are met too.
      const style = rng.below(3);
      const board = style === 0 ? [a, b, c, d, e] : style === 1 ? flushy(a, b, c, d, e) : paired(a, b, c, d, e);
      const one = [...board, pockets[0]!, pockets[1]!];
      const two = [...board, pockets[2]!, pockets[3]!];
      if (new Set([...one, ...two]).size !== 9) continue;
      const s = evaluate7(one, 0);
      const t = evaluate7(two, 0);
      if (categoryOf(s) !== categoryOf(t)) continue;
      met.add(categoryOf(s));
      ladder.add(s, value(one), () => `seed ${SEED}: ${formatCards(one)}`);
      ladder.add(t, value(two), () => `seed ${SEED}: ${formatCards(two)}`);
      pairs++;
    }
    expect(met.size).toBe(9);
    expect(ladder.check()).toBeGreaterThan(3000);
  });
});

test('both order a million random pairs of seven-card hands as we do', () => {
  const rng = new Rng(SEED);
  const [first, second] = others.map(({ value }) => value) as [
    (typeof others)[0]['value'],
    (typeof others)[1]['value'],
  ];
  const evaluate = evaluate7;
  for (let i = 0; i < 1_000_000; i++) {
    const one = deal(rng, 7);
    const two = deal(rng, 7);
    const ours = Math.sign(evaluate(one, 0) - evaluate(two, 0));
    if (ours !== Math.sign(first(one) - first(two)) || ours !== Math.sign(second(one) - second(two))) {
      throw new Error(`seed ${SEED}: ${formatCards(one)} against ${formatCards(two)}`);
    }
  }
});

/** The same ranks in one suit. */
function flushy(...cards: number[]): number[] {
  return cards.map((card, i) => (i < 4 ? (card & ~3) | (cards[0]! & 3) : card));
}

/** The second and third card take the rank of the first, the fifth that of the fourth. */
function paired(...cards: number[]): number[] {
  return cards.map((card, i) => (i === 0 || i === 3 ? card : (cards[i < 3 ? 0 : 3]! & ~3) | ((card + i) & 3)));
}
