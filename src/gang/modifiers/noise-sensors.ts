import type { Modifier } from './modifier.js';

/** The chip with one star, also where there are chips with none (R-DARK). */
const ONE_STAR = 1 << 0;

export const noiseSensors: Modifier = {
  id: 'noise-sensors',
  kind: 'challenge',
  number: 2,
  name: 'Noise Sensors',
  text: 'In Rounds 1 to 3 the 1-star chip lies on its dark side: once taken from the centre it stays with its owner.',
  source: 'rulebook',
  darkChips: (_state, _self, round) => (round < 3 ? ONE_STAR : 0),
};
