import type { Action, ActionList } from '../core/game.js';
import {
  cardAction,
  NO_ARGUMENT,
  NOT_NOW,
  proposeAction,
  proposeToAction,
  VOTE_CATEGORY,
  VOTE_RANK,
  voteAction,
} from './actions.js';
import type { GangState, GangView } from './state.js';
import {
  PHASE,
  PHASE_SHOWDOWN,
  PHASE_TALK,
  PROMPT_ARG,
  PROMPT_ASKED,
  PROMPT_BY,
  PROMPT_KIND,
  PROMPT_OTHER,
  PROMPT_PENDING,
  PROMPT_PURPOSE,
  PROMPT_SECRET,
} from './words.js';

/** Kinds of questions, by the form of their answers. */
export const PROMPT_KINDS = ['propose', 'vote', 'card', 'change', 'decide', 'seat', 'specialist'] as const;
export type PromptKind = (typeof PROMPT_KINDS)[number];

/** What an answer is for. */
export const PURPOSES = [
  'agree',
  'guess',
  'replace',
  'discard',
  'pass',
  'show',
  'keep',
  'play',
  'change',
  'use',
  'deal',
  'give',
] as const;
export type Purpose = (typeof PURPOSES)[number];

/** What a proposal names beside a seat (`argument` of a `propose` question). */
export const NAMES_SEAT = 0;
export const NAMES_RANK = 1;
export const NAMES_OTHER = 2;

/** A question as a seat sees it. Everything is known from the view; `by` is the modifier's id. */
export type Prompt = {
  readonly by: string;
  readonly purpose: Purpose;
  readonly secret: boolean;
  readonly pending: boolean;
} & (
  | { readonly kind: 'propose'; readonly names: 'seat' | 'rank' | 'other' }
  | { readonly kind: 'vote'; readonly about: number }
  | { readonly kind: 'card' }
  | { readonly kind: 'change'; readonly left: number }
  | { readonly kind: 'decide' }
  | { readonly kind: 'seat' }
  | { readonly kind: 'specialist' }
);

/** All seats of the table (bits). */
export function everyone(state: { readonly shape: { readonly seats: number } }): number {
  return (1 << state.shape.seats) - 1;
}

/**
 * Opens a question of modifier `by` to the seats in `asked`; nothing goes on until all have answered. `secret`: nobody
 * else may know that it is open.
 */
export function ask(
  state: GangState,
  by: number,
  kind: PromptKind,
  purpose: Purpose,
  asked: number,
  argument = 0,
  other = 0,
  secret = false,
): void {
  const { flow, info } = state;
  flow[PROMPT_BY] = by + 1;
  flow[PROMPT_KIND] = PROMPT_KINDS.indexOf(kind);
  flow[PROMPT_PURPOSE] = PURPOSES.indexOf(purpose);
  flow[PROMPT_ASKED] = asked;
  flow[PROMPT_PENDING] = asked;
  flow[PROMPT_ARG] = argument;
  flow[PROMPT_OTHER] = other;
  flow[PROMPT_SECRET] = secret ? 1 : 0;
  state.answers.fill(-1);
  if (info[PHASE] !== PHASE_SHOWDOWN) info[PHASE] = PHASE_TALK;
}

/** Forgets the question; its answers stay readable until the next is opened. */
export function closePrompt(state: GangState): void {
  state.flow.fill(0, PROMPT_BY, PROMPT_SECRET + 1);
}

/** The open question as this view's seat may know it, null when none is. */
export function seenPrompt(view: GangView): Prompt | null {
  const by = view.asked(PROMPT_BY);
  if (by === 0) return null;
  const common = {
    by: view.plan.modifiers[by - 1]!.id,
    purpose: PURPOSES[view.asked(PROMPT_PURPOSE)]!,
    secret: view.asked(PROMPT_SECRET) === 1,
    pending: ((view.asked(PROMPT_PENDING) >> view.seat) & 1) === 1,
  };
  const argument = view.asked(PROMPT_ARG);
  const kind = PROMPT_KINDS[view.asked(PROMPT_KIND)]!;
  switch (kind) {
    case 'propose':
      return { ...common, kind, names: (['seat', 'rank', 'other'] as const)[argument]! };
    case 'vote':
      return { ...common, kind, about: argument };
    case 'change':
      return { ...common, kind, left: argument };
    default:
      return { ...common, kind };
  }
}

/** Sealed proposals (R-PROPOSE): the one that all seats made, or −1. */
export function agreed(state: GangState): Action {
  const first = state.answers[0]!;
  if (first === NOT_NOW) return -1;
  for (let s = 1; s < state.shape.seats; s++) if (state.answers[s] !== first) return -1;
  return first;
}

/** Options of a proposal: `not now`, then every seat (with every rank, or every other seat). */
export function proposalOptions(state: GangState, names: number, out: ActionList): void {
  const { seats } = state.shape;
  out.push(NOT_NOW);
  for (let s = 0; s < seats; s++) {
    if (names === NAMES_SEAT) out.push(proposeAction(s, NO_ARGUMENT));
    else if (names === NAMES_RANK) for (let r = 0; r < 13; r++) out.push(proposeAction(s, r));
    else for (let o = 0; o < seats; o++) if (o !== s) out.push(proposeToAction(s, o));
  }
}

/** Options of a vote on a rank (two to ace) or on a hand category (high card to royal flush). */
export function rankVotes(out: ActionList): void {
  for (let rank = 0; rank < 13; rank++) out.push(voteAction(VOTE_RANK, rank));
}

export function categoryVotes(out: ActionList): void {
  for (let category = 0; category < 10; category++) out.push(voteAction(VOTE_CATEGORY, category));
}

/** Options that name one of the seat's own pocket cards, `except` one (−1: none). */
export function pocketOptions(state: GangState, seat: number, out: ActionList, except = -1): void {
  const from = seat * state.shape.pocket;
  for (let i = 0; i < state.pocketCount[seat]!; i++) {
    const card = state.pocket[from + i]!;
    if (card !== except) out.push(cardAction(card));
  }
}
