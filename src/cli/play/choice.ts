import { RANKS } from '../../cards/card.js';
import type { Action } from '../../core/game.js';
import {
  firstOf,
  NO_ARGUMENT,
  proposedOther,
  secondOf,
  VERB_CARD,
  VERB_CHANGE,
  VERB_PROPOSE,
  VERB_SEAT,
  VERB_USE,
  VERB_VOTE,
  VOTE_CARD,
  verbOf,
} from '../../gang/actions.js';
import { cardTitle } from '../../gang/event-words.js';
import { describeAction } from '../../gang/notation.js';
import type { GangView } from '../../gang/state.js';
import { capital, type Telling } from '../../table/words.js';

/** One of the things that can be chosen: an act, or more to choose from. */
export interface Option {
  readonly label: string;
  readonly action: Action | null;
  readonly more: readonly Option[];
}

/** Keys of options in their order; letters that mean something else on the screen are left out. */
const KEYS = '1234567890abdfgijlmnostuvyz';

export function keyOf(index: number): string {
  return KEYS[index] ?? '';
}

/** The option of a key, −1 for a key of none. */
export function indexOfKey(key: string, options: readonly Option[]): number {
  const index = key.length === 1 ? KEYS.indexOf(key) : -1;
  return index < options.length ? index : -1;
}

/**
 * The answers to a question as they are chosen with keys: proposals first by seat, then by value or other seat; changes
 * first by card.
 */
export function optionsOf(view: GangView, actions: readonly Action[], telling: Telling): Option[] {
  const options: Option[] = [];
  const groups = new Map<number, Option[]>();
  for (const action of actions) {
    const verb = verbOf(action);
    const grouped = verb === VERB_CHANGE || (verb === VERB_PROPOSE && secondOf(action) !== NO_ARGUMENT);
    const leaf: Option = { label: labelOf(view, action, telling), action, more: [] };
    if (!grouped) {
      options.push(leaf);
      continue;
    }
    const group = groups.get(firstOf(action));
    if (group !== undefined) {
      group.push(leaf);
      continue;
    }
    const more = [leaf];
    groups.set(firstOf(action), more);
    const first = firstOf(action);
    options.push({ label: verb === VERB_CHANGE ? telling.cards([first]) : telling.name(first), action: null, more });
  }
  return options;
}

/** The last part of an answer: what its group hasn't said. */
function labelOf(view: GangView, action: Action, telling: Telling): string {
  switch (verbOf(action)) {
    case VERB_PROPOSE: {
      const other = proposedOther(action);
      if (other >= 0) return `to ${telling.name(other)}`;
      return secondOf(action) === NO_ARGUMENT
        ? telling.name(firstOf(action))
        : (RANKS[secondOf(action)] ?? '').replace('T', '10');
    }
    case VERB_VOTE:
      if (firstOf(action) === VOTE_CARD) return telling.cards([secondOf(action)]);
      return describeAction(action)
        .replace(/^vote /, '')
        .replace(/^T$/, '10');
    case VERB_CARD:
      return telling.cards([firstOf(action)]);
    case VERB_CHANGE:
      return telling.cards([secondOf(action)]);
    case VERB_SEAT:
      return telling.name(firstOf(action));
    case VERB_USE: {
      const card = view.plan.modifiers.find((m) => m.kind === 'specialist' && m.number === firstOf(action));
      return card === undefined ? describeAction(action) : cardTitle(card.id);
    }
    default:
      return describeAction(action);
  }
}

/** What is about to be answered, in a few words: `Bo, value 9`. */
export function chosenWords(path: readonly Option[]): string {
  return capital(path.map((option) => option.label).join(', '));
}

/** Something that is chosen with keys. */
export interface Choice {
  readonly title: string;
  readonly options: readonly Option[];
  /** Options chosen so far, from the first list down; the last may be an answer. */
  readonly path: readonly Option[];
  /**
   * The key that led here and, pressed again, takes the first option at once. Null for an answer to a question, which
   * can't be taken back and has to be confirmed by a second key.
   */
  readonly again: string | null;
}
