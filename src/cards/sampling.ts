import type { Rng } from '../core/rng.js';
import { checkSpot } from './equity.js';
import { strength7 } from './evaluator.js';

/** What sampled showdowns say about one pocket among several random hands. */
export interface Showdowns {
  /** Share of showdowns that beat all other hands, plus half of those that tie for the best. */
  readonly equity: number;
  /** Standard error of `equity`. */
  readonly equityStderr: number;
  /** [players]: chance of being the weakest (0) … the strongest (players − 1); equal hands share their places evenly. */
  readonly chances: Float64Array;
  /** The largest standard error of `chances`. */
  readonly chancesStderr: number;
}

/** Most opponents that the deck has cards for besides five on the board. */
export const OPPONENTS_MAX = 22;

/**
 * Deals the rest of the board and the opponents' pockets at random, `samples` times.
 * @param pocket two cards
 * @param board 0, 3, 4 or 5 cards
 * @param opponents 1 … `OPPONENTS_MAX`
 * @param samples at least 2
 * @param progress is told now and then how many samples are done
 * @throws RangeError for anything else
 */
export function sampleShowdowns(
  pocket: ArrayLike<number>,
  board: ArrayLike<number>,
  opponents: number,
  samples: number,
  rng: Rng,
  progress?: (done: number) => void,
): Showdowns {
  checkSpot(pocket, board);
  if (!Number.isInteger(opponents) || opponents < 1 || opponents > OPPONENTS_MAX) {
    throw new RangeError(`${opponents} opponents: the deck has cards for 1 to ${OPPONENTS_MAX}`);
  }
  if (!Number.isSafeInteger(samples) || samples < 2) throw new RangeError(`${samples} samples: two are the least`);
  const players = opponents + 1;
  const deck = unseen(pocket, board);
  const full = Int32Array.from({ length: 5 }, (_, i) => board[i] ?? 0);
  const drawn = 5 - board.length + 2 * opponents;
  // Halves of showdowns for the equity; per rank the sums of shares and of their squares.
  let halves = 0;
  let halvesSquared = 0;
  const sums = new Float64Array(players);
  const squares = new Float64Array(players);
  for (let sample = 0; sample < samples; sample++) {
    if (progress !== undefined && (sample & 0xffff) === 0) progress(sample);
    for (let i = 0; i < drawn; i++) {
      const j = i + rng.below(deck.length - i);
      const card = deck[j]!;
      deck[j] = deck[i]!;
      deck[i] = card;
    }
    let next = 0;
    for (let i = board.length; i < 5; i++) full[i] = deck[next++]!;
    const mine = strengthOn(full, pocket[0]!, pocket[1]!);
    let weaker = 0;
    let equal = 0;
    for (let k = 0; k < opponents; k++, next += 2) {
      const other = strengthOn(full, deck[next]!, deck[next + 1]!);
      if (other < mine) weaker++;
      else if (other === mine) equal++;
    }
    const half = weaker === opponents ? 2 : weaker + equal === opponents ? 1 : 0;
    halves += half;
    halvesSquared += half * half;
    const share = 1 / (equal + 1);
    for (let rank = weaker; rank <= weaker + equal; rank++) {
      sums[rank]! += share;
      squares[rank]! += share * share;
    }
  }
  const chances = new Float64Array(players);
  let chancesStderr = 0;
  for (let rank = 0; rank < players; rank++) {
    chances[rank] = sums[rank]! / samples;
    chancesStderr = Math.max(chancesStderr, standardError(sums[rank]!, squares[rank]!, samples));
  }
  return {
    equity: halves / (2 * samples),
    equityStderr: standardError(halves, halvesSquared, samples) / 2,
    chances,
    chancesStderr,
  };
}

/**
 * Equity against several random hands by sampling: wins plus half of the ties for the best. Arguments and errors as
 * `sampleShowdowns`; `stderr` is the estimate's standard error.
 */
export function equityAgainst(
  pocket: ArrayLike<number>,
  board: ArrayLike<number>,
  opponents: number,
  samples: number,
  rng: Rng,
): { readonly equity: number; readonly stderr: number } {
  const { equity, equityStderr } = sampleShowdowns(pocket, board, opponents, samples, rng);
  return { equity, stderr: equityStderr };
}

/**
 * Chances of each final rank among `players` (2 … 23) by sampling: index 0 is the weakest hand. Equal hands share
 * their places evenly. `stderr` is the largest standard error of the chances. Errors as `sampleShowdowns`.
 */
export function rankChances(
  pocket: ArrayLike<number>,
  board: ArrayLike<number>,
  players: number,
  samples: number,
  rng: Rng,
): { readonly chances: Float64Array; readonly stderr: number } {
  const { chances, chancesStderr } = sampleShowdowns(pocket, board, players - 1, samples, rng);
  return { chances, stderr: chancesStderr };
}

function strengthOn(board: Int32Array, a: number, b: number): number {
  return strength7(board[0]!, board[1]!, board[2]!, board[3]!, board[4]!, a, b);
}

function unseen(pocket: ArrayLike<number>, board: ArrayLike<number>): Int32Array {
  const seen = new Set([...Array.from(pocket), ...Array.from(board)]);
  return Int32Array.from({ length: 52 }, (_, card) => card).filter((card) => !seen.has(card));
}

/** Of a mean, from the sum of the values and of their squares. */
function standardError(sum: number, squares: number, count: number): number {
  const variance = Math.max(0, squares - (sum * sum) / count) / (count - 1);
  return Math.sqrt(variance / count);
}
