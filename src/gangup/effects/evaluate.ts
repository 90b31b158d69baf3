import { type Ability, INFLUENCE, PASSIVE } from '../cards.js';
import { AT_HQ, FRAME, FRAME_REGISTERS, INFO, type PublicGangup, REGISTER_WORDS } from '../state.js';
import * as o from './opcodes.js';
import { MODIFIED, PLAYER_WORDS } from './vocabulary.js';

/** Code is read in order; `reader.ip` stands behind what was read last. */
export const reader = { ip: 0 };

const WORD = Object.fromEntries(PLAYER_WORDS.map((word, i) => [word, i])) as Record<
  (typeof PLAYER_WORDS)[number],
  number
>;
export const MANPOWER = MODIFIED.indexOf('manpower');
export const IMMUNE = MODIFIED.indexOf('immune');
export const NUMBER = MODIFIED.indexOf('number');
export const HAND_MAX = MODIFIED.indexOf('handMax');
export const REQUIREMENT = MODIFIED.indexOf('requirement');
export const REWARD = MODIFIED.indexOf('reward');

export function allSeats(table: PublicGangup): number {
  return (1 << table.seats) - 1;
}

/** The first seat of a set, clockwise from `from`; −1 when it is empty. */
export function firstFrom(table: PublicGangup, from: number, mask: number): number {
  for (let i = 0; i < table.seats; i++) {
    const seat = (from + i) % table.seats;
    if ((mask >> seat) & 1) return seat;
  }
  return -1;
}

/** Starter and ally as bits; none without a crime. */
export function participants(table: PublicGangup): number {
  const starter = table.info[INFO.starter]!;
  const ally = table.info[INFO.ally]!;
  return (starter < 0 ? 0 : 1 << starter) | (ally < 0 ? 0 : 1 << ally);
}

/** The gangs at the crime: starter and ally whoever is left (R-ALLY), and whose gangsters were forced (R-FORCE). */
export function gangsNow(table: PublicGangup): number {
  let mask = participants(table);
  for (let slot = 0; slot < table.slotsEnd; slot++) {
    if (table.slotCard[slot]! >= 0 && table.slotAt[slot] !== AT_HQ) mask |= 1 << table.slotOwner[slot]!;
  }
  return mask;
}

/** The place of the gangster that a reference names, −1 when it isn't on the table (any more). */
export function refSlot(table: PublicGangup, frame: Int32Array, ref: number): number {
  const slot =
    ref === o.REF_SELF
      ? frame[FRAME.slot]!
      : ref === o.REF_EVENT
        ? frame[FRAME.eventSlot]!
        : frame[FRAME_REGISTERS + ref * REGISTER_WORDS]! > 0
          ? frame[FRAME_REGISTERS + ref * REGISTER_WORDS + 1]!
          : -1;
  if (slot < 0 || table.slotCard[slot]! < 0) return -1;
  if (ref === o.REF_EVENT && table.slotCard[slot] !== frame[FRAME.eventCard]) return -1;
  return slot;
}

/** A set of seats as bits. */
export function seatSet(table: PublicGangup, frame: Int32Array, kind: number, arg: number): number {
  const { info } = table;
  switch (kind) {
    case WORD.user:
      return 1 << frame[FRAME.user]!;
    case WORD.others:
      return allSeats(table) & ~(1 << frame[FRAME.user]!);
    case WORD.all:
      return allSeats(table);
    case WORD.active:
      return 1 << info[INFO.active]!;
    case WORD.starter:
      return info[INFO.starter]! < 0 ? 0 : 1 << info[INFO.starter]!;
    case WORD.ally:
      return info[INFO.ally]! < 0 ? 0 : 1 << info[INFO.ally]!;
    case WORD.participants:
      return participants(table);
    case WORD.gangsAtCrime:
      return info[INFO.crimeStage]! >= 3 ? info[INFO.gangs]! : gangsNow(table);
    case WORD.outsiders:
      return allSeats(table) & ~participants(table);
    case WORD.highest:
    case WORD.lowest: {
      let best = table.status[0]!;
      for (let s = 1; s < table.seats; s++) {
        const status = table.status[s]!;
        best = kind === WORD.highest ? Math.max(best, status) : Math.min(best, status);
      }
      let mask = 0;
      for (let s = 0; s < table.seats; s++) if (table.status[s] === best) mask |= 1 << s;
      return mask;
    }
    case WORD.event:
      return frame[FRAME.eventSeat]! < 0 ? 0 : 1 << frame[FRAME.eventSeat]!;
    case o.PLAYERS_CHOSEN: {
      const at = FRAME_REGISTERS + arg * REGISTER_WORDS;
      return frame[at]! > 0 ? 1 << frame[at + 1]! : 0;
    }
    default: {
      if (arg === o.REF_EVENT) return frame[FRAME.eventSeat]! < 0 ? 0 : 1 << frame[FRAME.eventSeat]!;
      const slot = refSlot(table, frame, arg);
      if (slot < 0) return arg === o.REF_SELF ? 1 << frame[FRAME.user]! : 0;
      return 1 << table.slotOwner[slot]!;
    }
  }
}

