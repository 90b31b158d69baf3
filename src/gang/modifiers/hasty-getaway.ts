import type { Modifier } from './modifier.js';

/** R-QUICK: Round 3 has its community card but no chips. */
export const hastyGetaway: Modifier = {
  id: 'hasty-getaway',
  kind: 'challenge',
  number: 5,
  name: 'Hasty Getaway',
  text: 'No orange chips: after Round 2 the fourth community card is revealed and it goes straight on to Round 4.',
  source: 'rulebook',
  skipsChips: (round) => round === 2,
};
