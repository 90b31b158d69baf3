import { rankOf } from '../../cards/card.js';
import { factSeat, factValue, pocketOf, tellFact } from './effects.js';
import { type Modifier, NEXT } from './modifier.js';

/** Ranks 0…12: 2 to 10 count what they say, J, Q and K ten, A eleven. */
const VALUES = [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11] as const;

const hand = new Int32Array(16);

/** R-AUTO: right after the deal everybody says the sum of the values of its pocket cards. */
export const mathWhiz: Modifier = {
  id: 'math-whiz',
  kind: 'specialist',
  number: 8,
  name: 'Math Whiz',
  text: 'After the deal everybody says the sum of its pocket cards: 2 to 10 as printed, J, Q and K ten, A eleven.',
  source: 'rulebook',
  ledgerMax: (players) => players,
  steps: {
    afterDeal: (state, self, _round, _seat, sink) => {
      for (let s = 0; s < state.shape.seats; s++) {
        tellFact(state, self, s, 0, sumOf(hand, pocketOf(state, s, hand)), sink);
      }
      return NEXT;
    },
  },
  factDistance: (table, entry, cards, count) => Math.abs(sumOf(cards, count) - factValue(table, entry)),
  describeFact: (table, entry) => `seat ${factSeat(table, entry)} has ${factValue(table, entry)} in total`,
};

function sumOf(cards: Int32Array, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += VALUES[rankOf(cards[i]!)] ?? 0; // a joker, which is gone before this, is nothing
  return sum;
}
