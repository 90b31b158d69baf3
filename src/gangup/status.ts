import { emitGangster, emitStatus } from './announce-events.js';
import { needed } from './effects/evaluate.js';
import { TRIGGER_EVENTS } from './effects/vocabulary.js';
import { AT_HQ, EVENT_WORDS, type GangupState, INFO } from './state.js';
import { clearSlot, toHandSeen } from './zones.js';

const GAINED = TRIGGER_EVENTS.indexOf('statusGained');
const LOST = TRIGGER_EVENTS.indexOf('statusLost');

/** Notes a rule event for the triggers, which run when the effect is complete (R-TRIGGER). */
export function note(state: GangupState, type: number, seat: number, slot: number, card: number): void {
  if (((state.cards.heard >> type) & 1) === 0) return;
  const { events } = state;
  const tail = state.info[INFO.eventTail]!;
  const end = tail * EVENT_WORDS;
  // Every ability fires at most once for all of them, so that equal events that wait are one.
  for (let at = EVENT_WORDS; at < end; at += EVENT_WORDS) {
    if (events[at] === type && events[at + 1] === seat && events[at + 2] === slot && events[at + 3] === card) return;
  }
  if (end >= events.length) throw new Error(`more than ${tail} rule events at once`);
  events[end] = type;
  events[end + 1] = seat;
  events[end + 2] = slot;
  events[end + 3] = card;
  state.info[INFO.eventTail] = tail + 1;
}

/** Changes a status; R-FLOOR: never below 0. Returns the change that took place. */
export function changeStatus(state: GangupState, seat: number, amount: number): number {
  const from = state.status[seat]!;
  const now = Math.max(0, from + amount);
  if (now === from) return 0;
  state.status[seat] = now;
  emitStatus(state, seat, from, now);
  note(state, now > from ? GAINED : LOST, seat, -1, -1);
  if (now < from) returnProud(state, seat);
  return now - from;
}

const proud = new Uint8Array(256);

/** R-DROP: gangsters that no longer respect their boss return to the hand, committed ones too. */
function returnProud(state: GangupState, seat: number): void {
  // All are looked at before one goes: what it did to the others' numbers counts while it is there.
  for (let slot = 0; slot < state.slotsEnd; slot++) {
    const card = state.slotCard[slot]!;
    proud[slot] =
      card >= 0 && state.slotOwner[slot] === seat && needed(state, seat, card) > state.status[seat]! ? 1 : 0;
  }
  for (let slot = 0; slot < state.slotsEnd; slot++) {
    if (proud[slot] === 0) continue;
    const card = state.slotCard[slot]!;
    clearSlot(state, slot);
    toHandSeen(state, seat, card);
    emitGangster(state, 'toHand', card, seat, -1);
  }
}

/** Committed gangsters go back to their headquarters, forced ones to their owner's, and the crime's marks end. */
export function leaveCrime(state: GangupState): void {
  for (let slot = 0; slot < state.slotsEnd; slot++) {
    if (state.slotCard[slot]! < 0) continue;
    state.slotAt[slot] = AT_HQ;
    state.slotCrimeMod[slot] = 0;
    state.slotProtection[slot]! &= 0xff00;
  }
}
