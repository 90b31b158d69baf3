import { GANGUP_ADVICE, GANGUP_CANDIDATES, GANGUP_OBSERVATION, GANGUP_OWNERS } from '../agents/gangup/boss-tensors.js';
import { PLACES, rowLayout } from '../src/env/gangup-layout.js';
import { type GangupMethod, type GangupNet, gangupDmcStep, gangupStep, TARGETS } from './gangup-net.js';
import { type Feeds, type InferenceSession, tensorOver } from './graph/session.js';
import {
  type Exchange,
  type LearnerScalars,
  type LearnerState,
  type LearnerStats,
  type StepGraph,
  StepRunner,
} from './step.js';

/** Decisions to learn from, each with the candidates it had; candidates lie flat, one decision behind the other. */
export interface GangupData {
  readonly rows: number;
  /** [≥ rows, observation] */
  readonly observations: Float32Array;
  /** [≥ rows, privileged] */
  readonly privileged: Float32Array;
  /** [≥ start[rows], row] */
  readonly table: Float32Array;
  /** [≥ start[rows]] 1 for the candidate that the script advises. */
  readonly advice: Float32Array;
  /** [≥ rows + 1] where each decision's candidates begin. */
  readonly start: Int32Array;
  /** [≥ rows] which of its candidates was taken, from 0. */
  readonly choice: Int32Array;
  /** [≥ rows, TARGETS] */
  readonly targets: Float32Array;
}

const STEPS = { ppo: gangupStep, dmc: gangupDmcStep } as const satisfies Record<GangupMethod, unknown>;

/**
 * Learns from decisions over candidates, a block of successive ones at a time: a rollout goes from table to table, so
 * that neighbours in it are of different games, and blocks need no copying. Nothing is padded: a block has as many
 * rows as its decisions have candidates.
 */
export class GangupLearner extends StepRunner {
  private data: GangupData | undefined;
  private block = 1;
  private chosen = new Int32Array(0);
  private owners = new Int32Array(0);

  private constructor(
    graph: StepGraph,
    private readonly net: GangupNet,
    sessions: readonly [InferenceSession, InferenceSession | undefined],
    exchange: Exchange | undefined,
    state: LearnerState,
  ) {
    super(graph, sessions[0], sessions[1], exchange, state);
  }

  static async open(
    net: GangupNet,
    method: GangupMethod,
    state: LearnerState,
    exchange?: Exchange,
  ): Promise<GangupLearner> {
    const graph = STEPS[method](net);
    return new GangupLearner(graph, net, await GangupLearner.sessions(graph, exchange), exchange, state);
  }

  /**
   * Points the learner at the data, cut into `blocks` of equal size (the last few decisions that make no whole block
   * are left out); the arrays are not copied. Throws `RangeError` when there are fewer decisions than blocks.
   */
  setData(data: GangupData, blocks: number): void {
    if (data.rows < blocks) throw new RangeError(`${data.rows} decisions make no ${blocks} blocks`);
    this.data = data;
    this.block = Math.floor(data.rows / blocks);
    if (this.chosen.length !== this.block) this.chosen = new Int32Array(this.block);
  }

  /** One minibatch: the block with this number. */
  async step(blocks: Int32Array, scalars: Omit<LearnerScalars, 'step'>): Promise<LearnerStats> {
    const { data, block, chosen } = this;
    if (data === undefined || blocks.length !== 1) throw new Error('the learner takes one block of its data');
    const from = blocks[0]! * block;
    const first = data.start[from]!;
    const total = data.start[from + block]! - first;
    if (total > this.owners.length) this.owners = new Int32Array(2 * total);
    for (let b = 0; b < block; b++) {
      const begin = data.start[from + b]! - first;
      const end = data.start[from + b + 1]! - first;
      chosen[b] = begin + data.choice[from + b]!;
      for (let k = begin; k < end; k++) this.owners[k] = b;
    }
    const sheet = (array: Float32Array, at: number, count: number, width: number): Feeds[string] =>
      tensorOver(array.subarray(at * width, (at + count) * width), [count, width]);
    const feeds = {
      [GANGUP_OBSERVATION]: sheet(data.observations, from, block, this.net.state.inputs),
      privileged: sheet(data.privileged, from, block, this.net.hidden.inputs),
      [GANGUP_CANDIDATES]: sheet(data.table, first, total, rowLayout.size),
      targets: sheet(data.targets, from, block, TARGETS),
      chosen: tensorOver(chosen, [block]),
      [GANGUP_ADVICE]: tensorOver(data.advice.subarray(first, first + total), [total]),
      [GANGUP_OWNERS]: tensorOver(this.owners.subarray(0, total), [total]),
    };
    return this.run(feeds, scalars);
  }
}

/**
 * Advantages and value targets of a rollout. Every decision has shares of the win for all places, so that any later
 * decision at the table, whoever made it, and the end alike say how a seat has come off:
 * G(t) = (1 − λ) V(t+1) + λ G(t+1), per seat; at the end of the game the shares themselves, at the end of the rollout
 * the critic's. The advantage is G(t) − V(t) of the acting seat.
 */
export interface GangupChain {
  /** [rows] the next recorded decision of the same game; −1: the game ended; −2: the rollout did. */
  readonly next: Int32Array;
  /** [rows] acting seat, seats at the table. */
  readonly seat: Uint8Array;
  readonly seats: Uint8Array;
  /** [rows] λ of the step to the next decision. */
  readonly lambda: Float32Array;
  /** [rows, PLACES] the critic's shares, places counted from the acting seat. */
  readonly values: Float32Array;
  /** [rows, PLACES] by seat: the shares that follow where `next` is negative; scratch elsewhere. */
  readonly follow: Float32Array;
}

/** Writes advantage and value targets into `targets` [rows, TARGETS], see `GangupChain`. */
export function gangupAdvantages(chain: GangupChain, rows: number, targets: Float32Array): void {
  const { next, seat, seats, lambda, values, follow } = chain;
  for (let row = rows - 1; row >= 0; row--) {
    const n = seats[row]!;
    const after = next[row]!;
    const at = row * PLACES;
    if (after >= 0) {
      const keep = lambda[row]!;
      const first = seat[after]!;
      for (let place = 0; place < n; place++) {
        let s = first + place;
        if (s >= n) s -= n;
        follow[at + s] = (1 - keep) * values[after * PLACES + place]! + keep * follow[after * PLACES + s]!;
      }
    }
    const target = row * TARGETS;
    const own = seat[row]!;
    for (let place = 0; place < PLACES; place++) {
      targets[target + 2 + place] = place < n ? follow[at + ((own + place) % n)]! : 0;
    }
    targets[target + 1] = targets[target + 2]! - values[at]!;
  }
}
