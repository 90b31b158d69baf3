import { type Card, RANK_PLURALS, RANK_WORDS, rankOf } from './card.js';
import { evaluateAny, evaluateExactly } from './evaluate.js';
import {
  CATEGORIES,
  type Category,
  DISTINCT_STRENGTH,
  FLUSH,
  FLUSH_STRENGTH,
  FOUR_OF_A_KIND,
  FULL_HOUSE,
  flushStrength,
  fourStrength,
  fullHouseStrength,
  handCategory10,
  PAIR,
  pairStrength,
  RANKS_IN,
  ROYAL_FLUSH,
  STRAIGHT,
  STRAIGHT_FLUSH,
  STRAIGHT_IN,
  STRENGTH_COUNT,
  THREE_OF_A_KIND,
  TWO_PAIR,
  threeStrength,
  twoPairStrength,
} from './strength.js';

/** Hands in words. */

/** Ranks of each strength's cards, most important first, four bits each: rank + 1, from the lowest bits; 0 ends. */
let ranksByStrength: Int32Array | undefined;

function pack(ranks: readonly number[]): number {
  return ranks.reduce((packed, rank, i) => packed | ((rank + 1) << (4 * i)), 0);
}

/** Ranks in a mask, high to low. */
function ranksIn(mask: number): number[] {
  const ranks: number[] = [];
  for (let rank = 12; rank >= 0; rank--) if (mask & (1 << rank)) ranks.push(rank);
  return ranks;
}

/** The ranks of a straight, high to low, by its number in STRAIGHT_IN; in five high the ace comes last. */
function straightRanks(straight: number): number[] {
  const top = straight + 2;
  return [top, top - 1, top - 2, top - 3, straight === 1 ? 12 : top - 4];
}

/** Walks through every class of hands with the functions that number them, and notes its ranks. */
function listRanks(): Int32Array {
  const list = new Int32Array(STRENGTH_COUNT);
  const masks = Array.from({ length: 1 << 13 }, (_, mask) => mask).filter((mask) => RANKS_IN[mask]! <= 5);
  for (const mask of masks) {
    const straight = STRAIGHT_IN[mask]!;
    const ranks = straight === 0 ? ranksIn(mask) : straightRanks(straight);
    list[DISTINCT_STRENGTH[mask]!] = pack(ranks);
    if (straight !== 0) list[FLUSH_STRENGTH[mask]!] = pack(ranks);
  }
  for (let a = 0; a < 13; a++) {
    for (const mask of masks) {
      if (mask & (1 << a)) continue;
      const kickers = ranksIn(mask);
      if (kickers.length <= 3) list[pairStrength(a, mask)] = pack([a, a, ...kickers]);
      if (kickers.length <= 2) list[threeStrength(a, mask)] = pack([a, a, a, ...kickers]);
    }
    for (let b = -1; b < 13; b++) {
      list[fourStrength(a, b)] = pack(b < 0 ? [a, a, a, a] : [a, a, a, a, b]);
      if (b < 0 || b === a) continue;
      list[fullHouseStrength(a, b)] = pack([a, a, a, b, b]);
      if (b > a) continue;
      for (let c = -1; c < 13; c++) {
        if (c !== a && c !== b) list[twoPairStrength(a, b, c)] = pack(c < 0 ? [a, a, b, b] : [a, a, b, b, c]);
      }
    }
    for (let b = 0; b <= a; b++)
      for (let c = 0; c <= b; c++)
        for (let d = 0; d <= c; d++)
          for (let e = 0; e <= d; e++) list[flushStrength(a, b, c, d, e)] = pack([a, b, c, d, e]);
  }
  return list;
}

/**
 * Ranks (0…12) of the cards that make a strength, most important first: the pair before its kickers, the three
 * before the two of a full house, straights from the top. Throws `RangeError` for a number that is no strength.
 */
export function ranksOfStrength(strength: number): number[] {
  if (!Number.isInteger(strength) || strength < 1 || strength >= STRENGTH_COUNT) {
    throw new RangeError(`${strength} is no hand's strength; those are 1 to ${STRENGTH_COUNT - 1}`);
  }
  ranksByStrength ??= listRanks();
  const ranks: number[] = [];
  for (let packed = ranksByStrength[strength]!; packed !== 0; packed >>>= 4) ranks.push((packed & 15) - 1);
  return ranks;
}

