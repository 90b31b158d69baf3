import { evaluate, holds, reader, refSlot, seatSet, selects, slotManpower } from '../../src/gangup/effects/evaluate.js';
import * as o from '../../src/gangup/effects/opcodes.js';
import { OP } from '../../src/gangup/effects/opcodes.js';
import { AT_HQ, FRAME, FRAME_REGISTERS, FRAME_WORDS, INFO, REGISTER_WORDS } from '../../src/gangup/state.js';
import { addPick, nextPicks, registerAt } from '../../src/gangup/targets.js';
import { Sense, WIN } from './sense.js';
import { CARD_WORTH } from './worth.js';

/** Choices looked at for one play: beyond that the best so far stands. */
const FUEL = 160;
export const DEPTH_MAX = 26;
const CANDIDATES_MAX = 512;
/** Room for the picks of one choice while those after it are tried; an appraisal is over before the next begins. */
export const candidates = Array.from({ length: DEPTH_MAX }, () => new Int32Array(CANDIDATES_MAX));

/**
 * Walks programs as the rules would run them, on a view that stays as it is, and keeps a tally of what they do: manpower
 * at the crime at hand, its reward, and everything else in points of status. No card is known by name.
 */
export class Walk extends Sense {
  /** Whether better odds at the crime count for nothing: it goes well already. */
  calm = false;
  /** The tally: manpower beyond the requirement, reward, everything else. */
  swing = 0;
  private rewardUp = 0;
  private gain = 0;
  protected fuel = 0;
  protected depth = 0;
  protected readonly frame = new Int32Array(FRAME_WORDS);

  /** Before each appraisal. */
  protected refuel(): void {
    this.fuel = FUEL;
    this.depth = 0;
  }

  /** Walks from `pc` to `end` (−1: to the end of the program) and puts a number on what it does. */
  protected total(pc: number, end: number): number {
    this.swing = 0;
    this.rewardUp = 0;
    this.gain = 0;
    this.fuel--;
    this.walk(pc, end);
    return this.sum();
  }

  private sum(): number {
    if (this.swing === 0 && this.rewardUp === 0) return this.gain;
    const change =
      this.crime(this.margin + this.swing, Math.max(0, this.reward + this.rewardUp)) -
      this.crime(this.margin, this.reward);
    return this.gain + (this.calm && this.rewardUp === 0 ? Math.min(0, change) : change);
  }

  private walk(from: number, end: number): void {
    const { view, frame } = this;
    const { code } = view.cards;
    for (let pc = from; pc !== end; ) {
      const op = code[pc]!;
      switch (op) {
        case o.OP_END:
        case o.OP_NEXT:
          return;
        case o.OP_JUMP:
          pc = code[pc + 1]!;
          break;
        case OP.kill:
        case OP.arrest:
        case OP.toHand:
        case OP.forceJoin:
        case OP.join:
        case OP.withdraw:
        case OP.removeFromGame:
          this.gangsters(op, pc);
          pc += 2;
          break;
        case OP.defect:
        case OP.protect:
        case OP.strengthen:
          this.gangsters(op, pc);
          pc += 4;
          break;
        case OP.escape: {
          const to = seatSet(view, frame, code[pc + 2]!, code[pc + 3]!);
          this.cardsTo(to === 0 ? frame[FRAME.user]! : firstSeat(to), code[pc + 1]!);
          pc += 4;
          break;
        }
        case OP.fetch:
          this.cardsTo(frame[FRAME.user]!, code[pc + 1]!);
          pc += 2;
          break;
        case OP.status:
        case OP.steal:
        case OP.draw: {
          const seats = seatSet(view, frame, code[pc + 1]!, code[pc + 2]!);
          const amount = evaluate(view, frame, pc + 3);
          pc = reader.ip;
          for (let s = 0; s < view.seats; s++) {
            if ((seats >> s) & 1) this.seatChange(op, s, amount);
          }
          break;
        }
        case OP.discard: {
          const seats = seatSet(view, frame, code[pc + 1]!, code[pc + 2]!);
          const chosen = code[pc + 3] === 0;
          const all = code[pc + 4] === 1;
          const n = evaluate(view, frame, pc + 5);
          pc = reader.ip;
          for (let s = 0; s < view.seats; s++) {
            if (((seats >> s) & 1) === 0) continue;
            const count = all ? view.handCount[s]! : Math.min(n, view.handCount[s]!);
            this.gain -= this.weight[s]! * Math.max(0, count) * CARD_WORTH * (chosen && !all ? 0.6 : 1);
          }
          break;
        }
        case OP.reveal:
          this.gain += frame[FRAME.user] === view.seat ? 0.1 : -0.05;
          pc += 4;
          break;
        case OP.take:
        case OP.give: {
          const other = seatSet(view, frame, code[pc + 1]!, code[pc + 2]!) & ~(1 << frame[FRAME.user]!);
          const n = other === 0 ? 0 : code[pc + 3]!;
          const gives = op === OP.give;
          const worth = n * CARD_WORTH * (gives ? 0.5 : code[pc + 4] === 1 ? 1 : 1.4);
          if (n > 0) {
            this.gain += (gives ? -1 : 1) * worth * this.weight[frame[FRAME.user]!]!;
            this.gain += (gives ? 1 : -1) * worth * this.weight[firstSeat(other)]!;
          }
          pc += gives ? 4 : 5;
          break;
        }
        case OP.peekReorder:
          this.gain += 0.15 * code[pc + 2]! * this.weight[frame[FRAME.user]!]!;
          pc += 3;
          break;
        case OP.manpower:
          this.swing += evaluate(view, frame, pc + 1);
          pc = reader.ip;
          break;
        case OP.requirement:
          this.swing -= evaluate(view, frame, pc + 1);
          pc = reader.ip;
          break;
        case OP.reward:
          this.rewardUp += evaluate(view, frame, pc + 1);
          pc = reader.ip;
          break;
        case OP.cancelLast:
          pc += 2;
          break;
        case OP.if: {
          const otherwise = code[pc + 1]!;
          pc = holds(view, frame, pc + 2) ? reader.ip : otherwise;
          break;
        }
        case OP.forEach:
          pc = this.forEach(pc);
          break;
        case OP.may:
          this.may(pc + 2, code[pc + 1]!);
          pc = code[pc + 1]!;
          break;
        case OP.choose:
          this.choose(pc, end);
          return;
        default:
          throw new Error(`operation ${op} at ${pc}`);
      }
    }
  }

