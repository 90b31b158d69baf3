import type { ActionList } from '../core/game.js';
import { action, DO } from './actions.js';
import { listDraft, listHand, listPicks, listPlays, WINDOW_ANY, WINDOW_CANCEL, WINDOW_CRIME } from './announce.js';
import { GANGSTER } from './cards.js';
import { HAND_MAX, needed, passive } from './effects/evaluate.js';
import * as o from './effects/opcodes.js';
import { OP } from './effects/opcodes.js';
import { peekedCard } from './effects/verbs/cards.js';
import { inUse, PROMPT } from './prompts.js';
import { AT_CRIME, AT_HQ, FRAME, type GangupState, INFO, RUN } from './state.js';
import { nextPicks, registerAt, sameGangster } from './targets.js';

/** R-DEAL: offers that a seat may make in one turn. */
export const OFFERS_MAX = 2;

const picks = new Int32Array(512);

/** Fills `out` with everything the asked seat may do, in a stable order. */
export function listLegal(state: GangupState, out: ActionList): void {
  out.clear();
  const { info } = state;
  const seat = info[INFO.promptSeat]!;
  if (info[INFO.over] === 1) return;
  if (inUse(state.draft)) {
    listDraft(state, out);
    return;
  }
  switch (info[INFO.prompt]) {
    case PROMPT.leader:
      for (const leader of state.cards.leaders) {
        if (!state.leader.includes(leader)) out.push(action(DO.leader, leader));
      }
      out.push(action(DO.noLeader));
      return;
    case PROMPT.start:
      listStart(state, seat, out);
      return;
    case PROMPT.offer:
      out.push(action(DO.accept));
      out.push(action(DO.refuse));
      return;
    case PROMPT.gangsters:
      listPlacements(state, seat, out);
      listPlays(state, seat, WINDOW_ANY, false, out);
      out.push(action(DO.done));
      return;
    case PROMPT.third:
      listPlays(state, seat, WINDOW_ANY, false, out);
      out.push(action(DO.second));
      if (info[INFO.crimes]! > 0) out.push(action(DO.crime));
      return;
    case PROMPT.priority:
      listPlays(state, seat, info[INFO.windows]!, false, out);
      out.push(action(DO.pass));
      return;
    case PROMPT.rumor:
      // R-CRIME-REQ: only the starter needs the crime's number.
      if (meetsCrime(state)) out.push(action(DO.yes));
      out.push(action(DO.no));
      return;
    case PROMPT.organize:
      listOrganize(state, seat, out);
      return;
    case PROMPT.bid: {
      let own = 0;
      for (let slot = 0; slot < state.slotsEnd; slot++) {
        if (state.slotCard[slot]! >= 0 && state.slotOwner[slot] === seat && state.slotAt[slot] === AT_HQ) {
          out.push(action(DO.bid, 0, ++own));
        }
      }
      out.push(action(DO.decline));
      return;
    }
    case PROMPT.ally:
      for (let s = 0; s < state.seats; s++) if (state.bids[s]! > 0) out.push(action(DO.ally, 0, s));
      out.push(action(DO.noAlly));
      return;
    case PROMPT.end:
      listPlays(state, seat, WINDOW_ANY, false, out);
      out.push(action(DO.done));
      return;
    case PROMPT.discardDown:
      listHand(state, seat, state.draft[FRAME.last]!, excess(state, seat), -1, 0, DO.discard, out);
      return;
    case PROMPT.answer:
      // R-CANCEL: a Cancel only.
      listPlays(state, seat, WINDOW_CANCEL, false, out);
      out.push(action(DO.pass));
      return;
    case PROMPT.may:
      out.push(action(DO.yes));
      out.push(action(DO.no));
      return;
    default:
      listEffect(state, seat, out);
  }
}

/** Choices inside a running effect. */
function listEffect(state: GangupState, seat: number, out: ActionList): void {
  const { run, machine, cards, info } = state;
  const pc = run[RUN.pc]!;
  const last = state.draft[FRAME.last]!;
  const left = run[RUN.sub]! - 1;
  switch (info[INFO.prompt]) {
    case PROMPT.pick: {
      const t = pc + 1;
      const n = nextPicks(state, machine, t, undefined, 0, picks);
      listPicks(state, t, n, picks, out);
      if (machine[registerAt(state, t)]! >= cards.code[t + o.TARGET_MIN]!) out.push(action(DO.done));
      return;
    }
    case PROMPT.discardPick:
      listHand(state, seat, last, left, -1, 0, DO.discard, out);
      return;
    case PROMPT.givePick:
      listHand(state, seat, last, left, -1, 0, DO.give, out);
      return;
    case PROMPT.takePick:
      listHand(state, run[RUN.last]!, last, left, -1, 0, DO.take, out);
      return;
    case PROMPT.peek:
      for (let depth = left; depth < run[RUN.last]!; depth++) {
        const code = action(DO.top, peekedCard(state, cards.code[pc + 1]!, depth));
        if (!out.includes(code)) out.push(code);
      }
      return;
    default:
      throw new Error(`prompt ${info[INFO.prompt]} for operation ${cards.code[pc]} (choose is ${OP.choose})`);
  }
}

