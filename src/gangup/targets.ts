import type { Ability } from './cards.js';
import { canBe, firstFrom, seatSet, selects, selectsCard } from './effects/evaluate.js';
import * as o from './effects/opcodes.js';
import { FRAME, FRAME_REGISTERS, INFO, type PublicGangup, REGISTER_WORDS } from './state.js';
import { insertSorted } from './zones.js';

/** Where the register of the target at `t` begins in a frame. */
export function registerAt(table: PublicGangup, t: number): number {
  return FRAME_REGISTERS + table.cards.code[t + o.TARGET_REGISTER]! * REGISTER_WORDS;
}

export function addPick(frame: Int32Array, register: number, value: number): void {
  const count = frame[register]!;
  frame[register + 1 + count] = value;
  frame[register] = count + 1;
}

/** The same in its place among the others, which are ascending. */
export function insertPick(frame: Int32Array, register: number, value: number): void {
  insertSorted(frame, register + 1, frame[register]!, value);
  frame[register]!++;
}

function lastPick(frame: Int32Array, register: number): number {
  const count = frame[register]!;
  return count === 0 ? -1 : frame[register + count]!;
}

/** Whose a defected gangster becomes, −1 when the target isn't defected. */
function newOwner(table: PublicGangup, frame: Int32Array, t: number): number {
  const { code } = table.cards;
  if ((code[t + o.TARGET_VERBS]! & 4) === 0) return -1;
  const mask = seatSet(table, frame, code[t + o.TARGET_OWNER]!, code[t + o.TARGET_OWNER + 1]!);
  return firstFrom(table, frame[FRAME.user]!, mask);
}

function pickedOf(table: PublicGangup, frame: Int32Array, register: number, owner: number): number {
  let count = 0;
  for (let i = 1; i <= frame[register]!; i++) if (table.slotOwner[frame[register + i]!] === owner) count++;
  return count;
}

/** R-SAME: two gangsters that nothing tells apart. */
export function sameGangster(table: PublicGangup, a: number, b: number): boolean {
  return (
    table.slotCard[a] === table.slotCard[b] &&
    table.slotOwner[a] === table.slotOwner[b] &&
    table.slotAt[a] === table.slotAt[b] &&
    table.slotCrimeMod[a] === table.slotCrimeMod[b] &&
    table.slotTurnMod[a] === table.slotTurnMod[b] &&
    table.slotProtection[a] === table.slotProtection[b] &&
    table.slotUsed[a] === table.slotUsed[b]
  );
}

const values = new Int32Array(512);

/** How often the value was picked. */
function timesPicked(frame: Int32Array, register: number, value: number): number {
  let times = 0;
  for (let i = 1; i <= frame[register]!; i++) if (frame[register + i] === value) times++;
  return times;
}

/**
 * R-SAME: whether a gangster just like the one in `slot` could have been picked before the last pick and wasn't, so that
 * this one would make a set that is reached already. `self`: a place that the selector leaves out.
 */
function passedOver(table: PublicGangup, frame: Int32Array, register: number, slot: number, self: number): boolean {
  const last = lastPick(frame, register);
  for (let k = 0; k < last; k++) {
    if (k !== self && sameGangster(table, k, slot) && timesPicked(frame, register, k) === 0) return true;
  }
  return false;
}

/**
 * What may be picked next for the target at `t`, in canonical order: nothing before the last pick; `free`: in any order.
 * Fills `values` and returns how many; identical cards appear once for each copy.
 */