/** The name of a strength's category: `full house`; a royal flush has its own. */
export function categoryName(strength: number): Category {
  return CATEGORIES[handCategory10(strength)]!;
}

interface Naming {
  readonly name: string;
  /** How many of the ranks the name has told. */
  readonly told: number;
}

function naming(category: number, ranks: readonly number[]): Naming {
  const one = (i: number) => RANK_WORDS[ranks[i]!]!;
  const many = (i: number) => RANK_PLURALS[ranks[i]!]!;
  const named = CATEGORIES[category]!;
  switch (category) {
    case PAIR:
      return { name: `pair of ${many(0)}`, told: 2 };
    case TWO_PAIR:
      return { name: `two pair, ${many(0)} and ${many(2)}`, told: 4 };
    case THREE_OF_A_KIND:
      return { name: `${named}, ${many(0)}`, told: 3 };
    case FULL_HOUSE:
      return { name: `${named}, ${many(0)} over ${many(3)}`, told: 5 };
    case FOUR_OF_A_KIND:
      return { name: `${named}, ${many(0)}`, told: 4 };
    case STRAIGHT:
    case STRAIGHT_FLUSH:
      return { name: `${named}, ${one(0)} high`, told: 5 };
    case FLUSH:
      return { name: `${named}, ${one(0)} high`, told: 1 };
    case ROYAL_FLUSH:
      return { name: named, told: 5 };
    default:
      return { name: `${named} ${one(0)}`, told: 1 };
  }
}

function strengthOf(hand: number | ArrayLike<Card>): number {
  return typeof hand === 'number' ? hand : evaluateAny(hand);
}

/** A strength (or the best hand of some cards) without its kickers: `pair of aces`, `full house, aces over twos`. */
export function nameHand(hand: number | ArrayLike<Card>): string {
  const strength = strengthOf(hand);
  return naming(handCategory10(strength), ranksOfStrength(strength)).name;
}

/** The same with kickers: `pair of aces, kickers king, ten, five`; in a flush, the ranks below the first. */
export function describeHand(hand: number | ArrayLike<Card>): string {
  const strength = strengthOf(hand);
  const ranks = ranksOfStrength(strength);
  const category = handCategory10(strength);
  const { name, told } = naming(category, ranks);
  const rest = ranks.slice(told).map((rank) => RANK_WORDS[rank]!);
  if (rest.length === 0) return name;
  const lead = category === FLUSH ? 'then' : rest.length === 1 ? 'kicker' : 'kickers';
  return `${name}, ${lead} ${rest.join(', ')}`;
}

/** `cards` in the order in which a strength names their ranks. */
function inOrder(cards: readonly Card[], strength: number): Card[] {
  const left = [...cards];
  return ranksOfStrength(strength).map((rank) => {
    const at = left.findIndex((card) => rankOf(card) === rank);
    return left.splice(at, 1)[0]!;
  });
}

/** Every way to take `count` of the items, in order. */
function* choices<T>(items: readonly T[], count: number, from = 0): Generator<T[]> {
  if (count === 0) yield [];
  for (let i = from; i + count <= items.length; i++) {
    if (count > 0) for (const rest of choices(items, count - 1, i + 1)) yield [items[i]!, ...rest];
  }
}

/**
 * The five cards (all of them below five) that make the best hand, most important first. Where several choices are
 * equally strong, cards that stand earlier are preferred: put the pocket first to see it used.
 */
export function bestFive(cards: ArrayLike<Card>): Card[] {
  const all = Array.from(cards);
  const strength = evaluateAny(all);
  for (const five of choices(all, Math.min(5, all.length))) {
    if (evaluateAny(five) === strength) return inOrder(five, strength);
  }
  throw new Error('no five cards make the best hand of these');
}

/** R-OMAHA: the five cards of the best hand of exactly two pocket cards and exactly three (or all) of the board. */
export function bestFiveExactly(pocket: ArrayLike<Card>, board: ArrayLike<Card>): Card[] {
  const strength = evaluateExactly(pocket, board);
  const onBoard = Array.from(board);
  for (const two of choices(Array.from(pocket), 2)) {
    for (const three of choices(onBoard, Math.min(3, onBoard.length))) {
      const five = [...two, ...three];
      if (evaluateAny(five) === strength) return inOrder(five, strength);
    }
  }
  throw new Error('no two and three cards make the best hand of these');
}
