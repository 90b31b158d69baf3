import type { Interval } from './stats.js';

/**
 * How sure a mean is when one may stop at any moment, because of what was seen so far.
 *
 * A confidence sequence for the mean of independent numbers in 0 … 1 by betting (Waudby-Smith and Ramdas 2024; the bets
 * are a fixed mixture). Against the claim "the mean is at most m", somebody with one coin who stakes the share λ on every
 * number has Π(1 + λ(xᵢ − m)) afterwards: if the claim is true, that is not expected to grow, whatever λ. The mean of
 * such fortunes over a fixed list of λ is one that does not grow either, and a fortune that does not grow reaches 1/α at
 * any time with a chance of at most α (Ville 1939). So all m whose fortune has reached 2/α = 40 are out, on either side
 * with α/2 = 2.5 %, at all times together: no normal approximation, no number of looks to be fixed beforehand. Every λ
 * keeps its bet throughout, so the fortune depends only on how often each number came up.
 */
export class ConfidenceSequence {
  private readonly counts = new Map<number, { readonly value: number; count: number }>();
  private readonly bets: readonly number[];
  private n = 0;
  private sum = 0;

  /**
   * Numbers from `low` to `high`. `target` is the half-width at which one means to stop: bets are spread around those
   * that are best there. Any other choice would be as valid, and wider.
   */
  constructor(
    private readonly low: number,
    private readonly high: number,
    target: number,
    private readonly alpha = 0.05,
  ) {
    const narrow = Math.min(Math.max(target / (high - low), 1e-6), 0.25);
    // The best bet is the distance over the variance, and that lies between 1/4 and almost nothing.
    const from = Math.log(2 * narrow);
    const to = Math.log(Math.min(1, 64 * narrow));
    this.bets = Array.from({ length: BETS }, (_, k) => Math.exp(from + ((to - from) * k) / (BETS - 1)));
  }

  /** Takes a number in; throws `RangeError` where it is outside the bounds. */
  add(value: number): void {
    const x = (value - this.low) / (this.high - this.low);
    if (!(x >= -1e-9 && x <= 1 + 1e-9)) throw new RangeError(`${value} is not within ${this.low} … ${this.high}`);
    const unit = Math.min(Math.max(x, 0), 1);
    const key = Math.round(unit * KEYS);
    const entry = this.counts.get(key);
    if (entry === undefined) this.counts.set(key, { value: unit, count: 1 });
    else entry.count++;
    this.n++;
    this.sum += unit;
  }

  /** The interval as of now; all of them together hold the mean with 95 % (1 − α). */
  interval(): Interval {
    const { n, low, high } = this;
    if (n === 0) return { mean: Number.NaN, low, high };
    const scale = (x: number): number => low + x * (high - low);
    const mean = this.sum / n;
    const down = this.end(mean, false);
    const up = 1 - this.end(1 - mean, true);
    return { mean: scale(mean), low: scale(down), high: scale(up) };
  }

  /** The largest m below the mean that is out; the numbers are mirrored for the other side. */
  private end(mean: number, mirrored: boolean): number {
    const out = Math.log(2 / this.alpha);
    if (this.fortune(0, mirrored) < out) return 0;
    let [inside, outside] = [mean, 0];
    for (let step = 0; step < 60; step++) {
      const m = (inside + outside) / 2;
      if (this.fortune(m, mirrored) >= out) outside = m;
      else inside = m;
    }
    return outside;
  }

  /** Logarithm of the fortune against a mean of at most m; falls as m grows. */
  private fortune(m: number, mirrored: boolean): number {
    let top = Number.NEGATIVE_INFINITY;
    const logs = this.bets.map((bet) => {
      let log = 0;
      for (const { value, count } of this.counts.values()) {
        log += count * Math.log1p(bet * ((mirrored ? 1 - value : value) - m));
      }
      top = Math.max(top, log);
      return log;
    });
    return top + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - top), 0) / logs.length);
  }
}

/** Bets in the mixture: close enough together that a finer list changes nothing to speak of. */
const BETS = 24;
/** Numbers closer together than this share of the range count as one. */
const KEYS = 1 << 20;

/** What sequential stopping came to. */
export interface SequenceResult {
  readonly method: 'betting';
  /** The half-width that was asked for. */
  readonly target: number;
  readonly halfWidth: number;
  readonly reached: boolean;
  readonly interval: Interval;
}

/** The confidence sequence after these numbers, in their order. */
export function sequenceOf(values: ArrayLike<number>, low: number, high: number, target: number): SequenceResult {
  const sequence = new ConfidenceSequence(low, high, target);
  for (let i = 0; i < values.length; i++) sequence.add(values[i]!);
  const interval = sequence.interval();
  const halfWidth = (interval.high - interval.low) / 2;
  return { method: 'betting', target, halfWidth, reached: halfWidth <= target, interval };
}

export interface UntilOptions {
  /** The most. */
  readonly games: number;
  /** Looks come after multiples of this: all seats had their turn. */
  readonly step: number;
  readonly target: number;
  play(games: number): Promise<void>;
  /** What is to be known, in 0 … 1: one list for each mean. */
  scores(): readonly Float64Array[];
}

const FIRST_LOOK = 100;
/** Each look comes after so many times the games of the one before. */
const GROWTH = 1.15;

/**
 * Plays until every mean is known closely enough, or the cap is reached; returns the games played. Valid at every look
 * although the seats rotate: in full turns the mean over the ways to sit is what is estimated, and a fortune against
 * numbers whose means differ grows no faster than against their mean (the product of factors is largest where they are
 * alike).
 */
export async function untilNarrow(options: UntilOptions): Promise<number> {
  const { games, step, target } = options;
  for (let next = FIRST_LOOK; ; next *= GROWTH) {
    const to = Math.min(games, Math.ceil(next / step) * step);
    await options.play(to);
    if (to === games) return to;
    if (options.scores().every((values) => sequenceOf(values, 0, 1, target).reached)) return to;
  }
}
