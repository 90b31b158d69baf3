import { type GangTraining, gangTrainOptions } from '../../training/gang.js';
import { type TrainConfig, trainConfig } from '../../training/train.js';

/** Decisions of an iteration of `tinyGang`. */
export const TINY_ITERATION = 16 * 16;

/** What a run is asked for that takes a second: three players, half of the heists with strangers. */
export function tinyGangAsked(out: string, iterations: number): GangTraining {
  return {
    ...{ players: 3, class: 'full', seed: 5, threads: 1, takesMax: 4, readyShare: 0.5, hidden: [8] },
    ...{ partners: { share: 0.5 }, steps: iterations * TINY_ITERATION, out },
  };
}

/** The same as the trainer is told it: 16 tables, a checkpoint and a line of metrics each iteration. */
export function tinyGang(asked: GangTraining): TrainConfig {
  return trainConfig({
    ...gangTrainOptions(asked),
    ...{ checkpointSeconds: 0, metricsSeconds: 0 },
    ppo: { envs: 16, horizon: 16, minibatch: 64, epochs: 1 },
  });
}

/** The module of The Gang's tables as it is built, for a process of its own. */
export function gangEnvModuleBuilt(): string {
  return new URL('../../dist/training/gang-env.js', import.meta.url).href;
}
