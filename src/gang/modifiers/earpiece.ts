import { DECK_SIZE } from '../../cards/card.js';
import type { ActionList } from '../../core/game.js';
import { cardAction, firstOf, NO, seatAction } from '../actions.js';
import { addToPocket, takeFromPocket } from '../pockets.js';
import { ask, PROMPT_KINDS } from '../prompts.js';
import type { GangState } from '../state.js';
import { OP_IN, OP_OUT, PROMPT_KIND, STAGE } from '../words.js';
import { noteCard, spendTool } from './effects.js';
import { type GangSink, type Modifier, NEXT, WAIT } from './modifier.js';
import { WINDOWS } from './proposal.js';
import { isUnused } from './tool.js';

const SEAT = PROMPT_KINDS.indexOf('seat');

/** `flow[STAGE]`: the seat that was chosen + 1 while the owner chooses a card, + 1 + `BACK` while that seat does. */
const BACK = 32;

/** A tool: its owner gives a seat one pocket card and gets one back, which may be the same. */
export const earpiece: Modifier = {
  id: 'earpiece',
  kind: 'tool',
  number: 0,
  name: 'Earpiece',
  text: 'At any time before the showdown: give one of your pocket cards to another player, who gives you one back, maybe the same.',
  source: 'reconstructed',
  pocketRoom: 1,
  ledgerMax: () => 4,
  answersMax: () => WINDOWS + 2,
  steps: {
    window: (state, self, _round, seat) => {
      if (!isUnused(state, seat)) return NEXT;
      ask(state, self, 'seat', 'give', 1 << seat, 0, 0, true);
      return WAIT;
    },
  },
  options: (state, _self, seat, out) => {
    if (state.flow[PROMPT_KIND] !== SEAT) {
      cardsToGive(state, seat, out);
      return;
    }
    out.push(NO);
    for (let s = 0; s < state.shape.seats; s++) if (s !== seat) out.push(seatAction(s));
  },
  answered: (state, self, _round, owner, sink) => {
    const { flow } = state;
    if (flow[STAGE] === 0) {
      const action = state.answers[owner]!;
      if (action === NO) return NEXT;
      spendTool(state, self, owner, sink);
      flow[STAGE] = firstOf(action) + 1;
      ask(state, self, 'card', 'give', 1 << owner);
      return WAIT;
    }
    if (flow[STAGE]! < BACK) {
      const other = flow[STAGE]! - 1;
      give(state, self, owner, other, firstOf(state.answers[owner]!), sink);
      flow[STAGE] = flow[STAGE]! + BACK;
      ask(state, self, 'card', 'give', 1 << other);
      return WAIT;
    }
    const other = flow[STAGE]! - BACK - 1;
    give(state, self, other, owner, firstOf(state.answers[other]!), sink);
    return NEXT;
  },
};

/** R-JACK: the suitless Jack can't be passed. */
function cardsToGive(state: GangState, seat: number, out: ActionList): void {
  const from = seat * state.shape.pocket;
  for (let i = 0; i < state.pocketCount[seat]!; i++) {
    const card = state.pocket[from + i]!;
    if (card < DECK_SIZE) out.push(cardAction(card));
  }
}

function give(
  state: GangState,
  self: number,
  from: number,
  to: number,
  card: number,
  sink: GangSink | undefined,
): void {
  const both = (1 << from) | (1 << to);
  takeFromPocket(state, from, card);
  noteCard(state, OP_OUT, self, from, to, card, both, sink);
  addToPocket(state, to, card);
  noteCard(state, OP_IN, self, to, from, card, both, undefined);
}
