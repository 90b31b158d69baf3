import type { Session } from '../../src/core/agent.js';
import type { Action, ActionList, GameEvent } from '../../src/core/game.js';
import { action, cardOf, DO, numberOf, verbOf } from '../../src/gangup/actions.js';
import { ABILITIES_MAX, GANGSTER, INFLUENCE } from '../../src/gangup/cards.js';
import type { GangupConfig } from '../../src/gangup/config.js';
import {
  HAND_MAX,
  needed,
  participants,
  passive,
  rawManpower,
  requirement,
} from '../../src/gangup/effects/evaluate.js';
import { inUse, PROMPT } from '../../src/gangup/prompts.js';
import { FRAME, type GangupView, INFO, RUN } from '../../src/gangup/state.js';
import { Appraiser } from './appraisal.js';
import { firstToSend, Prospects } from './crimes.js';
import type { GangupAgent } from './gangup-agent.js';
import { cheapest, firstOfBest } from './hand.js';
import { Rivals } from './rivals.js';
import type { Temper } from './temper.js';
import { CARD_WORTH } from './worth.js';

/** R-FUEL leaves more; nobody needs it. */
const PLAYS_ENOUGH = 12;
const PLAYS_LISTED = 256;
/** How much a partner's status counts against it, beyond what its points are worth. */
const BEHIND = 0.03;

/** A script of this temper: everything it does follows from the view and the list of legal actions. */
export function script(name: string, temper: Temper): GangupAgent {
  return {
    name,
    open: (config, seat) => {
      const rivals = new Rivals(temper, seat, (config as GangupConfig).players);
      const session = new ScriptSession(temper, rivals);
      // Events are made only for those who listen.
      if (temper.aim === 'grudge') session.notice = (event) => rivals.notice(event);
      return session;
    },
  };
}

const slots = new Int32Array(512);
const values = new Float64Array(PLAYS_LISTED);
const prices = new Float64Array(PLAYS_LISTED);
const swings = new Float64Array(PLAYS_LISTED);

/** Whether the seat has the highest status alone. */
function leads(view: GangupView): boolean {
  for (let s = 0; s < view.seats; s++) {
    if (s !== view.seat && view.status[s]! >= view.status[view.seat]!) return false;
  }
  return true;
}

class ScriptSession implements Session<GangupView> {
  private appraiser!: Appraiser;
  private prospects!: Prospects;
  private seated = false;
  notice?: (event: GameEvent) => void;

  constructor(
    private readonly temper: Temper,
    private readonly rivals: Rivals,
  ) {}

  act(view: GangupView, legal: ActionList): Action {
    if (legal.length === 1) return legal.codes[0]!;
    if (!this.seated) this.sit(view);
    this.rivals.weigh(view, this.appraiser.weight);
    this.appraiser.begin(view);
    if (inUse(view.draft)) return this.draft(view, legal);
    switch (view.info[INFO.prompt]) {
      case PROMPT.leader:
        return this.leader(legal);
      case PROMPT.start:
        return this.start(view, legal);
      case PROMPT.offer:
        return action(
          view.info[INFO.offerPrice]! > this.appraiser.worth.card[view.info[INFO.offerCard]!]! ? DO.accept : DO.refuse,
        );
      case PROMPT.gangsters:
        return this.gangsters(view, legal);
      case PROMPT.third:
        return this.third(view, legal);
      case PROMPT.rumor:
        return action(this.begins(view) && legal.includes(action(DO.yes)) ? DO.yes : DO.no);
      case PROMPT.organize:
        return this.organize(view, legal);
      case PROMPT.bid:
        return this.bid(view, legal);
      case PROMPT.ally:
        return this.ally(view, legal);
      case PROMPT.priority:
        return this.play(view, legal, action(DO.pass));
      case PROMPT.end:
        return this.play(view, legal, action(DO.done));
      case PROMPT.answer:
        return this.answer(view, legal);
      case PROMPT.discardDown:
        return this.fromHand(view, legal, DO.discard, this.excess(view), -1);
      default:
        return this.effect(view, legal);
    }
  }

  private sit(view: GangupView): void {
    this.seated = true;
    this.appraiser = new Appraiser(view);
    this.prospects = new Prospects(this.appraiser, this.temper);
  }

  private excess(view: GangupView): number {
    return view.handCount[view.seat]! - Math.max(0, view.config.handMax + passive(view, HAND_MAX, view.seat, -1, 0));
  }

