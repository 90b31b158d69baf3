import type { Rng } from '../src/core/rng.js';
import type { Expr, Graph } from './graph/graph.js';

/** A multi-layer perceptron as data: everything that is built from it (rollout, learner, export) agrees. */
export interface MlpSpec {
  /** Prefix of its parameters' names. */
  readonly name: string;
  readonly inputs: number;
  readonly hidden: readonly number[];
  readonly outputs: number;
  readonly activation: 'relu' | 'tanh';
  /** Gain of the last layer's weights: small for a policy, so that it starts near uniform. */
  readonly outputGain: number;
}

/** One parameter's place in the flat vector. */
export interface ParameterSpec {
  readonly name: string;
  readonly shape: readonly number[];
  readonly offset: number;
  readonly size: number;
  /** Weights start orthogonal times `gain`; biases at zero. */
  readonly gain: number;
}

/** Weights [in, out] and biases [out] of each layer, in order, from `offset` on. */
export function mlpParameters(spec: MlpSpec, offset = 0): ParameterSpec[] {
  const widths = [spec.inputs, ...spec.hidden, spec.outputs];
  const gain = spec.activation === 'relu' ? Math.SQRT2 : 5 / 3;
  const out: ParameterSpec[] = [];
  let at = offset;
  for (let layer = 0; layer + 1 < widths.length; layer++) {
    const [from, to] = [widths[layer]!, widths[layer + 1]!];
    const last = layer + 2 === widths.length;
    const weight = { name: `${spec.name}.${layer}.weight`, shape: [from, to], offset: at, size: from * to };
    out.push({ ...weight, gain: last ? spec.outputGain : gain });
    at += from * to;
    out.push({ name: `${spec.name}.${layer}.bias`, shape: [to], offset: at, size: to, gain: 0 });
    at += to;
  }
  return out;
}

/** Declares the parameters as inputs of a graph, by name. */
export function parameterInputs(g: Graph, parameters: readonly ParameterSpec[]): Map<string, Expr> {
  return new Map(parameters.map((p) => [p.name, g.input(p.name, p.shape)]));
}

/** x [B, inputs] → [B, outputs]. */
export function mlpForward(g: Graph, spec: MlpSpec, parameters: ReadonlyMap<string, Expr>, x: Expr): Expr {
  const layers = spec.hidden.length + 1;
  let h = x;
  for (let layer = 0; layer < layers; layer++) {
    const weight = parameters.get(`${spec.name}.${layer}.weight`)!;
    const bias = parameters.get(`${spec.name}.${layer}.bias`)!;
    h = g.gemm(h, weight, bias);
    if (layer + 1 < layers) h = spec.activation === 'relu' ? g.relu(h) : g.tanh(h);
  }
  return h;
}

/**
 * A [rows, columns] matrix with orthonormal rows or columns (whichever are fewer), times `gain`: Gram–Schmidt over
 * normal variates (Saxe, McClelland & Ganguli 2014). float64 throughout, so the same on every machine.
 */
export function orthogonal(rng: Rng, rows: number, columns: number, gain: number): Float32Array {
  const few = Math.min(rows, columns);
  const long = Math.max(rows, columns);
  const vectors: Float64Array[] = [];
  for (let i = 0; i < few; i++) {
    const v = new Float64Array(long);
    for (let k = 0; k < long; k++) v[k] = rng.normal();
    for (let pass = 0; pass < 2; pass++) {
      for (const u of vectors) {
        let dot = 0;
        for (let k = 0; k < long; k++) dot += u[k]! * v[k]!;
        for (let k = 0; k < long; k++) v[k]! -= dot * u[k]!;
      }
    }
    let norm = 0;
    for (let k = 0; k < long; k++) norm += v[k]! * v[k]!;
    norm = Math.sqrt(norm);
    for (let k = 0; k < long; k++) v[k]! /= norm;
    vectors.push(v);
  }
  const out = new Float32Array(rows * columns);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      out[r * columns + c] = gain * (rows <= columns ? vectors[r]![c]! : vectors[c]![r]!);
    }
  }
  return out;
}

/** Starting values of all parameters, as one flat vector. */
export function initialParameters(parameters: readonly ParameterSpec[], rng: Rng): Float32Array {
  const flat = new Float32Array(parameterCount(parameters));
  const base = parameters[0]?.offset ?? 0;
  for (const p of parameters) {
    if (p.shape.length === 2) flat.set(orthogonal(rng, p.shape[0]!, p.shape[1]!, p.gain), p.offset - base);
  }
  return flat;
}

export function parameterCount(parameters: readonly ParameterSpec[]): number {
  return parameters.reduce((sum, p) => sum + p.size, 0);
}

/** The views of a flat vector that the parameters are. */
export function parameterViews(parameters: readonly ParameterSpec[], flat: Float32Array): Record<string, Float32Array> {
  return Object.fromEntries(parameters.map((p) => [p.name, flat.subarray(p.offset, p.offset + p.size)]));
}

/** An actor that sees the acting seat's observation and a critic that sees the privileged one as well. */
export interface ActorCritic {
  readonly observation: number;
  readonly privileged: number;
  readonly actions: number;
  readonly policy: MlpSpec;
  readonly critic: MlpSpec;
  /** Policy first, so that its parameters are the head of the flat vector. */
  readonly parameters: readonly ParameterSpec[];
  readonly policyParameters: readonly ParameterSpec[];
  readonly criticParameters: readonly ParameterSpec[];
}

export interface BodySpec {
  readonly hidden: readonly number[];
  readonly activation: 'relu' | 'tanh';
}

export function actorCritic(
  sizes: { readonly observation: number; readonly privileged: number; readonly actions: number },
  policyBody: BodySpec,
  criticBody: BodySpec,
): ActorCritic {
  const { observation, privileged, actions } = sizes;
  const policy: MlpSpec = { name: 'policy', inputs: observation, outputs: actions, outputGain: 0.01, ...policyBody };
  const critic: MlpSpec = {
    name: 'critic',
    inputs: observation + privileged,
    outputs: 1,
    outputGain: 1,
    ...criticBody,
  };
  const policyParameters = mlpParameters(policy);
  const criticParameters = mlpParameters(critic, parameterCount(policyParameters));
  const parameters = [...policyParameters, ...criticParameters];
  return { ...sizes, policy, critic, parameters, policyParameters, criticParameters };
}
