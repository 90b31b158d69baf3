/** Two-sided 95 % of the standard normal distribution. */
export const Z95 = 1.959963984540054;

/** An estimate with its 95 % interval. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Share of successes among independent trials, with Wilson's score interval (Wilson 1927), which stays within 0…1 and
 * is honest near the ends too. Without trials: anything is possible, [0, 1].
 */
export function wilson(successes: number, trials: number, z = Z95): Interval {
  if (trials <= 0) return { mean: Number.NaN, low: 0, high: 1 };
  const p = successes / trials;
  const z2 = z * z;
  const middle = (p + z2 / (2 * trials)) / (1 + z2 / trials);
  const half = (z / (1 + z2 / trials)) * Math.sqrt((p * (1 - p)) / trials + z2 / (4 * trials * trials));
  return {
    mean: p,
    low: successes === 0 ? 0 : Math.max(0, middle - half),
    high: successes === trials ? 1 : Math.min(1, middle + half),
  };
}

/**
 * The quantile of Student's t with so many degrees of freedom at the level where the normal distribution has `z`: a
 * variance that is itself estimated, from few numbers, is often too small. Exact for one and two degrees, else the
 * expansion of Abramowitz and Stegun 26.7.5, within 0.2 % at 95 % for three, closer for more.
 */
export function student(z: number, degrees: number): number {
  if (!(degrees >= 1)) return Infinity;
  if (degrees === 1) return Math.tan(Math.PI * (normalCdf(z) - 0.5));
  if (degrees === 2) {
    const share = 2 * normalCdf(z) - 1;
    return share * Math.sqrt(2 / (1 - share * share));
  }
  const z2 = z * z;
  const g1 = (z * (z2 + 1)) / 4;
  const g2 = (z * ((5 * z2 + 16) * z2 + 3)) / 96;
  const g3 = (z * (((3 * z2 + 19) * z2 + 17) * z2 - 15)) / 384;
  const g4 = (z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945)) / 92160;
  return z + (g1 + (g2 + (g3 + g4 / degrees) / degrees) / degrees) / degrees;
}

/** Mean of independent numbers, and the square of its standard error; NaN for fewer than two. */
export function meanVariance(values: ArrayLike<number>): { readonly mean: number; readonly variance: number } {
  const n = values.length;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += values[i]!;
  const mean = sum / n;
  let squares = 0;
  for (let i = 0; i < n; i++) squares += (values[i]! - mean) ** 2;
  return { mean, variance: n < 2 ? Number.NaN : squares / (n - 1) / n };
}

/** Mean of independent numbers with Student's interval. Fewer than two numbers have no interval but (−∞, ∞). */
export function meanInterval(values: ArrayLike<number>, z = Z95): Interval {
  const { mean, variance } = meanVariance(values);
  return around(mean, variance, values.length, z);
}

/** Student's interval about the mean of so many independent numbers, whose squared standard error is `variance`. */
export function around(mean: number, variance: number, count: number, z = Z95): Interval {
  if (count < 2) return { mean, low: -Infinity, high: Infinity };
  const half = student(z, count - 1) * Math.sqrt(variance);
  return { mean, low: mean - half, high: mean + half };
}

/**
 * A mean of what comes in independent clusters: the sum of all sums over the sum of all sizes, and the variance that
 * the clusters show (the ratio estimator's, Cochran 1977 §6.3; 0 where they show none, NaN for fewer than two).
 */
function ratio(sums: ArrayLike<number>, sizes: ArrayLike<number>): { mean: number; size: number; variance: number } {
  const clusters = sums.length;
  let sum = 0;
  let size = 0;
  for (let i = 0; i < clusters; i++) {
    sum += sums[i]!;
    size += sizes[i]!;
  }
  const mean = sum / size;
  let squares = 0;
  for (let i = 0; i < clusters; i++) squares += (sums[i]! - mean * sizes[i]!) ** 2;
  return { mean, size, variance: ((squares / (clusters - 1)) * clusters) / (size * size) };
}

