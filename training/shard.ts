import { Rng } from '../src/core/rng.js';
import { type LearnerBackend, openLearner, type PpoLearner } from './backend.js';
import type { Exchange, LearnerState, LearnerStats } from './learner.js';
import type { ActorCritic } from './nets.js';
import { criticAlone, normaliseAdvantages, type PpoConfig, ppoUpdate } from './ppo.js';
import { Collector, type CollectorState, createRollout, type Rollout } from './selfplay.js';
import type { EpisodeSums, VecEnv } from './vecenv.js';

/** What one rollout and update report. */
export interface IterationReport {
  /** Decisions made. */
  readonly rows: number;
  readonly sums: EpisodeSums;
  readonly stats: LearnerStats;
  readonly explainedVariance: number;
  /** Milliseconds spent in the rollout. */
  readonly rolloutMs: number;
}

/** What one thread has besides the learner's state, which all threads share. */
export interface ShardState {
  readonly collector: CollectorState;
  /** Of the generator that shuffles minibatches. */
  readonly shuffle: readonly number[];
}

/** Which of how many threads a shard is, how it shares gradients with the others, and what its learner runs on. */
export interface ShardPlace {
  readonly stream?: number;
  readonly threads?: number;
  readonly exchange?: Exchange;
  readonly backend?: LearnerBackend;
}

/**
 * One thread's share of training: its tables, its rollouts and its part of each minibatch. Parameters and moments are
 * the same in all threads without being sent around, since all make the same steps with the averaged gradients.
 */
export class Shard {
  private readonly permutation: Int32Array;
  private readonly rollout: Rollout;
  private shuffle: Rng;

  private constructor(
    private readonly config: PpoConfig,
    private readonly threads: number,
    private readonly exchange: Exchange | undefined,
    private readonly collector: Collector,
    private readonly learner: PpoLearner,
    rollout: Rollout,
    seed: number,
    stream: number,
  ) {
    this.rollout = rollout;
    this.permutation = new Int32Array(rollout.rows);
    this.shuffle = new Rng(seed, 0x10000 + stream);
    learner.setData(rollout);
  }

  /** `start` is copied. */
  static async open(
    env: VecEnv,
    net: ActorCritic,
    config: PpoConfig,
    start: LearnerState,
    seed: number,
    place: ShardPlace = {},
  ): Promise<Shard> {
    const { stream = 0, threads = 1, exchange, backend = 'onnx' } = place;
    const collector = await Collector.open(env, net, config, start.parameters, seed, stream);
    const learner = await openLearner(backend, net, start, exchange);
    const rollout = createRollout(net, env.count, config.horizon);
    return new Shard(config, threads, exchange, collector, learner, rollout, seed, stream);
  }

  /** One rollout and one update. */
  async iterate(progress: number): Promise<IterationReport> {
    const { collector, learner, rollout, config } = this;
    const began = performance.now();
    collector.parameters.set(learner.state.parameters);
    const sums = await collector.collect(rollout, progress);
    const rolloutMs = performance.now() - began;
    const { explainedVariance } = normaliseAdvantages(rollout.targets, rollout.rows, this.exchange);
    if (criticAlone(config, progress)) for (let i = 0; i < rollout.rows; i++) rollout.targets[i * 3 + 1] = 0;
    learner.refresh?.();
    const minibatch = Math.ceil(config.minibatch / this.threads);
    const stats = await ppoUpdate(learner, rollout, config, minibatch, progress, this.shuffle, this.permutation);
    return { rows: rollout.rows, sums, stats, explainedVariance, rolloutMs };
  }

  /** Copies. */
  learnerState(): LearnerState {
    const { parameters, moment1, moment2, steps } = this.learner.state;
    return { parameters: parameters.slice(), moment1: moment1.slice(), moment2: moment2.slice(), steps };
  }

  save(): ShardState {
    return { collector: this.collector.save(), shuffle: this.shuffle.state() };
  }

  load(state: ShardState): void {
    this.collector.load(state.collector);
    this.shuffle = Rng.fromState(state.shuffle);
  }

  async close(): Promise<void> {
    await this.collector.close();
    await this.learner.close();
  }
}
