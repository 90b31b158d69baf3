import { emitGangster } from '../../announce-events.js';
import { type GangupState, INFO } from '../../state.js';
import { note } from '../../status.js';
import { toHandSeen } from '../../zones.js';
import { rawManpower } from '../evaluate.js';
import { OP } from '../opcodes.js';
import { TRIGGER_EVENTS } from '../vocabulary.js';

const ESCAPED = TRIGGER_EVENTS.indexOf('escaped');

/**
 * R-MANPOWER: the total is never below 0, so that what is added later counts in full. Called around every change, since
 * gangsters that leave take their manpower along.
 */
export function floorManpower(state: GangupState): void {
  state.info[INFO.manpower]! -= Math.min(0, rawManpower(state));
}

/** Manpower, requirement or reward of the crime at hand; nothing without one. */
export function changeTotal(state: GangupState, op: number, amount: number): void {
  const { info, sink } = state;
  if (info[INFO.crime]! < 0 || info[INFO.crimeStage]! > 3) return;
  const at = op === OP.manpower ? INFO.manpower : op === OP.requirement ? INFO.requirement : INFO.reward;
  if (at === INFO.manpower) floorManpower(state);
  info[at]! += amount;
  if (at === INFO.manpower) floorManpower(state);
  const what = op === OP.manpower ? 'manpower' : op === OP.requirement ? 'requirement' : 'reward';
  if (sink !== undefined) sink({ type: 'total', what, value: amount });
}

/** "Gangsters that escape from jail go to your hand." */
export function freeFromJail(state: GangupState, to: number, card: number): void {
  toHandSeen(state, to, card);
  emitGangster(state, 'escape', card, to, to);
  note(state, ESCAPED, to, -1, card);
}
