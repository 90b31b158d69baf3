import { pairIndex } from '../src/cards/flop-index.js';
import type { Session } from '../src/core/agent.js';
import type { Action } from '../src/core/game.js';
import { KEEP, takeAction } from '../src/gang/actions.js';
import type { GangConfig } from '../src/gang/config.js';
import { BOARD_MAX, type GangView, HEIST, ROUNDS } from '../src/gang/state.js';
import type { GangAgent } from './gang-agent.js';
import { BINS, PAIR_HIGH, PAIR_LOW, rankBoard } from './percentile.js';

/**
 * `belief`: what may the others hold, judging by the chips that they took?
 *
 * **The model of how people pick.** In each round a seat knows how its pocket stands among all pockets possible on the
 * board: its percentile s in 0…1. It reaches for the chip that s points to, chip c standing for s = (c + ½)/N, with a
 * normal spread, the wider the earlier the round; once in a while (`lapse`) it takes any chip at all. Each take is one
 * such observation, independent of the others, so a chip that is taken back again and again is claimed the more.
 *
 * **The belief.** For each other seat, every pocket that I can't see has a weight: the likelihood of all its takes in
 * all rounds so far. In the round at hand the weights are kept by bins of the percentile.
 *
 * **The act.** Seats are independent given the table, so the chance that I stand k-th is that of k among the others
 * being weaker. I take the chip of my likeliest rank. When another seat holds it I compare that seat's chance for this
 * rank with mine; is its claim likelier, I yield and look at my next likeliest rank.
 */
export interface BeliefOptions {
  /** Spread of a pick in chips, on the river; each round before adds `earlier`. */
  readonly spread: number;
  readonly earlier: number;
  /** Chance that a pick means nothing. */
  readonly lapse: number;
}

export const BELIEF_DEFAULTS: BeliefOptions = { spread: 0.6, earlier: 0.2, lapse: 0.05 };

class BeliefSession implements Session<GangView> {
  /** [S, BINS] weight of the other seat's pockets by percentile in this round, takes of rounds before counted in. */
  private readonly prior: Float64Array;
  /** [S] share of my own bin's weight that is below me (equal hands count half). */
  private readonly belowInBin: Float64Array;
  /** [S, BINS] the same with this round's takes, summing to 1. */
  private readonly posterior: Float64Array;
  /** [S, BINS] chance that the seat is weaker than the middle of the bin. */
  private readonly weaker: Float64Array;
  /** [C] chance that I, and that a rival, stands on each chip. */
  private readonly mine: Float64Array;
  private readonly theirs: Float64Array;
  private readonly row: Float64Array;
  private readonly key = new Int32Array(9).fill(-1);
  private readonly table: Float64Array;
  private ownBin = 0;

  constructor(
    private readonly seats: number,
    options: BeliefOptions,
  ) {
    this.table = likelihoods(seats, options);
    this.prior = new Float64Array(seats * BINS);
    this.belowInBin = new Float64Array(seats);
    this.posterior = new Float64Array(seats * BINS);
    this.weaker = new Float64Array(seats * BINS);
    this.mine = new Float64Array(seats);
    this.theirs = new Float64Array(seats);
    this.row = new Float64Array(BINS);
  }

  act(view: GangView): Action {
    if (this.changed(view)) this.beginRound(view);
    this.weigh(view);
    const { mine, theirs, seats } = this;
    this.ownRank(view.seat);
    const own = view.starNow(view.seat);
    const paid = view.takesLeft(view.seat) > 0;
    for (let tried = 0; tried < seats; tried++) {
      let chip = 0;
      for (let c = 1; c < seats; c++) if (mine[c]! > mine[chip]!) chip = c;
      const chance = mine[chip]!;
      mine[chip] = -1; // looked at
      if (chip === own) return KEEP;
      const holder = view.holder[chip]!;
      if (holder < 0) {
        if (paid || own < 0) return takeAction(chip, -1);
      } else if (paid) {
        this.rivalRank(holder, view.seat);
        if (chance >= theirs[chip]!) return takeAction(chip, holder);
      }
    }
    return KEEP; // never reached: a seat without a star leaves one free, a seat with one meets its own
  }

