import type { Action, ActionList } from '../../src/core/game.js';
import { action, cardOf, DO, numberOf, verbOf } from '../../src/gangup/actions.js';
import { ABILITIES_MAX, GANGSTER, INFLUENCE } from '../../src/gangup/cards.js';
import { HAND_MAX, participants, passive } from '../../src/gangup/effects/evaluate.js';
import { PROMPT } from '../../src/gangup/prompts.js';
import { FRAME, type GangupView, INFO } from '../../src/gangup/state.js';
import type { Appraiser } from './appraisal.js';
import { cheapest } from './hand.js';
import type { Temper } from './temper.js';

/** R-FUEL leaves more; nobody needs it. */
const PLAYS_ENOUGH = 12;
const PLAYS_LISTED = 256;
/** What a card that pays for an action counts, of what it is worth, while the hand isn't full. */
const PAYMENT = 1.5;
/** Keenness below this is that of a full hand. */
const FULL_HAND = 0.4;
const values = new Float64Array(PLAYS_LISTED);
const prices = new Float64Array(PLAYS_LISTED);
const swings = new Float64Array(PLAYS_LISTED);
const codes = new Int32Array(PLAYS_LISTED);

/** What a script plays, when, and for what price: influences, actions and Cancels. */
export class Plays {
  constructor(
    private readonly appraiser: Appraiser,
    private readonly temper: Temper,
  ) {}

  excess(view: GangupView): number {
    return view.handCount[view.seat]! - Math.max(0, view.config.handMax + passive(view, HAND_MAX, view.seat, -1, 0));
  }

  /** The best play, if one is worth its price; else `otherwise`. */
  play(view: GangupView, legal: ActionList, otherwise: Action): Action {
    const { appraiser, temper } = this;
    const { info, seat } = view;
    if (view.plays[seat]! >= PLAYS_ENOUGH) return otherwise;
    const running = info[INFO.crimeStage] === 3;
    const { margin, reward } = appraiser;
    const won = running ? appraiser.outcome(true, reward) : 0;
    const lost = running ? appraiser.outcome(false, reward) : 0;
    const good = running && margin >= 0 === won > lost;
    // Whoever is content waits: another play gives it the word again.
    appraiser.calm = good;
    // The last to pass closes the round: then nothing is uncertain any more.
    const closes = running && info[INFO.passes] === view.seats - 1 && info[INFO.prompt] === PROMPT.priority;
    const stay = closes ? (margin >= 0 ? won : lost) - appraiser.crime(margin, reward) : 0;
    const meddles = running && ((participants(view) >> seat) & 1) === 0;
    const least = (meddles ? temper.meddleMin : temper.playMin) + Math.min(0, stay);
    let best = -1;
    let bestNet = least;
    let count = 0;
    for (let i = 0; i < legal.length && count < PLAYS_LISTED; i++) {
      const code = legal.codes[i]!;
      if (verbOf(code) !== DO.play && verbOf(code) !== DO.act) continue;
      values[count] = this.bestOf(view, code);
      swings[count] = appraiser.swing;
      prices[count] = this.price(view, code);
      codes[count] = code;
      const net = values[count]! - prices[count]!;
      if (net > bestNet) {
        best = code;
        bestNet = net;
      }
      count++;
    }
    appraiser.calm = false;
    if (best >= 0) return best;
    return running && !good && count > 1 ? this.together(count, won > lost ? 1 : -1, least, otherwise) : otherwise;
  }

