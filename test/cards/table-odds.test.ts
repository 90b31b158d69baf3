import { describe, expect, test } from 'vitest';
import { parseCards } from '../../src/cards/card.js';
import { equity } from '../../src/cards/equity.js';
import { sampleShowdowns } from '../../src/cards/sampling.js';
import { SAMPLES_DEFAULT, samplesFor, TableOdds } from '../../src/cards/table-odds.js';
import {
  ABSENT,
  POCKET_CARDS,
  TABLE_KINDS,
  TableCards,
  type TableKind,
  tablePlan,
  UNKNOWN,
} from '../../src/cards/table-plan.js';
import { TableSampler } from '../../src/cards/table-sampler.js';
import { unwrap } from '../../src/core/errors.js';
import { Rng } from '../../src/core/rng.js';
import { worthAtTable } from '../support/slow-hands.js';
import { boardOf, stacksOf, unseenOf } from '../support/slow-tables.js';

const SEED = 51;
/** Sampled means are compared within so many standard errors: one in 10^6 fails by chance, and seeds are fixed. */
const SIGMAS = 5;
const cards = (text: string): number[] => unwrap(parseCards(text));

/** What seat 0 knows: its pocket, and the face-up cards up to a round (1 … 4). */
function deal(rng: Rng, kind: TableKind, seats: number, round: number, pocket = POCKET_CARDS[kind]): TableCards {
  const table = new TableCards(tablePlan(kind, seats, pocket));
  const deck = Array.from({ length: 52 }, (_, card) => card);
  rng.shuffle(deck);
  let next = 0;
  for (let i = 0; i < pocket; i++) table.cards[table.pocketPlace(0, i)] = deck[next++]!;
  for (let place = 0; place < table.plan.faceUp; place++) {
    const isOpen =
      kind === 'stud'
        ? place % 4 < round
        : kind === 'bananaSplit'
          ? place % 3 < round - 1
          : kind === 'voteOfChange' || place < [0, 3, 4, 5][round - 1]!;
    if (isOpen) table.cards[place] = deck[next++]!;
  }
  return table;
}

/** Completes a table and evaluates it by slow means of its own; counts how often the row's seat beats the column's. */
function slowBeats(table: TableCards, samples: number, rng: Rng): Float64Array {
  const { seats, pocket, places, exactly } = table.plan;
  const beats = new Float64Array(seats * seats);
  const world = new TableCards(table.plan);
  const deck = unseenOf(table);
  for (let n = 0; n < samples; n++) {
    rng.shuffle(deck);
    let next = 0;
    for (let place = 0; place < places; place++) {
      const card = table.cards[place]!;
      world.cards[place] = card === UNKNOWN ? deck[next++]! : card;
    }
    const worths = Array.from({ length: seats }, (_, seat) => {
      const held = Array.from({ length: pocket }, (_, i) => world.cards[world.pocketPlace(seat, i)]!);
      return worthAtTable(
        held.filter((card) => card !== ABSENT),
        boardOf(world, seat),
        stacksOf(world, seat),
        exactly,
      );
    });
    for (let a = 0; a < seats; a++)
      for (let b = 0; b < seats; b++) {
        if (a === b) continue;
        beats[a * seats + b]! += worths[a]! > worths[b]! ? 1 : worths[a] === worths[b] ? 0.5 : 0;
      }
  }
  return beats.map((count) => count / samples);
}

