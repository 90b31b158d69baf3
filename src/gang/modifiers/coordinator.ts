import { firstOf } from '../actions.js';
import { addToPocket, takeFromPocket } from '../pockets.js';
import { ask, everyone, pocketOptions } from '../prompts.js';
import { JACK_CARD, OP_IN, OP_OUT } from '../words.js';
import { noteCard } from './effects.js';
import { type Modifier, NEXT, WAIT } from './modifier.js';

/** R-AUTO: right after the deal everybody chooses a pocket card; then all pass theirs to the left at once. */
export const coordinator: Modifier = {
  id: 'coordinator',
  kind: 'specialist',
  number: 6,
  name: 'Coordinator',
  text: 'After the deal everybody chooses one pocket card; all pass theirs to the player on the left at once.',
  source: 'rulebook',
  ledgerMax: (players) => 2 * players,
  answersMax: (players) => players,
  steps: {
    afterDeal: (state, self) => {
      ask(state, self, 'card', 'pass', everyone(state));
      return WAIT;
    },
  },
  options: (state, _self, seat, out) => pocketOptions(state, seat, out, JACK_CARD), // R-JACK: it can't be passed
  answered: (state, self, _round, _seat, sink) => {
    const { seats } = state.shape;
    // All cards leave before any arrives. Both seats of a passing know the card.
    for (let s = 0; s < seats; s++) {
      const card = firstOf(state.answers[s]!);
      takeFromPocket(state, s, card);
      noteCard(state, OP_OUT, self, s, leftOf(s, seats), card, between(s, seats), sink);
    }
    for (let s = 0; s < seats; s++) {
      const card = firstOf(state.answers[s]!);
      addToPocket(state, leftOf(s, seats), card);
      noteCard(state, OP_IN, self, leftOf(s, seats), s, card, between(s, seats), sink);
    }
    return NEXT;
  },
};

function leftOf(seat: number, seats: number): number {
  return (seat + 1) % seats;
}

function between(giver: number, seats: number): number {
  return (1 << giver) | (1 << leftOf(giver, seats));
}
