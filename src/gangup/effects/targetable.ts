import { FRAME, FRAME_REGISTERS, type PublicGangup, REGISTER_WORDS } from '../state.js';
import { hasCandidate } from '../targets.js';
import { canBe, evaluate, firstFrom, reader, seatSet, selects } from './evaluate.js';
import { OP } from './opcodes.js';
import { VERB_BITS } from './verbs/bits.js';

/** What a program says about its first targeting operation: there is none, it has a target, it has none. */
export const UNTARGETED = 0;
export const FOUND = 1;
export const MISSING = 2;

/**
 * R-ANNOUNCE: whether the first targeting operation of the program at `pc` has a target now. Targeting are choices,
 * loops over gangsters, loops over players whose body targets, and what is done to the card itself. Conditions and
 * questions decide at resolution: behind them nothing is asked for. Uses the registers of `frame`.
 */
export function targetable(table: PublicGangup, frame: Int32Array, start: number): number {
  const { code } = table.cards;
  let pc = start;
  for (;;) {
    const op = code[pc]!;
    switch (op) {
      case OP.choose:
        return hasCandidate(table, frame, pc + 1) ? FOUND : MISSING;
      case OP.forEach:
        return loop(table, frame, pc);
      case OP.kill:
      case OP.arrest:
      case OP.toHand:
      case OP.forceJoin:
      case OP.join:
      case OP.withdraw:
      case OP.defect: {
        // What names a chosen gangster stands behind the choice.
        const user = frame[FRAME.user]!;
        const mask = op === OP.defect ? seatSet(table, frame, code[pc + 2]!, code[pc + 3]!) : 0;
        const fits = canBe(table, frame[FRAME.slot]!, VERB_BITS[op]!, user, firstFrom(table, user, mask));
        return fits ? FOUND : MISSING;
      }
      case OP.removeFromGame:
      case OP.protect:
      case OP.strengthen:
        return FOUND;
      case OP.status:
      case OP.steal:
      case OP.draw:
        evaluate(table, frame, pc + 3);
        pc = reader.ip;
        break;
      case OP.discard:
        evaluate(table, frame, pc + 5);
        pc = reader.ip;
        break;
      case OP.manpower:
      case OP.requirement:
      case OP.reward:
        evaluate(table, frame, pc + 1);
        pc = reader.ip;
        break;
      case OP.reveal:
      case OP.give:
        pc += 4;
        break;
      case OP.take:
        pc += 5;
        break;
      case OP.peekReorder:
        pc += 3;
        break;
      default:
        return UNTARGETED;
    }
  }
}

function loop(table: PublicGangup, frame: Int32Array, pc: number): number {
  const { code } = table.cards;
  const players = code[pc + 1] === 1;
  const seats = seatSet(table, frame, code[pc + (players ? 4 : 5)]!, code[pc + (players ? 5 : 6)]!);
  if (!players) {
    for (let slot = 0; slot < table.slotsEnd; slot++) if (selects(table, frame, pc + 4, slot, seats)) return FOUND;
    return MISSING;
  }
  const register = FRAME_REGISTERS + code[pc + 2]! * REGISTER_WORDS;
  let found = seats === 0 ? MISSING : UNTARGETED;
  for (let seat = 0; seat < table.seats; seat++) {
    if (((seats >> seat) & 1) === 0) continue;
    frame[register] = 1;
    frame[register + 1] = seat;
    const inside = targetable(table, frame, pc + 6);
    frame[register] = 0;
    if (inside === FOUND) return FOUND;
    if (inside === MISSING) found = MISSING;
  }
  return found;
}
