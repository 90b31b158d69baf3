import type { GangAgent } from './gang-agent.js';

/** Any legal act with equal chance. */
export const random: GangAgent = {
  name: 'random',
  observes: 'legible',
  open: (_config, _seat, rng) => ({
    act: (_view, legal) => legal.at(rng.below(legal.length)),
  }),
};
