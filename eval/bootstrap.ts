import { Rng } from '../src/core/rng.js';
import { type Interval, normalCdf, normalQuantile, student } from './stats.js';

/** An interval found by resampling, 95 %, bias-corrected and accelerated (Efron 1987). */
export interface BootstrapInterval extends Interval {
  readonly method: 'bca';
  /** How often the deals were drawn anew. */
  readonly resamples: number;
  /** What was drawn: deals, or where there are very many blocks of neighbouring deals. */
  readonly units: number;
}

export const RESAMPLES = 2000;
/** More clusters than this are put together in blocks, which are as independent as they are: the time stays bounded. */
const UNITS_MAX = 10_000;
/** Stream of the seed from which resamples are drawn; deals use −2 and below and from 0 up. */
const RESAMPLE_STREAM = -101;

export interface BootstrapOptions {
  readonly resamples?: number;
  readonly unitsMax?: number;
  readonly level?: number;
}

/**
 * The mean of numbers that come in independent clusters, its interval by drawing whole clusters with replacement.
 * Where no two clusters differ it has no width: the bootstrap knows nothing of what it has not seen.
 * @param sums [clusters] sum of each cluster's numbers (the heists of a deal that succeeded)
 * @param sizes [clusters] how many there are
 * @param seed the same seed draws the same clusters
 */
export function bootstrap(
  sums: ArrayLike<number>,
  sizes: ArrayLike<number>,
  seed: number,
  options: BootstrapOptions = {},
): BootstrapInterval {
  const { resamples = RESAMPLES, unitsMax = UNITS_MAX, level = 0.95 } = options;
  const columns = inBlocks([sums, sizes], unitsMax);
  const units = columns[0]!.length;
  const share = (totals: Float64Array): number => totals[0]! / totals[1]!;
  const { mean, drawn, left } = redrawn(columns, [units], share, resamples, seed);
  const [low, high] = accelerated(drawn, mean, left, widened(level, units));
  return { mean, low, high, method: 'bca', resamples, units };
}

/** Numbers of independent clusters, as `bootstrap` takes them. */
export interface Clusters {
  readonly sums: ArrayLike<number>;
  readonly sizes: ArrayLike<number>;
}

/**
 * How much of the way from a fair share to a ceiling's an agent has come: (own − fair) / (ceiling − fair). The ceiling
 * has played the first of the agent's clusters; these are drawn as pairs, the others among themselves. Null where the
 * ceiling is at the fair share or below it in any draw: there is no way to measure then.
 */
export function bootstrapReached(
  own: Clusters,
  ceiling: Clusters,
  fair: number,
  seed: number,
  options: BootstrapOptions = {},
): BootstrapInterval | null {
  const { resamples = RESAMPLES, unitsMax = UNITS_MAX, level = 0.95 } = options;
  const both = ceiling.sums.length;
  const more = own.sums.length - both;
  const part = (values: ArrayLike<number>, from: number, to: number): number[] => Array.from(values).slice(from, to);
  const paired = inBlocks(
    [part(own.sums, 0, both), part(own.sizes, 0, both), ceiling.sums, ceiling.sizes],
    Math.min(unitsMax, both),
  );
  const none = new Uint8Array(more);
  const alone = inBlocks([part(own.sums, both, both + more), part(own.sizes, both, both + more), none, none], unitsMax);
  const columns = paired.map((column, i) => Float64Array.from([...column, ...alone[i]!]));
  const strata = [paired[0]!.length, alone[0]!.length];
  let lowest = Number.POSITIVE_INFINITY;
  const reached = (totals: Float64Array): number => {
    const above = totals[2]! / totals[3]! - fair;
    lowest = Math.min(lowest, above);
    return (totals[0]! / totals[1]! - fair) / above;
  };
  const { mean, drawn, left } = redrawn(columns, strata, reached, resamples, seed);
  if (!(lowest > 0)) return null;
  const units = strata[0]!;
  const [low, high] = accelerated(drawn, mean, left, widened(level, units));
  return { mean, low, high, method: 'bca', resamples, units };
}

