import { FLOP_OUTCOMES, flopTotals } from './equity-flop.js';
import { riverEquities } from './equity-river.js';
import { prepareTurn, TURN_OUTCOMES, turnTotal } from './equity-turn.js';
import { PAIRS, pairIndex, tripleIndex } from './flop-index.js';
import { FLOP_SCALE, flopTable } from './flop-table.js';
import { PREFLOP_EQUITY } from './preflop.js';

/**
 * Equity of two pocket cards against one random hand: wins plus half of the ties, over all hands of the other player
 * and all boards still to come. The other hand is drawn from the cards that the seat itself doesn't see, so that a
 * seat's equity says nothing about other pockets.
 */

/** Cards on the board: before the flop, flop, turn, river. */
export type BoardCount = 0 | 3 | 4 | 5;

/**
 * Equities of several seats on the same board; exact before the flop, on the turn and on the river, from a table with
 * steps of 1/65535 on the flop. Allocates nothing after the first flop, at which the table is read (`TableError`).
 * Cards are codes 0 … 51, all different within a pocket and the board; nothing is checked.
 * @param pockets flat [seats, 2] from `pocketsAt`
 * @param board `boardCount` cards from `boardAt`
 * @param out [seats] from `outAt`, 0 … 1
 */
export function equities(
  pockets: Int32Array,
  pocketsAt: number,
  seats: number,
  board: Int32Array,
  boardAt: number,
  boardCount: BoardCount,
  out: Float32Array | Float64Array,
  outAt: number,
): void {
  if (boardCount === 5) {
    riverEquities(pockets, pocketsAt, seats, board, boardAt, out, outAt);
  } else if (boardCount === 4) {
    prepareTurn(board, boardAt);
    for (let seat = 0; seat < seats; seat++) {
      const at = pocketsAt + 2 * seat;
      out[outAt + seat] = turnTotal(pockets[at]!, pockets[at + 1]!) / (2 * TURN_OUTCOMES);
    }
  } else if (boardCount === 3) {
    const { flopOf, renamingOf, renamings, rows } = flopTable();
    const triple = tripleIndex(board[boardAt]!, board[boardAt + 1]!, board[boardAt + 2]!);
    const row = flopOf[triple]! * PAIRS;
    const renaming = renamingOf[triple]!;
    for (let seat = 0; seat < seats; seat++) {
      const at = pocketsAt + 2 * seat;
      const pair = pairIndex(renamings[renaming + pockets[at]!]!, renamings[renaming + pockets[at + 1]!]!);
      out[outAt + seat] = rows[row + pair]! / FLOP_SCALE;
    }
  } else {
    for (let seat = 0; seat < seats; seat++) {
      const at = pocketsAt + 2 * seat;
      out[outAt + seat] = PREFLOP_EQUITY[pairIndex(pockets[at]!, pockets[at + 1]!)]!;
    }
  }
}

const one = new Float64Array(1);
const pocketCards = new Int32Array(2);
const boardCards = new Int32Array(5);

/** Throws `RangeError` unless these are different ordinary cards: two in the pocket, 0, 3, 4 or 5 on the board. */
export function checkSpot(pocket: ArrayLike<number>, board: ArrayLike<number>): void {
  const count = board.length;
  if (pocket.length !== 2) throw new RangeError(`a pocket has two cards, not ${pocket.length}`);
  if (count !== 0 && count !== 3 && count !== 4 && count !== 5) {
    throw new RangeError(`a board has 0, 3, 4 or 5 cards, not ${count}`);
  }
  const cards = [...Array.from(pocket), ...Array.from(board)];
  for (const card of cards) {
    if (!Number.isInteger(card) || card < 0 || card > 51) throw new RangeError(`${card} is not an ordinary card`);
  }
  if (new Set(cards).size < cards.length) throw new RangeError(`a card is there twice: ${cards.join(', ')}`);
}

/**
 * Equity of one pocket against one random hand, exact on every street (on the flop by enumeration, not by the table).
 * @param pocket two cards
 * @param board 0, 3, 4 or 5 cards
 * @throws RangeError for other cards
 */
export function equity(pocket: ArrayLike<number>, board: ArrayLike<number>): number {
  checkSpot(pocket, board);
  if (board.length === 3) {
    flopTotals(pocket, 1, board, 0, one);
    return one[0]! / (2 * FLOP_OUTCOMES);
  }
  pocketCards.set(pocket);
  boardCards.set(board);
  equities(pocketCards, 0, 1, boardCards, 0, board.length as BoardCount, one, 0);
  return one[0]!;
}
