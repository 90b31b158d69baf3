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

/** Parts of a seat: the crime it started, its leader, then locations and gangsters. */
const FIRST_LOCATION = 2;

/**
 * R-TRIGGER: starts the next triggered ability of the noted events, if there is one: active seat first, then clockwise;
 * of one seat the crime that it started, its leader, locations and gangsters, one that has just left the table in its
 * old place. False when all are done; then the same abilities may fire again for the next event.
 */
export function startTrigger(state: GangupState): boolean {
  const { info, events } = state;
  while (info[INFO.eventTail]! > 0) {
    if (scan(state)) return true;
    events.copyWithin(0, EVENT_WORDS, info[INFO.eventTail]! * EVENT_WORDS);
    const tail = --info[INFO.eventTail]!;
    events.fill(0, tail * EVENT_WORDS, (tail + 1) * EVENT_WORDS);
    info[INFO.eventScan] = 0;
  }
  state.fired.fill(0);
  return false;
}

/** Goes on with the event at the head from where the last scan stopped. */
function scan(state: GangupState): boolean {
  const { info, cards } = state;
  const type = state.events[0]!;
  const place = state.events[2]!;
  const locations = cards.locations.length;
  const perSeat = FIRST_LOCATION + locations + state.slots;
  const end = state.seats * perSeat;
  const last = Math.max(state.slotsEnd - 1, place);
  for (let position = info[INFO.eventScan]!; position < end; position++) {
    const owner = (info[INFO.active]! + Math.floor(position / perSeat)) % state.seats;
    const part = position % perSeat;
    const slot = part - FIRST_LOCATION - locations;
    if (slot > last) {
      // Nobody stands further on: the next seat.
      position += perSeat - part - 1;
      continue;
    }
    let card = -1;
    let source = position;
    let departed = false;
    if (part === 0) {
      if (info[INFO.starter] === owner) card = info[INFO.crime]!;
      source = 0;
    } else if (part === 1) {
      card = state.leader[owner]!;
      source = 1 + owner;
    } else if (slot < 0) {
      const l = part - FIRST_LOCATION;
      if (state.locationOwner[l] === owner) card = cards.locations[l]!;
      source = 1 + state.seats + l;
    } else {
      departed = slot === place && owner === state.events[1] && state.slotCard[slot] !== state.events[3];
      if (departed) card = state.events[3]!;
      else if (state.slotOwner[slot] === owner) card = state.slotCard[slot]!;
      source = 1 + state.seats + locations + slot;
    }
    if (card < 0) continue;
    if (((cards.heardBy[card]! >> type) & 1) === 0) continue;
    for (let i = 0; i < ABILITIES_MAX; i++) {
      const ability = cards.ability(card, i);
      if (ability === undefined) break;
      if (ability.type !== TRIGGER || ability.on !== type || ((state.fired[source]! >> i) & 1) === 1) continue;
      const at = departed || slot < 0 ? -1 : slot;
      if (!matches(state, ability, owner, at, departed)) continue;
      state.fired[source]! |= 1 << i;
      // The same card may hold another ability for this event: look at it again.
      info[INFO.eventScan] = position;
      start(state, cards.abilityAt[card * ABILITIES_MAX + i]!, card, at, owner);
      return true;
    }
  }
  return false;
}

function matches(state: GangupState, ability: Ability, owner: number, slot: number, departed: boolean): boolean {
  const seat = state.events[1]!;
  const crime = state.info[INFO.crime]!;
  if (ability.crimeTypes !== 15 && (crime < 0 || ((ability.crimeTypes >> state.cards.crimeType[crime]!) & 1) === 0)) {
    return false;
  }
  if (departed !== (ability.who === SELF && slot < 0)) return false;
  if (ability.who === OWNER && seat !== owner) return false;
  if (ability.who === OTHERS && (seat === owner || seat < 0)) return false;
  if (ability.who === PARTICIPANT && ((participants(state) >> owner) & 1) === 0) return false;
  if (ability.who === PRESENT && (slot < 0 || state.slotAt[slot] === AT_HQ)) return false;
  if (ability.who === SELF && !departed && state.events[2] !== slot) return false;
  const probe = frameFor(ability, ability.card, slot, owner);
  probe[FRAME.eventSeat] = seat;
  probe[FRAME.eventSlot] = state.events[2]!;
  probe[FRAME.eventCard] = state.events[3]!;
  return ability.when < 0 || holdsProbe(state, probe, ability.when);
}

/** The condition may ask about modifiers, which use the shared frame: it gets one of its own. */
function holdsProbe(state: GangupState, probe: Int32Array, when: number): boolean {
  frame.set(probe);
  return holds(state, frame, when);
}

function start(state: GangupState, ability: number, card: number, slot: number, owner: number): void {
  frame.fill(0);
  frame[FRAME.ability] = ability;
  frame[FRAME.card] = card;
  frame[FRAME.slot] = slot;
  frame[FRAME.user] = owner;
  frame[FRAME.eventSeat] = state.events[1]!;
  frame[FRAME.eventSlot] = state.events[2]!;
  frame[FRAME.eventCard] = state.events[3]!;
  if (state.sink !== undefined) state.sink({ type: 'trigger', seat: owner, card });
  startProgram(state, frame, state.cards.abilities[ability]!.program);
}
