import type * as Tf from '@tensorflow/tfjs';
import type { LearnerData, LearnerScalars, LearnerState } from './learner.js';
import { type ActorCritic, type MlpSpec, parameterCount } from './nets.js';

export const TFJS_BACKENDS = ['wasm', 'cpu', 'tensorflow'] as const;
export type TfjsBackend = (typeof TFJS_BACKENDS)[number];

/**
 * TensorFlow.js with a backend, one thread. `tensorflow` is @tensorflow/tfjs-node, which must be installed beside.
 * These packages are needed for development and comparison only, so they are loaded when asked for.
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

/**
 * The same learner in TensorFlow.js, written from the papers and not from our graph: the independent check of the
 * emitted gradients, and the reference of the learner's benchmark. Same data, same minibatches, same Adam.
 */
export class TfjsLearner {
  private readonly variables: Variables;
  private readonly optimiser: Tf.AdamOptimizer;
  private data: Tf.Tensor[] = [];
  private steps = 0;

  constructor(
    private readonly tf: typeof Tf,
    private readonly net: ActorCritic,
    parameters: Float32Array,
  ) {
    this.variables = Object.fromEntries(
      net.parameters.map((p) => {
        const values = parameters.slice(p.offset, p.offset + p.size);
        return [p.name, tf.variable(tf.tensor(values, [...p.shape]), true)];
      }),
    );
    this.optimiser = tf.train.adam(1e-3, 0.9, 0.999, 1e-5);
  }

  setData(data: LearnerData): void {
    const { tf, net } = this;
    const { rows } = data;
    for (const tensor of this.data) tensor.dispose();
    this.data = [
      tf.tensor2d(data.observations.subarray(0, rows * net.observation), [rows, net.observation]),
      tf.tensor2d(data.privileged.subarray(0, rows * net.privileged), [rows, net.privileged]),
      tf.tensor2d(Float32Array.from(data.masks.subarray(0, rows * net.actions)), [rows, net.actions]),
      tf.tensor1d(data.actions.subarray(0, rows), 'int32'),
      tf.tensor2d(data.targets.subarray(0, rows * 3), [rows, 3]),
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

  /** The loss of PPO on the rows of the data with these indices. */
  private loss(rows: Int32Array, scalars: Omit<LearnerScalars, 'step'>): Tf.Scalar {
    const { tf, net } = this;
    const indices = tf.tensor1d(rows, 'int32');
    const [observations, privileged, mask, actions, targets] = this.data.map((x) => tf.gather(x, indices));
    const [before, advantage, target] = tf.unstack(targets!, 1);
    const logits = this.forward(net.policy, observations as Tf.Tensor2D);
    const legal = tf.where(tf.greater(mask!, 0), logits, tf.fill(logits.shape, -1e9));
    const logs = tf.logSoftmax(legal);
    const chosen = tf.sum(tf.mul(tf.oneHot(actions!, net.actions), logs), 1);
    const ratio = tf.exp(tf.sub(chosen, before!));
    const clipped = tf.clipByValue(ratio, 1 - scalars.clip, 1 + scalars.clip);
    const policy = tf.neg(tf.mean(tf.minimum(tf.mul(ratio, advantage!), tf.mul(clipped, advantage!))));
    const entropy = tf.neg(tf.mean(tf.sum(tf.mul(tf.softmax(legal), logs), 1)));
    const all = tf.concat([observations!, privileged!], 1) as Tf.Tensor2D;
    const values = tf.squeeze(this.forward(net.critic, all), [1]);
    const value = tf.mul(0.5, tf.mean(tf.square(tf.sub(values, target!))));
    return tf.add(tf.sub(policy, tf.mul(scalars.entropy, entropy)), tf.mul(scalars.value, value));
  }

  /** Loss and flat gradient, before clipping. */
  gradient(rows: Int32Array, scalars: Omit<LearnerScalars, 'step'>): { loss: number; gradient: Float32Array } {
    const { tf, net, variables } = this;
    const gradient = new Float32Array(parameterCount(net.parameters));
    const loss = tf.tidy(() => {
      const { value, grads } = tf.variableGrads(() => this.loss(rows, scalars));
      for (const p of net.parameters) gradient.set(grads[variables[p.name]!.name]!.dataSync(), p.offset);
      return value.dataSync()[0]!;
    });
    return { loss, gradient };
  }

  /** One step of Adam with the gradient clipped by its norm, which is returned. */
  step(rows: Int32Array, scalars: Omit<LearnerScalars, 'step'>): { gradientNorm: number } {
    const { tf } = this;
    // The rate of tfjs's Adam is fixed when it is made; the field is what it multiplies by.
    (this.optimiser as unknown as { learningRate: number }).learningRate = scalars.learningRate;
    const gradientNorm = tf.tidy(() => {
      const { grads } = tf.variableGrads(() => this.loss(rows, scalars));
      const squares = tf.addN(Object.values(grads).map((x) => tf.sum(tf.square(x))));
      const norm = Math.sqrt(squares.dataSync()[0]!);
      const scale = Math.min(1, scalars.maxGradientNorm / (norm + 1e-6));
      const clipped = Object.entries(grads).map(([name, x]) => ({ name, tensor: tf.mul(x, scale) }));
      this.optimiser.applyGradients(clipped);
      return norm;
    });
    this.steps++;
    return { gradientNorm };
  }

  /** The parameters now, flat (a copy), and the number of steps made. */
  get state(): Pick<LearnerState, 'parameters' | 'steps'> {
    const parameters = new Float32Array(parameterCount(this.net.parameters));
    for (const p of this.net.parameters) parameters.set(this.variables[p.name]!.dataSync(), p.offset);
    return { parameters, steps: this.steps };
  }

  close(): void {
    for (const tensor of [...this.data, ...Object.values(this.variables)]) tensor.dispose();
    this.optimiser.dispose();
    this.data = [];
  }
}
