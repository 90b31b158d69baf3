import { describe, expect, test } from 'vitest';
import { formatCard } from '../../../src/cards/card.js';
import { Rng } from '../../../src/core/rng.js';
import { gang } from '../../../src/gang/game.js';
import type { GangState } from '../../../src/gang/state.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { PHASE, PHASE_CHIPS } from '../../../src/gang/words.js';
import {
  checkDeluxeState,
  deluxeTable,
  eventsOf,
  legalAt,
  openQuestion,
  say,
  stackCards,
} from '../../support/gang-deluxe.js';
import { cards, viewFrom } from '../../support/gang-tables.js';

const PASSED = ['2c', '8d', '4c', 'Kd'];

function table(): GangState {
  const state = deluxeTable({ active: ['coordinator'] });
  stackCards(state, ['2c 7d', '3c 8d', '4c 9d', 'Ah Kd'], '2h 3h 4s Ad Ks');
  return state;
}

function passAll(state: GangState): void {
  for (const [seat, card] of PASSED.entries()) say(state, seat, `choose ${card}`);
}

describe('Coordinator', () => {
  test('after the deal everybody passes the card it chose to the left, before any chip (R-AUTO)', () => {
    const state = table();
    expect(openQuestion(state)).toEqual({ by: 'coordinator', seats: [0, 1, 2, 3] });
    expect(legalAt(state, 1)).toEqual(['choose 3c', 'choose 8d']);
    passAll(state);
    expect([0, 1, 2, 3].map((seat) => viewToJson(viewFrom(state, seat)).pocket)).toEqual([
      ['7d', 'Kd'],
      ['3c', '2c'],
      ['9d', '8d'],
      ['Ah', '4c'],
    ]);
    expect(state.info[PHASE]).toBe(PHASE_CHIPS);
    checkDeluxeState(state);
  });

  test('all choose before any card moves, and nobody sees who has chosen', () => {
    const state = table();
    const before = viewFrom(state, 3).words.slice();
    for (let s = 0; s < 3; s++) say(state, s, `choose ${PASSED[s]}`);
    expect([...viewFrom(state, 3).words]).toEqual([...before]);
    expect(legalAt(state, 3)).toEqual(['choose Ah', 'choose Kd']);
    expect(legalAt(state, 0)).toEqual([]);
  });

  test('giver and receiver know the card, nobody else (R-FACTS)', () => {
    const state = table();
    for (let s = 0; s < 3; s++) say(state, s, `choose ${PASSED[s]}`);
    const events = eventsOf((sink) => say(state, 3, 'choose Kd', sink)).filter((e) => e.type === 'card');
    for (const event of events) {
      const pair = (1 << event.seat) | (1 << event.other);
      expect(event.to).toBe(event.card < 0 ? 0b1111 & ~pair : pair);
    }
    const known = viewToJson(viewFrom(state, 0)).deluxe!.moves.filter((move) => move.card !== null);
    expect(known.map((move) => `${move.op} ${move.seat} ${move.card}`)).toEqual([
      'out 0 2c',
      'out 3 Kd',
      'in 1 2c',
      'in 0 Kd',
    ]);
  });

  test('what was given away stays known to the giver: every imagined world has it there (R-IMAGINE)', () => {
    const state = table();
    passAll(state);
    const world = gang.createState(state.config);
    const seen = new Set<string>();
    for (let i = 0; i < 60; i++) {
      gang.imagine(viewFrom(state, 0), new Rng(i), world);
      checkDeluxeState(world);
      expect([...viewFrom(world, 0).words]).toEqual([...viewFrom(state, 0).words]);
      expect([...world.pocket.subarray(state.shape.pocket, 2 * state.shape.pocket)]).toContain(cards('2c')[0]);
      for (const card of world.pocket.subarray(2 * state.shape.pocket, 3 * state.shape.pocket)) {
        if (card >= 0) seen.add(formatCard(card));
      }
    }
    expect(seen.size).toBeGreaterThan(25); // of seat 2 seat 0 knows nothing
  });
});