function eligible(table: PublicGangup, frame: Int32Array, t: number, free: boolean): number {
  const { code, twins } = table.cards;
  const selector = t + o.TARGET_SELECTOR;
  const register = registerAt(table, t);
  const last = lastPick(frame, register);
  const kind = code[t + o.TARGET_KIND]!;
  let count = 0;
  if (kind === o.KIND_GANGSTER) {
    const seats = seatSet(table, frame, code[selector + 1]!, code[selector + 2]!);
    const owner = newOwner(table, frame, t);
    const verbs = code[t + o.TARGET_VERBS]!;
    const perGang = code[t + o.TARGET_PER_GANG]!;
    const self = (code[selector + 6]! & o.FLAG_NOT_SELF) === 0 ? -1 : frame[FRAME.slot]!;
    for (let slot = free ? 0 : last + 1; slot < table.slotsEnd; slot++) {
      if (!selects(table, frame, selector, slot, seats)) continue;
      if (!canBe(table, slot, verbs, frame[FRAME.user]!, owner)) continue;
      if (perGang > 0 && pickedOf(table, frame, register, table.slotOwner[slot]!) >= perGang) continue;
      if (free ? timesPicked(frame, register, slot) > 0 : twins && passedOver(table, frame, register, slot, self))
        continue;
      values[count++] = slot;
    }
  } else if (kind === o.KIND_CARD) {
    const jail = code[selector] === o.ZONE_JAIL;
    const pile = jail ? table.jail : table.discard;
    const size = table.info[jail ? INFO.jailed : INFO.discards]!;
    // Copies that were picked already come first among their equals.
    let skip = 0;
    for (let i = 0; i < size; i++) {
      const card = pile[i]!;
      if (!free && card < last) continue;
      if (i === 0 || pile[i - 1] !== card) skip = timesPicked(frame, register, card);
      if (skip-- > 0) continue;
      if (selectsCard(table, selector, card)) values[count++] = card;
    }
  } else {
    const seats = seatSet(table, frame, code[selector + 1]!, code[selector + 2]!);
    const flags = code[selector + 6]!;
    for (let s = 0; s < table.seats; s++) {
      if (((seats >> s) & 1) === 0) continue;
      if ((flags & o.FLAG_WITH_CARDS) !== 0 && table.handCount[s] === 0) continue;
      if ((flags & o.FLAG_WITH_GANGSTERS) !== 0 && !hasGangster(table, s)) continue;
      values[count++] = s;
    }
  }
  return count;
}

function hasGangster(table: PublicGangup, seat: number): boolean {
  for (let g = 0; g < table.slotsEnd; g++) if (table.slotCard[g]! >= 0 && table.slotOwner[g] === seat) return true;
  return false;
}

/** R-SAME: whether one of the eligible before `i`, which would be passed over, is just like that at `k`. */
function hasTwin(table: PublicGangup, i: number, k: number): boolean {
  for (let j = 0; j < i; j++) if (sameGangster(table, values[j]!, values[k]!)) return true;
  return false;
}

/** Of the eligible from `i` on, how many can be picked together (a gang gives no more than its share). */
function reachable(table: PublicGangup, frame: Int32Array, t: number, i: number, count: number): number {
  const { code, twins } = table.cards;
  const perGang = code[t + o.TARGET_PER_GANG]!;
  const apart = twins && code[t + o.TARGET_KIND] === o.KIND_GANGSTER;
  if (perGang === 0 && !apart) return count - i;
  const register = registerAt(table, t);
  let sum = 0;
  for (let s = 0; s < table.seats; s++) {
    let own = 0;
    for (let k = i; k < count; k++) {
      if (table.slotOwner[values[k]!] === s && !(apart && hasTwin(table, i, k))) own++;
    }
    if (perGang === 0) {
      sum += own;
      continue;
    }
    sum += Math.min(own, perGang - pickedOf(table, frame, register, s));
  }
  return sum;
}

/**
 * Writes the next picks for the target at `t` to `out` and returns their number. `ability` and `index` say which
 * targets follow: a pick is offered only if they can be completed after it (R-ANNOUNCE).
 */
