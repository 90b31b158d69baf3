import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import cliProgress from 'cli-progress';
import { StoppedError, whyNotWritten } from '../src/core/errors.js';
import { writeFileWhole } from '../src/core/files.js';
import { scalarsOf } from './metric-list.js';
import { EventLog, type ScalarEvent } from './tensorboard.js';

export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly episodes: number;
}

/** Share of successes with its 95 % Wilson score interval (Wilson 1927). No episodes: 0 in 0 … 1. */
export function successInterval(successes: number, episodes: number): Interval {
  if (episodes === 0) return { mean: 0, low: 0, high: 1, episodes: 0 };
  const z = 1.959963984540054;
  const p = successes / episodes;
  const scale = 1 / (1 + (z * z) / episodes);
  const centre = scale * (p + (z * z) / (2 * episodes));
  const half = scale * z * Math.sqrt((p * (1 - p)) / episodes + (z * z) / (4 * episodes * episodes));
  return { mean: p, low: Math.max(0, centre - half), high: Math.min(1, centre + half), episodes };
}

/** One line of `metrics.jsonl`. Means and sums are over the decisions since the line before. */
export interface Metrics {
  /** Decisions made since the run began. */
  readonly steps: number;
  /** Seconds of training. */
  readonly seconds: number;
  /** Rollout-and-update rounds. */
  readonly iterations: number;
  /** Share of episodes won, sampled play of the training policy, 95 % interval. */
  readonly success: Interval;
  readonly stepsPerSecond: number;
  /** Share of the time spent in rollouts. */
  readonly rolloutShare: number;
  readonly learningRate: number;
  readonly entropyWeight: number;
  readonly policyLoss: number;
  readonly valueLoss: number;
  /** Nats. */
  readonly entropy: number;
  readonly approxKl: number;
  readonly clipFraction: number;
  readonly gradientNorm: number;
  /** 1: the critic foretells the returns exactly; 0: no better than their mean. */
  readonly explainedVariance: number;
  /** The environment's own sums. */
  readonly env: Readonly<Record<string, number>>;
}

/** A file of a run that cannot be written: no space, no permission. The run ends; its last good checkpoint stays. */
export class RunStorageError extends StoppedError {
  override readonly name = 'RunStorageError';
  constructor(path: string, cause: unknown) {
    super(
      `${path} cannot be written (${whyNotWritten(cause) ?? 'unknown error'}). Make room there, then go on with --resume.`,
      { cause },
    );
  }
}

/** Calls `write`, whose failure is a `RunStorageError`. */
export function storing<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new RunStorageError(path, error);
  }
}

/** What a run's metrics hold, and how many bytes of a line at their end were torn. */
export interface StoredMetrics {
  readonly lines: readonly Metrics[];
  /** Line numbers, from 1, of what is no line of metrics. */
  readonly broken: readonly number[];
}

/** Reads `metrics.jsonl` of a directory; none is no lines. Throws the system's error where it can't be read. */
export function readMetrics(directory: string): StoredMetrics {
  const path = join(directory, METRICS_FILE);
  if (!existsSync(path)) return { lines: [], broken: [] };
  const lines: Metrics[] = [];
  const broken: number[] = [];
  for (const [i, text] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (text === '') continue;
    const line = parseLine(text);
    if (line === undefined) broken.push(i + 1);
    else lines.push(line);
  }
  return { lines, broken };
}

function parseLine(text: string): Metrics | undefined {
  try {
    const line = JSON.parse(text) as Metrics;
    const whole = typeof line.steps === 'number' && typeof line.success?.mean === 'number' && line.env !== undefined;
    return whole ? line : undefined;
  } catch {
    return undefined;
  }
}

export const METRICS_FILE = 'metrics.jsonl';

/** Writes the lines of `metrics.jsonl` of a directory, and the same numbers to an event file for TensorBoard. */
export class MetricsLog {
  readonly path: string;
  private readonly events: EventLog;

