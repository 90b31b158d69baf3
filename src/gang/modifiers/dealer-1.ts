import { DECK_SIZE } from '../../cards/card.js';
import { cardAction, firstOf, NO, YES } from '../actions.js';
import { takeFromPocket } from '../pockets.js';
import { ask, everyone } from '../prompts.js';
import { BOARD_BY_ROUND, BOARD_COUNT, BOARD_MAX, OP_PLAY } from '../words.js';
import { asksWhoDeals, chipOffered, dealerSeat, passChip } from './dealer-chip.js';
import { noteCard } from './effects.js';
import { AGAIN, type Modifier, NEXT, WAIT } from './modifier.js';

/** R-DEALER: the dealer has five pocket cards more, and plays them as the community cards; they are its own until then. */
export const dealer1: Modifier = {
  id: 'dealer-1',
  kind: 'dealer',
  number: 1,
  name: 'The Dealer, variant 1',
  text: 'The dealer is dealt five pocket cards more and chooses which of its cards become the community cards.',
  source: 'rulebook',
  pocketRoom: BOARD_MAX,
  ledgerMax: () => BOARD_MAX,
  answersMax: (players) => BOARD_MAX + players,
  pocketCards: (state, _self, seat) => (seat === dealerSeat(state) ? BOARD_MAX : 0),
  steps: {
    heistStart: passChip,
    beforeRound: (state, self, round) => {
      if (state.info[BOARD_COUNT] === BOARD_BY_ROUND[round]) return NEXT;
      ask(state, self, 'card', 'play', 1 << dealerSeat(state));
      return WAIT;
    },
  },
  options: (state, _self, seat, out) => {
    if (asksWhoDeals(state)) {
      out.push(YES);
      out.push(NO);
      return;
    }
    const from = seat * state.shape.pocket;
    for (let i = 0; i < state.pocketCount[seat]!; i++) {
      const card = state.pocket[from + i]!;
      if (card < DECK_SIZE) out.push(cardAction(card)); // R-JACK: the suitless Jack can't be played to the board
    }
  },
  answered: (state, self, _round, _seat, sink) => {
    if (asksWhoDeals(state)) return chipOffered(state, sink);
    const { info } = state;
    const seat = dealerSeat(state);
    const card = firstOf(state.answers[seat]!);
    const place = info[BOARD_COUNT]!;
    takeFromPocket(state, seat, card);
    noteCard(state, OP_PLAY, self, seat, place, card, everyone(state), sink);
    state.board[place] = card;
    info[BOARD_COUNT] = place + 1;
    return AGAIN;
  },
};
