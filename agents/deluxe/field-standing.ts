import { TableField } from '../../src/cards/table-field.js';
import { isCommunity, TableCards, type TablePlan } from '../../src/cards/table-plan.js';
import { cardPlanOf, fillPublicCards } from '../../src/env/gang-cards.js';
import type { GangView } from '../../src/gang/state.js';
import { byPlaces } from './fields.js';

/** Fields kept, about 60 kB each: all seats of a table ask for the same one, and a trainer plays many tables at once. */
const KEPT = 192;
const fields = new Map<string, TableField>();
const tables = new Map<TablePlan, TableCards>();
const pocket = new Int32Array(16);

/**
 * Whether hands are to be measured by what everybody sees. Where each seat has face-up cards of its own, a seat's equity
 * against the others measures with another yardstick than its neighbour's does, and where exactly two pocket cards
 * count it is sampled; then two seats may each think itself the better, or not know.
 */
export function needsField(plan: TablePlan): boolean {
  return !isCommunity(plan) || plan.exactly;
}

/**
 * The share of the hands of all seats, as everybody sees the table, that the pocket of a view's seat beats by the end,
 * 0 … 1; −1 where it can't be measured. One yardstick for all seats: in the last round they order hands as the showdown does.
 */
export function fieldStanding(view: GangView): number {
  const plan = cardPlanOf(view);
  let open = tables.get(plan);
  if (open === undefined) {
    open = new TableCards(plan);
    tables.set(plan, open);
  }
  fillPublicCards(view, open);
  const key = `${plan.kind}|${plan.seats}|${plan.pocket}|${open.seed()}`;
  let field = fields.get(key);
  if (field === undefined) {
    field = freeField(plan);
    field.deal(open);
    fields.set(key, field);
  }
  byPlaces(plan, view.pocket, view.pocketCount[view.seat]!, pocket);
  return field.standingOf(view.seat, pocket, 0);
}

/** A new one, or the oldest where enough are kept and it is of this plan. */
function freeField(plan: TablePlan): TableField {
  if (fields.size >= KEPT) {
    const [key, oldest] = fields.entries().next().value!;
    fields.delete(key);
    if (oldest.plan === plan) return oldest;
  }
  return new TableField(plan);
}
