import type { Action, ActionList } from '../../src/core/game.js';
import type { Rng } from '../../src/core/rng.js';
import { action, cardOf, DO, numberOf, verbOf } from '../../src/gangup/actions.js';
import { GANGSTER } from '../../src/gangup/cards.js';
import { needed } from '../../src/gangup/effects/evaluate.js';
import { AT_HQ, type GangupView, INFO } from '../../src/gangup/state.js';
import type { Appraiser } from './appraisal.js';

/** A deal must promise at least so much. */
const DEAL_MIN = 0.2;
/** A gangster that goes back to the hand because the status fell can be placed again: so much of it is lost. */
const SENT_BACK = 0.4;
/** One of the hand that can't be placed for some turns: so much of it. */
const HELD_BACK = 0.2;
/** A seat whose gang can make more of a location than its owner's pays up to so many times what it is worth to him. */
const ZEAL = 1.5;

/**
 * A leader, or none: tastes differ, so it is drawn by lot, and one that is worth a point more comes e times as often. No
 * leader is worth nothing.
 */
export function pickLeader(appraiser: Appraiser, legal: ActionList, rng: Rng): Action {
  const { card } = appraiser.worth;
  const taste = (code: Action): number => (verbOf(code) === DO.leader ? Math.exp(card[cardOf(code)]!) : 1);
  let sum = 0;
  for (let i = 0; i < legal.length; i++) sum += taste(legal.codes[i]!);
  let left = rng.float() * sum;
  for (let i = 0; i < legal.length; i++) {
    left -= taste(legal.codes[i]!);
    if (left < 0) return legal.codes[i]!;
  }
  return action(DO.noLeader);
}

/** Buys or offers for the location that gains the seat the most, if one is worth what it costs. */
export function shop(appraiser: Appraiser, view: GangupView, legal: ActionList): Action {
  const { seat, cards, status } = view;
  let best = action(DO.done);
  let gain = DEAL_MIN;
  for (let i = 0; i < legal.length; i++) {
    const code = legal.codes[i]!;
    const card = cardOf(code);
    let worth = toCome(appraiser, view, card);
    let price = cards.price[card]!;
    if (verbOf(code) === DO.offer) {
      price = numberOf(code);
      const owner = view.locationOwner[cards.locations.indexOf(card)]!;
      // Nobody sells for less, and no location is worth the owner's victory.
      if (price <= worth || status[owner]! + price >= view.config.winStatus) continue;
      const means = (1 + appraiser.headquarters(seat)) / (1 + appraiser.headquarters(owner));
      worth *= Math.min(ZEAL, means);
    } else if (verbOf(code) !== DO.buy) continue;
    const net = worth - price - tooHigh(appraiser, view, price);
    if (net > gain) {
      gain = net;
      best = code;
    }
  }
  return best;
}

/** Whether the owner takes the price that is offered. */
export function sells(appraiser: Appraiser, view: GangupView): boolean {
  const price = view.info[INFO.offerPrice]!;
  if (view.status[view.seat]! + price >= view.config.winStatus) return true;
  return price > toCome(appraiser, view, view.info[INFO.offerCard]!);
}

/** What a location is still worth: the nearer the end of the game, the less. */
function toCome(appraiser: Appraiser, view: GangupView, card: number): number {
  const { config, cards, status, info, seats } = view;
  let top = 0;
  for (let s = 0; s < seats; s++) top = Math.max(top, status[s]!);
  const way = (config.winStatus - top) / Math.max(1, config.winStatus - config.startStatus);
  const crimes = info[INFO.crimes]! / Math.max(1, cards.crimeTotal);
  return appraiser.worth.card[card]! * Math.max(0, Math.min(1, way, crimes));
}

/** What the seat loses by gangsters for whom a status lower by `price` is too low, on the table (R-DROP) and in hand. */
function tooHigh(appraiser: Appraiser, view: GangupView, price: number): number {
  const { seat } = view;
  const left = view.status[seat]! - price;
  let sum = 0;
  for (let slot = 0; slot < view.slots; slot++) {
    const card = view.slotCard[slot]!;
    if (card < 0 || view.slotOwner[slot] !== seat || view.slotAt[slot] !== AT_HQ) continue;
    if (needed(view, seat, card) > left) sum += SENT_BACK * appraiser.worth.card[card]!;
  }
  for (let i = 0; i < view.handCount[seat]!; i++) {
    const card = view.hand[i]!;
    if (view.cards.kind[card] !== GANGSTER) continue;
    const number = needed(view, seat, card);
    if (number > left && number <= view.status[seat]!) sum += HELD_BACK * appraiser.worth.card[card]!;
  }
  return sum;
}
