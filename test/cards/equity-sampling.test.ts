import { describe, expect, test } from 'vitest';
import { equity } from '../../src/cards/equity.js';
import { strength7 } from '../../src/cards/evaluator.js';
import { parseCards } from '../../src/cards/index.js';
import { equityAgainst, rankChances, sampleShowdowns } from '../../src/cards/sampling.js';
import { unwrap } from '../../src/core/errors.js';
import { Rng } from '../../src/core/rng.js';

const cards = (text: string): number[] => unwrap(parseCards(text));

/** Standard errors that a seeded estimate may be off: once in 300,000 for a normal variate. */
const TOLERANCE = 4.7;

/** Equity and chances of the final ranks against two random hands on the river, by walking through all of them. */
function threeOnTheRiver(pocket: readonly number[], board: readonly number[]): { equity: number; chances: number[] } {
  const deck = Array.from({ length: 52 }, (_, card) => card).filter((c) => !pocket.includes(c) && !board.includes(c));
  const on = (a: number, b: number): number => strength7(board[0]!, board[1]!, board[2]!, board[3]!, board[4]!, a, b);
  const mine = on(pocket[0]!, pocket[1]!);
  const hands: { a: number; b: number; sign: number }[] = [];
  for (const a of deck) for (const b of deck) if (b < a) hands.push({ a, b, sign: Math.sign(on(a, b) - mine) });
  let equitySum = 0;
  let count = 0;
  const sums = [0, 0, 0];
  for (const x of hands) {
    for (const y of hands) {
      if (x.a === y.a || x.a === y.b || x.b === y.a || x.b === y.b) continue;
      const weaker = Number(x.sign < 0) + Number(y.sign < 0);
      const equal = Number(x.sign === 0) + Number(y.sign === 0);
      if (weaker + equal === 2) equitySum += equal === 0 ? 1 : 0.5;
      for (let rank = weaker; rank <= weaker + equal; rank++) sums[rank]! += 1 / (equal + 1);
      count++;
    }
  }
  return { equity: equitySum / count, chances: sums.map((sum) => sum / count) };
}

describe('sampled showdowns', () => {
  test('against one hand the estimate is within its error of the exact equity', () => {
    const rng = new Rng(21);
    let squares = 0;
    const spots = [
      'Ah Ad',
      '7c 2d',
      'Ah Kh 2h 7h 9c',
      'Js Ts 9s 8d 2c 2h',
      '5c 5d Ah Kh Qh Jh 3c',
      'Tc 3d Ac Ad Kh Ks 9c',
    ];
    for (const spot of spots.map(cards)) {
      const pocket = spot.slice(0, 2);
      const board = spot.slice(2);
      const estimate = equityAgainst(pocket, board, 1, 40_000, rng);
      expect(estimate.stderr).toBeLessThan(0.0026);
      const off = (estimate.equity - equity(pocket, board)) / estimate.stderr;
      expect(Math.abs(off)).toBeLessThan(TOLERANCE);
      squares += off * off;
    }
    // The error is neither much too small nor much too large.
    expect(squares / spots.length).toBeGreaterThan(0.1);
    expect(squares / spots.length).toBeLessThan(4);
  });

  test('against two hands on the river equity and rank chances are those of an enumeration', () => {
    const rng = new Rng(22);
    for (const [pocket, board] of [
      ['Ac 9d', '9h 7s 4c 2d Ks'],
      ['2c 2d', 'Ah Kh Qh Jh 3c'],
      ['4c 5d', 'Ac Kd Qh Js Tc'],
    ] as const) {
      const truth = threeOnTheRiver(cards(pocket), cards(board));
      const estimate = sampleShowdowns(cards(pocket), cards(board), 2, 60_000, rng);
      expect(Math.abs(estimate.equity - truth.equity)).toBeLessThanOrEqual(TOLERANCE * estimate.equityStderr + 1e-12);
      for (let rank = 0; rank < 3; rank++) {
        const off = Math.abs(estimate.chances[rank]! - truth.chances[rank]!);
        expect(off).toBeLessThanOrEqual(TOLERANCE * estimate.chancesStderr + 1e-12);
      }
    }
  });

  test('a pair of aces against eight hands wins 0.346, not what independence says', () => {
    const { equity, stderr } = equityAgainst(cards('Ah Ad'), [], 8, 100_000, new Rng(23));
    expect(Math.abs(equity - 0.346)).toBeLessThan(TOLERANCE * stderr + 0.0005);
  });

  test('chances of all ranks add up to one; with two players they are the equity', () => {
    const pocket = cards('Qs Jd');
    const board = cards('Qd 8c 3h');
    for (let players = 2; players <= 10; players++) {
      const { chances, stderr } = rankChances(pocket, board, players, 2_000, new Rng(24, players));
      expect(chances).toHaveLength(players);
      expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 10);
      expect(stderr).toBeGreaterThan(0);
      expect(stderr).toBeLessThan(0.0112);
    }
    const two = sampleShowdowns(pocket, board, 1, 5_000, new Rng(25));
    expect(two.chances[1]).toBeCloseTo(two.equity, 12);
    expect(two.chances[0]).toBeCloseTo(1 - two.equity, 12);
  });

  test('the best hand there is ends last for sure; a board that all play makes every place equal', () => {
    const sure = sampleShowdowns(cards('Ah Kh'), cards('Qh Jh Th 2c 2d'), 5, 500, new Rng(26));
    expect([...sure.chances]).toEqual([0, 0, 0, 0, 0, 1]);
    expect([sure.equity, sure.equityStderr, sure.chancesStderr]).toEqual([1, 0, 0]);
    const shared = sampleShowdowns(cards('2c 3c'), cards('Ah Kh Qh Jh Th'), 3, 500, new Rng(27));
    expect([...shared.chances]).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(shared.equity).toBe(0.5);
  });

  test('the same seed gives the same estimate', () => {
    const run = (seed: number): number => equityAgainst(cards('8c 8d'), [], 3, 3_000, new Rng(seed)).equity;
    expect(run(1)).toBe(run(1));
    expect(run(1)).not.toBe(run(2));
  });

  test('numbers that cannot be are refused', () => {
    const rng = new Rng(1);
    const pocket = cards('Ah Kd');
    expect(() => equityAgainst(pocket, [], 0, 100, rng)).toThrow('0 opponents: the deck has cards for 1 to 22');
    expect(() => equityAgainst(pocket, [], 23, 100, rng)).toThrow('23 opponents');
    expect(() => equityAgainst(pocket, [], 2.5, 100, rng)).toThrow('2.5 opponents');
    expect(() => equityAgainst(pocket, [], 2, 1, rng)).toThrow('1 samples: two are the least');
    expect(() => rankChances(pocket, cards('Ah 2c 3c'), 4, 100, rng)).toThrow('twice');
  });
});
