import { describe, expect, test } from 'vitest';
import { parseGangConfig } from '../../../src/gang/config.js';
import { planOf } from '../../../src/gang/plan.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { BOARD_COUNT, PAST_OUTCOME, PHASE, PHASE_CHIPS, ROUND } from '../../../src/gang/words.js';
import {
  allSay,
  deluxeTable,
  eventsOf,
  openQuestion,
  playOut,
  say,
  stackCards,
  takeAll,
} from '../../support/gang-deluxe.js';
import { gangConfig, viewFrom } from '../../support/gang-tables.js';

describe('Quick Access', () => {
  test('pocket cards are dealt and it goes straight to Round 2, without white chips (R-QUICK)', () => {
    const state = deluxeTable({ active: ['quick-access'] });
    expect([state.info[ROUND], state.info[BOARD_COUNT], state.info[PHASE]]).toEqual([1, 3, PHASE_CHIPS]);
    expect([...state.pocketCount]).toEqual([2, 2, 2, 2]);
    expect(viewToJson(viewFrom(state, 0))).toMatchObject({ pastChips: [[null, null, null, null]], round: 'yellow' });
  });

  test('the other three rounds have chips, and the red ones are shown down', () => {
    const state = deluxeTable({ active: ['quick-access'] });
    stackCards(state, ['2c 7d', '3c 8d', '4c 9d', 'Ah Kd'], '2h 3h 4s Ad Ks');
    playOut(state, [1, 2, 3, 4]);
    expect(state.info[PAST_OUTCOME]).toBe(1);
  });

  test('only the chips are skipped: what the group decides before them stays (R-QUICK)', () => {
    const state = deluxeTable({ active: ['quick-access', 'hacker'] });
    expect([state.info[ROUND], openQuestion(state)?.by]).toEqual([0, 'hacker']);
    allSay(state, 'not now');
    expect([state.info[ROUND], openQuestion(state)?.by]).toEqual([1, 'hacker']);
  });

  test('a dark chip of the skipped round is lost, the others stay dark (R-QUICK)', () => {
    const state = deluxeTable({ active: ['quick-access', 'noise-sensors'] });
    expect(viewToJson(viewFrom(state, 0)).deluxe!.darkChips).toEqual([1]);
    say(state, 2, 'take 1');
    expect(() => say(state, 0, 'take 1')).toThrow(/cannot take 1/);
  });

  test('nobody held a white chip, so that neither Motion Detector nor Laser Tripwires finds anyone', () => {
    for (let seed = 0; seed < 6; seed++) {
      const state = deluxeTable({ active: ['quick-access', 'motion-detector', 'laser-tripwires'] }, seed);
      expect(viewToJson(viewFrom(state, 0)).deluxe!.moves).toEqual([]);
    }
  });

  test('is not in the stack of professional and master thief mode, and can be forced into neither (R-QUICK)', () => {
    for (const mode of ['professional', 'masterThief'] as const) {
      expect(planOf(gangConfig({ players: 4, mode })).challenges[1]).toBe(-1);
      expect(parseGangConfig({ players: 4, mode, active: ['quick-access'] }).ok).toBe(false);
    }
    expect(planOf(gangConfig({ players: 4, mode: 'advanced' })).challenges[1]).toBeGreaterThanOrEqual(0);
  });

  test('without it Round 1 has chips', () => {
    const state = deluxeTable({ active: ['hasty-getaway'] });
    expect(state.info[ROUND]).toBe(0);
    const events = eventsOf((sink) => {
      for (let s = 0; s < 4; s++) say(state, s, `take ${s + 1}`, sink);
    });
    expect(events).toContainEqual({ type: 'roundEnd', round: 0, chips: [0, 1, 2, 3] });
    takeAll(state, [1, 2, 3, 4]);
  });
});
