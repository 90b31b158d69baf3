import { drawCard } from '../pockets.js';
import type { PublicTable } from '../state.js';
import { BOARD_MAX } from '../words.js';
import type { Modifier } from './modifier.js';
import { decision } from './tool.js';

/** A tool: a face-up card that only its owner may use, as a community card. A joker there is stacked like any (R-JOKER). */
export const flashlight: Modifier = {
  id: 'flashlight',
  kind: 'tool',
  number: 0,
  name: 'Flashlight',
  text: 'At any time from Round 2 on, before the showdown: draw a card face up that only you may use, as a community card.',
  source: 'reconstructed',
  cardsNeeded: () => 1,
  lonePlaces: 1,
  ...decision({
    when: (_state, round) => round > 0,
    used: (state, self, seat, sink) => {
      const card = drawCard(state);
      state.up[place(state, self) - BOARD_MAX] = card;
      if (sink !== undefined) sink({ type: 'lone', by: state.plan.modifiers[self]!.id, seat, card });
    },
  }),
  answersMax: () => 4,
  extraPlace: (table, self, seat) => (table.isActive(self) && table.toolUsed[seat] === self ? place(table, self) : -1),
};

function place(table: PublicTable, self: number): number {
  return table.plan.loneAt[self]!;
}
