import type { Ability } from './cards.js';
import { canBe, firstFrom, seatSet, selects, selectsCard } from './effects/evaluate.js';
import * as o from './effects/opcodes.js';
import { FRAME, FRAME_REGISTERS, INFO, type PublicGangup, REGISTER_WORDS } from './state.js';

/** Where the register of the target at `t` begins in a frame. */
export function registerAt(table: PublicGangup, t: number): number {
  return FRAME_REGISTERS + table.cards.code[t + o.TARGET_REGISTER]! * REGISTER_WORDS;
}

export function addPick(frame: Int32Array, register: number, value: number): void {
  const count = frame[register]!;
  frame[register + 1 + count] = value;
  frame[register] = count + 1;
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

/**
 * What may be picked next for the target at `t`, in canonical order: nothing before the last pick. Fills `values`
 * from `from` and returns how many; identical cards appear once for each copy.
 */
function eligible(table: PublicGangup, frame: Int32Array, t: number, from: number): number {
  const { code } = table.cards;
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
    for (let slot = last + 1; slot < table.slotsEnd; slot++) {
      if (!selects(table, frame, selector, slot, seats)) continue;
      if (!canBe(table, slot, verbs, frame[FRAME.user]!, owner)) continue;
      if (perGang > 0 && pickedOf(table, frame, register, table.slotOwner[slot]!) >= perGang) continue;
      values[from + count++] = slot;
    }
  } else if (kind === o.KIND_CARD) {
    const jail = code[selector] === o.ZONE_JAIL;
    const pile = jail ? table.jail : table.discard;
    const size = table.info[jail ? INFO.jailed : INFO.discards]!;
    // Copies of the last pick that were picked already come first among their equals.
    let skip = 0;
    for (let i = 1; i <= frame[register]!; i++) if (frame[register + i] === last) skip++;
    for (let i = 0; i < size; i++) {
      const card = pile[i]!;
      if (card < last || (card === last && skip-- > 0)) continue;
      if (selectsCard(table, selector, card)) values[from + count++] = card;
    }
  } else {
    const seats = seatSet(table, frame, code[selector + 1]!, code[selector + 2]!);
    const flags = code[selector + 6]!;
    for (let s = 0; s < table.seats; s++) {
      if (((seats >> s) & 1) === 0) continue;
      if ((flags & o.FLAG_WITH_CARDS) !== 0 && table.handCount[s] === 0) continue;
      if ((flags & o.FLAG_WITH_GANGSTERS) !== 0 && !hasGangster(table, s)) continue;
      values[from + count++] = s;
    }
  }
  return count;
}

function hasGangster(table: PublicGangup, seat: number): boolean {
  for (let g = 0; g < table.slotsEnd; g++) if (table.slotCard[g]! >= 0 && table.slotOwner[g] === seat) return true;
  return false;
}

/** Of the eligible from `i` on, how many can be picked together (a gang gives no more than its share). */
function reachable(table: PublicGangup, frame: Int32Array, t: number, from: number, i: number, count: number): number {
  const perGang = table.cards.code[t + o.TARGET_PER_GANG]!;
  if (perGang === 0) return count - i;
  const register = registerAt(table, t);
  let sum = 0;
  for (let s = 0; s < table.seats; s++) {
    let own = 0;
    for (let k = i; k < count; k++) if (table.slotOwner[values[from + k]!] === s) own++;
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
  const count = eligible(table, frame, t, 0);
  let n = 0;
  for (let i = 0; i < count; i++) {
    if (picks + reachable(table, frame, t, 0, i, count) < min) break;
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
  const count = eligible(table, frame, t, 0);
  if (reachable(table, frame, t, 0, 0, count) < Math.max(1, wanted)) return false;
  if (index + 1 >= ability.targetCount) return true;
  // Every pick that may be the first is tried: the others follow it in ascending order and don't matter to later targets.
  const mine = candidates[index]!;
  let firsts = 0;
  for (; firsts < count && reachable(table, frame, t, 0, firsts, count) >= wanted; firsts++) {
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
  return reachable(table, frame, t, 0, 0, eligible(table, frame, t, 0)) >= wanted;
}