/** Whether the gangster in this place is meant by the selector at `at`. */
export function selects(table: PublicGangup, frame: Int32Array, at: number, slot: number, seats: number): boolean {
  const { code } = table.cards;
  const card = table.slotCard[slot]!;
  if (card < 0 || ((seats >> table.slotOwner[slot]!) & 1) === 0) return false;
  const zone = code[at]!;
  if (zone === o.ZONE_CRIME && table.slotAt[slot] === AT_HQ) return false;
  if (zone === o.ZONE_HQ && table.slotAt[slot] !== AT_HQ) return false;
  const gender = code[at + 3]!;
  if (gender >= 0 && table.cards.gender[card] !== gender) return false;
  const number = table.cards.number[card]!;
  if (number < code[at + 4]! || number > code[at + 5]!) return false;
  return (code[at + 6]! & o.FLAG_NOT_SELF) === 0 || frame[FRAME.slot] !== slot;
}

/** Whether a card of a face-up pile is meant by the selector at `at`. */
export function selectsCard(table: PublicGangup, at: number, card: number): boolean {
  const { cards } = table;
  const { code } = cards;
  const kind = cards.kind[card] === INFLUENCE ? 2 : 1;
  if ((code[at + 7]! & kind) === 0) return false;
  const number = cards.number[card]!;
  if (number < code[at + 4]! || number > code[at + 5]!) return false;
  const icon = code[at + 8]!;
  return icon < 0 || ((cards.icons[card]! >> icon) & 1) === 1;
}

/** The value of the expression at `at`. */
export function evaluate(table: PublicGangup, frame: Int32Array, at: number): number {
  const { code } = table.cards;
  if (code[at] === o.EXPR_CONST) {
    reader.ip = at + 2;
    return code[at + 1]!;
  }
  const counts = code[at] === o.EXPR_COUNT;
  const times = code[at + (counts ? 1 : 2)]!;
  const plus = code[at + (counts ? 2 : 3)]!;
  let value = 0;
  if (counts) {
    const selector = at + 3;
    const seats = seatSet(table, frame, code[selector + 1]!, code[selector + 2]!);
    for (let slot = 0; slot < table.slotsEnd; slot++) if (selects(table, frame, selector, slot, seats)) value++;
    reader.ip = selector + o.SELECTOR_WORDS;
  } else {
    value = read(table, frame, code[at + 1]!, seatSet(table, frame, code[at + 4]!, code[at + 5]!), code[at + 6]!);
    reader.ip = at + 7;
  }
  return value * times + plus;
}

/** READINGS: status, hand, gang, manpower, requirement, reward, gangs, number. */
function read(table: PublicGangup, frame: Int32Array, reading: number, seats: number, ref: number): number {
  switch (reading) {
    case 3:
      return manpower(table);
    case 4:
      return requirement(table);
    case 5:
      return table.info[INFO.crime]! < 0 ? 0 : baseReward(table);
    case 6: {
      const gangs = table.info[INFO.crimeStage]! >= 3 ? table.info[INFO.gangs]! : gangsNow(table);
      return bitCount(gangs);
    }
    case 7: {
      const slot = refSlot(table, frame, ref);
      return slot < 0 ? 0 : table.cards.number[table.slotCard[slot]!]!;
    }
    default: {
      let sum = 0;
      for (let s = 0; s < table.seats; s++) {
        if (((seats >> s) & 1) === 0) continue;
        if (reading === 0) sum += table.status[s]!;
        else if (reading === 1) sum += table.handCount[s]!;
        else for (let g = 0; g < table.slotsEnd; g++) if (table.slotCard[g]! >= 0 && table.slotOwner[g] === s) sum++;
      }
      return sum;
    }
  }
}

