import type { GangupState } from './state.js';

/** Events that many places send; nothing is made when nobody listens. */
export function emitCards(state: GangupState, type: 'discard', seat: number, card: number): void {
  if (state.sink !== undefined) state.sink({ type, seat, cards: [card] });
}

export function emitDraw(state: GangupState, seat: number, card: number): void {
  if (state.sink === undefined) return;
  state.sink({ type: 'draw', seat, count: 1 });
  state.sink({ type: 'drawn', seat, cards: [card], to: 1 << seat });
}

export function emitStatus(state: GangupState, seat: number, from: number, now: number): void {
  if (state.sink !== undefined) state.sink({ type: 'status', seat, from, now });
}

export function emitGangster(state: GangupState, verb: string, card: number, seat: number, by: number): void {
  if (state.sink !== undefined) state.sink({ type: 'gangster', verb, card, seat, by });
}
