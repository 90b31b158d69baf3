import { expect } from 'vitest';

type Numbers = Int32Array | Float32Array | Uint8Array;

export function equalWords(actual: Numbers, expected: Numbers): boolean {
  if (actual.length !== expected.length) return false;
  for (let i = 0; i < actual.length; i++) if (actual[i] !== expected[i]) return false;
  return true;
}

/** As `toEqual`, but quick while all is well. */
export function sameWords(actual: Numbers, expected: Numbers, what = 'words'): void {
  if (!equalWords(actual, expected)) expect([...actual], what).toEqual([...expected]);
}
