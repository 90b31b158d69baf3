import { nextUint32, RNG_WORDS, seedWords } from '../src/core/rng.js';

/** Streams of a deal's seed for the agents, seat by seat downwards; the games use −1 and those from 0 on. */
export const AGENT_STREAM = -2;

/** The seed of deal `i` of an arena: depends on nothing else, so every line-up plays the same deals. */
export function dealSeed(seed: number, i: number): number {
  const words = new Int32Array(RNG_WORDS);
  seedWords(words, 0, seed, i);
  return nextUint32(words, 0) + (nextUint32(words, 0) & 0x1f_ffff) * 0x1_0000_0000;
}
