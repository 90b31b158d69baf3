import { describe, expect, test } from 'vitest';
import {
  decodeDisplacements,
  encodeDisplacements,
  findDisplacements,
  forEachRankCounts,
} from '../../src/cards/displace.js';
import { DISPLACEMENTS5, DISPLACEMENTS7, DISPLACEMENTS8 } from '../../src/cards/displacements.js';
import { evaluateAny } from '../../src/cards/evaluate.js';
import { evaluate7, evaluate8, RANK_KEY, rankStrength7 } from '../../src/cards/evaluator.js';
import { PACKING5, PACKING7, PACKING8 } from '../../src/cards/rank-keys.js';

describe('the tables that are shipped packed', () => {
  test.each([PACKING5, PACKING7, PACKING8])('all sums of $cards rank keys are different', (packing) => {
    const sums = new Set<number>();
    let hands = 0;
    forEachRankCounts(packing.cards, (counts) => {
      sums.add(counts.reduce((sum, count, rank) => sum + count * packing.keys[rank]!, 0));
      hands++;
    });
    expect(sums.size).toBe(hands);
    expect(hands).toBe({ 5: 6175, 7: 49_205, 8: 120_055 }[packing.cards]);
  });

  test('the search finds the displacements of five and seven cards again', () => {
    expect(encodeDisplacements(findDisplacements(PACKING5), PACKING5.shift)).toBe(DISPLACEMENTS5);
    expect(encodeDisplacements(findDisplacements(PACKING7), PACKING7.shift)).toBe(DISPLACEMENTS7);
  });

  test.each([
    [PACKING5, DISPLACEMENTS5],
    [PACKING7, DISPLACEMENTS7],
    [PACKING8, DISPLACEMENTS8],
  ])('no two hands of $cards cards share a place, and the last place is the last of the table', (packing, text) => {
    const rows = decodeDisplacements(text, packing.shift);
    const places = new Set<number>();
    let hands = 0;
    forEachRankCounts(packing.cards, (counts) => {
      const key = counts.reduce((sum, count, rank) => sum + count * packing.keys[rank]!, 0);
      places.add((key & ((1 << packing.shift) - 1)) + rows[key >>> packing.shift]!);
      hands++;
    });
    expect(places.size).toBe(hands);
    let last = 0;
    for (const place of places) last = Math.max(last, place);
    expect(last).toBe(packing.size - 1);
  });

  test('displacements survive being written as text', () => {
    const displacements = Int32Array.of(-2048, -1, 0, 1, 70_000, 16_000_000);
    expect(decodeDisplacements(encodeDisplacements(displacements, 11), 11)).toEqual(displacements);
  });
});

/** Cards of the given ranks without five of a suit: the suits go round. */
function withoutFlush(counts: Uint8Array): number[] {
  const cards: number[] = [];
  let suit = 0;
  counts.forEach((count, rank) => {
    for (let i = 0; i < count; i++) cards.push(rank * 4 + (suit++ & 3));
  });
  return cards;
}

describe('every multiset of ranks has its strength', () => {
  test('of seven cards, by cards and by the sum of their keys', () => {
    forEachRankCounts(7, (counts) => {
      const cards = withoutFlush(counts);
      const strength = evaluateAny(cards);
      if (evaluate7(cards, 0) !== strength) throw new Error(`${counts}`);
      const key = cards.reduce((sum, card) => sum + RANK_KEY[card >> 2]!, 0);
      if (rankStrength7(key) !== strength) throw new Error(`${counts}`);
    });
  });

  test('of eight cards', () => {
    forEachRankCounts(8, (counts) => {
      const cards = withoutFlush(counts);
      if (evaluate8(cards, 0) !== evaluateAny(cards)) throw new Error(`${counts}`);
    });
  });
});

describe('every set of suited ranks has its strength', () => {
  test.each([7, 8])('with five to %i of a suit, in each suit', (size) => {
    const evaluate = size === 7 ? evaluate7 : evaluate8;
    let flushes = 0;
    for (let mask = 0; mask < 1 << 13; mask++) {
      const ranks = Array.from({ length: 13 }, (_, rank) => rank).filter((rank) => mask & (1 << rank));
      if (ranks.length < 5 || ranks.length > size) continue;
      for (let suit = 0; suit < 4; suit++) {
        // The other cards repeat the highest ranks in two other suits, which makes the pairs and threes beside a flush.
        const others = ranks.slice(-2).flatMap((rank) => [rank * 4 + ((suit + 1) & 3), rank * 4 + ((suit + 2) & 3)]);
        const cards = [...ranks.map((rank) => rank * 4 + suit), ...others].slice(0, size);
        if (evaluate(cards, 0) !== evaluateAny(cards)) throw new Error(`${cards}`);
        flushes++;
      }
    }
    expect(flushes).toBe(4 * (size === 7 ? 1287 + 1716 + 1716 : 1287 + 1716 + 1716 + 1287));
  });
});
