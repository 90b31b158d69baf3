import { countRanks, factSeat, factValue, JACK, KING, pocketOf, tellFact } from './effects.js';
import { type Modifier, NEXT } from './modifier.js';

const hand = new Int32Array(16);

/** R-AUTO: right after the deal everybody says how many face cards it has. */
export const investor: Modifier = {
  id: 'investor',
  kind: 'specialist',
  number: 3,
  name: 'Investor',
  text: 'After the deal everybody says how many face cards (J, Q, K) it holds.',
  source: 'rulebook',
  ledgerMax: (players) => players,
  steps: {
    afterDeal: (state, self, _round, _seat, sink) => {
      for (let s = 0; s < state.shape.seats; s++) {
        const count = pocketOf(state, s, hand);
        tellFact(state, self, s, 0, countRanks(hand, count, JACK, KING), sink);
      }
      return NEXT;
    },
  },
  factDistance: (table, entry, cards, count) =>
    Math.abs(countRanks(cards, count, JACK, KING) - factValue(table, entry)),
  describeFact: (table, entry) => {
    const value = factValue(table, entry);
    return `seat ${factSeat(table, entry)} has ${value} face ${value === 1 ? 'card' : 'cards'}`;
  },
};
