import { adam } from './graph/adam.js';
import { emitModel } from './graph/emit.js';
import { gradients } from './graph/gradient.js';
import { type Expr, Graph } from './graph/graph.js';
import { type Feeds, type InferenceSession, openSession, tensorOver } from './graph/session.js';
import { type ActorCritic, mlpForward, parameterCount, parameterInputs } from './nets.js';
import { ppoLoss } from './ppo.js';

/** What one minibatch step reports, in the order of the graph's `stats` output. */
export const STAT_NAMES = [
  'loss',
  'policyLoss',
  'valueLoss',
  'entropy',
  'approxKl',
  'clipFraction',
  'gradientNorm',
] as const;
export type LearnerStats = Record<(typeof STAT_NAMES)[number], number>;

/** Scalars that may change from step to step, in the order of the graph's `scalars` input. */
export const SCALAR_NAMES = ['learningRate', 'step', 'clip', 'entropy', 'value', 'maxGradientNorm'] as const;
export type LearnerScalars = Record<(typeof SCALAR_NAMES)[number], number>;

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

/** The ONNX model of one learner step: pick rows, forward, loss, backward, Adam. */
export function learnerModel(net: ActorCritic): Uint8Array {
  const g = new Graph();
  const total = parameterCount(net.parameters);
  const parameters = parameterInputs(g, net.parameters);
  const rows = g.input('rows', ['B'], 'int32');
  const observations = g.gather(g.input('observations', ['N', net.observation]), rows);
  const privileged = g.gather(g.input('privileged', ['N', net.privileged]), rows);
  const masks = g.gather(g.input('masks', ['N', net.actions], 'uint8'), rows);
  const actions = g.gather(g.input('actions', ['N'], 'int32'), rows);
  const targets = g.gather(g.input('targets', ['N', 3]), rows);
  const scalars = g.input('scalars', [SCALAR_NAMES.length]);
  const scalar = (name: (typeof SCALAR_NAMES)[number]): Expr => {
    const i = SCALAR_NAMES.indexOf(name);
    return g.reshape(g.slice(scalars, 0, i, i + 1), []);
  };

  const logits = mlpForward(g, net.policy, parameters, observations);
  const values = mlpForward(g, net.critic, parameters, g.concat([observations, privileged], 1));
  const { loss, stats } = ppoLoss(
    g,
    { logits, values, mask: masks, actions, targets },
    { clip: scalar('clip'), entropy: scalar('entropy'), value: scalar('value') },
  );
  const order = net.parameters.map((p) => parameters.get(p.name)!);
  const flat = g.concat(
    gradients(g, loss, order).map((gradient, i) => g.reshape(gradient, [net.parameters[i]!.size])),
    0,
  );
  const vector = (name: string): Expr => g.input(name, [total]);
  const step = adam(
    g,
    vector('flat'),
    vector('moment1'),
    vector('moment2'),
    flat,
    scalar('learningRate'),
    scalar('step'),
    scalar('maxGradientNorm'),
  );
  return emitModel({
    name: 'ppo-step',
    outputs: {
      'flat.next': step.parameters,
      'moment1.next': step.moment1,
      'moment2.next': step.moment2,
      stats: g.concat(
        [...stats, step.gradientNorm].map((s) => g.reshape(s, [1])),
        0,
      ),
    },
  });
}

/** Parameters and Adam's moments, flat; `steps` counts the steps made. */
export interface LearnerState {
  readonly parameters: Float32Array;
  readonly moment1: Float32Array;
  readonly moment2: Float32Array;
  steps: number;
}

/**
 * Runs the learner's graph. Two sets of buffers take turns as input and output, so that a step allocates no
 * parameters and never writes what it still reads.
 */
export class Learner {
  private readonly states: [LearnerState, LearnerState];
  private readonly parameterFeeds: [Feeds, Feeds];
  private readonly fetches: [Feeds, Feeds];
  private readonly scalars = new Float32Array(SCALAR_NAMES.length);
  private readonly stats = new Float32Array(STAT_NAMES.length);
  private turn = 0;
  private dataFeeds: Feeds = {};
  private rows = new Int32Array(0);
  private rowsTensor: Feeds[string] | undefined;

