import { rankOf } from '../../cards/card.js';
import { secondOf, VOTE_RANK } from '../actions.js';
import { ask, everyone, rankVotes } from '../prompts.js';
import type { GangState } from '../state.js';
import { FAILED } from '../words.js';
import { countsAs, plurality, tellVotes } from './effects.js';
import { type Modifier, NEXT, WAIT } from './modifier.js';

/** R-GUESS: before the top hand is revealed the others name a card value that they think is in its pocket. */
export const retinaScan: Modifier = {
  id: 'retina-scan',
  kind: 'challenge',
  number: 4,
  name: 'Retina Scan',
  text: 'Before the highest red chip is revealed, the others must name a card value in that pocket, or the heist fails.',
  source: 'rulebook',
  answersMax: (players) => players,
  steps: {
    beforeTop: (state, self, _round, seat) => {
      ask(state, self, 'vote', 'guess', everyone(state) & ~(1 << seat), VOTE_RANK);
      return WAIT;
    },
  },
  options: (_state, _self, _seat, out) => rankVotes(out),
  answered: (state, self, _round, seat, sink) => {
    const rank = secondOf(plurality(state));
    const right = hasRank(state, seat, rank);
    if (!right) state.info[FAILED] = 1;
    tellVotes(state, self, rank, sink);
    if (sink !== undefined) sink({ type: 'guess', by: 'retina-scan', right });
    return NEXT;
  },
};

function hasRank(state: GangState, seat: number, rank: number): boolean {
  const from = seat * state.shape.pocket;
  for (let i = 0; i < state.pocketCount[seat]!; i++) {
    if (rankOf(countsAs(state, seat, state.pocket[from + i]!)) === rank) return true;
  }
  return false;
}
