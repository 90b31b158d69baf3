import { Worker } from 'node:worker_threads';
import type { ActorCritic } from './nets.js';
import type { PpoConfig } from './ppo.js';
import { Collector, type CollectorState, createRollout, type Rollout } from './selfplay.js';
import { type EnvReference, type EpisodeSums, openVecEnv, type VecEnv } from './vecenv.js';

export interface WorkerSetup extends EnvReference {
  readonly net: ActorCritic;
  readonly config: PpoConfig;
  readonly tables: number;
  readonly seed: number;
  readonly stream: number;
}

export type ToWorker =
  | { type: 'collect'; parameters: Float32Array; progress: number; rollout: Rollout }
  | { type: 'save' }
  | { type: 'load'; state: CollectorState }
  | { type: 'stop' };

export type FromWorker =
  | { type: 'rollout'; rollout: Rollout; sums: EpisodeSums }
  | { type: 'saved'; state: CollectorState }
  | { type: 'loaded' }
  | { type: 'failed'; message: string };

/** Gathers rollouts, in this thread or in several. */
export interface SelfPlay {
  /** Plays with these parameters; the data stays valid until the next call. */
  collect(parameters: Float32Array, progress: number): Promise<{ data: Rollout; sums: EpisodeSums }>;
  save(): Promise<CollectorState[]>;
  /** The number of states must be that of the threads. */
  load(states: readonly CollectorState[]): Promise<void>;
  close(): Promise<void>;
}

/** Everything in this thread: nothing is copied between rollout and learner. */
export async function openLocal(env: VecEnv, net: ActorCritic, config: PpoConfig, seed: number): Promise<SelfPlay> {
  const collector = await Collector.open(env, net, config, seed, 0);
  const data = createRollout(net, env.count, config.horizon);
  return {
    async collect(parameters, progress) {
      collector.parameters.set(parameters);
      return { data, sums: await collector.collect(data, progress) };
    },
    save: async () => [collector.save()],
    load: async (states) => collector.load(states[0]!),
    close: () => collector.close(),
  };
}

/** The compiled worker; run from TypeScript sources (tests), the one in dist. */
function workerUrl(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('../dist/training/selfplay-worker.js', import.meta.url)
    : new URL('./selfplay-worker.js', import.meta.url);
}

class Thread {
  private readonly worker: Worker;
  private waiting: { resolve: (message: FromWorker) => void; reject: (error: Error) => void } | undefined;
  private failure: Error | undefined;

  constructor(setup: WorkerSetup) {
    this.worker = new Worker(workerUrl(), { workerData: setup });
    this.worker.on('message', (message: FromWorker) => {
      if (message.type === 'failed') this.fail(new Error(`a self-play thread failed: ${message.message}`));
      else this.settle()?.resolve(message);
    });
    this.worker.on('error', (error) => this.fail(error instanceof Error ? error : new Error(String(error))));
  }

  private settle(): Thread['waiting'] {
    const { waiting } = this;
    this.waiting = undefined;
    return waiting;
  }

  private fail(error: Error): void {
    this.failure = error;
    this.settle()?.reject(error);
  }

  next(): Promise<FromWorker> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
    });
  }

  send(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.worker.postMessage(message, transfer);
  }

  async ask(message: ToWorker, transfer: ArrayBuffer[] = []): Promise<FromWorker> {
    const reply = this.next();
    this.send(message, transfer);
    return reply;
  }

  async stop(): Promise<void> {
    const gone = new Promise<void>((resolve) => this.worker.once('exit', () => resolve()));
    this.send({ type: 'stop' });
    await gone;
  }
}

function addSums(into: EpisodeSums, from: EpisodeSums): void {
  for (const [key, value] of Object.entries(from)) into[key] = (into[key] ?? 0) + value;
}

/** Copies the rows of a part to `at` of the whole. */
function copyRows(net: ActorCritic, part: Rollout, whole: Rollout, at: number): void {
  const { rows } = part;
  whole.observations.set(part.observations.subarray(0, rows * net.observation), at * net.observation);
  whole.privileged.set(part.privileged.subarray(0, rows * net.privileged), at * net.privileged);
  whole.masks.set(part.masks, at * net.actions);
  whole.actions.set(part.actions, at);
  whole.targets.set(part.targets, at * 3);
}

/**
 * One worker thread a share of the tables, each with its own environment and sessions. Buffers travel by transfer.
 * The tables are dealt out evenly, so `config.envs` must be a multiple of `threads`.
 */
export async function openThreads(
  reference: EnvReference,
  net: ActorCritic,
  config: PpoConfig,
  seed: number,
  threads: number,
): Promise<SelfPlay> {
  if (config.envs % threads !== 0) throw new RangeError(`${config.envs} tables can't be shared by ${threads} threads`);
  const tables = config.envs / threads;
  const pool = Array.from(
    { length: threads },
    (_, stream) => new Thread({ ...reference, net, config, tables, seed, stream }),
  );
  await Promise.all(pool.map((thread) => thread.next()));
  const parts = pool.map(() => createRollout(net, tables, config.horizon));
  const whole = createRollout(net, config.envs, config.horizon);
  return {
    async collect(parameters, progress) {
      const sums: EpisodeSums = { episodes: 0, successes: 0 };
      const replies = await Promise.all(
        pool.map((thread, i) => {
          const rollout = parts[i]!;
          const arrays = [rollout.observations, rollout.privileged, rollout.masks, rollout.actions, rollout.targets];
          return thread.ask(
            { type: 'collect', parameters, progress, rollout },
            arrays.map((array) => array.buffer as ArrayBuffer),
          );
        }),
      );
      for (const [i, reply] of replies.entries()) {
        if (reply.type !== 'rollout') throw new Error(`a self-play thread answered ${reply.type}`);
        parts[i] = reply.rollout;
        copyRows(net, reply.rollout, whole, i * reply.rollout.rows);
        addSums(sums, reply.sums);
      }
      return { data: whole, sums };
    },
    async save() {
      const replies = await Promise.all(pool.map((thread) => thread.ask({ type: 'save' })));
      return replies.map((reply) => {
        if (reply.type !== 'saved') throw new Error(`a self-play thread answered ${reply.type}`);
        return reply.state;
      });
    },
    async load(states) {
      await Promise.all(pool.map((thread, i) => thread.ask({ type: 'load', state: states[i]! })));
    },
    async close() {
      await Promise.all(pool.map((thread) => thread.stop()));
    },
  };
}

/** `threads` 1: in this thread; more: that many workers. */
export async function openSelfPlay(
  reference: EnvReference,
  net: ActorCritic,
  config: PpoConfig,
  seed: number,
  threads: number,
): Promise<SelfPlay> {
  if (threads > 1) return openThreads(reference, net, config, seed, threads);
  return openLocal(await openVecEnv(reference, config.envs), net, config, seed);
}
