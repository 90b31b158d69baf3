import { Rng } from '../src/core/rng.js';
import { ROUNDS } from '../src/gang/state.js';
import { type BootstrapInterval, bootstrap, quantile } from './bootstrap.js';
import type { ReliabilityBin } from './report/charts.js';
import { clusteredShare, type Interval } from './stats.js';

/** Bins of equal width in which stated chances are compared with what happened. */
export const RELIABILITY_BINS = 15;
/** No chance counts as less than this: an estimate that was sure and wrong would cost everything. */
export const LEAST_CHANCE = 1e-4;
const RESAMPLES = 500;
const RESAMPLE_STREAM = -103;
/** Numbers kept for each bin of each cluster: how many, the sum of what was stated, the sum of what happened. */
const SUMS = 3;

/** How good estimates of final ranks are. */
export interface Score {
  /** Seats whose rank was estimated, over all moments. */
  readonly estimates: number;
  /** Nats a seat: −Σ target · ln(chance). Equal hands share their ranks evenly (R-TIE). */
  readonly logLoss: BootstrapInterval;
  /** The same of the seat that estimates, and of the others. */
  readonly own: number;
  readonly others: number;
  /** [ROUNDS] the same by round; NaN where nothing was estimated. */
  readonly byRound: readonly Interval[];
  /**
   * Expected calibration error of each seat's likeliest rank: |stated − happened| over bins of equal width, weighed by
   * what is in them. Noise adds to it, so that its interval (percentiles over resampled clusters) lies high.
   */
  readonly ece: Interval;
  /** The same over every rank of every seat. */
  readonly eceAll: number;
  /** Reliability of the likeliest rank, with intervals over clusters; bins that nothing fell into are left out. */
  readonly bins: readonly ReliabilityBin[];
  /** The same over every rank of every seat, without intervals. */
  readonly binsAll: readonly ReliabilityBin[];
}

/** Gathers what one forecaster said and what happened. Clusters (deals with the same cards) are what is independent. */
export class Scorer {
  /** [clusters, ROUNDS] nats and seats. */
  readonly loss: Float64Array;
  readonly seats: Float64Array;
  private readonly top: Float64Array;
  private readonly all = new Float64Array(RELIABILITY_BINS * SUMS);
  private ownLoss = 0;
  private moments = 0;
  private estimates = 0;

  constructor(readonly clusters: number) {
    this.loss = new Float64Array(clusters * ROUNDS);
    this.seats = new Float64Array(clusters * ROUNDS);
    this.top = new Float64Array(clusters * RELIABILITY_BINS * SUMS);
  }

  /**
   * One moment: `ranks` and what was right, [players, players] each, the seat that estimates first. Moments may be of
   * tables of several sizes.
   */
  add(cluster: number, round: number, ranks: Float32Array, targets: Float32Array): void {
    const { all, top } = this;
    const players = Math.sqrt(targets.length);
    const row = cluster * ROUNDS + round;
    for (let i = 0; i < players; i++) {
      const from = i * players;
      let loss = 0;
      let best = from;
      for (let k = from; k < from + players; k++) {
        if (targets[k]! > 0) loss -= targets[k]! * Math.log(Math.max(LEAST_CHANCE, ranks[k]!));
        if (ranks[k]! > ranks[best]!) best = k;
        addTo(all, 0, ranks[k]!, targets[k]!);
      }
      addTo(top, cluster * RELIABILITY_BINS * SUMS, ranks[best]!, targets[best]!);
      this.loss[row]! += loss;
      if (i === 0) this.ownLoss += loss;
    }
    this.seats[row]! += players;
    this.moments++;
    this.estimates += players;
  }

