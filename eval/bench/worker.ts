import { parentPort, workerData } from 'node:worker_threads';
import { runBench } from './index.js';
import type { BenchOptions } from './measure.js';
import type { BenchName } from './names.js';

const { name, options } = workerData as { name: BenchName; options: BenchOptions };
parentPort?.postMessage(await runBench(name, options));
