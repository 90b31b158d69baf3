import type { Action } from '../src/core/game.js';
import { KEEP, takeAction } from '../src/gang/actions.js';
import { type GangView, MOVES } from '../src/gang/state.js';
import { DeluxeGreedy } from './deluxe/greedy-session.js';
import { ViewFeatures } from './features.js';
import type { GangAgent } from './gang-agent.js';

/**
 * The yardstick; pinned, so that results stay comparable. e is the equity against one random hand on the board so far,
 * the target star 1 + min(N − 1, ⌊e·N⌋), chips counted from the lowest.
 * - While fewer than 2N chips have moved in this round and it has takes left, it takes its target wherever that lies,
 *   and keeps it when it already holds it.
 * - Afterwards it keeps what it has; without a star it takes the free chip nearest to its target, the lower of two.
 *
 * That is the base game; for other tables see `deluxe/greedy-session.ts`.
 */
export const greedy: GangAgent = {
  name: 'greedy',
  observes: 'full',
  open: () => {
    const features = new ViewFeatures();
    const deluxe = new DeluxeGreedy();
    return {
      act: (view, legal) => (view.plain ? greedyAct(view, features.equity(view)) : deluxe.act(view, legal)),
    };
  },
};

/**
 * Its act at this view, given the seat's equity in 0…1.
 * @param patience moves of chips in a round after which it seeks its target no longer
 */
export function greedyAct(view: GangView, equity: number, patience = 2 * view.shape.seats): Action {
  const { chips } = view.shape;
  const target = Math.min(chips - 1, Math.floor(equity * chips));
  const own = view.starNow(view.seat);
  if (own === target) return KEEP;
  if (view.info[MOVES]! < patience && view.takesLeft(view.seat) > 0) return takeAction(target, view.holder[target]!);
  if (own >= 0) return KEEP;
  return takeAction(nearestFree(view, target), -1);
}

/** The chip in the centre that is nearest to `target`, the lower of two. A seat without a star leaves one free. */
export function nearestFree(view: GangView, target: number): number {
  let best = -1;
  for (let c = 0; c < view.shape.chips; c++) {
    if (view.holder[c]! >= 0) continue;
    if (best < 0 || Math.abs(c - target) < Math.abs(best - target)) best = c;
  }
  return best;
}
