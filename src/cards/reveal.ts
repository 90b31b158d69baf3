import { type Card, DECK_SIZE, makeCard, RANK_COUNT, rankOf, SUIT_COUNT, suitOf } from './card.js';
import { type HandCards, POCKET_MAX } from './hand-cards.js';
import { categoryEnd, handCategory10, ROYAL_FLUSH, STRAIGHT_FLUSH, STRENGTH_COUNT } from './strength.js';

/** What tools and specialists do to a hand when it is revealed (R-ORDER: tools first, then the Muscle). */

/**
 * The number by which revealed hands are compared: twice the strength, and for the Muscle (R-MUSCLE) just above every
 * other hand of the same category, a royal flush being one of its own (R-GUESS). Equal keys are true ties; two Muscles
 * of one category tie.
 */
export function showdownKey(strength: number, muscle = false): number {
  if (!muscle) return 2 * strength;
  const category = handCategory10(strength);
  if (category === ROYAL_FLUSH) return 2 * STRENGTH_COUNT - 1;
  return category === STRAIGHT_FLUSH ? 2 * (STRENGTH_COUNT - 1) - 1 : 2 * categoryEnd(category) - 1;
}

/** Bits 0 … 12 for the values 2 … A that occur in the pocket (Retina Scan, Mastermind); a suitless Jack is a Jack. */
export function pocketRanks(pocket: ArrayLike<Card>, count: number = pocket.length, at = 0): number {
  let ranks = 0;
  for (let i = at; i < at + count; i++) {
    const rank = rankOf(pocket[i]!);
    if (rank >= 0) ranks |= 1 << rank;
  }
  return ranks;
}

/** The most ways to recolour or to repick one pocket: two of ten cards, each with three other suits. */
export const REVEALS_MAX = 10 * 3 + 45 * 9;

/** Ways to use a tool at the reveal, with the strength that each gives. Allocated once, filled by the functions below. */
export class RevealChoices {
  count = 0;
  /** [count] the pocket cards after the change: first index, its card, second index (−1: none), its card. */
  readonly first = new Int8Array(REVEALS_MAX);
  readonly firstCard = new Uint8Array(REVEALS_MAX);
  readonly second = new Int8Array(REVEALS_MAX);
  readonly secondCard = new Uint8Array(REVEALS_MAX);
  /** [count] */
  readonly strength = new Uint16Array(REVEALS_MAX);

  /** Index of the weakest choice that isn't below `floor`; the strongest where all are; −1 without choices. */
  atLeast(floor: number): number {
    let best = -1;
    for (let i = 0; i < this.count; i++) {
      const strength = this.strength[i]!;
      const now = best < 0 ? -1 : this.strength[best]!;
      const better = now < floor ? strength > now : strength >= floor && strength < now;
      if (better) best = i;
    }
    return best;
  }

  /** Index of the strongest choice, −1 without choices. */
  strongest(): number {
    return this.atLeast(STRENGTH_COUNT);
  }

  /** Notes the hand as it is now. */
  add(hand: HandCards, exactly: boolean, first: number, second: number): void {
    const i = this.count++;
    this.first[i] = first;
    this.firstCard[i] = hand.cards[first]!;
    this.second[i] = second;
    this.secondCard[i] = second < 0 ? 0 : hand.cards[second]!;
    this.strength[i] = hand.strength(exactly);
  }
}

const originals = new Int32Array(POCKET_MAX);

/**
 * Smoke Grenade: every change of the suit of one or two pocket cards to named suits; two cards may get different suits
 * (R-SMOKE). A card without a suit stays without. The hand is as before afterwards.
 */
export function recolourings(hand: HandCards, exactly: boolean, out: RevealChoices): void {
  const { cards, pocketCount } = hand;
  out.count = 0;
  for (let i = 0; i < pocketCount; i++) originals[i] = cards[i]!;
  for (let i = 0; i < pocketCount; i++) {
    const one = originals[i]!;
    if (one >= DECK_SIZE) continue;
    for (let step = 1; step < SUIT_COUNT; step++) {
      cards[i] = recolour(one, step);
      out.add(hand, exactly, i, -1);
      for (let j = 0; j < i; j++) {
        const two = originals[j]!;
        if (two >= DECK_SIZE) continue;
        for (let other = 1; other < SUIT_COUNT; other++) {
          cards[j] = recolour(two, other);
          out.add(hand, exactly, i, j);
        }
        cards[j] = two;
      }
    }
    cards[i] = one;
  }
}

/** The card of the suit that is `step` further on, cyclic. */
function recolour(card: Card, step: number): Card {
  return (card & ~3) | ((card + step) & 3);
}

/**
 * Lock Pick: every change of one pocket card's value by one up or down that R-LOCKPICK allows: never between ace and
 * two, and never so that five cards of one value are among those that the seat can use together. A suitless Jack can
 * be changed and stays suitless. The hand is as before afterwards.
 */
export function valueChanges(hand: HandCards, exactly: boolean, out: RevealChoices): void {
  const { cards, pocketCount } = hand;
  out.count = 0;
  for (let i = 0; i < pocketCount; i++) {
    const before = cards[i]!;
    for (let step = -1; step <= 1; step += 2) {
      const rank = rankOf(before) + step;
      if (rank < 0 || rank >= RANK_COUNT) continue;
      cards[i] = makeCard(rank, suitOf(before));
      if (usableOfRank(hand, rank, exactly) < 5) out.add(hand, exactly, i, -1);
      cards[i] = before;
    }
  }
}

/** How many cards of a value a seat can use together: one of a stack; two of the pocket and three others in Omaha. */
export function usableOfRank(hand: HandCards, rank: number, exactly: boolean): number {
  const { cards, pocketCount, count } = hand;
  let inPocket = 0;
  for (let i = 0; i < pocketCount; i++) if (rankOf(cards[i]!) === rank) inPocket++;
  let others = 0;
  for (let i = pocketCount; i < count; i++) if (placeHasRank(hand, i, rank)) others++;
  return exactly ? Math.min(2, inPocket) + Math.min(3, others) : inPocket + others;
}

function placeHasRank(hand: HandCards, at: number, rank: number): boolean {
  if (rankOf(hand.cards[at]!) === rank) return true;
  for (let i = 0; i < hand.stackedCount; i++) {
    if (hand.stackedOn[i] === at && rankOf(hand.stackedCard[i]!) === rank) return true;
  }
  return false;
}
