import { DECK_SIZE } from '../../src/cards/card.js';
import { PocketSet, startingField, TableField } from '../../src/cards/table-field.js';
import { ABSENT, isCommunity, TableCards, type TablePlan } from '../../src/cards/table-plan.js';
import { mix32, Rng } from '../../src/core/rng.js';
import { knownCards } from '../../src/env/gang-cards.js';
import type { GangView } from '../../src/gang/state.js';
import { L_OP, LEDGER_COUNT, LEDGER_WIDTH, OP_FACT, OP_SHOW } from '../../src/gang/words.js';
import { agreement } from './guess.js';

/** Pockets that the seats of a heist might hold, by what everybody knows; the same object for all its seats. */
export interface Pockets {
  readonly id: number;
  readonly set: PocketSet;
}

/** A set of pockets, measured by the face-up cards of one round: percentiles [rows, perRow], −1 for those that can't be. */
export interface Measured {
  readonly percentile: Float32Array;
  /** Percentile of any pocket of a seat at that table, by the places of the card layer's plan. */
  percentileOf(seat: number, pocket: ArrayLike<number>): number;
}

/** How many of each are kept: an arena plays several tables at once, and all seats of one ask for the same. */
const KEPT_FIELDS = 64;
const KEPT_SETS = 32;

const fields = new Map<string, Measured>();
const sets = new Map<string, Pockets>();
const spare = new Map<TablePlan, TableField[]>();
/** Fields whose arrays a kept measurement reads. */
const fieldOf = new Map<string, TableField>();

/** Pockets by what everybody knows of the heist now: all alike at the start; with facts and shown cards each seat its own. */
export function pocketsOf(view: GangView, open: TableCards): Pockets {
  const { plan } = open;
  const told = toldHash(view);
  if (told === 0) return { id: 0, set: startingField(plan).set };
  const key = `${plan.kind}|${plan.seats}|${plan.pocket}|${open.seed()}|${told}`;
  let found = sets.get(key);
  if (found === undefined) {
    if (sets.size >= KEPT_SETS) sets.delete(sets.keys().next().value!); // the oldest
    found = { id: mix32(told ^ open.seed()) | 1, set: drawPockets(view, open, told) };
    sets.set(key, found);
  }
  return found;
}

/** A hash of what was announced about pockets and of cards that were shown to everybody; 0 for nothing. */
function toldHash(view: GangView): number {
  let hash = 0;
  const everybody = (1 << view.shape.seats) - 1;
  for (let e = 0; e < view.info[LEDGER_COUNT]!; e++) {
    const at = e * LEDGER_WIDTH;
    const op = view.ledger[at + L_OP]!;
    const shown = op === OP_SHOW && view.ledger[at + 6] === everybody;
    if (op !== OP_FACT && !shown && hash === 0) continue;
    for (let i = 0; i < LEDGER_WIDTH; i++) hash = mix32(hash ^ (view.ledger[at + i]! + 64 * i + 1));
  }
  return hash;
}

const hand = new Int32Array(16);
/** Deals that are tried for a pocket that agrees with all that was told. */
const TRIES = 48;

function drawPockets(view: GangView, open: TableCards, seed: number): PocketSet {
  const { plan } = open;
  const set = new PocketSet(plan);
  set.rows = plan.seats;
  set.perRow = Math.floor(set.pockets.length / plan.pocket / plan.seats);
  const rng = new Rng(seed >>> 0);
  const everybody = (1 << plan.seats) - 1;
  const deck: number[] = [];
  for (let card = 0; card < DECK_SIZE; card++) if (!open.cards.includes(card)) deck.push(card);
  for (let s = 0; s < plan.seats; s++) {
    const known = Math.min(plan.pocket, knownCards(view, s, everybody, hand));
    for (let n = 0; n < set.perRow; n++) {
      const at = (s * set.perRow + n) * plan.pocket;
      let best = -1;
      for (let attempt = 0; attempt < TRIES && best < 1; attempt++) {
        for (let i = known; i < plan.pocket; i++) {
          const from = i - known;
          const j = from + rng.below(deck.length - from);
          const card = deck[j]!;
          deck[j] = deck[from]!;
          deck[from] = card;
          hand[i] = card;
        }
        const share = agreement(view, s, hand, plan.pocket);
        if (share <= best) continue;
        best = share;
        for (let i = 0; i < plan.pocket; i++) set.pockets[at + i] = hand[i]!;
      }
    }
  }
  return set;
}

