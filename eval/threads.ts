import { Worker } from 'node:worker_threads';
import { BadInputError } from '../src/core/errors.js';
import type { InputError } from '../src/core/result.js';
import { threadArguments } from '../src/core/worker.js';
import { orAborted } from './abort.js';
import type { Range, Task } from './thread.js';

export type ToThread<Job> = { readonly job: Job } | 'stop';
export type FromThread<Part> =
  | { readonly type: 'ready' }
  | { readonly type: 'part'; readonly part: Part }
  | { readonly type: 'stopped' }
  | { readonly type: 'badInput'; readonly error: InputError }
  | { readonly type: 'failed'; readonly message: string };

/** What a thread gets at its start: what its work is, and a word that is 1 once nobody wants the rest. */
export interface ThreadSetup<Setup> {
  readonly setup: Setup;
  readonly stop: SharedArrayBuffer;
}

/** Whoever does jobs: threads, or this one. */
export interface Workshop<Job, Part> {
  /**
   * Does the jobs and hands out the parts in the order of the jobs. Rejects with what went wrong, bad input as
   * `BadInputError`, or with the signal's reason.
   */
  run(jobs: readonly Job[], onPart: (part: Part, job: Job) => void | Promise<void>): Promise<void>;
  close(): void;
}

/** Parts that wait for an earlier one may be so many for each thread: memory stays bounded. */
const AHEAD = 4;

/** A thread, and who waits for its answer. */
class Hand<Job, Part> {
  private readonly worker: Worker;
  private pending: { resolve(part: Part | undefined): void; reject(error: unknown): void } | undefined;
  private fault: Error | undefined;
  /** Settled once the task is open. */
  readonly opened: Promise<unknown>;

  constructor(module: URL, workerData: object) {
    this.worker = new Worker(module, { workerData, execArgv: threadArguments() });
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('a thread ended early')));
    this.worker.on('message', (message: FromThread<Part>) => {
      if (message.type === 'badInput') this.pending?.reject(new BadInputError(message.error));
      else if (message.type === 'failed') this.pending?.reject(new Error(message.message));
      else this.pending?.resolve(message.type === 'part' ? message.part : undefined);
    });
    this.opened = this.answer();
    this.opened.catch(() => {}); // told by the run that awaits it
  }

  /** Does a job; undefined when it was stopped. */
  ask(job: Job): Promise<Part | undefined> {
    if (this.fault !== undefined) return Promise.reject(this.fault);
    const answer = this.answer();
    this.worker.postMessage({ job } satisfies ToThread<Job>);
    return answer;
  }

  private answer(): Promise<Part | undefined> {
    return new Promise((resolve, reject) => {
      this.pending = { resolve, reject };
    });
  }

  private fail(error: unknown): void {
    this.fault ??= error instanceof Error ? error : new Error(String(error));
    this.pending?.reject(this.fault);
  }

  close(): void {
    this.worker.postMessage('stop' satisfies ToThread<Job>);
    this.worker.unref(); // an agent that never answers keeps nobody waiting
  }
}

/**
 * Worker threads, held open from one run to the next, each with the same task. When they are closed they end by
 * themselves at the next chance they have: a thread that is ended from outside while it runs a network takes the
 * process with it.
 */
export class Threads<Setup, Job, Part> implements Workshop<Job, Part> {
  private readonly stop = new SharedArrayBuffer(4);
  private readonly hands: Hand<Job, Part>[] = [];

  /** `worker`: a compiled module that calls `serve` (thread.ts). */
  constructor(
    private readonly worker: URL,
    private readonly setup: Setup,
    private readonly threads: number,
    private readonly signal?: AbortSignal,
  ) {}

  async run(jobs: readonly Job[], onPart: (part: Part, job: Job) => void | Promise<void>): Promise<void> {
    this.signal?.throwIfAborted();
    while (this.hands.length < Math.min(this.threads, jobs.length)) {
      const workerData: ThreadSetup<Setup> = { setup: this.setup, stop: this.stop };
      this.hands.push(new Hand(this.worker, workerData));
    }
    const done = new Map<number, Part>();
    let next = 0;
    let handed = 0;
    let handing = Promise.resolve();
    let failed = false;
    const waiting: (() => void)[] = [];
    const goOn = (): void => {
      for (const ready of waiting.splice(0)) ready();
    };
    const handOut = async (): Promise<void> => {
      for (let part = done.get(handed); part !== undefined; part = done.get(handed)) {
        done.delete(handed);
        await onPart(part, jobs[handed]!);
        handed++;
        goOn();
      }
    };
    const work = async (hand: Hand<Job, Part>): Promise<void> => {
      await hand.opened;
      while (next < jobs.length && !failed) {
        if (next > handed + AHEAD * this.threads) {
          await new Promise<void>((resolve) => waiting.push(resolve));
          continue;
        }
        const at = next++;
        const part = await hand.ask(jobs[at]!);
        if (part === undefined) return;
        done.set(at, part);
        handing = handing.then(handOut);
        handing.catch(() => {
          failed = true;
          goOn();
        });
      }
    };
    try {
      await orAborted(
        Promise.all(this.hands.map(work)).then(() => handing),
        this.signal,
      );
    } catch (error) {
      failed = true;
      goOn();
      this.close();
      throw error;
    }
  }

  close(): void {
    Atomics.store(new Int32Array(this.stop), 0, 1);
    for (const hand of this.hands.splice(0)) hand.close();
  }
}

/** The same in this thread, one job after another. */
export class ThisThread<Job, Part> implements Workshop<Job, Part> {
  private closed = false;

  constructor(
    private readonly task: Task<Part, Job>,
    private readonly signal?: AbortSignal,
  ) {}

  async run(jobs: readonly Job[], onPart: (part: Part, job: Job) => void | Promise<void>): Promise<void> {
    for (const job of jobs) {
      await new Promise(setImmediate); // Ctrl-C and the progress bar get their turn
      this.signal?.throwIfAborted();
      const part = await orAborted(
        this.task(job, () => this.closed || this.signal?.aborted === true),
        this.signal,
      );
      if (part !== undefined) await onPart(part, job);
    }
  }

  close(): void {
    this.closed = true;
  }
}

/** Items `from` to before `to` in jobs of `chunk` neighbours, cut at its multiples. */
export function chunks(from: number, to: number, chunk: number): Range[] {
  const out: Range[] = [];
  for (let at = from; at < to; ) {
    const end = Math.min(to, (Math.floor(at / chunk) + 1) * chunk);
    out.push({ from: at, to: end });
    at = end;
  }
  return out;
}
