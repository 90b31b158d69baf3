import { BadInputError, unwrap } from '../src/core/errors.js';
import { makeDirectory } from '../src/core/files.js';
import { inputError } from '../src/core/result.js';
import { type Checkpoint, lastGoodCheckpoint, listCheckpoints, saveCheckpoint } from './checkpoint.js';
import { blankState, type LearnerState, type LearnerStats } from './learner.js';
import {
  formatInterval,
  type Interval,
  type Metrics,
  MetricsLog,
  type Progress,
  SILENT,
  successInterval,
} from './metrics.js';
import { type ActorCritic, actorCritic, type BodySpec } from './nets.js';
import { PPO_DEFAULTS, type PpoConfig, scheduled } from './ppo.js';
import { openCrew } from './selfplay-pool.js';
import type { IterationReport } from './shard.js';
import { firstParameters } from './transfer.js';
import { type EnvReference, type EpisodeSums, openVecEnv } from './vecenv.js';

/** A whole run as plain JSON: what a checkpoint carries. */
export interface TrainConfig extends EnvReference {
  /** Directory of checkpoints and metrics. */
  readonly out: string;
  readonly seed: number;
  /** 1: everything in this thread. More: that many threads share the tables and each minibatch. */
  readonly threads: number;
  /** Decisions after which the run ends; it ends at the end of the iteration that reaches them. */
  readonly steps?: number;
  /** Minutes of training after which the run ends. With `steps` absent the schedules follow the clock. */
  readonly minutes?: number;
  readonly policy: BodySpec;
  readonly critic: BodySpec;
  readonly ppo: PpoConfig;
  /** Run or exported model whose parameters to start from (see transfer.ts), with fresh moments and counters. */
  readonly startFrom?: string;
  /** At most so many seconds of training lie between checkpoints (or one iteration, if that is longer). */
  readonly checkpointSeconds: number;
  /** How many checkpoints stay. */
  readonly keep: number;
  /** Seconds between lines of metrics. */
  readonly metricsSeconds: number;
}

/** What must be given, and what may be. */
export type TrainOptions = EnvReference &
  Pick<TrainConfig, 'out'> &
  Partial<Omit<TrainConfig, 'ppo' | 'out' | keyof EnvReference>> & { readonly ppo?: Partial<PpoConfig> };

export const TRAIN_DEFAULTS = {
  seed: 1,
  threads: 1,
  policy: { hidden: [128, 128], activation: 'relu' },
  critic: { hidden: [128, 128], activation: 'relu' },
  checkpointSeconds: 60,
  keep: 3,
  metricsSeconds: 2,
} as const satisfies Partial<TrainConfig>;

export function trainConfig(options: TrainOptions): TrainConfig {
  return { ...TRAIN_DEFAULTS, ...options, ppo: { ...PPO_DEFAULTS, ...options.ppo } };
}

export interface TrainHooks {
  /** Aborted: the run writes a checkpoint and returns. */
  readonly signal?: AbortSignal;
  readonly progress?: Progress;
  /** After each line of metrics. */
  readonly onMetrics?: (metrics: Metrics) => void;
  /** Go on from the last good checkpoint in `out`; `steps` and `minutes` may be larger than before. */
  readonly resume?: boolean;
}

export interface TrainResult {
  readonly reason: 'finished' | 'aborted';
  readonly net: ActorCritic;
  readonly parameters: Float32Array;
  readonly steps: number;
  readonly seconds: number;
  readonly success: Interval;
  /** Path of the last checkpoint. */
  readonly checkpoint: string;
}

/** Sums and means since the last line of metrics. */
class Window {
  sums: EpisodeSums = { episodes: 0, successes: 0 };
  private stats: Record<string, number> = {};
  private iterations = 0;
  steps = 0;
  rolloutSeconds = 0;
  private explained = 0;

  add({ sums, stats, explainedVariance, rows, rolloutMs }: IterationReport): void {
    for (const [key, value] of Object.entries(sums)) this.sums[key] = (this.sums[key] ?? 0) + value;
    for (const [key, value] of Object.entries(stats)) this.stats[key] = (this.stats[key] ?? 0) + value;
    this.explained += explainedVariance;
    this.iterations++;
    this.steps += rows;
    this.rolloutSeconds += rolloutMs / 1000;
  }

  mean(key: keyof LearnerStats): number {
    return (this.stats[key] ?? 0) / Math.max(1, this.iterations);
  }

