import { Rng, seedWords } from '../core/rng.js';
import { DECK_SIZE } from './card.js';
import { type BoardCount, equities } from './equity.js';
import { exactChance } from './table-exact.js';
import { ABSENT, isCommunity, type TableCards, type TablePlan, UNKNOWN } from './table-plan.js';
import { TableSampler } from './table-sampler.js';

/** Samples that keep the standard error of any chance at or below `error` (the variance of a chance is at most ¼). */
export function samplesFor(error: number): number {
  return Math.max(2, Math.ceil(0.25 / (error * error)));
}

/** 1,024 samples: a standard error of at most 0.0157 for each chance. */
export const SAMPLES_DEFAULT = 1024;

const PAIR = new Int32Array(2);
const BOARD = new Int32Array(5);
const ONE = new Float64Array(1);

export interface OddsOptions {
  /** Seats that take part in the showdown, as bits; all by default. Others' cards still leave the deck. */
  readonly inPlay?: number;
  /** Randomness; by default a generator seeded by the cards, so that the same table gives the same numbers. */
  readonly rng?: Rng;
  /**
   * Weight of a dealt world, 0 or more: what is known besides cards (facts, chips) makes worlds likelier or
   * impossible. `world` is [places] of the plan and changes after the call.
   */
  readonly weight?: (world: Int32Array) => number;
}

/**
 * What the cards that one seat (or an onlooker) knows say about the end of the heist, at any table. Its arrays are
 * allocated once.
 */
export class TableOdds {
  /** [seats, seats] after `run`: chance that the row's hand is stronger than the column's, plus half of a tie's. */
  readonly beats: Float64Array;
  /** [seats, seats] after `run`: chance that the seat is the weakest (0) … strongest; equal hands share places evenly. */
  readonly ranks: Float64Array;
  /** After `run`: bound of the standard errors of `beats` and `ranks`. */
  error = 0;
  /** How many unweighted samples the weighted ones are worth (Kish: (Σw)² / Σw²). */
  effective = 0;
  /** After `equityOf`: whether its answer is exact, and its standard error (0 then). */
  exact = false;
  equityError = 0;

  private readonly sampler: TableSampler;
  private readonly strengths: Int32Array;
  private readonly ownRng = new Rng(0);

  /** `samples` at least 2. */
  constructor(
    readonly plan: TablePlan,
    readonly samples: number = SAMPLES_DEFAULT,
  ) {
    if (!Number.isSafeInteger(samples) || samples < 2) throw new RangeError(`${samples} samples: two are the least`);
    this.beats = new Float64Array(plan.seats * plan.seats);
    this.ranks = new Float64Array(plan.seats * plan.seats);
    this.strengths = new Int32Array(plan.seats);
    this.sampler = new TableSampler(plan);
  }

  /**
   * Fills `beats` and `ranks` by dealing what `table` doesn't know. Seats that aren't in play have 0 everywhere, as has
   * the diagonal of `beats`. Throws `RangeError` where no sampled world has a weight above 0, or as
   * `TableSampler.prepare` does.
   */
  run(table: TableCards, options: OddsOptions = {}): void {
    const { beats, ranks, sampler } = this;
    const inPlay = this.inPlay(options);
    const rng = options.rng ?? this.seeded(table);
    sampler.prepare(table);
    beats.fill(0);
    ranks.fill(0);
    let total = 0;
    let squares = 0;
    for (let n = 0; n < this.samples; n++) {
      const weight = this.dealt(n, rng, options);
      if (weight === 0) continue;
      total += weight;
      squares += weight * weight;
      this.evaluate(inPlay);
      this.addWorld(inPlay, weight);
    }
    this.settle(total, squares);
    let widest = 0;
    for (let i = 0; i < beats.length; i++) {
      const b = beats[i]! / total;
      const r = ranks[i]! / total;
      beats[i] = b;
      ranks[i] = r;
      widest = Math.max(widest, b * (1 - b), r * (1 - r));
    }
    // Values between 0 and 1 with this mean spread at most as much as those that are 0 or 1.
    this.error = Math.sqrt(widest / this.effective);
  }

  /**
   * A seat's equity against one random hand of the others in play: the mean of its chances to beat each, ties half.
   * Exact where only pockets are unknown and few hands are possible (see `exactChance`), sampled elsewhere; the same
   * table gives the same number either way, unless `options.rng` says otherwise. Errors as `run`.
   */
  equityOf(table: TableCards, seat: number, options: OddsOptions = {}): number {
    const inPlay = this.inPlay(options) & ~(1 << seat);
    if (inPlay === 0) throw new RangeError('nobody else is in play');
    if (options.weight === undefined) {
      const exact = this.exactEquity(table, seat, inPlay);
      if (exact >= 0) {
        this.exact = true;
        this.equityError = 0;
        return exact;
      }
    }
    this.exact = false;
    const { sampler } = this;
    const rng = options.rng ?? this.seeded(table);
    sampler.prepare(table);
    let total = 0;
    let squares = 0;
    let sum = 0;
    let sumOfSquares = 0;
    let mixed = 0;
    for (let n = 0; n < this.samples; n++) {
      const weight = this.dealt(n, rng, options);
      if (weight === 0) continue;
      this.evaluate(inPlay | (1 << seat));
      const share = this.shareBeaten(seat, inPlay);
      total += weight;
      squares += weight * weight;
      sum += weight * share;
      mixed += weight * weight * share;
      sumOfSquares += weight * weight * share * share;
    }
    this.settle(total, squares);
    const mean = sum / total;
    this.equityError = Math.sqrt(Math.max(0, sumOfSquares - 2 * mean * mixed + mean * mean * squares)) / total;
    return mean;
  }

