import { describe, expect, test } from 'vitest';
import { parseGangConfig } from '../../../src/gang/config.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { deluxeTable, eventsOf, holdCards, nextCards, takeAll } from '../../support/gang-deluxe.js';
import { cards, gangConfig, viewFrom } from '../../support/gang-tables.js';
import { bestHand, compareRanks } from '../../support/slow-poker.js';

describe('Banana Split', () => {
  const pockets = ['Ah Ad', '9c 9d', '5s 6s', '2h 7c'];
  // By gap: gap s lies between seat s and its left neighbour, seat s + 1.
  const gaps = ['As 9h 3c', '9s Kd 4c', '7s 8s Qc', '3d 4d Jh'];

  test('lays a card in each gap in Rounds 2, 3 and 4, none on the board, and each counts for both neighbours (R-BANANA)', () => {
    const state = deluxeTable({ variant: 'bananaSplit' });
    for (const [seat, pocket] of pockets.entries()) holdCards(state, seat, pocket);
    for (let round = 0; round < 4; round++) {
      const json = viewToJson(viewFrom(state, 1));
      expect([json.board, json.pocket.length]).toEqual([[], 2]);
      expect(json.deluxe!.up).toEqual(gaps.map((gap) => gap.split(' ').slice(0, round)));
      const next = gaps.map((gap) => gap.split(' ')[round]).join(' ');
      if (round < 3) nextCards(state, next);
      const events = eventsOf((sink) => takeAll(state, [4, 3, 2, 1], [], sink));
      expect(events.filter((e) => e.type === 'round')).toEqual(
        round < 3 ? [{ type: 'round', round: round + 1, cards: cards(next), where: 'gaps' }] : [],
      );
    }
    const slow = pockets.map((pocket, s) => bestHand(`${pocket} ${gaps[s]} ${gaps[(s + 3) % 4]}`.split(' ')));
    const strengths = viewFrom(state, 0).pastStrength;
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < 4; b++) {
        expect(Math.sign(strengths[a]! - strengths[b]!)).toBe(Math.sign(compareRanks(slow[a]!, slow[b]!)));
      }
    }
  });

  test('ten players need 50 cards and 52 with the jokers; Security Cameras or a dealer are refused (R-COMBO)', () => {
    expect(gangConfig({ players: 10, variant: 'bananaSplit', jokers: true }).jokers).toBe(true);
    const cameras = parseGangConfig({ players: 10, variant: 'bananaSplit', active: ['security-cameras'] });
    expect(cameras.ok || cameras.error.message).toMatch(/60 cards/);
    const dealer = parseGangConfig({ players: 4, variant: 'bananaSplit', dealer: 1 });
    expect(dealer.ok || dealer.error.message).toMatch(/bananaSplit has none/);
  });
});
