import { prepareTurn, TURN_OUTCOMES, turnTotal } from './equity-turn.js';

/** Turns times rivers times hands of the other player: each pair of turn and river counts in both orders. */
export const FLOP_OUTCOMES = 47 * TURN_OUTCOMES;

const turnBoard = new Int32Array(4);

/**
 * Twice the wins plus the ties of each pocket, of 2 × `FLOP_OUTCOMES`, against one random hand on a flop; exact.
 * @param pockets flat [count, 2]; none shares a card with the flop
 * @param flop three cards from `at`
 * @param out [count]
 */
export function flopTotals(
  pockets: ArrayLike<number>,
  count: number,
  flop: ArrayLike<number>,
  at: number,
  out: Float64Array,
): void {
  for (let i = 0; i < 3; i++) turnBoard[i] = flop[at + i]!;
  out.fill(0, 0, count);
  for (let turn = 0; turn < 52; turn++) {
    if (turn === turnBoard[0] || turn === turnBoard[1] || turn === turnBoard[2]) continue;
    turnBoard[3] = turn;
    prepareTurn(turnBoard, 0);
    for (let i = 0; i < count; i++) {
      const a = pockets[2 * i]!;
      const b = pockets[2 * i + 1]!;
      if (a !== turn && b !== turn) out[i]! += turnTotal(a, b);
    }
  }
}
