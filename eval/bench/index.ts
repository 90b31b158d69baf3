import { Worker } from 'node:worker_threads';
import { BadInputError } from '../../src/core/errors.js';
import { threadArguments } from '../../src/core/worker.js';
import type { BenchOptions, BenchResult } from './measure.js';
import type { BenchName } from './names.js';
import type { BenchAnswer } from './worker.js';

export { BENCH_GROUPS, BENCH_NAMES, type BenchName, benchesOf } from './names.js';
export type { BenchOptions, BenchResult };

type Bench = (options: BenchOptions) => Promise<BenchResult>;

/** Loads a bench's code only when it is run. */
const LOAD: Readonly<Record<BenchName, () => Promise<Bench>>> = {
  'evaluator/7-random': async () => (await import('./evaluator.js')).sevenRandom,
  'evaluator/8-random': async () => (await import('./evaluator.js')).eightRandom,
  'evaluator/omaha': async () => (await import('./evaluator.js')).omaha,
  'equity/river': async () => (await import('./equity.js')).river,
  'equity/turn': async () => (await import('./equity.js')).turn,
  'equity/flop': async () => (await import('./equity.js')).flop,
  'tables/9-cards': async () => (await import('./tables.js')).nine,
  'tables/omaha-5': async () => (await import('./tables.js')).omahaFive,
  'tables/joker': async () => (await import('./tables.js')).joker,
  'tables/omaha-preflop': async () => (await import('./tables.js')).omahaPreflop,
  'tables/omaha-river': async () => (await import('./tables.js')).omahaRiver,
  'tables/omaha-field': async () => (await import('./tables.js')).field,
  'tables/cameras-river': async () => (await import('./tables.js')).camerasRiver,
  'tables/stud-ranks': async () => (await import('./tables.js')).studRanks,
  'tables/banana-ranks': async () => (await import('./tables.js')).bananaRanks,
  'env/gang': async () => (await import('./env.js')).gang,
  'env/gang-equity': async () => (await import('./env.js')).gangEquity,
  'env/deluxe': async () => (await import('./env.js')).deluxe,
  'env/omaha': async () => (await import('./env.js')).omaha,
  'env/gangup': async () => (await import('./env-gangup.js')).gangup,
  'learner/ppo': async () => (await import('./learner.js')).ppo,
  'train/gang': async () => (await import('./train.js')).gang,
  'agent/full': async () => (await import('./agent.js')).full,
  'agent/boss': async () => (await import('./agent.js')).boss,
};

/** Runs one bench in this thread. */
export async function runBench(name: BenchName, options: BenchOptions): Promise<BenchResult> {
  return (await LOAD[name]())(options);
}

/**
 * Runs one bench in a thread of its own, so that none is slowed by code that the compiler saw in another.
 * An aborted signal ends it and rejects with the signal's reason.
 */
export function runBenchApart(name: BenchName, options: BenchOptions, signal: AbortSignal): Promise<BenchResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: { name, options },
      execArgv: threadArguments(),
    });
    const stop = (): void => {
      reject(signal.reason);
      void worker.terminate();
    };
    signal.addEventListener('abort', stop, { once: true });
    worker.once('message', (answer: BenchAnswer) => {
      if ('result' in answer) resolve(answer.result);
      else reject(new BadInputError(answer.badInput));
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop);
      reject(new Error(`${name} ended without a result`));
    });
  });
}
