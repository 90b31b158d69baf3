import type { Action, ActionList } from '../../src/core/game.js';
import { action, DO, numberOf, verbOf } from '../../src/gangup/actions.js';
import { rawManpower, requirement } from '../../src/gangup/effects/evaluate.js';
import { type GangupView, INFO } from '../../src/gangup/state.js';
import type { Appraiser } from './appraisal.js';
import type { Plays } from './plays.js';
import { firstToSend, type Prospects } from './prospects.js';
import { askBias, type Temper } from './temper.js';
import { CARD_WORTH } from './worth.js';

/** How much a partner's status counts against it, beyond what its points are worth. */
const BEHIND = 0.03;
const slots = new Int32Array(512);

/** Whether the seat has the highest status alone. */
function leads(view: GangupView): boolean {
  for (let s = 0; s < view.seats; s++) {
    if (s !== view.seat && view.status[s]! >= view.status[view.seat]!) return false;
  }
  return true;
}

/** What a script does about crimes: whether to turn one over and begin it, whom to send, whom to ask and to help. */
export class Crimes {
  constructor(
    private readonly appraiser: Appraiser,
    private readonly prospects: Prospects,
    private readonly plays: Plays,
    private readonly temper: Temper,
  ) {}

  third(view: GangupView, legal: ActionList): Action {
    const { info, seat } = view;
    const crime = action(DO.crime);
    const second = action(DO.second);
    const played = this.plays.play(view, legal, -1);
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

  begins(view: GangupView): boolean {
    const { prospects, temper } = this;
    // The game ends with this one: nothing is won by risking the lead.
    if (view.info[INFO.lastCrime] === 1 && leads(view)) return false;
    prospects.weigh(view);
    const possible = prospects.own + prospects.boost >= requirement(view);
    if (possible && prospects.alone > temper.crimeMin) return true;
    return askBias(temper, view.seats) > Number.NEGATIVE_INFINITY && prospects.allied > temper.crimeMin;
  }

  organize(view: GangupView, legal: ActionList): Action {
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
      return !unwanted && prospects.missing(view, 0) > 0 ? this.plays.boost(view, legal, done) : done;
    }
    prospects.weigh(view);
    const call = action(DO.call);
    const need = requirement(view);
    const calls =
      legal.includes(call) &&
      askBias(temper, view.seats) > Number.NEGATIVE_INFINITY &&
      (askBias(temper, view.seats) === Number.POSITIVE_INFINITY ||
        prospects.allied + askBias(temper, view.seats) >
          Math.max(temper.crimeMin, prospects.own + prospects.boost >= need ? prospects.alone : 0));
    const slot = firstToSend(appraiser, view, slots, count, prospects.missing(view, calls ? 20 : temper.over));
    if (slot >= 0) return action(DO.commit, view.slotCard[slot]!, slot);
    if (calls) return call;
    const short = prospects.missing(view, 0);
    if (short > 0 && short <= prospects.boost) return this.plays.boost(view, legal, done);
    return done;
  }

  bid(view: GangupView, legal: ActionList): Action {
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

  ally(view: GangupView, legal: ActionList): Action {
    const { seat } = view;
    const { prospects, temper, appraiser } = this;
    prospects.weigh(view);
    const need = requirement(view);
    const possible = prospects.own + prospects.boost >= need;
    let best = action(DO.noAlly);
    const least =
      askBias(temper, view.seats) === Number.POSITIVE_INFINITY
        ? Number.NEGATIVE_INFINITY
        : (possible ? prospects.alone : 0) - askBias(temper, view.seats);
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
}
