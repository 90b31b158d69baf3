/**
 * xoshiro128** 1.1 (Blackman & Vigna 2018, public domain reference code), a 128-bit generator of 32-bit words.
 * The state is four int32 words that may live inside a game's own state array, so that copying the game copies
 * the generator. Words are seeded with SplitMix32 (the MurmurHash3 finaliser over a Weyl sequence).
 */
export const RNG_WORDS = 4;

/** Mixes one 32-bit word (MurmurHash3 fmix32). */
export function mix32(x: number): number {
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) | 0;
}

/**
 * Writes four seeded words at `at`. `seed` is an integer below 2^53; `stream` picks one of 2^32 independent streams
 * of that seed (a heist, a worker, the scheduler …).
 */
export function seedWords(words: Int32Array, at: number, seed: number, stream = 0): void {
  const low = seed | 0;
  const high = Math.floor(seed / 0x1_0000_0000) | 0;
  let weyl = mix32(low ^ 0x5bd1e995) ^ mix32(mix32(high ^ 0x27d4eb2f) + Math.imul(stream | 0, 0x632be5ab));
  let any = 0;
  for (let i = 0; i < RNG_WORDS; i++) {
    weyl = (weyl + 0x9e3779b9) | 0;
    const word = mix32(weyl ^ mix32(low + Math.imul(i + 1, 0x7f4a7c15) + (stream | 0)));
    words[at + i] = word;
    any |= word;
  }
  if (any === 0) words[at] = 1; // the all-zero state is the only forbidden one
}

/** The next 32-bit word, as a uint32; advances the state at `at`. */
export function nextUint32(words: Int32Array, at: number): number {
  const s0 = words[at]!;
  const s1 = words[at + 1]!;
  const s2 = words[at + 2]! ^ s0;
  const s3 = words[at + 3]! ^ s1;
  const x = Math.imul(s1, 5);
  const result = Math.imul((x << 7) | (x >>> 25), 9);
  words[at + 1] = s1 ^ s2;
  words[at] = s0 ^ s3;
  words[at + 2] = s2 ^ (s1 << 9);
  words[at + 3] = (s3 << 11) | (s3 >>> 21);
  return result >>> 0;
}

/** A uniform integer in [0, n), 1 ≤ n ≤ 2^31; unbiased (rejection). */
export function nextBelow(words: Int32Array, at: number, n: number): number {
  const limit = 0x1_0000_0000 - (0x1_0000_0000 % n);
  let x = nextUint32(words, at);
  while (x >= limit) x = nextUint32(words, at);
  return x % n;
}

/** A uniform float in [0, 1) with 32 bits. */
export function nextFloat(words: Int32Array, at: number): number {
  return nextUint32(words, at) / 0x1_0000_0000;
}

/** A uniform seed of a game: an integer below 2^53. */
export function nextSeed(words: Int32Array, at: number): number {
  return nextUint32(words, at) + (nextUint32(words, at) & 0x1f_ffff) * 0x1_0000_0000;
}

/** Advances the state at `at` by 2^64 steps (the published jump polynomial). */
export function jumpWords(words: Int32Array, at: number): void {
  const polynomial = [0x8764000b, 0xf542d2d3, 0x6fa035c3, 0x77f2db5b];
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  for (const word of polynomial) {
    for (let b = 0; b < 32; b++) {
      if (word & (1 << b)) {
        s0 ^= words[at]!;
        s1 ^= words[at + 1]!;
        s2 ^= words[at + 2]!;
        s3 ^= words[at + 3]!;
      }
      nextUint32(words, at);
    }
  }
  words[at] = s0;
  words[at + 1] = s1;
  words[at + 2] = s2;
  words[at + 3] = s3;
}

/** A generator as an object, for agents, sampling and tools. Games keep the words in their state instead. */
export class Rng {
  readonly words = new Int32Array(RNG_WORDS);

  /** `seed`: an integer below 2^53; `stream`: one of 2^32 independent streams of that seed. */
  constructor(seed: number, stream = 0) {
    seedWords(this.words, 0, seed, stream);
  }

  /** A generator that goes on from a saved state (four int32 words). */
  static fromState(state: ArrayLike<number>): Rng {
    const rng = new Rng(0);
    for (let i = 0; i < RNG_WORDS; i++) rng.words[i] = state[i] ?? 0;
    if (rng.words.every((word) => word === 0)) throw new RangeError('the state of a generator cannot be all zero');
    return rng;
  }

  /** The state, to be given to `fromState`. */
  state(): number[] {
    return [...this.words];
  }

  uint32(): number {
    return nextUint32(this.words, 0);
  }

  /** A uniform integer in [0, n). */
  below(n: number): number {
    return nextBelow(this.words, 0, n);
  }

  /** A uniform float in [0, 1). */
  float(): number {
    return nextFloat(this.words, 0);
  }

  /** A standard normal variate (Marsaglia's polar method). */
  normal(): number {
    for (;;) {
      const u = 2 * this.float() - 1;
      const v = 2 * this.float() - 1;
      const s = u * u + v * v;
      if (s > 0 && s < 1) return u * Math.sqrt((-2 * Math.log(s)) / s);
    }
  }

  /** Goes on 2^64 numbers further on: generators that are so far apart never overlap. */
  jump(): void {
    jumpWords(this.words, 0);
  }

  /**
   * A new generator, seeded with this one's next four words, mixed. Children, and children of children, start at
   * places of the period that have nothing to do with one another (overlaps have a chance of about 2^-64 even for
   * millions of them), which a jump cannot give: the child of a jumped child would be its sibling.
   */
  split(): Rng {
    const child = new Rng(0);
    let any = 0;
    for (let i = 0; i < RNG_WORDS; i++) {
      child.words[i] = mix32(this.uint32() ^ 0x9e3779b9);
      any |= child.words[i]!;
    }
    if (any === 0) child.words[0] = 1;
    return child;
  }

  /** Shuffles in place (Fisher–Yates). */
  shuffle<T>(items: { [index: number]: T; readonly length: number }): void {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const item = items[i] as T;
      items[i] = items[j] as T;
      items[j] = item;
    }
  }
}
