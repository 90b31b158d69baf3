import type { Action, ActionList } from '../../src/core/game.js';
import { chipOf, holderOf, takeAction, VERB_TAKE, verbOf } from '../../src/gang/actions.js';
import type { PublicTable } from '../../src/gang/state.js';
import { EXIT_CHIP, EXITS_LEFT, FORCED_EXIT, ZERO_CHIP } from '../../src/gang/words.js';

/** Star chips by their place in the order of hands, 0 the weakest; the two without stars count for both their places. */

/** The place of a star chip, −1 for none. */
export function placeOf(table: PublicTable, chip: number): number {
  return chip < 0 ? -1 : table.plan.chipOrder.indexOf(chip);
}

/** Whether two places are the same to stand on (R-ZERO). */
export function isSamePlace(table: PublicTable, a: number, b: number): boolean {
  if (a === b) return true;
  const { chipOrder } = table.plan;
  return a >= 0 && b >= 0 && chipOrder[a]! >= ZERO_CHIP && chipOrder[b]! >= ZERO_CHIP;
}

/** The legal take of a chip of that place, from the centre before another seat; −1 where there is none. */
export function takeOf(table: PublicTable, legal: ActionList, place: number): Action {
  let found = -1;
  for (let i = 0; i < legal.length; i++) {
    const action = legal.codes[i]!;
    if (verbOf(action) !== VERB_TAKE || chipOf(action) === EXIT_CHIP) continue;
    if (!isSamePlace(table, placeOf(table, chipOf(action)), place)) continue;
    if (holderOf(action) < 0) return action;
    found = action;
  }
  return found;
}

/** The legal take from the centre that is nearest to a place, the lower of two; −1 where there is none. */
export function nearestFree(table: PublicTable, legal: ActionList, place: number): Action {
  let best = -1;
  let distance = Number.POSITIVE_INFINITY;
  for (let i = 0; i < legal.length; i++) {
    const action = legal.codes[i]!;
    if (verbOf(action) !== VERB_TAKE || chipOf(action) === EXIT_CHIP || holderOf(action) >= 0) continue;
    const away = Math.abs(placeOf(table, chipOf(action)) - place);
    if (away >= distance) continue;
    best = action;
    distance = away;
  }
  return best;
}

/** The take of an exit chip from the centre, where the seat may and none of its own keeps it from it; else −1. */
export function freeExit(table: PublicTable, legal: ActionList): Action {
  const take = takeAction(EXIT_CHIP, -1);
  return table.info[EXITS_LEFT]! > 0 && legal.includes(take) ? take : -1;
}

/** R-HEADLESS: whether the seat must take an exit chip. */
export function mustExit(table: PublicTable): boolean {
  return table.info[FORCED_EXIT] === 1;
}
