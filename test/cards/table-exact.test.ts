import { describe, expect, test } from 'vitest';
import { formatCards, parseCards } from '../../src/cards/card.js';
import { equity } from '../../src/cards/equity.js';
import { strength8 } from '../../src/cards/evaluator.js';
import { evaluateOmaha } from '../../src/cards/omaha.js';
import { exactChance } from '../../src/cards/table-exact.js';
import { ABSENT, TABLE_KINDS, TableCards, type TableKind, tablePlan, UNKNOWN } from '../../src/cards/table-plan.js';
import { unwrap } from '../../src/core/errors.js';
import { Rng } from '../../src/core/rng.js';
import { subsets, worthAtTable } from '../support/slow-hands.js';
import { boardOf, stacksOf, unseenOf } from '../support/slow-tables.js';

const SEED = 41;
const cards = (text: string): number[] => unwrap(parseCards(text, '', { duplicates: true }));

/** The chance by trying every pocket with the slow evaluator. */
function slowChance(table: TableCards, seat: number, other: number): number {
  const { exactly, pocket: size } = table.plan;
  const pocketOf = (s: number) =>
    Array.from({ length: size }, (_, i) => table.cards[table.pocketPlace(s, i)]!).filter((card) => card !== ABSENT);
  const mine = worthAtTable(pocketOf(seat), boardOf(table, seat), stacksOf(table, seat), exactly);
  const known = pocketOf(other).filter((card) => card !== UNKNOWN);
  let halves = 0;
  let hands = 0;
  for (const drawn of subsets(unseenOf(table), pocketOf(other).length - known.length)) {
    const theirs = worthAtTable([...known, ...drawn], boardOf(table, other), stacksOf(table, other), exactly);
    halves += theirs < mine ? 2 : theirs === mine ? 1 : 0;
    hands++;
  }
  return halves / (2 * hands);
}

/** A table whose cards are all known but those of some seats, dealt at random. */
function deal(rng: Rng, kind: TableKind, seats: number, pocket: number, unknownSeats: number): TableCards {
  const table = new TableCards(tablePlan(kind, seats, pocket));
  const deck = Array.from({ length: 52 }, (_, card) => card);
  rng.shuffle(deck);
  let next = 0;
  for (let place = 0; place < table.plan.places; place++) {
    if (table.cards[place] === ABSENT) continue;
    if (place < table.pocketPlace(seats - unknownSeats, 0)) table.cards[place] = deck[next++]!;
  }
  return table;
}

