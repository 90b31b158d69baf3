import { describe, expect, it } from 'vitest';
import { BINS, PAIR_HIGH, PAIR_LOW, rankBoard } from '../../agents/percentile.js';
import { equities } from '../../src/cards/equity.js';
import { PAIRS } from '../../src/cards/flop-index.js';
import { Rng } from '../../src/core/rng.js';
import { BOARD_BY_ROUND } from '../../src/gang/state.js';
import { cards } from '../support/gang-tables.js';

/** Equity of each pocket one by one, without putting suits together. */
function oneByOne(board: Int32Array, round: number, pairs: Uint16Array): Float32Array {
  const pockets = new Int32Array(2 * pairs.length);
  pairs.forEach((pair, i) => {
    pockets[2 * i] = PAIR_HIGH[pair]!;
    pockets[2 * i + 1] = PAIR_LOW[pair]!;
  });
  const out = new Float32Array(pairs.length);
  equities(pockets, 0, pairs.length, board, 0, BOARD_BY_ROUND[round] as 0 | 3 | 4 | 5, out, 0);
  return out;
}

function check(board: Int32Array, round: number, where: string): void {
  const { pairs, percentile, bin } = rankBoard(board, round);
  const count = BOARD_BY_ROUND[round]!;
  expect(pairs.length, where).toBe(((52 - count) * (51 - count)) / 2);
  const equity = oneByOne(board, round, pairs);
  const sorted = equity.toSorted();
  let wrong = 0;
  pairs.forEach((pair, i) => {
    const below = lowerBound(sorted, equity[i]!);
    const upTo = lowerBound(sorted, equity[i]! + 1e-9);
    if (Math.abs(percentile[pair]! - (below + upTo) / 2 / pairs.length) > 1e-6) wrong++;
    if (bin[pair] !== Math.min(BINS - 1, Math.floor(percentile[pair]! * BINS))) wrong++;
  });
  expect(wrong, where).toBe(0);
}

/** How many numbers are below `value`. */
function lowerBound(sorted: Float32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

describe('where a pocket stands among all that a board leaves', () => {
  it('agrees with the equity of every pocket on random boards', () => {
    const seed = 20;
    const rng = new Rng(seed);
    const deck = Int32Array.from({ length: 52 }, (_, card) => card);
    for (let game = 0; game < 8; game++) {
      rng.shuffle(deck);
      const board = deck.slice(0, 5);
      for (const round of [0, 1, 2, 3]) check(board, round, `seed ${seed}, board ${[...board]}, round ${round}`);
    }
  });

  it('agrees where suits matter most and least', () => {
    for (const text of ['2c 7c Jc Qc 9c', '2c 7d Jh Qs 9c', '2c 7c Jd Qd 9c', 'Ah Kh Qh Jh Th', '2c 2d 2h 2s 9c']) {
      for (const round of [2, 3]) check(Int32Array.from(cards(text)), round, `${text}, round ${round}`);
    }
  });

  it('every pair of cards has its place', () => {
    const { pairs } = rankBoard(new Int32Array(5).fill(-1), 0);
    expect(pairs.length).toBe(PAIRS);
  });
});
