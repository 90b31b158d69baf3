import { CARD_CODES, JOKER_BASE, RANK_COUNT, rankOf, SUIT_COUNT, SUIT_WILD, suitOf } from './card.js';
import { FLUSH_STRENGTH, flushStrength, RANKS_IN, rankStrength, STRAIGHT_IN } from './strength.js';

/**
 * Hands of any size and any kind of card: suitless cards never count for a flush, wild suits count for every flush
 * (each for itself, R-SMOKE), and the same card may occur twice (R-LOCKPICK). Nothing is allocated. For seven or
 * eight different ordinary cards `evaluator.ts` is many times as fast.
 */

/** Most cards `evaluateAny` takes: ten are more than any table deals to one seat. */
export const HAND_MAX = 10;

const RANK_OF = new Int8Array(CARD_CODES);
const SUIT_OF = new Uint8Array(CARD_CODES);
for (let card = 0; card < CARD_CODES; card++) {
  RANK_OF[card] = rankOf(card);
  SUIT_OF[card] = suitOf(card);
}

/** Cards of each suit, by the codes of `suitOf`. */
const suitCounts = new Int32Array(SUIT_WILD + 1);
const rankCounts = new Int32Array(RANK_COUNT);
const topFive = new Int32Array(5);

/** The best flush of a suit that has five cards or more; 0 when its five highest make a full house or better. */
function bestFlush(cards: ArrayLike<number>, at: number, count: number, suit: number): number {
  rankCounts.fill(0);
  let mask = 0;
  let suited = 0;
  for (let i = at; i < at + count; i++) {
    const card = cards[i]!;
    if (SUIT_OF[card] !== suit && SUIT_OF[card] !== SUIT_WILD) continue;
    mask |= 1 << RANK_OF[card]!;
    rankCounts[RANK_OF[card]!]!++;
    suited++;
  }
  // A straight flush needs five ranks; without repeated ranks the mask says all there is to know.
  if (STRAIGHT_IN[mask] !== 0 || RANKS_IN[mask] === suited) return FLUSH_STRENGTH[mask]!;
  let taken = 0;
  for (let rank = RANK_COUNT - 1; taken < 5; rank--) {
    for (let n = rankCounts[rank]!; n > 0 && taken < 5; n--) topFive[taken++] = rank;
  }
  return flushStrength(topFive[0]!, topFive[1]!, topFive[2]!, topFive[3]!, topFive[4]!);
}

/**
 * Strength of the best hand in `cards[at … at + count − 1]`, 1 to 10 cards of any kind but jokers (R-JOKER replaces
 * those). Below five cards the best category of what there is: four of a kind, three of a kind, two pair, pair, high
 * card. Throws `RangeError` for another number of cards or a code that is no card.
 */
export function evaluateAny(cards: ArrayLike<number>, count: number = cards.length, at = 0): number {
  if (!(count >= 1 && count <= HAND_MAX))
    throw new RangeError(`a hand of ${count} cards; 1 to ${HAND_MAX} are allowed`);
  let one = 0;
  let two = 0;
  let three = 0;
  let four = 0;
  let five = 0;
  suitCounts.fill(0);
  for (let i = at; i < at + count; i++) {
    const card = cards[i]!;
    if (!(card >= 0 && card < JOKER_BASE)) throw new RangeError(`${card} can't be part of a hand`);
    const bit = 1 << RANK_OF[card]!;
    five |= four & bit;
    four |= three & bit;
    three |= two & bit;
    two |= one & bit;
    one |= bit;
    suitCounts[SUIT_OF[card]!]!++;
  }
  let best = rankStrength(one, two, three, four, five);
  if (count < 5) return best;
  const wild = suitCounts[SUIT_WILD]!;
  for (let suit = 0; suit < SUIT_COUNT; suit++) {
    if (suitCounts[suit]! + wild >= 5) best = Math.max(best, bestFlush(cards, at, count, suit));
  }
  return best;
}

const handOfFive = new Int32Array(5);

/**
 * R-OMAHA: strength of the best hand of exactly two pocket cards and exactly three community cards, of cards of any
 * kind. While fewer than three community cards lie open, all of them count. Throws `RangeError` for fewer than two
 * pocket cards.
 */
export function evaluateExactly(pocket: ArrayLike<number>, board: ArrayLike<number>): number {
  return evaluateExactlyAt(pocket, 0, pocket.length, board, 0, board.length);
}

/** The same of `pocketCount` cards from `pocket[pocketAt]` and `boardCount` cards from `board[boardAt]`. */
export function evaluateExactlyAt(
  pocket: ArrayLike<number>,
  pocketAt: number,
  pocketCount: number,
  board: ArrayLike<number>,
  boardAt: number,
  boardCount: number,
): number {
  if (pocketCount < 2) throw new RangeError(`two of ${pocketCount} pocket cards`);
  let best = 0;
  for (let i = pocketAt; i < pocketAt + pocketCount; i++) {
    for (let j = i + 1; j < pocketAt + pocketCount; j++) {
      handOfFive[0] = pocket[i]!;
      handOfFive[1] = pocket[j]!;
      best = Math.max(best, bestWithThree(board, boardAt, boardCount));
    }
  }
  return best;
}

/** The best of the first two cards in `handOfFive` and three of the board. */
function bestWithThree(board: ArrayLike<number>, at: number, count: number): number {
  if (count <= 3) {
    for (let i = 0; i < count; i++) handOfFive[2 + i] = board[at + i]!;
    return evaluateAny(handOfFive, 2 + count);
  }
  const end = at + count;
  let best = 0;
  for (let i = at; i < end; i++) {
    handOfFive[2] = board[i]!;
    for (let j = i + 1; j < end; j++) {
      handOfFive[3] = board[j]!;
      for (let k = j + 1; k < end; k++) {
        handOfFive[4] = board[k]!;
        best = Math.max(best, evaluateAny(handOfFive, 5));
      }
    }
  }
  return best;
}
