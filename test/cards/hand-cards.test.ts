import { describe, expect, test } from 'vitest';
import { formatCards, parseCards } from '../../src/cards/card.js';
import { evaluateAny, evaluateExactly } from '../../src/cards/evaluate.js';
import { HandCards, plainStrength } from '../../src/cards/hand-cards.js';
import { describeHand, nameHand } from '../../src/cards/names.js';
import { pocketOnBoard, prepareOmahaBoard } from '../../src/cards/omaha-pairs.js';
import { categoryOf } from '../../src/cards/strength.js';
import { unwrap } from '../../src/core/errors.js';
import { Rng } from '../../src/core/rng.js';
import { Ladder } from '../support/ladder.js';
import { categoryOfWorth, subsets, worthAtTable, worthOfBest, worthOfExactly } from '../support/slow-hands.js';

const SEED = 21;
const cards = (text: string): number[] => unwrap(parseCards(text, '', { duplicates: true }));

type Stack = readonly [place: number, card: number];

/** `Ah Kd | 2c 7h/7d Jd`: pocket, then the others; a slash stacks a card on the one before it. */
function handOf(text: string): HandCards {
  const hand = new HandCards();
  const [pocket, board] = text.split('|') as [string, string | undefined];
  for (const card of cards(pocket)) hand.addPocket(card);
  (board ?? '')
    .trim()
    .split(/\s+/)
    .filter((place) => place !== '')
    .forEach((place, i) => {
      const [first, ...rest] = place.split('/').flatMap((card) => cards(card));
      hand.addBoard(first!);
      for (const card of rest) hand.stack(i, card);
    });
  return hand;
}

function fill(hand: HandCards, pocket: readonly number[], board: readonly number[], stacks: readonly Stack[]): void {
  hand.clear();
  for (const card of pocket) hand.addPocket(card);
  for (const card of board) hand.addBoard(card);
  for (const [place, card] of stacks) hand.stack(place, card);
}

/** Every table of the rules: pocket cards, others, and whether two and three of them count. */
const tables: readonly (readonly [name: string, pocket: number, board: number, exactly: boolean])[] = [
  ["Hold'em", 2, 5, false],
  ['Security Cameras', 3, 5, false],
  ['Seven Card Stud', 3, 4, false],
  ['Seven Card Stud with Security Cameras', 4, 4, false],
  ['Banana Split', 2, 6, false],
  ['Banana Split with Security Cameras', 3, 6, false],
  ['Banana Split with Security Cameras and Flashlight', 3, 7, false],
  ['Flashlight', 2, 6, false],
  ['the dealer before the flop', 7, 0, false],
  ['the dealer with Security Cameras on the turn', 4, 4, false],
  ['Omaha', 4, 5, true],
  ['Omaha with Security Cameras', 5, 5, true],
  ['Omaha with Flashlight', 4, 6, true],
  ['Omaha on the flop', 4, 3, true],
  ['Omaha before the flop', 4, 0, true],
  ["Omaha's dealer on the turn", 5, 4, true],
];

describe.each(tables)('%s: the best hand is what trying every hand finds', (_name, inPocket, onBoard, exactly) => {
  /** Cards of few ranks and suits, so that strong hands are common; some without or with any suit, some twice. */
  function deal(rng: Rng, count: number, special: boolean): number[] {
    const lowest = 4 + rng.below(5);
    const suits = 2 + rng.below(3);
    const deck: number[] = [];
    for (let rank = lowest; rank < 13; rank++) for (let suit = 0; suit < suits; suit++) deck.push(4 * rank + suit);
    if (deck.length < count) return deal(rng, count, special);
    rng.shuffle(deck);
    const dealt = deck.slice(0, count);
    if (!special || inPocket === 0) return dealt;
    const kind = rng.below(3);
    const at = rng.below(Math.min(2, inPocket));
    if (kind === 0) dealt[at] = 61;
    else if (kind === 1) dealt[at] = 65 + (dealt[at]! >> 2);
    else dealt[at] = dealt[count - 1 - rng.below(2)]!;
    return dealt;
  }

  test.each([
    ['plain cards', 0, false],
    ['one stack of two', 1, false],
    ['two stacks of two, or one of three', 2, false],
    ['a suitless Jack, a wild suit or a card that occurs twice', 0, true],
    ['the same with stacks', 2, true],
  ])('%s', (_kind, stacked, special) => {
    if (onBoard === 0 && stacked > 0) return;
    const rng = new Rng(SEED, 100 * inPocket + 10 * onBoard + stacked);
    const hand = new HandCards();
    const ladder = new Ladder();
    for (let n = 0; n < (stacked > 0 || inPocket + onBoard > 8 ? 20 : 40); n++) {
      const dealt = deal(rng, inPocket + onBoard + stacked, special);
      const pocket = dealt.slice(0, inPocket);
      const board = dealt.slice(inPocket, inPocket + onBoard);
      const stacks = dealt.slice(inPocket + onBoard).map((card): Stack => [rng.below(onBoard), card]);
      const worth = worthAtTable(pocket, board, stacks, exactly);
      const context = () => `seed ${SEED}: ${formatCards(pocket)} | ${formatCards(board)} with ${stacks.join(' ')}`;
      fill(hand, pocket, board, stacks);
      const before = formatCards(hand.cards.slice(0, hand.count));
      const strength = hand.strength(exactly);
      expect(categoryOf(strength), context()).toBe(categoryOfWorth(worth));
      ladder.add(strength, worth, context);
      const best = hand.bestCards(exactly);
      expect(evaluateAny(best), context()).toBe(strength);
      expect(formatCards(hand.cards.slice(0, hand.count)), context()).toBe(before);
    }
    expect(ladder.check()).toBeGreaterThan(5);
  });
});

