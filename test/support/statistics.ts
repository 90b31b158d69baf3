/**
 * Upper tail of the chi-square distribution by Wilson and Hilferty's cube-root normal approximation (1931), which is
 * close for ten degrees of freedom or more, and errs to the safe side in the far tail below that.
 */
export function chiSquareTail(statistic: number, degrees: number): number {
  const z = ((statistic / degrees) ** (1 / 3) - (1 - 2 / (9 * degrees))) / Math.sqrt(2 / (9 * degrees));
  return normalTail(z);
}

/** P(Z > z), by Abramowitz and Stegun 26.2.17; absolute error below 7.5e-8. */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return density * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
}

/** Pearson's statistic of counts against expected counts. */
export function chiSquare(counts: ArrayLike<number>, expected: ArrayLike<number>): number {
  let statistic = 0;
  for (let i = 0; i < counts.length; i++) statistic += (counts[i]! - expected[i]!) ** 2 / expected[i]!;
  return statistic;
}

/** How likely counts at least so uneven are when all cells are equally likely. */
export function uniformity(counts: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < counts.length; i++) total += counts[i]!;
  const expected = new Float64Array(counts.length).fill(total / counts.length);
  return chiSquareTail(chiSquare(counts, expected), counts.length - 1);
}

/**
 * What a seeded statistical test asks for: with fixed seeds the answer never changes, and a right program had one
 * chance in ten thousand to be refused by the seed chosen.
 */
export const UNLIKELY = 1e-4;

/** Runs a randomised case; a failure names what reproduces it. */
export function reproducibly<T>(what: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof Error) error.message = `[${what}] ${error.message}`;
    throw error;
  }
}

/** All orders of 0 … n − 1, in lexicographic order. */
export function permutations(n: number): number[][] {
  if (n === 0) return [[]];
  return permutations(n - 1).flatMap((rest) =>
    Array.from({ length: n }, (_, at) => [...rest.slice(0, at), n - 1, ...rest.slice(at)]),
  );
}