  private fromHand(view: GangupView, legal: ActionList, verb: number, n: number, sign: number): Action {
    return firstOfBest(this.appraiser, view, legal, verb, view.hand, 0, view.handCount[view.seat]!, n, sign);
  }

  private leader(legal: ActionList): Action {
    let best = action(DO.noLeader);
    let worth = 0;
    for (let i = 0; i < legal.length; i++) {
      const code = legal.codes[i]!;
      if (verbOf(code) === DO.leader && this.appraiser.worth.card[cardOf(code)]! > worth) {
        best = code;
        worth = this.appraiser.worth.card[cardOf(code)]!;
      }
    }
    return best;
  }

  private start(view: GangupView, legal: ActionList): Action {
    const { worth } = this.appraiser;
    let best = action(DO.done);
    let gain = 0.2;
    for (let i = 0; i < legal.length; i++) {
      const code = legal.codes[i]!;
      const card = cardOf(code);
      const offer = verbOf(code) === DO.offer;
      if (!offer && verbOf(code) !== DO.buy) continue;
      // An owner sells for more than it is worth to anybody: one point more is what an offer needs.
      const price = offer ? numberOf(code) : view.cards.price[card]!;
      if (offer && price <= worth.card[card]!) continue;
      const net = (offer ? 1.5 : 1) * worth.card[card]! - price;
      if (net > gain) {
        gain = net;
        best = code;
      }
    }
    return best;
  }

  /** Places whoever can be placed, swaps who can't for who can, then plays. */
  private gangsters(view: GangupView, legal: ActionList): Action {
    const { appraiser } = this;
    const { seat, cards } = view;
    let best = -1;
    let gain = 0.2;
    for (let i = 0; i < legal.length; i++) {
      const code = legal.codes[i]!;
      if (verbOf(code) === DO.place) return code;
      if (verbOf(code) !== DO.snitch) continue;
      const freed = numberOf(code);
      if (needed(view, seat, freed) > view.status[seat]!) continue;
      const net =
        appraiser.worth.card[freed]! - appraiser.inHand(seat, cardOf(code)) - (cards.kind[freed] === GANGSTER ? 0 : 1);
      if (net > gain) {
        gain = net;
        best = code;
      }
    }
    return best >= 0 ? best : this.play(view, legal, action(DO.done));
  }

  private third(view: GangupView, legal: ActionList): Action {
    const { info, seat } = view;
    const crime = action(DO.crime);
    const second = action(DO.second);
    const played = this.play(view, legal, -1);
    if (played >= 0) return played;
    if (!legal.includes(crime)) return second;
    // R-LAST-CRIME: the last one ends the game, which is what the highest status waits for.
    if (info[INFO.crimes]! <= view.seats) {
      if (leads(view)) return crime;
      if (info[INFO.crimes] === 1) {
        for (let s = 0; s < view.seats; s++) if (view.status[s]! > view.status[seat]!) return second;
        return crime;
      }
    }
    const hand = view.handCount[seat]!;
    // A full hand gains little from one card more, and a crime that can't be played makes room for the next.
    if (hand >= view.config.handMax - 1) return crime;
    const card = hand < 6 ? CARD_WORTH : CARD_WORTH * 0.6;
    return this.prospects.draw(view) > card ? crime : second;
  }

  private begins(view: GangupView): boolean {
    const { prospects, temper } = this;
    // The game ends with this one: nothing is won by risking the lead.
    if (view.info[INFO.lastCrime] === 1 && leads(view)) return false;
    prospects.weigh(view);
    const possible = prospects.own + prospects.boost >= requirement(view);
    if (possible && prospects.alone > temper.crimeMin) return true;
    return temper.askBias > Number.NEGATIVE_INFINITY && prospects.allied > temper.crimeMin;
  }

