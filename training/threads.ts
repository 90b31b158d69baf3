import { type MessagePort, Worker } from 'node:worker_threads';
import { BadInputError } from '../src/core/errors.js';
import { inputError } from '../src/core/result.js';
import { threadArguments } from '../src/core/worker.js';
import { abortExchange, ExchangeAbortedError, exchangeBuffers } from './exchange.js';
import { TrainingDivergedError } from './ppo.js';
import type { LearnerState } from './step.js';

export type ToWorker<State> =
  | { type: 'iterate'; progress: number }
  | { type: 'save'; learner: boolean }
  | { type: 'load'; state: State }
  | { type: 'stop' };

export type FromWorker<Report, State> =
  | { type: 'ready' }
  | { type: 'report'; report: Report }
  | { type: 'saved'; state: State; learner?: LearnerState }
  | { type: 'failed'; kind: 'diverged' | 'aborted' | 'other'; message: string };

/** Rollouts and updates, in this thread or in several that learn together. */
export interface Crew<Report, State> {
  iterate(progress: number): Promise<Report>;
  save(): Promise<{ learner: LearnerState; shards: State[] }>;
  /** The number of states must be that of the threads. */
  load(shards: readonly State[]): Promise<void>;
  close(): Promise<void>;
}

/** One thread's share of the work. */
export interface ShardOf<Report, State> {
  iterate(progress: number): Promise<Report>;
  learnerState(): LearnerState;
  save(): State;
  load(state: State): void;
  close(): Promise<void>;
}

/** Shared memory in which threads average vectors of `size` numbers. */
export interface SharedVector {
  readonly control: SharedArrayBuffer;
  readonly slots: SharedArrayBuffer;
  readonly size: number;
}

/** How many of the tables each thread has. Throws `BadInputError` where they can't be shared out evenly. */
export function tablesEach(tables: number, threads: number): number {
  if (tables % threads === 0) return tables / threads;
  let fewer = threads - 1;
  while (tables % fewer !== 0) fewer--;
  const message = `${tables} tables can't be shared by ${threads} threads.`;
  throw new BadInputError(inputError('train/threads', 'threads', message, `Use ${fewer}.`));
}

/** The compiled module of that name beside `from`; run from TypeScript sources (tests), the one in dist. */
export function workerModule(from: string, name: string): URL {
  return from.endsWith('.ts') ? new URL(`../dist/training/${name}`, from) : new URL(`./${name}`, from);
}

type Waiting<M> = { resolve: (message: M) => void; reject: (error: Error) => void };

class Thread<Report, State> {
  private readonly worker: Worker;
  private waiting: Waiting<FromWorker<Report, State>> | undefined;
  private failure: Error | undefined;
  private gone = false;
  private stopping = false;

  constructor(module: URL, setup: unknown, onFailure: () => void) {
    this.worker = new Worker(module, { workerData: setup, execArgv: threadArguments() });
    const fail = (error: Error): void => {
      this.failure ??= error;
      onFailure(); // the others may be waiting for this thread's gradient
      this.settle()?.reject(this.failure);
    };
    this.worker.on('message', (message: FromWorker<Report, State>) => {
      if (message.type !== 'failed') this.settle()?.resolve(message);
      else if (message.kind === 'diverged') fail(new TrainingDivergedError(message.message));
      else fail(new Error(`a training thread failed: ${message.message}`));
    });
    this.worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
    this.worker.on('exit', () => {
      this.gone = true;
      if (!this.stopping) fail(new Error('a training thread ended early'));
    });
  }

  private settle(): Waiting<FromWorker<Report, State>> | undefined {
    const { waiting } = this;
    this.waiting = undefined;
    return waiting;
  }

  next(): Promise<FromWorker<Report, State>> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
    });
  }

  ask(message: ToWorker<State>): Promise<FromWorker<Report, State>> {
    const reply = this.next();
    this.worker.postMessage(message);
    return reply;
  }

  async stop(): Promise<void> {
    if (this.gone) return;
    this.stopping = true;
    const exit = new Promise<void>((resolve) => this.worker.once('exit', () => resolve()));
    this.worker.postMessage({ type: 'stop' } satisfies ToWorker<State>);
    await exit;
  }
}

