import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { abortExchange, ExchangeAbortedError, exchangeBuffers, SharedExchange } from '../../training/exchange.js';

const module = new URL('../../dist/training/exchange.js', import.meta.url).href;
/** A thread that averages `rounds` vectors and sends the results. */
const code = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.module).then(({ SharedExchange }) => {
  const { buffers, threads, me, size, rounds } = workerData;
  const exchange = new SharedExchange(buffers, threads, me, size);
  const out = [];
  for (let r = 0; r < rounds; r++) {
    const vector = Float32Array.from({ length: size - (r % 2) }, (_, k) => Math.fround(1 / (1 + me + k + r)));
    exchange.average(vector);
    out.push(vector);
  }
  parentPort.postMessage(out);
}).catch((error) => parentPort.postMessage(error.name));`;

function thread(data: object): Promise<Float32Array[] | string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(code, { eval: true, workerData: { module, ...data } });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

describe('averaging over threads', () => {
  it.each([2, 3])('%i threads all get the same bits, round after round', async (threads) => {
    const [size, rounds] = [50, 300];
    const buffers = exchangeBuffers(threads, size);
    const results = await Promise.all(
      Array.from({ length: threads }, (_, me) => thread({ buffers, threads, me, size, rounds })),
    );
    for (let r = 0; r < rounds; r++) {
      const first = (results[0] as Float32Array[])[r]!;
      expect(first).toHaveLength(size - (r % 2));
      for (const other of results) expect((other as Float32Array[])[r]).toEqual(first);
      for (const k of [0, size - 2]) {
        let mean = 0;
        for (let me = 0; me < threads; me++) mean += 1 / (1 + me + k + r) / threads;
        expect(first[k]).toBeCloseTo(mean, 6);
      }
    }
  });

  it('a thread that waits for one that failed is woken and told', async () => {
    const buffers = exchangeBuffers(2, 4);
    const waiting = thread({ buffers, threads: 2, me: 0, size: 4, rounds: 1 });
    setTimeout(() => abortExchange(buffers.control), 50);
    expect(await waiting).toBe('ExchangeAbortedError');
    expect(() => new SharedExchange(buffers, 2, 1, 4).average(new Float32Array(4))).toThrow(ExchangeAbortedError);
  });
});
