import { TableField } from '../cards/table-field.js';
import { ABSENT, isCommunity, TableCards, type TablePlan } from '../cards/table-plan.js';
import type { GangView } from '../gang/state.js';
import { cardPlanOf, fillPublicCards } from './gang-cards.js';

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
function needsField(plan: TablePlan): boolean {
  return !isCommunity(plan) || plan.exactly;
}

/**
 * The share of the hands of all seats, as everybody sees the table, that the pocket of a view's seat beats by the end,
 * 0 … 1. One yardstick for all seats: in the last round they order hands as the showdown does. −1 where equities do that
 * too, and where a dealer has cards to play (R-DEALER): it knows more of the board than the others see.
 */
export function standingAt(view: GangView): number {
  const plan = cardPlanOf(view);
  const held = view.pocketCount[view.seat]!;
  if (!needsField(plan) || held > plan.pocket) return -1;
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
  for (let i = 0; i < plan.pocket; i++) pocket[i] = i < held ? view.pocket[i]! : ABSENT;
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
