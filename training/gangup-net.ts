import {
  GANGUP_ADVICE,
  GANGUP_CANDIDATES,
  GANGUP_LOGITS,
  GANGUP_OBSERVATION,
  GANGUP_OWNERS,
  GANGUP_VALUES,
} from '../agents/gangup/boss-tensors.js';
import { gangupLayout, gangupPrivilegedLayout, PLACES, rowLayout } from '../src/env/gangup-layout.js';
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

/** Units of the layers of Gang Up!'s network. */
export interface GangupNetSpec {
  /** The state tower's layers; the last is what everything else is built on. */
  readonly state: readonly [number, number];
  /** A candidate's two layers. */
  readonly row: readonly [number, number];
  /** The hidden layer of the value that sees what the seat sees. */
  readonly value: number;
  /** The critic's layers; its first sees what the seat sees and the hidden cards. */
  readonly critic: readonly [number, number];
}

export const GANGUP_NET: GangupNetSpec = { state: [128, 128], row: [64, 48], value: 32, critic: [128, 64] };

/**
 * One network for 2 to 5 players, any options and any cards. The state tower runs once a decision; each candidate's
 * row is joined with what the state makes of it (a first layer over both, cut in two so that the state's half isn't
 * computed again for every row, and a product, by which the state says which features of a row matter), then scored:
 * how much of the win is gained by taking it, in units of 1 / GAIN. Beside it stands the critic, which sees all hands and
 * says what each place may expect of the win once a candidate has been taken. Win shares are a softmax over the places
 * that somebody sits at; one from the view alone goes into the exported file.
 */
export interface GangupNet {
  readonly spec: GangupNetSpec;
  readonly state: MlpSpec;
  readonly row: MlpSpec;
  readonly stateToRow: MlpSpec;
  readonly gate: MlpSpec;
  readonly score: MlpSpec;
  readonly value: MlpSpec;
  readonly seen: MlpSpec;
  readonly hidden: MlpSpec;
  readonly critic: MlpSpec;
  /** Everything that the exported policy has, then the critic. */
  readonly parameters: readonly ParameterSpec[];
  readonly policyParameters: readonly ParameterSpec[];
  readonly criticParameters: readonly ParameterSpec[];
}

/** Gains are learned in units of 1 / GAIN of a win, so that numbers are of the size of 1. */
export const GAIN = 50;
/** How gains become logits: `sharpness` for each unit gained, and `trust` more for the advised candidate. */
export interface Boldness {
  readonly sharpness: number;
  readonly trust: number;
}

/**
 * In training the network plays as the script with some slips, so that the critic learns what comes of the script's play
 * and gains are over that: from nothing, the same training would take many times as long to get to where the script is.
 */
const LEARNING: Boldness = { sharpness: 1, trust: 5 };

/** The exported policy leaves the advice where another candidate gains more than trust / sharpness units over it. */
export const PLAYING: Boldness = { sharpness: 5, trust: 10 };

const SIZES = { observation: gangupLayout.size, row: rowLayout.size, privileged: gangupPrivilegedLayout.size };

export function gangupNet(spec: GangupNetSpec = GANGUP_NET): GangupNet {
  const mlp = (
    name: string,
    inputs: number,
    hidden: readonly number[],
    outputs: number,
    outputGain: number,
  ): MlpSpec => ({
    name,
    inputs,
    hidden,
    outputs,
    outputGain,
    activation: 'relu',
  });
  const [first, last] = spec.state;
  const [rowUnits, scoreUnits] = spec.row;
  const [hiddenUnits, joined] = spec.critic;
  const state = mlp('state', SIZES.observation, [first], last, Math.SQRT2);
  const row = mlp('row', SIZES.row, [], rowUnits, 1);
  const stateToRow = mlp('stateToRow', last, [], rowUnits, 1);
  const gate = mlp('gate', last, [], rowUnits, 1);
  const score = mlp('score', 2 * rowUnits + 1, [scoreUnits], 1, 0.01);
  const value = mlp('value', last, [spec.value], PLACES, 0.1);
  const seen = mlp('seen', SIZES.observation, [], hiddenUnits, Math.SQRT2);
  const hidden = mlp('hidden', SIZES.privileged, [], hiddenUnits, Math.SQRT2);
  const critic = mlp('critic', hiddenUnits, [joined], PLACES, 0.1);
  let at = 0;
  const place = (specs: readonly MlpSpec[]): ParameterSpec[] =>
    specs.flatMap((one) => {
      const made = mlpParameters(one, at);
      at += parameterCount(made);
      return made;
    });
  const policyParameters = place([state, row, stateToRow, gate, score, value]);
  const criticParameters = place([seen, hidden, critic]);
  const parameters = [...policyParameters, ...criticParameters];
  const nets = { state, row, stateToRow, gate, score, value, seen, hidden, critic };
  return { spec, ...nets, parameters, policyParameters, criticParameters };
}

