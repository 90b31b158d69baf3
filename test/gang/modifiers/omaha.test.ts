import { describe, expect, test } from 'vitest';
import { deluxeTable, playOut, stackCards } from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';
import { bestHand, compareRanks } from '../../support/slow-poker.js';

describe('Omaha', () => {
  test('deals four pocket cards, of which exactly two count with exactly three community cards (R-OMAHA)', () => {
    const state = deluxeTable({ variant: 'omaha' });
    expect([...state.pocketCount]).toEqual([4, 4, 4, 4]);
    // Seat 0 has four aces in its pocket, of which two count; four hearts on the board and one in hand are no flush.
    stackCards(state, ['Ac Ad Ah As', '2h 3c 3d 9s', 'Kc Kd 5c 5d', '6c 8c Td Ts'], '4h 7h 9h Jh Qc');
    playOut(state, [2, 1, 3, 4]);
    const strengths = viewFrom(state, 0).pastStrength;
    const slow = ['Ac Ad Ah As', '2h 3c 3d 9s', 'Kc Kd 5c 5d', '6c 8c Td Ts'].map((p) =>
      slowOmaha(p, '4h 7h 9h Jh Qc'),
    );
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < 4; b++) {
        expect(Math.sign(strengths[a]! - strengths[b]!)).toBe(Math.sign(compareRanks(slow[a]!, slow[b]!)));
      }
    }
  });

  test('with Security Cameras two of five count', () => {
    expect([...deluxeTable({ variant: 'omaha', active: ['security-cameras'] }).pocketCount]).toEqual([5, 5, 5, 5]);
  });
});

/** The best hand of two of four and three of five, by the slow judge. */
function slowOmaha(pocket: string, board: string) {
  const own = pocket.split(' ');
  const open = board.split(' ');
  const hands = own.flatMap((a, i) =>
    own
      .slice(i + 1)
      .flatMap((b) =>
        open.flatMap((c, j) =>
          open.slice(j + 1).flatMap((d, k) => open.slice(j + k + 2).map((e) => bestHand([a, b, c, d, e]))),
        ),
      ),
  );
  return hands.reduce((best, hand) => (compareRanks(hand, best) > 0 ? hand : best));
}