  /**
   * A run that goes on keeps the lines up to its checkpoint: what came after is made again, and a line that was torn
   * when the run was killed goes. `startedAt`: when the run began, seconds since 1970. Throws `RunStorageError`.
   */
  constructor(
    directory: string,
    private readonly startedAt = 0,
    resumedSteps?: number,
    note: (text: string) => void = () => {},
  ) {
    mkdirSync(directory, { recursive: true });
    this.path = join(directory, METRICS_FILE);
    const stored = resumedSteps === undefined ? { lines: [], broken: [] } : readMetrics(directory);
    const kept = stored.lines.filter(({ steps }) => steps <= resumedSteps!);
    const taken = stored.lines.length - kept.length;
    if (stored.broken.length > 0) note(`${this.path}: line ${stored.broken.join(', ')} was torn and is left out.`);
    if (taken > 0)
      note(`${this.path}: ${taken} ${taken === 1 ? 'line' : 'lines'} after the checkpoint will be made again.`);
    const text = kept.map((line) => `${JSON.stringify(line)}\n`).join('');
    if (!existsSync(this.path) || readFileSync(this.path, 'utf8') !== text) {
      storing(this.path, () => writeFileWhole(this.path, text));
    }
    this.events = storing(
      directory,
      () =>
        new EventLog(
          directory,
          startedAt,
          kept.map((line) => this.event(line)),
        ),
    );
  }

  /** Throws `RunStorageError`. */
  write(metrics: Metrics): void {
    storing(this.path, () => appendFileSync(this.path, `${JSON.stringify(metrics)}\n`));
    storing(this.events.path, () => this.events.write(this.event(metrics)));
  }

  private event(metrics: Metrics): ScalarEvent {
    return { wallTime: this.startedAt + metrics.seconds, step: metrics.steps, scalars: scalarsOf(metrics) };
  }
}

function clock(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  const minutes = String(Math.floor(s / 60) % 60).padStart(2, '0');
  const rest = String(s % 60).padStart(2, '0');
  return s >= 3600 ? `${Math.floor(s / 3600)}:${minutes}:${rest}` : `${minutes}:${rest}`;
}

/** `0.912 (0.905–0.918)` */
export function formatInterval({ mean, low, high }: Interval): string {
  return `${mean.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`;
}

/** Shows how training goes, on stderr: a bar on a terminal, else a line now and then. */
export interface Progress {
  update(progress: number, metrics: Metrics): void;
  note(text: string): void;
  stop(): void;
}

/** Columns of the bar at most, of the whole line, and of the number of steps with what stands around it. */
const BAR = 24;
const WIDE = 104;
const STEPS = 14;

/** `everySeconds`: between lines when stderr isn't a terminal. */
export function terminalProgress(everySeconds = 20, stream: NodeJS.WriteStream = process.stderr): Progress {
  let last = Number.NEGATIVE_INFINITY;
  const columns = stream.columns ?? WIDE;
  const line = (progress: number, m: Metrics): string => {
    const left = progress > 0 ? clock((m.seconds * (1 - progress)) / progress) : '--:--';
    const speed = `${(m.stepsPerSecond / 1000).toFixed(0)}k steps/s`;
    const steps = columns < WIDE ? '' : `${(m.steps / 1e6).toFixed(1)}M steps  `;
    return `success ${formatInterval(m.success)}  ${speed}  ${steps}${left} left`;
  };
  if (!stream.isTTY) {
    return {
      update(progress, metrics) {
        if (metrics.seconds - last < everySeconds && progress < 1) return;
        last = metrics.seconds;
        stream.write(`${(progress * 100).toFixed(0).padStart(3)} %  ${line(progress, metrics)}\n`);
      },
      note: (text) => void stream.write(`${text}\n`),
      stop() {},
    };
  }
  const bar = new cliProgress.SingleBar({
    format: '{bar} {percentage} %  {line}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    // What the rest of the line leaves: the time left should be in sight at 80 columns too.
    barsize: Math.max(4, Math.min(BAR, columns - (WIDE - BAR) + (columns < WIDE ? STEPS : 0))),
    hideCursor: true,
    stream,
    gracefulExit: false,
    linewrap: false,
  });
  let started = false;
  return {
    update(progress, metrics) {
      const values = { line: line(progress, metrics) };
      if (!started) bar.start(1000, 0, values);
      started = true;
      bar.update(Math.round(progress * 1000), values);
    },
    note(text) {
      if (started) bar.stop();
      started = false;
      stream.write(`${text}\n`);
    },
    stop() {
      if (started) bar.stop();
      started = false;
    },
  };
}

/** Shows nothing. */
export const SILENT: Progress = { update() {}, note() {}, stop() {} };
