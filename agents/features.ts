import { computeViewFeatures, FEATURES } from '../src/env/gang-encode.js';
import { BOARD_MAX, type GangView } from '../src/gang/state.js';

/**
 * The equity features of one seat, computed from its views and kept while the same cards lie: a seat is asked many
 * times in a round, and its equity changes only with the board.
 */
export class ViewFeatures {
  /** [FEATURES] equity of each round so far, then the share of ties on the river; see `computeViewFeatures`. */
  readonly values = new Float32Array(FEATURES);
  private readonly pocket = new Int32Array(2).fill(-1);
  private readonly board = new Int32Array(BOARD_MAX).fill(-1);
  private round = -1;

  /** Brings `values` up to date with the view. */
  update(view: GangView): Float32Array {
    const { pocket, board, values } = this;
    const sameHand = pocket[0] === view.pocket[0] && pocket[1] === view.pocket[1] && view.round >= this.round;
    let sameBoard = sameHand && view.round === this.round;
    for (let i = 0; i < BOARD_MAX && sameBoard; i++) sameBoard = board[i] === view.board[i];
    if (sameBoard) return values;
    // Two heists may deal the same pocket: rounds before are kept only where their board still lies.
    let kept = sameHand;
    for (let i = 0; i < BOARD_MAX && kept; i++) kept = board[i]! < 0 || board[i] === view.board[i];
    if (!kept) values.fill(0);
    pocket[0] = view.pocket[0]!;
    pocket[1] = view.pocket[1]!;
    board.set(view.board);
    this.round = view.round;
    computeViewFeatures(view, values);
    return values;
  }

  /** This round's equity against one random hand. */
  equity(view: GangView): number {
    return this.update(view)[view.round]!;
  }
}
