import { Presets, SingleBar } from 'cli-progress';
import { INTERRUPTED, interruptible } from './interrupt.js';

/** Work shorter than this shows no bar. */
const QUIET_MS = 2000;

/** A progress bar on stderr for work that takes more than two seconds; nothing where stderr isn't a terminal. */
export class Progress {
  private readonly bar: SingleBar | undefined;
  private readonly begun = performance.now();
  private shown = false;

  /** `unit` is what is counted, in the plural: `deals`. */
  constructor(unit: string) {
    if (!process.stderr.isTTY) return;
    const format = `{bar} {percentage} %  {value} of {total} ${unit}  {eta_formatted} left`;
    this.bar = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true }, Presets.rect);
  }

  update(done: number, total: number): void {
    if (this.bar === undefined) return;
    if (this.shown) {
      this.bar.update(done);
    } else if (performance.now() - this.begun > QUIET_MS) {
      this.shown = true;
      this.bar.start(total, done);
    }
  }

  stop(): void {
    if (this.shown) this.bar?.stop();
  }
}

/** What long work is given to show how far it is, and to hear of Ctrl-C. */
export interface Running {
  readonly signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

/** Long work with its progress bar; undefined when Ctrl-C ended it. */
export async function untilInterrupted<T>(
  unit: string,
  work: (running: Running) => Promise<T>,
): Promise<T | undefined> {
  const { signal, release } = interruptible();
  const progress = new Progress(unit);
  try {
    return await work({ signal, onProgress: (done, total) => progress.update(done, total) });
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exitCode = INTERRUPTED;
    return undefined;
  } finally {
    progress.stop();
    release();
  }
}
