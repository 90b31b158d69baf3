import { BadInputError, unwrap } from '../src/core/errors.js';
import { makeDirectory } from '../src/core/files.js';
import { inputError } from '../src/core/result.js';
import type { LearnerBackend } from './backend.js';
import { type Checkpoint, checkFacts } from './checkpoint.js';
import { blankState, type LearnerState } from './learner.js';
import { SILENT } from './metrics.js';
import { type ActorCritic, actorCritic, type BodySpec } from './nets.js';
import { PPO_DEFAULTS, type PpoConfig } from './ppo.js';
import { type RunConfig, type RunResult, runBefore, runLoop, type TrainHooks } from './run.js';
import { openCrew } from './selfplay-pool.js';
import { tablesEach } from './threads.js';
import { firstParameters } from './transfer.js';
import { type EnvReference, type EpisodeSums, openVecEnv } from './vecenv.js';

export type { TrainHooks } from './run.js';

/** A whole run as plain JSON: what a checkpoint carries. */
export interface TrainConfig extends EnvReference, RunConfig {
  readonly seed: number;
  /** 1: everything in this thread. More: that many threads share the tables and each minibatch. */
  readonly threads: number;
  readonly policy: BodySpec;
  readonly critic: BodySpec;
  /** What the learner's steps run on; `onnx` when absent. The other gives the same within rounding, and is slower. */
  readonly backend?: LearnerBackend;
  /** Run or exported model whose parameters to start from (see transfer.ts), with fresh moments and counters. */
  readonly startFrom?: string;
}

/** What must be given, and what may be. */
export type TrainOptions = EnvReference &
  Pick<TrainConfig, 'out'> &
  Partial<Omit<TrainConfig, 'ppo' | 'out' | keyof EnvReference>> & { readonly ppo?: Partial<PpoConfig> };

export const TRAIN_DEFAULTS = {
  seed: 1,
  threads: 1,
  policy: { hidden: [128, 128], activation: 'relu' },
  critic: { hidden: [64, 64], activation: 'relu' },
  checkpointSeconds: 60,
  keep: 3,
  metricsSeconds: 2,
} as const satisfies Partial<TrainConfig>;

export function trainConfig(options: TrainOptions): TrainConfig {
  return { ...TRAIN_DEFAULTS, ...options, ppo: { ...PPO_DEFAULTS, ...options.ppo } };
}

export interface TrainResult extends RunResult {
  readonly net: ActorCritic;
}

function freshState(parameters: Float32Array): LearnerState {
  return { ...blankState(parameters.length), parameters };
}

/** Keys that must not change when a run goes on, or it would not be the same run. */
const FIXED = ['envSpec', 'seed', 'threads', 'policy', 'critic', 'ppo'] as const;

function checkSame(before: TrainConfig, now: TrainConfig): void {
  for (const key of FIXED) {
    if (JSON.stringify(before[key]) !== JSON.stringify(now[key])) {
      const [was, is] = [JSON.stringify(before[key]), JSON.stringify(now[key])];
      throw new BadInputError(inputError('other-run', key, `the checkpoint was made with ${was}, not ${is}.`));
    }
  }
}

/**
 * Trains by self-play until `steps` or `minutes` are reached or the signal is aborted.
 * With `steps`, the same configuration gives the same parameters bit for bit, interrupted and resumed or not.
 * Throws `TrainingDivergedError` when the loss explodes (the last checkpoint stays), `BadInputError` when there is
 * nothing to resume or it belongs to another run.
 */
export async function train(config: TrainConfig, hooks: TrainHooks = {}): Promise<TrainResult> {
  const progress = hooks.progress ?? SILENT;
  if (config.steps === undefined && config.minutes === undefined) throw new RangeError('train wants steps or minutes');
  tablesEach(config.ppo.envs, config.threads); // refused before anything is read or written
  const resumed = runBefore<Checkpoint>(config.out, hooks.resume === true, progress);
  if (resumed !== undefined) checkSame(resumed.config, config);

  const probe = await openVecEnv(config, 1);
  const sizes = { observation: probe.obsSize, privileged: probe.privSize, actions: probe.actions };
  const metadata = probe.metadata ?? {};
  if (resumed !== undefined) checkFacts(resumed.metadata, metadata, config.out);
  const net = actorCritic(sizes, config.policy, config.critic);
  const learner = resumed?.learner ?? freshState(firstParameters(net, config));
  unwrap(makeDirectory(config.out)); // only now: nothing is written on bad input
  const crew = await openCrew(config, net, config.ppo, learner, config.seed, config.threads, config.backend);
  if (resumed !== undefined) await crew.load(resumed.shards);
  const result = await runLoop(config, crew, resumed, { sizes, metadata }, { ...hooks, progress, success: ofEpisodes });
  return { ...result, net };
}

function ofEpisodes({ successes = 0, episodes = 0 }: Readonly<Record<string, number>>): EpisodeSums {
  return { successes, episodes };
}