  /** Its user does what is good for it: here, what is good (or bad) for this seat. */
  private may(from: number, end: number): void {
    const { swing, rewardUp, gain } = this;
    const before = this.sum();
    this.walk(from, end);
    const sign = this.frame[FRAME.user] === this.view.seat ? 1 : -1;
    if (sign * this.sum() >= sign * before) return;
    this.swing = swing;
    this.rewardUp = rewardUp;
    this.gain = gain;
  }

  private forEach(pc: number): number {
    const { view, frame } = this;
    const { code } = view.cards;
    const players = code[pc + 1] === 1;
    const register = FRAME_REGISTERS + code[pc + 2]! * REGISTER_WORDS;
    const end = code[pc + 3]!;
    const at = pc + 4;
    const seats = seatSet(view, frame, code[at + (players ? 0 : 1)]!, code[at + (players ? 1 : 2)]!);
    const body = players ? at + 2 : at + o.SELECTOR_WORDS;
    const count = players ? view.seats : view.slots;
    for (let i = 0; i < count; i++) {
      if (players ? ((seats >> i) & 1) === 0 : !selects(view, frame, at, i, seats)) continue;
      frame[register] = 1;
      frame[register + 1] = i;
      this.walk(body, end - 1);
    }
    frame[register] = 0;
    return end;
  }

  /**
   * A choice when the effect is resolved: the rest of the block is walked for each candidate. This seat picks what is
   * best for it, another what is worst for it, chance the mean; of several picks the first is looked at.
   */
  private choose(pc: number, end: number): void {
    const { view, frame } = this;
    const { code } = view.cards;
    const t = pc + 1;
    const register = registerAt(view, t);
    const after = t + o.TARGET_WORDS;
    frame[register] = 0;
    const n =
      this.depth < DEPTH_MAX && this.fuel > 0 ? nextPicks(view, frame, t, undefined, 0, candidates[this.depth]!) : 0;
    if (n === 0) {
      this.walk(after, end);
      return;
    }
    const buffer = candidates[this.depth]!;
    const by = seatSet(view, frame, code[t + o.TARGET_BY]!, code[t + o.TARGET_BY + 1]!);
    const random = code[t + o.TARGET_RANDOM] === 1;
    const sign = (by >> view.seat) & 1 ? 1 : -1;
    const { swing, rewardUp, gain } = this;
    let best = Number.NEGATIVE_INFINITY;
    let mean = 0;
    let bestSwing = swing;
    let bestReward = rewardUp;
    let bestGain = gain;
    this.depth++;
    for (let i = code[t + o.TARGET_MIN] === 0 && !random ? -1 : 0; i < n; i++) {
      this.fuel--;
      this.swing = swing;
      this.rewardUp = rewardUp;
      this.gain = gain;
      frame[register] = 0;
      if (i >= 0) addPick(frame, register, buffer[i]!);
      this.walk(after, end);
      const value = this.sum();
      mean += value / n;
      if (sign * value > best) {
        best = sign * value;
        bestSwing = this.swing;
        bestReward = this.rewardUp;
        bestGain = this.gain;
      }
      frame[register] = 0;
    }
    this.depth--;
    this.swing = bestSwing;
    this.rewardUp = bestReward;
    this.gain = bestGain;
    if (!random) return;
    this.swing = swing;
    this.rewardUp = rewardUp;
    this.gain = gain;
    this.gain += mean - this.sum();
  }

