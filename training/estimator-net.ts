import type { ModelCard } from '../agents/card.js';
import { HEAD } from '../agents/onnx-parts.js';
import { fewestPlayers, paddedLayout } from '../src/env/gang-padded.js';
import type { EstimatorOptions } from './estimator.js';
import { emitModel } from './graph/emit.js';
import { type Expr, Graph } from './graph/graph.js';
import {
  type MlpSpec,
  mlpForward,
  mlpParameters,
  type ParameterSpec,
  parameterCount,
  parameterInputs,
  parameterViews,
} from './nets.js';
import type { StepGraph } from './step.js';

/** Where a padded observation says what the head needs to know of its table. */
interface PaddedFields {
  /** One-hot number of players, the fewest first. */
  readonly players: number;
  readonly fewest: number;
  /** [N] where each row's hand stands by its chips, and twice the spread of that. */
  readonly claim: number;
  readonly doubt: number;
  /** [N] the own row, and the chance of each place by the cards alone, and by cards and chips. */
  readonly ownRow: number;
  readonly places: number;
  readonly claimed: number;
}

export interface EstimatorNet {
  readonly players: number;
  /** Undefined where every table has so many players. */
  readonly padded: PaddedFields | undefined;
  readonly rounds: number;
  readonly mlp: MlpSpec;
  readonly parameters: readonly ParameterSpec[];
}

export function estimatorNet(card: ModelCard, options: Pick<EstimatorOptions, 'hidden' | 'rounds'>): EstimatorNet {
  const { players, padded } = card;
  const observation = card.layout.size;
  const mlp: MlpSpec = {
    name: HEAD,
    inputs: observation,
    hidden: options.hidden,
    outputs: players * players,
    activation: 'relu',
    outputGain: 0.01,
  };
  const own = mlpParameters(mlp);
  const { rounds } = options;
  if (padded === undefined) return { players, padded, rounds, mlp, parameters: own };
  const at = (field: string): number => paddedLayout(padded).offset(field);
  const fields = {
    fewest: fewestPlayers(padded),
    ...{ players: at('players'), claim: at('claim'), doubt: at('doubt') },
    ...{ ownRow: at('ownRow'), places: at('places'), claimed: at('claimed') },
  };
  const size = parameterCount(own);
  const direct = mlpParameters(directSpec(mlp), size);
  const trust = mlpParameters(trustSpec(mlp), size + parameterCount(direct));
  return { players, padded: fields, rounds, mlp, parameters: [...own, ...direct, ...trust] };
}

/** From the observation straight to the logits: a chip speaks for its place, whatever else the network makes of it. */
function directSpec(mlp: MlpSpec): MlpSpec {
  return { ...mlp, name: `${HEAD}.direct`, hidden: [] };
}

/** How much each of the hints counts. */
function trustSpec(mlp: MlpSpec): MlpSpec {
  return { ...mlp, name: `${HEAD}.trust`, hidden: [], outputs: HINTS };
}

/** Nothing is less likely than this, so that its logarithm is a number. */
export const LEAST = 1e-7;

/** [B, N] 1 for the first rows and ranks, as many as play, 0 for the others. */
function presentOf(g: Graph, { fewest, players: at }: PaddedFields, width: number, observation: Expr): Expr {
  const sizes = width + 1 - fewest;
  const present = Array.from({ length: sizes * width }, (_, i) => (i % width < fewest + Math.floor(i / width) ? 1 : 0));
  return g.matmul(g.slice(observation, 1, at, at + sizes), g.constant(present, [sizes, width]));
}

/** Spreads, as shares of all hands, that are added to a row's own where its claim is compared with a rank. */
const SPREADS = [0.05, 0.15] as const;
const HINTS = SPREADS.length + 2;
/** Nothing that the observation calls impossible counts for more than this against a rank. */
const RARE = 1e-3;

/**
 * [B, N, N] what the observation itself says of ranks, in logits: how far each row's claim lies from each rank, and the
 * chances of the own place. A network that has to find all of that by itself needs far more heists.
 */