/**
 * An estimate from the totals of columns, of all units, of so many draws of units, and without each of them.
 * @param columns [k][units]
 * @param strata units that are drawn among themselves, one stratum behind the other
 */
function redrawn(
  columns: readonly Float64Array[],
  strata: readonly number[],
  estimate: (totals: Float64Array) => number,
  resamples: number,
  seed: number,
): { readonly mean: number; readonly drawn: Float64Array; readonly left: Float64Array } {
  const all = Float64Array.from(columns, add);
  const totals = new Float64Array(columns.length);
  const drawn = new Float64Array(resamples);
  const rng = new Rng(seed, RESAMPLE_STREAM);
  const picked = new Int32Array(columns[0]!.length);
  for (let b = 0; b < resamples; b++) {
    let first = 0;
    for (const units of strata) {
      for (let i = first; i < first + units; i++) picked[i] = first + rng.below(units);
      first += units;
    }
    for (let k = 0; k < columns.length; k++) totals[k] = addPicked(columns[k]!, picked);
    drawn[b] = estimate(totals);
  }
  const left = Float64Array.from(columns[0]!, (_, i) => {
    for (let k = 0; k < columns.length; k++) totals[k] = all[k]! - columns[k]![i]!;
    return estimate(totals);
  });
  return { mean: estimate(all), drawn, left };
}

/** So many standard errors hold every resample. */
const ALL = 6;

/**
 * The level at which the bootstrap of so few units holds what one of many does at `level`: resamples of n units vary
 * less than new samples would, by the square root of (n − 1) / n, and know nothing of Student's tails (Hesterberg 2015,
 * "expanded percentiles").
 */
function widened(level: number, units: number): number {
  if (units < 2) return level;
  const z = student(normalQuantile((1 + level) / 2), units - 1) * Math.sqrt(units / (units - 1));
  return 2 * normalCdf(Math.min(z, ALL)) - 1;
}

/** The mean difference of two line-ups on the same deals, its interval by drawing whole deals with replacement. */
export function bootstrapDifference(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  seed: number,
  options: BootstrapOptions = {},
): BootstrapInterval {
  const differences = Float64Array.from(a, (value, i) => value - b[i]!);
  return bootstrap(differences, new Uint8Array(differences.length).fill(1), seed, options);
}

/** Neighbouring clusters put together until there are at most `most`. */
function inBlocks(columns: readonly ArrayLike<number>[], most: number): Float64Array[] {
  return columns.map((column) => {
    const units = Math.min(most, column.length);
    const out = new Float64Array(units);
    for (let i = 0; i < column.length; i++) out[Math.floor((i * units) / column.length)]! += column[i]!;
    return out;
  });
}

/**
 * The ends of the BCa interval.
 * @param drawn the resampled estimates; sorted here
 * @param left [units] the estimate without each unit, from which the acceleration follows
 */
export function accelerated(
  drawn: Float64Array,
  estimate: number,
  left: Float64Array,
  level: number,
): [low: number, high: number] {
  drawn.sort();
  if (drawn[0] === drawn[drawn.length - 1]) return [drawn[0]!, drawn[0]!];
  let below = 0;
  for (const value of drawn) below += value < estimate ? 1 : value === estimate ? 0.5 : 0;
  const share = Math.min(Math.max(below, 0.5), drawn.length - 0.5) / drawn.length;
  const bias = normalQuantile(share);
  const middle = add(left) / left.length;
  let squares = 0;
  let cubes = 0;
  for (const value of left) {
    squares += (middle - value) ** 2;
    cubes += (middle - value) ** 3;
  }
  const acceleration = squares > 0 ? cubes / (6 * squares ** 1.5) : 0;
  const end = (p: number): number => {
    const z = bias + normalQuantile(p);
    return quantile(drawn, normalCdf(bias + z / (1 - acceleration * z)));
  };
  return [end((1 - level) / 2), end((1 + level) / 2)];
}

/** Quantile of sorted numbers, between neighbours in proportion (Hyndman and Fan's type 7). */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const at = Math.min(Math.max(p, 0), 1) * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!);
}

function addPicked(values: Float64Array, picked: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < picked.length; i++) sum += values[picked[i]!]!;
  return sum;
}

function add(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum;
}
