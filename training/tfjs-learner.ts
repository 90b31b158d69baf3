import type * as Tf from '@tensorflow/tfjs';
import type { Exchange, LearnerData, LearnerScalars, LearnerState } from './learner.js';
import { type ActorCritic, type MlpSpec, type ParameterSpec, parameterCount } from './nets.js';
import { type LearnerStats, STAT_NAMES } from './step.js';

export const TFJS_BACKENDS = ['wasm', 'cpu', 'tensorflow'] as const;
export type TfjsBackend = (typeof TFJS_BACKENDS)[number];

/**
 * TensorFlow.js with a backend, one thread. `tensorflow` is @tensorflow/tfjs-node, which must be installed beside.
 * These packages are optional, so they are loaded when asked for.
 */
export async function openTfjs(backend: TfjsBackend): Promise<typeof Tf> {
  const tf = await import('@tensorflow/tfjs');
  if (backend === 'wasm') {
    const wasm = await import('@tensorflow/tfjs-backend-wasm');
    wasm.setThreadsCount(1);
  } else if (backend === 'tensorflow') {
    const native: string = '@tensorflow/tfjs-node';
    await import(native);
  }
  if (!(await tf.setBackend(backend))) throw new Error(`TensorFlow.js has no backend ${backend} here`);
  await tf.ready();
  return tf;
}

type Variables = Record<string, Tf.Variable>;

/** Constants of Adam, as in graph/adam.ts. */
const [BETA1, BETA2, EPSILON] = [0.9, 0.999, 1e-5];

/**
 * The same learner in TensorFlow.js, written from the papers and not from our graph: the independent check of the
 * emitted gradients, the reference of the learner's benchmark, and a backend for whole runs. The gradient is
 * TensorFlow's; Adam (Kingma & Ba 2015, algorithm 1) is a plain loop over the flat vector, so that its moments are at
 * hand for checkpoints and gradients can be averaged over threads.
 */
export class TfjsLearner {
  readonly state: LearnerState;
  private readonly variables: Variables;
  private source: LearnerData | undefined;
  private data: Tf.Tensor[] = [];
  /** Gradient, then statistics: what an exchange averages. */
  private readonly shared: Float32Array;

  /** `start` is copied. */
  constructor(
    private readonly tf: typeof Tf,
    private readonly net: ActorCritic,
    start: LearnerState,
    private readonly exchange?: Exchange,
  ) {
    const { parameters, moment1, moment2, steps } = start;
    this.state = { parameters: parameters.slice(), moment1: moment1.slice(), moment2: moment2.slice(), steps };
    this.shared = new Float32Array(parameterCount(net.parameters) + STAT_NAMES.length);
    this.variables = Object.fromEntries(net.parameters.map((p) => [p.name, tf.variable(this.tensorOf(p), true)]));
  }

  private tensorOf({ offset, size, shape }: ParameterSpec): Tf.Tensor {
    return this.tf.tensor(this.state.parameters.slice(offset, offset + size), [...shape]);
  }

  setData(data: LearnerData): void {
    this.source = data;
    this.refresh();
  }

  /** Takes over what the arrays of the data hold now: TensorFlow.js keeps copies. */
  refresh(): void {
    const { tf, net, source } = this;
    if (source === undefined) return;
    const { rows } = source;
    for (const tensor of this.data) tensor.dispose();
    this.data = [
      tf.tensor2d(source.observations.slice(0, rows * net.observation), [rows, net.observation]),
      tf.tensor2d(source.privileged.slice(0, rows * net.privileged), [rows, net.privileged]),
      tf.tensor2d(Float32Array.from(source.masks.subarray(0, rows * net.actions)), [rows, net.actions]),
      tf.tensor1d(source.actions.slice(0, rows), 'int32'),
      tf.tensor2d(source.targets.slice(0, rows * 3), [rows, 3]),
    ];
  }

  private forward(spec: MlpSpec, x: Tf.Tensor2D): Tf.Tensor2D {
    const { tf, variables } = this;
    let h = x;
    for (let layer = 0; layer <= spec.hidden.length; layer++) {
      const weight = variables[`${spec.name}.${layer}.weight`] as Tf.Tensor2D;
      h = tf.add(tf.matMul(h, weight), variables[`${spec.name}.${layer}.bias`]!);
      if (layer < spec.hidden.length) h = spec.activation === 'relu' ? tf.relu(h) : tf.tanh(h);
    }
    return h;
  }

