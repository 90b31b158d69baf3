import { nextBelow } from '../../core/rng.js';
import { ask, clearFrame, inUse, PROMPT } from '../prompts.js';
import { FRAME, FRAME_REGISTERS, type GangupState, LOOP_WORDS, REGISTER_WORDS, RUN, RUN_LOOPS } from '../state.js';
import { changeStatus } from '../status.js';
import { chancePicks, insertPick, nextPicks, registerAt } from '../targets.js';
import { draw, fromDiscard, fromJail, toHandSeen } from '../zones.js';
import { evaluate, firstFrom, holds, reader, refSlot, seatSet, selects } from './evaluate.js';
import * as o from './opcodes.js';
import { OP } from './opcodes.js';
import { discardAll, discardRandom, peek, reveal, takeRandom } from './verbs/cards.js';
import { changeTotal, freeFromJail } from './verbs/crime.js';
import * as gangsters from './verbs/gangsters.js';

/** Begins the program at `pc` with what `frame` says; it goes on whenever `runProgram` is called. */
export function startProgram(state: GangupState, frame: Int32Array, pc: number): void {
  if (inUse(state.machine)) throw new Error('a program is running already');
  state.machine.set(frame);
  state.run.fill(0);
  state.run[RUN.pc] = pc;
}

/** Runs until a seat must be asked (true) or the program is over (false). */
export function runProgram(state: GangupState): boolean {
  const { machine: frame, run } = state;
  const { code } = state.cards;
  const user = frame[FRAME.user]!;
  for (;;) {
    const pc = run[RUN.pc]!;
    const op = code[pc]!;
    switch (op) {
      case o.OP_END:
        clearFrame(frame);
        run.fill(0);
        return false;
      case o.OP_JUMP:
        run[RUN.pc] = code[pc + 1]!;
        break;
      case o.OP_NEXT:
        nextLoop(state, pc);
        break;
      case OP.kill:
      case OP.arrest:
      case OP.toHand:
      case OP.forceJoin:
      case OP.join:
      case OP.withdraw:
      case OP.removeFromGame:
        eachGangster(state, op, pc);
        run[RUN.pc] = pc + 2;
        break;
      case OP.defect:
      case OP.protect:
      case OP.strengthen:
        eachGangster(state, op, pc);
        run[RUN.pc] = pc + 4;
        break;
      case OP.escape: {
        const to = firstFrom(state, user, seatSet(state, frame, code[pc + 2]!, code[pc + 3]!));
        const at = FRAME_REGISTERS + code[pc + 1]! * REGISTER_WORDS;
        for (let i = 1; to >= 0 && i <= frame[at]!; i++) {
          if (fromJail(state, frame[at + i]!)) freeFromJail(state, to, frame[at + i]!);
        }
        run[RUN.pc] = pc + 4;
        break;
      }
      case OP.fetch: {
        const at = FRAME_REGISTERS + code[pc + 1]! * REGISTER_WORDS;
        for (let i = 1; i <= frame[at]!; i++) {
          if (fromDiscard(state, frame[at + i]!)) toHandSeen(state, user, frame[at + i]!);
        }
        run[RUN.pc] = pc + 2;
        break;
      }
      case OP.status:
      case OP.steal:
      case OP.draw: {
        const seats = seatSet(state, frame, code[pc + 1]!, code[pc + 2]!);
        const amount = evaluate(state, frame, pc + 3);
        run[RUN.pc] = reader.ip;
        for (let i = 0; i < state.seats; i++) {
          const seat = (user + i) % state.seats;
          if ((seats >> seat) & 1) onSeat(state, op, seat, user, amount);
        }
        break;
      }
      case OP.discard:
        if (discard(state, pc)) return true;
        break;
      case OP.reveal: {
        const seats = seatSet(state, frame, code[pc + 1]!, code[pc + 2]!);
        for (let seat = 0; seat < state.seats; seat++) {
          if ((seats >> seat) & 1) reveal(state, seat, code[pc + 3] === 1 ? -1 : user);
        }
        run[RUN.pc] = pc + 4;
        break;
      }
      case OP.take:
      case OP.give:
        if (exchange(state, pc, op === OP.give)) return true;
        break;
      case OP.peekReorder:
        if (reorder(state, pc)) return true;
        break;
      case OP.manpower:
      case OP.requirement:
      case OP.reward: {
        const amount = evaluate(state, frame, pc + 1);
        run[RUN.pc] = reader.ip;
        changeTotal(state, op, amount);
        break;
      }
      case OP.if: {
        const otherwise = code[pc + 1]!;
        run[RUN.pc] = holds(state, frame, pc + 2) ? reader.ip : otherwise;
        break;
      }
      case OP.forEach:
        startLoop(state, pc);
        break;
      case OP.choose:
        if (choose(state, pc)) return true;
        break;
      case OP.may:
        if (run[RUN.answer] === 0) {
          ask(state, PROMPT.may, user);
          return true;
        }
        run[RUN.pc] = run[RUN.answer] === 1 ? pc + 2 : code[pc + 1]!;
        run[RUN.answer] = 0;
        break;
      default:
        throw new Error(`operation ${op} at ${pc}`);
    }
  }
}