  private organize(view: GangupView, legal: ActionList): Action {
    const { info, seat } = view;
    const { prospects, temper, appraiser } = this;
    const starts = seat === info[INFO.starter];
    let count = 0;
    for (let i = 0; i < legal.length; i++) {
      const code = legal.codes[i]!;
      if (verbOf(code) === DO.commit) slots[count++] = numberOf(code);
    }
    const done = action(DO.done);
    if (!starts) {
      const unwanted = appraiser.outcome(true, appraiser.reward) < 0;
      const missing = prospects.missing(view, temper.overAlly);
      const needsOne = !legal.includes(done);
      const wanted = unwanted ? (needsOne ? 1 : 0) : Math.max(needsOne ? 1 : 0, missing);
      const slot = firstToSend(appraiser, view, slots, count, wanted);
      if (slot >= 0) return action(DO.commit, view.slotCard[slot]!, slot);
      if (needsOne) return legal.codes[0]!;
      return !unwanted && prospects.missing(view, 0) > 0 ? this.boost(view, legal, done) : done;
    }
    prospects.weigh(view);
    const call = action(DO.call);
    const need = requirement(view);
    const calls =
      legal.includes(call) &&
      temper.askBias > Number.NEGATIVE_INFINITY &&
      (temper.askBias === Number.POSITIVE_INFINITY ||
        prospects.allied + temper.askBias >
          Math.max(temper.crimeMin, prospects.own + prospects.boost >= need ? prospects.alone : 0));
    const slot = firstToSend(appraiser, view, slots, count, prospects.missing(view, calls ? 20 : temper.over));
    if (slot >= 0) return action(DO.commit, view.slotCard[slot]!, slot);
    if (calls) return call;
    const short = prospects.missing(view, 0);
    if (short > 0 && short <= prospects.boost) return this.boost(view, legal, done);
    return done;
  }

  /** While the crime is being organized: adds what makes up the numbers. */
  private boost(view: GangupView, legal: ActionList, otherwise: Action): Action {
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

  private bid(view: GangupView, legal: ActionList): Action {
    const { info, seat } = view;
    const { prospects, temper, appraiser } = this;
    const decline = action(DO.decline);
    let most = 0;
    for (let i = 0; i < legal.length; i++) {
      if (verbOf(legal.codes[i]!) === DO.bid) most = Math.max(most, numberOf(legal.codes[i]!));
    }
    if (temper.offerBias === Number.POSITIVE_INFINITY) return action(DO.bid, 0, most);
    if (temper.offerBias === Number.NEGATIVE_INFINITY) return decline;
    const starter = info[INFO.starter]!;
    const missing = requirement(view) - rawManpower(view) - appraiser.headquarters(starter);
    const mine = appraiser.headquarters(seat);
    const reserve = prospects.reserve(view);
    if (mine + reserve < missing) return decline;
    const sent = Math.min(mine, Math.max(1, missing + temper.overAlly));
    const { reward } = appraiser;
    const p = prospects.chance(sent - missing, reserve, prospects.threat(view, starter, seat));
    const helped = prospects.value(view, starter, seat, reward, p);
    let without = 0;
    if (missing <= 0) {
      const alone = prospects.chance(-missing, 0.5, prospects.threat(view, starter, -1));
      without = prospects.value(view, starter, -1, reward, alone);
    }
    if (helped - without + temper.offerBias < 0.1) return decline;
    // R-BID: not binding; a schemer promises everybody.
    if (temper.bluffs) return action(DO.bid, 0, most);
    const each = mine / most;
    return action(DO.bid, 0, Math.min(most, Math.max(1, Math.ceil(sent / Math.max(each, 0.5)))));
  }

  private ally(view: GangupView, legal: ActionList): Action {
    const { seat } = view;
    const { prospects, temper, appraiser } = this;
    prospects.weigh(view);
    const need = requirement(view);
    const possible = prospects.own + prospects.boost >= need;
    let best = action(DO.noAlly);
    const least =
      temper.askBias === Number.POSITIVE_INFINITY
        ? Number.NEGATIVE_INFINITY
        : (possible ? prospects.alone : 0) - temper.askBias;
    let value = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < legal.length; i++) {
      const code = legal.codes[i]!;
      if (verbOf(code) !== DO.ally) continue;
      const s = numberOf(code);
      // More than is wanted counts for nothing; among equals the one that is furthest behind is the best partner.
      const wanted = Math.max(1, need + temper.over - prospects.own);
      const sent = Math.min(Math.max(view.bids[s]!, 1), appraiser.headquarters(s), wanted);
      const p = prospects.chance(prospects.own + sent - need, prospects.boost, prospects.threat(view, seat, s));
      const short = prospects.own + sent + prospects.boost < need ? 0.5 : 0;
      const together = prospects.value(view, seat, s, appraiser.reward, p) - short;
      if (together <= least || together - BEHIND * view.status[s]! <= value) continue;
      value = together - BEHIND * view.status[s]!;
      best = code;
    }
    return best;
  }

