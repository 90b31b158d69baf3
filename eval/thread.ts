import { parentPort, workerData } from 'node:worker_threads';
import { BadInputError } from '../src/core/errors.js';
import type { FromThread, ThreadSetup, ToThread } from './threads.js';

/** Does one job; undefined when `stopped` became true meanwhile. */
export type Task<Part, Job = Range> = (job: Job, stopped: () => boolean) => Promise<Part | undefined>;

/** Numbered items from `from` to before `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The thread's side of `Threads`: opens the task once, then does the jobs it is sent. */
export function serve<Setup, Part, Job>(open: (setup: Setup) => Promise<Task<Part, Job>>): void {
  const port = parentPort;
  if (port === null) throw new Error('this module runs in a worker thread only');
  const { setup, stop } = workerData as ThreadSetup<Setup>;
  const flag = new Int32Array(stop);
  const stopped = (): boolean => Atomics.load(flag, 0) === 1;
  const answer = (message: FromThread<Part>): void => port.postMessage(message);
  const failed = (error: unknown): void => {
    if (error instanceof BadInputError) answer({ type: 'badInput', error: error.error });
    else answer({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  };
  const opened = open(setup);
  opened.then(() => answer({ type: 'ready' }), failed);
  port.on('message', (message: ToThread<Job>) => {
    if (message === 'stop') {
      port.close();
      return;
    }
    opened
      .then((task) => task(message.job, stopped))
      .then((part) => answer(part === undefined ? { type: 'stopped' } : { type: 'part', part }), failed);
  });
}
