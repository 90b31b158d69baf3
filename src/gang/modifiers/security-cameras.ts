import type { Modifier } from './modifier.js';

/** One pocket card more for everybody; the best five of all cards count. */
export const securityCameras: Modifier = {
  id: 'security-cameras',
  kind: 'challenge',
  number: 10,
  name: 'Security Cameras',
  text: 'Everybody is dealt one pocket card more.',
  source: 'rulebook',
  pocketRoom: 1,
  cardsNeeded: (players) => players,
  pocketCards: () => 1,
};
