import { Rng } from '../core/rng.js';
import { DECK_SIZE } from './card.js';
import { ABSENT, isCommunity, TableCards, type TablePlan } from './table-plan.js';
import { TableSampler } from './table-sampler.js';

/** Pockets in a set: in one row where all seats are alike, else so many in all rows together. */
const SHARED_POCKETS = 384;
const SEAT_POCKETS = 768;
/** Hands dealt in all to compare a pocket with, shared out to the runouts (at least one of each seat for each). */
const HANDS = 4608;
/**
 * Runouts where more than one face-up card is still to come. With face-up cards for each seat or gap most runouts share
 * a card with a given pocket and don't count for it, so there are more of them; the work is about the same.
 */
const COMMUNITY_RUNOUTS = 96;
const OTHER_RUNOUTS = 256;

/**
 * Pockets that seats might hold, drawn from what everybody sees. At a table with community cards, while nothing is known
 * of single pockets, all seats are alike and share one row; else each seat has its own.
 */
export class PocketSet {
  rows = 0;
  perRow = 0;
  /** [rows, perRow, plan.pocket] by places; `ABSENT` where a seat has no card. */
  readonly pockets: Int16Array;
  private readonly sampler: TableSampler;

  constructor(readonly plan: TablePlan) {
    this.pockets = new Int16Array(Math.max(SHARED_POCKETS, SEAT_POCKETS) * plan.pocket);
    this.sampler = new TableSampler(plan);
  }

  /** The row of a seat's pockets. */
  rowOf(seat: number): number {
    return this.rows === 1 ? 0 : seat;
  }

  /** Draws pockets; each is uniform over all that the table leaves possible. Throws as `TableSampler.prepare`. */
  draw(table: TableCards, rng: Rng = new Rng(table.seed(), 1)): void {
    const { plan, sampler, pockets } = this;
    sampler.prepare(table);
    this.rows = allAlike(table) ? 1 : plan.seats;
    this.perRow = this.rows === 1 ? SHARED_POCKETS : Math.floor(SEAT_POCKETS / plan.seats);
    for (let i = 0; i < this.perRow; i++) {
      sampler.deal(rng);
      for (let row = 0; row < this.rows; row++) {
        const from = plan.pocketAt + row * plan.pocket;
        const to = (row * this.perRow + i) * plan.pocket;
        for (let k = 0; k < plan.pocket; k++) pockets[to + k] = sampler.world[from + k]!;
      }
    }
  }
}

function allAlike(table: TableCards): boolean {
  const { plan, cards } = table;
  if (!isCommunity(plan)) return false;
  for (let i = plan.loneAt; i < plan.pocketAt; i++) if (cards[i] !== ABSENT) return false;
  for (let s = 0; s < plan.seats; s++) {
    for (let k = 0; k < plan.pocket; k++) {
      const card = cards[table.pocketPlace(s, k)]!;
      if (card >= 0 || card !== cards[table.pocketPlace(0, k)]) return false;
    }
  }
  return true;
}

/**
 * Where pockets stand among all that the seats of a table might hold: what a holder can know when it takes a chip. Made
 * from what everybody sees, so that it is the same for every seat.
 *
 * A pocket's *standing* is its mean share of hands beaten (ties half) over sampled runouts and, beside each, sampled
 * hands of all seats; its *percentile* is its place among the standings of a set of pockets (on the river the two are
 * the same). All pockets are measured on
 * the same runouts, whose luck mostly cancels out. Its arrays are allocated once.
 */
export class TableField {
  /** [rows, perRow] of the measured set: standing and percentile 0 … 1; −1 for pockets that can't be any more. */
  readonly standing: Float32Array;
  readonly percentile: Float32Array;
  private readonly sampler: TableSampler;
  private runouts = 0;
  private pool = 0;
  /** [runouts, pocketAt] face-up cards of each runout, and their stacks. */
  private readonly faceUp: Int32Array;
  private readonly stackedOn: Int32Array;
  private readonly stackedCard: Int32Array;
  private readonly stackedCount: Int32Array;
  /** [runouts, 2] the cards of a runout as bits. */
  private readonly used: Int32Array;
  /** [runouts, pool] strengths, ascending within each runout. */
  private readonly strengths: Uint16Array;
  /** Standings of the set's pockets that can be, ascending. */
  private readonly ordered: Float32Array;
  private orderedCount = 0;

