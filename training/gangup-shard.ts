import { Rng } from '../src/core/rng.js';
import type { LeagueSums } from './gangup-league.js';
import { GangupLearner } from './gangup-learner.js';
import type { GangupNet } from './gangup-net.js';
import { TARGETS } from './gangup-net.js';
import { type CollectorSpec, GangupCollector, type GangupCollectorState } from './gangup-selfplay.js';
import { parameterCount } from './nets.js';
import { normaliseAdvantages, type PpoConfig, ppoUpdate, scheduled } from './ppo.js';
import type { Exchange, LearnerState, LearnerStats } from './step.js';

/** Above this probability a policy counts as sure. */
const CONFIDENT = 0.98;

/** What one rollout and update of one thread report. */
export interface GangupReport {
  readonly rows: number;
  readonly sums: LeagueSums;
  readonly stats: LearnerStats;
  readonly explainedVariance: number;
  /** Milliseconds spent in the rollout. */
  readonly rolloutMs: number;
}

export interface GangupShardState {
  readonly collector: GangupCollectorState;
  /** Of the generator that shuffles minibatches. */
  readonly shuffle: readonly number[];
  /** Policies of past selves, the oldest first. */
  readonly pasts: readonly Uint8Array[];
  readonly iterations: number;
}

export interface GangupShardSpec extends CollectorSpec {
  /** `minibatch`: decisions played for each gradient, of which some are left out (`confidentShare`). */
  readonly ppo: PpoConfig;
  /**
   * Of decisions that the policy was nearly sure of, and did so, this share is learned from: they teach little. By Deep
   * Monte Carlo, of all: those of one game have one outcome.
   */
  readonly confidentShare: number;
  /** Iterations from one past self to the next, and how many of them stay. */
  readonly pastEvery: number;
  readonly pastsKept: number;
  /** Parameters of the only past self there is: a policy that is played against and stays as it is. */
  readonly frozen?: Float32Array;
}

/**
 * One thread's share of training: its tables, its rollouts and its part of each minibatch. Parameters and moments are
 * the same in all threads without being sent around, since all make the same steps with the averaged gradients.
 */
export class GangupShard {
  private permutation: Int32Array;
  private pasts: Float32Array<ArrayBuffer>[] = [];
  private iterations = 0;
  private shuffle: Rng;

  private constructor(
    private readonly spec: GangupShardSpec,
    private readonly net: GangupNet,
    private readonly threads: number,
    private readonly exchange: Exchange | undefined,
    private readonly collector: GangupCollector,
    private readonly learner: GangupLearner,
    seed: number,
    stream: number,
  ) {
    this.permutation = new Int32Array(spec.decisions);
    this.shuffle = new Rng(seed, 0x10000 + stream);
    if (spec.frozen !== undefined) this.pasts.push(Float32Array.from(spec.frozen));
  }

  /** `stream`: which of the `threads` this is. `start` is copied. */
  static async open(
    spec: GangupShardSpec,
    net: GangupNet,
    start: LearnerState,
    seed: number,
    stream = 0,
    threads = 1,
    exchange?: Exchange,
  ): Promise<GangupShard> {
    const collector = await GangupCollector.open(spec, net, seed, stream);
    const learner = await GangupLearner.open(net, spec.method, start, exchange);
    return new GangupShard(spec, net, threads, exchange, collector, learner, seed, stream);
  }

  /** One rollout and one update. */
  async iterate(progress: number): Promise<GangupReport> {
    const { collector, learner, spec } = this;
    const began = performance.now();
    collector.parameters.set(learner.state.parameters);
    if (this.pasts.length > 0) collector.past.set(this.pasts[this.shuffle.below(this.pasts.length)]!);
    collector.slips = scheduled(spec.ppo.entropy, progress);
    const sums = await collector.collect(this.pasts.length > 0);
    const rolloutMs = performance.now() - began;
    const { rollout } = collector;
    const { rows } = rollout;
    const { explainedVariance } = normaliseAdvantages(rollout.targets, rollout.rows, this.exchange, TARGETS);
    rollout.thin(CONFIDENT, spec.confidentShare, this.shuffle);
    // Every thread makes the same number of steps, however much it kept.
    const blocks = Math.max(1, Math.round((spec.decisions * this.threads) / spec.ppo.minibatch));
    learner.setData(rollout, blocks);
    const stats = await ppoUpdate(learner, { rows: blocks }, spec.ppo, 1, progress, this.shuffle, this.permutation);
    this.iterations++;
    if (spec.frozen === undefined && this.iterations % spec.pastEvery === 1 % spec.pastEvery) this.remember();
    return { rows, sums, stats, explainedVariance, rolloutMs };
  }

  private remember(): void {
    this.pasts.push(
      Float32Array.from(this.learner.state.parameters.subarray(0, parameterCount(this.net.policyParameters))),
    );
    if (this.pasts.length > this.spec.pastsKept) this.pasts.shift();
  }

  /** Copies. */
  learnerState(): LearnerState {
    const { parameters, moment1, moment2, steps } = this.learner.state;
    return { parameters: parameters.slice(), moment1: moment1.slice(), moment2: moment2.slice(), steps };
  }

  save(): GangupShardState {
    return {
      collector: this.collector.save(),
      shuffle: this.shuffle.state(),
      pasts: this.pasts.map(({ buffer }) => new Uint8Array(buffer.slice(0))),
      iterations: this.iterations,
    };
  }

  load(state: GangupShardState): void {
    this.collector.load(state.collector);
    this.shuffle = Rng.fromState(state.shuffle);
    this.pasts = state.pasts.map((past) => new Float32Array(new Uint8Array(past).buffer));
    this.iterations = state.iterations;
  }

  async close(): Promise<void> {
    await this.collector.close();
    await this.learner.close();
  }
}
