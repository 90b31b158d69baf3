import { cardPlanOf } from '../../src/env/gang-cards.js';
import type { GangView } from '../../src/gang/state.js';
import { HEIST, ROUNDS } from '../../src/gang/words.js';
import { BINS } from '../percentile.js';
import { type BeliefOptions, RankBelief } from '../rank-belief.js';
import { byPlaces, type Measured, measured, pocketsOf } from './fields.js';
import { OpenCards } from './open-cards.js';

/**
 * How networks pick: closer to the true place than `belief` thinks of people, and now and then with something else in
 * mind. Of the spreads from 0.2 to 1 chips this one made most guesses right.
 */
const NETWORKS_PICK: BeliefOptions = { spread: 0.3, earlier: 0.1, lapse: 0.1 };
/** Evidence against a pocket that can't be made up for: rounds before it aren't looked at any more. */
const OUT = 1e-4;

/**
 * What the chips that a seat took say about its pocket, round by round, each by where the pocket stood on the cards that
 * lay there then. One for each seat that wants to know.
 */
export class ChipEvidence {
  private readonly open = new OpenCards();
  private readonly belief: RankBelief;
  private readonly places: Int32Array;
  private readonly likelihood = new Float64Array(ROUNDS * BINS);
  private readonly fields: (Measured | null)[] = [null, null, null, null];
  private readonly pocket = new Int32Array(16);
  private heist = -1;

  constructor(private readonly seats: number) {
    this.belief = new RankBelief(seats, NETWORKS_PICK);
    this.places = new Int32Array(seats);
  }

  /** Takes down what lies open; to be called whenever the seat is asked about chips. */
  keep(view: GangView): void {
    if (this.heist !== view.info[HEIST]) {
      this.heist = view.info[HEIST]!;
      this.open.reset();
    }
    this.open.keep(view, cardPlanOf(view));
  }

  /**
   * The weight of a pocket of a seat by the chips that it took, 1 where it fits all of them best. R-BLACKOUT: chips of past rounds that nobody may
   * remember aren't in the view, and say nothing.
   */
  of(view: GangView, seat: number): (pocket: ArrayLike<number>, count: number) => number {
    const { belief, seats, places, likelihood, fields } = this;
    const plan = cardPlanOf(view);
    for (let p = 0; p < seats; p++) places[view.plan.chipOrder[p]!] = p;
    likelihood.fill(1);
    for (let r = 0; r < ROUNDS; r++) {
      const open = this.heist === view.info[HEIST] ? this.open.tables[r]! : null;
      fields[r] = open?.plan === plan ? measured(open, pocketsOf(view, open)) : null;
      if (fields[r] === null) continue;
      belief.addTakes(view.took, (r * seats + seat) * seats, r, likelihood, r * BINS, places);
      const row = likelihood.subarray(r * BINS, (r + 1) * BINS);
      const most = Math.max(...row);
      const same = this.open.unchanged(view, seat, r);
      for (let b = 0; b < BINS; b++) row[b] = (row[b]! / most) ** same;
    }
    return (pocket, count) => {
      byPlaces(plan, pocket, count, this.pocket);
      let weight = 1;
      // The last round first: it is the quickest to look up, and the first to rule a pocket out.
      for (let r = ROUNDS - 1; r >= 0 && weight > OUT; r--) {
        const field = fields[r];
        if (field === null || field === undefined) continue;
        const bin = Math.min(BINS - 1, Math.floor(field.percentileOf(seat, this.pocket) * BINS));
        weight *= likelihood[r * BINS + bin]!;
      }
      return weight;
    };
  }
}
