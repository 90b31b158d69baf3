import type { Action, ActionList } from '../../src/core/game.js';
import { action, cardOf } from '../../src/gangup/actions.js';
import type { GangupView } from '../../src/gangup/state.js';
import type { Appraiser } from './appraisal.js';

const CARDS_MAX = 512;
const worths = new Float64Array(CARDS_MAX);
const taken = new Uint8Array(CARDS_MAX);

/**
 * Of the cards that may be given up (or, with `sign` 1, had), `n` altogether, the one to name now: choices are made in
 * ascending order, so it is the first of the `n` best. `legal` holds one action of the verb for each different card that
 * may come next; `pool` are the cards from which the choice goes on.
 */
export function firstOfBest(
  appraiser: Appraiser,
  view: GangupView,
  legal: ActionList,
  verb: number,
  pool: Int32Array,
  from: number,
  count: number,
  n: number,
  sign: number,
): Action {
  let lowest = -1;
  for (let i = 0; i < legal.length; i++) {
    const card = cardOf(legal.codes[i]!);
    if (lowest < 0 || card < lowest) lowest = card;
  }
  const size = Math.min(count, CARDS_MAX);
  for (let i = 0; i < size; i++) {
    const card = pool[from + i]!;
    taken[i] = card < lowest ? 1 : 0;
    worths[i] = sign * appraiser.inHand(view.seat, card);
  }
  let first = -1;
  for (let k = 0; k < n; k++) {
    let best = -1;
    for (let i = 0; i < size; i++) if (taken[i] === 0 && (best < 0 || worths[i]! > worths[best]!)) best = i;
    if (best < 0) break;
    taken[best] = 1;
    const code = action(verb, pool[from + best]!);
    if ((first < 0 || pool[from + best]! < cardOf(first)) && legal.includes(code)) first = code;
  }
  return first < 0 ? legal.codes[0]! : first;
}

/** What the `n` cards that the seat would miss least are worth to it, `own` (a card in the hand, or −1) not counted. */
export function cheapest(appraiser: Appraiser, view: GangupView, n: number, own: number): number {
  const count = Math.min(view.handCount[view.seat]!, CARDS_MAX);
  let skip = own;
  for (let i = 0; i < count; i++) {
    const card = view.hand[i]!;
    taken[i] = card === skip ? 1 : 0;
    if (card === skip) skip = -1;
    worths[i] = appraiser.inHand(view.seat, card);
  }
  let sum = 0;
  for (let k = 0; k < n; k++) {
    let best = -1;
    for (let i = 0; i < count; i++) if (taken[i] === 0 && (best < 0 || worths[i]! < worths[best]!)) best = i;
    if (best < 0) break;
    taken[best] = 1;
    sum += worths[best]!;
  }
  return sum;
}
