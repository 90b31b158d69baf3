import { clearChips } from '../chips.js';
import { type Modifier, NEXT } from './modifier.js';

/**
 * R-BLACKOUT: what chips lay where in a round is gone before anything of the next one happens; only the red chips
 * stay, for the showdown. By number it comes after those who ask who held a white chip (R-EFFECT-ORDER).
 */
export const blackout: Modifier = {
  id: 'blackout',
  kind: 'challenge',
  number: 8,
  name: 'Blackout',
  text: 'At the beginning of Rounds 2, 3 and 4 everybody discards the chips of the round before.',
  source: 'rulebook',
  steps: {
    afterRound: (state, _self, round) => {
      if (round < 3) clearChips(state, round);
      return NEXT;
    },
  },
};
