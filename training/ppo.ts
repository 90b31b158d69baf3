/**
 * Proximal Policy Optimisation, read from top to bottom. The loss becomes part of the learner's graph (learner.ts);
 * the rest runs on typed arrays. Sources: [PPO] Schulman et al. 2017, arXiv 1707.06347; [GAE] Schulman et al. 2016,
 * arXiv 1506.02438; [37] Huang et al. 2022, "The 37 implementation details of PPO"; [MAPPO] Yu et al. 2022,
 * arXiv 2103.01955.
 *
 *  1. Vectorised tables, a fixed number of steps each; episodes run over the ends of rollouts          [37, 1]
 *  2. Orthogonal weights, zero biases; gain 0.01 for the policy's last layer, 1 for the critic's (nets.ts)    [37, 2]
 *  3. Adam with epsilon 1e-5 (graph/adam.ts)                                                            [37, 3]
 *  4. Learning rate goes linearly from `start` to `end`                                                 [37, 4]
 *  5. Generalised advantage estimation; value target = advantage + value                           [GAE; 37, 5]
 *  6. Minibatches: a permutation of all decisions each epoch                                            [37, 6]
 *  7. Advantages normalised, here once over the whole rollout and not in each minibatch: the same scale
 *     for every sample of an update                                                                     [37, 7]
 *  8. Clipped surrogate objective                                                                  [PPO, eq. 7]
 *  9. Value loss without clipping: it doesn't help                                                      [37, 9]
 * 10. Entropy bonus, its weight going linearly from `start` to `end`                                   [37, 10]
 * 11. Gradient clipped by its global norm                                                              [37, 11]
 * 12. Illegal actions masked in the logits, in rollouts and in the loss alike           [37, invalid action masking]
 * 13. Separate policy and critic networks                                              [37, continuous actions 2]
 * 14. Optional early stop of an update by the approximate KL divergence                         [37, auxiliary 1]
 * 15. The critic sees the privileged observation beside the acting seat's own: it is used in training only   [MAPPO]
 * 16. All seats share the reward, so a table is one trajectory: successive decisions of whichever seat acts, one
 *     network for all of them                                                                               [MAPPO]
 * 17. A policy that comes ready made waits until the critic, which doesn't, has learned what its play is worth
 */
import { StoppedError } from '../src/core/errors.js';
import type { Rng } from '../src/core/rng.js';
import type { Expr, Graph } from './graph/graph.js';
import type { Exchange, LearnerScalars, LearnerStats } from './step.js';

export interface Schedule {
  readonly start: number;
  readonly end: number;
}

export interface PpoConfig {
  /** Tables, over all threads; a multiple of their number. */
  readonly envs: number;
  /** Steps of each table in a rollout. */
  readonly horizon: number;
  /** Decisions of one gradient, over all threads. */
  readonly minibatch: number;
  readonly epochs: number;
  readonly gamma: number;
  readonly lambda: number;
  readonly clip: number;
  readonly learningRate: Schedule;
  readonly entropy: Schedule;
  readonly valueWeight: number;
  readonly maxGradientNorm: number;
  /** An update ends after the epoch in which the mean approximate KL passes this; 0: never. */
  readonly targetKl: number;
  /** Share of the training at its beginning in which only the critic learns: for a policy that comes ready made. */
  readonly criticOnly: number;
}

export const PPO_DEFAULTS: PpoConfig = {
  envs: 256,
  horizon: 128,
  minibatch: 2048,
  epochs: 2,
  gamma: 1,
  lambda: 0.95,
  clip: 0.2,
  learningRate: { start: 1e-3, end: 1e-4 },
  entropy: { start: 0.01, end: 0.001 },
  valueWeight: 0.5,
  maxGradientNorm: 0.5,
  targetKl: 0,
  criticOnly: 0,
};

/** Details 4 and 10. `progress` 0 … 1. */
export function scheduled(schedule: Schedule, progress: number): number {
  return schedule.start + (schedule.end - schedule.start) * Math.min(1, Math.max(0, progress));
}

/**
 * Detail 12. Samples an action for each row from the softmax of its legal logits. `logits` and `mask` [rows, actions];
 * writes action indices and, at `targets[(at + row) * 3]`, the log-probabilities.
 */