  /** The loss of PPO on the rows of the data with these indices; `parts` are the statistics, without the norm. */
  private loss(rows: Int32Array, scalars: Omit<LearnerScalars, 'step'>): { loss: Tf.Scalar; parts: Tf.Scalar[] } {
    const { tf, net } = this;
    const indices = tf.tensor1d(rows, 'int32');
    const [observations, privileged, mask, actions, targets] = this.data.map((x) => tf.gather(x, indices));
    const [before, advantage, target] = tf.unstack(targets!, 1);
    const logits = this.forward(net.policy, observations as Tf.Tensor2D);
    const legal = tf.where(tf.greater(mask!, 0), logits, tf.fill(logits.shape, -1e9));
    const logs = tf.logSoftmax(legal);
    const chosen = tf.sum(tf.mul(tf.oneHot(actions!, net.actions), logs), 1);
    const logRatio = tf.sub(chosen, before!);
    const ratio = tf.exp(logRatio);
    const clipped = tf.clipByValue(ratio, 1 - scalars.clip, 1 + scalars.clip);
    const policy: Tf.Scalar = tf.neg(tf.mean(tf.minimum(tf.mul(ratio, advantage!), tf.mul(clipped, advantage!))));
    const entropy: Tf.Scalar = tf.neg(tf.mean(tf.sum(tf.mul(tf.softmax(legal), logs), 1)));
    const all = tf.concat([observations!, privileged!], 1) as Tf.Tensor2D;
    const values = tf.squeeze(this.forward(net.critic, all), [1]);
    const value: Tf.Scalar = tf.mul(0.5, tf.mean(tf.square(tf.sub(values, target!))));
    const loss: Tf.Scalar = tf.add(tf.sub(policy, tf.mul(scalars.entropy, entropy)), tf.mul(scalars.value, value));
    const away = tf.sub(ratio, 1);
    const kl: Tf.Scalar = tf.mean(tf.sub(away, logRatio));
    const outside: Tf.Scalar = tf.mean(tf.cast(tf.greater(tf.abs(away), scalars.clip), 'float32'));
    return { loss, parts: [loss, policy, value, entropy, kl, outside] };
  }

  /** Loss and flat gradient, before clipping; the gradient is this learner's own array. */
  gradient(rows: Int32Array, scalars: Omit<LearnerScalars, 'step'>): { loss: number; gradient: Float32Array } {
    const { tf, net, variables, shared } = this;
    const total = parameterCount(net.parameters);
    tf.tidy(() => {
      let parts: Tf.Scalar[] = [];
      const { grads } = tf.variableGrads(() => {
        const { loss, parts: all } = this.loss(rows, scalars);
        parts = all.map((x) => tf.keep(x));
        return loss;
      });
      for (const p of net.parameters) shared.set(grads[variables[p.name]!.name]!.dataSync(), p.offset);
      for (const [i, part] of parts.entries()) {
        shared[total + i] = part.dataSync()[0]!;
        part.dispose();
      }
    });
    return { loss: shared[total]!, gradient: shared.subarray(0, total) };
  }

  /** One step of Adam with the gradient clipped by its norm. */
  async step(rows: Int32Array, scalars: Omit<LearnerScalars, 'step'>): Promise<LearnerStats> {
    const { net, variables, shared } = this;
    const total = parameterCount(net.parameters);
    const { gradient } = this.gradient(rows, scalars);
    this.exchange?.average(shared);
    let squares = 0;
    for (let k = 0; k < total; k++) squares += gradient[k]! * gradient[k]!;
    const norm = Math.sqrt(squares);
    shared[total + STAT_NAMES.indexOf('gradientNorm')] = norm;
    this.adam(gradient, Math.min(1, scalars.maxGradientNorm / (norm + 1e-6)), scalars.learningRate);
    for (const p of net.parameters) {
      const values = this.tensorOf(p);
      variables[p.name]!.assign(values);
      values.dispose();
    }
    const out = {} as LearnerStats;
    for (const [i, name] of STAT_NAMES.entries()) out[name] = shared[total + i]!;
    return out;
  }

  private adam(gradient: Float32Array, scale: number, rate: number): void {
    const { parameters, moment1, moment2 } = this.state;
    const t = ++this.state.steps;
    const correct1 = 1 - BETA1 ** t;
    const correct2 = 1 - BETA2 ** t;
    for (let k = 0; k < gradient.length; k++) {
      const g = gradient[k]! * scale;
      const m = BETA1 * moment1[k]! + (1 - BETA1) * g;
      const v = BETA2 * moment2[k]! + (1 - BETA2) * g * g;
      moment1[k] = m;
      moment2[k] = v;
      parameters[k] = parameters[k]! - (rate * (m / correct1)) / (Math.sqrt(v / correct2) + EPSILON);
    }
  }

  close(): void {
    for (const tensor of [...this.data, ...Object.values(this.variables)]) tensor.dispose();
    this.data = [];
  }
}
