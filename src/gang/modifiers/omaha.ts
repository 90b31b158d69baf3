import { DECK_SIZE } from '../../cards/card.js';
import { evaluateExactly } from '../../cards/evaluate.js';
import { evaluateOmaha } from '../../cards/evaluator.js';
import type { Modifier } from './modifier.js';

/** R-OMAHA: four pocket cards, of which exactly two count, with exactly three community cards. */
export const omaha: Modifier = {
  id: 'omaha',
  kind: 'variant',
  number: 0,
  name: 'Omaha',
  text: 'Four pocket cards each; a hand is exactly two of them and exactly three community cards.',
  source: 'rulebook',
  pocketBase: 4,
  strength: (pocket, pocketCount, open, openCount) => {
    if (pocketCount === 4 && openCount === 5 && ordinary(pocket, 4, open, 5)) return evaluateOmaha(pocket, 0, open, 0);
    return evaluateExactly(sized(POCKETS, pocket, pocketCount), sized(BOARDS, open, openCount));
  },
};

/** Whether all cards are different cards of the deck, as the fast evaluator needs them. */
function ordinary(pocket: Int32Array, pocketCount: number, open: Int32Array, openCount: number): boolean {
  let low = 0;
  let high = 0;
  for (let i = 0; i < pocketCount + openCount; i++) {
    const card = i < pocketCount ? pocket[i]! : open[i - pocketCount]!;
    if (card >= DECK_SIZE) return false;
    const bit = 1 << (card & 31);
    if ((card < 32 ? low : high) & bit) return false;
    if (card < 32) low |= bit;
    else high |= bit;
  }
  return true;
}

const SIZES = Array.from({ length: 12 }, (_, size) => size);
const POCKETS = SIZES.map((size) => new Int32Array(size));
const BOARDS = SIZES.map((size) => new Int32Array(size));

/** The first `count` cards in an array of that length. */
function sized(arrays: readonly Int32Array[], cards: Int32Array, count: number): Int32Array {
  const out = arrays[count]!;
  for (let i = 0; i < count; i++) out[i] = cards[i]!;
  return out;
}
