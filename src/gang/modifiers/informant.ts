import { firstOf } from '../actions.js';
import { ask, NAMES_OTHER, pocketOptions } from '../prompts.js';
import { PROMPT_ASKED, PROMPT_OTHER } from '../words.js';
import { showCard } from './effects.js';
import { type Modifier, NEXT, WAIT } from './modifier.js';
import { proposal } from './proposal.js';

/** One seat shows one of its pocket cards to one other; nobody else learns which (R-FACTS). */
export const informant: Modifier = {
  id: 'informant',
  kind: 'specialist',
  number: 1,
  name: 'Informant',
  text: 'Decide who secretly shows exactly one of its pocket cards to one other player.',
  source: 'rulebook',
  ledgerMax: () => 1,
  ...proposal({
    names: NAMES_OTHER,
    answers: 1,
    agreed: (state, self, seat, other) => {
      ask(state, self, 'card', 'show', 1 << seat, 0, other);
      return WAIT;
    },
    options: (state, _self, seat, out) => pocketOptions(state, seat, out),
    answered: (state, self, _round, _seat, sink) => {
      const seat = 31 - Math.clz32(state.flow[PROMPT_ASKED]!);
      const other = state.flow[PROMPT_OTHER]!;
      showCard(state, self, seat, other, firstOf(state.answers[seat]!), (1 << seat) | (1 << other), sink);
      return NEXT;
    },
  }),
};
