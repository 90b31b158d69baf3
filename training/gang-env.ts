import { GangVecEnv, type GangVecSpec } from '../src/env/gang-vec.js';

/** What the trainer builds in each worker thread from a JSON specification: tables with the critic's observation. */
export function createVecEnv(spec: unknown): GangVecEnv {
  return new GangVecEnv({ ...(spec as GangVecSpec), privileged: true });
}
