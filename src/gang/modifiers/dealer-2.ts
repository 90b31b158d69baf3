import { HEIST } from '../words.js';
import { dealerSeat, drawFirstDealer, looksAndDiscards, moveChip } from './dealer-chip.js';
import { NEXT } from './modifier.js';

/** R-DEALER: as variant 3, but the chip goes left after Rounds 2, 3 and 4, and nobody may decline it. */
export const dealer2 = looksAndDiscards(
  {
    id: 'dealer-2',
    number: 2,
    name: 'The Dealer, variant 2',
    text: 'The dealer looks at one card more than is laid out and discards one. The chip goes left after each round.',
  },
  (state, _self, _round, _seat, sink) => {
    if (state.info[HEIST] === 0) drawFirstDealer(state, sink);
    return NEXT;
  },
  (state, _self, round, _seat, sink) => {
    if (round > 0) moveChip(state, (dealerSeat(state) + 1) % state.shape.seats, sink);
    return NEXT;
  },
);
