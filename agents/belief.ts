import { pairIndex } from '../src/cards/flop-index.js';
import type { Session } from '../src/core/agent.js';
import type { Action } from '../src/core/game.js';
import { KEEP, takeAction } from '../src/gang/actions.js';
import type { GangConfig } from '../src/gang/config.js';
import { planOf } from '../src/gang/plan.js';
import { BOARD_MAX, type GangView, HEIST, ROUNDS } from '../src/gang/state.js';
import { DeluxeBelief } from './deluxe/belief-session.js';
import type { GangAgent } from './gang-agent.js';
import { BINS, PAIR_HIGH, PAIR_LOW, rankBoard } from './percentile.js';
import { BELIEF_DEFAULTS, type BeliefOptions, RankBelief, type RankOpinion } from './rank-belief.js';

export { BELIEF_DEFAULTS, type BeliefOptions } from './rank-belief.js';

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
 *
 * This is how it plays the base game; at other tables see `deluxe/`.
 */
class BeliefSession implements Session<GangView>, RankOpinion {
  private readonly belief: RankBelief;
  private readonly key = new Int32Array(9).fill(-1);

  constructor(
    private readonly seats: number,
    options: BeliefOptions,
  ) {
    this.belief = new RankBelief(seats, options);
  }

  act(view: GangView): Action {
    const { belief, seats } = this;
    this.look(view);
    const { mine, theirs } = belief;
    belief.ownRank(view.seat);
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
        belief.rivalRank(holder, view.seat);
        if (chance >= theirs[chip]!) return takeAction(chip, holder);
      }
    }
    return KEEP; // never reached: a seat without a star leaves one free, a seat with one meets its own
  }

  ranks(view: GangView, out: Float32Array): void {
    this.look(view);
    this.belief.allRanks(view.seat, out);
  }

  private look(view: GangView): void {
    if (this.changed(view)) this.beginRound(view);
    this.belief.weigh(view.took, view.round, view.seat);
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
    const { belief, seats } = this;
    const { prior, belowInBin } = belief;
    const { round, seat } = view;
    const { pairs, percentile, bin } = rankBoard(view.board, round);
    for (let r = 0; r < round; r++) PAST_BINS[r] = rankBoard(view.board, r).bin;
    const a = view.pocket[0]!;
    const b = view.pocket[1]!;
    const own = percentile[pairIndex(a, b)]!;
    const ownBin = bin[pairIndex(a, b)]!;
    belief.ownBin = ownBin;
    prior.fill(0);
    belowInBin.fill(0);
    for (let s = 0; s < seats; s++) {
      if (s === seat) continue;
      EVIDENCE.fill(1);
      for (let r = 0; r < round; r++) {
        belief.addTakes(view.took, (r * seats + s) * seats, r, EVIDENCE, r * BINS);
      }
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
}

const EVIDENCE = new Float64Array(ROUNDS * BINS);
const PAST_BINS: Uint8Array[] = [];

/** What `belief` thinks of the final ranks at one seat of a table, whoever plays there. */
export function beliefOpinion(config: GangConfig, options: BeliefOptions = BELIEF_DEFAULTS): RankOpinion {
  return planOf(config).plain ? new BeliefSession(config.players, options) : new DeluxeBelief(config, options);
}

/** The agent under another model of how people pick. */
export function makeBelief(options: Partial<BeliefOptions> = {}): GangAgent {
  const all = { ...BELIEF_DEFAULTS, ...options };
  return {
    name: 'belief',
    observes: 'full',
    open: (input) => {
      const config = input as GangConfig;
      return planOf(config).plain ? new BeliefSession(config.players, all) : new DeluxeBelief(config, all);
    },
  };
}

export const belief: GangAgent = makeBelief();
