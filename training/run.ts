import { BadInputError, unwrap } from '../src/core/errors.js';
import { inputError } from '../src/core/result.js';
import { clearPartials, lastGoodCheckpoint, listCheckpoints, type SavedRun, saveCheckpoint } from './checkpoint.js';
import {
  formatInterval,
  type Interval,
  type Metrics,
  MetricsLog,
  type Progress,
  SILENT,
  storing,
  successInterval,
} from './metrics.js';
import { LOWER_RATE, type PpoConfig, scheduled, TrainingDivergedError } from './ppo.js';
import { holdRun } from './run-lock.js';
import type { LearnerStats } from './step.js';
import type { Crew } from './threads.js';

/** What every run has, whatever it trains. */
export interface RunConfig {
  /** Directory of checkpoints and metrics. */
  readonly out: string;
  /** Decisions after which the run ends; it ends at the end of the iteration that reaches them. */
  readonly steps?: number;
  /** Minutes of training after which the run ends. With `steps` absent the schedules follow the clock. */
  readonly minutes?: number;
  readonly ppo: PpoConfig;
  /** At most so many seconds of training lie between checkpoints (or one iteration, if that is longer). */
  readonly checkpointSeconds: number;
  /** How many checkpoints stay. */
  readonly keep: number;
  /** Seconds between lines of metrics. */
  readonly metricsSeconds: number;
}

/** What one rollout and update report. */
export interface RunReport {
  /** Decisions made. */
  readonly rows: number;
  readonly sums: Readonly<Record<string, number>>;
  readonly stats: LearnerStats;
  readonly explainedVariance: number;
  /** Milliseconds spent in the rollout. */
  readonly rolloutMs: number;
}

export interface RunHooks {
  /** Aborted: the run writes a checkpoint and returns. */
  readonly signal?: AbortSignal;
  readonly progress: Progress;
  /** When the run began, seconds since 1970: where TensorBoard puts it in time. Default 0. */
  readonly startedAt?: number;
  /** Once the run's directory is its own and all is ready, before the first iteration. */
  readonly onStart?: () => void;
  /** After each line of metrics. */
  readonly onMetrics?: (metrics: Metrics) => void;
  /** Successes and episodes among the sums. */
  success(sums: Readonly<Record<string, number>>): { readonly successes: number; readonly episodes: number };
}

/** What a trainer is told besides its configuration. */
export interface TrainHooks extends Partial<Omit<RunHooks, 'success'>> {
  /** Go on from the last good checkpoint in `out`; `steps` and `minutes` may be larger than before. */
  readonly resume?: boolean;
}

export interface RunResult {
  readonly reason: 'finished' | 'aborted';
  readonly parameters: Float32Array;
  readonly steps: number;
  readonly seconds: number;
  readonly success: Interval;
  /** Path of the last checkpoint. */
  readonly checkpoint: string;
}

/** No sane network has a weight of this size. */
const PARAMETER_MAX = 1e4;

/**
 * Losses are looked at before the step that they lead to: the last step of a rollout may have led to parameters that
 * nobody has tried yet. They must not become the last good checkpoint. Throws `TrainingDivergedError`.
 */
function checkParameters(parameters: Float32Array): void {
  const wild = parameters.find((parameter) => !(Math.abs(parameter) <= PARAMETER_MAX));
  if (wild === undefined) return;
  throw new TrainingDivergedError(`a parameter of the networks has grown to ${wild}. ${LOWER_RATE}`);
}

/** Sums and means since the last line of metrics. */
class Window {
  sums: Record<string, number> = {};
  private stats: Record<string, number> = {};
  private iterations = 0;
  steps = 0;
  rolloutSeconds = 0;
  private explained = 0;

