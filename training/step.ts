import { adam } from './graph/adam.js';
import { emitModel } from './graph/emit.js';
import { gradients } from './graph/gradient.js';
import { type Expr, Graph } from './graph/graph.js';
import { type Feeds, type InferenceSession, openSession, tensorOver } from './graph/session.js';
import { type ParameterSpec, parameterCount, parameterInputs } from './nets.js';

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

/** What a step makes smaller, as a graph: how the loss of a minibatch follows from the parameters. */
export interface StepGraph {
  readonly parameters: readonly ParameterSpec[];
  /** Builds the loss over further inputs of its own; `stats` are scalars in the order of STAT_NAMES, without the norm. */
  loss(
    g: Graph,
    parameters: ReadonlyMap<string, Expr>,
    scalar: (name: (typeof SCALAR_NAMES)[number]) => Expr,
  ): { readonly loss: Expr; readonly stats: readonly Expr[] };
}

interface LossAndGradient {
  /** [P], in the order of the flat vector. */
  readonly gradient: Expr;
  readonly stats: readonly Expr[];
  readonly scalar: (name: (typeof SCALAR_NAMES)[number]) => Expr;
}

function scalarInputs(g: Graph): LossAndGradient['scalar'] {
  const scalars = g.input('scalars', [SCALAR_NAMES.length]);
  return (name) => {
    const i = SCALAR_NAMES.indexOf(name);
    return g.reshape(g.slice(scalars, 0, i, i + 1), []);
  };
}

/** Forward, loss, backward. */
function lossAndGradient(g: Graph, graph: StepGraph): LossAndGradient {
  const parameters = parameterInputs(g, graph.parameters);
  const scalar = scalarInputs(g);
  const { loss, stats } = graph.loss(g, parameters, scalar);
  const order = graph.parameters.map((p) => parameters.get(p.name)!);
  const parts = gradients(g, loss, order).map((gradient, i) => g.reshape(gradient, [graph.parameters[i]!.size]));
  return { gradient: g.concat(parts, 0), stats, scalar };
}

function adamOutputs(g: Graph, total: number, gradient: Expr, scalar: LossAndGradient['scalar']) {
  const vector = (name: string): Expr => g.input(name, [total]);
  const [rate, step, norm] = [scalar('learningRate'), scalar('step'), scalar('maxGradientNorm')];
  const next = adam(g, vector('flat'), vector('moment1'), vector('moment2'), gradient, rate, step, norm);
  return {
    norm: g.reshape(next.gradientNorm, [1]),
    outputs: { 'flat.next': next.parameters, 'moment1.next': next.moment1, 'moment2.next': next.moment2 },
  };
}

const row = (g: Graph, scalars: readonly Expr[]): Expr =>
  g.concat(
    scalars.map((s) => g.reshape(s, [1])),
    0,
  );

/** The ONNX model of one step: forward, loss, backward, Adam. */
export function wholeStepModel(graph: StepGraph): Uint8Array {
  const g = new Graph();
  const { gradient, stats, scalar } = lossAndGradient(g, graph);
  const { outputs, norm } = adamOutputs(g, parameterCount(graph.parameters), gradient, scalar);
  return emitModel({ name: 'step', outputs: { ...outputs, stats: g.concat([row(g, stats), norm], 0) } });
}

/** The first half of a step whose gradient is averaged over threads: `gradient` [P] and `stats`. */
export function gradientHalfModel(graph: StepGraph): Uint8Array {
  const g = new Graph();
  const { gradient, stats } = lossAndGradient(g, graph);
  return emitModel({ name: 'gradient', outputs: { gradient, stats: row(g, stats) } });
}

/** The second half: Adam. */
function adamHalfModel(graph: StepGraph): Uint8Array {
  const g = new Graph();
  const total = parameterCount(graph.parameters);
  const { outputs, norm } = adamOutputs(g, total, g.input('gradient', [total]), scalarInputs(g));
  return emitModel({ name: 'adam', outputs: { ...outputs, norm } });
}

/** Parameters and Adam's moments, flat; `steps` counts the steps made. */
export interface LearnerState {
  readonly parameters: Float32Array;
  readonly moment1: Float32Array;
  readonly moment2: Float32Array;
  steps: number;
}

/** Zeros for so many parameters. */
export function blankState(total: number): LearnerState {
  return {
    parameters: new Float32Array(total),
    moment1: new Float32Array(total),
    moment2: new Float32Array(total),
    steps: 0,
  };
}

