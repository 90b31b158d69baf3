import { describe, expect, test } from 'vitest';
import { Rng } from '../../../src/core/rng.js';
import { gang } from '../../../src/gang/game.js';
import type { GangState } from '../../../src/gang/state.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import {
  allSay,
  checkDeluxeState,
  deluxeTable,
  holdCards,
  legalAt,
  openQuestion,
  pocketWords,
  say,
  takeAll,
} from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

function withEarpiece(active: string[] = []): GangState {
  const state = deluxeTable({ active: ['earpiece', ...active] });
  ['Ac Kc', '2d 3d', '4h 5h', '6s 7s'].forEach((pocket, seat) => {
    holdCards(state, seat, pocket);
  });
  return state;
}

describe('Earpiece (reconstructed)', () => {
  test('its owner gives a chosen seat one pocket card, which gives one back', () => {
    const state = withEarpiece();
    expect(openQuestion(state)).toEqual({ by: 'earpiece', seats: [0] });
    expect(viewToJson(viewFrom(state, 1)).deluxe!.prompt).toBeNull();
    expect(legalAt(state, 0)).toEqual(['no', 'choose seat 1', 'choose seat 2', 'choose seat 3']);
    say(state, 0, 'choose seat 2');
    expect(viewToJson(viewFrom(state, 1)).deluxe!.toolsUsed[0]).toBe('earpiece');
    expect(legalAt(state, 0)).toEqual(['choose Ac', 'choose Kc']);
    say(state, 0, 'choose Ac');
    expect(openQuestion(state)).toEqual({ by: 'earpiece', seats: [2] });
    expect(legalAt(state, 2)).toEqual(['choose 4h', 'choose 5h', 'choose Ac']);
    checkDeluxeState(state);
    say(state, 2, 'choose 4h');
    expect([pocketWords(state, 0), pocketWords(state, 2)]).toEqual([
      ['Kc', '4h'],
      ['5h', 'Ac'],
    ]);
    // Once a game: the next window asks nobody.
    takeAll(state, [1, 2, 3, 4]);
    expect(openQuestion(state)).toBeNull();
  });

  test('the card may be given straight back', () => {
    const state = withEarpiece();
    say(state, 0, 'choose seat 1');
    say(state, 0, 'choose Kc');
    say(state, 1, 'choose Kc');
    expect([pocketWords(state, 0), pocketWords(state, 1)]).toEqual([
      ['Ac', 'Kc'],
      ['2d', '3d'],
    ]);
  });

  test('the two seats know both cards, the others none; imagined worlds keep what each knows (R-FACTS)', () => {
    const state = withEarpiece();
    say(state, 0, 'choose seat 2');
    say(state, 0, 'choose Ac');
    say(state, 2, 'choose 4h');
    const moves = (seat: number): unknown[] => viewToJson(viewFrom(state, seat)).deluxe!.moves.map((move) => move.card);
    expect([moves(0), moves(2), moves(1)]).toEqual([
      ['Ac', 'Ac', '4h', '4h'],
      ['Ac', 'Ac', '4h', '4h'],
      [null, null, null, null],
    ]);
    const world = gang.createState(state.config);
    for (let i = 0; i < 30; i++) {
      gang.imagine(viewFrom(state, 0), new Rng(i), world);
      expect(pocketWords(world, 2)).toContain('Ac');
      gang.imagine(viewFrom(state, 1), new Rng(i), world);
      checkDeluxeState(world);
    }
  });

  test('the suitless Jack cannot be passed (R-JACK)', () => {
    const state = withEarpiece(['jack']);
    allSay(state, 'propose seat 0');
    say(state, 0, 'choose Kc');
    say(state, 0, 'choose seat 1');
    expect(legalAt(state, 0)).toEqual(['choose Ac']);
  });

  test('is marked as reconstructed', () => {
    expect(withEarpiece().plan.modifiers.find((m) => m.id === 'earpiece')!.source).toBe('reconstructed');
  });
});
