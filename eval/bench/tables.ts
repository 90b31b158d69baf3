import { DECK_SIZE } from '../../src/cards/card.js';
import { HandCards, plainStrength } from '../../src/cards/hand-cards.js';
import { PocketSet, TableField } from '../../src/cards/table-field.js';
import { TableOdds } from '../../src/cards/table-odds.js';
import { TableCards, type TableKind, type TablePlan, tablePlan, UNKNOWN } from '../../src/cards/table-plan.js';
import { Rng } from '../../src/core/rng.js';
import { type BenchOptions, type BenchResult, race, type Subject } from './measure.js';

/** Hands and equities of the Deluxe tables. */

const SEED = 20240609;
const HANDS = 4096;
const SPOTS = 64;

type Bench = (options: BenchOptions) => Promise<BenchResult>;

/** Keeps results in use, so that no compiler leaves the work out. */
let total = 0;

function bench(name: string, unit: string, note: string, makeRun: () => Subject['run']): Bench {
  return async (options) => {
    const [value] = await race([{ name, run: makeRun() }], options);
    return { name, value: value!, unit, note };
  };
}

function shuffledDeck(rng: Rng): Int32Array {
  const deck = Int32Array.from({ length: DECK_SIZE }, (_, card) => card);
  rng.shuffle(deck);
  return deck;
}

function plainHands(pocket: number, board: number, exactly: boolean): () => Subject['run'] {
  return () => {
    const rng = new Rng(SEED, pocket * 10 + board);
    const size = pocket + board;
    const hands = new Int32Array(HANDS * size);
    for (let h = 0; h < HANDS; h++) hands.set(shuffledDeck(rng).subarray(0, size), h * size);
    return () => {
      for (let at = 0; at < hands.length; at += size) total += plainStrength(hands, at, pocket, board, exactly);
      return HANDS;
    };
  };
}

export const nine: Bench = bench(
  'tables/9-cards',
  'hands/s',
  'Banana Split with Security Cameras',
  plainHands(3, 6, false),
);

export const omahaFive: Bench = bench(
  'tables/omaha-5',
  'hands/s',
  'Omaha with Security Cameras: two of five pocket cards and three of five',
  plainHands(5, 5, true),
);

export const joker: Bench = bench(
  'tables/joker',
  'hands/s',
  "Hold'em hands with one of the community cards a stack of two",
  () => {
    const rng = new Rng(SEED, 1);
    const hands = Array.from({ length: HANDS }, () => {
      const hand = new HandCards();
      const deck = shuffledDeck(rng);
      for (let i = 0; i < 2; i++) hand.addPocket(deck[i]!);
      for (let i = 2; i < 7; i++) hand.addBoard(deck[i]!);
      hand.stack(4, deck[7]!);
      return hand;
    });
    return () => {
      for (const hand of hands) total += hand.strength(false);
      return HANDS;
    };
  },
);

/** Tables as seat 0 sees them when so many of each seat's (or the table's) face-up cards lie open. */
function spots(plan: TablePlan, open: number): TableCards[] {
  const rng = new Rng(SEED, 2);
  const each = plan.kind === 'stud' ? 4 : plan.kind === 'bananaSplit' ? 3 : plan.faceUp;
  return Array.from({ length: SPOTS }, () => {
    const table = new TableCards(plan);
    const deck = shuffledDeck(rng);
    for (let place = 0; place < plan.faceUp; place++) table.cards[place] = place % each < open ? deck[place]! : UNKNOWN;
    for (let i = 0; i < plan.pocket; i++) table.cards[table.pocketPlace(0, i)] = deck[plan.faceUp + i]!;
    return table;
  });
}

function odds(
  name: string,
  note: string,
  kind: TableKind,
  open: number,
  ask: (odds: TableOdds, table: TableCards) => number,
  pocket?: number,
): Bench {
  return bench(name, 'equities/s', note, () => {
    const plan = tablePlan(kind, 4, pocket);
    const tables = spots(plan, open);
    const computed = new TableOdds(plan);
    let next = 0;
    return () => {
      total += ask(computed, tables[next]!);
      next = (next + 1) % SPOTS;
      return 1;
    };
  });
}

const equityOf = (computed: TableOdds, table: TableCards): number => computed.equityOf(table, 0);
const ranksOf = (computed: TableOdds, table: TableCards): number => {
  computed.run(table);
  return computed.ranks[0]!;
};
const sampled = (table: string) => `${table}, 4 seats: 1,024 sampled tables, standard error at most 0.016`;

export const omahaPreflop: Bench = odds('tables/omaha-preflop', sampled('Omaha before the flop'), 'omaha', 0, equityOf);
export const omahaRiver: Bench = odds(
  'tables/omaha-river',
  'Omaha, exact: all 123,410 pockets of another seat',
  'omaha',
  5,
  equityOf,
);
export const camerasRiver: Bench = odds(
  'tables/cameras-river',
  'Security Cameras, exact: all 13,244 pockets of another seat',
  'holdem',
  5,
  equityOf,
  3,
);
export const studRanks: Bench = odds(
  'tables/stud-ranks',
  sampled('Seven Card Stud, ranks of all seats in the second round'),
  'stud',
  2,
  ranksOf,
);
export const bananaRanks: Bench = odds(
  'tables/banana-ranks',
  sampled('Banana Split, ranks of all seats in the second round'),
  'bananaSplit',
  1,
  ranksOf,
);

export const field: Bench = bench(
  'tables/omaha-field',
  'tables/s',
  'Omaha on the flop: percentiles of 384 pockets over 96 runouts',
  () => {
    const plan = tablePlan('omaha', 4);
    const tables = spots(plan, 3);
    for (const table of tables) table.cards.fill(UNKNOWN, plan.pocketAt);
    const measured = new TableField(plan);
    const set = new PocketSet(plan);
    let next = 0;
    return () => {
      const table = tables[next]!;
      set.draw(table);
      measured.measure(table, set);
      total += measured.percentile[0]!;
      next = (next + 1) % SPOTS;
      return 1;
    };
  },
);

/** The sum of all results so far. */
export function spent(): number {
  return total;
}
