import { expect, test } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { GangTable } from '../../src/env/gang-table.js';
import { HeadlessGangState, headlessGang } from '../../src/env/schedule.js';
import { KEEP, takeAction } from '../../src/gang/actions.js';
import { gang } from '../../src/gang/game.js';
import { BOARD_MAX, DECK_SIZE, type GangState, OVER } from '../../src/gang/state.js';
import { checkGangState } from '../support/gang-secrets.js';
import {
  cards,
  cycleOf,
  finalHands,
  gangConfig,
  liveTable,
  playHeist,
  playRound,
  stackDeck,
  viewFrom,
} from '../support/gang-tables.js';
import { chiSquare, chiSquareTail, permutations, UNLIKELY, uniformity } from '../support/statistics.js';

/** Unordered pair as a name. */
const pairName = (a: number, b: number): string => (a < b ? `${a},${b}` : `${b},${a}`);

const pocketOf = (state: GangState, seat: number): number[] => [...state.pocket.subarray(2 * seat, 2 * seat + 2)];

/** A table of three on the river: 45 cards unseen by seat 0. */
function riverTable(): GangState {
  const table = liveTable({ players: 3 });
  stackDeck(table, ['Ah Kd', '2c 2d', '9s 8s'], 'Qs Jc 3h 7d 4c');
  for (let round = 0; round < 3; round++) playRound(table, [1, 2, 3]);
  return table;
}

test('every unseen card is equally likely in every hidden place (R-IMAGINE)', () => {
  const table = liveTable({ players: 4 }, 8);
  playRound(table, [1, 2, 3, 4]); // the flop lies: 47 unseen cards
  const view = viewFrom(table, 2);
  const seen = new Set([...view.pocket, ...view.board.subarray(0, 3)]);
  const unseen = Array.from({ length: DECK_SIZE }, (_, card) => card).filter((card) => !seen.has(card));
  const world = gang.createState(table.config);
  const rng = new Rng(20);
  const places = DECK_SIZE;
  const counts = Array.from({ length: places }, () => new Float64Array(DECK_SIZE));
  for (let i = 0; i < 47 * 120; i++) {
    gang.imagine(view, rng, world);
    for (let place = 0; place < places; place++) counts[place]![world.deck[place]!]!++;
  }
  const hidden = counts.filter((row) => row.every((count) => count < 47 * 120));
  expect(hidden.length).toBe(47); // six in pockets, turn and river, and the rest of the deck
  for (const row of hidden) {
    expect(row.reduce((sum, count, card) => sum + (seen.has(card) ? count : 0), 0)).toBe(0);
    expect(uniformity(unseen.map((card) => row[card]!))).toBeGreaterThan(UNLIKELY / 47);
  }
});

test("all 990 pockets of another seat are equally likely, and two seats' pockets go together evenly (R-IMAGINE)", () => {
  const view = viewFrom(riverTable(), 0);
  const world = gang.createState(view.config);
  const rng = new Rng(21);
  const pairs = new Map<string, number>();
  // Who of seats 1 and 2 holds the highest unseen card, and whether they hold two of a value.
  const joint = new Float64Array(4);
  const draws = 990 * 25;
  for (let i = 0; i < draws; i++) {
    gang.imagine(view, rng, world);
    const [one, two] = [pocketOf(world, 1), pocketOf(world, 2)];
    const name = pairName(one[0]!, one[1]!);
    pairs.set(name, (pairs.get(name) ?? 0) + 1);
    const paired = (pocket: number[]): number => Number(pocket[0]! >> 2 === pocket[1]! >> 2);
    joint[2 * paired(one) + paired(two)]!++;
  }
  expect(pairs.size).toBe(990);
  expect(uniformity([...pairs.values()])).toBeGreaterThan(UNLIKELY);
  const expected = exactJointPairs(view.pocket, view.board).map((share) => share * draws);
  expect(chiSquareTail(chiSquare(joint, expected), 3)).toBeGreaterThan(UNLIKELY);
});

/** By counting all deals of two pockets: shares of [neither, only two, only one, both] holding a pair. */
function exactJointPairs(own: Int32Array, board: Int32Array): number[] {
  const seen = new Set([...own, ...board]);
  const unseen = Array.from({ length: DECK_SIZE }, (_, card) => card).filter((card) => !seen.has(card));
  const counts = [0, 0, 0, 0];
  const pairs = unseen.flatMap((a, i) => unseen.slice(i + 1).map((b) => [a, b] as const));
  for (const [a, b] of pairs) {
    for (const [c, d] of pairs) {
      if (a === c || a === d || b === c || b === d) continue;
      const cell = 2 * Number(a >> 2 === b >> 2) + Number(c >> 2 === d >> 2);
      counts[cell] = counts[cell]! + 1;
    }
  }
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => count / total);
}