  get explainedVariance(): number {
    return this.explained / Math.max(1, this.iterations);
  }
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
  const { ppo } = config;
  const progress = hooks.progress ?? SILENT;
  if (config.steps === undefined && config.minutes === undefined) throw new RangeError('train wants steps or minutes');

  let resumed: Checkpoint | undefined;
  if (hooks.resume === true) {
    const found = unwrap(lastGoodCheckpoint(config.out));
    for (const error of found.skipped) progress.note(`Skipped ${error.path}: ${error.message}`);
    resumed = found.checkpoint;
    checkSame(resumed.config, config);
    progress.note(`Going on from ${found.path} (${resumed.steps} steps).`);
  } else if (listCheckpoints(config.out).length > 0) {
    const hint = 'Go on with --resume, or choose another directory.';
    throw new BadInputError(inputError('not-empty', config.out, 'there is a run here already.', hint));
  }

  const probe = await openVecEnv(config, 1);
  const sizes = { observation: probe.obsSize, privileged: probe.privSize, actions: probe.actions };
  const metadata = probe.metadata ?? {};
  const net = actorCritic(sizes, config.policy, config.critic);
  const learner = resumed?.learner ?? freshState(firstParameters(net, config));
  unwrap(makeDirectory(config.out)); // only now: nothing is written on bad input
  const crew = await openCrew(config, net, ppo, learner, config.seed, config.threads);
  if (resumed !== undefined) await crew.load(resumed.shards);

  const log = new MetricsLog(config.out);
  const before = resumed?.seconds ?? 0;
  const began = performance.now();
  const seconds = (): number => before + (performance.now() - began) / 1000;
  let steps = resumed?.steps ?? 0;
  let iterations = resumed?.iterations ?? 0;
  let success: Interval = resumed?.success ?? successInterval(0, 0);
  let saved = '';
  let savedAt = seconds();
  let loggedAt = seconds();
  let window = new Window();

  const share = (): number =>
    Math.max(
      config.steps === undefined ? 0 : steps / config.steps,
      config.minutes === undefined ? 0 : seconds() / (config.minutes * 60),
    );
  /** How far the schedules are: by steps when they are given, so that such a run doesn't depend on the clock. */
  const scheduleShare = (): number => (config.steps === undefined ? share() : steps / config.steps);

  const checkpoint = async (): Promise<Checkpoint> => {
    const made = { config, sizes, metadata, steps, iterations, seconds: seconds(), success, ...(await crew.save()) };
    saved = saveCheckpoint(config.out, made, config.keep);
    savedAt = seconds();
    return made;
  };
  const writeMetrics = (): void => {
    const now = seconds();
    success = successInterval(window.sums.successes, window.sums.episodes);
    const elapsed = Math.max(1e-9, now - loggedAt);
    const metrics: Metrics = {
      steps,
      seconds: now,
      iterations,
      success,
      stepsPerSecond: window.steps / elapsed,
      rolloutShare: window.rolloutSeconds / elapsed,
      learningRate: scheduled(ppo.learningRate, scheduleShare()),
      entropyWeight: scheduled(ppo.entropy, scheduleShare()),
      policyLoss: window.mean('policyLoss'),
      valueLoss: window.mean('valueLoss'),
      entropy: window.mean('entropy'),
      approxKl: window.mean('approxKl'),
      clipFraction: window.mean('clipFraction'),
      gradientNorm: window.mean('gradientNorm'),
      explainedVariance: window.explainedVariance,
      env: window.sums,
    };
    log.write(metrics);
    progress.update(Math.min(1, share()), metrics);
    hooks.onMetrics?.(metrics);
    loggedAt = now;
    window = new Window();
  };

  try {
    while (share() < 1 && hooks.signal?.aborted !== true) {
      const started = performance.now();
      const report = await crew.iterate(scheduleShare());
      steps += report.rows;
      iterations++;
      window.add(report);
      if (seconds() - loggedAt >= config.metricsSeconds) writeMetrics();
      // Early enough that the next iteration doesn't carry it past the limit.
      if (seconds() - savedAt + (performance.now() - started) / 1000 >= config.checkpointSeconds) await checkpoint();
    }
    if (window.steps > 0) writeMetrics();
    const { learner } = await checkpoint();
    const reason = share() < 1 ? 'aborted' : 'finished';
    progress.note(`${reason === 'finished' ? 'Done' : 'Stopped'}: ${steps} steps, success ${formatInterval(success)}.`);
    return { reason, net, parameters: learner.parameters, steps, seconds: seconds(), success, checkpoint: saved };
  } finally {
    progress.stop();
    await crew.close();
  }
}
