import type { GangupView } from '../../src/gangup/state.js';

/** Copies a view part by part: one that is a window on a state has no words of its own. */
export function copyView(from: GangupView, to: GangupView): void {
  to.publicWords.set(from.publicWords);
  to.hand.fill(-1);
  to.hand.set(from.hand);
  to.knows.set(from.knows);
  to.peeks.set(from.peeks);
  to.draft.set(from.draft);
  to.seat = from.seat;
}
