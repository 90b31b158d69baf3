import type { Agent } from '../../src/core/agent.js';
import { holderOf, KEEP } from '../../src/gang/actions.js';
import type { GangView } from '../../src/gang/state.js';

export type View = GangView;
export type GangAgent = Agent<GangView>;

/** Takes chips from others as long as it may. */
export const thief: GangAgent = {
  name: 'thief',
  open: () => ({
    act: (_view, legal) => {
      const acts = legal.toArray();
      return acts.find((action) => action !== KEEP && holderOf(action) >= 0) ?? acts[0]!;
    },
  }),
};

/** Keeps whenever it may, else takes the last chip that it may take. */
export const turnedAway: GangAgent = {
  name: 'turned-away',
  open: () => ({ act: (_view, legal) => (legal.includes(KEEP) ? KEEP : legal.at(legal.length - 1)) }),
};
