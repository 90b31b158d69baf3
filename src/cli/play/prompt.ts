import { exitsInPlay } from '../../gang/chips.js';
import {
  EXITS_LEFT,
  type GangView,
  PHASE,
  PHASE_CHIPS,
  PHASE_SHOWDOWN,
  READY_MASK,
  starsOf,
} from '../../gang/state.js';
import { tellWaiting } from '../../table/deluxe-words.js';

/** What the person in a seat can do now when nothing is asked of them, or for whom they wait. */
export function promptOf(view: GangView, seat: number, nameOf: (seat: number) => string): string {
  if (view.info[PHASE] !== PHASE_CHIPS) {
    if (view.info[PHASE] === PHASE_SHOWDOWN) return tellWaiting(view) ?? 'The showdown begins.';
    return tellWaiting(view) ?? 'Between the chips: the others may use something.';
  }
  const others = (test: (s: number) => boolean): string => {
    const names: string[] = [];
    for (let s = 0; s < view.shape.seats; s++) if (s !== seat && test(s)) names.push(nameOf(s));
    return names.join(', ');
  };
  if (view.starNow(seat) < 0) {
    const { chipOrder } = view.plan;
    const least = starsOf(chipOrder[0]!);
    const most = starsOf(chipOrder[view.shape.chips - 1]!);
    return `Take a chip: ${least} (weakest hand) to ${most} (strongest), from the centre or anybody.`;
  }
  const without = others((s) => view.starNow(s) < 0);
  if (without !== '') return `Waiting for ${without} to take a chip. You may still change yours.`;
  if (exitsInPlay(view) && view.info[EXITS_LEFT]! > 0) {
    return `Exit chips are left: who holds one is out of the showdown. ${view.hasExit(seat) ? 'You hold one.' : 'Press e to take one.'}`;
  }
  const ready = view.info[READY_MASK]!;
  if (((ready >> seat) & 1) === 0) return 'Everybody holds a chip. Content? Press r. Not yet? Take another.';
  return `You are ready. Waiting for ${others((s) => ((ready >> s) & 1) === 0)}.`;
}