describe('exact chances are those of trying every pocket', () => {
  test.each([
    ['holdem', 10, 2],
    ['holdem', 10, 3],
    ['omaha', 10, 4],
    ['omaha', 9, 5],
    ['stud', 6, 3],
    ['bananaSplit', 8, 2],
    ['bananaSplit', 6, 3],
    ['voteOfChange', 10, 2],
  ] as const)('%s with %i seats of %i pocket cards', (kind, seats, pocket) => {
    const rng = new Rng(SEED, seats * 10 + pocket);
    for (let n = 0; n < 4; n++) {
      const table = deal(rng, kind, seats, pocket, 1);
      const last = seats - 1;
      const pocketPlace = table.pocketPlace(last, 0);
      // Once in a while: a card that Night Vision shows, a Flashlight, stacks, the Jack.
      const unseen = unseenOf(table);
      if (n === 1 || (pocket === 3 && (n > 0 || kind === 'bananaSplit'))) table.cards[pocketPlace] = unseen[0]!;
      if (n === 2) table.cards[table.plan.loneAt + last] = unseen[1]!;
      if (n === 2 && kind !== 'stud') table.stack(0, unseen[2]!);
      if (n === 3) table.cards[pocketPlace] = 61;
      if (n === 3 && kind !== 'stud') for (const i of [3, 4]) table.stack(i - 3, unseen[i]!);
      const context = `seed ${SEED}: ${formatCards(table.cards.filter((card) => card >= 0))}`;
      const seat = n % 2 === 0 ? 0 : last - 1;
      expect(exactChance(table, seat, last), context).toBeCloseTo(slowChance(table, seat, last), 12);
    }
  });

  test("Hold'em on the river is the equity that is computed by classes", () => {
    const rng = new Rng(SEED, 1);
    for (let n = 0; n < 50; n++) {
      const table = deal(rng, 'holdem', 2, 2, 1);
      const pocket = [table.cards[table.pocketPlace(0, 0)]!, table.cards[table.pocketPlace(0, 1)]!];
      expect(exactChance(table, 0, 1)).toBeCloseTo(equity(pocket, table.cards.slice(0, 5)), 6);
    }
  });

  test('Security Cameras: all 13,244 pockets', () => {
    const rng = new Rng(SEED, 2);
    const table = deal(rng, 'holdem', 4, 3, 3);
    const [a, b, c, d, e] = table.cards as unknown as [number, number, number, number, number];
    const mine = [0, 1, 2].map((i) => table.cards[table.pocketPlace(0, i)]!) as [number, number, number];
    const own = strength8(a, b, c, d, e, ...mine);
    let halves = 0;
    const unseen = unseenOf(table);
    for (let i = 2; i < 44; i++)
      for (let j = 1; j < i; j++)
        for (let k = 0; k < j; k++) {
          const theirs = strength8(a, b, c, d, e, unseen[i]!, unseen[j]!, unseen[k]!);
          halves += theirs < own ? 2 : theirs === own ? 1 : 0;
        }
    expect(exactChance(table, 0, 2)).toBeCloseTo(halves / (2 * 13_244), 12);
  });

  test('Omaha: all 123,410 pockets', () => {
    const rng = new Rng(SEED, 3);
    for (let n = 0; n < 3; n++) {
      const table = deal(rng, 'omaha', 3, 4, 2);
      const own = evaluateOmaha(table.cards, table.pocketPlace(0, 0), table.cards, 0);
      const unseen = unseenOf(table);
      const pocket = new Int16Array(4);
      let halves = 0;
      let hands = 0;
      for (let i = 3; i < 43; i++)
        for (let j = 2; j < i; j++)
          for (let k = 1; k < j; k++)
            for (let l = 0; l < k; l++) {
              pocket[0] = unseen[i]!;
              pocket[1] = unseen[j]!;
              pocket[2] = unseen[k]!;
              pocket[3] = unseen[l]!;
              const theirs = evaluateOmaha(pocket, 0, table.cards, 0);
              halves += theirs < own ? 2 : theirs === own ? 1 : 0;
              hands++;
            }
      expect(hands).toBe(123_410);
      expect(exactChance(table, 0, 1)).toBeCloseTo(halves / (2 * hands), 12);
    }
  });
});

describe('where only another pocket is unknown a chance is exact, elsewhere it is not to be had', () => {
  test.each(TABLE_KINDS)('%s', (kind) => {
    const table = deal(new Rng(SEED, 4), kind, 4, tablePlan(kind, 4).pocket, 1);
    expect(exactChance(table, 0, 3)).toBeGreaterThanOrEqual(0);
    // A card of the board that both use, or of the other's own, is still to come.
    table.cards[table.plan.boards[3 * table.plan.boardSize]!] = UNKNOWN;
    expect(exactChance(table, 0, 3)).toBe(-1);
  });

  test('votes to come, an unknown card of one’s own, too many unknown cards', () => {
    const vote = deal(new Rng(SEED, 5), 'voteOfChange', 4, 2, 1);
    vote.votes = 1;
    expect(exactChance(vote, 0, 3)).toBe(-1);
    const own = deal(new Rng(SEED, 6), 'holdem', 4, 2, 1);
    expect(exactChance(own, 3, 0)).toBe(-1);
    expect(exactChance(deal(new Rng(SEED, 7), 'stud', 4, 4, 1), 0, 3)).toBe(-1);
    expect(exactChance(deal(new Rng(SEED, 8), 'omaha', 3, 6, 1), 0, 2)).toBe(-1);
  });

  test('a card that occurs twice in the other hand (R-LOCKPICK)', () => {
    const table = deal(new Rng(SEED, 9), 'omaha', 3, 4, 0);
    table.cards[table.pocketPlace(2, 0)] = table.cards[0]!;
    expect(exactChance(table, 0, 2)).toBe(slowChance(table, 0, 2));
    table.cards[table.pocketPlace(2, 1)] = UNKNOWN;
    expect(exactChance(table, 0, 2)).toBe(-1);
  });

  test('known hands: won, tied or lost', () => {
    const table = new TableCards(tablePlan('holdem', 3));
    table.cards.set(cards('Ah Kh Qh 2c 2d'));
    table.cards.set(cards('Jh Th 4d 3c 4c 3s'), table.plan.pocketAt);
    expect([exactChance(table, 0, 1), exactChance(table, 1, 0), exactChance(table, 1, 2)]).toEqual([1, 0, 0.5]);
  });
});
