import { firstOf } from '../actions.js';
import { addToPocket } from '../pockets.js';
import { ask, everyone, NAMES_SEAT, pocketOptions } from '../prompts.js';
import { JACK_CARD, OP_DRAW, PROMPT_ASKED } from '../words.js';
import { discardFromPocket, noteCard } from './effects.js';
import { type Modifier, NEXT, WAIT } from './modifier.js';
import { proposal } from './proposal.js';

/** R-JACK: a public pocket card of value J without a suit; who takes it discards another of its pocket cards. */
export const jack: Modifier = {
  id: 'jack',
  kind: 'specialist',
  number: 7,
  name: 'Jack',
  text: 'Decide who adds this card, a J without a suit, to its pocket; that player then discards another pocket card.',
  source: 'rulebook',
  pocketRoom: 1,
  ledgerMax: () => 2,
  ...proposal({
    names: NAMES_SEAT,
    answers: 1,
    agreed: (state, self, seat, _argument, sink) => {
      addToPocket(state, seat, JACK_CARD);
      noteCard(state, OP_DRAW, self, seat, -1, JACK_CARD, everyone(state), sink);
      ask(state, self, 'card', 'discard', 1 << seat);
      return WAIT;
    },
    options: (state, _self, seat, out) => pocketOptions(state, seat, out, JACK_CARD),
    answered: (state, self, _round, _seat, sink) => {
      const seat = 31 - Math.clz32(state.flow[PROMPT_ASKED]!);
      discardFromPocket(state, self, seat, firstOf(state.answers[seat]!), sink);
      return NEXT;
    },
  }),
};
