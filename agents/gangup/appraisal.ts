import { ABILITIES_MAX, type Ability } from '../../src/gangup/cards.js';
import * as o from '../../src/gangup/effects/opcodes.js';
import { clearFrame, inUse } from '../../src/gangup/prompts.js';
import { FRAME } from '../../src/gangup/state.js';
import { addPick, nextPicks, registerAt } from '../../src/gangup/targets.js';
import { candidates, DEPTH_MAX, Walk } from './walk.js';

/**
 * Estimates what a play is worth to a seat, in points of status, from the operations of its effect and what they are
 * aimed at: its own gains count in full, those of the others against it by their `weight`. Manpower matters by what it
 * does to the chance of the crime at hand.
 */
export class Appraiser extends Walk {
  /** What the play that a frame describes, targets and all, would change for the seat. */
  announced(frame: Int32Array): number {
    if (!inUse(frame)) return 0;
    this.frame.set(frame);
    this.refuel();
    return this.total(this.view.cards.abilities[frame[FRAME.ability]!]!.program, -1);
  }

  /** What is left of the running program would change, were `value` picked where it stands; `value` −1: no more picks. */
  resumed(pc: number, value: number): number {
    this.frame.set(this.view.machine);
    this.refuel();
    if (value >= 0) addPick(this.frame, registerAt(this.view, pc + 1), value);
    return this.total(pc + 1 + o.TARGET_WORDS, -1);
  }

  /** The body of the running `may`. */
  body(pc: number): number {
    this.frame.set(this.view.machine);
    this.refuel();
    return this.total(pc + 2, this.view.cards.code[pc + 1]!);
  }

  /** The best that an ability can do for the seat with well chosen targets, its price not counted. */
  best(ability: Ability, place: number, slot: number): number {
    const { frame, view } = this;
    clearFrame(frame);
    frame[FRAME.ability] = view.cards.abilityAt[ability.card * ABILITIES_MAX + place]!;
    frame[FRAME.card] = ability.card;
    frame[FRAME.slot] = slot;
    frame[FRAME.user] = view.seat;
    this.refuel();
    return this.search(ability, 0);
  }

  /** The same for the play that is being put together, with `value` picked next (−1: this target is complete). */
  continued(value: number): number {
    const { frame, view } = this;
    frame.set(view.draft);
    const ability = view.cards.abilities[frame[FRAME.ability]!]!;
    const stage = frame[FRAME.stage]!;
    if (value >= 0) addPick(frame, registerAt(view, ability.targets + stage * o.TARGET_WORDS), value);
    this.refuel();
    return this.search(ability, value >= 0 ? stage : stage + 1);
  }

  private search(ability: Ability, stage: number): number {
    if (stage >= ability.targetCount || this.fuel <= 0 || this.depth >= DEPTH_MAX) {
      return this.total(ability.program, -1);
    }
    const { frame, view } = this;
    const t = ability.targets + stage * o.TARGET_WORDS;
    const register = registerAt(view, t);
    const buffer = candidates[this.depth]!;
    const n = nextPicks(view, frame, t, ability, stage, buffer);
    if (n === 0) return this.search(ability, stage + 1);
    this.depth++;
    const picked = frame[register]!;
    let best = Number.NEGATIVE_INFINITY;
    let swing = 0;
    if (picked >= view.cards.code[t + o.TARGET_MIN]! && (picked > 0 || stage > 0)) {
      best = this.search(ability, stage + 1);
      swing = this.swing;
    }
    for (let i = 0; i < n; i++) {
      frame[register] = picked;
      addPick(frame, register, buffer[i]!);
      // Later targets are chosen anew for each pick.
      for (let later = stage + 1; later < ability.targetCount; later++) {
        frame[registerAt(view, ability.targets + later * o.TARGET_WORDS)] = 0;
      }
      const value = this.search(ability, stage);
      if (value > best) {
        best = value;
        swing = this.swing;
      }
    }
    frame[register] = picked;
    this.depth--;
    this.swing = swing;
    return best;
  }
}