type Parameters = ReadonlyMap<string, Expr>;

/** observations [B, S] → [B, state] */
function stateOf(g: Graph, net: GangupNet, parameters: Parameters, observations: Expr): Expr {
  return g.relu(mlpForward(g, net.state, parameters, observations));
}

/** Candidates of a batch as expressions: rows [R, F], owner int32 [R], advice [R]. */
interface Candidates {
  readonly rows: Expr;
  readonly owner: Expr;
  readonly advice: Expr;
}

/** What each candidate gains, in units of 1 / GAIN: state [B, …] and candidates → [R]. */
function gains(g: Graph, net: GangupNet, parameters: Parameters, state: Expr, candidates: Candidates): Expr {
  const { rows, owner, advice } = candidates;
  const fromState = (spec: MlpSpec): Expr => g.gather(mlpForward(g, spec, parameters, state), owner);
  const size = rows.shape[0]!;
  const row = mlpForward(g, net.row, parameters, rows);
  const column = g.reshape(advice, [size, 1]);
  const joined = g.concat([g.relu(g.add(row, fromState(net.stateToRow))), g.mul(row, fromState(net.gate)), column], 1);
  return g.reshape(mlpForward(g, net.score, parameters, joined), [size]);
}

/** The logits [R] of the policy that follows from the gains. */
function logitsOf(g: Graph, gained: Expr, { advice }: Candidates, { sharpness, trust } = LEARNING): Expr {
  return g.add(g.mul(gained, sharpness), g.mul(advice, trust));
}

function candidateInputs(g: Graph): Candidates {
  return {
    rows: g.input(GANGUP_CANDIDATES, ['R', SIZES.row]),
    owner: g.input(GANGUP_OWNERS, ['R'], 'int32'),
    advice: g.input(GANGUP_ADVICE, ['R']),
  };
}

/** Logits of the win shares [B, PLACES]: places that nobody sits at are masked out. */
function openPlaces(g: Graph, logits: Expr, observations: Expr): Expr {
  const at = gangupLayout.offset('present');
  return g.maskLogits(logits, g.slice(observations, 1, at, at + PLACES));
}

function viewValues(g: Graph, net: GangupNet, parameters: Parameters, state: Expr, observations: Expr): Expr {
  return openPlaces(g, mlpForward(g, net.value, parameters, state), observations);
}

/** Logits of the critic's shares [B, PLACES]. */
function criticValues(g: Graph, net: GangupNet, parameters: Parameters, observations: Expr, privileged: Expr): Expr {
  const seen = mlpForward(g, net.seen, parameters, observations);
  const joined = g.relu(g.add(seen, mlpForward(g, net.hidden, parameters, privileged)));
  return openPlaces(g, mlpForward(g, net.critic, parameters, joined), observations);
}

function policyOutputs(
  g: Graph,
  net: GangupNet,
  boldness?: Boldness,
): { [GANGUP_LOGITS]: Expr; [GANGUP_VALUES]: Expr } {
  const parameters = parameterInputs(g, net.policyParameters);
  const observations = g.input(GANGUP_OBSERVATION, ['B', SIZES.observation]);
  const candidates = candidateInputs(g);
  const state = stateOf(g, net, parameters, observations);
  return {
    [GANGUP_LOGITS]: logitsOf(g, gains(g, net, parameters, state, candidates), candidates, boldness),
    [GANGUP_VALUES]: g.softmax(viewValues(g, net, parameters, state, observations)),
  };
}

/** Observation, candidates, owners, advice → `logits` [R]; the parameters are inputs. What rollouts run. */
export function gangupPolicyModel(net: GangupNet): Uint8Array {
  const { [GANGUP_LOGITS]: logits } = policyOutputs(new Graph(), net);
  return emitModel({ name: 'policy', outputs: { [GANGUP_LOGITS]: logits } });
}

