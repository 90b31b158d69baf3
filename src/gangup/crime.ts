import { baseReward, gangsNow, manpower, passive, REWARD, requirement } from './effects/evaluate.js';
import { TRIGGER_EVENTS } from './effects/vocabulary.js';
import { pileDrawn } from './knowledge.js';
import { ask, goTo, PROMPT, STEP } from './prompts.js';
import { RECENT, remember } from './recent.js';
import { type GangupState, INFO } from './state.js';
import { changeStatus, leaveCrime, note } from './status.js';
import { headquartersCount, insertSorted } from './zones.js';

const REVEALED = TRIGGER_EVENTS.indexOf('crimeRevealed');
const STARTED = TRIGGER_EVENTS.indexOf('crimeStarted');
const SUCCESS = TRIGGER_EVENTS.indexOf('crimeSuccess');
const FAILURE = TRIGGER_EVENTS.indexOf('crimeFailure');

/** 4A: the top crime is turned over. */
export function revealCrime(state: GangupState): void {
  const { info } = state;
  const top = --info[INFO.crimes]!;
  const card = state.crimePile[top]!;
  state.crimePile[top] = -1;
  pileDrawn(state, 0, -1, card);
  info[INFO.crime] = card;
  info[INFO.starter] = info[INFO.active]!;
  info[INFO.crimeStage] = 1;
  info[INFO.outcome] = -1;
  // R-LAST-CRIME
  if (top === 0) info[INFO.lastCrime] = 1;
  state.sink?.({ type: 'crime', seat: info[INFO.active]!, card });
  note(state, REVEALED, info[INFO.active]!, -1, card);
}

/** The crime and everyone at it leave the table; the phase is over. */
export function clearCrime(state: GangupState): void {
  const { info } = state;
  const card = info[INFO.crime]!;
  if (card >= 0) {
    insertSorted(state.crimeDiscard, 0, info[INFO.crimeDiscards]!, card);
    info[INFO.crimeDiscards]!++;
    state.sink?.({ type: 'crimeOver', card });
  }
  leaveCrime(state);
  info[INFO.crime] = -1;
  info[INFO.starter] = -1;
  info[INFO.ally] = -1;
  info[INFO.manpower] = 0;
  info[INFO.requirement] = 0;
  info[INFO.reward] = 0;
  info[INFO.gangs] = 0;
  info[INFO.crimeStage] = 0;
  info[INFO.outcome] = -1;
  info[INFO.organized] = 0;
  info[INFO.called] = 0;
  info[INFO.lastCommit] = -1;
  state.bids.fill(0);
}

function rememberCrime(state: GangupState, what: number): void {
  const { info } = state;
  const ally = info[INFO.ally]!;
  remember(state, what, info[INFO.starter]!, info[INFO.crime]!, ally < 0 ? 0 : 1 << ally);
}

/** The crime is lost before 4C: nobody gains or loses. */
export function loseCrime(state: GangupState): void {
  rememberCrime(state, RECENT.lost);
  state.sink?.({ type: 'crimeLost', card: state.info[INFO.crime]! });
  goTo(state, STEP.crimeEnd);
}

export function startOrganizing(state: GangupState): void {
  const { info } = state;
  info[INFO.crimeStage] = 2;
  info[INFO.ally] = -1;
  info[INFO.organized] = 0;
  info[INFO.called] = 0;
  info[INFO.lastCommit] = -1;
  info[INFO.cursor] = info[INFO.starter]!;
  state.bids.fill(0);
  goTo(state, STEP.organize);
}

/** 4B goes on: who isn't done yet is asked; when both are done the crime starts or is given up. */
export function organize(state: GangupState): void {
  const { info } = state;
  const starter = info[INFO.starter]!;
  const ally = info[INFO.ally]!;
  const done = info[INFO.organized]!;
  const cursor = info[INFO.cursor]!;
  if ((done >> cursor) & 1) {
    const other = cursor === starter ? ally : starter;
    if (other < 0 || (done >> other) & 1) {
      goTo(state, STEP.progress);
      return;
    }
    info[INFO.cursor] = other;
    info[INFO.lastCommit] = -1;
  }
  ask(state, PROMPT.organize, info[INFO.cursor]!);
}

/** R-BID: clockwise, each seat that has anybody to send declines or bids; the others decline without being asked. */
export function bids(state: GangupState): void {
  const { info } = state;
  const starter = info[INFO.starter]!;
  for (let i = 1; i < state.seats; i++) {
    const seat = (starter + i) % state.seats;
    if (state.bids[seat] !== 0) continue;
    if (headquartersCount(state, seat) > 0) {
      ask(state, PROMPT.bid, seat);
      return;
    }
    declineBid(state, seat);
  }
  goTo(state, STEP.allyPick);
}

export function declineBid(state: GangupState, seat: number): void {
  state.bids[seat] = -1;
  state.sink?.({ type: 'bid', seat, count: 0 });
}

export function allyPick(state: GangupState): void {
  for (let s = 0; s < state.seats; s++) {
    if (state.bids[s]! > 0) {
      ask(state, PROMPT.ally, state.info[INFO.starter]!);
      return;
    }
  }
  takeAlly(state, -1);
}

/** The starter's answer to the bids; organizing goes on, the ally first. */
export function takeAlly(state: GangupState, ally: number): void {
  const { info } = state;
  info[INFO.ally] = ally;
  state.sink?.({ type: 'ally', seat: info[INFO.starter]!, ally });
  info[INFO.organized] = 0;
  info[INFO.lastCommit] = -1;
  info[INFO.cursor] = ally < 0 ? info[INFO.starter]! : ally;
  goTo(state, STEP.organize);
}

/** "The Crime is now in progress", if the manpower is there; else it is discarded. */
export function startProgress(state: GangupState): void {
  const { info } = state;
  const force = manpower(state);
  const need = requirement(state);
  if (force < need) {
    loseCrime(state);
    return;
  }
  info[INFO.crimeStage] = 3;
  info[INFO.gangs] = gangsNow(state);
  state.sink?.({ type: 'inProgress', manpower: force, requirement: need });
  note(state, STARTED, info[INFO.starter]!, -1, info[INFO.crime]!);
  goTo(state, STEP.crimeRound);
}

/** 4D. R-OUTCOME: the reward or loss and what it triggers are one event. */
export function outcome(state: GangupState): void {
  const { info } = state;
  const force = manpower(state);
  const need = requirement(state);
  const success = force >= need;
  info[INFO.outcome] = success ? 1 : 0;
  state.sink?.({ type: 'outcome', success, manpower: force, requirement: need });
  rememberCrime(state, success ? RECENT.success : RECENT.failure);
  const reward = baseReward(state);
  note(state, success ? SUCCESS : FAILURE, info[INFO.starter]!, -1, info[INFO.crime]!);
  const ally = info[INFO.ally]!;
  const gain = (seat: number): number => (success ? reward + passive(state, REWARD, seat, -1, 0) : -reward);
  // Both amounts are read before either status changes: gains of one event come at the same time.
  const own = gain(info[INFO.starter]!);
  const theirs = ally < 0 ? 0 : gain(ally);
  changeStatus(state, info[INFO.starter]!, own);
  if (ally >= 0) changeStatus(state, ally, theirs);
  goTo(state, STEP.outcomeEnd);
}
