import { parentPort, workerData } from 'node:worker_threads';
import { BadInputError } from '../../src/core/errors.js';
import type { InputError } from '../../src/core/result.js';
import { runBench } from './index.js';
import type { BenchOptions, BenchResult } from './measure.js';
import type { BenchName } from './names.js';

/** What the thread of a bench says at its end; the class of an error would be lost on the way. */
export type BenchAnswer = { readonly result: BenchResult } | { readonly badInput: InputError };

async function answer(): Promise<BenchAnswer> {
  const { name, options } = workerData as { name: BenchName; options: BenchOptions };
  try {
    return { result: await runBench(name, options) };
  } catch (error) {
    if (error instanceof BadInputError) return { badInput: error.error };
    throw error;
  }
}

parentPort?.postMessage(await answer());
