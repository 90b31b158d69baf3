import type { GangConfig } from '../../src/gang/config.js';
import { planOf } from '../../src/gang/plan.js';
import type { GangView } from '../../src/gang/state.js';
import { ROUNDS } from '../../src/gang/words.js';
import { BINS } from '../percentile.js';
import { RankBelief } from '../rank-belief.js';

/** How people pick in the round at hand (as `belief` thinks), and how much a hand may have moved since a round before. */
const NOW = { spread: 0.6, earlier: 0.2, lapse: 0.05 };
const LAPSE_BEFORE = 0.1;

/**
 * What the chips alone say: where each seat's hand stands among all hands, judging by what it took in all rounds. The
 * same for everybody at the table, and so cheap that a network gets it at every decision.
 */
export class Claims {
  /** [S] mean and spread of each seat's percentile. */
  readonly mean: Float64Array;
  readonly spread: Float64Array;
  private readonly now: RankBelief;
  private readonly before: RankBelief;
  private readonly places: Int32Array;
  private readonly seats: number;
  private key = -1;

  constructor(config: GangConfig) {
    const { players } = config;
    this.seats = players;
    this.mean = new Float64Array(players);
    this.spread = new Float64Array(players);
    this.now = new RankBelief(players, NOW);
    this.before = new RankBelief(players, {
      spread: 0.6 + 0.1 * players,
      earlier: 0.05 * players,
      lapse: LAPSE_BEFORE,
    });
    this.places = new Int32Array(players);
    planOf(config).chipOrder.forEach((chip, place) => {
      this.places[chip] = place;
    });
  }

  /**
   * Brings `mean` and `spread` up to date, and writes the chance of each place of the view's seat, whose own hand stands
   * at `percentile`, to `out` [S] at `at`.
   */
  update(view: GangView, percentile: number, out: Float32Array, at: number): void {
    const { now, places, seats, mean, spread } = this;
    const { seat, round } = view;
    this.weighPast(view);
    now.ownBin = Math.min(BINS - 1, Math.floor(percentile * BINS));
    now.belowInBin.fill(percentile * BINS - now.ownBin);
    now.weigh(view.took, round, seat, places);
    now.ownRank(seat);
    // Rounding may carry a chance just past its bounds.
    for (let p = 0; p < seats; p++) out[at + p] = Math.min(1, Math.max(0, now.mine[p]!));
    for (let s = 0; s < seats; s++) {
      mean[s] = percentile;
      spread[s] = 0;
      if (s === seat) continue;
      let sum = 0;
      let squares = 0;
      for (let b = 0; b < BINS; b++) {
        const share = now.posterior[s * BINS + b]!;
        const x = (b + 0.5) / BINS;
        sum += share * x;
        squares += share * x * x;
      }
      mean[s] = sum;
      spread[s] = Math.sqrt(Math.max(0, squares - sum * sum));
    }
  }

  /** Takes of rounds before, when they have changed. */
  private weighPast(view: GangView): void {
    const { now, before, places, seats } = this;
    const { took, round } = view;
    const width = seats * seats;
    let key = round;
    for (let i = 0; i < round * width; i++) key = (Math.imul(key, 31) + took[i]!) | 0;
    if (key === this.key) return;
    this.key = key;
    now.prior.fill(1);
    for (let s = 0; s < seats; s++) {
      for (let r = 0; r < round; r++) {
        // One round ago is the river's row of the table of rounds before, and so on.
        const row = ROUNDS - round + r;
        before.addTakes(took, (r * seats + s) * seats, row, now.prior, s * BINS, places);
      }
    }
  }
}
