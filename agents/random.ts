import type { Agent } from '../src/core/agent.js';

/** Any legal act with equal chance, of any game. */
export const random: Agent & { readonly observes: 'legible' } = {
  name: 'random',
  observes: 'legible',
  open: (_config, _seat, rng) => ({
    act: (_view, legal) => legal.at(rng.below(legal.length)),
  }),
};