/**
 * Mean of numbers that come in independent clusters (the games of one deal), with Student's interval. Fewer than two
 * clusters have no interval but (−∞, ∞).
 * @param sums [clusters] sum of each cluster's numbers
 * @param sizes [clusters] how many there are
 */
export function clusteredMean(sums: ArrayLike<number>, sizes: ArrayLike<number>, z = Z95): Interval {
  const { mean, variance } = ratio(sums, sizes);
  return around(mean, variance, sums.length, z);
}

/**
 * Share of successes when trials come in independent clusters (the heists of one game): Wilson's interval for as many
 * independent trials as would have the variance that the clusters show, and fewer where the clusters are few (Student).
 * @param successes [clusters] successes of each cluster, parts of one where a success is shared
 * @param trials [clusters] its trials
 */
export function clusteredShare(successes: ArrayLike<number>, trials: ArrayLike<number>, z = Z95): Interval {
  const { mean, size, variance } = ratio(successes, trials);
  return shareInterval(mean, size, variance, successes.length, z);
}

/** Wilson's interval for a share of `size` trials in so many clusters, which show that its estimate has this variance. */
function shareInterval(p: number, size: number, variance: number, clusters: number, z: number): Interval {
  if (clusters < 2 || !(variance >= 0) || p === 0 || p === 1) return { ...wilson(p * size, size, z), mean: p };
  const unsure = (student(z, clusters - 1) / z) ** 2;
  const effective = variance > 0 ? (p * (1 - p)) / (variance * unsure) : size;
  const narrow = wilson(p * effective, effective, z);
  return { mean: p, low: narrow.low, high: narrow.high };
}

/** Sums over independent clusters, each with a sum x of n numbers, from which a ratio and its variance follow. */
export interface Moments {
  readonly clusters: number;
  readonly x: number;
  readonly n: number;
  readonly xx: number;
  readonly xn: number;
  readonly nn: number;
}

/** `clusteredMean` (or, for shares, `clusteredShare`) from sums alone, for more clusters than one wants to keep. */
export function ratioInterval(moments: Moments, share: boolean, z = Z95): Interval {
  const { clusters, x, n, xx, xn, nn } = moments;
  const mean = x / n;
  // The squares of x − mean·n, summed; never below 0 but for rounding.
  const squares = Math.max(0, xx - 2 * mean * xn + mean * mean * nn);
  const variance = ((squares / (clusters - 1)) * clusters) / (n * n);
  return share ? shareInterval(mean, n, variance, clusters, z) : around(mean, variance, clusters, z);
}

/**
 * Chance to win a game (three gold bars before three alarms) when every heist succeeds with chance p, independently:
 * p³(1 + 3q + 6q²), q = 1 − p (rulings, worked example 4).
 */
export function gameWinChance(p: number): number {
  const q = 1 - p;
  return p ** 3 * (1 + 3 * q + 6 * q * q);
}

/** The interval of the chance to win a game that follows from one of the heist's: the map is monotone. */
export function gameWinInterval(success: Interval): Interval {
  return {
    mean: gameWinChance(success.mean),
    low: gameWinChance(success.low),
    high: gameWinChance(success.high),
  };
}

/** P(Z ≤ x) of the standard normal distribution; error below 1e-15 (the series of Marsaglia 2004). */
export function normalCdf(x: number): number {
  if (x < -38) return 0;
  if (x > 8) return 1;
  if (x < -4) return tail(-x);
  let term = x;
  let sum = x;
  for (let n = 3; Math.abs(term) > 1e-17 * Math.abs(sum); n += 2) {
    term *= (x * x) / n;
    sum += term;
  }
  return 0.5 + sum * density(x);
}

function density(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}

/** P(Z > x) for x of 4 and more, by the continued fraction of Laplace. */
function tail(x: number): number {
  let fraction = 0;
  for (let n = 60; n > 0; n--) fraction = n / (x + fraction);
  return density(x) / (x + fraction);
}

/** The x with P(Z ≤ x) = p, 0 < p < 1, by bisection. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) return p <= 0 ? -Infinity : Infinity;
  if (p > 0.5) return -normalQuantile(1 - p);
  let [low, high] = [-38, 0];
  while (high - low > 1e-12) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
