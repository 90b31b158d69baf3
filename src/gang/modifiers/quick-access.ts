import type { Modifier } from './modifier.js';

/** R-QUICK: Round 1 has its deal but no chips. Not used where a challenge opens the game. */
export const quickAccess: Modifier = {
  id: 'quick-access',
  kind: 'challenge',
  number: 1,
  name: 'Quick Access',
  text: 'The white chips stay aside: after the pocket cards are dealt it goes straight on to Round 2.',
  source: 'rulebook',
  clash: ({ mode }) =>
    mode === 'professional' || mode === 'masterThief' ? `it is removed from the stack in ${mode} mode` : null,
  skipsChips: (round) => round === 0,
};