  private changed(view: GangView): boolean {
    const { key } = this;
    const heist = view.info[HEIST]!;
    let same = key[0] === heist && key[1] === view.round && key[2] === view.pocket[0] && key[3] === view.pocket[1];
    for (let i = 0; i < BOARD_MAX; i++) same = same && key[4 + i] === view.board[i];
    if (same) return false;
    key[0] = heist;
    key[1] = view.round;
    key[2] = view.pocket[0]!;
    key[3] = view.pocket[1]!;
    key.set(view.board, 4);
    return true;
  }

  /** Weighs every pocket of every other seat by its takes in the rounds before, and bins it by this round's board. */
  private beginRound(view: GangView): void {
    const { seats, prior, belowInBin } = this;
    const { round, seat } = view;
    const { pairs, percentile, bin } = rankBoard(view.board, round);
    for (let r = 0; r < round; r++) PAST_BINS[r] = rankBoard(view.board, r).bin;
    const a = view.pocket[0]!;
    const b = view.pocket[1]!;
    const own = percentile[pairIndex(a, b)]!;
    const ownBin = bin[pairIndex(a, b)]!;
    this.ownBin = ownBin;
    prior.fill(0);
    belowInBin.fill(0);
    for (let s = 0; s < seats; s++) {
      if (s === seat) continue;
      EVIDENCE.fill(1);
      for (let r = 0; r < round; r++) this.addTakes(view, r, s, EVIDENCE, r * BINS);
      const at = s * BINS;
      for (let i = 0; i < pairs.length; i++) {
        const p = pairs[i]!;
        const high = PAIR_HIGH[p]!;
        const low = PAIR_LOW[p]!;
        if (high === a || high === b || low === a || low === b) continue;
        let weight = 1;
        for (let r = 0; r < round; r++) weight *= EVIDENCE[r * BINS + PAST_BINS[r]![p]!]!;
        const here = bin[p]!;
        prior[at + here]! += weight;
        if (here === ownBin && percentile[p]! <= own) belowInBin[s]! += percentile[p]! < own ? weight : weight / 2;
      }
      const inBin = prior[at + ownBin]!;
      belowInBin[s] = inBin > 0 ? belowInBin[s]! / inBin : 0.5;
    }
  }

  /** Multiplies the likelihood of a seat's takes in a round into `out` [BINS] at `at`. */
  private addTakes(view: GangView, round: number, seat: number, out: Float64Array, at: number): void {
    const { seats, table } = this;
    for (let c = 0; c < seats; c++) {
      const from = (round * seats + c) * BINS;
      let times = Math.min(TAKES_COUNTED, view.took[(round * seats + seat) * seats + c]!);
      for (; times > 0; times--) {
        for (let b = 0; b < BINS; b++) out[at + b]! *= table[from + b]!;
      }
    }
  }

  /** This round's takes on top of the prior. */
  private weigh(view: GangView): void {
    const { seats, prior, posterior, weaker, row } = this;
    for (let s = 0; s < seats; s++) {
      if (s === view.seat) continue;
      row.set(prior.subarray(s * BINS, (s + 1) * BINS));
      this.addTakes(view, view.round, s, row, 0);
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

  /** `mine` [C]: chance that so many others are weaker than I am. */
  private ownRank(seat: number): void {
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

  /** `theirs` [C]: the same for another seat, over what it may hold. */
  private rivalRank(rival: number, seat: number): void {
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
}

/** People may take a chip as often as they like; past this more of the same says nothing new. */
const TAKES_COUNTED = 6;
const RANKS = new Float64Array(16);
const EVIDENCE = new Float64Array(ROUNDS * BINS);
const PAST_BINS: Uint8Array[] = [];

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

/** The agent under another model of how people pick. */
export function makeBelief(options: Partial<BeliefOptions> = {}): GangAgent {
  const all = { ...BELIEF_DEFAULTS, ...options };
  return {
    name: 'belief',
    observes: 'full',
    open: (config) => new BeliefSession((config as GangConfig).players, all),
  };
}

export const belief: GangAgent = makeBelief();
