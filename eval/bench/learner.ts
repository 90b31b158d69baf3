import { Rng } from '../../src/core/rng.js';
import { actionCount, observationLayout, privilegedLayout } from '../../src/env/gang-layout.js';
import { blankState, Learner } from '../../training/learner.js';
import { randomLearnerData } from '../../training/made-up-data.js';
import { type ActorCritic, actorCritic, initialParameters } from '../../training/nets.js';
import { openTfjs, TfjsLearner } from '../../training/tfjs-learner.js';
import {
  type BenchOptions,
  type BenchResult,
  compared,
  notInstalled,
  orMissing,
  race,
  type Subject,
} from './measure.js';

const PLAYERS = 4;
const HIDDEN = [128, 128];
const MINIBATCH = 2048;
const ROWS = 8 * MINIBATCH;
const SEED = 20240610;

/** Coefficients of the loss; the learning rate is small, so that random data doesn't blow the networks up. */
const SCALARS = { learningRate: 1e-4, clip: 0.2, entropy: 0.01, value: 0.5, maxGradientNorm: 0.5 } as const;

/** The networks that `hench train gang --players 4` trains. */
function benchNet(): ActorCritic {
  const sizes = {
    observation: observationLayout('full', PLAYERS).size,
    privileged: privilegedLayout(PLAYERS).size,
    actions: actionCount(PLAYERS),
  };
  const body = { hidden: HIDDEN, activation: 'relu' } as const;
  return actorCritic(sizes, body, body);
}

/** Samples a second through forward, loss, backward and Adam, and the same in TensorFlow.js on its WASM backend. */
export async function ppo(options: BenchOptions): Promise<BenchResult> {
  const net = benchNet();
  const rng = new Rng(SEED);
  const data = randomLearnerData(net, ROWS, rng);
  const parameters = initialParameters(net.parameters, rng);
  const rows = new Int32Array(MINIBATCH);
  const pick = (): Int32Array => {
    for (let i = 0; i < MINIBATCH; i++) rows[i] = rng.below(ROWS);
    return rows;
  };
  const learner = await Learner.open(net, { ...blankState(parameters.length), parameters });
  learner.setData(data);
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
  const tf = await orMissing(openTfjs('wasm'));
  const theirs = tf === null ? null : new TfjsLearner(tf, net, { ...blankState(parameters.length), parameters });
  if (theirs === null) notes.push(notInstalled('@tensorflow/tfjs @tensorflow/tfjs-backend-wasm'));
  else {
    theirs.setData(data);
    subjects.push({
      name: 'tfjs-wasm',
      async run() {
        await theirs.step(pick(), SCALARS);
        return MINIBATCH;
      },
    });
  }
  const [value, reference] = await race(subjects, options);
  theirs?.close();
  await learner.close();
  const references = reference === undefined ? [] : [{ name: 'tfjs-wasm', value: reference }];
  return compared('learner/ppo', 'samples/s', value!, references, notes);
}
