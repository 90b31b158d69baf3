import type { Action, ActionList } from '../../src/core/game.js';
import type { Rng } from '../../src/core/rng.js';
import { action, cardOf, DO, numberOf, verbOf } from '../../src/gangup/actions.js';
import { type Cards, CRIME, GANGSTER } from '../../src/gangup/cards.js';
import { needed } from '../../src/gangup/effects/evaluate.js';
import { AT_HQ, type GangupView, INFO } from '../../src/gangup/state.js';
import type { Appraiser } from './appraisal.js';

/** A deal must promise at least so much. */
const DEAL_MIN = 0.2;
/** A gangster that goes back to the hand because the status fell can be placed again: so much of it is lost. */
const SENT_BACK = 0.4;
/** One of the hand that can't be placed for some turns: so much of it. */
const HELD_BACK = 0.2;
/** Crimes that are out of reach until the status is regained, all of them together. */
const CRIMES_MISSED = 5;
/** A location is worth from so many times to so many times its worth: tastes differ, or nobody would ever sell. */
const TASTE = [0.6, 1.7] as const;

/** One seat's taste in locations: for each card a factor, by lot. */
export function tasteOf(cards: Cards, rng: Rng): Float64Array {
  const taste = new Float64Array(cards.count).fill(1);
  for (const card of cards.locations) taste[card] = TASTE[0] + (TASTE[1] - TASTE[0]) * rng.float();
  return taste;
}

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
export function shop(appraiser: Appraiser, taste: Float64Array, view: GangupView, legal: ActionList): Action {
  const { cards, status } = view;
  let best = action(DO.done);
  let gain = DEAL_MIN;
  for (let i = 0; i < legal.length; i++) {
    const code = legal.codes[i]!;
    const card = cardOf(code);
    const fair = toCome(appraiser, view, card);
    let price = cards.price[card]!;
    if (verbOf(code) === DO.offer) {
      price = numberOf(code);
      const owner = view.locationOwner[cards.locations.indexOf(card)]!;
      // Few sell for less, and no location is worth the owner's victory.
      if (price <= fair || status[owner]! + price >= view.config.winStatus) continue;
    } else if (verbOf(code) !== DO.buy) continue;
    // Whoever is poor can do little else for a long time.
    if (2 * (status[view.seat]! - price) < view.config.startStatus) continue;
    const net = fair * taste[card]! - price - tooHigh(appraiser, view, price);
    if (net > gain) {
      gain = net;
      best = code;
    }
  }
  return best;
}

/** Whether the owner takes the price that is offered. */
export function sells(appraiser: Appraiser, taste: Float64Array, view: GangupView): boolean {
  const price = view.info[INFO.offerPrice]!;
  const card = view.info[INFO.offerCard]!;
  if (view.status[view.seat]! + price >= view.config.winStatus) return true;
  return price > toCome(appraiser, view, card) * taste[card]!;
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

/** What the seat loses by cards for which a status lower by `price` is too low: gangsters (R-DROP), crimes. */
function tooHigh(appraiser: Appraiser, view: GangupView, price: number): number {
  const { seat, cards } = view;
  const now = view.status[seat]!;
  const left = now - price;
  let sum = 0;
  for (let card = 0; card < cards.count; card++) {
    const number = cards.number[card]!;
    if (cards.kind[card] !== CRIME || number > now || number <= left) continue;
    sum += (CRIMES_MISSED * cards.copies[card]!) / cards.crimeTotal;
  }
  for (let slot = 0; slot < view.slots; slot++) {
    const card = view.slotCard[slot]!;
    if (card < 0 || view.slotOwner[slot] !== seat || view.slotAt[slot] !== AT_HQ) continue;
    if (needed(view, seat, card) > left) sum += SENT_BACK * appraiser.worth.card[card]!;
  }
  for (let i = 0; i < view.handCount[seat]!; i++) {
    const card = view.hand[i]!;
    if (cards.kind[card] !== GANGSTER) continue;
    const number = needed(view, seat, card);
    if (number > left && number <= now) sum += HELD_BACK * appraiser.worth.card[card]!;
  }
  return sum;
}
