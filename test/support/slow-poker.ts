/**
 * Hands as the rulebook words them, by trying every five of the cards. Written apart from `src/cards`, with strings
 * and arrays, as the judge of showdowns in tests.
 */
const VALUES = '23456789TJQKA';

export const HAND_NAMES = [
  'high card',
  'pair',
  'two pair',
  'three of a kind',
  'straight',
  'flush',
  'full house',
  'four of a kind',
  'straight flush',
  'royal flush',
] as const;

/** A hand's rank: its place in HAND_NAMES, then what is compared within it, most important first. */
export type HandRank = readonly number[];

/** Rank of exactly five cards such as `Ah`. */
export function rankFive(cards: readonly string[]): HandRank {
  const values = cards.map((card) => VALUES.indexOf(card[0]!) + 2).sort((a, b) => b - a);
  const flush = cards.every((card) => card[1] === cards[0]![1]);
  const groups = [...new Set(values)]
    .map((value) => ({ value, count: values.filter((v) => v === value).length }))
    .sort((a, b) => b.count - a.count || b.value - a.value);
  const shape = groups.map((group) => group.count).join('');
  const order = groups.map((group) => group.value);
  const top = straightTop(values);
  if (top > 0 && flush) return top === 14 ? [9] : [8, top];
  if (shape === '41') return [7, ...order];
  if (shape === '32') return [6, ...order];
  if (flush) return [5, ...values];
  if (top > 0) return [4, top];
  if (shape === '311') return [3, ...order];
  if (shape === '221') return [2, ...order];
  if (shape === '2111') return [1, ...order];
  return [0, ...values];
}

/** The highest card of a straight, 0 when there is none. The ace counts highest or lowest, never in the middle. */
function straightTop(values: readonly number[]): number {
  const text = values.join();
  if (text === '14,5,4,3,2') return 5;
  return values.every((value, i) => i === 0 || value === values[i - 1]! - 1) ? values[0]! : 0;
}

export function compareRanks(a: HandRank, b: HandRank): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The best five of seven (or more) cards. */
export function bestHand(cards: readonly string[]): HandRank {
  let best: HandRank = [-1];
  const choose = (from: number, picked: readonly string[]): void => {
    if (picked.length === 5) {
      const rank = rankFive(picked);
      if (compareRanks(rank, best) > 0) best = rank;
      return;
    }
    for (let i = from; i < cards.length; i++) choose(i + 1, [...picked, cards[i]!]);
  };
  choose(0, []);
  return best;
}

/** Whether hands revealed in this order make no mistake: none is weaker than one before it. */
export function inOrder(hands: readonly HandRank[]): boolean {
  return hands.every((hand, i) => hands.slice(0, i).every((before) => compareRanks(hand, before) >= 0));
}
