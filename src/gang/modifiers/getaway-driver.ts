import { HandCards } from '../../cards/hand-cards.js';
import { CATEGORIES, handCategory10 } from '../../cards/strength.js';
import { currentStrength, fillHandThen, usesExactly } from '../hands.js';
import { NAMES_SEAT } from '../prompts.js';
import type { PublicTable } from '../state.js';
import { BOARD_MAX, L_ARG, L_BOARD } from '../words.js';
import { factSeat, factValue, tellFact } from './effects.js';
import { type Modifier, NEXT } from './modifier.js';
import { proposal } from './proposal.js';

/** Added to the argument of a fact when the seat had a card of its own on the table (Flashlight). */
const LONE = 8;

const cards = new HandCards();
const none: Int32Array = new Int32Array(0);
const then = { board: none, open: 0, stacked: none, row: 0, lone: false };

/**
 * One seat tells the ranking of its hand with the cards that lie open (R-FACTS: of the cards there are, the best). The
 * argument of the fact is how many face-up cards its row had then, so that it can be checked when more lie there.
 */
export const getawayDriver: Modifier = {
  id: 'getaway-driver',
  kind: 'specialist',
  number: 2,
  name: 'Getaway Driver',
  text: 'Decide who tells everybody the ranking of its current hand (pocket and open cards), and nothing more.',
  source: 'rulebook',
  ledgerMax: () => 1,
  ...proposal({
    names: NAMES_SEAT,
    agreed: (state, self, seat, _argument, sink) => {
      const open = rowCount(state, seat) + (hasLone(state, seat) ? LONE : 0);
      tellFact(state, self, seat, open, handCategory10(currentStrength(state, seat)), sink);
      return NEXT;
    },
  }),
  factDistance: (table, entry, hand, count, board, stacked) => {
    const seat = factSeat(table, entry);
    const argument = table.ledger[entry + L_ARG]!;
    then.board = board;
    then.open = table.ledger[entry + L_BOARD]!;
    then.stacked = stacked;
    then.row = argument % LONE;
    then.lone = argument >= LONE;
    fillHandThen(table, seat, hand, count, then, cards);
    return Math.abs(handCategory10(cards.strength(usesExactly(table))) - factValue(table, entry));
  },
  describeFact: (table, entry) =>
    `seat ${factSeat(table, entry)} has ${withArticle(CATEGORIES[factValue(table, entry)]!)}`,
};

/** Face-up cards that lie in the row of the seat (stud, bananaSplit); all rows are filled alike. */
function rowCount(table: PublicTable, seat: number): number {
  const { up } = table.shape;
  let count = 0;
  while (count < up && table.up[seat * up + count]! >= 0) count++;
  return count;
}

function hasLone(table: PublicTable, seat: number): boolean {
  return table.plan.extraPlace.some(({ modifier, call }) => call(table, modifier, seat) >= BOARD_MAX);
}

function withArticle(category: string): string {
  return /^(two|three|four) /.test(category) ? category : `a ${category}`;
}
