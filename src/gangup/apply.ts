import { IllegalActionError } from '../core/errors.js';
import type { Action, ActionList, EventSink, Seat } from '../core/game.js';
import { cardOf, DO, numberOf, verbOf } from './actions.js';
import { beginPlay, payCard, pickTarget, WINDOW_ANY } from './announce.js';
import { ABILITIES_MAX, GANGSTER } from './cards.js';
import { declineBid, takeAlly } from './crime.js';
import * as o from './effects/opcodes.js';
import { putAt } from './effects/verbs/cards.js';
import type { GangupEvent } from './events.js';
import { checkWin, EVENT, openRound, proceed } from './flow.js';
import { listLegal } from './legal.js';
import { describeAction } from './notation.js';
import { goTo, inUse, PROMPT, STEP } from './prompts.js';
import { AT_CRIME, FRAME, type GangupState, INFO, RUN } from './state.js';
import { changeStatus, note } from './status.js';
import { addPick, registerAt } from './targets.js';
import { discardFromHand, draw, fromHandSeen, fromJail, passOn, placeGangster, toHandSeen, toJail } from './zones.js';

/** The legal actions of the seat that is asked, found when they are needed. */
export function legalNow(state: GangupState): ActionList {
  if (!state.legalReady) {
    listLegal(state, state.legalList);
    state.legalReady = true;
  }
  return state.legalList;
}

/** Takes the seat's action and everything that follows without a choice. */
export function applyAction(
  state: GangupState,
  seat: Seat,
  code: Action,
  sink: EventSink<GangupEvent> | undefined,
): void {
  const asked = state.info[INFO.over] === 1 ? -1 : state.info[INFO.promptSeat]!;
  if (seat !== asked || !legalNow(state).includes(code)) {
    const legal = asked < 0 || seat !== asked ? '' : legalWords(state);
    const who = asked < 0 ? 'the game is over' : `seat ${asked} is asked`;
    throw new IllegalActionError(`seat ${seat} cannot do ${code}; ${who}${legal}`);
  }
  state.sink = sink;
  try {
    take(state, seat, code);
    settle(state);
  } finally {
    state.sink = undefined;
  }
}

/** Goes on to the next choice; what has one answer is answered (R-SKIP: with the ordinary events). */
export function settle(state: GangupState): void {
  for (;;) {
    state.legalReady = false;
    proceed(state);
    if (state.info[INFO.over] === 1) return;
    const legal = legalNow(state);
    if (legal.length === 0) throw new Error(`nothing to do at prompt ${state.info[INFO.prompt]}`);
    if (legal.length > 1) return;
    take(state, state.info[INFO.promptSeat]!, legal.codes[0]!);
  }
}

function legalWords(state: GangupState): string {
  const words = legalNow(state)
    .toArray()
    .slice(0, 12)
    .map((code) => describeAction(state, code));
  return `; legal: ${words.join(', ')}`;
}

/** Does what the action says; the rest follows in `proceed`. */
function take(state: GangupState, seat: number, code: Action): void {
  state.legalReady = false;
  const { cards, machine, run } = state;
  const card = cardOf(code);
  const x = numberOf(code);
  const drafting = inUse(state.draft);
  const resolving = inUse(machine);
  switch (verbOf(code)) {
    case DO.play:
      beginPlay(state, seat, card, -1, 0);
      return;
    case DO.act: {
      const gangster = cards.kind[card] === GANGSTER;
      const slot = gangster ? Math.floor(x / ABILITIES_MAX) : -1;
      beginPlay(state, seat, card, slot, x % ABILITIES_MAX);
      return;
    }
    case DO.pay:
      payCard(state, card);
      return;
    case DO.pick:
    case DO.pickCard:
    case DO.pickSeat: {
      const value = verbOf(code) === DO.pickCard ? card : x;
      if (drafting) pickTarget(state, value);
      else {
        const t = run[RUN.pc]! + 1;
        addPick(machine, registerAt(state, t), value);
        if (machine[registerAt(state, t)]! >= cards.code[t + o.TARGET_MAX]!) run[RUN.sub] = 2;
      }
      return;
    }
    case DO.done:
      if (drafting) state.draft[FRAME.stage]!++;
      else if (resolving) run[RUN.sub] = 2;
      else finishPrompt(state, seat);
      return;
    case DO.yes:
    case DO.no:
      if (resolving) run[RUN.answer] = verbOf(code) === DO.yes ? 1 : 2;
      else answerRumor(state, seat, verbOf(code) === DO.yes);
      return;
    case DO.pass:
      pass(state, seat);
      return;
    case DO.discard:
      discardFromHand(state, seat, card);
      state.draft[FRAME.last] = card;
      if (resolving && --run[RUN.sub]! === 1) {
        run[RUN.seats]! &= ~(1 << seat);
        state.draft[FRAME.last] = -1;
      }
      return;
    case DO.give:
    case DO.take:
      if (verbOf(code) === DO.give) passOn(state, seat, run[RUN.last]!, card);
      else passOn(state, run[RUN.last]!, seat, card);
      state.draft[FRAME.last] = --run[RUN.sub]! === 1 ? -1 : card;
      return;
    case DO.top:
      putAt(state, seat, cards.code[run[RUN.pc]! + 1]!, run[RUN.sub]! - 1, card);
      run[RUN.sub]!++;
      return;
    default:
      turnAction(state, seat, code, card, x);
  }
}

