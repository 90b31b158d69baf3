import { Rng } from '../src/core/rng.js';
import { blankState, Learner, type LearnerData } from './learner.js';
import { type ActorCritic, actorCritic, initialParameters } from './nets.js';
import { openTfjs, TfjsLearner } from './tfjs-learner.js';

/** Made-up decisions for a network: some ratios fall outside the clip range, on either side. */
export function randomLearnerData(net: ActorCritic, rows: number, rng: Rng): LearnerData {
  const floats = (n: number): Float32Array => Float32Array.from({ length: n }, () => rng.normal());
  const masks = Uint8Array.from({ length: rows * net.actions }, () => (rng.float() < 0.6 ? 1 : 0));
  const actions = Int32Array.from({ length: rows }, () => rng.below(net.actions));
  const targets = new Float32Array(rows * 3);
  for (const [row, action] of actions.entries()) {
    masks[row * net.actions + action] = 1;
    targets[row * 3] = -Math.log(0.6 * net.actions) + 0.5 * rng.normal();
    targets[row * 3 + 1] = rng.normal();
    targets[row * 3 + 2] = rng.float();
  }
  return {
    rows,
    observations: floats(rows * net.observation),
    privileged: floats(rows * net.privileged),
    masks,
    actions,
    targets,
  };
}

export interface LearnerBenchOptions {
  readonly observation?: number;
  readonly privileged?: number;
  readonly actions?: number;
  /** Units of each hidden layer, of policy and critic. */
  readonly hidden?: readonly number[];
  readonly minibatch?: number;
  /** Timed for each learner. */
  readonly seconds?: number;
}

export interface LearnerBench {
  /** PPO samples a second (forward, backward and Adam of policy and critic), one core. */
  readonly samplesPerSecond: number;
  /** The same with TensorFlow.js's WASM backend, one thread, in the same run. */
  readonly tfjsWasm: number;
  readonly ratio: number;
}

const SCALARS = { learningRate: 1e-4, clip: 0.2, entropy: 0.01, value: 0.5, maxGradientNorm: 0.5 };

/** The best of `parts` equal stretches of time, in steps a second; the first steps aren't timed. */
async function bestRate(seconds: number, step: () => Promise<void> | void, parts = 5): Promise<number> {
  for (let i = 0; i < 3; i++) await step();
  let best = 0;
  for (let part = 0; part < parts; part++) {
    const began = performance.now();
    let steps = 0;
    let elapsed = 0;
    do {
      await step();
      steps++;
      elapsed = performance.now() - began;
    } while (elapsed < (seconds * 1000) / parts);
    best = Math.max(best, (steps * 1000) / elapsed);
  }
  return best;
}

/** Measures the learner and TensorFlow.js's WASM backend on the same networks, data and minibatches. */
export async function benchLearner(options: LearnerBenchOptions = {}): Promise<LearnerBench> {
  const { observation = 200, privileged = 50, actions = 8, hidden = [128, 128], minibatch = 2048 } = options;
  const { seconds = 3 } = options;
  const body = { hidden, activation: 'relu' } as const;
  const net = actorCritic({ observation, privileged, actions }, body, body);
  const rng = new Rng(1);
  const data = randomLearnerData(net, 16 * minibatch, rng);
  const parameters = initialParameters(net.parameters, rng);
  const rows = new Int32Array(minibatch);
  const draw = (): Int32Array => {
    for (let i = 0; i < minibatch; i++) rows[i] = rng.below(data.rows);
    return rows;
  };

  const ours = await Learner.open(net, { ...blankState(parameters.length), parameters });
  ours.setData(data);
  const rate = await bestRate(seconds, async () => void (await ours.step(draw(), SCALARS)));
  await ours.close();

  const theirs = new TfjsLearner(await openTfjs('wasm'), net, parameters);
  theirs.setData(data);
  const reference = await bestRate(seconds, () => void theirs.step(draw(), SCALARS));
  theirs.close();
  return { samplesPerSecond: rate * minibatch, tfjsWasm: reference * minibatch, ratio: rate / reference };
}
