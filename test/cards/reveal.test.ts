import { describe, expect, test } from 'vitest';
import { formatCard, formatCards, makeCard, parseCards, rankOf, suitOf } from '../../src/cards/card.js';
import { evaluateAny } from '../../src/cards/evaluate.js';
import { HandCards } from '../../src/cards/hand-cards.js';
import { nameHand } from '../../src/cards/names.js';
import {
  pocketRanks,
  RevealChoices,
  recolourings,
  showdownKey,
  usableOfRank,
  valueChanges,
} from '../../src/cards/reveal.js';
import { categoryOf, handCategory10, STRENGTH_COUNT } from '../../src/cards/strength.js';
import { unwrap } from '../../src/core/errors.js';
import { Rng } from '../../src/core/rng.js';
import { Ladder } from '../support/ladder.js';
import { worthAtTable } from '../support/slow-hands.js';

const SEED = 31;
const cards = (text: string): number[] => unwrap(parseCards(text, '', { duplicates: true }));
const strength = (text: string): number => evaluateAny(cards(text));

function handOf(pocket: string, board: string): HandCards {
  const hand = new HandCards();
  for (const card of cards(pocket)) hand.addPocket(card);
  for (const card of cards(board)) hand.addBoard(card);
  return hand;
}

describe('the Muscle (R-MUSCLE)', () => {
  test("the rulebook's example: Bonny, Trudy, Arsène with the Muscle, Danny", () => {
    const arsene = showdownKey(strength('2h 2d Jc 8s 7h'), true);
    const bonny = showdownKey(strength('2c 2s Ac 8s 7h'));
    const trudy = showdownKey(strength('8h 8d Kc 7h 3s'));
    const danny = showdownKey(strength('7h 7d 7c 8s 2d'));
    expect([danny, arsene, trudy, bonny].sort((a, b) => a - b)).toEqual([bonny, trudy, arsene, danny]);
  });

  test('for every strength it is above all of its category, ties included, and below the next', () => {
    const wrong: string[] = [];
    for (let own = 1; own < STRENGTH_COUNT; own++) {
      const key = showdownKey(own, true);
      for (const other of [own - 1, own, own + 1, STRENGTH_COUNT - 1, STRENGTH_COUNT - 2, 1]) {
        if (other < 1 || other >= STRENGTH_COUNT) continue;
        const above = handCategory10(other) <= handCategory10(own);
        if (key > showdownKey(other) !== above) wrong.push(`${own} against ${other}`);
      }
    }
    expect(wrong).toEqual([]);
    // The whole ladder, for one hand of each category.
    for (const own of ['Ah Kd 9c 3s 2h', '2h 2d 4c 5s 7h', 'Ah 2h 3h 4h 5h', 'Ah Kh Qh Jh Th'].map(strength)) {
      const beaten = Array.from({ length: STRENGTH_COUNT - 1 }, (_, i) => i + 1).filter(
        (other) => showdownKey(own, true) > showdownKey(other),
      );
      expect(beaten.every((other) => handCategory10(other) <= handCategory10(own))).toBe(true);
      expect(Math.max(...beaten) + 1).toBe(beaten.length + 1);
    }
  });

  test('without it keys order hands as strengths do', () => {
    expect(showdownKey(100)).toBeLessThan(showdownKey(101));
    expect(showdownKey(100)).toBe(showdownKey(100));
  });
});

test('the values in a pocket: a suitless Jack is a Jack, a joker nothing', () => {
  expect(pocketRanks(cards('J- 2h'))).toBe((1 << 9) | 1);
  expect(pocketRanks(cards('X1 Ah As 3c'), 3)).toBe(1 << 12);
});

