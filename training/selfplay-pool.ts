import { Worker } from 'node:worker_threads';
import { abortExchange, exchangeBuffers } from './exchange.js';
import { type LearnerState, STAT_NAMES } from './learner.js';
import { type ActorCritic, parameterCount } from './nets.js';
import { type PpoConfig, TrainingDivergedError } from './ppo.js';
import { type IterationReport, Shard, type ShardState } from './shard.js';
import { type EnvReference, type EpisodeSums, openVecEnv } from './vecenv.js';

export interface WorkerSetup extends EnvReference {
  readonly net: ActorCritic;
  readonly ppo: PpoConfig;
  readonly start: LearnerState;
  readonly seed: number;
  readonly stream: number;
  readonly threads: number;
  readonly exchange: { readonly control: SharedArrayBuffer; readonly slots: SharedArrayBuffer; readonly size: number };
}

export type ToWorker =
  | { type: 'iterate'; progress: number }
  | { type: 'save'; learner: boolean }
  | { type: 'load'; state: ShardState }
  | { type: 'stop' };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'report'; report: IterationReport }
  | { type: 'saved'; state: ShardState; learner?: LearnerState }
  | { type: 'failed'; kind: 'diverged' | 'aborted' | 'other'; message: string };

/** Rollouts and updates, in this thread or in several that learn together. */
export interface Crew {
  iterate(progress: number): Promise<IterationReport>;
  save(): Promise<{ learner: LearnerState; shards: ShardState[] }>;
  /** The number of states must be that of the threads. */
  load(shards: readonly ShardState[]): Promise<void>;
  close(): Promise<void>;
}

/** The compiled worker; run from TypeScript sources (tests), the one in dist. */
function workerUrl(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('../dist/training/selfplay-worker.js', import.meta.url)
    : new URL('./selfplay-worker.js', import.meta.url);
}

type Waiting = { resolve: (message: FromWorker) => void; reject: (error: Error) => void };

class Thread {
  private readonly worker: Worker;
  private waiting: Waiting | undefined;
  private failure: Error | undefined;
  private gone = false;
  private stopping = false;

  constructor(setup: WorkerSetup, onFailure: () => void) {
    this.worker = new Worker(workerUrl(), { workerData: setup });
    const fail = (error: Error): void => {
      this.failure ??= error;
      onFailure(); // the others may be waiting for this thread's gradient
      this.settle()?.reject(this.failure);
    };
    this.worker.on('message', (message: FromWorker) => {
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

  private settle(): Waiting | undefined {
    const { waiting } = this;
    this.waiting = undefined;
    return waiting;
  }

  next(): Promise<FromWorker> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
    });
  }

  ask(message: ToWorker): Promise<FromWorker> {
    const reply = this.next();
    this.worker.postMessage(message);
    return reply;
  }

  async stop(): Promise<void> {
    if (this.gone) return;
    this.stopping = true;
    const exit = new Promise<void>((resolve) => this.worker.once('exit', () => resolve()));
    this.worker.postMessage({ type: 'stop' } satisfies ToWorker);
    await exit;
  }
}

/** Waits for all of them, so that no thread is left working, then throws what went wrong first and foremost. */
async function all(replies: readonly Promise<FromWorker>[]): Promise<FromWorker[]> {
  const settled = await Promise.allSettled(replies);
  const errors = settled.flatMap((s) => (s.status === 'rejected' ? [s.reason as Error] : []));
  if (errors.length > 0) throw errors.find((e) => !e.message.includes('another thread failed')) ?? errors[0]!;
  return settled.map((s) => (s as PromiseFulfilledResult<FromWorker>).value);
}

function merge(reports: readonly IterationReport[]): IterationReport {
  const sums: EpisodeSums = { episodes: 0, successes: 0 };
  for (const report of reports) {
    for (const [key, value] of Object.entries(report.sums)) sums[key] = (sums[key] ?? 0) + value;
  }
  // Statistics were averaged in the exchange: they are the same everywhere.
  const { stats, explainedVariance } = reports[0]!;
  const rows = reports.reduce((sum, report) => sum + report.rows, 0);
  return { rows, sums, stats, explainedVariance, rolloutMs: Math.max(...reports.map((r) => r.rolloutMs)) };
}

async function openThreads(
  reference: EnvReference,
  net: ActorCritic,
  ppo: PpoConfig,
  start: LearnerState,
  seed: number,
  threads: number,
): Promise<Crew> {
  if (ppo.envs % threads !== 0) throw new RangeError(`${ppo.envs} tables can't be shared by ${threads} threads`);
  const size = parameterCount(net.parameters) + STAT_NAMES.length;
  const exchange = { ...exchangeBuffers(threads, size), size };
  const { envModule, envSpec } = reference;
  const pool = Array.from({ length: threads }, (_, stream) => {
    const setup: WorkerSetup = { envModule, envSpec, net, ppo, start, seed, stream, threads, exchange };
    return new Thread(setup, () => abortExchange(exchange.control));
  });
  const crew: Crew = {
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

async function openLocal(
  reference: EnvReference,
  net: ActorCritic,
  ppo: PpoConfig,
  start: LearnerState,
  seed: number,
): Promise<Crew> {
  const shard = await Shard.open(await openVecEnv(reference, ppo.envs), net, ppo, start, seed);
  return {
    iterate: (progress) => shard.iterate(progress),
    save: async () => ({ learner: shard.learnerState(), shards: [shard.save()] }),
    load: async (shards) => shard.load(shards[0]!),
    close: () => shard.close(),
  };
}

/** `threads` 1: in this thread; more: that many workers, each with its share of the tables and of each minibatch. */
export function openCrew(
  reference: EnvReference,
  net: ActorCritic,
  ppo: PpoConfig,
  start: LearnerState,
  seed: number,
  threads: number,
): Promise<Crew> {
  return threads > 1
    ? openThreads(reference, net, ppo, start, seed, threads)
    : openLocal(reference, net, ppo, start, seed);
}
