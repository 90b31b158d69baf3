/** A worker thread with one shard of the training: see selfplay-pool.ts for the other side. */
import { parentPort, workerData } from 'node:worker_threads';
import { SharedExchange } from './exchange.js';
import type { WorkerSetup } from './selfplay-pool.js';
import { Shard } from './shard.js';
import { serveShard } from './threads.js';
import { openVecEnv } from './vecenv.js';

if (parentPort === null) throw new Error('selfplay-worker runs in a worker thread only');
const { net, ppo, start, seed, backend, stream, threads, exchange, ...reference } = workerData as WorkerSetup;

serveShard(parentPort, async () => {
  const env = await openVecEnv(reference, ppo.envs / threads);
  const shared = new SharedExchange(exchange, threads, stream, exchange.size);
  return Shard.open(env, net, ppo, start, seed, { backend, stream, threads, exchange: shared });
});
