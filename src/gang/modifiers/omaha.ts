import type { Modifier } from './modifier.js';

/** R-OMAHA: four pocket cards, of which exactly two count, with exactly three community cards. */
export const omaha: Modifier = {
  id: 'omaha',
  kind: 'variant',
  number: 0,
  name: 'Omaha',
  text: 'Four pocket cards each; a hand is exactly two of them and exactly three community cards.',
  source: 'rulebook',
  pocketBase: 4,
  exactly: true,
};