export function sampleActions(
  logits: Float32Array,
  mask: Uint8Array,
  actions: number,
  rng: Rng,
  out: Int32Array,
  targets: Float32Array,
  at: number,
  scratch: Float64Array,
): void {
  const rows = out.length;
  for (let row = 0; row < rows; row++) {
    const base = row * actions;
    let top = Number.NEGATIVE_INFINITY;
    for (let a = 0; a < actions; a++) if (mask[base + a] !== 0 && logits[base + a]! > top) top = logits[base + a]!;
    let total = 0;
    for (let a = 0; a < actions; a++) {
      if (mask[base + a] !== 0) total += Math.exp(logits[base + a]! - top);
      scratch[a] = total;
    }
    const point = rng.float() * total;
    let chosen = -1;
    for (let a = 0; a < actions; a++) {
      if (mask[base + a] === 0) continue;
      chosen = a; // the last legal one when rounding carries the point to the total
      if (point < scratch[a]!) break;
    }
    if (chosen < 0) throw new Error(`table ${row} has no legal action`);
    out[row] = chosen;
    targets[(at + row) * 3] = logits[base + chosen]! - top - Math.log(total);
  }
}

/**
 * Detail 5. Time-major arrays of `count` tables: `rewards`, `dones` [horizon, count], `values` [horizon + 1, count];
 * writes advantage and value target at `targets[row * 3 + 1]` and `+ 2`.
 */
export function advantages(
  rewards: Float32Array,
  dones: Uint8Array,
  values: Float32Array,
  horizon: number,
  count: number,
  gamma: number,
  lambda: number,
  targets: Float32Array,
): void {
  for (let n = 0; n < count; n++) {
    let following = 0;
    for (let t = horizon - 1; t >= 0; t--) {
      const row = t * count + n;
      const goesOn = dones[row] === 0 ? 1 : 0;
      const delta = rewards[row]! + gamma * goesOn * values[row + count]! - values[row]!;
      following = delta + gamma * lambda * goesOn * following;
      targets[row * 3 + 1] = following;
      targets[row * 3 + 2] = following + values[row]!;
    }
  }
}

/**
 * Detail 17. Without advantages and entropy bonus the policy's gradient is zero, and so is Adam's step from moments
 * that are zero: only the critic moves.
 */
export function criticAlone(config: PpoConfig, progress: number): boolean {
  return progress < config.criticOnly;
}

/**
 * Detail 7, and how much of the returns' variance the critic explains (1: all of it).
 * Call once a rollout: `targets` [rows, stride] changes in place. With an exchange the moments are those of all threads.
 */
export function normaliseAdvantages(
  targets: Float32Array,
  rows: number,
  exchange?: Exchange,
  stride = 3,
): { explainedVariance: number } {
  let sum = 0;
  let squares = 0;
  let returns = 0;
  let returnSquares = 0;
  for (let i = 0; i < rows; i++) {
    const advantage = targets[i * stride + 1]!;
    const target = targets[i * stride + 2]!;
    sum += advantage;
    squares += advantage * advantage;
    returns += target;
    returnSquares += target * target;
  }
  const moments = Float32Array.of(sum / rows, squares / rows, returns / rows, returnSquares / rows);
  exchange?.average(moments);
  const mean = moments[0]!;
  const variance = Math.max(0, moments[1]! - mean * mean);
  const returnVariance = Math.max(0, moments[3]! - moments[2]! ** 2);
  const scale = 1 / (Math.sqrt(variance) + 1e-8);
  for (let i = 0; i < rows; i++) targets[i * stride + 1] = (targets[i * stride + 1]! - mean) * scale;
  return { explainedVariance: returnVariance > 0 ? 1 - variance / returnVariance : 0 };
}

export interface PpoLoss {
  readonly loss: Expr;
  /** Loss, policy loss, value loss, entropy, approximate KL, share clipped: scalars. */
  readonly stats: readonly Expr[];
}

/**
 * Details 8, 9, 10 and 12, as expressions: `logits` [B, A], `values` [B, 1], `mask` [B, A], `actions` int32 [B],
 * `targets` [B, 3] (log-probability when acted, advantage, value target); coefficients are scalars.
 */
export function ppoLoss(
  g: Graph,
  batch: { logits: Expr; values: Expr; mask: Expr; actions: Expr; targets: Expr },
  weights: { clip: Expr; entropy: Expr; value: Expr },
): PpoLoss {
  const size = batch.logits.shape[0]!;
  const column = (i: number): Expr => g.reshape(g.slice(batch.targets, 1, i, i + 1), [size]);
  const [before, advantage, target] = [column(0), column(1), column(2)];
  const logProbabilities = g.logSoftmax(g.maskLogits(batch.logits, batch.mask));
  const { policyLoss, approxKl, clipFraction } = surrogate(
    g,
    g.pick(logProbabilities, batch.actions),
    before,
    advantage,
    weights.clip,
  );
  // An illegal action has probability 0 and a finite log-probability near −1e9: its term is 0.
  const entropy = g.neg(g.reduceMean(g.reduceSum(g.mul(g.exp(logProbabilities), logProbabilities), [1])));
  const valueLoss = g.mul(0.5, g.reduceMean(g.square(g.sub(g.reshape(batch.values, [size]), target))));
  const loss = g.add(g.sub(policyLoss, g.mul(weights.entropy, entropy)), g.mul(weights.value, valueLoss));
  return { loss, stats: [loss, policyLoss, valueLoss, entropy, approxKl, clipFraction] };
}

