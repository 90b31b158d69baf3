import { drawCard } from '../pockets.js';
import { BOARD_MAX } from '../words.js';
import type { Modifier } from './modifier.js';

/** Face-up cards of a gap: one for each round from the second on. */
const UP = 3;

/** R-BANANA: the cards between two neighbours count for both; gap s lies between seat s and its left neighbour. */
export const bananaSplit: Modifier = {
  id: 'bananaSplit',
  kind: 'variant',
  number: 0,
  name: 'Banana Split',
  text: 'No community cards: in Rounds 2 to 4 a face-up card is dealt between each two neighbours and counts for both.',
  source: 'rulebook',
  pocketBase: 2,
  up: UP,
  upBetween: true,
  layOut: (state, _self, round, sink) => {
    const { seats } = state.shape;
    if (round > 0) for (let gap = 0; gap < seats; gap++) state.up[gap * UP + round - 1] = drawCard(state);
    if (sink === undefined) return;
    const cards = Array.from({ length: round > 0 ? seats : 0 }, (_, gap) => state.up[gap * UP + round - 1]!);
    sink({ type: 'round', round, cards, where: 'gaps' });
  },
  openCards: (table, seat, out) => {
    const right = (seat + table.shape.seats - 1) % table.shape.seats;
    return addGap(table.up, right, out, addGap(table.up, seat, out, 0));
  },
};

/** Adds the places of the cards that lie in the gap; returns how many there are then. */
function addGap(up: Int32Array, gap: number, out: Int32Array, from: number): number {
  let count = from;
  for (let i = gap * UP; i < (gap + 1) * UP; i++) if (up[i]! >= 0) out[count++] = BOARD_MAX + i;
  return count;
}
