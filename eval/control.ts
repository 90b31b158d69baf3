import { around, type Interval, meanVariance } from './stats.js';

/** A mean with what the deals themselves contribute taken out. */
export interface ControlledMean extends Interval {
  /** What was regressed on: a reference's result on the same deals, difficulties of the deal. */
  readonly controls: readonly string[];
  /** Deals beyond those played, from which the means of the controls are known. */
  readonly extraDeals: number;
  /** Share of the plain mean's variance that is gone; below 0 where the controls explain nothing. */
  readonly varianceReduction: number;
}

/** Numbers of one control on the deals that were played, and on others. */
export interface Control {
  readonly name: string;
  /** [n] */
  readonly here: ArrayLike<number>;
  /** [m] on deals that were not played, so that their mean is independent of everything else. */
  readonly elsewhere: ArrayLike<number>;
}

/** Parts that the deals are dealt out to in turn; each part's coefficients come from the others. */
const FOLDS = 10;

/**
 * Mean of `values` by control variates: each value less β·(c − c̄), c the controls of its deal and c̄ their means
 * elsewhere. The coefficients β for a deal come from a regression on the other parts (out of fold) and c̄ from other
 * deals, so both are independent of the deal itself, E[β·(c − c̄)] = 0, and the estimate has no bias whatever β is. Its
 * variance is that of the residuals and, beside it, that of c̄: β'Σβ/m.
 * @param values [n] n ≥ 2 · parts
 */
export function controlledMean(values: ArrayLike<number>, controls: readonly Control[]): ControlledMean {
  const n = values.length;
  const k = controls.length;
  const m = controls[0]?.elsewhere.length ?? 0;
  const known = controls.map(({ elsewhere }) => average(elsewhere));
  const all = new Sums(k);
  const folds = Array.from({ length: FOLDS }, () => new Sums(k));
  const row = new Float64Array(k + 1);
  const read = (i: number): Float64Array => {
    for (let j = 0; j < k; j++) row[j] = controls[j]!.here[i]! - known[j]!;
    row[k] = values[i]!;
    return row;
  };
  for (let i = 0; i < n; i++) {
    all.add(read(i), 1);
    folds[i % FOLDS]!.add(row, 1);
  }
  const betas = folds.map((fold) => all.without(fold).regression());
  const residuals = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const beta = betas[i % FOLDS]!;
    let value = read(i)[k]!;
    for (let j = 0; j < k; j++) value -= beta[j]! * row[j]!;
    residuals[i] = value;
  }
  const own = meanVariance(residuals);
  const beta = Float64Array.from({ length: k }, (_, j) => average(betas.map((one) => one[j]!)));
  const elsewhere = new Sums(k);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < k; j++) row[j] = controls[j]!.elsewhere[i]! - known[j]!;
    row[k] = 0;
    elsewhere.add(row, 1);
  }
  const plain = meanVariance(values).variance;
  const variance = own.variance + elsewhere.spread(beta) / m;
  return {
    ...around(own.mean, variance, n),
    controls: controls.map(({ name }) => name),
    extraDeals: m,
    varianceReduction: plain > 0 ? 1 - variance / plain : 0,
  };
}

/** Sums of products of rows (k controls and a value), from which means, covariances and regressions follow. */
class Sums {
  private readonly first: Float64Array;
  private readonly second: Float64Array;
  private n = 0;

  constructor(private readonly k: number) {
    this.first = new Float64Array(k + 1);
    this.second = new Float64Array((k + 1) * (k + 1));
  }

  add(row: Float64Array, times: number): void {
    this.n += times;
    for (let a = 0; a <= this.k; a++) {
      this.first[a]! += times * row[a]!;
      for (let b = 0; b <= this.k; b++) this.second[a * (this.k + 1) + b]! += times * row[a]! * row[b]!;
    }
  }

  without(other: Sums): Sums {
    const rest = new Sums(this.k);
    rest.n = this.n - other.n;
    for (let i = 0; i < this.first.length; i++) rest.first[i] = this.first[i]! - other.first[i]!;
    for (let i = 0; i < this.second.length; i++) rest.second[i] = this.second[i]! - other.second[i]!;
    return rest;
  }

  private covariance(a: number, b: number): number {
    const { n, first, second, k } = this;
    return (second[a * (k + 1) + b]! - (first[a]! * first[b]!) / n) / (n - 1);
  }

  /** β'Σβ: variance of the controls' sum. */
  spread(beta: Float64Array): number {
    let sum = 0;
    for (let a = 0; a < this.k; a++) {
      for (let b = 0; b < this.k; b++) sum += beta[a]! * beta[b]! * this.covariance(a, b);
    }
    return sum;
  }

  /**
   * Coefficients of the value on the controls by least squares, by Gauss–Jordan elimination; a control that says
   * nothing beyond those before it gets 0.
   */
  regression(): Float64Array {
    const { k } = this;
    const rows = Array.from({ length: k }, (_, a) =>
      Float64Array.from({ length: k + 1 }, (_column, b) => this.covariance(a, b)),
    );
    const scale = rows.map((row, a) => row[a]!);
    const used: boolean[] = [];
    for (let p = 0; p < k; p++) {
      used[p] = rows[p]![p]! > 1e-9 * scale[p]!;
      if (!used[p]) continue;
      for (let a = 0; a < k; a++) {
        if (a === p) continue;
        const factor = rows[a]![p]! / rows[p]![p]!;
        for (let b = 0; b <= k; b++) rows[a]![b]! -= factor * rows[p]![b]!;
      }
    }
    return Float64Array.from(rows, (row, p) => (used[p] === true ? row[k]! / row[p]! : 0));
  }
}

function average(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}