export function bitCount(mask: number): number {
  let count = 0;
  for (; mask !== 0; mask &= mask - 1) count++;
  return count;
}

/** Whether the condition at `at` holds; `at` −1: always. */
export function holds(table: PublicGangup, frame: Int32Array, at: number): boolean {
  if (at < 0) return true;
  const { code } = table.cards;
  switch (code[at]) {
    case o.COND_COMPARE: {
      const left = evaluate(table, frame, at + 2);
      const right = evaluate(table, frame, reader.ip);
      return code[at + 1] === 0 ? left === right : code[at + 1] === 1 ? left >= right : left <= right;
    }
    case o.COND_TYPE: {
      reader.ip = at + 2;
      const crime = table.info[INFO.crime]!;
      return crime >= 0 && ((code[at + 1]! >> table.cards.crimeType[crime]!) & 1) === 1;
    }
    case o.COND_IN: {
      reader.ip = at + 5;
      const who = seatSet(table, frame, code[at + 1]!, code[at + 2]!);
      return who !== 0 && (who & ~seatSet(table, frame, code[at + 3]!, code[at + 4]!)) === 0;
    }
    case o.COND_PRESENT: {
      reader.ip = at + 2;
      const slot = refSlot(table, frame, code[at + 1]!);
      return slot >= 0 && table.slotAt[slot] !== AT_HQ;
    }
    case o.COND_NOT:
      return !holds(table, frame, at + 1);
    default: {
      const every = code[at] === o.COND_ALL;
      const parts = code[at + 1]!;
      reader.ip = at + 2;
      let result = every;
      for (let i = 0; i < parts; i++) {
        const part = holds(table, frame, reader.ip);
        result = every ? result && part : result || part;
      }
      return result;
    }
  }
}

const scratch = new Int32Array(FRAME_REGISTERS + o.REGISTERS * REGISTER_WORDS);

/** A frame for asking about a card that nobody plays now. */
export function frameFor(ability: Ability | undefined, card: number, slot: number, user: number): Int32Array {
  scratch.fill(0);
  scratch[FRAME.ability] = ability === undefined ? -1 : 0;
  scratch[FRAME.card] = card;
  scratch[FRAME.slot] = slot;
  scratch[FRAME.user] = user;
  scratch[FRAME.eventSeat] = -1;
  scratch[FRAME.eventSlot] = -1;
  return scratch;
}

/** One source's part in a modifier of `seat`; `slot` is the gangster asked about, −1 for seat-wide modifiers. */
function fromSource(
  table: PublicGangup,
  modify: number,
  seat: number,
  card: number,
  own: number,
  slot: number,
  mask: number,
): number {
  const { cards } = table;
  if (((cards.modifiedBy[card]! >> modify) & 1) === 0) return 0;
  let sum = 0;
  for (let place = 0; ; place++) {
    const ability = place < 4 ? cards.ability(card, place) : undefined;
    if (ability === undefined) return sum;
    if (ability.type !== PASSIVE || ability.modify !== modify) continue;
    if (slot >= 0 && !ability.gang && own !== slot) continue;
    if (mask !== 0 && (ability.mask & mask) === 0) continue;
    const frame = frameFor(ability, card, own, seat);
    if (!holds(table, frame, ability.when)) continue;
    sum += modify === IMMUNE ? 1 : evaluate(table, frame, ability.amount);
  }
}

/** R-MODIFY: the sum of a passive modifier over everything that the seat owns. */
export function passive(table: PublicGangup, modify: number, seat: number, slot: number, mask: number): number {
  const { cards, slotCard, slotOwner, slotsEnd } = table;
  if (((cards.modified >> modify) & 1) === 0) return 0;
  const by = cards.modifiedBy;
  let sum = 0;
  if (table.leader[seat]! >= 0) sum += fromSource(table, modify, seat, table.leader[seat]!, -1, slot, mask);
  for (let l = 0; l < cards.locations.length; l++) {
    if (table.locationOwner[l] === seat) sum += fromSource(table, modify, seat, cards.locations[l]!, -1, slot, mask);
  }
  for (let g = 0; g < slotsEnd; g++) {
    const card = slotCard[g]!;
    if (card < 0 || ((by[card]! >> modify) & 1) === 0 || slotOwner[g] !== seat) continue;
    sum += fromSource(table, modify, seat, card, g, slot, mask);
  }
  return sum;
}

