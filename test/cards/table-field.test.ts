import { describe, expect, test } from 'vitest';
import { parseCards } from '../../src/cards/card.js';
import { type BoardCount, equities } from '../../src/cards/equity.js';
import { evaluateAny } from '../../src/cards/evaluate.js';
import { exactChance } from '../../src/cards/table-exact.js';
import { PocketSet, startingField, TableField } from '../../src/cards/table-field.js';
import { ABSENT, TABLE_KINDS, TableCards, tablePlan, UNKNOWN } from '../../src/cards/table-plan.js';
import { unwrap } from '../../src/core/errors.js';
import { Rng } from '../../src/core/rng.js';

const SEED = 61;
const cards = (text: string): number[] => unwrap(parseCards(text));

function board(rng: Rng, count: number): TableCards {
  const table = new TableCards(tablePlan('holdem', 4));
  const deck = Array.from({ length: 52 }, (_, card) => card);
  rng.shuffle(deck);
  for (let i = 0; i < count; i++) table.cards[i] = deck[i]!;
  return table;
}

/** Each number's place among all, in 0 … 1, equal ones in the middle of theirs. */
function places(values: ArrayLike<number>): number[] {
  const sorted = Float64Array.from(values).sort();
  return Array.from(values, (value) => {
    const below = sorted.findIndex((other) => other >= value);
    const upTo = sorted.findLastIndex((other) => other <= value) + 1;
    return (below + upTo) / 2 / sorted.length;
  });
}

describe("Hold'em percentiles are near those of exact equities", () => {
  test.each([
    [0, 0.12],
    [3, 0.07],
    [4, 0.04],
    [5, 0.025],
  ])('with %i cards on the board: RMS error below %f', (count, limit) => {
    const rng = new Rng(SEED, count);
    let squares = 0;
    let pockets = 0;
    for (let n = 0; n < 3; n++) {
      const table = board(rng, count);
      const set = new PocketSet(table.plan);
      set.draw(table);
      expect(set.rows).toBe(1);
      const field = new TableField(table.plan);
      field.measure(table, set);
      const rest = Array.from({ length: 52 }, (_, card) => card).filter((card) => !table.cards.includes(card));
      const all = Int32Array.from(rest.flatMap((a, i) => rest.slice(0, i).flatMap((b) => [a, b])));
      const onBoard = Int32Array.from(table.cards.slice(0, 5));
      const values = new Float64Array(all.length / 2);
      if (count < 5) equities(all, 0, values.length, onBoard, 0, count as BoardCount, values, 0);
      // On the river hands of one strength share a place, though they block different hands of others.
      else for (let i = 0; i < values.length; i++) values[i] = evaluateAny([all[2 * i]!, all[2 * i + 1]!, ...onBoard]);
      const exact = places(values);
      for (let i = 0; i < values.length; i += 5) {
        squares += (field.percentileOf(0, all, 2 * i) - exact[i]!) ** 2;
        pockets++;
      }
    }
    expect(Math.sqrt(squares / pockets), `seed ${SEED}`).toBeLessThan(limit);
  });
});

test("before the flop, all heists begin alike: many runouts once, RMS error below 0.05 in Hold'em", () => {
  const plan = tablePlan('holdem', 4);
  const { set, field } = startingField(plan);
  expect(startingField(tablePlan('holdem', 4)).field).toBe(field);
  const pockets = Int32Array.from(set.pockets.subarray(0, 2 * set.perRow));
  const values = new Float64Array(set.perRow);
  equities(pockets, 0, set.perRow, new Int32Array(5), 0, 0, values, 0);
  const exact = places(values);
  const squares = exact.map((place, i) => (field.percentile[i]! - place) ** 2);
  expect(Math.sqrt(squares.reduce((sum, x) => sum + x, 0) / set.perRow)).toBeLessThan(0.05);
});

test.each(['omaha', 'bananaSplit'] as const)(
  '%s at the start: by two measurements, an RMS error below 0.06',
  (kind) => {
    const plan = tablePlan(kind, 4);
    const { set, field } = startingField(plan);
    const other = new TableField(plan, kind === 'omaha' ? 1536 : 4608);
    other.measure(new TableCards(plan), set, new Rng(SEED, 30));
    const squares = field.percentile.subarray(0, set.rows * set.perRow).map((p, i) => (p - other.percentile[i]!) ** 2);
    // Two independent measurements differ by the error of both.
    expect(Math.sqrt(squares.reduce((sum, x) => sum + x, 0) / squares.length / 2)).toBeLessThan(0.06);
  },
);

