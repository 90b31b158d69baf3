import { describe, expect, it } from 'vitest';
import { jumpWords, nextUint32, Rng, seedWords } from '../../src/core/rng.js';
import { UNLIKELY, uniformity } from '../support/statistics.js';

/**
 * From xoshiro128starstar.c 1.1 by David Blackman and Sebastiano Vigna (https://prng.di.unimi.it, public domain),
 * compiled with gcc: the first eight outputs, the state after them, the outputs after a million steps, and the state
 * after jump() with its first eight outputs.
 */
const REFERENCE = [
  {
    start: [1, 2, 3, 4],
    first: [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849],
    after: [857776784, 3957087773, 2428778008, 3837013768],
    million: [3175353485, 1926457977, 3408351339, 4259549224],
    jumped: [2843103750, 2038079848, 1533207345, 44816753],
    afterJump: [1194304935, 745561276, 25819468, 3320478005],
  },
  {
    start: [0xdeadbeef, 0x01234567, 0x89abcdef, 0xfedcba98],
    first: [2576977298, 1162350735, 558593417, 7144843, 2523195487, 3129381430, 3688772568, 1727139565],
    after: [580135489, 1723577792, 2370581725, 1478621982],
    million: [2641097227, 346438674, 101275797, 1576750529],
    jumped: [3712445655, 3986373994, 99809058, 2223411030],
    afterJump: [619041762, 2577725860, 4099987279, 3344028643],
  },
  {
    start: [0, 0, 0, 0x80000000],
    first: [0, 0, 576, 5898816, 3495559744, 2214598272, 2226395616, 2699100808],
    after: [2422218243, 274205186, 3222011906, 15728768],
    million: [1032373144, 1934315465, 4125827109, 223345070],
    jumped: [396200518, 3407144215, 1811102378, 3801006469],
    afterJump: [1445104083, 1083085338, 460432616, 2243419748],
  },
] as const;

const unsigned = (words: ArrayLike<number>): number[] => Array.from(words, (word) => word >>> 0);
const outputs = (rng: Rng, count: number): number[] => Array.from({ length: count }, () => rng.uint32());

describe('xoshiro128** gives what the reference gives', () => {
  it.each(REFERENCE)('from $start', ({ start, first, after, million }) => {
    const rng = Rng.fromState(start);
    expect(outputs(rng, 8)).toEqual(first);
    expect(unsigned(rng.state())).toEqual(after);
    const far = Rng.fromState(start);
    for (let i = 0; i < 1_000_000; i++) far.uint32();
    expect(outputs(far, 4)).toEqual(million);
  });

  it.each(REFERENCE)('and jumps where it jumps, from $start', ({ start, jumped, afterJump }) => {
    const words = Int32Array.from(start);
    jumpWords(words, 0);
    expect(unsigned(words)).toEqual(jumped);
    const rng = Rng.fromState(start);
    rng.jump();
    expect(outputs(rng, 4)).toEqual(afterJump);
  });
});

it('a jump is 2^64 steps: the step is linear over bits, and squaring its matrix 64 times gives the jump', () => {
  const step = (state: bigint): bigint => {
    const words = wordsOf(state);
    nextUint32(words, 0);
    return bitsOf(words);
  };
  let columns = Array.from({ length: 128 }, (_, bit) => step(1n << BigInt(bit)));
  for (let squaring = 0; squaring < 64; squaring++) columns = columns.map((column) => apply(columns, column));
  for (const { start } of REFERENCE) {
    const jumped = Int32Array.from(start);
    jumpWords(jumped, 0);
    expect(apply(columns, bitsOf(Int32Array.from(start)))).toBe(bitsOf(jumped));
  }
});

/** The matrix with these columns times a vector, over GF(2). */
function apply(columns: readonly bigint[], vector: bigint): bigint {
  let sum = 0n;
  for (let bit = 0; bit < 128; bit++) if ((vector >> BigInt(bit)) & 1n) sum ^= columns[bit]!;
  return sum;
}

function wordsOf(state: bigint): Int32Array {
  return Int32Array.from({ length: 4 }, (_, i) => Number((state >> BigInt(32 * i)) & 0xffff_ffffn));
}

function bitsOf(words: Int32Array): bigint {
  return words.reduce((sum, word, i) => sum | (BigInt(word >>> 0) << BigInt(32 * i)), 0n);
}

