import { announce, draftAsks, settleCard, WINDOW_AFTER, WINDOW_ANY, WINDOW_CRIME } from './announce.js';
import { INFLUENCE } from './cards.js';
import {
  allyPick,
  bids,
  clearCrime,
  loseCrime,
  organize,
  outcome,
  revealCrime,
  startOrganizing,
  startProgress,
} from './crime.js';
import { runProgram, startProgram } from './effects/run.js';
import { TRIGGER_EVENTS } from './effects/vocabulary.js';
import { excess, meetsCrime } from './legal.js';
import { ask, clearFrame, goTo, inUse, PROMPT, STEP } from './prompts.js';
import { rememberCancelled } from './recent.js';
import { FRAME, type GangupState, INFO, TURNS_MAX } from './state.js';
import { note } from './status.js';
import { startTrigger } from './triggers.js';
import { draw, toDiscard } from './zones.js';

const EVENT = Object.fromEntries(TRIGGER_EVENTS.map((name, i) => [name, i])) as Record<
  (typeof TRIGGER_EVENTS)[number],
  number
>;

/** Goes on until a seat is asked something or the game is over. Which of its answers are legal is not looked at. */
export function proceed(state: GangupState): void {
  const { info } = state;
  while (info[INFO.over] === 0) {
    if (inUse(state.draft)) {
      if (draftAsks(state)) return;
      announce(state);
    }
    if (inUse(state.pending) && state.pending[FRAME.stage] === 0) {
      if (info[INFO.answersLeft]! > 0) {
        ask(state, PROMPT.answer, info[INFO.answerSeat]!);
        return;
      }
      settlePlay(state);
    }
    if (inUse(state.machine)) {
      if (runProgram(state)) return;
      state.draft[FRAME.last] = -1;
      if (inUse(state.pending)) finishPlay(state);
      // R-WIN: after every resolved effect, but the outcome's triggers belong to the outcome (R-OUTCOME).
      if (info[INFO.step] !== STEP.outcomeEnd && checkWin(state)) return;
      continue;
    }
    if (info[INFO.eventTail]! > 0 && startTrigger(state)) continue;
    if (step(state)) return;
  }
}

/** R-CANCEL: all have declined; an even number of Cancels lets the play stand. */
function settlePlay(state: GangupState): void {
  const { info, pending, cards } = state;
  const cancelled = (info[INFO.cancels]! & 1) === 1;
  const seat = pending[FRAME.user]!;
  const card = pending[FRAME.card]!;
  state.sink?.({ type: 'resolve', seat, card, cancelled });
  if (!cancelled) {
    pending[FRAME.stage] = 1;
    startProgram(state, pending, cards.abilities[pending[FRAME.ability]!]!.program);
    return;
  }
  rememberCancelled(state);
  // R-CANCEL: discarded, even if the card would have left the game after its effect.
  if (info[INFO.limbo]! >= 0) toDiscard(state, info[INFO.limbo]!);
  info[INFO.limbo] = -1;
  clearFrame(pending);
  note(state, EVENT.cancelled, info[INFO.answered]!, -1, card);
}

/** The effect is complete: the card leaves limbo, and the play becomes an event for triggers. */
function finishPlay(state: GangupState): void {
  const { pending, cards } = state;
  const influence = cards.kind[pending[FRAME.card]!] === INFLUENCE;
  const seat = pending[FRAME.user]!;
  const card = pending[FRAME.card]!;
  const slot = pending[FRAME.slot]!;
  discardLimbo(state);
  clearFrame(pending);
  note(state, influence ? EVENT.influencePlayed : EVENT.actionPlayed, seat, influence ? -1 : slot, card);
}

function discardLimbo(state: GangupState): void {
  const card = state.info[INFO.limbo]!;
  if (card < 0) return;
  settleCard(state, card);
  state.info[INFO.limbo] = -1;
}

/** R-WIN: who has the winning status; the highest wins, equals share. */
export function checkWin(state: GangupState): boolean {
  let best = 0;
  for (let s = 0; s < state.seats; s++) best = Math.max(best, state.status[s]!);
  if (best < state.config.winStatus) return false;
  endGame(state, 'status');
  return true;
}

/** The highest status wins, equals share. */
function endGame(state: GangupState, reason: string): void {
  const { info } = state;
  let best = -1;
  let mask = 0;
  for (let s = 0; s < state.seats; s++) {
    if (state.status[s]! > best) {
      best = state.status[s]!;
      mask = 0;
    }
    if (state.status[s] === best) mask |= 1 << s;
  }
  info[INFO.over] = 1;
  info[INFO.winners] = mask;
  ask(state, PROMPT.none, -1);
  if (state.sink !== undefined) {
    const winners = Array.from({ length: state.seats }, (_, s) => s).filter((s) => (mask >> s) & 1);
    state.sink({ type: 'gameOver', winners, reason });
  }
}

