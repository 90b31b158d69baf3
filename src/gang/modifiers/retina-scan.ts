import { rankOf } from '../../cards/card.js';
import { VOTE_RANK } from '../actions.js';
import { rankVotes } from '../prompts.js';
import type { GangState } from '../state.js';
import { countsAs } from './effects.js';
import { guess } from './guess.js';

/** R-GUESS: before the top hand is revealed the others name a card value that they think is in its pocket. */
export const retinaScan = guess({
  id: 'retina-scan',
  number: 4,
  name: 'Retina Scan',
  text: 'Before the highest red chip is revealed, the others must name a card value in that pocket, or the heist fails.',
  about: VOTE_RANK,
  options: rankVotes,
  isRight: hasRank,
});

function hasRank(state: GangState, seat: number, rank: number): boolean {
  const from = seat * state.shape.pocket;
  for (let i = 0; i < state.pocketCount[seat]!; i++) {
    if (rankOf(countsAs(state, seat, state.pocket[from + i]!)) === rank) return true;
  }
  return false;
}
