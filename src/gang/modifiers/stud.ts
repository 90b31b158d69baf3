import { drawCard } from '../pockets.js';
import { BOARD_MAX } from '../words.js';
import type { Modifier } from './modifier.js';

/** Face-up cards of a seat: one for each round. */
const UP = 4;

/** R-STUD: three pocket cards, no community cards, and in each round a face-up card for each seat alone. */
export const stud: Modifier = {
  id: 'stud',
  kind: 'variant',
  number: 0,
  name: 'Seven Card Stud',
  text: 'Three pocket cards each and no community cards: in each round everybody is dealt a face-up card of its own.',
  source: 'rulebook',
  pocketBase: 3,
  up: UP,
  layOut: (state, _self, round, sink) => {
    const { seats } = state.shape;
    for (let s = 0; s < seats; s++) state.up[s * UP + round] = drawCard(state);
    if (sink === undefined) return;
    sink({
      type: 'round',
      round,
      cards: Array.from({ length: seats }, (_, s) => state.up[s * UP + round]!),
      where: 'seats',
    });
  },
  openCards: (table, seat, out) => {
    let count = 0;
    for (let i = seat * UP; i < (seat + 1) * UP; i++) if (table.up[i]! >= 0) out[count++] = BOARD_MAX + i;
    return count;
  },
};
