import { clearRow } from './knowledge.js';
import { clearFrame } from './prompts.js';
import { type GangupState, type GangupView, INFO, PEEK_MAX } from './state.js';

/**
 * Copies the public block, the seat's hand and what it knows of hidden cards (R-KNOWN, R-PEEK). A play that is being
 * put together is seen by its player alone (R-ANNOUNCE).
 */
export function viewOf(state: GangupState, seat: number, out: GangupView): void {
  out.publicWords.set(state.publicWords);
  const hand = seat * state.handCapacity;
  for (let i = 0; i < out.hand.length; i++) out.hand[i] = state.hand[hand + i]!;
  const knows = seat * state.seats * state.knownWords;
  for (let i = 0; i < out.knows.length; i++) out.knows[i] = state.knows[knows + i]!;
  clearRow(out, out.knows, seat * state.knownWords);
  const peeks = seat * 2 * PEEK_MAX;
  for (let i = 0; i < out.peeks.length; i++) out.peeks[i] = state.peeks[peeks + i]!;
  if (state.info[INFO.promptSeat] === seat) out.draft.set(state.draft);
  else clearFrame(out.draft);
  out.seat = seat;
}
