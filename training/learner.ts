import type { Expr, Graph } from './graph/graph.js';
import { type Feeds, type InferenceSession, tensorOver } from './graph/session.js';
import { type ActorCritic, mlpForward } from './nets.js';
import { type PpoLoss, ppoLoss } from './ppo.js';
import {
  type Exchange,
  gradientHalfModel,
  type LearnerScalars,
  type LearnerState,
  type LearnerStats,
  type StepGraph,
  StepRunner,
} from './step.js';

export {
  blankState,
  type Exchange,
  type LearnerScalars,
  type LearnerState,
  type LearnerStats,
  SCALAR_NAMES,
  STAT_NAMES,
} from './step.js';

/** N decisions to learn from; rows of the same index belong together. */
export interface LearnerData {
  readonly rows: number;
  /** [rows, observation] */
  readonly observations: Float32Array;
  /** [rows, privileged] */
  readonly privileged: Float32Array;
  /** [rows, actions], 1 legal */
  readonly masks: Uint8Array;
  /** [rows] */
  readonly actions: Int32Array;
  /** [rows, 3]: log-probability when acted, advantage, value target */
  readonly targets: Float32Array;
}

/** Pick rows, forward, loss. */
function learnerLoss(
  g: Graph,
  net: ActorCritic,
  parameters: ReadonlyMap<string, Expr>,
  scalar: Parameters<StepGraph['loss']>[2],
): PpoLoss {
  const rows = g.input('rows', ['B'], 'int32');
  const observations = g.gather(g.input('observations', ['N', net.observation]), rows);
  const privileged = g.gather(g.input('privileged', ['N', net.privileged]), rows);
  const mask = g.gather(g.input('masks', ['N', net.actions], 'uint8'), rows);
  const actions = g.gather(g.input('actions', ['N'], 'int32'), rows);
  const targets = g.gather(g.input('targets', ['N', 3]), rows);
  const logits = mlpForward(g, net.policy, parameters, observations);
  const values = mlpForward(g, net.critic, parameters, g.concat([observations, privileged], 1));
  return ppoLoss(
    g,
    { logits, values, mask, actions, targets },
    { clip: scalar('clip'), entropy: scalar('entropy'), value: scalar('value') },
  );
}

/** The learner's loss as a graph: pick rows, forward, loss. */
function learnerGraph(net: ActorCritic): StepGraph {
  return {
    parameters: net.parameters,
    loss: (g, parameters, scalar) => learnerLoss(g, net, parameters, scalar),
  };
}

/** The first half of a step whose gradient is averaged over threads: `gradient` [P] and `stats`. */
export function gradientModel(net: ActorCritic): Uint8Array {
  return gradientHalfModel(learnerGraph(net));
}

/** Learns from the decisions of a rollout, a minibatch of rows at a time. */
export class Learner extends StepRunner {
  private dataFeeds: Feeds = {};
  private rows = new Int32Array(0);
  private rowsTensor: Feeds[string] | undefined;

  private constructor(
    readonly net: ActorCritic,
    sessions: readonly [InferenceSession, InferenceSession | undefined],
    exchange: Exchange | undefined,
    state: LearnerState,
  ) {
    super(learnerGraph(net), sessions[0], sessions[1], exchange, state);
  }

  static async open(net: ActorCritic, state: LearnerState, exchange?: Exchange): Promise<Learner> {
    return new Learner(net, await Learner.sessions(learnerGraph(net), exchange), exchange, state);
  }

  /** Points the learner at the data to draw minibatches from; the arrays are not copied. */
  setData(data: LearnerData): void {
    const { net } = this;
    const { rows } = data;
    this.dataFeeds = {
      observations: tensorOver(data.observations.subarray(0, rows * net.observation), [rows, net.observation]),
      privileged: tensorOver(data.privileged.subarray(0, rows * net.privileged), [rows, net.privileged]),
      masks: tensorOver(data.masks.subarray(0, rows * net.actions), [rows, net.actions]),
      actions: tensorOver(data.actions.subarray(0, rows), [rows]),
      targets: tensorOver(data.targets.subarray(0, rows * 3), [rows, 3]),
    };
  }

  /** One minibatch: the rows of the data with these indices. Adam's step count goes on by itself. */
  async step(rows: Int32Array, scalars: Omit<LearnerScalars, 'step'>): Promise<LearnerStats> {
    if (this.rows.length !== rows.length || this.rowsTensor === undefined) {
      this.rows = new Int32Array(rows.length);
      this.rowsTensor = tensorOver(this.rows, [rows.length]);
    }
    this.rows.set(rows);
    return this.run({ ...this.dataFeeds, rows: this.rowsTensor }, scalars);
  }
}