/** Whether a card in play changes the manpower of gangsters other than itself. */
export function manpowerAround(table: PublicGangup): boolean {
  const { cards, slotCard, slotsEnd } = table;
  const by = cards.modifiedAroundBy;
  for (let g = 0; g < slotsEnd; g++) {
    const card = slotCard[g]!;
    if (card >= 0 && ((by[card]! >> MANPOWER) & 1) === 1) return true;
  }
  for (let s = 0; s < table.seats; s++) {
    const card = table.leader[s]!;
    if (card >= 0 && ((by[card]! >> MANPOWER) & 1) === 1) return true;
  }
  for (let l = 0; l < cards.locations.length; l++) {
    if (table.locationOwner[l]! >= 0 && ((by[cards.locations[l]!]! >> MANPOWER) & 1) === 1) return true;
  }
  return false;
}

/** What one gangster adds where it stands. Whoever asks about many finds `around` (`manpowerAround`) once. */
export function slotManpower(table: PublicGangup, slot: number, around = true): number {
  const card = table.slotCard[slot]!;
  const own = table.cards.manpower[card]! + table.slotCrimeMod[slot]! + table.slotTurnMod[slot]!;
  const seat = table.slotOwner[slot]!;
  const more = around
    ? passive(table, MANPOWER, seat, slot, 0)
    : fromSource(table, MANPOWER, seat, card, slot, slot, 0);
  return Math.max(0, own + more);
}

/** The manpower at the crime; R-MANPOWER: never below 0. */
export function manpower(table: PublicGangup): number {
  return Math.max(0, rawManpower(table));
}

/** The same before the floor. */
export function rawManpower(table: PublicGangup): number {
  const { slotsEnd, slotCard, slotAt } = table;
  const around = manpowerAround(table);
  let sum = table.info[INFO.manpower]!;
  for (let slot = 0; slot < slotsEnd; slot++) {
    if (slotCard[slot]! >= 0 && slotAt[slot] !== AT_HQ) sum += slotManpower(table, slot, around);
  }
  return sum;
}

export function requirement(table: PublicGangup): number {
  const crime = table.info[INFO.crime]!;
  if (crime < 0) return 0;
  const own = table.cards.manpower[crime]! + table.info[INFO.requirement]!;
  return Math.max(0, own + passive(table, REQUIREMENT, table.info[INFO.starter]!, -1, 0));
}

/** Printed reward with what the crime's plays made of it. */
export function baseReward(table: PublicGangup): number {
  return Math.max(0, table.cards.reward[table.info[INFO.crime]!]! + table.info[INFO.reward]!);
}

/** The status that a seat needs for a card of its hand. */
export function needed(table: PublicGangup, seat: number, card: number): number {
  return Math.max(0, table.cards.number[card]! + passive(table, NUMBER, seat, -1, 1 << table.cards.kind[card]!));
}

const DEFECT = 1 << 2;
const FORCE = 1 << 4;

/** Whether verbs (bits of GANGSTER_VERBS, and joining) can be done to the gangster; `owner`: of a defection. */
export function canBe(table: PublicGangup, slot: number, verbs: number, user: number, owner: number): boolean {
  if (verbs === 0) return true;
  const held = (table.slotProtection[slot]! | (table.slotProtection[slot]! >> 8)) & verbs & 0xff;
  if (held !== 0) return false;
  const seat = table.slotOwner[slot]!;
  const at = table.slotAt[slot]!;
  // R-ARREST: from commitment until they return, not in 4E.
  if ((verbs & 2) !== 0 && (at === AT_HQ || !table.crimeRuns)) return false;
  // R-DEFECT: only to another gang whose boss has the status.
  if ((verbs & DEFECT) !== 0) {
    if (owner < 0 || owner === seat || needed(table, owner, table.slotCard[slot]!) > table.status[owner]!) return false;
  }
  if ((verbs & FORCE) !== 0 && (at !== AT_HQ || seat === user || !table.crimeRuns)) return false;
  if ((verbs & o.VERB_JOIN_BIT) !== 0 && (at !== AT_HQ || seat !== user || !table.crimeRuns)) return false;
  if ((verbs & (1 << 5)) !== 0 && (at === AT_HQ || !table.crimeRuns)) return false;
  // No immunity is against joining of one's own accord.
  return (verbs & 63) === 0 || passive(table, IMMUNE, seat, slot, verbs & 63) === 0;
}
