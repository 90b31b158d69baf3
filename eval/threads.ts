import { Worker } from 'node:worker_threads';
import { BadInputError } from '../src/core/errors.js';
import type { InputError } from '../src/core/result.js';

export type ToThread = { readonly from: number; readonly to: number } | 'stop';
export type FromThread<Part> =
  | { readonly type: 'ready' }
  | { readonly type: 'part'; readonly from: number; readonly to: number; readonly part: Part }
  | { readonly type: 'stopped' }
  | { readonly type: 'badInput'; readonly error: InputError }
  | { readonly type: 'failed'; readonly message: string };

/** What a thread gets at its start: what its work is, and a word that is 1 once nobody wants the rest. */
export interface ThreadSetup<Setup> {
  readonly setup: Setup;
  readonly stop: SharedArrayBuffer;
}

export interface ThreadsOptions<Setup, Part> {
  /** A compiled module that calls `serve` (thread.ts). */
  readonly worker: URL;
  readonly setup: Setup;
  /** Items are numbered from 0; a thread does `chunk` neighbours at a time. */
  readonly items: number;
  readonly chunk: number;
  readonly threads: number;
  readonly signal?: AbortSignal | undefined;
  /** Called in whatever order the parts get done. */
  onPart(part: Part, from: number, to: number): void;
}

/**
 * Does items in worker threads, each as fast as it can. Rejects with what went wrong in a thread, bad input as
 * `BadInputError`, or with the signal's reason; then the threads end by themselves at the next chance they have, since a
 * thread that is ended from outside while it runs a network takes the process with it.
 */
export async function inThreads<Setup, Part>(options: ThreadsOptions<Setup, Part>): Promise<void> {
  const { items, chunk, signal } = options;
  signal?.throwIfAborted();
  const stop = new SharedArrayBuffer(4);
  const workerData: ThreadSetup<Setup> = { setup: options.setup, stop };
  const workers: Worker[] = [];
  let next = 0;
  let open = items;
  try {
    await new Promise<void>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      if (items === 0) resolve();
      const feed = (worker: Worker): void => {
        if (next >= items) return;
        const from = next;
        next = Math.min(items, from + chunk);
        worker.postMessage({ from, to: next } satisfies ToThread);
      };
      for (let i = 0; i < Math.min(options.threads, Math.ceil(items / chunk)); i++) {
        const worker = new Worker(options.worker, { workerData });
        workers.push(worker);
        worker.on('error', reject);
        worker.on('exit', () => reject(new Error('a thread ended early')));
        worker.on('message', (message: FromThread<Part>) => {
          if (message.type === 'badInput') reject(new BadInputError(message.error));
          else if (message.type === 'failed') reject(new Error(message.message));
          else if (message.type === 'part') {
            options.onPart(message.part, message.from, message.to);
            open -= message.to - message.from;
            if (open === 0) resolve();
          }
          if (message.type === 'ready' || message.type === 'part') feed(worker);
        });
      }
    });
  } finally {
    Atomics.store(new Int32Array(stop), 0, 1);
    for (const worker of workers) {
      worker.postMessage('stop' satisfies ToThread);
      worker.unref(); // an agent that never answers keeps nobody waiting
    }
  }
}
