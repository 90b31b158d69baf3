import type { Exchange } from './learner.js';

/** Thrown in a thread that waits for others when one of them has failed. */
export class ExchangeAbortedError extends Error {
  override readonly name = 'ExchangeAbortedError';
}

const ARRIVED = 0;
const ABORTED = 1;

/** Memory for `threads` threads that average vectors of at most `size` numbers. Give it to each of them. */
export function exchangeBuffers(
  threads: number,
  size: number,
): { control: SharedArrayBuffer; slots: SharedArrayBuffer } {
  return { control: new SharedArrayBuffer(8), slots: new SharedArrayBuffer(2 * threads * size * 4) };
}

/** Wakes every thread that waits and makes it throw. */
export function abortExchange(control: SharedArrayBuffer): void {
  const flags = new Int32Array(control);
  Atomics.store(flags, ABORTED, 1);
  Atomics.notify(flags, ARRIVED);
}

/**
 * Averages over threads through shared memory: each writes its vector, waits until all have, and adds them up in the
 * same order, so that all get the same bits. Two sets of slots take turns: who writes the next vector can't disturb
 * who still reads this one, since nobody gets two exchanges ahead. Waiting sleeps (a thread that spins would take the
 * core that another needs).
 */
export class SharedExchange implements Exchange {
  private readonly flags: Int32Array;
  private readonly slots: Float32Array[][];
  private rounds = 0;

  constructor(
    buffers: { readonly control: SharedArrayBuffer; readonly slots: SharedArrayBuffer },
    private readonly threads: number,
    private readonly me: number,
    size: number,
  ) {
    this.flags = new Int32Array(buffers.control);
    this.slots = [0, 1].map((set) =>
      Array.from({ length: threads }, (_, i) => new Float32Array(buffers.slots, (set * threads + i) * size * 4, size)),
    );
  }

  average(vector: Float32Array): void {
    const set = this.slots[this.rounds % 2]!;
    set[this.me]!.set(vector);
    this.rounds++;
    this.barrier();
    const { length } = vector;
    const scale = 1 / this.threads;
    const [a, b] = [set[0]!, set[1]!];
    for (let k = 0; k < length; k++) vector[k] = a[k]! + b[k]!;
    for (let i = 2; i < this.threads; i++) {
      const other = set[i]!;
      for (let k = 0; k < length; k++) vector[k]! += other[k]!;
    }
    for (let k = 0; k < length; k++) vector[k]! *= scale;
  }

  private barrier(): void {
    const { flags } = this;
    // Arrivals are counted on and on (mod 2^32): this round is over when all of it have come.
    const target = Math.imul(this.rounds, this.threads);
    Atomics.add(flags, ARRIVED, 1);
    Atomics.notify(flags, ARRIVED);
    for (;;) {
      if (Atomics.load(flags, ABORTED) !== 0) throw new ExchangeAbortedError('another thread failed');
      const arrived = Atomics.load(flags, ARRIVED);
      if (((arrived - target) | 0) >= 0) return;
      Atomics.wait(flags, ARRIVED, arrived);
    }
  }
}
