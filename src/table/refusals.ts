import { type Action, ActionList, type Seat } from '../core/game.js';
import { type InputError, inputError, type Result } from '../core/result.js';
import { chipOf, holderOf, READY, VERB_KEEP, VERB_PROPOSE, VERB_TAKE, verbOf } from '../gang/actions.js';
import { isDark } from '../gang/chips.js';
import { describeAction } from '../gang/notation.js';
import { legal } from '../gang/rules.js';
import { EXIT_CHIP, type GangState, PROMPT_BY, PROMPT_PENDING, READY_MASK } from '../gang/state.js';

/** What a live table says to an act that it doesn't take. */

/** What to do about an act that came too late. */
export const LOOK = 'Look again.';

export function refuse(code: string, message: string, hint?: string): Result<never, InputError> {
  return { ok: false, error: inputError(code, '', message, hint) };
}

/** Why the seat can't do that now, an act that `isLegal` refuses. */
export function refusalOf(state: GangState, seat: Seat, action: Action): Result<never, InputError> {
  const chip = chipOf(action);
  const talks = state.flow[PROMPT_BY] !== 0;
  if (talks || verbOf(action) >= VERB_PROPOSE) return notNow(state, seat, action, talks);
  switch (verbOf(action)) {
    case VERB_TAKE:
      if (chip === EXIT_CHIP || chip >= state.shape.chips) break;
      if (isDark(state, state.starNow(seat))) {
        return refuse('table/illegal', 'your chip lies on its dark side: it stays yours in this round.');
      }
      if (state.holder[chip] === holderOf(action) && isDark(state, chip)) {
        return refuse('table/illegal', 'that chip lies on its dark side: it stays where it is.');
      }
      if (state.holder[chip] === seat) return refuse('table/illegal', 'that chip is yours already.');
      return refuse('table/stale', 'that chip has moved meanwhile.', LOOK);
    case VERB_KEEP:
      return refuse('table/illegal', 'to keep your chip, just do nothing.');
    default:
      if (action === READY) return refuse('table/illegal', whyNotReady(state, seat));
      if (state.starNow(seat) < 0) return refuse('table/illegal', 'you have no chip to put back.');
      if (isDark(state, chip)) return refuse('table/illegal', 'your chip lies on its dark side: it stays yours.');
  }
  return impossible(state, seat, action);
}

/** What isn't the answer that the open question wants, or an answer to none. */
function notNow(state: GangState, seat: Seat, action: Action, talks: boolean): Result<never, InputError> {
  if (!talks) return refuse('table/illegal', 'nothing is asked now.', LOOK);
  const pending = (state.flow[PROMPT_PENDING]! >> seat) & 1;
  return pending === 1 ? impossible(state, seat, action) : refuse('table/illegal', 'others are asked first.', LOOK);
}

function impossible(state: GangState, seat: Seat, action: Action): Result<never, InputError> {
  const list = new ActionList();
  legal(state, seat, list);
  const options = list.toArray().map(describeAction).join(', ');
  return refuse('table/illegal', `${describeAction(action)} is not possible now.`, `Possible: ${options}.`);
}

function whyNotReady(state: GangState, seat: Seat): string {
  if (state.config.roundEnd === 'strict') return 'here a round ends by itself as soon as everybody holds a chip.';
  const said = ((state.info[READY_MASK]! >> seat) & 1) === 1;
  if (said) return 'you said that you are ready already.';
  return state.allHold() ? 'exit chips are left in the centre.' : 'not everybody holds a chip yet.';
}