/** Averages a vector over the threads that learn together; every thread gets the same numbers. */
export interface Exchange {
  average(vector: Float32Array): void;
}

const LOSS_STATS = STAT_NAMES.length - 1;

/**
 * Runs the graph of a step. Two sets of buffers take turns as input and output, so that a step allocates no
 * parameters and never writes what it still reads. With an exchange the graph is cut in two between gradient and
 * Adam, and gradients and statistics are averaged there.
 */
export class StepRunner {
  private readonly states: [LearnerState, LearnerState];
  private readonly parameterFeeds: [Feeds, Feeds];
  private readonly fetches: [Feeds, Feeds];
  private readonly scalars = new Float32Array(SCALAR_NAMES.length);
  private readonly scalarFeed = tensorOver(this.scalars, [SCALAR_NAMES.length]);
  /** Gradient, then statistics: what an exchange averages. */
  private readonly shared: Float32Array;
  private readonly stats: Float32Array;
  private readonly gradientFetches: Feeds;
  private turn = 0;

  protected constructor(
    graph: StepGraph,
    private readonly first: InferenceSession,
    private readonly second: InferenceSession | undefined,
    private readonly exchange: Exchange | undefined,
    state: LearnerState,
  ) {
    const total = parameterCount(graph.parameters);
    this.states = [blankState(total), blankState(total)];
    this.restore(state);
    this.shared = new Float32Array(total + STAT_NAMES.length);
    this.stats = this.shared.subarray(total);
    const gradient = tensorOver(this.shared.subarray(0, total), [total]);
    this.gradientFetches = { gradient, stats: tensorOver(this.stats.subarray(0, LOSS_STATS), [LOSS_STATS]) };
    const vectors = this.states.map((s) => ({
      flat: tensorOver(s.parameters, [total]),
      moment1: tensorOver(s.moment1, [total]),
      moment2: tensorOver(s.moment2, [total]),
    }));
    const feeds = (i: number): Feeds => {
      const out: Feeds = { ...vectors[i]!, gradient, scalars: this.scalarFeed };
      for (const p of graph.parameters) {
        const view = this.states[i]!.parameters.subarray(p.offset, p.offset + p.size);
        out[p.name] = tensorOver(view, p.shape);
      }
      return out;
    };
    const fetches = (i: number): Feeds => ({
      'flat.next': vectors[i]!.flat,
      'moment1.next': vectors[i]!.moment1,
      'moment2.next': vectors[i]!.moment2,
      ...(second === undefined
        ? { stats: tensorOver(this.stats, [STAT_NAMES.length]) }
        : { norm: tensorOver(this.stats.subarray(LOSS_STATS), [1]) }),
    });
    this.parameterFeeds = [feeds(0), feeds(1)];
    this.fetches = [fetches(1), fetches(0)];
  }

  /** The sessions that a step of this graph needs: one, or two with an exchange between them. */
  protected static async sessions(
    graph: StepGraph,
    exchange: Exchange | undefined,
  ): Promise<[InferenceSession, InferenceSession | undefined]> {
    if (exchange === undefined) return [await openSession(wholeStepModel(graph)), undefined];
    return [await openSession(gradientHalfModel(graph)), await openSession(adamHalfModel(graph))];
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

  /** One step on the data in `given`: inputs of the graph's loss by name. Adam's step count goes on by itself. */
  protected async run(given: Feeds, scalars: Omit<LearnerScalars, 'step'>): Promise<LearnerStats> {
    const steps = this.state.steps + 1;
    for (const [i, name] of SCALAR_NAMES.entries()) this.scalars[i] = name === 'step' ? steps : scalars[name];
    const feeds = { ...given, ...this.parameterFeeds[this.turn] };
    if (this.second === undefined) {
      await this.first.run(feeds, this.fetches[this.turn]!);
    } else {
      await this.first.run(feeds, this.gradientFetches);
      this.exchange!.average(this.shared);
      await this.second.run(feeds, this.fetches[this.turn]!);
    }
    this.turn = 1 - this.turn;
    this.state.steps = steps;
    const out = {} as LearnerStats;
    for (const [i, name] of STAT_NAMES.entries()) out[name] = this.stats[i]!;
    return out;
  }

  async close(): Promise<void> {
    await this.first.release();
    await this.second?.release();
  }
}