describe.each(TABLE_KINDS)('%s', (kind) => {
  const table = new TableCards(tablePlan(kind, 4));
  const deck = Array.from({ length: 52 }, (_, card) => card);
  new Rng(SEED, 10).shuffle(deck);
  const { faceUp } = table.plan;
  const open = (places: number) => {
    for (let place = 0; place < faceUp; place++) {
      const isOpen =
        kind === 'stud' ? place % 4 < places : kind === 'bananaSplit' ? place % 3 < places : place < places;
      table.cards[place] = isOpen ? deck[place]! : UNKNOWN;
    }
  };

  test('a set of pockets is measured again as cards are turned up: those that can be no more are out', () => {
    open(0);
    const set = new PocketSet(table.plan);
    set.draw(table);
    expect(set.rows).toBe(kind === 'stud' || kind === 'bananaSplit' ? 4 : 1);
    const field = new TableField(table.plan);
    const size = set.rows * set.perRow;
    for (const places of [0, 2, 3]) {
      open(places);
      field.measure(table, set);
      let sum = 0;
      let count = 0;
      for (let i = 0; i < size; i++) {
        const pocket = set.pockets.slice(i * table.plan.pocket, (i + 1) * table.plan.pocket);
        const isOut = pocket.some((card) => table.cards.slice(0, faceUp).includes(card));
        expect(field.percentile[i]! < 0, `pocket ${i}`).toBe(isOut);
        if (isOut) continue;
        sum += field.percentile[i]!;
        count++;
        if (i % 50 === 0) {
          const seat = set.rows === 1 ? 2 : Math.floor(i / set.perRow);
          if (set.rows > 1) expect(field.percentileOf(seat, pocket, 0)).toBeCloseTo(field.percentile[i]!, 6);
        }
      }
      expect(sum / count).toBeCloseTo(0.5, 1);
    }
  });

  test('the same knowledge gives the same numbers', () => {
    open(2);
    const one = new PocketSet(table.plan);
    const two = new PocketSet(table.plan);
    one.draw(table);
    two.draw(table);
    expect(two.pockets).toEqual(one.pockets);
    const fields = [new TableField(table.plan, 8), new TableField(table.plan, 8)] as const;
    for (const field of fields) field.measure(table, one);
    expect(fields[1].percentile).toEqual(fields[0].percentile);
    expect(fields[1].standing).toEqual(fields[0].standing);
  });
});

test('face-up aces of one seat raise where its pockets stand, not those of others', () => {
  const table = new TableCards(tablePlan('stud', 4));
  table.cards.set(cards('Ah Ad As'), 4);
  table.cards.set(cards('2h 7d 9s'), 8);
  const set = new PocketSet(table.plan);
  set.draw(table);
  const field = new TableField(table.plan);
  field.measure(table, set);
  const mean = (seat: number) => {
    const row = field.percentile.subarray(seat * set.perRow, (seat + 1) * set.perRow).filter((value) => value >= 0);
    return row.reduce((sum, value) => sum + value, 0) / row.length;
  };
  expect(mean(1)).toBeGreaterThan(0.8);
  expect(mean(2)).toBeLessThan(0.4);
});

test('a card that was shown, a Flashlight, the Jack and a stack: seats differ, and hands are the table’s', () => {
  const table = new TableCards(tablePlan('holdem', 3));
  table.cards.set(cards('Qs 7d 2c 9h 3s'));
  table.cards[table.pocketPlace(1, 0)] = cards('Qd')[0]!;
  table.cards[table.plan.loneAt + 2] = cards('2d')[0]!;
  table.stack(1, cards('Jh')[0]!);
  const set = new PocketSet(table.plan);
  set.draw(table);
  expect(set.rows).toBe(3);
  for (let i = 0; i < set.perRow; i++) {
    expect(set.pockets[(set.rowOf(1) * set.perRow + i) * 2]).toBe(cards('Qd')[0]);
  }
  const field = new TableField(table.plan);
  field.measure(table, set);
  // Seat 2 alone has a pair with its Flashlight's two; the stacked jack pairs with the Jack.
  const standing = (seat: number, pocket: string) => field.standingOf(seat, cards(pocket), 0);
  expect(standing(2, 'Ah Kd')).toBeGreaterThan(standing(0, 'Ah Kd'));
  expect(standing(0, 'J- 4d')).toBeGreaterThan(standing(0, 'Ts 4d'));
  expect(standing(0, 'J- Jd')).toBeGreaterThan(standing(0, 'Js 4d'));
});

test('on the river a standing is the chance to beat the hands that others may hold', () => {
  const rng = new Rng(SEED, 20);
  for (let n = 0; n < 10; n++) {
    const table = board(rng, 5);
    const set = new PocketSet(table.plan);
    set.draw(table);
    const field = new TableField(table.plan);
    field.measure(table, set);
    const pocket = set.pockets.slice(0, 2);
    for (let i = 0; i < 2; i++) table.cards[table.pocketPlace(0, i)] = pocket[i]!;
    // The sampled hands may hold my own cards, which changes a chance a little.
    expect(Math.abs(field.standingOf(0, pocket, 0) - exactChance(table, 0, 1)), `seed ${SEED}, ${n}`).toBeLessThan(
      0.06,
    );
  }
});

test('a pocket with fewer cards than its seat has, or with a card for a place without one, is out', () => {
  const table = new TableCards(tablePlan('holdem', 2, 3));
  for (const seat of [0, 1]) table.cards[table.pocketPlace(seat, 2)] = ABSENT;
  const set = new PocketSet(table.plan);
  set.draw(table);
  expect(set.pockets[2]).toBe(ABSENT);
  table.cards[table.pocketPlace(0, 2)] = UNKNOWN;
  const field = new TableField(table.plan, 4);
  field.measure(table, set);
  expect(field.percentile.subarray(0, set.perRow).every((value) => value === -1)).toBe(true);
});
