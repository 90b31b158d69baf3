import { gang } from '../../src/gang/game.js';
import type { GangState } from '../../src/gang/state.js';
import { viewToJson } from '../../src/gang/view-json.js';
import { HEIST, PAST_OUTCOME } from '../../src/gang/words.js';
import { deluxeTable, legalAt, openQuestion, permutations, say, takeAll } from './gang-deluxe.js';
import { viewFrom } from './gang-tables.js';

/** The owner, seat 0, uses its tool in the first window; then some order of the chips makes the heist go as said. */
export function playHeistWithTool(state: GangState, succeed: boolean, use = true): GangState {
  if (use) say(state, 0, 'yes');
  const heist = state.info[HEIST]!;
  const before = state.words.slice();
  for (const stars of permutations([1, 2, 3, 4])) {
    state.words.set(before);
    while (state.info[HEIST] === heist && !gang.isOver(state)) {
      const seat = openQuestion(state)?.seats[0];
      if (seat === undefined) takeAll(state, stars);
      else say(state, seat, legalAt(state, seat)[0]!);
    }
    if (state.info[PAST_OUTCOME] === (succeed ? 1 : 0)) return state;
  }
  throw new Error('no order of the chips does that');
}

/** A game of four in which seat 0 has the tool. */
export const gameWithTool = (tool: string, input: Parameters<typeof deluxeTable>[0] = {}): GangState =>
  deluxeTable({ active: [tool], length: 'game', ...input });

/** The challenges, specialists and vault cards in force. */
export const activeCards = (state: GangState): string[] => viewToJson(viewFrom(state, 0)).deluxe!.active;
