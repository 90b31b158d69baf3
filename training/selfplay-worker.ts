/** A worker thread that plays its own share of the tables: see selfplay-pool.ts for the other side. */
import { parentPort, workerData } from 'node:worker_threads';
import { Collector } from './selfplay.js';
import type { FromWorker, ToWorker, WorkerSetup } from './selfplay-pool.js';
import { openVecEnv } from './vecenv.js';

const port = parentPort;
if (port === null) throw new Error('selfplay-worker runs in a worker thread only');
const setup = workerData as WorkerSetup;

function answer(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  port!.postMessage(message, transfer);
}

const ready = openVecEnv(setup, setup.tables).then((env) =>
  Collector.open(env, setup.net, setup.config, setup.seed, setup.stream),
);

async function handle(message: ToWorker): Promise<void> {
  const collector = await ready;
  switch (message.type) {
    case 'collect': {
      collector.parameters.set(message.parameters);
      const { rollout } = message;
      const sums = await collector.collect(rollout, message.progress);
      const arrays = [rollout.observations, rollout.privileged, rollout.masks, rollout.actions, rollout.targets];
      answer(
        { type: 'rollout', rollout, sums },
        arrays.map((array) => array.buffer as ArrayBuffer),
      );
      return;
    }
    case 'save':
      answer({ type: 'saved', state: collector.save() });
      return;
    case 'load':
      collector.load(message.state);
      answer({ type: 'loaded' });
      return;
    case 'stop':
      // The thread ends by itself once nothing listens: a worker terminated inside run() would abort the process.
      await collector.close();
      port!.close();
  }
}

ready.then(
  () => answer({ type: 'loaded' }),
  (error: unknown) => answer({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
);
port.on('message', (message: ToWorker) => {
  handle(message).catch((error: unknown) =>
    answer({ type: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
