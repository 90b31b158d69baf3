import { firstOf, NO_ARGUMENT, proposedOther, secondOf } from '../actions.js';
import { agreed, ask, everyone, PROMPT_KINDS, proposalOptions } from '../prompts.js';
import type { GangState } from '../state.js';
import { PROMPT_KIND, STAGE } from '../words.js';
import { type GangSink, type Modifier, NEXT, type Step, type StepResult, WAIT } from './modifier.js';

/** Windows of a heist: before the chips of each round, and after those of Round 4 (R-PROPOSE). */
export const WINDOWS = 5;

const PROPOSE = PROMPT_KINDS.indexOf('propose');

export interface ProposalSpec {
  /** What is named beside a seat: `NAMES_SEAT`, `NAMES_RANK`, `NAMES_OTHER`. */
  readonly names: number;
  /** More public words than the one that says that the card has been used; they begin at `1`. */
  readonly words?: number;
  /** Answers to questions of its own after the agreement. */
  readonly answers?: number;
  /** Whether the window of this round (0…4) makes sense for it. */
  readonly when?: (round: number) => boolean;
  /** All agreed: `seat` does it; `argument` is the rank or other seat (−1 none). `AGAIN` leads to `go`. */
  agreed(state: GangState, self: number, seat: number, argument: number, sink: GangSink | undefined): StepResult;
  /** Goes on after `AGAIN`, with `flow[STAGE]` as `agreed` left it. */
  readonly go?: Step;
  /** The answer to a question of its own. */
  readonly answered?: Step;
  readonly options?: Modifier['options'];
}

/** Place of the word that says whether the card has been used in this heist. */
export function usedAt(state: GangState, self: number): number {
  return state.plan.sharedAt[self]!;
}

/**
 * "Decide which of you …" (R-PROPOSE): in every window of the heist, until it has been used, all seats propose under
 * seal; when all name the same it happens and is announced, else only that they did not agree is known.
 */
export function proposal(
  spec: ProposalSpec,
): Pick<Modifier, 'steps' | 'answered' | 'options' | 'answersMax' | 'sharedWords'> {
  return {
    sharedWords: () => 1 + (spec.words ?? 0),
    answersMax: (players) => WINDOWS * players + (spec.answers ?? 0),
    steps: {
      window: (state, self, round, seat, sink) => {
        if (state.flow[STAGE] !== 0) return spec.go!(state, self, round, seat, sink);
        if (state.shared[usedAt(state, self)] === 1 || spec.when?.(round) === false) return NEXT;
        ask(state, self, 'propose', 'agree', everyone(state), spec.names);
        return WAIT;
      },
    },
    answered: (state, self, round, seat, sink) => {
      if (state.flow[PROMPT_KIND] !== PROPOSE) return spec.answered!(state, self, round, seat, sink);
      const action = agreed(state);
      const by = state.plan.modifiers[self]!.id;
      if (action < 0) {
        if (sink !== undefined) sink({ type: 'agreed', by, seat: -1, argument: -1 });
        return NEXT;
      }
      state.shared[usedAt(state, self)] = 1;
      const other = proposedOther(action);
      const argument = other >= 0 ? other : secondOf(action) === NO_ARGUMENT ? -1 : secondOf(action);
      if (sink !== undefined) sink({ type: 'agreed', by, seat: firstOf(action), argument });
      return spec.agreed(state, self, firstOf(action), argument, sink);
    },
    options: (state, self, seat, out) => {
      if (state.flow[PROMPT_KIND] === PROPOSE) proposalOptions(state, spec.names, out);
      else spec.options!(state, self, seat, out);
    },
  };
}
