import { spendTool } from './effects.js';
import type { Modifier } from './modifier.js';

/** A tool, used as soon as it is received: no chip lies on its dark side for the rest of the game (R-DARK). */
export const lubricant: Modifier = {
  id: 'lubricant',
  kind: 'tool',
  number: 0,
  name: 'Lubricant',
  text: 'When received: for the rest of the game no chip is turned to its dark side.',
  source: 'reconstructed',
  received: (state, self, seat, _box, sink) => {
    spendTool(state, self, seat, sink);
  },
  // Who receives it uses it: as long as nobody has, nobody has it.
  isHeld: () => false,
  noDarkChips: (table, self) => table.toolUsed.includes(self),
};
