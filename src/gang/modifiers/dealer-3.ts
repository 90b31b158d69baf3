import { looksAndDiscards, passChip } from './dealer-chip.js';

/** R-DEALER: before each round's community cards the dealer looks at one more and discards one, for a whole heist. */
export const dealer3 = looksAndDiscards(
  {
    id: 'dealer-3',
    number: 3,
    name: 'The Dealer, variant 3',
    text: 'The dealer looks at one card more than is laid out and discards one. The chip moves between heists.',
  },
  passChip,
  null,
);
