import { DECK_SIZE } from '../../src/cards/card.js';
import { type BoardCount, equities } from '../../src/cards/equity.js';
import { FLOP_OUTCOMES, flopTotals } from '../../src/cards/equity-flop.js';
import { Rng } from '../../src/core/rng.js';
import { type BenchOptions, type BenchResult, race } from './measure.js';

const SPOTS = 2048;
const SEED = 20240608;

/** Random pockets [SPOTS, 2] and boards [SPOTS, cards], each spot with a board of its own. */
function randomSpots(cards: number): { pockets: Int32Array; boards: Int32Array } {
  const rng = new Rng(SEED, cards);
  const deck = Int32Array.from({ length: DECK_SIZE }, (_, card) => card);
  const pockets = new Int32Array(SPOTS * 2);
  const boards = new Int32Array(SPOTS * cards);
  for (let spot = 0; spot < SPOTS; spot++) {
    rng.shuffle(deck);
    pockets.set(deck.subarray(0, 2), spot * 2);
    boards.set(deck.subarray(2, 2 + cards), spot * cards);
  }
  return { pockets, boards };
}

function exact(
  name: string,
  cards: 3 | 4 | 5,
  batch: number,
  one: (pockets: Int32Array, boards: Int32Array, spot: number, out: Float64Array) => void,
): (options: BenchOptions) => Promise<BenchResult> {
  return async (options) => {
    const { pockets, boards } = randomSpots(cards);
    const out = new Float64Array(1);
    let next = 0;
    const subject = {
      name,
      run() {
        for (let i = 0; i < batch; i++) {
          one(pockets, boards, next, out);
          next = (next + 1) % SPOTS;
        }
        return batch;
      },
    };
    const [value] = await race([subject], options);
    return { name, value: value!, unit: 'equities/s', note: 'exact, against one random hand, a new board each time' };
  };
}

const onBoard = (cards: BoardCount) => (pockets: Int32Array, boards: Int32Array, spot: number, out: Float64Array) =>
  equities(pockets, spot * 2, 1, boards, spot * cards, cards, out, 0);

export const river = exact('equity/river', 5, 512, onBoard(5));
export const turn = exact('equity/turn', 4, 64, onBoard(4));

const pocket = new Int32Array(2);

/** By enumeration; the environment reads the flop from a table instead. */
export const flop = exact('equity/flop', 3, 16, (pockets, boards, spot, out) => {
  pocket[0] = pockets[spot * 2]!;
  pocket[1] = pockets[spot * 2 + 1]!;
  flopTotals(pocket, 1, boards, spot * 3, out);
  out[0] = out[0]! / (2 * FLOP_OUTCOMES);
});