/** Does the operation at `pc` to what its reference names, as far as it is still on the table. */
function eachGangster(state: GangupState, op: number, pc: number): void {
  const frame = state.machine;
  const ref = state.cards.code[pc + 1]!;
  if (ref < 0) {
    const slot = refSlot(state, frame, ref);
    if (slot >= 0) onGangster(state, op, pc, slot);
    return;
  }
  const at = FRAME_REGISTERS + ref * REGISTER_WORDS;
  for (let i = 1; i <= frame[at]!; i++) {
    if (state.slotCard[frame[at + i]!]! >= 0) onGangster(state, op, pc, frame[at + i]!);
  }
}

function onGangster(state: GangupState, op: number, pc: number, slot: number): void {
  const frame = state.machine;
  const { code } = state.cards;
  if (op === OP.kill) gangsters.kill(state, frame, slot);
  else if (op === OP.arrest) gangsters.arrest(state, frame, slot);
  else if (op === OP.toHand) gangsters.toHand(state, frame, slot);
  else if (op === OP.forceJoin) gangsters.forceJoin(state, frame, slot);
  else if (op === OP.join) gangsters.join(state, frame, slot);
  else if (op === OP.withdraw) gangsters.withdraw(state, frame, slot);
  else if (op === OP.protect) gangsters.protect(state, slot, code[pc + 2]!, code[pc + 3]!);
  else if (op === OP.strengthen) gangsters.strengthen(state, slot, code[pc + 2]!, code[pc + 3]!);
  else if (op === OP.defect) {
    const user = frame[FRAME.user]!;
    gangsters.defect(state, frame, slot, firstFrom(state, user, seatSet(state, frame, code[pc + 2]!, code[pc + 3]!)));
  } else gangsters.removeFromGame(state, frame, slot);
}

function onSeat(state: GangupState, op: number, seat: number, user: number, amount: number): void {
  if (op === OP.status) changeStatus(state, seat, amount);
  else if (op === OP.draw) draw(state, seat, Math.max(0, amount));
  // R-STEAL: at most what the target has.
  else if (amount > 0 && seat !== user) changeStatus(state, user, -changeStatus(state, seat, -amount));
}

/** `run.sub`: 0 at first, then 1 + cards that the seat at hand still discards; `run.seats`: who is left. */
function discard(state: GangupState, pc: number): boolean {
  const { run, machine: frame } = state;
  const { code } = state.cards;
  const user = frame[FRAME.user]!;
  const all = code[pc + 4] === 1;
  if (run[RUN.sub] === 0) {
    run[RUN.seats] = seatSet(state, frame, code[pc + 1]!, code[pc + 2]!);
    run[RUN.last] = Math.max(0, evaluate(state, frame, pc + 5));
    run[RUN.sub] = 1;
  }
  if (run[RUN.sub] === 1) {
    for (; run[RUN.seats] !== 0; ) {
      const seat = firstFrom(state, user, run[RUN.seats]!);
      const n = run[RUN.last]!;
      if (all || n >= state.handCount[seat]!) discardAll(state, seat);
      else if (code[pc + 3] === 1) discardRandom(state, seat, n);
      else if (n > 0) {
        run[RUN.sub] = 1 + n;
        break;
      }
      run[RUN.seats]! &= ~(1 << seat);
    }
  }
  if (run[RUN.sub]! > 1) {
    ask(state, PROMPT.discardPick, firstFrom(state, user, run[RUN.seats]!));
    return true;
  }
  evaluate(state, frame, pc + 5);
  run[RUN.pc] = reader.ip;
  run[RUN.sub] = 0;
  return false;
}

/** Take from a hand, or give of one's own: `run.sub` as for discard; `run.seats` whose hand it is. */
function exchange(state: GangupState, pc: number, gives: boolean): boolean {
  const { run, machine: frame } = state;
  const { code } = state.cards;
  const user = frame[FRAME.user]!;
  if (run[RUN.sub] === 0) {
    const other = firstFrom(state, user, seatSet(state, frame, code[pc + 1]!, code[pc + 2]!) & ~(1 << user));
    const n = Math.min(code[pc + 3]!, other < 0 ? 0 : state.handCount[gives ? user : other]!);
    run[RUN.last] = other;
    run[RUN.sub] = 1 + n;
    if (!gives && n > 0) {
      if (code[pc + 4] === 1) {
        takeRandom(state, other, user, n);
        run[RUN.sub] = 1;
      } else reveal(state, other, user);
    }
  }
  if (run[RUN.sub]! > 1) {
    ask(state, gives ? PROMPT.givePick : PROMPT.takePick, user);
    return true;
  }
  run[RUN.pc] = pc + (gives ? 4 : 5);
  run[RUN.sub] = 0;
  return false;
}