describe.each(TABLE_KINDS)('%s', (kind) => {
  test('sampled chances to beat each other are those of an independent simulation', () => {
    const rng = new Rng(SEED, TABLE_KINDS.indexOf(kind));
    const slowSamples = 400;
    for (const round of [1, 3]) {
      const table = deal(rng, kind, 3, round);
      const odds = new TableOdds(table.plan, 8000);
      odds.run(table);
      const slow = slowBeats(table, slowSamples, rng);
      for (let i = 0; i < 9; i++) {
        const error = Math.sqrt(0.25 / slowSamples + 0.25 / 8000);
        expect(Math.abs(odds.beats[i]! - slow[i]!), `seed ${SEED}, round ${round}, cell ${i}`).toBeLessThan(
          SIGMAS * error,
        );
      }
    }
  });

  test('chances of ranks add up for each seat and for each rank', () => {
    const rng = new Rng(SEED, 10);
    for (const seats of kind === 'stud' ? [2, 6] : [3, 8]) {
      const table = deal(rng, kind, seats, 2);
      const odds = new TableOdds(table.plan, 300);
      odds.run(table);
      for (let a = 0; a < seats; a++) {
        let row = 0;
        let column = 0;
        for (let b = 0; b < seats; b++) {
          row += odds.ranks[a * seats + b]!;
          column += odds.ranks[b * seats + a]!;
          const both = odds.beats[a * seats + b]! + odds.beats[b * seats + a]!;
          expect(both).toBeCloseTo(a === b ? 0 : 1, 9);
        }
        expect([row, column]).toEqual([expect.closeTo(1, 9), expect.closeTo(1, 9)]);
      }
    }
  });

  test('the same table gives the same numbers, and other cards others', () => {
    const table = deal(new Rng(SEED, 11), kind, 3, 1);
    const one = new TableOdds(table.plan);
    const two = new TableOdds(table.plan);
    one.run(table);
    two.run(deal(new Rng(SEED, 12), kind, 3, 1));
    expect(two.beats).not.toEqual(one.beats);
    two.run(table);
    expect(two.beats).toEqual(one.beats);
    expect(two.ranks).toEqual(one.ranks);
    expect(one.equityOf(table, 0)).toBe(two.equityOf(table, 0));
  });

  test('equity is exact on the river, and the sampled chances agree with it', () => {
    const rng = new Rng(SEED, 13);
    for (let n = 0; n < 5; n++) {
      const table = deal(rng, kind, 3, 4);
      const odds = new TableOdds(table.plan, 4000);
      const exact = odds.equityOf(table, 0);
      expect([odds.exact, odds.equityError]).toEqual([true, 0]);
      odds.run(table);
      const mean = (odds.beats[1]! + odds.beats[2]!) / 2;
      expect(Math.abs(mean - exact), `seed ${SEED}, table ${n}`).toBeLessThan(SIGMAS * odds.error);
    }
  });

  test('a sampled equity is as near to the truth as it says, and the RMS error is at most 0.02', () => {
    const rng = new Rng(SEED, 14);
    let squares = 0;
    let stated = 0;
    let count = 0;
    for (let n = 0; n < 60; n++) {
      const table = deal(rng, kind, 2, 1 + (n % 3));
      const odds = new TableOdds(table.plan);
      const own = odds.equityOf(table, 0);
      if (odds.exact) continue;
      stated += odds.equityError ** 2;
      const other = odds.equityOf(table, 0, { rng: new Rng(SEED, 1000 + n) });
      squares += (own - other) ** 2 / 2;
      count++;
    }
    const isExact = kind === 'holdem' || kind === 'voteOfChange';
    expect(count).toBe(isExact ? 0 : 60);
    if (isExact) return;
    const rms = Math.sqrt(squares / count);
    expect(rms).toBeLessThan(0.02);
    expect(rms / Math.sqrt(stated / count)).toBeGreaterThan(0.6);
    expect(rms / Math.sqrt(stated / count)).toBeLessThan(1.5);
  });
});