  /** `runouts` trades time for precision (README, "Errors"). */
  constructor(
    readonly plan: TablePlan,
    private readonly runoutsMax: number = isCommunity(plan) ? COMMUNITY_RUNOUTS : OTHER_RUNOUTS,
  ) {
    const pockets = Math.max(SHARED_POCKETS, SEAT_POCKETS);
    this.standing = new Float32Array(pockets);
    this.percentile = new Float32Array(pockets);
    this.ordered = new Float32Array(pockets);
    this.sampler = new TableSampler(plan);
    this.faceUp = new Int32Array(runoutsMax * plan.pocketAt);
    this.stackedOn = new Int32Array(2 * runoutsMax);
    this.stackedCard = new Int32Array(2 * runoutsMax);
    this.stackedCount = new Int32Array(runoutsMax);
    this.used = new Int32Array(2 * runoutsMax);
    this.strengths = new Uint16Array(HANDS + runoutsMax * plan.seats);
  }

  /**
   * Measures a set of pockets at a table of which `table` says what everybody knows. The set may have been drawn when
   * fewer cards lay open: pockets that share a card with the table now are out. Throws as `TableSampler.prepare`.
   */
  measure(table: TableCards, set: PocketSet, rng: Rng = new Rng(table.seed())): void {
    const { plan, standing, percentile, ordered } = this;
    this.deal(table, rng);
    let count = 0;
    const pockets = set.rows * set.perRow;
    for (let i = 0; i < pockets; i++) {
      const seat = Math.floor(i / set.perRow);
      const share = isOut(table, seat, set.pockets, i * plan.pocket)
        ? -1
        : this.standingOf(seat, set.pockets, i * plan.pocket);
      standing[i] = share;
      if (share >= 0) ordered[count++] = share;
    }
    this.orderedCount = count;
    ordered.subarray(0, count).sort();
    for (let i = 0; i < pockets; i++) percentile[i] = standing[i]! < 0 ? -1 : this.placeOf(standing[i]!);
  }

  /**
   * Deals the runouts and the hands of a table of which `table` says what everybody knows: enough for `standingOf`.
   * Throws as `TableSampler.prepare`.
   */
  deal(table: TableCards, rng: Rng = new Rng(table.seed())): void {
    const { plan, sampler } = this;
    sampler.prepare(table);
    const all = sampler.runouts;
    this.runouts = all > 0 ? Math.min(all, this.runoutsMax) : this.runoutsMax;
    const deals = Math.ceil(HANDS / this.runouts / plan.seats);
    this.pool = deals * plan.seats;
    for (let r = 0; r < this.runouts; r++) {
      sampler.dealFaceUp(rng, r);
      this.keepRunout(r);
      const at = r * this.pool;
      for (let i = 0; i < this.pool; i += plan.seats) {
        sampler.dealPockets(rng);
        for (let s = 0; s < plan.seats; s++) this.strengths[at + i + s] = sampler.strengthOf(s);
      }
      this.strengths.subarray(at, at + this.pool).sort();
    }
  }

  private keepRunout(r: number): void {
    const { plan, sampler, faceUp, used } = this;
    used[2 * r] = 0;
    used[2 * r + 1] = 0;
    for (let place = 0; place < plan.pocketAt; place++) {
      faceUp[r * plan.pocketAt + place] = sampler.world[place]!;
      this.mark(r, sampler.world[place]!);
    }
    this.stackedCount[r] = sampler.stackedCount;
    for (let k = 0; k < sampler.stackedCount; k++) {
      this.stackedOn[2 * r + k] = sampler.stackedOn[k]!;
      this.stackedCard[2 * r + k] = sampler.stackedCard[k]!;
      this.mark(r, sampler.stackedCard[k]!);
    }
  }

  private mark(r: number, card: number): void {
    if (card >= 0 && card < DECK_SIZE) this.used[2 * r + (card >> 5)]! |= 1 << (card & 31);
  }