  private constructor(
    private readonly session: InferenceSession,
    readonly net: ActorCritic,
    state: LearnerState,
  ) {
    const total = parameterCount(net.parameters);
    const blank = (): LearnerState => ({
      parameters: new Float32Array(total),
      moment1: new Float32Array(total),
      moment2: new Float32Array(total),
      steps: 0,
    });
    this.states = [blank(), blank()];
    this.restore(state);
    const scalars = tensorOver(this.scalars, [SCALAR_NAMES.length]);
    const stats = tensorOver(this.stats, [STAT_NAMES.length]);
    const feeds = (s: LearnerState): Feeds => {
      const out: Feeds = {
        scalars,
        flat: tensorOver(s.parameters, [total]),
        moment1: tensorOver(s.moment1, [total]),
        moment2: tensorOver(s.moment2, [total]),
      };
      for (const p of net.parameters) {
        out[p.name] = tensorOver(s.parameters.subarray(p.offset, p.offset + p.size), p.shape);
      }
      return out;
    };
    const fetches = (f: Feeds): Feeds => ({
      'flat.next': f.flat!,
      'moment1.next': f.moment1!,
      'moment2.next': f.moment2!,
      stats,
    });
    this.parameterFeeds = [feeds(this.states[0]), feeds(this.states[1])];
    this.fetches = [fetches(this.parameterFeeds[1]), fetches(this.parameterFeeds[0])];
  }

  static async open(net: ActorCritic, state: LearnerState, threads = 1): Promise<Learner> {
    return new Learner(await openSession(learnerModel(net), { threads }), net, state);
  }

  /** The state now; its arrays are overwritten by the step after the next. */
  get state(): LearnerState {
    return this.states[this.turn]!;
  }

  /** Goes on from a saved state (copied). */
  restore(state: LearnerState): void {
    const mine = this.state;
    mine.parameters.set(state.parameters);
    mine.moment1.set(state.moment1);
    mine.moment2.set(state.moment2);
    mine.steps = state.steps;
  }

  /** Points the learner at the data to draw minibatches from; the arrays are not copied. */
  setData(data: LearnerData): void {
    const { net } = this;
    this.dataFeeds = {
      observations: tensorOver(data.observations.subarray(0, data.rows * net.observation), [
        data.rows,
        net.observation,
      ]),
      privileged: tensorOver(data.privileged.subarray(0, data.rows * net.privileged), [data.rows, net.privileged]),
      masks: tensorOver(data.masks.subarray(0, data.rows * net.actions), [data.rows, net.actions]),
      actions: tensorOver(data.actions.subarray(0, data.rows), [data.rows]),
      targets: tensorOver(data.targets.subarray(0, data.rows * 3), [data.rows, 3]),
    };
  }

  /** One minibatch: the rows of the data with these indices. Adam's step count goes on by itself. */
  async step(rows: Int32Array, scalars: Omit<LearnerScalars, 'step'>): Promise<LearnerStats> {
    if (this.rows.length !== rows.length || this.rowsTensor === undefined) {
      this.rows = new Int32Array(rows.length);
      this.rowsTensor = tensorOver(this.rows, [rows.length]);
    }
    this.rows.set(rows);
    const steps = this.state.steps + 1;
    for (const [i, name] of SCALAR_NAMES.entries()) this.scalars[i] = name === 'step' ? steps : scalars[name];
    const feeds = { ...this.dataFeeds, ...this.parameterFeeds[this.turn], rows: this.rowsTensor };
    await this.session.run(feeds, this.fetches[this.turn]!);
    this.turn = 1 - this.turn;
    this.state.steps = steps;
    const out = {} as LearnerStats;
    for (const [i, name] of STAT_NAMES.entries()) out[name] = this.stats[i]!;
    return out;
  }

  async close(): Promise<void> {
    await this.session.release();
  }
}