/** How many cards the seat holds beyond its limit. */
export function excess(state: GangupState, seat: number): number {
  return state.handCount[seat]! - Math.max(0, state.config.handMax + passive(state, HAND_MAX, seat, -1, 0));
}

/** Whether the active seat's status allows the crime at hand. */
export function meetsCrime(state: GangupState): boolean {
  if (!state.config.crimeNeedsStatus) return true;
  const seat = state.info[INFO.active]!;
  return state.status[seat]! >= needed(state, seat, state.info[INFO.crime]!);
}

function listStart(state: GangupState, seat: number, out: ActionList): void {
  const { cards, info } = state;
  for (let l = 0; l < state.locationOwner.length; l++) {
    const owner = state.locationOwner[l]!;
    const card = cards.locations[l]!;
    if (owner === seat || info[INFO.bought] === 1) continue;
    // R-DEAL: it may not take a status below 0.
    if (owner < 0) {
      if (cards.price[card]! <= state.status[seat]!) out.push(action(DO.buy, card));
    } else if (info[INFO.offers]! < OFFERS_MAX) {
      for (let price = 0; price <= state.status[seat]!; price++) out.push(action(DO.offer, card, price));
    }
  }
  out.push(action(DO.done));
}

function listPlacements(state: GangupState, seat: number, out: ActionList): void {
  const { cards, info } = state;
  const base = seat * state.handCapacity;
  let before = -1;
  for (let i = 0; i < state.handCount[seat]!; i++) {
    const card = state.hand[base + i]!;
    if (card === before || cards.kind[card] !== GANGSTER) continue;
    before = card;
    if (needed(state, seat, card) <= state.status[seat]!) out.push(action(DO.place, card));
  }
  if (info[INFO.snitched] === 1) return;
  before = -1;
  for (let i = 0; i < state.handCount[seat]!; i++) {
    const card = state.hand[base + i]!;
    if (card === before || cards.kind[card] !== GANGSTER) continue;
    before = card;
    let freed = -1;
    for (let k = 0; k < info[INFO.jailed]!; k++) {
      const jailed = state.jail[k]!;
      if (jailed === freed) continue;
      freed = jailed;
      // R-SNITCH: the jailed one has a lower number; no status is needed.
      if (cards.number[jailed]! < cards.number[card]!) out.push(action(DO.snitch, card, jailed));
    }
  }
}

function listOrganize(state: GangupState, seat: number, out: ActionList): void {
  const { info } = state;
  const starts = seat === info[INFO.starter];
  let committed = false;
  for (let slot = 0; slot < state.slotsEnd; slot++) {
    if (state.slotCard[slot]! < 0 || state.slotOwner[slot] !== seat) continue;
    // A gangster that was forced to join isn't one that its boss commits.
    if (state.slotAt[slot] === AT_CRIME) committed = true;
    // Ascending within one turn of committing, so that no set is reached in two ways.
    else if (state.slotAt[slot] === AT_HQ && slot > info[INFO.lastCommit]! && !offered(state, seat, slot)) {
      out.push(action(DO.commit, state.slotCard[slot]!, slot));
    }
  }
  listPlays(state, seat, WINDOW_ANY | WINDOW_CRIME, true, out);
  if (starts && info[INFO.called] === 0) out.push(action(DO.call));
  // R-BID: the ally commits one at least, while it has one.
  if (starts || committed || headquartersEmpty(state, seat)) out.push(action(DO.done));
}

/** R-SAME: whether a place before `slot` holds just such a gangster of the seat, passed over or to be sent instead. */
function offered(state: GangupState, seat: number, slot: number): boolean {
  for (let k = 0; k < slot; k++) {
    if (state.slotCard[k] === state.slotCard[slot] && state.slotOwner[k] === seat && sameGangster(state, k, slot)) {
      return true;
    }
  }
  return false;
}

function headquartersEmpty(state: GangupState, seat: number): boolean {
  for (let slot = 0; slot < state.slotsEnd; slot++) {
    if (state.slotCard[slot]! >= 0 && state.slotOwner[slot] === seat && state.slotAt[slot] === AT_HQ) return false;
  }
  return true;
}
