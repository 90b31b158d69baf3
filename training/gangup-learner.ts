import { PLACES, rowLayout } from '../src/env/gangup-layout.js';
import { type GangupLossKind, type GangupNet, gangupStep, TARGETS } from './gangup-net.js';
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
  /** [≥ rows + 1] where each decision's candidates begin. */
  readonly start: Int32Array;
  /** [≥ rows] which of its candidates was taken, from 0. */
  readonly choice: Int32Array;
  /** [≥ rows, TARGETS] */
  readonly targets: Float32Array;
}

/** Learns from decisions over candidates. Nothing is padded: a minibatch has as many rows as its decisions have. */
export class GangupLearner extends StepRunner {
  private data: GangupData | undefined;
  private feeds: Feeds = {};
  private rows = new Int32Array(0);
  private chosen = new Int32Array(0);
  private candidates = new Int32Array(0);
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
    kind: GangupLossKind,
    state: LearnerState,
    exchange?: Exchange,
  ): Promise<GangupLearner> {
    const graph = gangupStep(net, kind);
    return new GangupLearner(graph, net, await GangupLearner.sessions(graph, exchange), exchange, state);
  }

  /** Points the learner at the data to draw minibatches from; the arrays are not copied. */
  setData(data: GangupData): void {
    this.data = data;
    const { rows } = data;
    const all = data.start[rows]!;
    const sheet = (array: Float32Array, count: number, width: number): Feeds[string] =>
      tensorOver(array.subarray(0, count * width), [count, width]);
    this.feeds = {
      observations: sheet(data.observations, rows, this.net.state.inputs),
      privileged: sheet(data.privileged, rows, this.net.hidden.inputs),
      table: sheet(data.table, all, rowLayout.size),
      targets: sheet(data.targets, rows, TARGETS),
    };
  }

  /** One minibatch: the decisions with these indices. */
  async step(rows: Int32Array, scalars: Omit<LearnerScalars, 'step'>): Promise<LearnerStats> {
    const { data } = this;
    if (data === undefined) throw new Error('the learner has no data yet');
    const size = rows.length;
    if (this.rows.length !== size) {
      this.rows = new Int32Array(size);
      this.chosen = new Int32Array(size);
    }
    this.rows.set(rows);
    let total = 0;
    for (let b = 0; b < size; b++) total += data.start[rows[b]! + 1]! - data.start[rows[b]!]!;
    if (total > this.candidates.length) {
      this.candidates = new Int32Array(2 * total);
      this.owners = new Int32Array(2 * total);
    }
    let at = 0;
    for (let b = 0; b < size; b++) {
      const row = rows[b]!;
      this.chosen[b] = at + data.choice[row]!;
      const end = data.start[row + 1]!;
      for (let k = data.start[row]!; k < end; k++) {
        this.candidates[at] = k;
        this.owners[at++] = b;
      }
    }
    const feeds = {
      ...this.feeds,
      rows: tensorOver(this.rows, [size]),
      chosen: tensorOver(this.chosen, [size]),
      candidates: tensorOver(this.candidates.subarray(0, total), [total]),
      owners: tensorOver(this.owners.subarray(0, total), [total]),
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
