import { makeCard, RANK_COUNT, rankOf, suitOf } from '../../cards/card.js';
import { HandCards } from '../../cards/hand-cards.js';
import { usableOfRank } from '../../cards/reveal.js';
import { changeAction, firstOf, NO, secondOf } from '../actions.js';
import { fillHand, usesExactly } from '../hands.js';
import { ask } from '../prompts.js';
import { changeCard, spendTool } from './effects.js';
import { type Modifier, NEXT, WAIT } from './modifier.js';

/** Cards of one value that no seat may have after the change. */
const FIVE = 5;

const hand = new HandCards();

/** A tool, used when its owner's hand is about to be revealed (R-REVEAL): one pocket card's value goes up or down by one. */
export const lockPick: Modifier = {
  id: 'lock-pick',
  kind: 'tool',
  number: 0,
  name: 'Lock Pick',
  text: 'When your hand is revealed: change the value of one of your pocket cards by one. Never between ace and two, never five alike.',
  source: 'rulebook',
  changesMax: 1,
  answersMax: () => 1,
  steps: {
    reveal: (state, self, _round, seat) => {
      ask(state, self, 'change', 'change', 1 << seat, 1, 0, true);
      return WAIT;
    },
  },
  options: (state, _self, seat, out) => {
    out.push(NO);
    const { pocket } = state.shape;
    const count = state.pocketCount[seat]!;
    fillHand(state, seat, state.pocket, seat * pocket, count, hand);
    const { cards } = hand;
    for (let i = 0; i < count; i++) {
      const card = cards[i]!;
      for (let step = -1; step <= 1; step += 2) {
        const rank = rankOf(card) + step;
        if (rank < 0 || rank >= RANK_COUNT) continue; // R-LOCKPICK: never between ace and two
        const as = makeCard(rank, suitOf(card)); // a suitless Jack stays without a suit
        cards[i] = as;
        if (usableOfRank(hand, rank, usesExactly(state)) < FIVE) {
          out.push(changeAction(state.pocket[seat * pocket + i]!, as));
        }
        cards[i] = card;
      }
    }
  },
  answered: (state, self, _round, seat, sink) => {
    const action = state.answers[seat]!;
    if (action === NO) return NEXT;
    spendTool(state, self, seat, sink);
    changeCard(state, self, seat, firstOf(action), secondOf(action), sink);
    return NEXT;
  },
};
