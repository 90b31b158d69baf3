import type { Modifier } from './modifier.js';

/** R-DARK: the highest-value chip is the highest star chip in play. */
export const ventilationShaft: Modifier = {
  id: 'ventilation-shaft',
  kind: 'challenge',
  number: 6,
  name: 'Ventilation Shaft',
  text: 'In Rounds 1 to 3 the highest chip lies on its dark side: once taken from the centre it stays with its owner.',
  source: 'rulebook',
  darkChips: (state, _self, round) => (round < 3 ? 1 << state.plan.chipOrder[state.shape.chips - 1]! : 0),
};