describe('against what is known exactly', () => {
  test.each([
    ['Ah Ad', '', 0],
    ['7c 2d', '', 0],
    ['Ts 9s', '8s 2d Kc', 3],
    ['Ts 9s', '8s 2d Kc 7h', 4],
    ['Ts 9s', '8s 2d Kc 7h As', 5],
  ])("Hold'em %s on '%s': equities, and ranks as `sampleShowdowns` has them", (pocket, board, _count) => {
    const table = new TableCards(tablePlan('holdem', 4));
    table.cards.set(cards(pocket), table.plan.pocketAt);
    table.cards.set(cards(board));
    const odds = new TableOdds(table.plan, 10_000);
    expect(odds.equityOf(table, 0)).toBeCloseTo(equity(cards(pocket), cards(board)), 4);
    expect(odds.exact).toBe(true);
    odds.run(table);
    for (let other = 1; other < 4; other++) {
      expect(Math.abs(odds.beats[other]! - equity(cards(pocket), cards(board)))).toBeLessThan(SIGMAS * 0.005);
    }
    const { chances } = sampleShowdowns(cards(pocket), cards(board), 3, 10_000, new Rng(SEED));
    for (let rank = 0; rank < 4; rank++) {
      expect(Math.abs(odds.ranks[rank]! - chances[rank]!)).toBeLessThan(SIGMAS * Math.SQRT2 * odds.error);
    }
  });

  test('seats that are not in play keep their cards and take no rank', () => {
    const table = deal(new Rng(SEED, 20), 'holdem', 5, 4);
    const odds = new TableOdds(table.plan, 2000);
    odds.run(table, { inPlay: 0b01011 });
    for (const seat of [2, 4]) {
      expect(odds.ranks.slice(seat * 5, seat * 5 + 5).every((chance) => chance === 0)).toBe(true);
      expect(odds.beats[seat]).toBe(0);
    }
    expect(odds.ranks[0]! + odds.ranks[1]! + odds.ranks[2]!).toBeCloseTo(1, 9);
    expect(() => odds.equityOf(table, 0, { inPlay: 1 })).toThrow('nobody else is in play');
  });

  test('a card that is known to lie in a pocket stays there and is never dealt again', () => {
    const table = deal(new Rng(SEED, 21), 'omaha', 4, 1);
    const shown = unseenOf(table)[7]!;
    table.cards[table.pocketPlace(2, 1)] = shown;
    const odds = new TableOdds(table.plan, 300);
    odds.run(table, {
      weight: (world) => {
        const dealt = [...world].filter((card) => card !== ABSENT);
        expect(new Set(dealt).size).toBe(5 + 16);
        expect(world.indexOf(shown)).toBe(table.pocketPlace(2, 1));
        return 1;
      },
    });
  });
});

describe('what is known besides cards weighs worlds', () => {
  test('weights 0 and 1 leave the worlds in which a fact holds', () => {
    const table = new TableCards(tablePlan('holdem', 3));
    table.cards.set(cards('9c 9d'), table.plan.pocketAt);
    table.cards.set(cards('As 7d 4c 3h Kc'));
    const nines = (world: Int32Array) => [0, 1].filter((i) => world[table.pocketPlace(1, i)]! >> 2 === 7).length;
    const odds = new TableOdds(table.plan, 20_000);
    odds.run(table, { weight: (world) => (nines(world) > 0 ? 1 : 0) });
    // 2 nines among 45 cards: 1 − C(43, 2) / C(45, 2).
    const share = 1 - (43 * 42) / (45 * 44);
    expect(odds.effective / 20_000).toBeCloseTo(share, 1);
    // With a nine a hand wins by an ace or a king, ties by the other nine, and loses else.
    const hands = 43 * 2 + 1;
    const stronger = 2 * 6;
    const exact = (hands - stronger - 1 + 0.5) / hands;
    expect(Math.abs(odds.beats[1]! - exact)).toBeLessThan(SIGMAS * odds.error);
  });

  test('weights count in proportion, and the effective number of samples says what they are worth', () => {
    const table = deal(new Rng(SEED, 22), 'holdem', 2, 4);
    const odds = new TableOdds(table.plan, 20_000);
    odds.run(table, { weight: () => 0.25 });
    expect(odds.effective).toBeCloseTo(20_000, 6);
    const place = table.pocketPlace(1, 0);
    odds.run(table, { weight: (world) => (world[place]! < 26 ? 3 : 1) });
    expect(odds.effective).toBeLessThan(18_000);
    expect(odds.effective).toBeGreaterThan(12_000);
    expect(() => odds.run(table, { weight: () => 0 })).toThrow('no sampled world agrees with what is known');
  });
});

