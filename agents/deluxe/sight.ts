import { TableOdds } from '../../src/cards/table-odds.js';
import { isCommunity, TableCards, type TablePlan } from '../../src/cards/table-plan.js';
import { cardPlanOf, fillOwnCards } from '../../src/env/gang-cards.js';
import { cardsKey } from '../../src/env/gang-equity.js';
import { standingAt } from '../../src/env/gang-standing.js';
import { GangView } from '../../src/gang/state.js';
import { BOARD_BY_ROUND, BOARD_COUNT, ROUND, ROUNDS } from '../../src/gang/words.js';
import type { CardSense } from './sense.js';
import { asHoldem } from './spread.js';

const SEATS_MAX = 10;
/** Samples where seats show different cards: a standard error of at most 0.032 for a chance. */
const SAMPLES = 256;

/** Equities of the deals of a pool, so that a deal that is played again costs nothing. */
export interface SightMemo {
  /** A number for the deal and the seat: sights of other deals are other sights. */
  readonly deal: number;
  readonly kept: Map<number, number>;
}

/** Writes what a network sees at any table: a view, and what its seat's cards say. */
export interface SightEncoder {
  readonly size: number;
  /** [S] by seat, of the view that was encoded last: the row in which an estimator's head answers for it (`RankHead`). */
  readonly headRows: Int32Array;
  /** `out` [size] at `outAt`. */
  encode(view: GangView, sight: Sight, out: Float32Array, outAt: number): void;
}

/** [S] rows that count from a seat to the left: what `headRows` of a network of the base game are. */
export function rowsFrom(seat: number, out: Int32Array): void {
  const { length } = out;
  for (let s = 0; s < length; s++) out[s] = (s - seat + length) % length;
}

/**
 * What one seat's cards say at any table, in Hold'em's terms and kept while the same cards lie: its equity in each round
 * so far, its chance against each seat, and the chance of each place. Cards that it knows in other pockets are left out:
 * their chips tell of the same hands, and networks that were given both took the one for a confirmation of the other
 * (with the Coordinator full won 81 % of heists at four players, without the passed cards in mind 95 %).
 */
export class Sight {
  /** [4] equity against one random hand in each round so far, spread as Hold'em's are; 0 in rounds to come. */
  readonly equity = new Float32Array(ROUNDS);
  /** [10] by seat, the own one 0.5; and by place, the weakest first. */
  readonly against = new Float32Array(SEATS_MAX);
  readonly places = new Float32Array(SEATS_MAX);
  private key = 0;
  private closerKey = 0;
  private round = -1;

  /** Forgets everything: a new heist begins. */
  reset(): void {
    this.equity.fill(0);
    this.key = 0;
    this.closerKey = 0;
    this.round = -1;
  }

  /** Takes up the equities of the rounds so far. */
  restore(equity: Float32Array): void {
    this.reset();
    this.equity.set(equity);
  }

  /** Brings the equities up to date with the view of a seat that holds cards. */
  update(view: GangView, sense: CardSense, memo?: SightMemo): void {
    const key = cardsKey(view);
    const { round } = view;
    if (key === this.key) return;
    if (round < this.round) this.equity.fill(0);
    this.key = key;
    this.round = round;
    this.equity[round] = memo === undefined ? equityOf(view, sense) : remembered(view, sense, key, memo);
  }

  /**
   * After `update`: the equities of rounds in which this wasn't asked, with the cards that the seat holds now and the
   * community cards that lay open then; where seats have face-up cards of their own, or the board changes, that of now.
   */
  recall(view: GangView, sense: CardSense): void {
    const { equity, round } = this;
    const prefix = view.config.variant === 'holdem' || view.config.variant === 'omaha';
    for (let r = 0; r < round; r++) {
      if (equity[r] !== 0) continue;
      equity[r] = prefix ? equityOf(viewOfRound(view, r), sense) : equity[round]!;
    }
  }

  /** After `update`: brings `against` and `places` up to date. */
  lookCloser(view: GangView): void {
    const { key, against, places } = this;
    if (key === this.closerKey) return;
    this.closerKey = key;
    const { seat } = view;
    const { seats } = view.shape;
    const plan = cardPlanOf(view);
    if (isCommunity(plan) || view.pocketCount[seat]! > plan.pocket) {
      const equity = this.equity[view.round]!;
      against.fill(equity, 0, seats);
      binomial(seats - 1, equity, places);
    } else {
      const { table, odds } = toolsOf(plan);
      fillOwnCards(view, table, view.pocket, view.pocketCount[seat]!, true);
      odds.run(table);
      for (let s = 0; s < seats; s++) {
        against[s] = odds.beats[seat * seats + s]!;
        places[s] = odds.ranks[seat * seats + s]!;
      }
    }
    against[seat] = 0.5;
  }
}

interface Tools {
  readonly table: TableCards;
  readonly odds: TableOdds;
}

const tools = new Map<TablePlan, Tools>();

function toolsOf(plan: TablePlan): Tools {
  let found = tools.get(plan);
  if (found === undefined) {
    found = { table: new TableCards(plan), odds: new TableOdds(plan, SAMPLES) };
    tools.set(plan, found);
  }
  return found;
}

/** A view with the community cards of a round before. */
function viewOfRound(view: GangView, round: number): GangView {
  const then = new GangView(view.config);
  then.words.set(view.words);
  then.info[ROUND] = round;
  then.info[BOARD_COUNT] = BOARD_BY_ROUND[round]!;
  then.board.fill(-1, BOARD_BY_ROUND[round]);
  return then;
}

function remembered(view: GangView, sense: CardSense, key: number, { deal, kept }: SightMemo): number {
  const name = deal * 0x1_0000_0000 + (key >>> 0);
  let equity = kept.get(name);
  if (equity === undefined) {
    equity = equityOf(view, sense);
    kept.set(name, equity);
  }
  return equity;
}

function equityOf(view: GangView, sense: CardSense): number {
  const standing = standingAt(view);
  return asHoldem(view.config.variant, standing >= 0 ? standing : sense.equity(view, true), view.round);
}

/** Chances of 0 … n successes, each with chance p, to `out`. */
function binomial(n: number, p: number, out: Float32Array): void {
  out.fill(0);
  out[0] = 1;
  for (let count = 1; count <= n; count++) {
    for (let k = count; k > 0; k--) out[k] = out[k]! * (1 - p) + out[k - 1]! * p;
    out[0] = out[0]! * (1 - p);
  }
}
