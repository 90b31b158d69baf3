import type { Action } from '../core/game.js';
import { type InputError, inputError, type Result } from '../core/result.js';
import {
  chipOf,
  holderOf,
  KEEP,
  putBackAction,
  READY,
  takeAction,
  VERB_KEEP,
  VERB_PUT_BACK,
  VERB_READY,
  VERB_TAKE,
  verbOf,
} from './actions.js';
import { type GangView, starsOf } from './state.js';

/** An action in the notation, without a view: `take 3 from seat 1`. */
export function describeAction(action: Action): string {
  switch (verbOf(action)) {
    case VERB_KEEP:
      return 'keep';
    case VERB_TAKE: {
      const from = holderOf(action);
      return `take ${starsOf(chipOf(action))} from ${from < 0 ? 'centre' : `seat ${from}`}`;
    }
    case VERB_PUT_BACK:
      return `put back ${starsOf(chipOf(action))}`;
    case VERB_READY:
      return 'ready';
    default:
      return `unknown action ${action}`;
  }
}

/** `keep`, `take 3 from centre`, `take 3 from seat 1`, `put back 3`, `ready`: chips by their stars, seats from 0. */
export function formatAction(_view: GangView, action: Action): string {
  return describeAction(action);
}

const TAKE = /^(?:take\s+)?(\d+)(?:\s+from\s+(centre|center|seat\s+(\d+)))?$/;
const PUT_BACK = /^put\s*back(?:\s+(\d+))?$/;

/**
 * Reads the notation. `3` and `take 3` take the chip from wherever it lies in the view; with `from …` the text says
 * whom the actor saw holding it. Says nothing about legality.
 */
export function parseAction(view: GangView, text: string): Result<Action, InputError> {
  const line = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (line === 'keep' || line === 'k') return { ok: true, value: KEEP };
  if (line === 'ready' || line === 'r') return { ok: true, value: READY };
  const back = PUT_BACK.exec(line);
  if (back !== null) {
    const own = view.starNow(view.seat);
    if (own < 0) return no('notation/no-chip', 'you have no chip of this round to put back');
    if (back[1] !== undefined && Number(back[1]) !== starsOf(own)) {
      return no('notation/chip', `your chip has ${stars(own)}, not ${back[1]}`);
    }
    return { ok: true, value: putBackAction(own) };
  }
  const take = TAKE.exec(line);
  if (take !== null) {
    const { chips, seats } = view.shape;
    const chip = Number(take[1]) - starsOf(0);
    if (chip < 0 || chip >= chips) {
      return no('notation/chip', `there is no chip with ${take[1]} stars; chips have 1 to ${starsOf(chips - 1)}`);
    }
    if (take[2] === undefined) return { ok: true, value: takeAction(chip, view.holder[chip]!) };
    const from = take[3] === undefined ? -1 : Number(take[3]);
    if (from >= seats) return no('notation/seat', `there is no seat ${from}; seats are 0 to ${seats - 1}`);
    return { ok: true, value: takeAction(chip, from) };
  }
  return no('notation/unknown', `"${text.trim().slice(0, 40)}" is not a move`);
}

function stars(chip: number): string {
  return starsOf(chip) === 1 ? '1 star' : `${starsOf(chip)} stars`;
}

function no(code: string, message: string): Result<never, InputError> {
  return {
    ok: false,
    error: inputError(code, '', `${message}.`, 'Write "take 3", "keep", "put back" or "ready".'),
  };
}