  score(seed: number): Score {
    const { estimates, moments, all } = this;
    const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
    const rounds = Array.from({ length: ROUNDS }, (_, r) => r);
    const column = (values: Float64Array, r: number): Float64Array =>
      Float64Array.from({ length: this.clusters }, (_, c) => values[c * ROUNDS + r]!);
    const bins = sumBins(this.top, undefined);
    return {
      estimates,
      logLoss: bootstrap(byCluster(this.loss), byCluster(this.seats), seed),
      own: this.ownLoss / moments,
      others: (total(this.loss) - this.ownLoss) / (estimates - moments),
      byRound: rounds.map((r) => bootstrap(column(this.loss, r), column(this.seats, r), seed)),
      ece: { mean: calibrationError(bins), ...this.eceInterval(seed) },
      eceAll: calibrationError(all),
      bins: this.binsWithIntervals(bins),
      binsAll: binsOf(all).map(({ bin: _, ...rest }) => rest),
    };
  }

  private binsWithIntervals(sums: Float64Array): ReliabilityBin[] {
    const { clusters, top } = this;
    const column = (b: number, k: number): Float64Array =>
      Float64Array.from({ length: clusters }, (_, c) => top[(c * RELIABILITY_BINS + b) * SUMS + k]!);
    return binsOf(sums).map(({ bin, ...rest }) => {
      const { low, high } = clusteredShare(column(bin, 2), column(bin, 0));
      return { ...rest, low, high };
    });
  }

  private eceInterval(seed: number): { readonly low: number; readonly high: number } {
    const { clusters } = this;
    const rng = new Rng(seed, RESAMPLE_STREAM);
    const times = new Float64Array(clusters);
    const drawn = Float64Array.from({ length: RESAMPLES }, () => {
      times.fill(0);
      for (let c = 0; c < clusters; c++) times[rng.below(clusters)]!++;
      return calibrationError(sumBins(this.top, times));
    }).sort();
    return { low: quantile(drawn, 0.025), high: quantile(drawn, 0.975) };
  }
}

/** [clusters] sums over the rounds of each cluster. */
export function byCluster(values: Float64Array): Float64Array {
  return Float64Array.from({ length: values.length / ROUNDS }, (_, c) => {
    let sum = 0;
    for (let r = 0; r < ROUNDS; r++) sum += values[c * ROUNDS + r]!;
    return sum;
  });
}

function addTo(bins: Float64Array, at: number, stated: number, happened: number): void {
  const bin = Math.min(RELIABILITY_BINS - 1, Math.floor(stated * RELIABILITY_BINS));
  const cell = at + bin * SUMS;
  bins[cell]!++;
  bins[cell + 1]! += stated;
  bins[cell + 2]! += happened;
}

/** The bins of all clusters together, each as often as `times` says. */
function sumBins(perCluster: Float64Array, times: Float64Array | undefined): Float64Array {
  const size = RELIABILITY_BINS * SUMS;
  const out = new Float64Array(size);
  for (let c = 0; c < perCluster.length / size; c++) {
    const weight = times === undefined ? 1 : times[c]!;
    if (weight === 0) continue;
    for (let i = 0; i < size; i++) out[i]! += weight * perCluster[c * size + i]!;
  }
  return out;
}

/** Σ |stated − happened| / count over bins of (count, sum stated, sum happened). NaN without anything in them. */
function calibrationError(bins: Float64Array): number {
  let off = 0;
  let count = 0;
  for (let b = 0; b < RELIABILITY_BINS; b++) {
    off += Math.abs(bins[b * SUMS + 1]! - bins[b * SUMS + 2]!);
    count += bins[b * SUMS]!;
  }
  return off / count;
}

interface NumberedBin extends ReliabilityBin {
  readonly bin: number;
}

function binsOf(sums: Float64Array): NumberedBin[] {
  const bins: NumberedBin[] = [];
  for (let bin = 0; bin < RELIABILITY_BINS; bin++) {
    const [count, stated, happened] = sums.subarray(bin * SUMS, (bin + 1) * SUMS) as unknown as [
      number,
      number,
      number,
    ];
    if (count > 0) bins.push({ bin, count, predicted: stated / count, observed: happened / count });
  }
  return bins;
}