function pass(state: GangupState, seat: number): void {
  const { info } = state;
  if (state.sink !== undefined) state.sink({ type: 'pass', seat });
  if (info[INFO.prompt] === PROMPT.answer) {
    info[INFO.answersLeft]!--;
    info[INFO.answerSeat] = (seat + 1) % state.seats;
  } else {
    info[INFO.passes]!++;
    info[INFO.cursor] = (seat + 1) % state.seats;
  }
}

function finishPrompt(state: GangupState, seat: number): void {
  const { info } = state;
  switch (info[INFO.prompt]) {
    case PROMPT.start:
      goTo(state, STEP.draw);
      return;
    case PROMPT.gangsters:
      openRound(state, STEP.gangstersRound, WINDOW_ANY);
      return;
    case PROMPT.organize:
      info[INFO.organized]! |= 1 << seat;
      return;
    case PROMPT.end:
      state.draft[FRAME.last] = -1;
      goTo(state, STEP.discardDown);
      return;
    default:
      throw new Error(`done at prompt ${info[INFO.prompt]}`);
  }
}

function answerRumor(state: GangupState, seat: number, played: boolean): void {
  state.sink?.({ type: 'rumor', seat, played });
  if (played) openRound(state, STEP.rumorRound, WINDOW_ANY);
  else goTo(state, STEP.crimeEnd);
}

/** Actions of the turn's own prompts. */
function turnAction(state: GangupState, seat: number, code: Action, card: number, x: number): void {
  const { info, cards } = state;
  switch (verbOf(code)) {
    case DO.leader:
    case DO.noLeader: {
      const leader = verbOf(code) === DO.leader ? card : -1;
      state.leader[seat] = leader;
      info[INFO.cursor]!++;
      state.sink?.({ type: 'leader', seat, card: leader });
      return;
    }
    case DO.buy:
      info[INFO.bought] = 1;
      state.locationOwner[cards.locations.indexOf(card)] = seat;
      state.sink?.({ type: 'buy', seat, card, price: cards.price[card]! });
      changeStatus(state, seat, -cards.price[card]!);
      return;
    case DO.offer:
      info[INFO.offers]!++;
      info[INFO.offerCard] = card;
      info[INFO.offerPrice] = x;
      state.sink?.({ type: 'offer', seat, owner: state.locationOwner[cards.locations.indexOf(card)]!, card, price: x });
      goTo(state, STEP.offer);
      return;
    case DO.accept:
    case DO.refuse:
      answerOffer(state, verbOf(code) === DO.accept);
      return;
    case DO.place: {
      fromHandSeen(state, seat, card);
      const slot = placeGangster(state, seat, card);
      state.sink?.({ type: 'place', seat, card });
      note(state, EVENT.placed, seat, slot, card);
      return;
    }
    case DO.snitch:
      info[INFO.snitched] = 1;
      fromHandSeen(state, seat, card);
      fromJail(state, x);
      toJail(state, card);
      toHandSeen(state, seat, x);
      state.sink?.({ type: 'snitch', seat, card, freed: x });
      return;
    case DO.second:
      // The turn goes straight to its end (phase 5).
      goTo(state, STEP.end);
      draw(state, seat, 1);
      return;
    case DO.crime:
      goTo(state, STEP.crimeDraw);
      return;
    case DO.commit:
      state.slotAt[x] = AT_CRIME;
      info[INFO.lastCommit] = x;
      info[INFO.organized] = 0;
      state.sink?.({ type: 'commit', seat, card });
      return;
    case DO.call:
      info[INFO.called] = 1;
      state.sink?.({ type: 'call', seat });
      goTo(state, STEP.bids);
      return;
    case DO.bid:
      state.bids[seat] = x;
      state.sink?.({ type: 'bid', seat, count: x });
      return;
    case DO.decline:
      declineBid(state, seat);
      return;
    case DO.ally:
      takeAlly(state, x);
      return;
    case DO.noAlly:
      takeAlly(state, -1);
      return;
    default:
      throw new Error(`action ${code}`);
  }
}

/** R-DEAL: both sides at once; the statuses' consequences and the win follow. */
function answerOffer(state: GangupState, accepted: boolean): void {
  const { info, cards } = state;
  const buyer = info[INFO.active]!;
  const location = cards.locations.indexOf(info[INFO.offerCard]!);
  const seller = state.locationOwner[location]!;
  state.sink?.({ type: 'deal', seat: seller, accepted });
  if (accepted) {
    info[INFO.bought] = 1;
    state.locationOwner[location] = buyer;
    changeStatus(state, seller, info[INFO.offerPrice]!);
    changeStatus(state, buyer, -info[INFO.offerPrice]!);
  }
  info[INFO.offerCard] = -1;
  info[INFO.offerPrice] = 0;
  goTo(state, STEP.start);
  checkWin(state);
}
