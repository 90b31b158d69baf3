import { RANK_PLURALS, RANK_WORDS } from '../../cards/card.js';
import { NAMES_RANK } from '../prompts.js';
import { L_ARG } from '../words.js';
import { countRanks, factSeat, factValue, pocketOf, tellFact } from './effects.js';
import { type Modifier, NEXT } from './modifier.js';
import { proposal } from './proposal.js';

const hand = new Int32Array(16);

/** One seat tells how many pocket cards of one value it has (R-FACTS); the group names both. */
export const mastermind: Modifier = {
  id: 'mastermind',
  kind: 'specialist',
  number: 4,
  name: 'Mastermind',
  text: 'Decide who tells everybody how many pocket cards of one value, which you name, it has.',
  source: 'rulebook',
  ledgerMax: () => 1,
  ...proposal({
    names: NAMES_RANK,
    agreed: (state, self, seat, rank, sink) => {
      tellFact(state, self, seat, rank, countRanks(hand, pocketOf(state, seat, hand), rank, rank), sink);
      return NEXT;
    },
  }),
  factDistance: (table, entry, cards, count) => {
    const rank = table.ledger[entry + L_ARG]!;
    return Math.abs(countRanks(cards, count, rank, rank) - factValue(table, entry));
  },
  describeFact: (table, entry) => {
    const rank = table.ledger[entry + L_ARG]!;
    const value = factValue(table, entry);
    return `seat ${factSeat(table, entry)} has ${value} ${value === 1 ? RANK_WORDS[rank] : RANK_PLURALS[rank]}`;
  },
};