describe('jokers and votes to come', () => {
  test('a joker in the deck comes up at a face-up place as often as it must, and lies there as a stack', () => {
    const table = deal(new Rng(SEED, 23), 'holdem', 4, 2);
    table.jokers = 1;
    table.deckLeft = 40;
    const sampler = new TableSampler(table.plan);
    sampler.prepare(table);
    const rng = new Rng(SEED);
    const samples = 20_000;
    let stacked = 0;
    for (let n = 0; n < samples; n++) {
      sampler.deal(rng);
      if (sampler.stackedCount === 0) continue;
      stacked++;
      const isRight = sampler.stackedCount === 1 && [3, 4].includes(sampler.stackedOn[0]!);
      if (!isRight || sampler.world.includes(sampler.stackedCard[0]!)) throw new Error(`sample ${n}`);
    }
    // It is one of the first two of 40 cards.
    expect(Math.abs(stacked / samples - 2 / 40)).toBeLessThan(SIGMAS * Math.sqrt(0.0475 / samples));
  });

  test('two jokers make two stacks of two, or one of three when the second replaces the first', () => {
    const table = deal(new Rng(SEED, 24), 'holdem', 3, 2);
    table.jokers = 2;
    table.deckLeft = 4;
    const sampler = new TableSampler(table.plan);
    sampler.prepare(table);
    const rng = new Rng(SEED, 1);
    const seen = new Map<string, number>();
    for (let n = 0; n < 6000; n++) {
      sampler.deal(rng);
      const on = [...sampler.stackedOn.subarray(0, sampler.stackedCount)].join();
      seen.set(on, (seen.get(on) ?? 0) + 1);
    }
    // Orders of two jokers (J) and the deck's two other cards, each as likely; cards from a refilled deck follow.
    const orders = ['JJcc', 'JcJc', 'JccJ', 'cJJc', 'cJcJ', 'ccJJ'];
    const expected = new Map<string, number>();
    for (const order of orders) {
      const stacks: number[] = [];
      let next = 0;
      for (const place of [3, 4]) {
        for (let left = 1, first = true; left > 0; next++) {
          if (order[next] === 'J') left++;
          else {
            if (!first) stacks.push(place);
            first = false;
            left--;
          }
        }
      }
      expected.set(stacks.join(), (expected.get(stacks.join()) ?? 0) + 1000);
    }
    expect([...seen.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [stacks, count] of expected) {
      expect(Math.abs(seen.get(stacks)! - count), stacks).toBeLessThan(SIGMAS * Math.sqrt(count));
    }
  });

  test('a known stack and a joker to come: each seat uses what is best for it', () => {
    const rng = new Rng(SEED, 25);
    const table = deal(rng, 'holdem', 2, 4);
    table.stack(2, unseenOf(table)[0]!);
    const odds = new TableOdds(table.plan, 6000);
    odds.run(table);
    const slow = slowBeats(table, 1000, rng);
    expect(Math.abs(odds.beats[1]! - slow[1]!)).toBeLessThan(SIGMAS * Math.sqrt(0.25 / 1000 + 0.25 / 6000));
    table.jokers = 2;
    expect(() => odds.run(table)).toThrow('there are only two jokers');
  });

  test('a vote to come replaces each community card as often, with its whole stack', () => {
    const table = deal(new Rng(SEED, 26), 'voteOfChange', 3, 1);
    table.votes = 1;
    table.stack(1, unseenOf(table)[3]!);
    const sampler = new TableSampler(table.plan);
    sampler.prepare(table);
    const rng = new Rng(SEED, 2);
    const replaced = [0, 0, 0, 0, 0];
    for (let n = 0; n < 10_000; n++) {
      sampler.deal(rng);
      const changed = [0, 1, 2, 3, 4].filter((place) => sampler.world[place] !== table.cards[place]);
      if (changed.length !== 1 || sampler.stackedCount !== Number(changed[0] !== 1)) throw new Error(`${changed}`);
      replaced[changed[0]!]!++;
    }
    for (const count of replaced) expect(Math.abs(count - 2000)).toBeLessThan(SIGMAS * 40);
  });
});

describe('misuse', () => {
  test('impossible tables are refused', () => {
    const table = new TableCards(tablePlan('holdem', 3));
    const odds = new TableOdds(table.plan, 10);
    table.cards[0] = 79;
    expect(() => odds.run(table)).toThrow("79 can't lie on the table");
    expect(() => odds.run(new TableCards(tablePlan('holdem', 4)))).toThrow('the table has another plan');
    const full = new TableCards(tablePlan('holdem', 10, 5));
    expect(() => new TableOdds(full.plan, 10).run(full)).toThrow('55 cards to deal of 52');
    expect(() => tablePlan('holdem', 11)).toThrow('11 seats');
    expect(() => tablePlan('holdem', 3, 11)).toThrow('11 pocket cards');
    expect(() => new TableOdds(table.plan, 1)).toThrow('two are the least');
    table.cards[0] = UNKNOWN;
    table.stack(0, 1);
    table.stack(0, 2);
    expect(() => table.stack(0, 3)).toThrow('two jokers stack at most two cards');
  });

  test('samples for a stated error', () => {
    expect(samplesFor(0.02)).toBe(625);
    expect(Math.sqrt(0.25 / SAMPLES_DEFAULT)).toBeLessThan(0.016);
  });
});
