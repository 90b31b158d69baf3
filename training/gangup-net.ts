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
import { surrogate } from './ppo.js';
import type { StepGraph } from './step.js';

/** How it learns: a policy by PPO, or what each candidate is worth by Deep Monte Carlo. */
export const GANGUP_METHODS = ['ppo', 'dmc'] as const;
export type GangupMethod = (typeof GANGUP_METHODS)[number];

/** Units of the layers of Gang Up!'s network. */
export interface GangupNetSpec {
  /** The state tower's layers; the last is what everything else is built on. */
  readonly state: readonly [number, number];
  /** A candidate's two layers. */
  readonly row: readonly [number, number];
  /** The hidden layer of the value that sees what the seat sees. */
  readonly value: number;
  /** The critic's layer over hidden cards, and the one that joins them with the state. */
  readonly critic: readonly [number, number];
  /** What the advised candidate's score starts ahead by; absent: TRUST. */
  readonly lead?: number;
}

export const GANGUP_NET: GangupNetSpec = { state: [128, 128], row: [64, 48], value: 32, critic: [48, 64] };

/**
 * One network for 2 to 5 players, any options and any cards. The state tower runs once a decision; each candidate's
 * row is joined with what the state makes of it (a first layer over both, cut in two so that the state's half isn't
 * computed again for every row, and a product, by which the state says which features of a row matter), then scored. Values are shares of the win for each place, softmax over those that sit
 * there: one from the view alone, which goes into the exported file, and the critic's, which sees all hands.
 */
export interface GangupNet {
  readonly spec: GangupNetSpec;
  readonly state: MlpSpec;
  readonly row: MlpSpec;
  readonly stateToRow: MlpSpec;
  readonly gate: MlpSpec;
  readonly trust: MlpSpec;
  readonly score: MlpSpec;
  readonly value: MlpSpec;
  readonly hidden: MlpSpec;
  readonly critic: MlpSpec;
  /** Everything that the exported policy has, then the critic. */
  readonly parameters: readonly ParameterSpec[];
  readonly policyParameters: readonly ParameterSpec[];
  readonly criticParameters: readonly ParameterSpec[];
}

/**
 * What the advised candidate's score starts ahead by. The network begins as the script with a few slips and learns where
 * to leave its advice: from nothing, the same training would take many times as long to get to where the script is.
 */
const TRUST = 4.5;

/** The part of the prior that all candidates share. */
const SMOOTHING = 0.05;

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
  const trust = mlp('trust', last, [], 1, 0.01);
  const score = mlp('score', 2 * rowUnits + 1, [scoreUnits], 1, 0.01);
  const value = mlp('value', last, [spec.value], PLACES, 0.1);
  const hidden = mlp('hidden', SIZES.privileged, [], hiddenUnits, Math.SQRT2);
  const critic = mlp('critic', last + hiddenUnits, [joined], PLACES, 0.1);
  let at = 0;
  const place = (specs: readonly MlpSpec[]): ParameterSpec[] =>
    specs.flatMap((one) => {
      const made = mlpParameters(one, at);
      at += parameterCount(made);
      return made;
    });
  const policyParameters = place([state, row, stateToRow, gate, trust, score, value]);
  const criticParameters = place([hidden, critic]);
  const parameters = [...policyParameters, ...criticParameters];
  const networks = { state, row, stateToRow, gate, trust, score, value, hidden, critic };
  return { spec, ...networks, parameters, policyParameters, criticParameters };
}

type Weights = ReadonlyMap<string, Expr>;

/** observations [B, S] → [B, state] */
function stateOf(g: Graph, net: GangupNet, parameters: Weights, observations: Expr): Expr {
  return g.relu(mlpForward(g, net.state, parameters, observations));
}

/** Candidates of a batch as expressions: rows [R, F], owner int32 [R], advice [R]. No owners: one of each decision. */
interface Candidates {
  readonly rows: Expr;
  readonly owner?: Expr;
  readonly advice: Expr;
}

/** A score for each candidate: state [B, …] and candidates → [R]. */
function scores(g: Graph, net: GangupNet, parameters: Weights, state: Expr, candidates: Candidates): Expr {
  const { rows, owner, advice } = candidates;
  const fromState = (spec: MlpSpec): Expr => {
    const made = mlpForward(g, spec, parameters, state);
    return owner === undefined ? made : g.gather(made, owner);
  };
  const size = rows.shape[0]!;
  const row = mlpForward(g, net.row, parameters, rows);
  const column = g.reshape(advice, [size, 1]);
  const joined = g.concat([g.relu(g.add(row, fromState(net.stateToRow))), g.mul(row, fromState(net.gate)), column], 1);
  const trust = g.mul(g.add(fromState(net.trust), net.spec.lead ?? TRUST), column);
  return g.reshape(g.add(mlpForward(g, net.score, parameters, joined), trust), [size]);
}