describe('the fast ways agree with trying every hand, on all hands of a small deck', () => {
  const deck = cards('Ah Kh Qh Jh Th 9h Ac Kc Ad Kd 2s 3s 9s');

  test('nine cards', () => {
    const ladder = new Ladder();
    for (const nine of subsets(deck, 9)) {
      const flat = Int32Array.from([51, ...nine]);
      ladder.add(plainStrength(flat, 1, 3, 6, false), worthOfBest(nine), () => formatCards(nine));
    }
    expect(ladder.check()).toBeGreaterThan(10);
  });

  test('Omaha pockets of any size on boards of three to six cards', () => {
    const ladder = new Ladder();
    let hands = 0;
    for (const [inPocket, onBoard] of [
      [4, 5],
      [5, 5],
      [4, 6],
      [3, 4],
      [2, 3],
    ] as const) {
      const small = deck.slice(0, inPocket + onBoard + Number(inPocket + onBoard < 10));
      for (const board of subsets(small, onBoard)) {
        prepareOmahaBoard(board, 0, onBoard);
        for (const pocket of subsets(
          small.filter((card) => !board.includes(card)),
          inPocket,
        )) {
          const context = () => `${formatCards(pocket)} | ${formatCards(board)}`;
          ladder.add(pocketOnBoard(pocket, 0, inPocket), worthOfExactly(pocket, board), context);
          hands++;
        }
      }
    }
    expect(hands).toBeGreaterThan(2000);
    expect(ladder.check()).toBeGreaterThan(10);
  });

  test('Omaha on random boards', () => {
    const rng = new Rng(SEED, 5);
    const all = Array.from({ length: 52 }, (_, card) => card);
    for (let n = 0; n < 4000; n++) {
      rng.shuffle(all);
      const onBoard = 3 + rng.below(4);
      const inPocket = 2 + rng.below(9);
      const board = all.slice(0, onBoard);
      const pocket = all.slice(onBoard, onBoard + inPocket);
      prepareOmahaBoard(board, 0, onBoard);
      expect(pocketOnBoard(pocket, 0, inPocket), `seed ${SEED}: ${formatCards(pocket)} | ${formatCards(board)}`).toBe(
        evaluateExactly(pocket, board),
      );
    }
  });
});

describe('stacks of a joker count as one card', () => {
  test('of a stack each seat uses the card that is best for it', () => {
    expect(nameHand(handOf('Ah Ad | Ac/Kc 9d 5s 4h 2s').strength(false))).toBe('three of a kind, aces');
    expect(nameHand(handOf('Kh Kd | Ac/Kc 9d 5s 4h 2s').strength(false))).toBe('three of a kind, kings');
  });

  test('two cards of one stack never count together', () => {
    const hand = handOf('3h 7d | Ac/Ad 9d 5s 4h Ks');
    expect(describeHand(hand.strength(false))).toBe('high card ace, kickers king, nine, seven, five');
    expect(nameHand(handOf('3h 7d | Ac/Ad/Ah 9d 5s 4h Ks').strength(false))).toBe('high card ace');
  });

  test('cards of two stacks do', () => {
    expect(nameHand(handOf('3h 7d | Ac/Qd 9d/Ad 5s 4h Ks').strength(false))).toBe('pair of aces');
  });

  test('in Omaha a stack is one of the three', () => {
    // Two of the pocket and three of the board: nine and ten may not both come from one stack.
    expect(nameHand(handOf('Kc Qd 2h 3h | Jh Th/9h 4s 4d 8c').strength(true))).toBe('pair of fours');
    expect(nameHand(handOf('Kc Qd 2h 3h | Jh Th/9h 9s 4d 8c').strength(true))).toBe('straight, king high');
  });

  test('the cards that count are named with the one of the stack that is used', () => {
    expect(formatCards(handOf('Kh Kd | Ac/Kc 9d 5s 4h 2s').bestCards(false))).toBe('Kh Kd Kc 9d 5s');
    expect(formatCards(handOf('Ah Kh 2c 3d | Qh/Qs Jh/Js Th 4c 4s').bestCards(true))).toBe('Ah Kh Qh Jh Th');
  });

  test('a third stacked card, a stack on nothing and a joker itself are refused', () => {
    const hand = handOf('Kh Kd | Ac/Kc/Qc 9d');
    expect(() => hand.stack(1, 0)).toThrow('no place for a card on community card 1');
    expect(() => handOf('Kh Kd | Ac').stack(1, 0)).toThrow(RangeError);
    expect(() => handOf('Kh Kd | Ac').addBoard(78)).toThrow("78 can't be part of a hand");
    expect(() => handOf('Kh Kd | Ac').addPocket(0)).toThrow('no place for a pocket card');
    expect(() => handOf('').strength(false)).toThrow(RangeError);
  });
});

test('the Jack of the specialists in Omaha: four Jacks with a Jack kicker only where two and three make them', () => {
  expect(describeHand(handOf('J- Jc 2d 3d | Jd Jh Js 5c 7h').strength(true))).toBe(
    'four of a kind, jacks, kicker jack',
  );
  expect(describeHand(handOf('J- Jc Jd 3d | Jh Js 5c 7h 9s').strength(true))).toBe(
    'four of a kind, jacks, kicker nine',
  );
});
