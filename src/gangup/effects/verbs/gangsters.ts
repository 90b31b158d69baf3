import { emitGangster } from '../../announce-events.js';
import { AT_CRIME, AT_FORCED, AT_HQ, FRAME, type GangupState, INFO } from '../../state.js';
import { note } from '../../status.js';
import { clearSlot, toDiscard, toHandSeen, toJail, toRemoved } from '../../zones.js';
import { canBe } from '../evaluate.js';
import { VERB_JOIN_BIT } from '../opcodes.js';
import { GANGSTER_VERBS, TRIGGER_EVENTS } from '../vocabulary.js';
import { floorManpower } from './crime.js';

const BIT = Object.fromEntries(GANGSTER_VERBS.map((verb, i) => [verb, 1 << i])) as Record<
  (typeof GANGSTER_VERBS)[number],
  number
>;
const KILLED = TRIGGER_EVENTS.indexOf('killed');
const ARRESTED = TRIGGER_EVENTS.indexOf('arrested');
const DEFECTED = TRIGGER_EVENTS.indexOf('defected');

/** "Kill: remove a gangster from play and put him or her on the Resource Discard pile." */
export function kill(state: GangupState, frame: Int32Array, slot: number): void {
  const user = frame[FRAME.user]!;
  if (!canBe(state, slot, BIT.kill, user, -1)) return;
  const card = state.slotCard[slot]!;
  const owner = state.slotOwner[slot]!;
  clearSlot(state, slot);
  toDiscard(state, card);
  emitGangster(state, 'kill', card, owner, user);
  note(state, KILLED, owner, slot, card);
}

/** "Arrest: move a Gangster to Jail." */
export function arrest(state: GangupState, frame: Int32Array, slot: number): void {
  const user = frame[FRAME.user]!;
  if (!canBe(state, slot, BIT.arrest, user, -1)) return;
  const card = state.slotCard[slot]!;
  const owner = state.slotOwner[slot]!;
  clearSlot(state, slot);
  toJail(state, card);
  emitGangster(state, 'arrest', card, owner, user);
  note(state, ARRESTED, owner, slot, card);
}

/** R-DEFECT: to another gang's headquarters; a committed one leaves the crime. */
export function defect(state: GangupState, frame: Int32Array, slot: number, to: number): void {
  const user = frame[FRAME.user]!;
  if (to < 0 || !canBe(state, slot, BIT.defect, user, to)) return;
  const owner = state.slotOwner[slot]!;
  const left = state.slotAt[slot] !== AT_HQ;
  state.slotOwner[slot] = to;
  state.slotAt[slot] = AT_HQ;
  // R-DEFECT: whoever left a crime in progress can't come back to it.
  if (left && state.info[INFO.crimeStage] === 3) protect(state, slot, BIT.forceJoin | VERB_JOIN_BIT, 0);
  emitGangster(state, 'defect', state.slotCard[slot]!, owner, to);
  note(state, DEFECTED, owner, slot, state.slotCard[slot]!);
}

export function toHand(state: GangupState, frame: Int32Array, slot: number): void {
  const user = frame[FRAME.user]!;
  if (!canBe(state, slot, BIT.toHand, user, -1)) return;
  const card = state.slotCard[slot]!;
  const owner = state.slotOwner[slot]!;
  clearSlot(state, slot);
  toHandSeen(state, owner, card);
  emitGangster(state, 'toHand', card, owner, user);
}

/** R-FORCE: adds manpower without taking the ally's place; the gang counts as present. */
export function forceJoin(state: GangupState, frame: Int32Array, slot: number): void {
  const user = frame[FRAME.user]!;
  if (!canBe(state, slot, BIT.forceJoin, user, -1)) return;
  floorManpower(state);
  state.slotAt[slot] = AT_FORCED;
  emitGangster(state, 'forceJoin', state.slotCard[slot]!, state.slotOwner[slot]!, user);
}

/** A gangster of the user's own joins a crime in progress because a card says so; an outsider's stays a guest. */
export function join(state: GangupState, frame: Int32Array, slot: number): void {
  const user = frame[FRAME.user]!;
  if (!canBe(state, slot, VERB_JOIN_BIT, user, -1)) return;
  floorManpower(state);
  const takesPart = user === state.info[INFO.starter] || user === state.info[INFO.ally];
  state.slotAt[slot] = takesPart ? AT_CRIME : AT_FORCED;
  emitGangster(state, 'join', state.slotCard[slot]!, user, user);
}

export function withdraw(state: GangupState, frame: Int32Array, slot: number): void {
  const user = frame[FRAME.user]!;
  if (!canBe(state, slot, BIT.withdraw, user, -1)) return;
  state.slotAt[slot] = AT_HQ;
  emitGangster(state, 'withdraw', state.slotCard[slot]!, state.slotOwner[slot]!, user);
}

export function removeFromGame(state: GangupState, frame: Int32Array, slot: number): void {
  const card = state.slotCard[slot]!;
  const owner = state.slotOwner[slot]!;
  clearSlot(state, slot);
  toRemoved(state, card);
  emitGangster(state, 'removeFromGame', card, owner, frame[FRAME.user]!);
}

/** `verbs`: bits of GANGSTER_VERBS; `duration` 0: until the end of the crime, 1: of the turn. */
export function protect(state: GangupState, slot: number, verbs: number, duration: number): void {
  state.slotProtection[slot]! |= duration === 0 ? verbs : verbs << 8;
}

export function strengthen(state: GangupState, slot: number, amount: number, duration: number): void {
  if (state.crimeRuns) floorManpower(state);
  const rows = duration === 0 ? state.slotCrimeMod : state.slotTurnMod;
  rows[slot]! += amount;
}
