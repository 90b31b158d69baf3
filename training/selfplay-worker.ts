/** A worker thread with one shard of the training: see selfplay-pool.ts for the other side. */
import { parentPort, workerData } from 'node:worker_threads';
import { ExchangeAbortedError, SharedExchange } from './exchange.js';
import { TrainingDivergedError } from './ppo.js';
import type { FromWorker, ToWorker, WorkerSetup } from './selfplay-pool.js';
import { Shard } from './shard.js';
import { openVecEnv } from './vecenv.js';

const port = parentPort;
if (port === null) throw new Error('selfplay-worker runs in a worker thread only');
const setup = workerData as WorkerSetup;
const answer = (message: FromWorker): void => port.postMessage(message);

async function open(): Promise<Shard> {
  const { net, ppo, start, seed, stream, threads, exchange } = setup;
  const env = await openVecEnv(setup, ppo.envs / threads);
  const shared = new SharedExchange(exchange, threads, stream, exchange.size);
  return Shard.open(env, net, ppo, start, seed, stream, threads, shared);
}

async function handle(shard: Shard, message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'iterate':
      answer({ type: 'report', report: await shard.iterate(message.progress) });
      return;
    case 'save':
      answer({ type: 'saved', state: shard.save(), ...(message.learner ? { learner: shard.learnerState() } : {}) });
      return;
    case 'load':
      shard.load(message.state);
      answer({ type: 'ready' });
      return;
    case 'stop':
      // The thread ends by itself once nothing listens: a worker terminated inside run() would abort the process.
      await shard.close();
      port!.close();
  }
}

function failed(error: unknown): void {
  const kind =
    error instanceof TrainingDivergedError ? 'diverged' : error instanceof ExchangeAbortedError ? 'aborted' : 'other';
  const message = error instanceof Error ? error.message : String(error);
  answer({ type: 'failed', kind, message });
}

const opened = open();
opened.then(() => answer({ type: 'ready' }), failed);
port.on('message', (message: ToWorker) => {
  opened.then(
    (shard) => handle(shard, message).catch(failed),
    () => {
      if (message.type === 'stop') port.close();
    },
  );
});