  /** Several plays that turn the crime between them: the first of them, if they are worth their price together. */
  private together(count: number, sign: number, least: number, otherwise: Action): Action {
    const { margin, reward } = this.appraiser;
    let left = sign > 0 ? -margin : margin + 1;
    let cost = 0;
    let swing = 0;
    let first = -1;
    while (left > 0) {
      let best = -1;
      for (let i = 0; i < count; i++) {
        if (sign * swings[i]! <= 0) continue;
        if (best < 0 || (sign * swings[i]!) / (0.1 + prices[i]!) > (sign * swings[best]!) / (0.1 + prices[best]!))
          best = i;
      }
      if (best < 0) return otherwise;
      left -= sign * swings[best]!;
      swing += swings[best]!;
      cost += prices[best]!;
      if (first < 0) first = codes[best]!;
      swings[best] = 0;
    }
    const gain = this.appraiser.crime(margin + swing, reward) - this.appraiser.crime(margin, reward);
    return gain - cost > least ? first : otherwise;
  }

  /** While the crime is being organized: adds what makes up the numbers. */
  boost(view: GangupView, legal: ActionList, otherwise: Action): Action {
    let best = -1;
    let cost = Number.POSITIVE_INFINITY;
    for (let i = 0; i < legal.length; i++) {
      const code = legal.codes[i]!;
      if (verbOf(code) !== DO.play && verbOf(code) !== DO.act) continue;
      this.bestOf(view, code);
      if (this.appraiser.swing <= 0) continue;
      const price = this.price(view, code) / Math.min(this.appraiser.swing, 3);
      if (price < cost) {
        best = code;
        cost = price;
      }
    }
    return best >= 0 && cost < this.appraiser.reward ? best : otherwise;
  }

  /** R-CANCEL */
  answer(view: GangupView, legal: ActionList): Action {
    const { info, pending, seat } = view;
    const { temper, appraiser } = this;
    const pass = action(DO.pass);
    if (view.plays[seat]! >= PLAYS_ENOUGH) return pass;
    const stands = (info[INFO.cancels]! & 1) === 0;
    const worth = appraiser.announced(pending);
    const gain = stands ? -worth : worth;
    let best = -1;
    let cost = Number.POSITIVE_INFINITY;
    for (let i = 0; i < legal.length; i++) {
      const code = legal.codes[i]!;
      if (code === pass) continue;
      const price = this.price(view, code);
      if (price < cost) {
        best = code;
        cost = price;
      }
    }
    const user = pending[FRAME.user]!;
    const mine = ((participants(view) >> seat) & 1) === 1 && appraiser.live;
    const spare = mine || user === seat || appraiser.weight[user]! < -0.5 ? 0 : temper.cancelSpare;
    return best >= 0 && gain - cost > temper.cancelMin + spare ? best : pass;
  }

  /** What the cards of a play are worth in the hand; the fuller the hand the less. */
  private price(view: GangupView, code: Action): number {
    const { appraiser } = this;
    const card = cardOf(code);
    const influence = view.cards.kind[card] === INFLUENCE;
    const ability = view.cards.ability(card, influence ? 0 : numberOf(code) % ABILITIES_MAX)!;
    const own = influence ? appraiser.inHand(view.seat, card) : 0;
    const paid = ability.cost === 0 ? 0 : cheapest(appraiser, view, ability.cost, influence ? card : -1);
    const keenness = this.keenness(view);
    // A full hand can spare cards; else what is paid is gone for one effect, and cheap ones are soon all gone.
    return own * keenness + paid * (keenness < FULL_HAND ? keenness : PAYMENT);
  }

  private keenness(view: GangupView): number {
    const hand = view.handCount[view.seat]!;
    if (view.info[INFO.prompt] === PROMPT.end && this.excess(view) > 0) return 0.1;
    return hand >= 8 ? 0.35 : hand >= 4 ? 0.95 - 0.075 * hand : 0.8;
  }

  /** Finds the best targets; the worth is returned, the manpower is in `appraiser.swing`. */
  private bestOf(view: GangupView, code: Action): number {
    const card = cardOf(code);
    const x = numberOf(code);
    const gangster = view.cards.kind[card] === GANGSTER;
    const place = verbOf(code) === DO.play ? 0 : x % ABILITIES_MAX;
    return this.appraiser.best(view.cards.ability(card, place)!, place, gangster ? Math.floor(x / ABILITIES_MAX) : -1);
  }
}
