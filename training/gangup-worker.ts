/** A worker thread with one shard of Gang Up!'s training: see gangup-train.ts for the other side. */
import { parentPort, workerData } from 'node:worker_threads';
import { SharedExchange } from './exchange.js';
import { gangupNet } from './gangup-net.js';
import { GangupShard } from './gangup-shard.js';
import type { GangupWorkerSetup } from './gangup-train.js';
import { serveShard } from './threads.js';

if (parentPort === null) throw new Error('gangup-worker runs in a worker thread only');
const { spec, net, start, seed, stream, threads, exchange } = workerData as GangupWorkerSetup;

serveShard(parentPort, () => {
  const shared = new SharedExchange(exchange, threads, stream, exchange.size);
  return GangupShard.open(spec, gangupNet(net), start, seed, stream, threads, shared);
});
