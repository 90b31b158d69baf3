import { TableOdds } from '../cards/table-odds.js';
import { isCommunity, TableCards, type TablePlan } from '../cards/table-plan.js';
import { mix32 } from '../core/rng.js';
import type { GangView } from '../gang/state.js';
import { BOARD_COUNT, BOARD_MAX, LEDGER_COUNT, PHASE, ROUND } from '../gang/words.js';
import { cardPlanOf, fillOwnCards } from './gang-cards.js';

/** Samples of an equity that can't be had exactly: a standard error of at most 0.022. */
const SAMPLES = 512;
/** Samples where hundreds of possibilities are compared. */
const ROUGH_SAMPLES = 48;

interface Tools {
  readonly table: TableCards;
  readonly odds: TableOdds;
  readonly rough: TableOdds;
}

const tools = new Map<TablePlan, Tools>();

function toolsOf(plan: TablePlan): Tools {
  let found = tools.get(plan);
  if (found === undefined) {
    const table = new TableCards(plan);
    found = { table, odds: new TableOdds(plan, SAMPLES), rough: new TableOdds(plan, ROUGH_SAMPLES) };
    tools.set(plan, found);
  }
  return found;
}

export interface EquityOptions {
  /** The community cards to come next, as if they were known. */
  readonly next?: readonly number[];
  /** With 48 samples in place of 512. */
  readonly rough?: boolean;
  /** Whether the others' pockets count as unknown even where cards of them are known. */
  readonly strangers?: boolean;
}

/** Equities kept: a seat is asked many times while the same cards lie. */
const KEPT = 1024;
const kept = new Map<string, number>();
const even = (): number => 1;

/**
 * The equity of a view's seat against one random hand of the others, 0…1, at any table: as if it held the first `count`
 * cards of `pocket`. Exact or sampled as the card layer says, the same for the same knowledge.
 */
export function equityAt(
  view: GangView,
  pocket: ArrayLike<number>,
  count: number,
  { next = [], rough = false, strangers = false }: EquityOptions = {},
): number {
  const plan = cardPlanOf(view);
  const { table, odds, rough: few } = toolsOf(plan);
  fillOwnCards(view, table, pocket, count, strangers);
  let place = view.info[BOARD_COUNT]!;
  for (const card of next) if (place < BOARD_MAX) table.cards[place++] = card;
  const key = `${plan.kind}|${plan.pocket}|${plan.seats}|${rough ? 1 : 0}|${view.seat}|${table.seed()}`;
  const found = kept.get(key);
  if (found !== undefined) return found;
  if (kept.size >= KEPT) kept.delete(kept.keys().next().value!); // the oldest
  // At a table with community cards a seat of which nothing is known stands for all of them.
  const other = isCommunity(plan) ? strangerTo(table, view.seat) : -1;
  const inPlay = other < 0 ? (1 << plan.seats) - 1 : (1 << other) | (1 << view.seat);
  const options = rough && plan.exactly ? { inPlay, weight: even } : { inPlay };
  const value = (rough ? few : odds).equityOf(table, view.seat, options);
  kept.set(key, value);
  return value;
}

/** A seat of which no card is known, −1 when there is none or when others are known better. */
function strangerTo(table: TableCards, seat: number): number {
  const { plan } = table;
  let stranger = -1;
  for (let s = 0; s < plan.seats; s++) {
    if (s === seat) continue;
    if (table.cards[plan.loneAt + s]! >= 0) return -1;
    for (let i = 0; i < plan.pocket; i++) if (table.cards[table.pocketPlace(s, i)]! >= 0) return -1;
    if (stranger < 0) stranger = s;
  }
  return stranger;
}

/** A hash of all in a view that decides which cards may lie where: it changes with any of it. */
export function cardsKey(view: GangView): number {
  let hash = mix32(view.info[ROUND]! + 8 * view.info[PHASE]! + 64 * view.info[LEDGER_COUNT]!);
  for (let i = 0; i < view.pocketCount[view.seat]!; i++) hash = mix32(hash ^ (view.pocket[i]! + 1));
  for (let i = 0; i < BOARD_MAX; i++) hash = mix32(hash ^ (view.board[i]! + 2));
  for (let i = 0; i < view.up.length; i++) hash = mix32(hash ^ (view.up[i]! + 2));
  for (let i = 0; i < view.stacked.length; i++) hash = mix32(hash ^ (view.stacked[i]! + 2));
  return hash;
}