test('weights: pockets come in proportion to the product of the weights over deals without a card twice', () => {
  const view = viewFrom(riverTable(), 0);
  const world = gang.createState(view.config);
  const pair = (text: string): string => pairName(...(cards(text) as [number, number]));
  // Seats 1 and 2 want the same aces: half of the products deal a card twice.
  const weights = [
    new Map<string, number>(),
    new Map([
      [pair('Ac Ad'), 4],
      [pair('Ac As'), 1],
      [pair('Ks Kh'), 2],
      [pair('9c 8c'), 0.5],
    ]),
    new Map([
      [pair('Ac Ad'), 3],
      [pair('Ad As'), 2],
      [pair('Kh Kc'), 1],
      [pair('6c 6d'), 0.25],
    ]),
  ];
  const exact = new Map<string, number>();
  let sum = 0;
  for (const [one, w1] of weights[1]!) {
    for (const [two, w2] of weights[2]!) {
      if (new Set([...one.split(','), ...two.split(',')]).size < 4) continue;
      exact.set(`${one} ${two}`, w1 * w2);
      sum += w1 * w2;
    }
  }
  const counts = new Map([...exact.keys()].map((key) => [key, 0]));
  const rng = new Rng(22);
  const draws = 6000;
  for (let i = 0; i < draws; i++) {
    gang.imagine(view, rng, world, (seat, a, b) => weights[seat]!.get(pairName(a, b)) ?? 0);
    const [one, two] = [pocketOf(world, 1), pocketOf(world, 2)];
    const key = `${pairName(one[0]!, one[1]!)} ${pairName(two[0]!, two[1]!)}`;
    expect(counts.has(key), key).toBe(true);
    counts.set(key, counts.get(key)! + 1);
  }
  const expected = [...exact.values()].map((weight) => (draws * weight) / sum);
  expect(chiSquareTail(chiSquare([...counts.values()], expected), exact.size - 1)).toBeGreaterThan(UNLIKELY);
});

test('weights: the board to come is uniform over what is left, and equal weights are as good as none', () => {
  const table = liveTable({ players: 3 }, 4);
  const view = viewFrom(table, 1);
  const world = gang.createState(view.config);
  const rng = new Rng(23);
  const first = new Float64Array(DECK_SIZE);
  const river = new Float64Array(DECK_SIZE);
  for (let i = 0; i < 3000; i++) {
    gang.imagine(view, rng, world, () => 0.125);
    checkGangState(world);
    first[world.pocket[0]!]!++;
    river[world.deck[6 + 4]!]!++;
  }
  for (const counts of [first, river]) {
    expect(view.pocket.every((card) => counts[card] === 0)).toBe(true);
    expect(uniformity(counts.filter((_, card) => !view.pocket.includes(card)))).toBeGreaterThan(UNLIKELY);
  }
});

test('weights that hardly ever fit together are met seat after seat, and hopeless ones leave a uniform deal', () => {
  const view = viewFrom(riverTable(), 0);
  const world = gang.createState(view.config);
  const rng = new Rng(24);
  const aces = pairName(...(cards('Ac As') as [number, number]));
  const kings = pairName(...(cards('Kc Ks') as [number, number]));
  for (let i = 0; i < 50; i++) {
    // Seat 1 has the aces for sure; seat 2 has them but for one time in a billion.
    gang.imagine(view, rng, world, (seat, a, b) => {
      const name = pairName(a, b);
      if (name === aces) return 1;
      return seat === 2 && name === kings ? 1e-9 : 0;
    });
    expect(pairName(...(pocketOf(world, 1) as [number, number]))).toBe(aces);
    expect(pairName(...(pocketOf(world, 2) as [number, number]))).toBe(kings);
    checkGangState(world);
  }
  const ranks = new Float64Array(DECK_SIZE);
  for (let i = 0; i < 1500; i++) {
    gang.imagine(view, rng, world, (seat, a, b) => (seat === 1 && pairName(a, b) === aces ? 1 : 0));
    expect(pairName(...(pocketOf(world, 1) as [number, number]))).toBe(aces);
    for (const card of pocketOf(world, 2)) ranks[card]!++;
    checkGangState(world);
  }
  const open = Array.from({ length: DECK_SIZE }, (_, card) => card).filter((card) => ranks[card]! > 0);
  expect(open.length).toBe(52 - 7 - 2);
  expect(uniformity(open.map((card) => ranks[card]!))).toBeGreaterThan(UNLIKELY);
});