/** `run.sub`: 1 + how many cards lie in the chosen order; `run.last`: how many there are. */
function reorder(state: GangupState, pc: number): boolean {
  const { run, machine: frame } = state;
  const { code } = state.cards;
  if (run[RUN.sub] === 0) {
    run[RUN.last] = peek(state, frame[FRAME.user]!, code[pc + 1]!, code[pc + 2]!);
    run[RUN.sub] = 1;
  }
  if (run[RUN.sub]! < run[RUN.last]!) {
    ask(state, PROMPT.peek, frame[FRAME.user]!);
    return true;
  }
  run[RUN.pc] = pc + 3;
  run[RUN.sub] = 0;
  return false;
}

const picks = new Int32Array(512);

/** `run.sub`: 0 at first, 1 while picking, 2 when done. */
function choose(state: GangupState, pc: number): boolean {
  const { run, machine: frame } = state;
  const { code } = state.cards;
  const t = pc + 1;
  const register = registerAt(state, t);
  if (run[RUN.sub] === 0) {
    frame[register] = 0;
    run[RUN.sub] = 1;
  }
  while (run[RUN.sub] === 1) {
    const by = firstFrom(
      state,
      frame[FRAME.user]!,
      seatSet(state, frame, code[t + o.TARGET_BY]!, code[t + o.TARGET_BY + 1]!),
    );
    const random = code[t + o.TARGET_RANDOM] === 1;
    const n =
      by < 0 ? 0 : random ? chancePicks(state, frame, t, picks) : nextPicks(state, frame, t, undefined, 0, picks);
    if (n === 0) break;
    if (!random) {
      ask(state, PROMPT.pick, by);
      return true;
    }
    insertPick(frame, register, picks[nextBelow(state.rng, 0, n)]!);
  }
  run[RUN.pc] = t + o.TARGET_WORDS;
  run[RUN.sub] = 0;
  return false;
}

/** Snapshots what the loop ranges over: [players or gangsters, register, body, three words of bits]. */
function startLoop(state: GangupState, pc: number): void {
  const { run, machine: frame } = state;
  const { code } = state.cards;
  const at = RUN_LOOPS + run[RUN.loops]! * LOOP_WORDS;
  const players = code[pc + 1] === 1;
  run.fill(0, at, at + LOOP_WORDS);
  run[at] = players ? 1 : 0;
  run[at + 1] = code[pc + 2]!;
  const seats = seatSet(state, frame, code[pc + 4 + (players ? 0 : 1)]!, code[pc + 5 + (players ? 0 : 1)]!);
  if (players) {
    run[at + 3] = seats;
    run[at + 2] = pc + 6;
  } else {
    for (let slot = 0; slot < state.slots; slot++) {
      if (selects(state, frame, pc + 4, slot, seats)) run[at + 3 + (slot >> 5)]! |= 1 << (slot & 31);
    }
    run[at + 2] = pc + 4 + o.SELECTOR_WORDS;
  }
  run[RUN.loops]!++;
  nextLoop(state, code[pc + 3]! - 1);
}

/** The next turn of the innermost loop, or what stands behind its end at `pc`. */
function nextLoop(state: GangupState, pc: number): void {
  const { run, machine: frame } = state;
  const at = RUN_LOOPS + (run[RUN.loops]! - 1) * LOOP_WORDS;
  const register = FRAME_REGISTERS + run[at + 1]! * REGISTER_WORDS;
  let value = -1;
  if (run[at] === 1) {
    value = firstFrom(state, frame[FRAME.user]!, run[at + 3]!);
    if (value >= 0) run[at + 3]! &= ~(1 << value);
  } else {
    for (let slot = 0; slot < state.slots && value < 0; slot++) {
      if (((run[at + 3 + (slot >> 5)]! >> (slot & 31)) & 1) === 0) continue;
      run[at + 3 + (slot >> 5)]! &= ~(1 << (slot & 31));
      if (state.slotCard[slot]! >= 0) value = slot;
    }
  }
  if (value < 0) {
    frame[register] = 0;
    run[RUN.loops]!--;
    run[RUN.pc] = pc + 1;
    return;
  }
  frame[register] = 1;
  frame[register + 1] = value;
  run[RUN.pc] = run[at + 2]!;
}
