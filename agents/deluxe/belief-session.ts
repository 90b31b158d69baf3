import type { Session } from '../../src/core/agent.js';
import type { Action, ActionList } from '../../src/core/game.js';
import { cardPlanOf, deadCards, isMarked, knownCards } from '../../src/env/gang-cards.js';
import { cardsKey } from '../../src/env/gang-equity.js';
import { KEEP } from '../../src/gang/actions.js';
import type { GangConfig } from '../../src/gang/config.js';
import type { GangView } from '../../src/gang/state.js';
import { HEIST, MOVES, PROMPT_BY, ROUNDS } from '../../src/gang/words.js';
import { BINS } from '../percentile.js';
import { type BeliefOptions, RankBelief, type RankOpinion } from '../rank-belief.js';
import { answerQuestion, type Judgement } from './answers.js';
import { freeExit, isSamePlace, mustExit, placeOf, takeOf } from './chips.js';
import { byPlaces, measured, type Pockets, pocketsOf } from './fields.js';
import { OpenCards } from './open-cards.js';
import { CardSense } from './sense.js';

/** What a pocket counts that lacks a card which this seat knows to lie there. */
const WITHOUT_KNOWN = 0.02;
/** How unsure of its place a seat takes an exit chip; with each move of a chip a little less unsure is enough. */
const EXIT_BELOW = 0.4;
const EXIT_STEP = 0.01;

/**
 * `belief` where the base game isn't all there is. What the others may hold is a set of sampled pockets for each, drawn
 * by what everybody knows (facts, shown cards), placed by how they stand on the face-up cards of each round, and
 * weighed by the chips that the seat took; pockets with cards that only this seat knows to lie elsewhere are out.
 */
export class DeluxeBelief implements Session<GangView>, Judgement, RankOpinion {
  readonly sense = new CardSense();
  private readonly belief: RankBelief;
  private readonly places: Int32Array;
  private heist = -1;
  private key = 0;
  private readonly open = new OpenCards();
  private readonly dead = new Int32Array(2);
  private readonly known = new Int32Array(32);
  private readonly evidence = new Float64Array(ROUNDS * BINS);
  private readonly pocket = new Int32Array(16);

  constructor(config: GangConfig, options: BeliefOptions) {
    this.belief = new RankBelief(config.players, options);
    this.places = new Int32Array(config.players);
  }

  act(view: GangView, legal: ActionList): Action {
    if (view.asked(PROMPT_BY) !== 0 || mustExit(view)) return answerQuestion(view, legal, this);
    this.look(view);
    return this.chips(view, legal);
  }

  ranks(view: GangView, out: Float32Array): void {
    if (view.pocketCount[view.seat] === 0) {
      out.fill(1 / view.shape.seats);
      return;
    }
    this.look(view);
    this.belief.allRanks(view.seat, out);
  }

  keep(view: GangView): void {
    this.begin(view);
    this.open.keep(view, cardPlanOf(view));
  }

  confidence(view: GangView): number {
    if (view.pocketCount[view.seat] === 0) return 0;
    this.look(view);
    return this.surest(view);
  }

  /** The chance of the likeliest place, those of the chips without stars as one. */
  private surest(view: GangView): number {
    const { mine, seats } = this.belief;
    let most = 0;
    let zeros = 0;
    for (let p = 0; p < seats; p++) {
      if (isSamePlace(view, p, 0)) zeros += mine[p]!;
      most = Math.max(most, mine[p]!);
    }
    return Math.max(most, zeros);
  }

  private chips(view: GangView, legal: ActionList): Action {
    const { belief } = this;
    const { mine, theirs, seats } = belief;
    const own = placeOf(view, view.starNow(view.seat));
    const exit = own >= 0 && !view.hasExit(view.seat) ? freeExit(view, legal) : -1;
    if (exit >= 0 && this.surest(view) < EXIT_BELOW + EXIT_STEP * view.info[MOVES]!) return exit;
    for (let p = 1; p < seats && isSamePlace(view, p, 0); p++) {
      mine[0] = mine[0]! + mine[p]!;
      mine[p] = -1;
    }
    for (let tried = 0; tried < seats; tried++) {
      let place = 0;
      for (let p = 1; p < seats; p++) if (mine[p]! > mine[place]!) place = p;
      const chance = mine[place]!;
      if (chance < 0) break;
      mine[place] = -1; // looked at
      if (own >= 0 && isSamePlace(view, own, place)) return KEEP;
      const take = takeOf(view, legal, place);
      if (take < 0) continue;
      const holder = (take & 0xff) - 1;
      if (holder < 0) return take;
      belief.rivalRank(holder, view.seat);
      if (chance >= theirs[place]!) return take;
    }
    return legal.includes(KEEP) ? KEEP : legal.at(0);
  }

