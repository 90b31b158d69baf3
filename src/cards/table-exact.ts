import { DECK_SIZE, JOKER_BASE } from './card.js';
import { FACE_UP_MAX, HandCards, POCKET_MAX, plainStrength } from './hand-cards.js';
import { OMAHA_BOARD_MAX, pairOnBoard, prepareOmahaBoard } from './omaha-pairs.js';
import { ABSENT, type TableCards, UNKNOWN } from './table-plan.js';

/**
 * Exact chances where all cards but another seat's pocket are known. Pockets of which any five cards count are tried
 * one by one, up to three unknown cards. In Omaha a pocket is below a strength when all its pairs are: the hands that I
 * beat are the cliques of a graph whose vertices are the unseen cards and whose edges are the pairs that I beat. They
 * are counted on bit sets, without looking at single hands: 123,410 pockets in a fraction of a millisecond.
 */

/** Most unknown cards of one pocket that are enumerated, and counted as cliques. */
const ENUMERATED_MAX = 3;
const CLIQUE_MAX = 5;

const seen = new Uint8Array(JOKER_BASE);
const unseen = new Int32Array(DECK_SIZE);
let unseenCount = 0;

const mine = new HandCards();
const theirs = new HandCards();
/** Where the other seat's unknown cards go in `theirs` or `plainCards`. */
const gaps = new Int32Array(POCKET_MAX);
let gapCount = 0;
let isPlain = false;
/** Whether a known card of the other hand occurs twice in it (R-LOCKPICK). */
let hasTwins = false;
const plainCards = new Int32Array(POCKET_MAX + FACE_UP_MAX);

/** Any ordinary code: a gap's card until it is enumerated. */
const FILLER = 0;

let wins = 0;
let ties = 0;
let hands = 0;

/**
 * The chance that `seat` is stronger than `other`, plus half of the chance of a tie, or −1 where it can't be had
 * exactly at once: a card of `seat` or a face-up card of either is unknown, votes are to come, or too many of
 * the other's cards are unknown (over three; in Omaha over five, or with fewer than three community cards). The unknown cards are uniform over all that aren't
 * known to lie elsewhere. Allocates nothing.
 */
export function exactChance(table: TableCards, seat: number, other: number): number {
  if (table.votes > 0 || !gather(table, seat, mine) || gapCount > 0 || !gather(table, other, theirs)) return -1;
  const { exactly } = table.plan;
  if (gapCount > (exactly ? CLIQUE_MAX : ENUMERATED_MAX)) return -1;
  checkPlain();
  if (exactly && gapCount > 0 && !canCount()) return -1;
  listUnseen(table);
  const strength = mine.strength(exactly);
  wins = 0;
  ties = 0;
  hands = 0;
  if (exactly && gapCount > 0) countOmaha(strength);
  else enumerate(0, 0, strength, exactly);
  return (wins + ties / 2) / hands;
}

/** Fills a hand; false when a face-up card of it is unknown. Unknown pocket cards are listed in `gaps`. */
function gather(table: TableCards, seat: number, hand: HandCards): boolean {
  const { plan, cards } = table;
  hand.clear();
  gapCount = 0;
  for (let i = 0; i < plan.pocket; i++) {
    const card = cards[plan.pocketAt + seat * plan.pocket + i]!;
    if (card === ABSENT) continue;
    if (card === UNKNOWN) gaps[gapCount++] = hand.pocketCount;
    hand.addPocket(card === UNKNOWN ? FILLER : card);
  }
  for (let i = 0; i < plan.boardSize; i++) {
    const place = plan.boards[seat * plan.boardSize + i]!;
    const card = cards[place]!;
    if (card === ABSENT) continue;
    if (card === UNKNOWN) return false;
    hand.addBoard(card);
    for (let k = 0; k < table.stackedCount; k++) {
      if (table.stackedOn[k] === place) hand.stack(hand.boardCount - 1, table.stackedCard[k]!);
    }
  }
  return true;
}

function listUnseen(table: TableCards): void {
  seen.fill(0);
  for (let i = 0; i < table.cards.length; i++) if (table.cards[i]! >= 0) seen[table.cards[i]!] = 1;
  for (let k = 0; k < table.stackedCount; k++) seen[table.stackedCard[k]!] = 1;
  unseenCount = 0;
  for (let card = 0; card < DECK_SIZE; card++) if (seen[card] === 0) unseen[unseenCount++] = card;
}

/** Whether the other hand is ordinary cards, all different, whatever the gaps hold. */
function checkPlain(): void {
  const { cards, count } = theirs;
  isPlain = theirs.stackedCount === 0;
  hasTwins = false;
  for (let i = 0; i < count; i++) {
    plainCards[i] = cards[i]!;
    if (isGap(i)) continue;
    if (cards[i]! >= DECK_SIZE) isPlain = false;
    for (let j = 0; j < i; j++) if (!isGap(j) && cards[j] === cards[i]) hasTwins = true;
  }
  if (hasTwins) isPlain = false;
}