  /** What the cards of a play are worth in the hand; the fuller the hand the less. */
  private price(view: GangupView, code: Action): number {
    const { appraiser } = this;
    const card = cardOf(code);
    const influence = view.cards.kind[card] === INFLUENCE;
    const ability = view.cards.ability(card, influence ? 0 : numberOf(code) % ABILITIES_MAX)!;
    const own = influence ? appraiser.inHand(view.seat, card) : 0;
    const paid = ability.cost === 0 ? 0 : cheapest(appraiser, view, ability.cost, influence ? card : -1);
    return (own + paid) * this.keenness(view);
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

  /** The best play, if one is worth its price; else `otherwise`. */
  private play(view: GangupView, legal: ActionList, otherwise: Action): Action {
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
      slots[count] = code;
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
      if (first < 0) first = slots[best]!;
      swings[best] = 0;
    }
    const gain = this.appraiser.crime(margin + swing, reward) - this.appraiser.crime(margin, reward);
    return gain - cost > least ? first : otherwise;
  }

  /** R-CANCEL */
  private answer(view: GangupView, legal: ActionList): Action {
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

  /** Targets, then payment, of the play that is being put together. */
  private draft(view: GangupView, legal: ActionList): Action {
    const { draft, cards } = view;
    const ability = cards.abilities[draft[FRAME.ability]!]!;
    if (draft[FRAME.stage]! >= ability.targetCount) {
      return this.fromHand(view, legal, DO.pay, ability.cost - draft[FRAME.pays]!, -1);
    }
    let best = legal.codes[0]!;
    let worth = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < legal.length; i++) {
      const code = legal.codes[i]!;
      const value = this.appraiser.continued(picked(code));
      if (value > worth) {
        worth = value;
        best = code;
      }
    }
    return best;
  }

  /** A choice inside a running effect. */
  private effect(view: GangupView, legal: ActionList): Action {
    const { run, info } = view;
    const { appraiser } = this;
    const pc = run[RUN.pc]!;
    const left = run[RUN.sub]! - 1;
    switch (info[INFO.prompt]) {
      case PROMPT.may:
        return action(appraiser.body(pc) > 0 ? DO.yes : DO.no);
      case PROMPT.discardPick:
        return this.fromHand(view, legal, DO.discard, left, -1);
      case PROMPT.givePick:
        return this.fromHand(view, legal, DO.give, left, -1);
      case PROMPT.takePick: {
        const row = run[RUN.last]! * view.knownWords;
        return firstOfBest(appraiser, view, legal, DO.take, view.knows, row + 1, view.knows[row]!, left, 1);
      }
      case PROMPT.peek:
        return this.arrange(view, legal);
      default: {
        let best = legal.codes[0]!;
        let worth = Number.NEGATIVE_INFINITY;
        for (let i = 0; i < legal.length; i++) {
          const value = appraiser.resumed(pc, picked(legal.codes[i]!));
          if (value > worth) {
            worth = value;
            best = legal.codes[i]!;
          }
        }
        return best;
      }
    }
  }

  /** The top of a pile: the best first for oneself, the worst first for whoever draws next. */
  private arrange(view: GangupView, legal: ActionList): Action {
    const { info, seat, cards } = view;
    const drawsNext =
      info[INFO.active] === seat && info[INFO.crimeStage] === 0 && info[INFO.prompt] !== PROMPT.end
        ? seat
        : (info[INFO.active]! + 1) % view.seats;
    const sign = drawsNext === seat ? 1 : -1;
    let best = legal.codes[0]!;
    let worth = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < legal.length; i++) {
      const code = legal.codes[i]!;
      const card = cardOf(code);
      const value =
        sign *
        (cards.reward[card]! > 0
          ? this.prospects.worthOfCrime(view, drawsNext, card)
          : this.appraiser.inHand(drawsNext, card));
      if (value > worth) {
        worth = value;
        best = code;
      }
    }
    return best;
  }
}

/** What an action picks: a place, a card or a seat; −1 for `done`. */
function picked(code: Action): number {
  const verb = verbOf(code);
  return verb === DO.done ? -1 : verb === DO.pickCard ? cardOf(code) : numberOf(code);
}
