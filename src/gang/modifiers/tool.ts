import { NO, YES } from '../actions.js';
import { ask } from '../prompts.js';
import type { GangState } from '../state.js';
import { spendTool } from './effects.js';
import { type GangSink, type Modifier, NEXT, WAIT } from './modifier.js';
import { WINDOWS } from './proposal.js';

export interface DecisionSpec {
  /** Whether the tool makes sense in this window (0…4) for its owner; default: in every one. */
  readonly when?: (state: GangState, round: number, seat: number) => boolean;
  /** The owner has used it, everybody knows by now. */
  readonly used?: (state: GangState, self: number, seat: number, sink: GangSink | undefined) => void;
}

/** A tool that its owner may use in a window, with nothing more to choose; only the owner knows of the question. */
export function decision(spec: DecisionSpec): Pick<Modifier, 'steps' | 'answered' | 'options' | 'answersMax'> {
  return {
    answersMax: () => WINDOWS,
    steps: {
      window: (state, self, round, seat) => {
        if (!isUnused(state, seat) || spec.when?.(state, round, seat) === false) return NEXT;
        ask(state, self, 'decide', 'use', 1 << seat, 0, 0, true);
        return WAIT;
      },
    },
    options: (_state, _self, _seat, out) => {
      out.push(NO);
      out.push(YES);
    },
    answered: (state, self, _round, seat, sink) => {
      if (state.answers[seat] !== YES) return NEXT;
      spendTool(state, self, seat, sink);
      spec.used?.(state, self, seat, sink);
      return NEXT;
    },
  };
}

/** R-TOOL-ONCE: whether the seat's tool can still be used. */
export function isUnused(state: GangState, seat: number): boolean {
  return state.toolUsed[seat]! < 0;
}
