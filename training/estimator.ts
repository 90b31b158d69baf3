import type { ModelCard } from '../agents/card.js';
import type { OnnxPolicy } from '../agents/onnx.js';
import { HEAD } from '../agents/onnx-parts.js';
import { unwrap } from '../src/core/errors.js';
import { Rng } from '../src/core/rng.js';
import { fewestPlayers } from '../src/env/gang-padded.js';
import { type GangConfig, parseGangConfig } from '../src/gang/config.js';
import { type Moment, playForEstimates } from './estimator-games.js';
import { type EstimatorNet, estimatorGraph, estimatorNet, headModel, LEAST } from './estimator-net.js';
import { EstimatorRows } from './estimator-rows.js';
import { openSession, tensorOver } from './graph/session.js';
import { initialParameters, parameterCount } from './nets.js';
import { scheduled } from './ppo.js';
import { blankState, type LearnerState, StepRunner } from './step.js';

/**
 * The estimator: a network of its own on the policy's observation, which says with what chance each seat will stand on
 * each rank. It is fitted by cross-entropy to heists that the model plays with itself and with strangers (see
 * estimator-games.ts), so that it is right whoever sits there, and is put into `policy.onnx` beside the policy.
 *
 * Each seat has a softmax over the ranks. Since every rank is also somebody's, the whole is doubly stochastic: a few
 * rounds of Sinkhorn's normalisation (columns, then rows) are part of the network. Equal hands share their ranks
 * evenly (R-TIE): so do the targets. A padded network has cells for seats and ranks that a table doesn't have: they are
 * 0, whatever it learnt, and don't count in the loss. `RankHead` says whose the rows are.
 */
export interface EstimatorOptions {
  /** Heists to fit to; a tenth as many more say when to stop. */
  readonly heists: number;
  readonly seed: number;
  readonly hidden: readonly number[];
  /** Passes over the rows at most. */
  readonly epochs: number;
  /** Rounds of Sinkhorn's normalisation. */
  readonly rounds: number;
  readonly batch: number;
  /** What is played (default: `estimatorTables` of the network). */
  readonly tables?: readonly GangConfig[] | undefined;
  readonly learningRate: { readonly start: number; readonly end: number };
  readonly signal?: AbortSignal | undefined;
  onProgress?(done: number, total: number): void;
}

export const ESTIMATOR_DEFAULTS = {
  heists: 40_000,
  seed: 1,
  hidden: [192, 128],
  epochs: 8,
  rounds: 3,
  batch: 2048,
  learningRate: { start: 2e-3, end: 1e-4 },
} as const satisfies Omit<EstimatorOptions, 'signal' | 'onProgress' | 'tables'>;

export interface FittedEstimator {
  /** An ONNX file: `observation` [B, S] → `ranks` [B, N, N]; `joinHead` puts it beside a policy. */
  readonly head: Uint8Array;
  readonly parameters: number;
  /** Rows fitted to, and nats a seat on those that said when to stop, after each epoch. */
  readonly rows: number;
  readonly logLoss: readonly number[];
}

/** The base game for every number of players that a network sits down with. */
export function estimatorTables({ padded, players }: Pick<ModelCard, 'padded' | 'players'>): GangConfig[] {
  const fewest = padded === undefined ? players : fewestPlayers(padded);
  return Array.from({ length: players + 1 - fewest }, (_, i) =>
    unwrap(parseGangConfig({ players: fewest + i, length: 'heist' })),
  );
}

/** Decisions that are looked at in a heist, about as many at tables of every size. */
export function momentRate(players: number): number {
  return 0.6 / players;
}

/** Where heists to measure with begin: no fit reaches so far, so that they were never learnt from. */
export const HELD_OUT = 2 ** 30;

class EstimatorLearner extends StepRunner {
  static async open(net: EstimatorNet, state: LearnerState): Promise<EstimatorLearner> {
    const graph = estimatorGraph(net);
    const [whole] = await EstimatorLearner.sessions(graph, undefined);
    return new EstimatorLearner(graph, whole, undefined, undefined, state);
  }