  add({ sums, stats, explainedVariance, rows, rolloutMs }: RunReport): void {
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

/**
 * The run to go on with: that of the directory's newest good checkpoint when `resume`, else none, and then there must
 * be none. Throws `BadInputError`.
 */
export function runBefore<Saved extends { readonly steps: number }>(
  out: string,
  resume: boolean,
  progress: Progress,
): Saved | undefined {
  if (resume) {
    const found = unwrap(lastGoodCheckpoint<Saved>(out));
    for (const error of found.skipped) progress.note(`Skipped ${error.path}: ${error.message}`);
    progress.note(`Going on from ${found.path} (${found.checkpoint.steps} steps).`);
    return found.checkpoint;
  }
  if (listCheckpoints(out).length > 0) {
    const hint = 'Go on with --resume, or choose another directory.';
    throw new BadInputError(inputError('not-empty', out, 'there is a run here already.', hint));
  }
  return undefined;
}

/** Takes up a run's directory for this process: `resumed` must still be where the run stands. Throws `BadInputError`. */
function takeUp(out: string, resumed: { readonly steps: number } | undefined): void {
  // Another process may have trained here, and have ended, since the run was read.
  const now = runBefore<{ readonly steps: number }>(out, resumed !== undefined, SILENT);
  if (now?.steps !== resumed?.steps) {
    const hint = 'Go on with --resume once more, or choose another directory.';
    throw new BadInputError(
      inputError('run-in-use', out, 'another process has gone on with this run meanwhile.', hint),
    );
  }
  clearPartials(out); // only now: they could be another's that is writing them
}

/**
 * Rollouts and updates of a crew until `steps` or `minutes` are reached or the signal is aborted, with metrics and
 * checkpoints; `facts` go into each checkpoint. Closes the crew.
 */
export async function runLoop<Config extends RunConfig, State>(
  config: Config,
  crew: Crew<RunReport, State>,
  resumed: SavedRun<Config, State> | undefined,
  facts: { readonly metadata: Readonly<Record<string, string>> } & Readonly<Record<string, unknown>>,
  hooks: RunHooks,
): Promise<RunResult> {
  const { ppo } = config;
  const { progress } = hooks;
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
  let log: MetricsLog | undefined;
  let release: (() => void) | undefined;

  const share = (): number =>
    Math.max(
      config.steps === undefined ? 0 : steps / config.steps,
      config.minutes === undefined ? 0 : seconds() / (config.minutes * 60),
    );
  /** How far the schedules are: by steps when they are given, so that such a run doesn't depend on the clock. */
  const scheduleShare = (): number => (config.steps === undefined ? share() : steps / config.steps);

  const checkpoint = async (): Promise<Float32Array> => {
    if (window.steps > 0) writeMetrics(); // so that a run that goes on from here has all its decisions in a line
    const made = { config, ...facts, steps, iterations, seconds: seconds(), success, ...(await crew.save()) };
    checkParameters(made.learner.parameters);
    saved = storing(config.out, () => saveCheckpoint(config.out, made, config.keep));
    savedAt = seconds();
    return made.learner.parameters;
  };
  const writeMetrics = (): void => {
    const now = seconds();
    const { successes, episodes } = hooks.success(window.sums);
    success = successInterval(successes, episodes);
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
    log?.write(metrics);
    progress.update(Math.min(1, share()), metrics);
    hooks.onMetrics?.(metrics);
    loggedAt = now;
    window = new Window();
  };

  try {
    release = storing(config.out, () => holdRun(config.out));
    storing(config.out, () => takeUp(config.out, resumed));
    storing(config.out, () => hooks.onStart?.());
    log = new MetricsLog(config.out, hooks.startedAt ?? 0, resumed?.steps, (text) => progress.note(text));
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
    const parameters = await checkpoint();
    const reason = share() < 1 ? 'aborted' : 'finished';
    progress.note(`${reason === 'finished' ? 'Done' : 'Stopped'}: ${steps} steps, success ${formatInterval(success)}.`);
    return { reason, parameters, steps, seconds: seconds(), success, checkpoint: saved };
  } catch (error) {
    if (release === undefined) throw error; // the run is another's
    const last = lastGoodCheckpoint<SavedRun<Config, State>>(config.out);
    if (last.ok)
      progress.note(`The last good checkpoint is ${last.value.path} (${last.value.checkpoint.steps} steps).`);
    throw error;
  } finally {
    progress.stop();
    await crew.close();
    release?.();
  }
}
