import { TableOdds } from '../../src/cards/table-odds.js';
import { isCommunity, TableCards, type TablePlan } from '../../src/cards/table-plan.js';
import { cardPlanOf, fillOwnCards } from '../../src/env/gang-cards.js';
import { cardsKey } from '../../src/env/gang-equity.js';
import type { GangView } from '../../src/gang/state.js';
import { ROUNDS } from '../../src/gang/words.js';
import type { CardSense } from './sense.js';

/** Samples where hands stand differently against each seat: a standard error of at most 0.032 for a chance. */
const SAMPLES = 256;
const SEATS_MAX = 10;
/** Numbers of a sight: the equity now, against each seat, of each place. */
export const SIGHT_SIZE = 1 + 2 * SEATS_MAX;
const AGAINST = 1;
const PLACES = 1 + SEATS_MAX;

/** Sights of the deals of a pool, so that a deal that is played again costs nothing. */
export interface SightMemo {
  /** A number for the deal and the seat: sights of other deals are other sights. */
  readonly deal: number;
  readonly kept: Map<number, Float32Array>;
}

/**
 * What one seat's cards say at any table, kept while the same cards lie: its equity in each round so far, its chance
 * against each seat, and the chance of each place. Cards that it knows in other pockets are left out: their chips tell
 * of the same hands, and networks that were given both took the one for a confirmation of the other (with the
 * Coordinator full won 81 % of heists at four players, without the passed cards in mind 95 %).
 */
export class Sight {
  /** [4] equity against one random hand in each round so far, 0 in those to come. */
  readonly equity = new Float32Array(ROUNDS);
  /** [10] by seat, the own one 0.5; and by place, the weakest first. */
  against: Float32Array = new Float32Array(SEATS_MAX);
  places: Float32Array = new Float32Array(SEATS_MAX);
  private key = 0;
  private round = -1;

  /** Forgets everything: a new heist begins. */
  reset(): void {
    this.equity.fill(0);
    this.key = 0;
    this.round = -1;
  }

  /** Takes up the equities of the rounds so far. */
  restore(equity: Float32Array): void {
    this.reset();
    this.equity.set(equity);
  }

  /** Brings everything up to date with the view of a seat that holds cards. */
  update(view: GangView, sense: CardSense, memo?: SightMemo): void {
    const key = cardsKey(view);
    const { round } = view;
    if (key === this.key) return;
    if (round < this.round) this.equity.fill(0);
    this.key = key;
    this.round = round;
    const values = memo === undefined ? lookAt(view, sense) : remembered(view, sense, key, memo);
    this.equity[round] = values[0]!;
    this.against = values.subarray(AGAINST, PLACES);
    this.places = values.subarray(PLACES);
  }
}

function remembered(view: GangView, sense: CardSense, key: number, { deal, kept }: SightMemo): Float32Array {
  const name = deal * 0x1_0000_0000 + (key >>> 0);
  let values = kept.get(name);
  if (values === undefined) {
    values = lookAt(view, sense);
    kept.set(name, values);
  }
  return values;
}

interface Tools {
  readonly table: TableCards;
  readonly odds: TableOdds;
}

const tools = new Map<TablePlan, Tools>();

function lookAt(view: GangView, sense: CardSense): Float32Array {
  const out = new Float32Array(SIGHT_SIZE);
  const plan = cardPlanOf(view);
  const { seat } = view;
  const { seats } = view.shape;
  const held = view.pocketCount[seat]!;
  // Where all seats use the same cards a seat of which nothing is known stands for all of them. Who has cards to play
  // knows more of the board than can be dealt.
  if ((isCommunity(plan) && !plan.exactly) || held > plan.pocket) {
    const equity = sense.equity(view, true);
    out[0] = equity;
    out.fill(equity, AGAINST, AGAINST + seats);
    out[AGAINST + seat] = 0.5;
    binomial(seats - 1, equity, out, PLACES);
    return out;
  }
  let found = tools.get(plan);
  if (found === undefined) {
    found = { table: new TableCards(plan), odds: new TableOdds(plan, SAMPLES) };
    tools.set(plan, found);
  }
  const { table, odds } = found;
  fillOwnCards(view, table, view.pocket, held, true);
  odds.run(table);
  let sum = 0;
  for (let s = 0; s < seats; s++) {
    const chance = s === seat ? 0.5 : odds.beats[seat * seats + s]!;
    if (s !== seat) sum += chance;
    out[AGAINST + s] = chance;
    out[PLACES + s] = odds.ranks[seat * seats + s]!;
  }
  out[0] = sum / (seats - 1);
  return out;
}

/** Chances of 0 … n successes, each with chance p, to `out` at `at`. */
function binomial(n: number, p: number, out: Float32Array, at: number): void {
  out[at] = 1;
  for (let count = 1; count <= n; count++) {
    for (let k = count; k > 0; k--) out[at + k] = out[at + k]! * (1 - p) + out[at + k - 1]! * p;
    out[at] = out[at]! * (1 - p);
  }
}