  /** One step on these rows; the loss before it. */
  async step(rows: EstimatorRows, picked: Int32Array, learningRate: number): Promise<number> {
    const { observations, targets } = rows.batch(picked);
    const feeds = {
      observation: tensorOver(observations, [picked.length, rows.observation]),
      targets: tensorOver(targets, [picked.length, rows.players, rows.players]),
    };
    const scalars = { learningRate, clip: 0, entropy: 0, value: 0, maxGradientNorm: 1 };
    return (await this.run(feeds, scalars)).loss;
  }
}

/** Fits an estimator to a model's own play and that of strangers. The same options give the same bytes. */
export async function fitEstimator(policy: OnnxPolicy, options: EstimatorOptions): Promise<FittedEstimator> {
  const { batch, epochs, heists, signal, tables = estimatorTables(policy.card) } = options;
  const { players } = policy.card;
  const held = Math.max(1, Math.round(heists / 10));
  // Half of the time goes into playing, about.
  const total = 2 * (heists + held);
  const rows = new EstimatorRows(policy.observationSize, players);
  const stop = new EstimatorRows(policy.observationSize, players);
  await playForEstimates({
    policy,
    tables,
    firstDeal: 0,
    deals: heists + held,
    seed: options.seed,
    rate: momentRate(players),
    signal,
    onProgress: (done) => options.onProgress?.(done, total),
    onMoment: (moment) => record(moment, moment.deal < heists ? rows : stop),
  });
  const net = estimatorNet(policy.card, options);
  const rng = new Rng(options.seed, -1);
  const state = blankState(parameterCount(net.parameters));
  state.parameters.set(initialParameters(net.parameters, rng));
  const learner = await EstimatorLearner.open(net, state);
  const order = Int32Array.from({ length: rows.count }, (_, i) => i);
  const batches = Math.ceil(rows.count / batch);
  const logLoss: number[] = [];
  let best = Float32Array.from(learner.state.parameters);
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, rng);
    for (let b = 0; b < batches; b++) {
      signal?.throwIfAborted();
      const progress = (epoch * batches + b) / (epochs * batches);
      await learner.step(rows, order.subarray(b * batch, (b + 1) * batch), scheduled(options.learningRate, progress));
      options.onProgress?.(Math.round((total / 2) * (1 + progress)), total);
    }
    const loss = await meanLoss(headModel(net, learner.state.parameters), stop, batch);
    if (loss < Math.min(...logLoss, Number.POSITIVE_INFINITY)) best = Float32Array.from(learner.state.parameters);
    logLoss.push(loss);
    // Two passes that made nothing better: what is learnt now are the rows themselves.
    if (logLoss.length - 1 - logLoss.indexOf(Math.min(...logLoss)) >= 2) break;
  }
  await learner.close();
  return { head: headModel(net, best), parameters: best.length, rows: rows.count, logLoss };
}

function record({ table, low, high }: Moment, rows: EstimatorRows): void {
  table.encode(rows.next(), rows.at);
  rows.target(table.headRows, low, high);
}

function shuffle(order: Int32Array, rng: Rng): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    const held = order[i]!;
    order[i] = order[j]!;
    order[j] = held;
  }
}

async function meanLoss(head: Uint8Array, rows: EstimatorRows, batch: number): Promise<number> {
  const session = await openSession(head);
  let sum = 0;
  for (let from = 0; from < rows.count; from += batch) {
    const picked = Int32Array.from({ length: Math.min(batch, rows.count - from) }, (_, i) => from + i);
    const { observations, targets } = rows.batch(picked);
    const answer = await session.run({ observation: tensorOver(observations, [picked.length, rows.observation]) });
    const ranks = answer[HEAD]!.data as Float32Array;
    for (let i = 0; i < ranks.length; i++) {
      if (targets[i]! > 0) sum -= targets[i]! * Math.log(Math.max(ranks[i]!, LEAST));
    }
  }
  await session.release();
  return sum / rows.seats;
}
