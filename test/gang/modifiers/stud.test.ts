import { describe, expect, test } from 'vitest';
import { parseGangConfig } from '../../../src/gang/config.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { PAST_OUTCOME } from '../../../src/gang/words.js';
import {
  checkDeluxeState,
  deluxeTable,
  eventsOf,
  exchangeCards,
  holdCards,
  nextCards,
  playOut,
  takeAll,
} from '../../support/gang-deluxe.js';
import { cards, gangConfig, viewFrom } from '../../support/gang-tables.js';
import { bestHand, compareRanks } from '../../support/slow-poker.js';

describe('Seven Card Stud', () => {
  test('deals three pocket cards and in each round a face-up card for each seat, no community cards (R-STUD)', () => {
    const state = deluxeTable({ variant: 'stud' });
    expect([...state.pocketCount]).toEqual([3, 3, 3, 3]);
    for (let round = 0; round < 4; round++) {
      const json = viewToJson(viewFrom(state, 2));
      expect(json.board).toEqual([]);
      // Face-up cards are public.
      expect(json.deluxe!.up.map((row) => row.length)).toEqual([1, 1, 1, 1].map((one) => one * (round + 1)));
      if (round === 3) break;
      nextCards(state, '2c 3c 4c 5c');
      const events = eventsOf((sink) => takeAll(state, [1, 2, 3, 4], [], sink));
      expect(events.filter((e) => e.type === 'round')).toEqual([
        { type: 'round', round: round + 1, cards: cards('2c 3c 4c 5c'), where: 'seats' },
      ]);
      checkDeluxeState(state);
      // Out of the way of the next round's.
      nextCards(state, '2c 3c 4c 5c');
    }
  });

  test('a hand is the best five of the three pocket cards and the own four face-up cards', () => {
    const pockets = ['Ah Kh 2c', '7c 7d 7h', 'Qs Qd 3d', '4s 8s 9d'];
    const rows = ['2h 3h 9h Tc', 'As Ad 6c 8d', 'Js Jd 4d 5d', 'Ks 5s 6s Jc'];
    const state = deluxeTable({ variant: 'stud' });
    for (const [seat, pocket] of pockets.entries()) holdCards(state, seat, pocket);
    for (let round = 0; round < 4; round++) {
      // The cards of the first round lie there already: the deck is set a round ahead.
      if (round === 0) for (const [seat, row] of rows.entries()) swapUp(state, seat, cards(row)[0]!);
      if (round < 3) nextCards(state, rows.map((row) => row.split(' ')[round + 1]).join(' '));
      takeAll(state, [3, 4, 1, 2]);
    }
    const slow = pockets.map((pocket, s) => bestHand(`${pocket} ${rows[s]}`.split(' ')));
    const strengths = viewFrom(state, 0).pastStrength;
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < 4; b++) {
        expect(Math.sign(strengths[a]! - strengths[b]!)).toBe(Math.sign(compareRanks(slow[a]!, slow[b]!)));
      }
    }
    expect(state.info[PAST_OUTCOME]).toBe(1);
  });

  test('Security Cameras deal a fourth pocket card (R-STUD)', () => {
    const state = deluxeTable({ variant: 'stud', active: ['security-cameras'] });
    expect([...state.pocketCount]).toEqual([4, 4, 4, 4]);
    playOut(state, [1, 2, 3, 4]);
    expect(viewFrom(state, 0).pastStrength.every((strength) => strength > 0)).toBe(true);
  });

  test('seven players need 49 cards; eight are refused, and so are dealers (R-COMBO)', () => {
    expect(gangConfig({ players: 7, variant: 'stud' }).players).toBe(7);
    const eight = parseGangConfig({ players: 8, variant: 'stud' });
    expect(eight.ok || eight.error.message).toMatch(/56 cards/);
    const cameras = parseGangConfig({ players: 7, variant: 'stud', active: ['security-cameras'] });
    expect(cameras.ok || cameras.error.message).toMatch(/56 cards/);
    const dealer = parseGangConfig({ players: 4, variant: 'stud', dealer: 2 });
    expect(dealer.ok || dealer.error.message).toMatch(/flop, turn and river, and stud has none/);
  });
});

function swapUp(state: ReturnType<typeof deluxeTable>, seat: number, card: number): void {
  exchangeCards(state, state.up[seat * 4]!, card);
}