  /**
   * Share of hands that a pocket at a seat beats by the end, 0 … 1; −1 where it shares a card with every runout.
   * @param pocket [plan.pocket] from `at`, in the places of the table that was measured (`ABSENT` where it has none)
   */
  standingOf(seat: number, pocket: ArrayLike<number>, at: number): number {
    const { plan, sampler, faceUp, used } = this;
    let low = 0;
    let high = 0;
    for (let k = 0; k < plan.pocket; k++) {
      const card = pocket[at + k]!;
      if (card < 0 || card >= DECK_SIZE) continue;
      if (card < 32) low |= 1 << card;
      else high |= 1 << (card & 31);
    }
    let sum = 0;
    let count = 0;
    for (let r = 0; r < this.runouts; r++) {
      if ((used[2 * r]! & low) !== 0 || (used[2 * r + 1]! & high) !== 0) continue;
      const base = r * plan.pocketAt;
      const strength =
        this.stackedCount[r] === 0
          ? sampler.strengthWith(seat, pocket, at, faceUp, base)
          : this.strengthOnStacks(r, seat, pocket, at);
      sum += this.shareBelow(r, strength);
      count++;
    }
    return count === 0 ? -1 : sum / count;
  }

  private strengthOnStacks(r: number, seat: number, pocket: ArrayLike<number>, at: number): number {
    const { plan, sampler, faceUp } = this;
    for (let place = 0; place < plan.pocketAt; place++) sampler.world[place] = faceUp[r * plan.pocketAt + place]!;
    sampler.stackedCount = this.stackedCount[r]!;
    for (let k = 0; k < sampler.stackedCount; k++) {
      sampler.stackedOn[k] = this.stackedOn[2 * r + k]!;
      sampler.stackedCard[k] = this.stackedCard[2 * r + k]!;
    }
    return sampler.strengthHere(seat, pocket, at);
  }

  /** A pocket's percentile among the measured set, equal standings half; 0.5 where it can't be. Arguments as `standingOf`. */
  percentileOf(seat: number, pocket: ArrayLike<number>, at: number): number {
    const share = this.standingOf(seat, pocket, at);
    return share < 0 ? 0.5 : this.placeOf(Math.fround(share));
  }

  private placeOf(share: number): number {
    const { ordered, orderedCount } = this;
    // On the river a standing among the hands that were dealt is a place among all hands, and they are more.
    if (this.runouts === 1) return share;
    const below = firstAt(ordered, 0, orderedCount, share);
    const upTo = firstAt(ordered, 0, orderedCount, share + 1e-9);
    return (below + upTo) / (2 * orderedCount);
  }

  private shareBelow(r: number, strength: number): number {
    const { strengths, pool } = this;
    const from = r * pool;
    let low = from;
    let high = from + pool;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (strengths[middle]! < strength) low = middle + 1;
      else high = middle;
    }
    // Equal hands are few, or the board is everybody's hand and they are most.
    let upTo = low;
    while (upTo < from + pool && strengths[upTo]! === strength) upTo++;
    return (low + upTo - 2 * from) / (2 * pool);
  }
}

/** Runouts by which pockets are measured before anything lies open; three times as many where most don't count. */
const STARTING_RUNOUTS = 1536;
const starts = new Map<string, { readonly set: PocketSet; readonly field: TableField }>();

/**
 * Pockets and where they stand while nothing is known of a table: before the flop a pocket differs little from others,
 * so it takes many runouts to tell them apart; but all heists begin alike. Measured at the first call for a plan (about
 * 0.2 s), then kept; not to be measured again by callers.
 */
export function startingField(plan: TablePlan): { readonly set: PocketSet; readonly field: TableField } {
  const key = `${plan.kind}|${plan.seats}|${plan.pocket}`;
  let start = starts.get(key);
  if (start === undefined) {
    const table = new TableCards(plan);
    const field = new TableField(plan, isCommunity(plan) ? STARTING_RUNOUTS : 3 * STARTING_RUNOUTS);
    start = { set: new PocketSet(plan), field };
    start.set.draw(table);
    field.measure(table, start.set);
    starts.set(key, start);
  }
  return start;
}

/** Whether a pocket that was drawn before can't be the seat's any more: it has a card that lies elsewhere, or lacks one. */
function isOut(table: TableCards, seat: number, pocket: Int16Array, at: number): boolean {
  const { plan, cards } = table;
  const from = table.pocketPlace(seat, 0);
  for (let k = 0; k < plan.pocket; k++) {
    const card = pocket[at + k]!;
    const known = cards[from + k]!;
    if (card !== known && (known >= 0 || card < 0 !== (known === ABSENT))) return true;
    if (card < 0 || card === known) continue;
    for (let place = 0; place < plan.places; place++) if (cards[place] === card) return true;
    for (let i = 0; i < table.stackedCount; i++) if (table.stackedCard[i] === card) return true;
  }
  return false;
}

/** How many of `count` ascending numbers from `from` are below `value`. */
function firstAt(sorted: Float32Array, from: number, count: number, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[from + middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