function hintsOf(g: Graph, width: number, fields: PaddedFields, present: Expr, observation: Expr, trust: Expr): Expr {
  const field = (at: number): Expr => g.slice(observation, 1, at, at + width);
  const rows = (x: Expr): Expr => g.reshape(x, ['B', width, 1]);
  const ranks = (x: Expr): Expr => g.reshape(x, ['B', 1, width]);
  const middles = g.constant(
    Array.from({ length: width }, (_, k) => k + 0.5),
    [1, width],
  );
  const away = g.sub(ranks(g.div(middles, g.max(g.reduceSum(present, [1], true), 1))), rows(field(fields.claim)));
  const spread = g.mul(field(fields.doubt), 0.5);
  const hints: Expr[] = SPREADS.map((least) =>
    g.div(g.mul(g.mul(away, away), -0.5), rows(g.add(g.mul(spread, spread), least * least))),
  );
  for (const at of [fields.places, fields.claimed]) {
    hints.push(g.mul(rows(field(fields.ownRow)), ranks(g.log(g.max(field(at), RARE)))));
  }
  return hints
    .map((hint, i) => g.mul(hint, g.reshape(g.slice(trust, 1, i, i + 1), ['B', 1, 1])))
    .reduce((sum, hint) => g.add(sum, hint));
}

/** [B, S] → [B, N, N], rows of seats that there are summing to 1. */
function ranksOf(g: Graph, net: EstimatorNet, parameters: ReadonlyMap<string, Expr>, observation: Expr): Expr {
  const { mlp, padded, players } = net;
  const logits = mlpForward(g, mlp, parameters, observation);
  const square = (x: Expr): Expr => g.reshape(x, ['B', players, players]);
  let p: Expr;
  if (padded === undefined) p = g.softmax(square(logits));
  else {
    const present = presentOf(g, padded, players, observation);
    const direct = mlpForward(g, directSpec(mlp), parameters, observation);
    const trust = mlpForward(g, trustSpec(mlp), parameters, observation);
    const hints = hintsOf(g, players, padded, present, observation, trust);
    p = g.softmax(g.add(square(g.add(logits, direct)), hints));
    p = g.mul(g.mul(p, g.reshape(present, ['B', players, 1])), g.reshape(present, ['B', 1, players]));
    p = g.div(p, g.max(g.reduceSum(p, [2], true), LEAST));
  }
  for (let round = 0; round < net.rounds; round++) {
    p = g.div(p, g.max(g.reduceSum(p, [1], true), LEAST));
    p = g.div(p, g.max(g.reduceSum(p, [2], true), LEAST));
  }
  return p;
}

export function estimatorGraph(net: EstimatorNet): StepGraph {
  return {
    parameters: net.parameters,
    loss: (g, parameters) => {
      const observation = g.input('observation', ['B', net.mlp.inputs]);
      const ranks = ranksOf(g, net, parameters, observation);
      const targets = g.input('targets', ['B', net.players, net.players]);
      const perSeat = g.reduceSum(g.mul(targets, g.log(g.max(ranks, LEAST))), [2]);
      const { padded, players } = net;
      const mean =
        padded === undefined
          ? g.reduceMean(perSeat)
          : g.reduceMean(
              g.div(g.reduceSum(perSeat, [1]), g.reduceSum(presentOf(g, padded, players, observation), [1])),
            );
      const loss = g.neg(mean);
      const none = g.constant(0);
      return { loss, stats: [loss, none, none, none, none, none] };
    },
  };
}

/** The head as a file of its own. */
export function headModel(net: EstimatorNet, parameters: Float32Array): Uint8Array {
  const g = new Graph();
  const observation = g.input('observation', ['B', net.mlp.inputs]);
  const rows = net.padded === undefined ? 'from the own one' : 'in the rows of the observation';
  return emitModel({
    name: HEAD,
    outputs: { [HEAD]: ranksOf(g, net, parameterInputs(g, net.parameters), observation) },
    initializers: parameterViews(net.parameters, parameters),
    prefix: `${HEAD}.`,
    doc: `observation float32 [B, S] -> ranks float32 [B, N, N]: chance of each seat (${rows}) for each rank.`,
  });
}