function candidateInputs(g: Graph): Required<Candidates> {
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

function viewValues(g: Graph, net: GangupNet, parameters: Weights, state: Expr, observations: Expr): Expr {
  return openPlaces(g, mlpForward(g, net.value, parameters, state), observations);
}

function criticValues(
  g: Graph,
  net: GangupNet,
  parameters: Weights,
  state: Expr,
  observations: Expr,
  privileged: Expr,
): Expr {
  return openPlaces(g, criticLogits(g, net, parameters, state, privileged), observations);
}

function criticLogits(g: Graph, net: GangupNet, parameters: Weights, state: Expr, privileged: Expr): Expr {
  const hidden = g.relu(mlpForward(g, net.hidden, parameters, privileged));
  return mlpForward(g, net.critic, parameters, g.concat([state, hidden], 1));
}

function policyOutputs(g: Graph, net: GangupNet): { [GANGUP_LOGITS]: Expr; [GANGUP_VALUES]: Expr } {
  const parameters = parameterInputs(g, net.policyParameters);
  const observations = g.input(GANGUP_OBSERVATION, ['B', SIZES.observation]);
  const state = stateOf(g, net, parameters, observations);
  return {
    [GANGUP_LOGITS]: scores(g, net, parameters, state, candidateInputs(g)),
    [GANGUP_VALUES]: g.softmax(viewValues(g, net, parameters, state, observations)),
  };
}

/** Observation, candidates, owners → `logits` [R]; the parameters are inputs. What past selves run in rollouts. */
export function gangupPolicyModel(net: GangupNet): Uint8Array {
  const { [GANGUP_LOGITS]: logits } = policyOutputs(new Graph(), net);
  return emitModel({ name: 'policy', outputs: { [GANGUP_LOGITS]: logits } });
}

function criticOutput(g: Graph, net: GangupNet, parameters: Weights, observations: Expr, state: Expr): Expr {
  const privileged = g.input('privileged', ['B', SIZES.privileged]);
  return g.softmax(criticValues(g, net, parameters, state, observations, privileged));
}

/** Observation, privileged → `values` [B, PLACES], the critic's shares of the win; the parameters are inputs. */
export function gangupCriticModel(net: GangupNet): Uint8Array {
  const g = new Graph();
  const parameters = parameterInputs(g, net.parameters);
  const observations = g.input(GANGUP_OBSERVATION, ['B', SIZES.observation]);
  const values = criticOutput(g, net, parameters, observations, stateOf(g, net, parameters, observations));
  return emitModel({ name: 'critic', outputs: { [GANGUP_VALUES]: values } });
}

/** Both at once, over one run of the state tower: what the learner's own seats run in rollouts. */
export function gangupActModel(net: GangupNet): Uint8Array {
  const g = new Graph();
  const parameters = parameterInputs(g, net.parameters);
  const observations = g.input(GANGUP_OBSERVATION, ['B', SIZES.observation]);
  const state = stateOf(g, net, parameters, observations);
  const logits = scores(g, net, parameters, state, candidateInputs(g));
  const values = criticOutput(g, net, parameters, observations, state);
  return emitModel({ name: 'act', outputs: { [GANGUP_LOGITS]: logits, [GANGUP_VALUES]: values } });
}

/** The policy and the value from the view as a self-contained file, the parameters stored in it. */
export function exportGangupPolicy(
  net: GangupNet,
  parameters: Float32Array,
  metadata: Readonly<Record<string, string>>,
): Uint8Array {
  const g = new Graph();
  return emitModel({
    name: 'policy',
    outputs: policyOutputs(g, net),
    initializers: parameterViews(net.policyParameters, parameters),
    metadata,
    doc:
      'observation float32 [B, S], candidates float32 [R, F], owners int32 [R] (the decision of each candidate), ' +
      'advice float32 [R] (1 for the one that schemer would take) -> ' +
      'logits float32 [R] (softmax or argmax within each decision), values float32 [B, 5] (win share of each place).',
  });
}

/** The critic as a file, the parameters stored in it, for another run to begin with. */
export function exportGangupCritic(net: GangupNet, parameters: Float32Array): Uint8Array {
  const g = new Graph();
  const state = g.input('state', ['B', net.critic.inputs - net.spec.critic[0]]);
  const privileged = g.input('privileged', ['B', SIZES.privileged]);
  const weights = parameterInputs(g, net.criticParameters);
  return emitModel({
    name: 'critic',
    outputs: { [GANGUP_VALUES]: criticLogits(g, net, weights, state, privileged) },
    initializers: parameterViews(net.criticParameters, parameters),
    doc:
      "state float32 [B, units] (the policy's, as it is before scores), privileged float32 [B, P] -> " +
      'values float32 [B, 5] (logits of the win share of each place, from the acting seat to the left).',
  });
}

/** Numbers for each decision in `targets`: log-probability when acted, advantage, then the value target of each place. */
export const TARGETS = 2 + PLACES;

/** Decisions of a minibatch as expressions. */
interface Decisions {
  readonly parameters: Weights;
  /** [B, state] */
  readonly state: Expr;
  /** [B, PLACES] logits of the value from the view. */
  readonly view: Expr;
  /** R of them. */
  readonly candidates: Required<Candidates>;
  /** int32 [B] the place of the candidate that was taken. */
  readonly chosen: Expr;
  /** Of `targets`, by number: [B]. */
  readonly column: (i: number) => Expr;
}

/** What a method makes of decisions: scalars. `loss` is made smaller, the others are reported. */
type MethodLoss = Readonly<Record<'loss' | 'policyLoss' | 'entropy' | 'approxKl' | 'clipFraction', Expr>>;
type Scalar = Parameters<StepGraph['loss']>[2];

/** The loss of a minibatch of B decisions: that of the method, and both values' cross-entropy with the λ-return. */
function stepOf(net: GangupNet, method: (g: Graph, decisions: Decisions, scalar: Scalar) => MethodLoss): StepGraph {
  return {
    parameters: net.parameters,
    loss: (g, parameters, scalar) => {
      const candidates = candidateInputs(g);
      const chosen = g.input('chosen', ['B'], 'int32');
      const observations = g.input(GANGUP_OBSERVATION, ['B', SIZES.observation]);
      const privileged = g.input('privileged', ['B', SIZES.privileged]);
      const targets = g.input('targets', ['B', TARGETS]);
      const column = (i: number): Expr => g.reshape(g.slice(targets, 1, i, i + 1), ['B']);
      const state = stateOf(g, net, parameters, observations);
      const view = viewValues(g, net, parameters, state, observations);
      const made = method(g, { parameters, state, view, candidates, chosen, column }, scalar);

      const returns = g.slice(targets, 1, 2, TARGETS);
      const crossEntropy = (logits: Expr): Expr =>
        g.neg(g.reduceMean(g.reduceSum(g.mul(returns, g.logSoftmax(logits)), [1])));
      const valueLoss = crossEntropy(criticValues(g, net, parameters, state, observations, privileged));
      const viewLoss = crossEntropy(view);
      const loss = g.add(made.loss, g.mul(scalar('value'), g.add(valueLoss, viewLoss)));
      return { loss, stats: [loss, made.policyLoss, valueLoss, made.entropy, made.approxKl, made.clipFraction] };
    },
  };
}

/**
 * PPO: the clipped surrogate, and the policy's cross-entropy with the advice in the place of an entropy bonus (without
 * it noise carries the policy away from where it began long before it has learned anything).
 */
export function gangupStep(net: GangupNet): StepGraph {
  return stepOf(net, (g, { parameters, state, candidates, chosen, column }, scalar) => {
    const all = g.segmentLogSoftmax(scores(g, net, parameters, state, candidates), candidates.owner, chosen);
    const logProbabilities = g.gather(all, chosen);
    const entropy = g.div(g.neg(g.reduceSum(g.mul(g.exp(all), all))), g.count(chosen, [0]));

    // What keeps the policy near the advice, with some room for everything else: Σ prior · −log π.
    const advised = g.mul(g.reduceSum(g.mul(all, candidates.advice)), 1 - SMOOTHING);
    const even = g.div(g.constant(SMOOTHING), g.scatterAdd(g.expandLike(g.constant(1), all), candidates.owner, chosen));
    const anchor = g.neg(
      g.div(g.add(advised, g.reduceSum(g.mul(all, g.gather(even, candidates.owner)))), g.count(chosen, [0])),
    );
    const made = surrogate(g, logProbabilities, column(0), column(1), scalar('clip'));
    return { ...made, entropy, loss: g.add(made.policyLoss, g.mul(scalar('entropy'), anchor)) };
  });
}

/** Shares nearer to 0 and 1 than this count as if they were so far from them. */
const SHARE_MIN = 1e-3;

/**
 * Deep Monte Carlo (Zha et al. 2021, DouZero): what the candidate that was taken is worth is learned, by cross-entropy,
 * from the share of the win that the acting seat came off with. It is read as σ(score + log-odds of the share that the
 * view promises anyway), so that a score is what the candidate adds to that and needn't learn how good the state is; the
 * largest score is the largest worth. The other candidates aren't scored.
 */
export function gangupDmcStep(net: GangupNet): StepGraph {
  return stepOf(net, (g, { parameters, state, view, candidates, chosen, column }) => {
    const taken = { rows: g.gather(candidates.rows, chosen), advice: g.gather(candidates.advice, chosen) };
    const own = g.clip(g.slice(g.softmax(view), 1, 0, 1), SHARE_MIN, 1 - SHARE_MIN);
    const odds = g.log(g.div(own, g.sub(1, own)));
    const logits = g.add(g.reshape(scores(g, net, parameters, state, taken), ['B', 1]), odds);
    const both = g.logSoftmax(g.concat([logits, g.mul(logits, 0)], 1));
    const log = (i: number): Expr => g.reshape(g.slice(both, 1, i, i + 1), ['B']);
    const share = column(2);
    const loss = g.neg(g.reduceMean(g.add(g.mul(share, log(0)), g.mul(g.sub(1, share), log(1)))));
    const none = g.constant(0);
    return { loss, policyLoss: loss, entropy: none, approxKl: none, clipFraction: none };
  });
}