  /** Brings the belief up to date with the view: the prior when cards have come, the takes always. */
  private look(view: GangView): void {
    const { belief, places } = this;
    this.begin(view);
    const key = cardsKey(view);
    if (key !== this.key) {
      this.key = key;
      this.weighCards(view);
    }
    belief.weigh(view.took, view.round, view.seat, places);
    belief.ownRank(view.seat);
  }

  /** Forgets the heist before. */
  private begin(view: GangView): void {
    if (this.heist === view.info[HEIST]) return;
    this.heist = view.info[HEIST]!;
    this.open.reset();
    this.key = 0;
    for (let p = 0; p < view.shape.seats; p++) this.places[view.plan.chipOrder[p]!] = p;
  }

  private weighCards(view: GangView): void {
    const { belief, sense, evidence } = this;
    const { prior, belowInBin } = belief;
    const { round, seat } = view;
    const { seats } = view.shape;
    const plan = cardPlanOf(view);
    this.open.keep(view, plan);
    const open = this.open.tables[round]!;
    const pockets = pocketsOf(view, open);
    const now = measured(open, pockets);
    const equity = sense.equity(view);
    byPlaces(plan, sense.pocket, sense.count, this.pocket);
    // Who has cards to play knows more of the board than anybody can see.
    const own = sense.toPlay.length > 0 ? equity : now.percentileOf(seat, this.pocket);
    belief.ownBin = Math.min(BINS - 1, Math.floor(own * BINS));
    deadCards(view, this.dead);
    prior.fill(0);
    belowInBin.fill(0);
    const past = this.open.tables.map((table, r) =>
      r < round && table !== null && table.plan === plan ? measured(table, pockets) : null,
    );
    for (let s = 0; s < seats; s++) {
      if (s === seat) continue;
      evidence.fill(1);
      for (let r = 0; r < round; r++) this.addPast(view, r, s, past[r] !== null);
      this.weighPockets(
        view,
        s,
        pockets,
        now.percentile,
        past.map((p) => p?.percentile ?? null),
        own,
      );
    }
  }

  /** Takes of a round before, as far as the pocket is the one that it was then. */
  private addPast(view: GangView, round: number, seat: number, isKnown: boolean): void {
    if (!isKnown) return;
    const { belief, evidence, places } = this;
    const { seats } = view.shape;
    belief.addTakes(view.took, (round * seats + seat) * seats, round, evidence, round * BINS, places);
    const same = this.open.unchanged(view, seat, round);
    if (same === 1) return;
    for (let b = 0; b < BINS; b++) evidence[round * BINS + b] = evidence[round * BINS + b]! ** same;
  }

  private weighPockets(
    view: GangView,
    seat: number,
    { set }: Pockets,
    percentile: Float32Array,
    past: readonly (Float32Array | null)[],
    own: number,
  ): void {
    const { belief, dead, evidence, known } = this;
    const { prior, belowInBin, ownBin } = belief;
    const { round } = view;
    const width = set.plan.pocket;
    const knownCount = knownCards(view, seat, 1 << view.seat, known);
    const from = set.rowOf(seat) * set.perRow;
    const at = seat * BINS;
    for (let i = from; i < from + set.perRow; i++) {
      const place = percentile[i]!;
      if (place < 0) continue;
      let weight = 1;
      let found = 0;
      for (let k = 0; k < width; k++) {
        const card = set.pockets[i * width + k]!;
        if (isMarked(card, dead)) weight = 0;
        for (let j = 0; j < knownCount; j++) if (known[j] === card) found++;
      }
      if (weight === 0) continue;
      for (let missing = found; missing < knownCount; missing++) weight *= WITHOUT_KNOWN;
      for (let r = 0; r < round; r++) {
        const then = past[r]?.[i] ?? -1;
        if (then >= 0) weight *= evidence[r * BINS + binOf(then)]!;
      }
      const bin = binOf(place);
      prior[at + bin]! += weight;
      if (bin === ownBin && place <= own) belowInBin[seat]! += place < own ? weight : weight / 2;
    }
    const inBin = prior[at + ownBin]!;
    belowInBin[seat] = inBin > 0 ? belowInBin[seat]! / inBin : 0.5;
    smooth(prior, at);
  }
}

function binOf(percentile: number): number {
  return Math.min(BINS - 1, Math.floor(percentile * BINS));
}

/** A set of some hundred pockets leaves gaps between the bins: each shares a little with its neighbours. */
function smooth(prior: Float64Array, at: number): void {
  let before = prior[at]!;
  for (let b = 0; b < BINS; b++) {
    const here = prior[at + b]!;
    const after = b + 1 < BINS ? prior[at + b + 1]! : here;
    prior[at + b] = 0.5 * here + 0.25 * (before + after) + 1e-9;
    before = here;
  }
}
