import { describe, expect, test } from 'vitest';
import { type BoardCount, equities, equity } from '../../src/cards/equity.js';
import { riverEquities } from '../../src/cards/equity-river.js';
import { strength7 } from '../../src/cards/evaluator.js';
import { formatCards, parseCards } from '../../src/cards/index.js';
import { unwrap } from '../../src/core/errors.js';
import { Rng } from '../../src/core/rng.js';

const cards = (text: string): number[] => unwrap(parseCards(text));

/** Twice the wins plus the ties and the ties alone, by walking through every hand and every board. */
function oracle(pocket: readonly number[], board: readonly number[]): { total: number; ties: number; count: number } {
  const deck = Array.from({ length: 52 }, (_, card) => card).filter((c) => !pocket.includes(c) && !board.includes(c));
  let total = 0;
  let ties = 0;
  let count = 0;
  if (board.length < 5) {
    const last = board.length === 3 ? deck.length : 0;
    // From the flop each pair of turn and river is walked once: the river comes after the turn in the deck.
    deck.forEach((card, i) => {
      if (last > 0) {
        for (let j = i + 1; j < last; j++) add(oracle(pocket, [...board, card, deck[j]!]));
      } else add(oracle(pocket, [...board, card]));
    });
    return { total, ties, count };
  }
  const [v, w, x, y, z] = board as [number, number, number, number, number];
  const mine = strength7(v, w, x, y, z, pocket[0]!, pocket[1]!);
  for (let i = 1; i < deck.length; i++) {
    for (let j = 0; j < i; j++) {
      const other = strength7(v, w, x, y, z, deck[i]!, deck[j]!);
      if (other < mine) total += 2;
      else if (other === mine) ties++;
    }
  }
  return { total: total + ties, ties, count: (deck.length * (deck.length - 1)) / 2 };

  function add(part: { total: number; ties: number; count: number }): void {
    total += part.total;
    ties += part.ties;
    count += part.count;
  }
}

function oracleEquity(pocket: readonly number[], board: readonly number[]): number {
  const { total, count } = oracle(pocket, board);
  return total / (2 * count);
}

/** Deals with few suits and few ranks: flushes, pairs and full houses come often. */
function hardDeal(rng: Rng, count: number): number[] {
  const suits = 1 + rng.below(4);
  const ranks = 5 + rng.below(9);
  const chosen = new Set<number>();
  while (chosen.size < count) {
    const suit = rng.below(5) === 0 ? rng.below(4) : rng.below(suits);
    const rank = rng.below(6) === 0 ? rng.below(13) : 12 - rng.below(ranks);
    chosen.add(4 * rank + suit);
  }
  return [...chosen];
}

const CORNERS: readonly (readonly [string, string])[] = [
  ['Ah Kh', '2h 7h Jh 3c 3d'], // my flush against full houses
  ['2c 3d', 'Ah Kh Qh Jh Th'], // the board is the best hand
  ['9h 2c', 'Ah Kh Qh Jh 3c'], // four of a suit, one of mine
  ['2c 2d', 'Ah Kh Qh Jh 3h'], // five of a suit, none of mine
  ['4h 5d', 'Ah 2h 3h 9c 9d'], // a straight on a paired board
  ['4h 5h', 'Ah 2h 3h 9c 9d'], // a straight flush on a paired board
  ['9s 9h', '9c 9d Kh Qh 2h'], // four of a kind against flushes
  ['Kc Kd', '9c 9d Kh Qh 2h'], // a full house against flushes
  ['Ac 2d', '9c 9d 9h 9s 2h'], // four of a kind on the board
  ['As Ks', 'Qs Js Ts 9s 8s'], // two straight flushes
  ['7s 2d', 'Qs Js Ts 9s 8s'],
  ['8h 8c', '8d 8s 2h 2c 2d'],
];