/**
 * Detail 8: the clipped surrogate of log-probabilities [B] now and `before`, with `advantage` [B]; scalars. `approxKl`
 * is the estimator k3 of http://joschu.net/blog/kl-approx.html.
 */
export function surrogate(
  g: Graph,
  logProbabilities: Expr,
  before: Expr,
  advantage: Expr,
  clip: Expr,
): { readonly policyLoss: Expr; readonly approxKl: Expr; readonly clipFraction: Expr } {
  const logRatio = g.sub(logProbabilities, before);
  const ratio = g.exp(logRatio);
  const clipped = g.clip(ratio, g.sub(1, clip), g.add(1, clip));
  const policyLoss = g.neg(g.reduceMean(g.min(g.mul(ratio, advantage), g.mul(clipped, advantage))));
  const approxKl = g.reduceMean(g.sub(g.sub(ratio, 1), logRatio));
  const clipFraction = g.reduceMean(g.cast(g.greater(g.abs(g.sub(ratio, 1)), clip), 'float32'));
  return { policyLoss, approxKl, clipFraction };
}

/** The loss or the gradient is no longer a finite number of a sane size. */
export class TrainingDivergedError extends StoppedError {
  override readonly name = 'TrainingDivergedError';
}

/** What to do then. */
export const LOWER_RATE =
  'Start a new run with a lower --learning-rate; with --start-from it begins where the last good checkpoint is.';

/** What an update steps: `rows` are places in the learner's data. */
export interface MinibatchLearner {
  readonly state: { readonly steps: number };
  step(rows: Int32Array, scalars: Omit<LearnerScalars, 'step'>): Promise<LearnerStats>;
}

/**
 * One update: `epochs` passes over the data in minibatches of `minibatch` rows (detail 6; the last one takes what is
 * left, unless that is less than half). `permutation` [≥ rows] is scratch. Returns means over the minibatches.
 * Throws `TrainingDivergedError` when a loss or gradient isn't finite.
 */
export async function ppoUpdate(
  learner: MinibatchLearner,
  data: { readonly rows: number },
  config: PpoConfig,
  minibatch: number,
  progress: number,
  rng: Rng,
  permutation: Int32Array,
): Promise<LearnerStats & { minibatches: number }> {
  const scalars = {
    learningRate: scheduled(config.learningRate, progress),
    clip: config.clip,
    entropy: criticAlone(config, progress) ? 0 : scheduled(config.entropy, progress),
    value: config.valueWeight,
    maxGradientNorm: config.maxGradientNorm,
  };
  const sums: Record<string, number> = {};
  let minibatches = 0;
  if (permutation.length < data.rows) throw new RangeError(`no room to shuffle ${data.rows} rows`);
  // Only as many as there are rows: what lies behind them, of whatever was shuffled before, must not come among them.
  const order = permutation.subarray(0, data.rows);
  for (let i = 0; i < data.rows; i++) order[i] = i;
  for (let epoch = 0; epoch < config.epochs; epoch++) {
    rng.shuffle(order);
    let kl = 0;
    let count = 0;
    for (let at = 0; at < data.rows; at += minibatch) {
      const size = Math.min(minibatch, data.rows - at);
      if (at > 0 && size * 2 < minibatch) break;
      const stats = await learner.step(order.subarray(at, at + size), scalars);
      if (!Number.isFinite(stats.loss) || !Number.isFinite(stats.gradientNorm) || Math.abs(stats.loss) > 1e6) {
        throw new TrainingDivergedError(
          `the loss is ${stats.loss} and the gradient's norm ${stats.gradientNorm} at learner step ${learner.state.steps}. ` +
            LOWER_RATE,
        );
      }
      for (const [name, value] of Object.entries(stats)) sums[name] = (sums[name] ?? 0) + value;
      kl += stats.approxKl;
      count++;
    }
    minibatches += count;
    if (config.targetKl > 0 && kl / count > config.targetKl) break;
  }
  for (const name of Object.keys(sums)) sums[name]! /= minibatches;
  return { ...(sums as LearnerStats), minibatches };
}