  private exactEquity(table: TableCards, seat: number, others: number): number {
    const holdem = this.holdemEquity(table, seat);
    if (holdem >= 0) return holdem;
    let sum = 0;
    let count = 0;
    let ofUnknown = -1;
    for (let other = 0; other < this.plan.seats; other++) {
      if (((others >> other) & 1) === 0) continue;
      // Seats of which nothing is known, at a table with community cards, are all alike.
      const isUnknown = isCommunity(this.plan) && ofUnknown >= 0 && knowsNothing(table, other);
      const chance = isUnknown ? ofUnknown : exactChance(table, seat, other);
      if (chance < 0) return -1;
      if (isCommunity(this.plan) && knowsNothing(table, other)) ofUnknown = chance;
      sum += chance;
      count++;
    }
    return sum / count;
  }

  /** Two ordinary pocket cards each, nothing known of the others', and a board as dealt: exact on every street. */
  private holdemEquity(table: TableCards, seat: number): number {
    const { plan, cards } = table;
    if (!isCommunity(plan) || plan.exactly || table.stackedCount + table.jokers + table.votes > 0) return -1;
    let pocket = 0;
    for (let s = 0; s < plan.seats; s++) {
      if (cards[plan.loneAt + s] !== ABSENT) return -1;
      let count = 0;
      for (let i = 0; i < plan.pocket; i++) {
        const card = cards[table.pocketPlace(s, i)]!;
        if (card === ABSENT) continue;
        count++;
        if (s !== seat ? card !== UNKNOWN : card < 0 || card >= DECK_SIZE) return -1;
        if (s === seat && pocket < 2) PAIR[pocket++] = card;
      }
      if (count !== 2) return -1;
    }
    let board = 0;
    while (board < 5 && cards[board]! >= 0) {
      if (cards[board]! >= DECK_SIZE) return -1;
      BOARD[board] = cards[board]!;
      board++;
    }
    for (let i = board; i < 5; i++) if (cards[i] !== UNKNOWN) return -1;
    if (board === 1 || board === 2) return -1;
    equities(PAIR, 0, 1, BOARD, 0, board as BoardCount, ONE, 0);
    return ONE[0]!;
  }

  /** Deals the n-th world; its weight, 0 for worlds that can't be. */
  private dealt(n: number, rng: Rng, options: OddsOptions): number {
    const { sampler } = this;
    sampler.deal(rng, n);
    return options.weight === undefined ? 1 : Math.max(0, options.weight(sampler.world));
  }

  private inPlay(options: OddsOptions): number {
    return options.inPlay ?? (1 << this.plan.seats) - 1;
  }

  private settle(total: number, squares: number): void {
    if (!(total > 0)) throw new RangeError('no sampled world agrees with what is known');
    this.effective = (total * total) / squares;
  }

  private evaluate(inPlay: number): void {
    const { strengths, sampler } = this;
    for (let s = 0; s < strengths.length; s++) strengths[s] = (inPlay >> s) & 1 ? sampler.strengthOf(s) : 0;
  }

  private shareBeaten(seat: number, others: number): number {
    const { strengths } = this;
    const mine = strengths[seat]!;
    let halves = 0;
    let count = 0;
    for (let s = 0; s < strengths.length; s++) {
      if (((others >> s) & 1) === 0) continue;
      halves += strengths[s]! < mine ? 2 : strengths[s] === mine ? 1 : 0;
      count++;
    }
    return halves / (2 * count);
  }

  private addWorld(inPlay: number, weight: number): void {
    const { strengths, beats, ranks } = this;
    const seats = strengths.length;
    for (let a = 0; a < seats; a++) {
      if (((inPlay >> a) & 1) === 0) continue;
      const mine = strengths[a]!;
      let weaker = 0;
      let equal = 0;
      for (let b = 0; b < seats; b++) {
        if (b === a || ((inPlay >> b) & 1) === 0) continue;
        const other = strengths[b]!;
        if (other < mine) {
          weaker++;
          beats[a * seats + b]! += weight;
        } else if (other === mine) {
          equal++;
          beats[a * seats + b]! += weight / 2;
        }
      }
      const share = weight / (equal + 1);
      for (let rank = weaker; rank <= weaker + equal; rank++) ranks[a * seats + rank]! += share;
    }
  }

  private seeded(table: TableCards): Rng {
    seedWords(this.ownRng.words, 0, table.seed());
    return this.ownRng;
  }
}

/** Whether no card that only the seat uses is known. */
function knowsNothing(table: TableCards, seat: number): boolean {
  const { plan, cards } = table;
  if (cards[plan.loneAt + seat] !== ABSENT) return false;
  for (let i = 0; i < plan.pocket; i++) if (cards[table.pocketPlace(seat, i)]! >= 0) return false;
  return true;
}
