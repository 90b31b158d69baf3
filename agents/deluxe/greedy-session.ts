import type { Session } from '../../src/core/agent.js';
import type { Action, ActionList } from '../../src/core/game.js';
import { KEEP } from '../../src/gang/actions.js';
import type { GangView } from '../../src/gang/state.js';
import { MOVES, PROMPT_BY } from '../../src/gang/words.js';
import { answerQuestion, type Judgement } from './answers.js';
import { freeExit, isSamePlace, mustExit, nearestFree, placeOf, takeOf } from './chips.js';
import { CardSense } from './sense.js';

/**
 * `greedy` where the base game isn't all there is: the same rule, with the equity of this table's hands and the chips
 * that it has. Hands in the middle take exit chips: they are the hardest to place.
 */
export class DeluxeGreedy implements Session<GangView>, Judgement {
  readonly sense = new CardSense();

  act(view: GangView, legal: ActionList): Action {
    if (view.asked(PROMPT_BY) !== 0 || mustExit(view)) return answerQuestion(view, legal, this);
    return greedyChips(view, legal, this.sense.equity(view));
  }

  confidence(view: GangView): number {
    return 2 * Math.abs(this.sense.equity(view) - 0.5);
  }
}

/** Its act about chips, given the seat's equity in 0…1 and the moves in a round after which it seeks its target no longer. */
export function greedyChips(
  view: GangView,
  legal: ActionList,
  equity: number,
  patience = 2 * view.shape.seats,
): Action {
  const { seats, chips, exits } = view.shape;
  const target = Math.min(chips - 1, Math.floor(equity * chips));
  const own = placeOf(view, view.starNow(view.seat));
  const exit = own >= 0 && !view.hasExit(view.seat) ? freeExit(view, legal) : -1;
  if (exit >= 0 && Math.abs(equity - 0.5) < exits / (2 * seats)) return exit;
  if (own >= 0 && isSamePlace(view, own, target)) return KEEP;
  if (view.info[MOVES]! < patience && view.takesLeft(view.seat) > 0) {
    const take = takeOf(view, legal, target);
    if (take >= 0) return take;
  }
  if (own >= 0) return KEEP;
  const free = nearestFree(view, legal, target);
  return free >= 0 ? free : legal.at(0);
}