/** Pairs on a board are only looked up for boards of three cards and more, and where no card is there twice. */
function canCount(): boolean {
  return !hasTwins && theirs.boardCount >= 3 && theirs.boardCount <= OMAHA_BOARD_MAX;
}

function isGap(at: number): boolean {
  for (let g = 0; g < gapCount; g++) if (gaps[g] === at) return true;
  return false;
}

/** Tries every set of unseen cards in the gaps from `gap` on. */
function enumerate(gap: number, from: number, strength: number, exactly: boolean): void {
  if (gap === gapCount) {
    const { pocketCount, boardCount } = theirs;
    const value = isPlain ? plainStrength(plainCards, 0, pocketCount, boardCount, exactly) : theirs.strength(exactly);
    hands++;
    if (value < strength) wins++;
    else if (value === strength) ties++;
    return;
  }
  const at = gaps[gap]!;
  const cards = isPlain ? plainCards : theirs.cards;
  for (let i = from; i < unseenCount; i++) {
    cards[at] = unseen[i]!;
    enumerate(gap + 1, i + 1, strength, exactly);
  }
}

/** [vertex] neighbours among the unseen cards, as two words of 26 bits. */
const WORD = 26;
const low = new Int32Array(DECK_SIZE);
const high = new Int32Array(DECK_SIZE);
/** [vertex, vertex] strength of each pair of unseen cards, and [known, vertex] with each known pocket card. */
const pairStrength = new Uint16Array(DECK_SIZE * DECK_SIZE);
const knownStrength = new Uint16Array(POCKET_MAX * DECK_SIZE);
const knownCards = new Int32Array(POCKET_MAX);
let knownCount = 0;
let knownBest = 0;

/** Wins, ties and hands against the other seat's Omaha pocket. */
function countOmaha(strength: number): void {
  rankPairs();
  hands = choose(unseenCount, gapCount);
  wins = cliquesBelow(strength);
  ties = cliquesBelow(strength + 1) - wins;
}

/** Pair strengths on the board; with stacked cards, the best over what may be used of the stacks. */
function rankPairs(): void {
  pairStrength.fill(0);
  knownStrength.fill(0);
  knownBest = 0;
  knownCount = 0;
  for (let i = 0; i < theirs.pocketCount; i++) if (!isGap(i)) knownCards[knownCount++] = theirs.cards[i]!;
  for (let choice = 0; choice < 1 << theirs.stackedCount; choice++) {
    if (!theirs.swapStacked(choice)) continue;
    prepareOmahaBoard(theirs.cards, theirs.pocketCount, theirs.boardCount);
    theirs.swapStacked(choice);
    for (let a = 0; a < unseenCount; a++) {
      const card = unseen[a]!;
      for (let b = 0; b < a; b++) {
        const value = pairOnBoard(card, unseen[b]!);
        if (value > pairStrength[a * DECK_SIZE + b]!) pairStrength[a * DECK_SIZE + b] = value;
      }
      for (let k = 0; k < knownCount; k++) {
        const value = pairOnBoard(card, knownCards[k]!);
        if (value > knownStrength[k * DECK_SIZE + a]!) knownStrength[k * DECK_SIZE + a] = value;
      }
    }
    for (let k = 1; k < knownCount; k++) {
      for (let j = 0; j < k; j++) knownBest = Math.max(knownBest, pairOnBoard(knownCards[k]!, knownCards[j]!));
    }
  }
}

/** How many pockets are weaker than `strength`. */
function cliquesBelow(strength: number): number {
  if (knownBest >= strength) return 0;
  low.fill(0);
  high.fill(0);
  let fitLow = 0;
  let fitHigh = 0;
  for (let a = 0; a < unseenCount; a++) {
    let fits = true;
    for (let k = 0; k < knownCount; k++) if (knownStrength[k * DECK_SIZE + a]! >= strength) fits = false;
    if (!fits) continue;
    if (a < WORD) fitLow |= 1 << a;
    else fitHigh |= 1 << (a - WORD);
    // Neighbours below the vertex only: each clique is met once, from its highest vertex down.
    for (let b = 0; b < a; b++) {
      if (pairStrength[a * DECK_SIZE + b]! >= strength) continue;
      if (b < WORD) low[a]! |= 1 << b;
      else high[a]! |= 1 << (b - WORD);
    }
  }
  return cliques(gapCount, fitLow, fitHigh);
}

/** Cliques of `size` vertices within a set. */
function cliques(size: number, inLow: number, inHigh: number): number {
  if (size === 0) return 1;
  if (size === 1) return bits(inLow) + bits(inHigh);
  let count = 0;
  for (let rest = inHigh; rest !== 0; rest &= rest - 1) {
    const vertex = WORD + 31 - Math.clz32(rest & -rest);
    count += cliques(size - 1, inLow & low[vertex]!, inHigh & high[vertex]!);
  }
  for (let rest = inLow; rest !== 0; rest &= rest - 1) {
    const vertex = 31 - Math.clz32(rest & -rest);
    count += cliques(size - 1, inLow & low[vertex]!, 0);
  }
  return count;
}

function bits(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return ways;
}
