import { ABILITIES_MAX, type Ability, TRIGGER } from './cards.js';
import { frameFor, holds, participants } from './effects/evaluate.js';
import { startProgram } from './effects/run.js';
import { TRIGGER_WHO } from './effects/vocabulary.js';
import { AT_HQ, EVENT_WORDS, FRAME, FRAME_WORDS, type GangupState, INFO } from './state.js';

const [, OWNER, OTHERS, PARTICIPANT, PRESENT, SELF] = TRIGGER_WHO.map((_, i) => i) as [
  number,
  number,
  number,
  number,
  number,
  number,
];
const frame = new Int32Array(FRAME_WORDS);

/**
 * R-TRIGGER: starts the next triggered ability of the noted events, if there is one: the card that has left the
 * table first, then the crime, then active seat first, clockwise, leader, locations, gangsters. False when all
 * are done; then the same abilities may fire again for the next event.
 */
export function startTrigger(state: GangupState): boolean {
  const { info } = state;
  while (info[INFO.eventHead]! < info[INFO.eventTail]!) {
    if (scan(state)) return true;
    info[INFO.eventHead]!++;
    info[INFO.eventScan] = 0;
  }
  if (info[INFO.eventTail]! > 0) {
    info[INFO.eventHead] = 0;
    info[INFO.eventTail] = 0;
    state.events.fill(0);
    state.fired.fill(0);
  }
  return false;
}

/** Goes on with the event at the head from where the last scan stopped. */
function scan(state: GangupState): boolean {
  const { info, cards } = state;
  const at = info[INFO.eventHead]! * EVENT_WORDS;
  const type = state.events[at]!;
  const locations = cards.locations.length;
  const perSeat = 1 + locations + state.slots;
  const end = 2 + state.seats * perSeat;
  for (let position = info[INFO.eventScan]!; position < end; position++) {
    let card = -1;
    let owner = -1;
    let slot = -1;
    let source = position;
    if (position === 0) {
      card = state.events[at + 3]!;
      owner = state.events[at + 1]!;
      const place = state.events[at + 2]!;
      // Only who isn't there any more: the others are met at their place.
      if (card < 0 || place < 0 || state.slotCard[place]! === card) continue;
    } else if (position === 1) {
      card = info[INFO.crime]!;
      owner = info[INFO.starter]!;
      if (card < 0 || owner < 0) continue;
    } else {
      owner = (info[INFO.active]! + Math.floor((position - 2) / perSeat)) % state.seats;
      const part = (position - 2) % perSeat;
      if (part === 0) {
        card = state.leader[owner]!;
        source = 2 + owner;
      } else if (part <= locations) {
        if (state.locationOwner[part - 1] !== owner) continue;
        card = cards.locations[part - 1]!;
        source = 2 + state.seats + part - 1;
      } else {
        slot = part - 1 - locations;
        if (state.slotOwner[slot] !== owner) continue;
        card = state.slotCard[slot]!;
        source = 2 + state.seats + locations + slot;
      }
      if (card < 0) continue;
    }
    if (((cards.heardBy[card]! >> type) & 1) === 0) continue;
    for (let place = 0; place < ABILITIES_MAX; place++) {
      const ability = cards.ability(card, place);
      if (ability === undefined) break;
      if (ability.type !== TRIGGER || ability.on !== type || ((state.fired[source]! >> place) & 1) === 1) continue;
      if (!matches(state, ability, at, owner, slot, position === 0)) continue;
      state.fired[source]! |= 1 << place;
      // The same card may hold another ability for this event: look at it again.
      info[INFO.eventScan] = position;
      start(state, ability, card, slot, owner, at);
      return true;
    }
  }
  return false;
}

function matches(
  state: GangupState,
  ability: Ability,
  at: number,
  owner: number,
  slot: number,
  departed: boolean,
): boolean {
  const seat = state.events[at + 1]!;
  const crime = state.info[INFO.crime]!;
  if (ability.crimeTypes !== 15 && (crime < 0 || ((ability.crimeTypes >> state.cards.crimeType[crime]!) & 1) === 0)) {
    return false;
  }
  if (departed !== (ability.who === SELF && slot < 0)) return false;
  if (ability.who === OWNER && seat !== owner) return false;
  if (ability.who === OTHERS && (seat === owner || seat < 0)) return false;
  if (ability.who === PARTICIPANT && ((participants(state) >> owner) & 1) === 0) return false;
  if (ability.who === PRESENT && (slot < 0 || state.slotAt[slot] === AT_HQ)) return false;
  if (ability.who === SELF && !departed && state.events[at + 2] !== slot) return false;
  const probe = frameFor(ability, ability.card, slot, owner);
  probe[FRAME.eventSeat] = seat;
  probe[FRAME.eventSlot] = state.events[at + 2]!;
  probe[FRAME.eventCard] = state.events[at + 3]!;
  return ability.when < 0 || holdsProbe(state, probe, ability.when);
}

/** The condition may ask about modifiers, which use the shared frame: it gets one of its own. */
function holdsProbe(state: GangupState, probe: Int32Array, when: number): boolean {
  frame.set(probe);
  return holds(state, frame, when);
}

function start(state: GangupState, ability: Ability, card: number, slot: number, owner: number, at: number): void {
  frame.fill(0);
  frame[FRAME.ability] = state.cards.abilities.indexOf(ability);
  frame[FRAME.card] = card;
  frame[FRAME.slot] = slot;
  frame[FRAME.user] = owner;
  frame[FRAME.eventSeat] = state.events[at + 1]!;
  frame[FRAME.eventSlot] = state.events[at + 2]!;
  frame[FRAME.eventCard] = state.events[at + 3]!;
  if (state.sink !== undefined) state.sink({ type: 'trigger', seat: owner, card });
  startProgram(state, frame, ability.program);
}