describe('Smoke Grenade (R-SMOKE)', () => {
  test('the strongest choice is what wild suits would give, over one and over two cards', () => {
    const rng = new Rng(SEED);
    const out = new RevealChoices();
    const deck = Array.from({ length: 36 }, (_, i) => 16 + i);
    for (let n = 0; n < 150; n++) {
      rng.shuffle(deck);
      const exactly = n % 3 === 0;
      const pocket = deck.slice(0, exactly ? 4 : 2 + rng.below(2));
      const board = deck.slice(5, 10);
      const hand = handOf(formatCards(pocket), formatCards(board));
      const before = hand.strength(exactly);
      recolourings(hand, exactly, out);
      expect(hand.strength(exactly)).toBe(before);
      // Strengths only tell who is stronger: the wild hand is compared as such.
      let best = before;
      for (let i = 0; i < pocket.length; i++) {
        for (let j = 0; j <= i; j++) {
          const wild = new HandCards();
          pocket.forEach((card, k) => {
            wild.addPocket(k === i || k === j ? makeCard(rankOf(card), 5) : card);
          });
          for (const card of board) wild.addBoard(card);
          best = Math.max(best, wild.strength(exactly));
        }
      }
      const context = `seed ${SEED}: ${formatCards(pocket)} | ${formatCards(board)}`;
      expect(Math.max(before, out.strength[out.strongest()]!), context).toBe(best);
      expect(out.count, context).toBe(3 * pocket.length + 9 * ((pocket.length * (pocket.length - 1)) / 2));
    }
  });

  test('every choice is a hand with one or two cards of the same values and other suits', () => {
    const hand = handOf('Ah 9c', 'Kd Qd Jd 2s 3s');
    const out = new RevealChoices();
    recolourings(hand, false, out);
    const seen = new Set<string>();
    for (let i = 0; i < out.count; i++) {
      const pocket = cards('Ah 9c');
      for (const [at, card] of [
        [out.first[i]!, out.firstCard[i]!],
        [out.second[i]!, out.secondCard[i]!],
      ] as const) {
        if (at < 0) continue;
        expect(rankOf(card)).toBe(rankOf(pocket[at]!));
        expect(suitOf(card)).not.toBe(suitOf(pocket[at]!));
        pocket[at] = card;
      }
      seen.add(formatCards(pocket));
      expect(out.strength[i]).toBe(evaluateAny([...pocket, ...cards('Kd Qd Jd 2s 3s')]));
    }
    expect(seen.size).toBe(15);
    expect(nameHand(out.strength[out.strongest()]!)).toBe('flush, ace high');
  });

  test('the weakest choice that is not below a revealed hand; the strongest where all are', () => {
    const hand = handOf('Ah 9c', 'Kd Qd Jd 2s 3s');
    const out = new RevealChoices();
    recolourings(hand, false, out);
    const plain = strength('Ah Kd Qd Jd 9c');
    expect(out.strength[out.atLeast(plain)]).toBe(plain);
    expect(nameHand(out.strength[out.atLeast(plain + 1)]!)).toBe('flush, ace high');
    expect(out.atLeast(strength('2h 2d 2c 3h 3d'))).toBe(out.strongest());
    out.count = 0;
    expect(out.strongest()).toBe(-1);
  });

  test('a card without a suit stays without', () => {
    const out = new RevealChoices();
    recolourings(handOf('J- 9c', 'Kd Qd 4d 2s 3s'), false, out);
    expect(out.count).toBe(3);
    expect(Array.from(out.first.subarray(0, 3))).toEqual([1, 1, 1]);
  });
});

describe('Lock Pick (R-LOCKPICK)', () => {
  const changes = (pocket: string, board: string, exactly = false): string[] => {
    const out = new RevealChoices();
    const hand = handOf(pocket, board);
    const before = hand.strength(exactly);
    valueChanges(hand, exactly, out);
    expect(hand.strength(exactly)).toBe(before);
    return Array.from({ length: out.count }, (_, i) => `${out.first[i]} ${formatCard(out.firstCard[i]!)}`);
  };

  test('one up or down, the suit stays', () => {
    expect(changes('9c 5h', 'Kd Qd 4d 2s 3s')).toEqual(['0 8c', '0 Tc', '1 4h', '1 6h']);
  });

  test('never between ace and two', () => {
    expect(changes('Ac 2h', 'Kd Qd 4d 7s 9s')).toEqual(['0 Kc', '1 3h']);
  });

  test('the suitless Jack can be changed and stays suitless', () => {
    expect(changes('J- 2h', 'Kd Qd 4d 7s 9s')).toEqual(['0 T-', '0 Q-', '1 3h']);
  });

  test('two cards alike may result', () => {
    expect(changes('9c 2h', 'Td Qd Tc 7s 8s')).toContain('0 Tc');
  });

  test('never five cards of one value', () => {
    expect(changes('9c 4h', 'Ts Td Tc Th 8s')).toEqual(['0 8c', '1 3h', '1 5h']);
    expect(changes('9c Th', 'Ts Td Tc 2h 8s')).toEqual(['0 8c', '1 9h', '1 Jh']);
  });

  test('in Omaha only two and three that can be used together are counted', () => {
    expect(changes('9c 4h 5h 6h', 'Ts Td Tc Th 8s', true)).toContain('0 Tc');
    expect(changes('9c Th 5h 6h', 'Ts Td Tc 2h 8s', true)).not.toContain('0 Tc');
  });

  test('of a stack one card counts', () => {
    const hand = handOf('9c 4h', 'Ts Td Tc 2s 8s');
    hand.stack(2, cards('Th')[0]!);
    expect(usableOfRank(hand, 8, false)).toBe(3);
    const out = new RevealChoices();
    valueChanges(hand, false, out);
    expect(Array.from(out.firstCard.subarray(0, out.count), formatCard)).toContain('Tc');
  });

  test('every change is worth what the changed hand is worth', () => {
    const rng = new Rng(SEED, 1);
    const out = new RevealChoices();
    const ladder = new Ladder();
    const deck = Array.from({ length: 32 }, (_, i) => 20 + i);
    for (let n = 0; n < 60; n++) {
      rng.shuffle(deck);
      const pocket = deck.slice(0, 2 + (n % 3));
      const board = deck.slice(4, 9);
      const stack = [rng.below(5), deck[10]!] as const;
      const hand = handOf(formatCards(pocket), formatCards(board));
      hand.stack(...stack);
      valueChanges(hand, n % 2 === 0, out);
      for (let i = 0; i < out.count; i++) {
        const changed = [...pocket];
        changed[out.first[i]!] = out.firstCard[i]!;
        const worth = worthAtTable(changed, board, [stack], n % 2 === 0);
        const context = () => `seed ${SEED}: ${formatCards(changed)} | ${formatCards(board)} with ${stack.join(' ')}`;
        expect(categoryOf(out.strength[i]!), context()).toBe(Math.floor(worth / 16 ** 5));
        ladder.add(out.strength[i]!, worth, context);
      }
    }
    expect(ladder.check()).toBeGreaterThan(50);
  });
});
