import { type GangView, ROUNDS } from '../src/gang/state.js';
import { BINS } from './percentile.js';

/** How `belief` thinks that people pick chips. */
export interface BeliefOptions {
  /** Spread of a pick in chips, on the river; each round before adds `earlier`. */
  readonly spread: number;
  readonly earlier: number;
  /** Chance that a pick means nothing. */
  readonly lapse: number;
}

export const BELIEF_DEFAULTS: BeliefOptions = { spread: 0.6, earlier: 0.2, lapse: 0.05 };

/** Somebody at a table with an opinion of the final ranks. */
export interface RankOpinion {
  /**
   * Chances by what the view's seat knows: `out` [S, S], for each seat, from the own one on to the left, and each rank
   * from the weakest; each seat's sum to 1.
   */
  ranks(view: GangView, out: Float32Array): void;
  /** Takes down what lies open now: an opinion that isn't asked in every round knows of the others by this. */
  keep?(view: GangView): void;
}

/** People may take a chip as often as they like; past this more of the same says nothing new. */
export const TAKES_COUNTED = 6;

const RANKS = new Float64Array(16);

/**
 * Where the hands of a table stand, as one seat believes: each other seat has a weight for each bin of its percentile,
 * independent of the others, from which follow the chances that so many are weaker than oneself or than a rival.
 */
export class RankBelief {
  /** [S, BINS] weight of the other seat's pockets by percentile in this round, takes of rounds before counted in. */
  readonly prior: Float64Array;
  /** [S] share of my own bin's weight that is below me (equal hands count half). */
  readonly belowInBin: Float64Array;
  /** [S, BINS] the same with this round's takes, summing to 1. */
  readonly posterior: Float64Array;
  /** [S, BINS] chance that the seat is weaker than the middle of the bin. */
  private readonly weaker: Float64Array;
  /** [C] chance that I, and that a rival, stands on each place, the weakest first. */
  readonly mine: Float64Array;
  readonly theirs: Float64Array;
  private readonly row = new Float64Array(BINS);
  private readonly table: Float64Array;
  ownBin = 0;

  constructor(
    readonly seats: number,
    options: BeliefOptions,
  ) {
    this.table = likelihoods(seats, options);
    this.prior = new Float64Array(seats * BINS);
    this.belowInBin = new Float64Array(seats);
    this.posterior = new Float64Array(seats * BINS);
    this.weaker = new Float64Array(seats * BINS);
    this.mine = new Float64Array(seats);
    this.theirs = new Float64Array(seats);
  }

  /**
   * Multiplies the likelihood of a seat's takes in a round into `out` [BINS] at `at`.
   * @param took how often it took each chip, from `from` on
   * @param places the place of each chip; absent where they are the same
   */
  addTakes(
    took: Int32Array,
    from: number,
    round: number,
    out: Float64Array,
    at: number,
    places?: Int32Array | undefined,
  ): void {
    const { seats, table } = this;
    for (let c = 0; c < seats; c++) {
      const row = (round * seats + (places === undefined ? c : places[c]!)) * BINS;
      let times = Math.min(TAKES_COUNTED, took[from + c]!);
      for (; times > 0; times--) {
        for (let b = 0; b < BINS; b++) out[at + b]! *= table[row + b]!;
      }
    }
  }

  /** This round's takes on top of the prior: `took` [R, S, C], `seat` the own one. */
  weigh(took: Int32Array, round: number, seat: number, places?: Int32Array | undefined): void {
    const { seats, prior, posterior, weaker, row } = this;
    for (let s = 0; s < seats; s++) {
      if (s === seat) continue;
      row.set(prior.subarray(s * BINS, (s + 1) * BINS));
      this.addTakes(took, (round * seats + s) * seats, round, row, 0, places);
      let sum = 0;
      for (let b = 0; b < BINS; b++) sum += row[b]!;
      let below = 0;
      for (let b = 0; b < BINS; b++) {
        const share = sum > 0 ? row[b]! / sum : 1 / BINS;
        posterior[s * BINS + b] = share;
        weaker[s * BINS + b] = below + share / 2;
        below += share;
      }
    }
  }

  /** Fills `mine`: chance that so many others are weaker than I am. */
  ownRank(seat: number): void {
    const { seats, mine, posterior, weaker, belowInBin, ownBin } = this;
    mine.fill(0);
    mine[0] = 1;
    let count = 0;
    for (let s = 0; s < seats; s++) {
      if (s === seat) continue;
      const at = s * BINS + ownBin;
      addOne(mine, ++count, weaker[at]! + posterior[at]! * (belowInBin[s]! - 0.5));
    }
  }

  /** Fills `theirs`: the same for another seat, over what it may hold. */
  rivalRank(rival: number, seat: number): void {
    const { seats, theirs, posterior, weaker, belowInBin, ownBin } = this;
    theirs.fill(0);
    for (let b = 0; b < BINS; b++) {
      const share = posterior[rival * BINS + b]!;
      if (share < 1e-6) continue;
      RANKS.fill(0);
      RANKS[0] = 1;
      let count = 0;
      for (let s = 0; s < seats; s++) {
        if (s === rival) continue;
        let below = weaker[s * BINS + b]!;
        if (s === seat) below = b > ownBin ? 1 : b < ownBin ? 0 : 1 - belowInBin[rival]!;
        addOne(RANKS, ++count, below);
      }
      for (let c = 0; c < seats; c++) theirs[c] = theirs[c]! + share * RANKS[c]!;
    }
  }

  /** Chance of each place for every seat, from `seat` on to the left: `out` [S, S], the weakest first. After `weigh`. */
  allRanks(seat: number, out: Float32Array): void {
    const { seats, mine, theirs } = this;
    this.ownRank(seat);
    out.set(mine);
    for (let i = 1; i < seats; i++) {
      this.rivalRank((seat + i) % seats, seat);
      let sum = 0;
      for (let c = 0; c < seats; c++) sum += theirs[c]!;
      for (let c = 0; c < seats; c++) out[i * seats + c] = sum > 0 ? theirs[c]! / sum : 1 / seats;
    }
  }
}

/** One more seat in the distribution of how many are weaker: `count` seats now, this one weaker with chance `p`. */
function addOne(ranks: Float64Array, count: number, p: number): void {
  for (let k = count; k > 0; k--) ranks[k] = ranks[k]! * (1 - p) + ranks[k - 1]! * p;
  ranks[0] = ranks[0]! * (1 - p);
}

const tables = new Map<string, Float64Array>();

/** [ROUNDS, C, BINS] chance that a seat of this percentile picks the chip, under the model above. */
function likelihoods(seats: number, options: BeliefOptions): Float64Array {
  const key = `${seats}|${options.spread}|${options.earlier}|${options.lapse}`;
  let table = tables.get(key);
  if (table !== undefined) return table;
  table = new Float64Array(ROUNDS * seats * BINS);
  for (let r = 0; r < ROUNDS; r++) {
    const spread = options.spread + options.earlier * (ROUNDS - 1 - r);
    for (let b = 0; b < BINS; b++) {
      const aim = ((b + 0.5) / BINS) * seats - 0.5;
      let sum = 0;
      for (let c = 0; c < seats; c++) sum += Math.exp(-((c - aim) ** 2) / (2 * spread * spread));
      for (let c = 0; c < seats; c++) {
        const pick = Math.exp(-((c - aim) ** 2) / (2 * spread * spread)) / sum;
        table[(r * seats + c) * BINS + b] = (1 - options.lapse) * pick + options.lapse / seats;
      }
    }
  }
  tables.set(key, table);
  return table;
}
