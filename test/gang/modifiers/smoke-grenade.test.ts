import { describe, expect, test } from 'vitest';
import { gang } from '../../../src/gang/game.js';
import type { GangState } from '../../../src/gang/state.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { PAST_OUTCOME } from '../../../src/gang/words.js';
import { deluxeTable, legalAt, openQuestion, playOut, say, stackCards } from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';
import { bestHand } from '../../support/slow-poker.js';

describe('Smoke Grenade', () => {
  const grenadier = (): GangState => {
    const state = deluxeTable({ active: ['smoke-grenade'] });
    stackCards(state, ['Ac 9d', '2c 2d', '3c 3d', '4s 4d'], '5h 7h 9h Jh Kc');
    return state;
  };

  test('recolours one or two pocket cards when its owner is revealed (R-REVEAL, R-SMOKE)', () => {
    const state = grenadier();
    playOut(state, [4, 1, 2, 3]);
    expect(openQuestion(state)).toEqual({ by: 'smoke-grenade', seats: [0] });
    // The hands before are revealed already.
    expect([...state.pastStrength].map((strength) => strength > 0)).toEqual([false, true, true, true]);
    expect(legalAt(state, 0)).toHaveLength(1 + 2 * 3);
    say(state, 0, 'change Ac to Ah');
    expect(legalAt(state, 0)).toEqual(['no', 'change 9d to 9c', 'change 9d to 9h', 'change 9d to 9s']);
    say(state, 0, 'no');
    expect(state.info[PAST_OUTCOME]).toBe(1);
    // A flush now, of two nines and four hearts.
    const flush = bestHand('Ah 9d 5h 7h 9h Jh Kc'.split(' '));
    expect(flush[0]).toBe(5);
    expect(state.pastStrength[0]).toBeGreaterThan(state.pastStrength[3]!);
  });

  test('two cards may become one and the same card, which still is a flush', () => {
    const state = grenadier();
    playOut(state, [4, 1, 2, 3]);
    say(state, 0, 'change 9d to 9h');
    say(state, 0, 'change Ac to Ah');
    expect(state.info[PAST_OUTCOME]).toBe(1);
  });

  test('unused it stays secret, and an exit seat is never asked (R-EXIT)', () => {
    const state = grenadier();
    playOut(state, [4, 1, 2, 3]);
    say(state, 0, 'no');
    expect(viewToJson(viewFrom(state, 1)).deluxe!.toolsUsed).toEqual([null, null, null, null]);
    const exit = deluxeTable({ active: ['smoke-grenade'], exitChips: 1 });
    playOut(exit, [4, 1, 2, 3], [0]);
    expect(gang.isOver(exit)).toBe(true);
  });
});
