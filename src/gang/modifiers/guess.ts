import type { ActionList } from '../../core/game.js';
import { secondOf } from '../actions.js';
import { ask, everyone } from '../prompts.js';
import type { GangState } from '../state.js';
import { FAILED } from '../words.js';
import { plurality, tellVotes } from './effects.js';
import { type Modifier, NEXT, WAIT } from './modifier.js';

export interface GuessSpec extends Pick<Modifier, 'id' | 'number' | 'name' | 'text'> {
  /** What is voted on: `VOTE_RANK`, `VOTE_CATEGORY`. */
  readonly about: number;
  options(out: ActionList): void;
  isRight(state: GangState, seat: number, value: number): boolean;
}

/**
 * R-GUESS: after the other hands and the top seat's tools all others vote, hidden until all are in; the plurality must
 * be right about the top hand, or the heist fails whatever the order of the chips says.
 */
export function guess({ about, options, isRight, ...card }: GuessSpec): Modifier {
  return {
    ...card,
    kind: 'challenge',
    source: 'rulebook',
    answersMax: (players) => players,
    steps: {
      beforeTop: (state, self, _round, seat) => {
        ask(state, self, 'vote', 'guess', everyone(state) & ~(1 << seat), about);
        return WAIT;
      },
    },
    options: (_state, _self, _seat, out) => options(out),
    answered: (state, self, _round, seat, sink) => {
      const value = secondOf(plurality(state));
      const right = isRight(state, seat, value);
      if (!right) state.info[FAILED] = 1;
      tellVotes(state, self, value, sink);
      if (sink !== undefined) sink({ type: 'guess', by: card.id, right });
      return NEXT;
    },
  };
}