test('weights ask about other seats and unseen cards only', () => {
  const view = viewFrom(riverTable(), 0);
  const world = gang.createState(view.config);
  const seen = new Set([...view.pocket, ...view.board]);
  const asked = new Set<number>();
  gang.imagine(view, new Rng(25), world, (seat, a, b) => {
    asked.add(seat);
    if (seen.has(a) || seen.has(b) || a === b) throw new Error(`asked about ${a} and ${b}`);
    return 1;
  });
  expect([...asked].sort()).toEqual([1, 2]);
});

test('after the last showdown the imagined hands are those that were revealed', () => {
  const table = liveTable({ players: 4, length: 'heist' }, 3);
  playHeist(table, [1, 2, 3, 4]);
  expect(table.info[OVER]).toBe(1);
  const world = gang.createState(table.config);
  gang.imagine(viewFrom(table, 0), new Rng(26), world, () => 1);
  expect([...world.pocket]).toEqual([...table.pocket]);
  expect(finalHands(world)).toEqual(finalHands(table));
});

test('what comes after an imagined heist is fresh: worlds of one view go on with different deals', () => {
  const table = riverTable();
  const world = gang.createState(table.config);
  const deals = new Set<string>();
  const rng = new Rng(27);
  for (let i = 0; i < 20; i++) {
    gang.imagine(viewFrom(table, 0), rng, world);
    playRound(world, [1, 2, 3]);
    expect(world.info[OVER]).toBe(0);
    deals.add([...world.deck.subarray(0, 6 + BOARD_MAX)].join());
  }
  expect(deals.size).toBe(20);
});

test('headless: in the first cycle of a round those with a chip have been asked, the others come in any order', () => {
  const config = gangConfig({ players: 4 });
  const table = new HeadlessGangState(config);
  const world = new HeadlessGangState(config);
  const rng = new Rng(28);
  for (let already = 0; already < 4; already++) {
    headlessGang.setup(table, 5);
    const asked: number[] = [];
    for (let i = 0; i < already; i++) {
      asked.push(table.asked);
      headlessGang.apply(table, table.asked, takeAction(i, -1));
    }
    const view = viewFrom(table.game, table.asked);
    const later = [0, 1, 2, 3].filter((seat) => seat !== table.asked && !asked.includes(seat));
    const orders = new Map(permutations(later.length).map((p) => [p.map((i) => later[i]).join(), 0]));
    for (let i = 0; i < 600; i++) {
      headlessGang.imagine(view, rng, world);
      expect(world.asked).toBe(table.asked);
      const cycle = cycleOf(world);
      expect(cycle.slice(0, already).sort()).toEqual([...asked].sort());
      expect(cycle[already]).toBe(table.asked);
      const rest = cycle.slice(already + 1).join();
      expect(orders.has(rest)).toBe(true);
      orders.set(rest, orders.get(rest)! + 1);
    }
    if (orders.size > 1) expect(uniformity([...orders.values()])).toBeGreaterThan(UNLIKELY);
  }
});

test('headless: in a world of a seat with a star and no takes left it can only keep, and the game goes on', () => {
  const config = gangConfig({ players: 3, takesMax: 1 });
  const table = new HeadlessGangState(config);
  headlessGang.setup(table, 1);
  const seat = table.asked;
  headlessGang.apply(table, seat, takeAction(0, -1));
  const world = new HeadlessGangState(config);
  headlessGang.imagine(viewFrom(table.game, seat), new Rng(30), world);
  const legal = new ActionList();
  headlessGang.legal(world, seat, legal);
  expect(legal.toArray()).toEqual([KEEP]);
  expect(() => headlessGang.apply(world, seat, takeAction(1, -1))).toThrow(/legal: keep$/);
  headlessGang.apply(world, seat, KEEP);
  expect(world.asked).not.toBe(seat);
});

test('headless: an imagined world of a table can be observed and stepped', () => {
  const table = new GangTable(gangConfig({ players: 5, length: 'heist' }));
  const world = new GangTable(gangConfig({ players: 5, length: 'heist' }));
  const rng = new Rng(29);
  const mask = new Uint8Array(table.actions);
  table.reset(12);
  let worlds = 0;
  while (!table.over) {
    headlessGang.imagine(viewFrom(table.state.game, table.seat), rng, world.state);
    world.restore();
    worlds++;
    while (!world.over) {
      world.mask(mask, 0);
      world.step(randomIndex(mask, rng));
    }
    table.mask(mask, 0);
    table.step(randomIndex(mask, rng));
  }
  expect(worlds).toBeGreaterThan(20);
  expect(world.heists).toBe(worlds); // each played to its showdown
});

function randomIndex(mask: Uint8Array, rng: Rng): number {
  const legal = [...mask.keys()].filter((index) => mask[index] === 1);
  return legal[rng.below(legal.length)]!;
}