  private gangsters(op: number, pc: number): void {
    const { view, frame } = this;
    const ref = view.cards.code[pc + 1]!;
    if (ref < 0) {
      const slot = refSlot(view, frame, ref);
      if (slot >= 0) this.gangster(op, pc, slot);
      return;
    }
    const at = FRAME_REGISTERS + ref * REGISTER_WORDS;
    for (let i = 1; i <= frame[at]!; i++) {
      const slot = frame[at + i]!;
      if (view.slotCard[slot]! >= 0) this.gangster(op, pc, slot);
    }
  }

  private gangster(op: number, pc: number, slot: number): void {
    const { view, frame, weight } = this;
    const { code } = view.cards;
    const card = view.slotCard[slot]!;
    const owner = view.slotOwner[slot]!;
    const worth = this.worth.card[card]!;
    const here = this.counts(slot);
    switch (op) {
      case OP.kill:
      case OP.removeFromGame:
        this.gain -= weight[owner]! * worth;
        if (here) this.swing -= slotManpower(view, slot);
        return;
      case OP.arrest:
        this.gain -= weight[owner]! * worth * 0.9;
        if (here) this.swing -= slotManpower(view, slot);
        return;
      case OP.toHand:
        this.gain -= weight[owner]! * worth * 0.4;
        if (here) this.swing -= slotManpower(view, slot);
        return;
      case OP.defect: {
        const to = seatSet(view, frame, code[pc + 2]!, code[pc + 3]!);
        this.gain -= weight[owner]! * worth;
        if (to !== 0) this.gain += weight[firstSeat(to)]! * worth;
        if (here) this.swing -= slotManpower(view, slot);
        return;
      }
      case OP.withdraw:
        if (view.slotAt[slot] !== AT_HQ && here) this.swing -= slotManpower(view, slot);
        return;
      case OP.forceJoin:
      case OP.join:
        if (view.slotAt[slot] === AT_HQ && !here) this.swing += slotManpower(view, slot);
        return;
      case OP.protect:
        this.gain += 0.15 * weight[owner]!;
        return;
      case OP.strengthen:
        if (here) this.swing += code[pc + 2]!;
        return;
      default:
        throw new Error(`operation ${op} at ${pc}`);
    }
  }

  /** Whether the gangster's manpower is part of `margin`. */
  private counts(slot: number): boolean {
    if (!this.live) return false;
    const { view } = this;
    if (view.slotAt[slot] !== AT_HQ) return true;
    return view.info[INFO.crimeStage]! < 3 && view.slotOwner[slot] === view.info[INFO.starter];
  }

  private cardsTo(seat: number, register: number): void {
    const { frame } = this;
    const at = FRAME_REGISTERS + register * REGISTER_WORDS;
    for (let i = 1; i <= frame[at]!; i++) this.gain += this.weight[seat]! * this.inHand(seat, frame[at + i]!);
  }

  private seatChange(op: number, seat: number, amount: number): void {
    const { view } = this;
    const user = this.frame[FRAME.user]!;
    if (op === OP.draw) {
      if (amount > 0) this.gain += this.weight[seat]! * amount * drawWorth(view.handCount[seat]! + amount - 1);
    } else if (op === OP.status) this.status(seat, amount);
    else if (amount > 0 && seat !== user) {
      const taken = Math.min(amount, view.status[seat]!);
      this.status(seat, -taken);
      this.status(user, taken);
    }
  }

  private status(seat: number, amount: number): void {
    const { view } = this;
    const now = view.status[seat]!;
    this.gain += this.weight[seat]! * Math.max(-now, amount);
    if (amount > 0 && now + amount >= view.config.winStatus) this.gain += seat === view.seat ? WIN : -WIN;
  }
}

/** What one more card is worth to a hand of so many. */
function drawWorth(hand: number): number {
  return hand < 6 ? CARD_WORTH : hand < 8 ? CARD_WORTH * 0.7 : CARD_WORTH * 0.2;
}

function firstSeat(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}