describe('seeds and streams', () => {
  it('no two of many seeds and streams share a state', () => {
    const seen = new Set<string>();
    const seeds = [0, 1, 2, 3, 255, 256, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 52, Number.MAX_SAFE_INTEGER];
    for (const seed of seeds)
      for (let stream = -200; stream < 200; stream++) seen.add(String(new Rng(seed, stream).state()));
    for (let seed = 1000; seed < 6000; seed++) seen.add(String(new Rng(seed).state()));
    expect(seen.size).toBe(seeds.length * 400 + 5000);
  });

  it('neighbouring seeds and streams start unlike: every bit of the first output differs half of the time', () => {
    for (const other of [
      (s: number) => new Rng(s + 1),
      (s: number) => new Rng(s, 1),
      (s: number) => new Rng(s + 2 ** 32),
    ]) {
      const flips = new Int32Array(32);
      const trials = 20_000;
      for (let seed = 0; seed < trials; seed++) {
        const difference = new Rng(seed).uint32() ^ other(seed).uint32();
        for (let bit = 0; bit < 32; bit++) flips[bit]! += (difference >>> bit) & 1;
      }
      for (const count of flips) expect(Math.abs(count - trials / 2)).toBeLessThan(4.5 * Math.sqrt(trials / 4));
    }
  });

  it('words seeded in place are those of the object, and go on the same', () => {
    const words = new Int32Array(9);
    seedWords(words, 3, 77, 5);
    const rng = new Rng(77, 5);
    expect([...words.subarray(3, 7)]).toEqual(rng.state());
    for (let i = 0; i < 100; i++) expect(nextUint32(words, 3)).toBe(rng.uint32());
    expect([words[2], words[7]]).toEqual([0, 0]);
  });

  it('a saved state goes on where it was, and all zeros are refused', () => {
    const rng = new Rng(5);
    outputs(rng, 10);
    const copy = Rng.fromState(JSON.parse(JSON.stringify(rng.state())));
    expect(outputs(copy, 20)).toEqual(outputs(rng, 20));
    expect(() => Rng.fromState([0, 0, 0, 0])).toThrow(RangeError);
  });
});

describe('split', () => {
  it('gives the same child for the same state, and takes four numbers of the parent', () => {
    const [parent, twin] = [new Rng(9), new Rng(9)];
    expect(outputs(parent.split(), 50)).toEqual(outputs(twin.split(), 50));
    const other = new Rng(9);
    outputs(other, 4);
    expect(parent.state()).toEqual(other.state());
  });

  it('no two of a family of three generations share a number among their first hundreds', () => {
    const root = new Rng(1);
    const family = Array.from({ length: 30 }, () => root.split()).flatMap((child) => {
      const grandchild = child.split();
      return [child, grandchild, grandchild.split(), child.split()];
    });
    // Two runs that overlap would share pairs of neighbours; among 36,300 pairs of 64 bits none is there by chance.
    const pairs = [root, ...family].flatMap((rng) => {
      const numbers = outputs(rng, 301);
      return numbers.slice(1).map((number, i) => `${numbers[i]} ${number}`);
    });
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  it('a child and its parent are uncorrelated: bits agree half of the time', () => {
    let agree = 0;
    for (let seed = 0; seed < 2000; seed++) {
      const parent = new Rng(seed);
      const child = parent.split();
      let same = ~(parent.uint32() ^ child.uint32());
      for (; same !== 0; same &= same - 1) agree++;
    }
    expect(Math.abs(agree - 32_000)).toBeLessThan(4.5 * Math.sqrt(16_000));
  });
});

describe('numbers', () => {
  it.each([1, 2, 3, 7, 52, 1326])('below(%i) is uniform', (n) => {
    const rng = new Rng(20240601, n);
    const counts = new Int32Array(n);
    for (let i = 0; i < 200_000; i++) counts[rng.below(n)]! += 1;
    if (n === 1) expect(counts[0]).toBe(200_000);
    else expect(uniformity(counts)).toBeGreaterThan(UNLIKELY);
  });

  it('below has no bias where n does not divide 2^32: thirds of 3 × 2^29 come equally often', () => {
    const n = 3 * 2 ** 29; // taking the remainder alone would make the lowest third of numbers twice as likely
    const counts = new Int32Array(3);
    const rng = new Rng(4);
    for (let i = 0; i < 90_000; i++) counts[Math.floor(rng.below(n) / 2 ** 29)]! += 1;
    for (const count of counts) expect(Math.abs(count - 30_000)).toBeLessThan(4.5 * Math.sqrt(20_000));
  });

  it('float stays below 1 and fills sixteenths evenly', () => {
    const rng = new Rng(6);
    const counts = new Int32Array(16);
    for (let i = 0; i < 200_000; i++) {
      const x = rng.float();
      if (!(x >= 0 && x < 1)) throw new Error(`${x}`);
      counts[Math.floor(x * 16)]! += 1;
    }
    expect(uniformity(counts)).toBeGreaterThan(UNLIKELY);
  });

  it('normal has mean 0, variance 1 and the right share beyond two', () => {
    const rng = new Rng(8);
    let sum = 0;
    let squares = 0;
    let far = 0;
    const n = 200_000;
    for (let i = 0; i < n; i++) {
      const x = rng.normal();
      sum += x;
      squares += x * x;
      if (Math.abs(x) > 2) far++;
    }
    expect(Math.abs(sum / n)).toBeLessThan(4 / Math.sqrt(n));
    expect(Math.abs(squares / n - 1)).toBeLessThan(4 * Math.sqrt(2 / n));
    expect(Math.abs(far / n - 0.0455)).toBeLessThan(4 * Math.sqrt(0.0455 / n));
  });

  it('shuffle makes all 24 orders of four equally often', () => {
    const rng = new Rng(10);
    const counts = new Map<string, number>();
    for (let i = 0; i < 48_000; i++) {
      const items = [0, 1, 2, 3];
      rng.shuffle(items);
      counts.set(items.join(), (counts.get(items.join()) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    expect(uniformity([...counts.values()])).toBeGreaterThan(UNLIKELY);
  });
});