/** The set, measured at a table of which `open` says what everybody saw then. */
export function measured(open: TableCards, pockets: Pockets): Measured {
  const { plan } = open;
  const key = `${plan.kind}|${plan.seats}|${plan.pocket}|${open.seed()}|${pockets.id}`;
  const found = fields.get(key);
  if (found !== undefined) return found;
  const start = startingField(plan);
  const fresh =
    pockets.id === 0 && isStart(open) ? remembered(start.field, pockets.set) : measure(open, pockets.set, key);
  fields.set(key, fresh);
  return fresh;
}

function isStart(open: TableCards): boolean {
  return open.seed() === startOf(open.plan).seed();
}

const starts = new Map<TablePlan, TableCards>();
function startOf(plan: TablePlan): TableCards {
  let table = starts.get(plan);
  if (table === undefined) {
    table = new TableCards(plan);
    starts.set(plan, table);
  }
  return table;
}

function measure(open: TableCards, set: PocketSet, key: string): Measured {
  const field = freeField(open.plan);
  field.measure(open, set);
  fieldOf.set(key, field);
  return copyOf(field, set);
}

/** A field that nothing reads any more: one of the oldest measurement where enough are kept. */
function freeField(plan: TablePlan): TableField {
  while (fields.size >= KEPT_FIELDS) {
    const oldest = fields.keys().next().value!;
    fields.delete(oldest);
    const field = fieldOf.get(oldest);
    if (field === undefined) continue;
    fieldOf.delete(oldest);
    const list = spare.get(field.plan) ?? [];
    list.push(field);
    spare.set(field.plan, list);
  }
  return spare.get(plan)?.pop() ?? new TableField(plan);
}

function copyOf(field: TableField, set: PocketSet): Measured {
  return {
    percentile: field.percentile.slice(0, set.rows * set.perRow),
    percentileOf: (seat, pocket) => field.percentileOf(seat, pocket, 0),
  };
}

/** Percentiles at the start of a heist that are remembered for each plan: all pockets of two cards, some of larger ones. */
const PLACES_KEPT = 20_000;
const startPlaces = new Map<TablePlan, Map<number, number>>();
const sorted = new Int32Array(8);

/** All heists begin alike, and a pocket takes long to place before anything lies open: each is placed once. */
function remembered(field: TableField, set: PocketSet): Measured {
  const { plan } = field;
  if (plan.pocket > sorted.length) return copyOf(field, set);
  const known = startPlaces.get(plan) ?? new Map<number, number>();
  startPlaces.set(plan, known);
  const fresh = copyOf(field, set);
  return {
    percentile: fresh.percentile,
    percentileOf: (seat, pocket) => {
      const key = keyOf(seat, pocket, plan);
      let place = known.get(key);
      if (place === undefined) {
        place = fresh.percentileOf(seat, pocket);
        if (known.size >= PLACES_KEPT) known.clear();
        known.set(key, place);
      }
      return place;
    },
  };
}

/** A number for the cards of a pocket in any order, at a seat where seats differ. */
function keyOf(seat: number, pocket: ArrayLike<number>, plan: TablePlan): number {
  const cards = sorted.subarray(0, plan.pocket);
  for (let i = 0; i < plan.pocket; i++) cards[i] = pocket[i]!;
  cards.sort();
  let key = isCommunity(plan) ? 0 : seat;
  for (const card of cards) key = 64 * key + card - ABSENT;
  return key;
}

/** A pocket by the places of a plan: `ABSENT` where the seat has no card. */
export function byPlaces(plan: TablePlan, pocket: ArrayLike<number>, count: number, out: Int32Array): void {
  for (let i = 0; i < plan.pocket; i++) out[i] = i < count ? pocket[i]! : ABSENT;
}
