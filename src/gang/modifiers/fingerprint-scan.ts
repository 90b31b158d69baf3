import { handCategory10 } from '../../cards/strength.js';
import { VOTE_CATEGORY } from '../actions.js';
import { currentStrength } from '../hands.js';
import { categoryVotes } from '../prompts.js';
import { guess } from './guess.js';

/** R-GUESS: before the top hand is revealed the others name its hand ranking; a royal flush is one of its own. */
export const fingerprintScan = guess({
  id: 'fingerprint-scan',
  number: 9,
  name: 'Fingerprint Scan',
  text: 'Before the highest red chip is revealed, the others must name the ranking of that hand, or the heist fails.',
  about: VOTE_CATEGORY,
  options: categoryVotes,
  isRight: (state, seat, category) => handCategory10(currentStrength(state, seat)) === category,
});
