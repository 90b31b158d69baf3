import { firstOf } from '../actions.js';
import { ask, NAMES_SEAT, pocketOptions } from '../prompts.js';
import type { GangState } from '../state.js';
import { STAGE } from '../words.js';
import { discardFromPocket, drawToPocket } from './effects.js';
import { AGAIN, type Modifier, NEXT, WAIT } from './modifier.js';
import { proposal, usedAt } from './proposal.js';

/** The seat that was agreed on lies in the word after the one that says that the card was used. */
function chosen(state: GangState, self: number): number {
  return state.shared[usedAt(state, self) + 1]!;
}

/** One seat draws a card and then discards one of its pocket cards, which may be the one drawn. */
export const hacker: Modifier = {
  id: 'hacker',
  kind: 'specialist',
  number: 5,
  name: 'Hacker',
  text: 'Decide who draws a card from the deck; that player then discards one pocket card face down.',
  source: 'rulebook',
  cardsNeeded: () => 1,
  pocketRoom: 1,
  ledgerMax: () => 2,
  ...proposal({
    names: NAMES_SEAT,
    words: 1,
    answers: 1,
    agreed: (state, self, seat, _argument, sink) => {
      state.shared[usedAt(state, self) + 1] = seat;
      drawToPocket(state, self, seat, sink);
      state.flow[STAGE] = 1;
      return AGAIN; // a joker among the pocket cards is settled before one is discarded
    },
    go: (state, self) => {
      ask(state, self, 'card', 'discard', 1 << chosen(state, self));
      return WAIT;
    },
    options: (state, _self, seat, out) => pocketOptions(state, seat, out),
    answered: (state, self, _round, _seat, sink) => {
      const seat = chosen(state, self);
      discardFromPocket(state, self, seat, firstOf(state.answers[seat]!), sink);
      return NEXT;
    },
  }),
};
