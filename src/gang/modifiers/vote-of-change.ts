import { secondOf, VOTE_CARD, voteAction } from '../actions.js';
import { discardCard, drawCard, record } from '../pockets.js';
import { ask, everyone } from '../prompts.js';
import type { GangState } from '../state.js';
import { BOARD_COUNT, BOARD_MAX, OP_REPLACE } from '../words.js';
import { tellVotes } from './effects.js';
import { type GangSink, type Modifier, NEXT, WAIT } from './modifier.js';

/** Votes of a heist: at the start of Rounds 2, 3 and 4. */
const VOTES = 3;

const counts = new Int32Array(BOARD_MAX);

/** R-VOTE: five community cards from the start; before each later round those with most votes are all replaced. */
export const voteOfChange: Modifier = {
  id: 'voteOfChange',
  kind: 'variant',
  number: 0,
  name: 'Vote of Change',
  text: 'Five community cards lie open from the start; before each later round all vote which of them to replace.',
  source: 'rulebook',
  answersMax: (players) => VOTES * players,
  // In each vote all five places, and the cards that two jokers stacked on some.
  ledgerMax: () => VOTES * (BOARD_MAX + 2),
  layOut: (state, _self, round, sink) => {
    if (round === 0) for (let i = 0; i < BOARD_MAX; i++) state.board[i] = drawCard(state);
    state.info[BOARD_COUNT] = BOARD_MAX;
    if (sink !== undefined) sink({ type: 'round', round, cards: round === 0 ? [...state.board] : [] });
  },
  steps: {
    beforeRound: (state, self, round) => {
      if (round === 0) return NEXT;
      ask(state, self, 'vote', 'replace', everyone(state), VOTE_CARD);
      return WAIT;
    },
  },
  // A stack counts as one card, named by the lowest of it (R-JOKER).
  options: (state, _self, _seat, out) => {
    for (let i = 0; i < BOARD_MAX; i++) out.push(voteAction(VOTE_CARD, state.board[i]!));
  },
  answered: (state, self, _round, _seat, sink) => {
    tellVotes(state, self, -1, sink);
    counts.fill(0);
    for (const action of state.answers) {
      const place = state.board.indexOf(secondOf(action));
      counts[place] = counts[place]! + 1;
    }
    const most = Math.max(...counts);
    replace(state, self, most, sink);
    return NEXT;
  },
};

/** Replaces all cards with that many votes at once: they go before others come. */
function replace(state: GangState, self: number, votes: number, sink: GangSink | undefined): void {
  const { board, stacked } = state;
  const places: number[] | null = sink === undefined ? null : [];
  const gone: number[] | null = sink === undefined ? null : [];
  const discard = (place: number, layer: number, card: number): void => {
    record(state, OP_REPLACE, self, -1, place, 0, layer, card, everyone(state));
    discardCard(state, card);
    gone?.push(card);
  };
  for (let i = 0; i < BOARD_MAX; i++) {
    if (counts[i] !== votes) continue;
    places?.push(i);
    // From the top of the stack, so that the ledger undone backwards builds it up again.
    for (let layer = 2; layer > 0 && stacked.length > 0; layer--) {
      const at = 2 * i + layer - 1;
      if (stacked[at]! < 0) continue;
      discard(i, layer, stacked[at]!);
      stacked[at] = -1;
    }
    discard(i, 0, board[i]!);
    board[i] = -1;
  }
  for (let i = 0; i < BOARD_MAX; i++) if (counts[i] === votes) board[i] = drawCard(state);
  if (sink !== undefined) sink({ type: 'replaced', places: places!, out: gone!, in: places!.map((i) => board[i]!) });
}
