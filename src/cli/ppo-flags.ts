import type { Schedule } from '../../training/ppo.js';
import { scheduleFlag, wholeFlag } from './flags.js';

/** Flags of the learner that all kinds of runs have, or some of them. */
export interface PpoFlags {
  readonly 'learning-rate': string | undefined;
  readonly entropy: string | undefined;
  readonly epochs: number | undefined;
  readonly minibatch: number | undefined;
}

/** What was given of them, by the keys of a training configuration. Throws `BadInputError`. */
export function ppoSettings(flags: Partial<PpoFlags>): {
  learningRate?: Schedule;
  entropy?: Schedule;
  epochs?: number;
  minibatch?: number;
} {
  const { 'learning-rate': rate, entropy, epochs, minibatch } = flags;
  return {
    ...(rate === undefined ? {} : { learningRate: scheduleFlag('learning-rate', rate) }),
    ...(entropy === undefined ? {} : { entropy: scheduleFlag('entropy', entropy) }),
    ...(epochs === undefined ? {} : { epochs: wholeFlag('epochs', epochs, 1, 100) }),
    ...(minibatch === undefined ? {} : { minibatch: wholeFlag('minibatch', minibatch, 16, 1 << 20) }),
  };
}
