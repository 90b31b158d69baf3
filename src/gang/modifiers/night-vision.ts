import { firstOf, NO } from '../actions.js';
import { ask, everyone, pocketOptions } from '../prompts.js';
import { showCard, spendTool } from './effects.js';
import { type Modifier, NEXT, WAIT } from './modifier.js';
import { WINDOWS } from './proposal.js';

/** A tool: its owner lays one pocket card open for everybody to see; it stays a pocket card. */
export const nightVision: Modifier = {
  id: 'night-vision',
  kind: 'tool',
  number: 0,
  name: 'Night Vision Goggles',
  text: 'At any time before the showdown: lay one of your pocket cards face up in front of you. It still counts.',
  source: 'rulebook',
  ledgerMax: () => 1,
  answersMax: () => WINDOWS,
  steps: {
    window: (state, self, _round, seat) => {
      if (state.toolUsed[seat]! >= 0) return NEXT;
      ask(state, self, 'card', 'show', 1 << seat, 0, 0, true);
      return WAIT;
    },
  },
  options: (state, _self, seat, out) => {
    out.push(NO);
    pocketOptions(state, seat, out);
  },
  answered: (state, self, _round, seat, sink) => {
    const action = state.answers[seat]!;
    if (action === NO) return NEXT;
    spendTool(state, self, seat, sink);
    showCard(state, self, seat, -1, firstOf(action), everyone(state), sink);
    return NEXT;
  },
};
