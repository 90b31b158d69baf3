import type { GangState } from '../state.js';
import { ROUNDS } from '../words.js';
import type { Modifier } from './modifier.js';
import { decision } from './tool.js';

/** R-COMBO: seats that must be left in the showdown. */
const LEAST = 2;

/** A tool: after Round 4's chips its owner's red chip counts as an exit chip (R-EXIT). */
export const backdoorKey: Modifier = {
  id: 'backdoor-key',
  kind: 'tool',
  number: 0,
  name: 'Backdoor Key',
  text: "After Round 4's chips: your red chip counts as an exit chip, and you are skipped in the showdown.",
  source: 'reconstructed',
  ...decision({
    when: (state, round, seat) => round === ROUNDS && state.takesPart(seat) && others(state, seat) >= LEAST,
  }),
  answersMax: () => 1,
  skipsShowdown: (table, self, seat) => table.toolUsed[seat] === self,
};

/** Seats that take part in the showdown beside this one. */
function others(state: GangState, seat: number): number {
  let count = 0;
  for (let s = 0; s < state.shape.seats; s++) if (s !== seat && state.takesPart(s)) count++;
  return count;
}
