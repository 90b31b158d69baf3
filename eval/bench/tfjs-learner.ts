import type * as tfjs from '@tensorflow/tfjs';
import type { LearnerData } from '../../training/learner.js';
import type { ActorCritic, MlpSpec } from '../../training/nets.js';

export type Tfjs = typeof tfjs;
type Tensor2D = tfjs.Tensor2D;

/**
 * The learner's step (training/ppo.ts, training/graph/adam.ts) as one would write it in TensorFlow.js: the reference
 * for its speed. Same networks, loss, clipping by the global norm and Adam.
 */
export class TfjsLearner {
  private readonly variables: tfjs.Variable[];
  private readonly optimizer: tfjs.AdamOptimizer;

  constructor(
    private readonly tf: Tfjs,
    private readonly net: ActorCritic,
    parameters: Float32Array,
    private readonly data: LearnerData,
  ) {
    this.variables = net.parameters.map((p) =>
      tf.variable(tf.tensor(parameters.slice(p.offset, p.offset + p.size), [...p.shape]), true, p.name),
    );
    this.optimizer = tf.train.adam(1e-4, 0.9, 0.999, 1e-5);
  }

  /** One minibatch of these rows; gives the loss. */
  async step(
    rows: Int32Array,
    weights: {
      readonly clip: number;
      readonly entropy: number;
      readonly value: number;
      readonly maxGradientNorm: number;
    },
  ): Promise<number> {
    const { tf } = this;
    const loss = tf.tidy(() => {
      const batch = this.gather(rows);
      const { value, grads } = tf.variableGrads(() => this.loss(batch, weights), this.variables);
      const squares = Object.values(grads).map((gradient) => gradient.square().sum());
      const norm = tf.addN(squares).sqrt();
      const scale = tf.minimum(1, tf.div(weights.maxGradientNorm, norm.add(1e-6)));
      const clipped = Object.fromEntries(Object.entries(grads).map(([name, g]) => [name, g.mul(scale)]));
      this.optimizer.applyGradients(clipped as unknown as Record<string, tfjs.Variable>);
      return value;
    });
    const [read] = await loss.data();
    loss.dispose();
    return read!;
  }

  private gather(rows: Int32Array): {
    observations: Tensor2D;
    all: Tensor2D;
    mask: Tensor2D;
    chosen: Tensor2D;
    targets: Tensor2D;
  } {
    const { tf, net, data } = this;
    const take = (from: ArrayLike<number> & { subarray(a: number, b: number): ArrayLike<number> }, width: number) => {
      const out = new Float32Array(rows.length * width);
      for (let i = 0; i < rows.length; i++) out.set(from.subarray(rows[i]! * width, (rows[i]! + 1) * width), i * width);
      return tf.tensor2d(out, [rows.length, width]);
    };
    const observations = take(data.observations, net.observation);
    const all = tf.concat([observations, take(data.privileged, net.privileged)], 1);
    const actions = Int32Array.from(rows, (row) => data.actions[row]!);
    const chosen = tf.oneHot(tf.tensor1d(actions, 'int32'), net.actions).toFloat() as Tensor2D;
    return { observations, all, mask: take(data.masks, net.actions), chosen, targets: take(data.targets, 3) };
  }

  private forward(spec: MlpSpec, x: Tensor2D): Tensor2D {
    const layers = spec.hidden.length + 1;
    let h = x;
    for (let layer = 0; layer < layers; layer++) {
      const weight = this.variable(`${spec.name}.${layer}.weight`) as unknown as Tensor2D;
      h = h.matMul(weight).add(this.variable(`${spec.name}.${layer}.bias`)) as Tensor2D;
      if (layer + 1 < layers) h = spec.activation === 'relu' ? h.relu() : h.tanh();
    }
    return h;
  }

  private variable(name: string): tfjs.Variable {
    return this.variables[this.net.parameters.findIndex((p) => p.name === name)]!;
  }

  private loss(
    batch: ReturnType<TfjsLearner['gather']>,
    weights: { readonly clip: number; readonly entropy: number; readonly value: number },
  ): tfjs.Scalar {
    const { tf, net } = this;
    const logits = this.forward(net.policy, batch.observations).add(batch.mask.sub(1).mul(1e9)) as Tensor2D;
    const logProbabilities = tf.logSoftmax(logits);
    const before = batch.targets.slice([0, 0], [-1, 1]).flatten();
    const advantage = batch.targets.slice([0, 1], [-1, 1]).flatten();
    const target = batch.targets.slice([0, 2], [-1, 1]).flatten();
    const ratio = logProbabilities.mul(batch.chosen).sum(1).sub(before).exp();
    const clipped = ratio.clipByValue(1 - weights.clip, 1 + weights.clip);
    const policyLoss = tf.minimum(ratio.mul(advantage), clipped.mul(advantage)).mean().neg();
    const entropy = logProbabilities.exp().mul(logProbabilities).sum(1).mean().neg();
    const values = this.forward(net.critic, batch.all).flatten();
    const valueLoss = values.sub(target).square().mean().mul(0.5);
    return policyLoss.sub(entropy.mul(weights.entropy)).add(valueLoss.mul(weights.value)) as tfjs.Scalar;
  }
}
