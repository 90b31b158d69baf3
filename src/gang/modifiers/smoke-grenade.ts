import { DECK_SIZE, makeCard, rankOf, SUIT_COUNT, suitOf } from '../../cards/card.js';
import { changeAction, firstOf, NO, secondOf } from '../actions.js';
import { ask } from '../prompts.js';
import { STAGE } from '../words.js';
import { changeCard, countsAs, spendTool } from './effects.js';
import { AGAIN, type Modifier, NEXT, WAIT } from './modifier.js';

/** Cards that one grenade may recolour. */
const CARDS = 2;

/** A tool, used when its owner's hand is about to be revealed (R-REVEAL): one or two pocket cards change their suits. */
export const smokeGrenade: Modifier = {
  id: 'smoke-grenade',
  kind: 'tool',
  number: 0,
  name: 'Smoke Grenade',
  text: 'When your hand is revealed: change the suit of one or two of your pocket cards.',
  source: 'rulebook',
  changesMax: CARDS,
  answersMax: () => CARDS,
  steps: {
    reveal: (state, self, _round, seat) => {
      // `flow[STAGE]`: cards recoloured so far.
      if (state.flow[STAGE] === CARDS) return NEXT;
      ask(state, self, 'change', 'change', 1 << seat, CARDS - state.flow[STAGE]!, 0, state.flow[STAGE] === 0);
      return WAIT;
    },
  },
  options: (state, _self, seat, out) => {
    out.push(NO);
    const from = seat * state.shape.pocket;
    for (let i = 0; i < state.pocketCount[seat]!; i++) {
      const card = state.pocket[from + i]!;
      // R-SMOKE: two cards may get different suits, each of them once; the suitless Jack stays without.
      if (card >= DECK_SIZE || countsAs(state, seat, card) !== card) continue;
      for (let suit = 0; suit < SUIT_COUNT; suit++) {
        if (suit !== suitOf(card)) out.push(changeAction(card, makeCard(rankOf(card), suit)));
      }
    }
  },
  answered: (state, self, _round, seat, sink) => {
    const action = state.answers[seat]!;
    if (action === NO) return NEXT;
    if (state.flow[STAGE] === 0) spendTool(state, self, seat, sink);
    changeCard(state, self, seat, firstOf(action), secondOf(action), sink);
    state.flow[STAGE] = state.flow[STAGE]! + 1;
    return AGAIN;
  },
};
