import { handCategory10, STRENGTH_COUNT } from '../../cards/strength.js';
import { NAMES_SEAT } from '../prompts.js';
import { type Modifier, NEXT } from './modifier.js';
import { proposal } from './proposal.js';

/** The strongest hand of each category; a royal flush is one of its own (R-GUESS). */
const STRONGEST = new Int32Array(10);
for (let strength = 1; strength < STRENGTH_COUNT; strength++) STRONGEST[handCategory10(strength)] = strength;

/** R-MUSCLE: strictly above every other hand of the same category, below every hand of a higher one. */
export const muscle: Modifier = {
  id: 'muscle',
  kind: 'specialist',
  number: 10,
  name: 'Muscle',
  text: 'Decide who takes this card: in the showdown that hand beats every other of the same ranking.',
  source: 'rulebook',
  ...proposal({
    names: NAMES_SEAT,
    words: 1,
    agreed: (state, self, seat) => {
      state.shared[state.plan.sharedAt[self]! + 1] = seat + 1;
      return NEXT;
    },
  }),
  place: (table, self, seat, strength, place) =>
    table.shared[table.plan.sharedAt[self]! + 1] === seat + 1 ? 2 * STRONGEST[handCategory10(strength)]! + 1 : place,
};