/** Observation, privileged → `values` [B, PLACES], the critic's shares of the win; the parameters are inputs. */
export function gangupCriticModel(net: GangupNet): Uint8Array {
  const g = new Graph();
  const parameters = parameterInputs(g, net.criticParameters);
  const observations = g.input(GANGUP_OBSERVATION, ['B', SIZES.observation]);
  const privileged = g.input('privileged', ['B', SIZES.privileged]);
  const values = g.softmax(criticValues(g, net, parameters, observations, privileged));
  return emitModel({ name: 'critic', outputs: { [GANGUP_VALUES]: values } });
}

/** The policy and the value from the view as a self-contained file, the parameters stored in it. */
export function exportGangupPolicy(
  net: GangupNet,
  parameters: Float32Array,
  metadata: Readonly<Record<string, string>>,
  boldness: Boldness = PLAYING,
): Uint8Array {
  const g = new Graph();
  return emitModel({
    name: 'policy',
    outputs: policyOutputs(g, net, boldness),
    initializers: parameterViews(net.policyParameters, parameters),
    metadata,
    doc:
      'observation float32 [B, S], candidates float32 [R, F], owners int32 [R] (the decision of each candidate), ' +
      'advice float32 [R] (1 for the one that schemer would take) -> ' +
      'logits float32 [R] (softmax or argmax within each decision), values float32 [B, 5] (win share of each place).',
  });
}

/**
 * The loss of a minibatch of B decisions with R candidates. `gained` [R] is what the critic says that each gains over the
 * policy's mean; `before` [R] the policy's probabilities when it acted; `after` and `privileged` [B, …] what the seat saw,
 * and the hidden cards, once its choice had been made; `returns` [B, PLACES] how that came off.
 *
 * Scores learn what is gained by every candidate, taken or not (expected policy gradients: Ciosek & Whiteson 2018,
 * arXiv 1706.05374, here as a regression, so that improbable candidates learn as fast as others). Since the mean over
 * hidden cards of what the critic says is learned, and not the critic's choice, nothing is learned that the view can't
 * tell. Both values: cross-entropy with the λ-return.
 */
export function gangupStep(net: GangupNet): StepGraph {
  return {
    parameters: net.parameters,
    loss: (g, parameters, scalar) => {
      const candidates = candidateInputs(g);
      const { owner, advice } = candidates;
      const observations = g.input(GANGUP_OBSERVATION, ['B', SIZES.observation]);
      const after = g.input('after', ['B', SIZES.observation]);
      const privileged = g.input('privileged', ['B', SIZES.privileged]);
      const returns = g.input('returns', ['B', PLACES]);
      const target = g.input('gained', ['R']);
      const before = g.input('before', ['R']);
      const perDecision = (x: Expr): Expr => g.div(g.reduceSum(x), g.count(returns, [0]));

      const state = stateOf(g, net, parameters, observations);
      const gained = gains(g, net, parameters, state, candidates);
      const error = g.sub(gained, target);
      // Huber's loss: a game that hangs on one decision shouldn't outweigh hundreds.
      const size = g.abs(error);
      const near = g.min(size, 1);
      const policyLoss = g.reduceMean(g.mul(near, g.sub(size, g.mul(0.5, near))));

      const logs = g.segmentLogSoftmax(logitsOf(g, gained, candidates), owner, returns);
      const entropy = g.neg(perDecision(g.mul(g.exp(logs), logs)));
      const approxKl = perDecision(g.mul(before, g.sub(g.log(g.max(before, 1e-9)), logs)));
      const offAdvice = g.sub(1, perDecision(g.mul(g.exp(logs), advice)));

      const crossEntropy = (logits: Expr): Expr =>
        g.neg(g.reduceMean(g.reduceSum(g.mul(returns, g.logSoftmax(logits)), [1])));
      const valueLoss = crossEntropy(criticValues(g, net, parameters, after, privileged));
      const viewLoss = crossEntropy(viewValues(g, net, parameters, state, observations));
      const loss = g.add(policyLoss, g.mul(scalar('value'), g.add(valueLoss, viewLoss)));
      return { loss, stats: [loss, policyLoss, valueLoss, entropy, approxKl, offAdvice] };
    },
  };
}
