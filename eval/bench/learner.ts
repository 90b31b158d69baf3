import { Rng } from '../../src/core/rng.js';
import { actionCount, observationLayout, privilegedLayout } from '../../src/env/gang-layout.js';
import { blankState, Learner, type LearnerData } from '../../training/learner.js';
import { type ActorCritic, actorCritic, initialParameters } from '../../training/nets.js';
import {
  type BenchOptions,
  type BenchResult,
  compared,
  notInstalled,
  optionalPackage,
  race,
  type Subject,
} from './measure.js';
import { type Tfjs, TfjsLearner } from './tfjs-learner.js';

const PLAYERS = 4;
const HIDDEN = [128, 128];
const ROWS = 16_384;
const MINIBATCH = 2048;
const SEED = 20240610;

/** Coefficients of the loss; the learning rate is small, so that random data doesn't blow the networks up. */
export const SCALARS = { learningRate: 1e-4, clip: 0.2, entropy: 0.01, value: 0.5, maxGradientNorm: 0.5 } as const;

/** The networks that `hench train gang --players 4` trains. */
export function benchNet(): ActorCritic {
  const sizes = {
    observation: observationLayout('full', PLAYERS).size,
    privileged: privilegedLayout(PLAYERS).size,
    actions: actionCount(PLAYERS),
  };
  const body = { hidden: HIDDEN, activation: 'relu' } as const;
  return actorCritic(sizes, body, body);
}

/** Random decisions of the right shapes. */
export function randomData(net: ActorCritic, rows: number): LearnerData {
  const rng = new Rng(SEED);
  const floats = (length: number): Float32Array => Float32Array.from({ length }, () => rng.float());
  const masks = new Uint8Array(rows * net.actions).fill(1);
  const actions = Int32Array.from({ length: rows }, () => rng.below(net.actions));
  const targets = new Float32Array(rows * 3);
  for (let row = 0; row < rows; row++) {
    targets[row * 3] = -Math.log(net.actions);
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

/** Samples a second through forward, loss, backward and Adam, and the same in TensorFlow.js on WASM. */
export async function ppo(options: BenchOptions): Promise<BenchResult> {
  const net = benchNet();
  const data = randomData(net, ROWS);
  const start = { ...blankState(0), parameters: initialParameters(net.parameters, new Rng(SEED)) };
  const blank = blankState(start.parameters.length);
  const learner = await Learner.open(net, { ...blank, parameters: start.parameters });
  learner.setData(data);
  const rows = new Int32Array(MINIBATCH);
  const rng = new Rng(SEED, 1);
  const pick = (): Int32Array => {
    for (let i = 0; i < MINIBATCH; i++) rows[i] = rng.below(ROWS);
    return rows;
  };
  const subjects: Subject[] = [
    {
      name: 'hench',
      async run() {
        await learner.step(pick(), SCALARS);
        return MINIBATCH;
      },
    },
  ];
  const notes = [
    `${PLAYERS} seats, policy and critic ${HIDDEN.join('-')}, minibatch ${MINIBATCH}, one thread: forward, loss, backward, Adam`,
  ];
  const tf = await openTfjs();
  if (tf === null) notes.push(notInstalled('@tensorflow/tfjs @tensorflow/tfjs-backend-wasm'));
  else {
    const theirs = new TfjsLearner(tf, net, start.parameters, data);
    subjects.push({
      name: 'tfjs-wasm',
      async run() {
        await theirs.step(pick(), SCALARS);
        return MINIBATCH;
      },
    });
  }
  const [value, reference] = await race(subjects, options);
  await learner.close();
  const references = reference === undefined ? [] : [{ name: 'tfjs-wasm', value: reference }];
  return compared('learner/ppo', 'samples/s', value!, references, notes);
}

/** TensorFlow.js on its WASM backend, or `null` where it isn't installed. */
export async function openTfjs(): Promise<Tfjs | null> {
  const tf = await optionalPackage<Tfjs>('@tensorflow/tfjs');
  const wasm = await optionalPackage<{ setWasmPaths(path: string): void; setThreadsCount(count: number): void }>(
    '@tensorflow/tfjs-backend-wasm',
  );
  if (tf === null || wasm === null) return null;
  const { createRequire } = await import('node:module');
  const { dirname, sep } = await import('node:path');
  wasm.setWasmPaths(dirname(createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm')) + sep);
  wasm.setThreadsCount(1);
  await tf.setBackend('wasm');
  await tf.ready();
  return tf;
}
