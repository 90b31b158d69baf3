import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { type GangupConfig, type GangupView, gangup, INFO } from '../../src/gangup/index.js';

/** A decision with at least four candidates in turn `turn` or later of a game in which all act at random. */
export function decisionAt(config: GangupConfig, seed: number, turn: number): { view: GangupView; legal: ActionList } {
  const state = gangup.createState(config);
  const view = gangup.createView(config);
  const legal = new ActionList();
  const rng = new Rng(seed);
  gangup.setup(state, seed);
  for (;;) {
    const seat = state.info[INFO.promptSeat]!;
    gangup.legal(state, seat, legal);
    if (state.info[INFO.turn]! >= turn && legal.length >= 4) {
      gangup.view(state, seat, view);
      return { view, legal };
    }
    gangup.apply(state, seat, legal.at(rng.below(legal.length)));
  }
}