/** Waits for all of them, so that no thread is left working, then throws what went wrong first and foremost. */
async function all<M>(replies: readonly Promise<M>[]): Promise<M[]> {
  const settled = await Promise.allSettled(replies);
  const errors = settled.flatMap((s) => (s.status === 'rejected' ? [s.reason as Error] : []));
  if (errors.length > 0) throw errors.find((e) => !e.message.includes('another thread failed')) ?? errors[0]!;
  return settled.map((s) => (s as PromiseFulfilledResult<M>).value);
}

/**
 * Starts `threads` workers of a module, each with its setup, and makes a crew of them. `merge` joins their reports.
 * A worker answers as `serveShard` does (selfplay-worker.ts, gangup-worker.ts).
 */
export async function openThreads<Report, State>(
  module: URL,
  threads: number,
  size: number,
  setup: (stream: number, exchange: SharedVector) => unknown,
  merge: (reports: readonly Report[]) => Report,
): Promise<Crew<Report, State>> {
  const exchange = { ...exchangeBuffers(threads, size), size };
  const pool = Array.from({ length: threads }, (_, stream) => {
    return new Thread<Report, State>(module, setup(stream, exchange), () => abortExchange(exchange.control));
  });
  const crew: Crew<Report, State> = {
    async iterate(progress) {
      const replies = await all(pool.map((thread) => thread.ask({ type: 'iterate', progress })));
      return merge(replies.flatMap((reply) => (reply.type === 'report' ? [reply.report] : [])));
    },
    async save() {
      const replies = await all(pool.map((thread, i) => thread.ask({ type: 'save', learner: i === 0 })));
      const saved = replies.flatMap((reply) => (reply.type === 'saved' ? [reply] : []));
      return { learner: saved[0]!.learner!, shards: saved.map((reply) => reply.state) };
    },
    async load(shards) {
      await all(pool.map((thread, i) => thread.ask({ type: 'load', state: shards[i]! })));
    },
    async close() {
      await Promise.all(pool.map((thread) => thread.stop()));
    },
  };
  try {
    await all(pool.map((thread) => thread.next()));
  } catch (error) {
    await crew.close();
    throw error;
  }
  return crew;
}

/** A crew of one: this thread. */
export function localCrew<Report, State>(shard: ShardOf<Report, State>): Crew<Report, State> {
  return {
    iterate: (progress) => shard.iterate(progress),
    save: async () => ({ learner: shard.learnerState(), shards: [shard.save()] }),
    load: async (shards) => shard.load(shards[0]!),
    close: () => shard.close(),
  };
}

/** The other side of a thread: answers at its port what a crew asks of the shard that `open` makes. */
export function serveShard<Report, State>(port: MessagePort, open: () => Promise<ShardOf<Report, State>>): void {
  const answer = (message: FromWorker<Report, State>): void => port.postMessage(message);
  const handle = async (shard: ShardOf<Report, State>, message: ToWorker<State>): Promise<void> => {
    switch (message.type) {
      case 'iterate':
        answer({ type: 'report', report: await shard.iterate(message.progress) });
        return;
      case 'save':
        answer({ type: 'saved', state: shard.save(), ...(message.learner ? { learner: shard.learnerState() } : {}) });
        return;
      case 'load':
        shard.load(message.state);
        answer({ type: 'ready' });
        return;
      case 'stop':
        // The thread ends by itself once nothing listens: a worker terminated inside run() would abort the process.
        await shard.close();
        port.close();
    }
  };

  const failed = (error: unknown): void => {
    const kind =
      error instanceof TrainingDivergedError ? 'diverged' : error instanceof ExchangeAbortedError ? 'aborted' : 'other';
    const message = error instanceof Error ? error.message : String(error);
    answer({ type: 'failed', kind, message });
  };

  const opened = open();
  opened.then(() => answer({ type: 'ready' }), failed);
  port.on('message', (message: ToWorker<State>) => {
    opened.then(
      (shard) => handle(shard, message).catch(failed),
      () => {
        if (message.type === 'stop') port.close();
      },
    );
  });
}
