import { BadInputError } from '../src/core/errors.js';
import { inputError } from '../src/core/result.js';
import { type Exchange, Learner, type LearnerData, type LearnerScalars, type LearnerState } from './learner.js';
import type { ActorCritic } from './nets.js';
import type { LearnerStats } from './step.js';
import { openTfjs, TfjsLearner } from './tfjs-learner.js';

/**
 * What can run the learner's steps: `onnx` is our own graph in ONNX Runtime, `tfjs` TensorFlow.js on its native backend
 * where @tensorflow/tfjs-node is installed, else on WASM.
 */
export const LEARNER_BACKENDS = ['onnx', 'tfjs'] as const;
export type LearnerBackend = (typeof LEARNER_BACKENDS)[number];

/** A learner of PPO, whatever runs it. The same data, rows and scalars give the same steps within rounding. */
export interface PpoLearner {
  /** Parameters and moments now; the arrays may be overwritten by the step after the next. */
  readonly state: LearnerState;
  /** Points it at the data to draw minibatches from; the arrays may be written again between updates. */
  setData(data: LearnerData): void;
  /** Called when the data have been written, before the first step on them. */
  refresh?(): void;
  /** One minibatch: the rows of the data with these indices. */
  step(rows: Int32Array, scalars: Omit<LearnerScalars, 'step'>): Promise<LearnerStats>;
  close(): void | Promise<void>;
}

/** Opens a learner at `start` (copied). Throws `BadInputError` when the backend isn't installed. */
export async function openLearner(
  backend: LearnerBackend,
  net: ActorCritic,
  start: LearnerState,
  exchange?: Exchange,
): Promise<PpoLearner> {
  if (backend === 'onnx') return Learner.open(net, start, exchange);
  const tf = await openTfjs('tensorflow')
    .catch(() => openTfjs('wasm'))
    .catch(() => undefined);
  if (tf === undefined) {
    const hint = 'npm install @tensorflow/tfjs @tensorflow/tfjs-backend-wasm, or @tensorflow/tfjs-node.';
    throw new BadInputError(inputError('backend/missing', 'backend', 'TensorFlow.js is not installed here.', hint));
  }
  return new TfjsLearner(tf, net, start, exchange);
}