describe('equity against one random hand', () => {
  test('before the flop it is what is known', () => {
    const known: readonly (readonly [string, number])[] = [
      ['Ac Ad', 0.852037],
      ['Kc Kd', 0.823957],
      ['Ah Kh', 0.670446],
      ['2c 2d', 0.50334],
      ['3c 2d', 0.323032],
    ];
    for (const [pocket, value] of known) expect(equity(cards(pocket), [])).toBeCloseTo(value, 6);
  });

  test('before the flop it is the mean over all 19,600 flops, for each of the 169 kinds of pocket', () => {
    const pocket = new Int32Array(2);
    const flop = new Int32Array(3);
    const out = new Float64Array(1);
    for (let kind = 0; kind < 169; kind++) {
      const high = Math.floor(kind / 13);
      const low = kind % 13;
      pocket[0] = 4 * high;
      pocket[1] = 4 * low + (high > low ? 0 : 1); // clubs when suited
      let sum = 0;
      for (let a = 2; a < 52; a++) {
        for (let b = 1; b < a; b++) {
          for (let c = 0; c < b; c++) {
            if (a === pocket[0] || b === pocket[0] || c === pocket[0]) continue;
            if (a === pocket[1] || b === pocket[1] || c === pocket[1]) continue;
            flop[0] = a;
            flop[1] = b;
            flop[2] = c;
            equities(pocket, 0, 1, flop, 0, 3, out, 0);
            sum += out[0]!;
          }
        }
      }
      // The rounding errors of some 1,500 different values, 4.4e-6 each, leave 1.2e-7.
      expect(Math.abs(sum / 19600 - equity([pocket[0], pocket[1]!], [])), formatCards(pocket)).toBeLessThan(7e-7);
    }
  });

  test('over all pockets it is one half on every street', () => {
    for (const board of [
      '',
      '2h 7h Jd',
      'Ah Kh Qh',
      '9c 9d 2h 7h',
      '4s 5s 6s 7s',
      '9c 9d 2h 7h Jh',
      '4s 5s 6s 7s Ac',
    ]) {
      const on = cards(board);
      let sum = 0;
      let pockets = 0;
      for (let a = 1; a < 52; a++) {
        for (let b = 0; b < a; b++) {
          if (on.includes(a) || on.includes(b)) continue;
          sum += equity([a, b], on);
          pockets++;
        }
      }
      expect(sum / pockets, board).toBeCloseTo(0.5, 12);
    }
  });

  test('on the river it is that of an enumeration, ties too', () => {
    const rng = new Rng(11);
    const spots = CORNERS.map(([pocket, board]) => [...cards(pocket), ...cards(board)]);
    for (let i = 0; i < 600; i++) spots.push(hardDeal(rng, 7));
    const out = new Float64Array(1);
    const ties = new Float64Array(1);
    for (const spot of spots) {
      const truth = oracle(spot.slice(0, 2), spot.slice(2));
      riverEquities(Int32Array.from(spot), 0, 1, Int32Array.from(spot), 2, out, 0, ties);
      expect(out[0], formatCards(spot)).toBe(truth.total / 1980);
      expect(ties[0], formatCards(spot)).toBe(truth.ties / 990);
    }
  });

  test('on one river board it is right for all 1,081 pockets', () => {
    for (const text of ['Th 9h 2h 9c 5d', '3c 8d Jh Ks 4c']) {
      const board = cards(text);
      const deck = Array.from({ length: 52 }, (_, card) => card).filter((card) => !board.includes(card));
      const pockets: number[] = [];
      for (const a of deck) for (const b of deck) if (b < a) pockets.push(a, b);
      const out = new Float64Array(1081);
      equities(Int32Array.from(pockets), 0, 1081, Int32Array.from(board), 0, 5, out, 0);
      for (let i = 0; i < 1081; i++) {
        const pocket = pockets.slice(2 * i, 2 * i + 2);
        expect(out[i], formatCards(pocket)).toBe(oracleEquity(pocket, board));
      }
    }
  });

  test('on the turn it is that of an enumeration', () => {
    const rng = new Rng(12);
    const spots = CORNERS.map(([pocket, board]) => [...cards(pocket), ...cards(board).slice(0, 4)]);
    for (let i = 0; i < 300; i++) spots.push(hardDeal(rng, 6));
    for (const spot of spots) {
      const board = spot.slice(2);
      expect(equity(spot.slice(0, 2), board), formatCards(spot)).toBe(oracleEquity(spot.slice(0, 2), board));
    }
  });

  test('on the flop it is that of an enumeration', () => {
    const rng = new Rng(13);
    const spots = ['4h 5h Ah 2h 3c', '9s 9h 9c 9d Kh', '2c 7d Ah Kh Qh'].map(cards);
    for (let i = 0; i < 12; i++) spots.push(hardDeal(rng, 5));
    for (const spot of spots) {
      const board = spot.slice(2);
      expect(equity(spot.slice(0, 2), board), formatCards(spot)).toBe(oracleEquity(spot.slice(0, 2), board));
    }
  });

  test('several seats at once have what each has alone; the flop to half a step of its table', () => {
    const rng = new Rng(14);
    const pockets = new Int32Array(23);
    const board = new Int32Array(8);
    const out = new Float64Array(12);
    const narrow = new Float32Array(12);
    let worst = 0;
    for (let i = 0; i < 250; i++) {
      const deal = i % 2 === 0 ? hardDeal(rng, 25) : [];
      if (deal.length === 0) {
        const deck = Array.from({ length: 52 }, (_, card) => card);
        rng.shuffle(deck);
        deal.push(...deck.slice(0, 25));
      }
      board.set(deal.slice(0, 5), 2);
      pockets.set(deal.slice(5), 3);
      const seats = 1 + rng.below(10);
      for (const count of [0, 3, 4, 5] as const satisfies readonly BoardCount[]) {
        out.fill(-1);
        equities(pockets, 3, seats, board, 2, count, out, 1);
        equities(pockets, 3, seats, board, 2, count, narrow, 1);
        expect(out[0]).toBe(-1);
        expect(out[seats + 1]).toBe(-1);
        for (let seat = 0; seat < seats; seat++) {
          const at = 5 + 2 * seat;
          const error = Math.abs(out[seat + 1]! - equity(deal.slice(at, at + 2), deal.slice(0, count)));
          if (count === 3) worst = Math.max(worst, error);
          else expect(error, `${formatCards(deal.slice(at, at + 2))} on ${formatCards(deal.slice(0, count))}`).toBe(0);
          expect(narrow[seat + 1]).toBe(Math.fround(out[seat + 1]!));
        }
      }
    }
    expect(worst).toBeGreaterThan(0);
    expect(worst).toBeLessThanOrEqual(0.5 / 65535 + 1e-15);
  });

  test('renaming the suits changes nothing', () => {
    const rng = new Rng(15);
    const suits = [0, 1, 2, 3];
    const out = new Float64Array(2);
    for (let i = 0; i < 2000; i++) {
      const deal = hardDeal(rng, 7);
      rng.shuffle(suits);
      const renamed = deal.map((card) => (card & ~3) | suits[card & 3]!);
      const count = ([0, 3, 4, 5] as const)[i % 4]!;
      // Cards in another order, too.
      const other = [renamed[1]!, renamed[0]!, ...renamed.slice(2, 2 + count).reverse()];
      equities(Int32Array.from(deal), 0, 1, Int32Array.from(deal), 2, count, out, 0);
      equities(Int32Array.from(other), 0, 1, Int32Array.from(other), 2, count, out, 1);
      expect(out[1], formatCards(deal)).toBe(out[0]);
    }
  });

  test('cards that cannot be are refused', () => {
    expect(() => equity([0], [])).toThrow('a pocket has two cards, not 1');
    expect(() => equity([0, 1], [2, 3])).toThrow('a board has 0, 3, 4 or 5 cards, not 2');
    expect(() => equity([0, 52], [])).toThrow('52 is not an ordinary card');
    expect(() => equity([0, 1], [2, 3, 0])).toThrow('twice');
  });
});
