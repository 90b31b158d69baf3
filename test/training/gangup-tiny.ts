import {
  GANGUP_DMC_DEFAULTS,
  GANGUP_PPO,
  GANGUP_TRAIN_DEFAULTS,
  type GangupTrainConfig,
} from '../../training/gangup-train.js';

/** A network of a few units. */
export const TINY = { state: [6, 5], row: [4, 3], value: 3, critic: [3, 4] } as const;

/** A run that takes a second: 8 tables, 128 decisions an iteration. */
export function tinyRun(more: Partial<GangupTrainConfig> & { readonly out: string }): GangupTrainConfig {
  return {
    ...GANGUP_TRAIN_DEFAULTS,
    net: TINY,
    groups: [
      { config: { players: 2 }, share: 50 },
      { config: { players: 3, leaders: true, locations: true }, share: 50 },
    ],
    decisions: 128,
    pastEvery: 1,
    ppo: { ...GANGUP_PPO, envs: 8, minibatch: 64 },
    checkpointSeconds: 0,
    metricsSeconds: 0,
    ...more,
  };
}

/** What makes of it a run by Deep Monte Carlo. */
export const BY_DMC = {
  method: 'dmc',
  net: { ...TINY, lead: 0.2 },
  ppo: { ...GANGUP_DMC_DEFAULTS.ppo, envs: 8, minibatch: 64 },
} as const satisfies Partial<GangupTrainConfig>;