export function nextPicks(
  table: PublicGangup,
  frame: Int32Array,
  t: number,
  ability: Ability | undefined,
  index: number,
  out: Int32Array,
): number {
  const { code } = table.cards;
  const register = registerAt(table, t);
  const picks = frame[register]!;
  if (picks >= code[t + o.TARGET_MAX]!) return 0;
  const min = code[t + o.TARGET_MIN]!;
  const gangsters = code[t + o.TARGET_KIND] === o.KIND_GANGSTER;
  const count = eligible(table, frame, t, false);
  let n = 0;
  for (let i = 0; i < count; i++) {
    if (picks + reachable(table, frame, t, i, count) < min) break;
    const value = values[i]!;
    if (gangsters) {
      let repeated = false;
      for (let k = 0; k < i && !repeated; k++) repeated = sameGangster(table, values[k]!, value);
      if (repeated) continue;
    } else if (n > 0 && out[n - 1] === value) continue;
    out[n++] = value;
  }
  // Later targets read the first pick of a name alone, so that only it decides whether they can be completed.
  if (ability === undefined || picks > 0 || index + 1 >= ability.targetCount) return n;
  let kept = 0;
  for (let i = 0; i < n; i++) {
    addPick(frame, register, out[i]!);
    if (completes(table, frame, ability, index + 1)) out[kept++] = out[i]!;
    frame[register] = 0;
  }
  return kept;
}

/**
 * What chance may pick next for the target at `t`, in any order and once for each copy, so that all sets of one size are
 * equally likely. Writes to `out` and returns how many; none when there are fewer than the target asks for.
 */
export function chancePicks(table: PublicGangup, frame: Int32Array, t: number, out: Int32Array): number {
  const { code } = table.cards;
  const picks = frame[registerAt(table, t)]!;
  if (picks >= code[t + o.TARGET_MAX]!) return 0;
  const count = eligible(table, frame, t, true);
  if (picks + reachable(table, frame, t, 0, count) < code[t + o.TARGET_MIN]!) return 0;
  for (let i = 0; i < count; i++) out[i] = values[i]!;
  return count;
}

/** Room for the candidates of each target while those after it are looked at. */
const candidates = [new Int32Array(512), new Int32Array(512), new Int32Array(512)] as const;

/** R-ANNOUNCE: whether the targets from `index` on can all be chosen, with what has been chosen before. Exact. */
export function completes(table: PublicGangup, frame: Int32Array, ability: Ability, index: number): boolean {
  if (index >= ability.targetCount) return true;
  const t = ability.targets + index * o.TARGET_WORDS;
  const min = table.cards.code[t + o.TARGET_MIN]!;
  const register = registerAt(table, t);
  frame[register] = 0;
  // R-ANNOUNCE: the first target must be there even if none need be chosen.
  const wanted = index === 0 ? Math.max(1, min) : min;
  if (wanted === 0 && completes(table, frame, ability, index + 1)) return true;
  const count = eligible(table, frame, t, false);
  if (reachable(table, frame, t, 0, count) < Math.max(1, wanted)) return false;
  if (index + 1 >= ability.targetCount) return true;
  // Every pick that may be the first is tried: the others follow it in ascending order and don't matter to later targets.
  const mine = candidates[index]!;
  let firsts = 0;
  for (; firsts < count && reachable(table, frame, t, firsts, count) >= wanted; firsts++) {
    mine[firsts] = values[firsts]!;
  }
  for (let i = 0; i < firsts; i++) {
    frame[register] = 1;
    frame[register + 1] = mine[i]!;
    const works = completes(table, frame, ability, index + 1);
    frame[register] = 0;
    if (works) return true;
  }
  return false;
}

/** Whether the choice at `stage` of a draft may end with what has been picked. */
export function mayEnd(table: PublicGangup, frame: Int32Array, ability: Ability, stage: number): boolean {
  const t = ability.targets + stage * o.TARGET_WORDS;
  const picked = frame[registerAt(table, t)]!;
  if (picked > 0) return picked >= table.cards.code[t + o.TARGET_MIN]!;
  // R-ANNOUNCE: the first target is one at least; a later one may be left out when the rest does without.
  return stage > 0 && table.cards.code[t + o.TARGET_MIN] === 0 && completes(table, frame, ability, stage + 1);
}

/** Whether a choice inside an effect finds one candidate, and as many as it asks for. */
export function hasCandidate(table: PublicGangup, frame: Int32Array, t: number): boolean {
  const wanted = Math.max(1, table.cards.code[t + o.TARGET_MIN]!);
  return reachable(table, frame, t, 0, eligible(table, frame, t, false)) >= wanted;
}