/** One step of the turn; true when a seat is asked or the game has ended. */
function step(state: GangupState): boolean {
  const { info } = state;
  const active = info[INFO.active]!;
  switch (info[INFO.step]) {
    case STEP.leaders:
      if (!state.config.leaders || info[INFO.cursor]! >= state.seats) {
        info[INFO.cursor] = 0;
        goTo(state, STEP.turnStart);
        return false;
      }
      // R-LEADER: from the first seat clockwise.
      return asked(state, PROMPT.leader, (info[INFO.first]! + info[INFO.cursor]!) % state.seats);
    case STEP.turnStart:
      startTurn(state);
      return false;
    case STEP.start:
      if (!state.config.locations || state.locationOwner.length === 0) {
        goTo(state, STEP.draw);
        return false;
      }
      return asked(state, PROMPT.start, active);
    case STEP.offer:
      return asked(state, PROMPT.offer, state.locationOwner[state.cards.locations.indexOf(info[INFO.offerCard]!)]!);
    case STEP.draw:
      draw(state, active, 1);
      goTo(state, STEP.gangsters);
      return false;
    case STEP.gangsters:
      return asked(state, PROMPT.gangsters, active);
    case STEP.gangstersRound:
      return priority(state, STEP.third);
    case STEP.third:
      return asked(state, PROMPT.third, active);
    case STEP.crimeDraw:
      note(state, EVENT.crimeDraw, active, -1, -1);
      goTo(state, STEP.reveal);
      return false;
    case STEP.reveal:
      revealCrime(state);
      goTo(state, STEP.rumor);
      return false;
    case STEP.rumor:
      return asked(state, PROMPT.rumor, active);
    case STEP.rumorRound:
      if (lost(state)) return false;
      if (info[INFO.passes]! >= state.seats) {
        startOrganizing(state);
        return false;
      }
      return priority(state, STEP.organize);
    case STEP.organize:
      if (lost(state)) return false;
      organize(state);
      return info[INFO.step] === STEP.organize;
    case STEP.bids:
      if (lost(state)) return false;
      bids(state);
      return info[INFO.step] === STEP.bids;
    case STEP.allyPick:
      if (lost(state)) return false;
      allyPick(state);
      return info[INFO.step] === STEP.allyPick;
    case STEP.progress:
      startProgress(state);
      if (info[INFO.step] === STEP.crimeRound) openRound(state, STEP.crimeRound, WINDOW_ANY | WINDOW_CRIME);
      return false;
    case STEP.crimeRound:
      return priority(state, STEP.outcome);
    case STEP.outcome:
      outcome(state);
      return false;
    case STEP.outcomeEnd:
      if (checkWin(state)) return true;
      info[INFO.crimeStage] = 4;
      openRound(state, STEP.afterRound, WINDOW_AFTER);
      return false;
    case STEP.afterRound:
      return priority(state, STEP.crimeEnd);
    case STEP.crimeEnd:
      clearCrime(state);
      if (info[INFO.lastCrime] === 1) {
        endGame(state, 'crimes');
        return true;
      }
      goTo(state, STEP.end);
      return false;
    case STEP.end:
      return asked(state, PROMPT.end, active);
    case STEP.discardDown:
      if (excess(state, active) > 0) {
        restartDiscards(state, active);
        return asked(state, PROMPT.discardDown, active);
      }
      state.draft[FRAME.last] = -1;
      note(state, EVENT.turnEnd, active, -1, -1);
      goTo(state, STEP.turnOver);
      return false;
    case STEP.turnOver:
      endTurn(state);
      return info[INFO.over] === 1;
    default:
      throw new Error(`step ${info[INFO.step]}`);
  }
}

/** A limit that falls with the hand can ask for more cards than lie behind the last: then it begins from the lowest again. */
function restartDiscards(state: GangupState, seat: number): void {
  const first = seat * state.handCapacity + state.handCount[seat]! - excess(state, seat);
  if (state.hand[first]! < state.draft[FRAME.last]!) state.draft[FRAME.last] = -1;
}

function asked(state: GangupState, prompt: number, seat: number): true {
  ask(state, prompt, seat);
  return true;
}

/** R-DROP: before 4C a starter below the crime's number loses the crime. */
function lost(state: GangupState): boolean {
  if (meetsCrime(state)) return false;
  loseCrime(state);
  return true;
}

function startTurn(state: GangupState): void {
  const { info } = state;
  info[INFO.turn]!++;
  info[INFO.snitched] = 0;
  info[INFO.bought] = 0;
  info[INFO.offers] = 0;
  state.plays.fill(0);
  state.leaderUsed.fill(0);
  state.locationUsed.fill(0);
  state.slotUsed.fill(0);
  state.sink?.({ type: 'turn', seat: info[INFO.active]!, turn: info[INFO.turn]! });
  note(state, EVENT.turnStart, info[INFO.active]!, -1, -1);
  goTo(state, STEP.start);
}

function endTurn(state: GangupState): void {
  const { info } = state;
  // What was to last until the end of a crime ends here too when there was none after it.
  state.slotTurnMod.fill(0);
  state.slotCrimeMod.fill(0);
  state.slotProtection.fill(0);
  // R-LAST-CRIME: 200 turns.
  if (info[INFO.turn]! >= TURNS_MAX) {
    endGame(state, 'turns');
    return;
  }
  // R-OUT: everybody's turn comes, whatever is left to them.
  info[INFO.active] = (info[INFO.active]! + 1) % state.seats;
  goTo(state, STEP.turnStart);
}

/** R-PRIORITY: begins with the seat left of the active one. */
export function openRound(state: GangupState, round: number, windows: number): void {
  const { info } = state;
  info[INFO.passes] = 0;
  info[INFO.cursor] = (info[INFO.active]! + 1) % state.seats;
  info[INFO.windows] = windows;
  goTo(state, round);
}

/** The round closes when all seats have passed in a row. */
function priority(state: GangupState, next: number): boolean {
  const { info } = state;
  if (info[INFO.passes]! >= state.seats) {
    goTo(state, next);
    return false;
  }
  return asked(state, PROMPT.priority, info[INFO.cursor]!);
}

export { EVENT };
