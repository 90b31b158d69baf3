import type { Rng } from '../src/core/rng.js';
import type { LearnerData } from './learner.js';
import type { ActorCritic } from './nets.js';

/** Made-up decisions for a network: some ratios fall outside the clip range, on either side. */
export function randomLearnerData(net: ActorCritic, rows: number, rng: Rng): LearnerData {
  const floats = (n: number): Float32Array => Float32Array.from({ length: n }, () => rng.normal());
  const masks = Uint8Array.from({ length: rows * net.actions }, () => (rng.float() < 0.6 ? 1 : 0));
  const actions = Int32Array.from({ length: rows }, () => rng.below(net.actions));
  const targets = new Float32Array(rows * 3);
  for (const [row, action] of actions.entries()) {
    masks[row * net.actions + action] = 1;
    targets[row * 3] = -Math.log(0.6 * net.actions) + 0.5 * rng.normal();
    targets[row * 3 + 1] = rng.normal();
    targets[row * 3 + 2] = rng.float();
  }
  return {
    rows,
    observations: floats(rows * net.observation),
    privileged: floats(rows * net.privileged),
    masks,
    actions,
    targets,
  };
}
