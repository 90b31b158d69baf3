import { describe, expect, test } from 'vitest';
import { gang } from '../../../src/gang/game.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import {
  allSay,
  deluxeTable,
  eventsOf,
  legalActions,
  legalAt,
  openQuestion,
  say,
  takeAll,
} from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

describe('Hacker', () => {
  test('who all agree on draws a card and discards one of three, unseen by the others', () => {
    const state = deluxeTable({ active: ['hacker'] });
    const drawn = state.deck[8]!;
    const before = [...state.pocket.subarray(0, 2)];
    const events = eventsOf((sink) => allSay(state, 'propose seat 0', sink));
    expect(openQuestion(state)).toEqual({ by: 'hacker', seats: [0] });
    expect(legalAt(state, 0)).toHaveLength(3);
    const own = events.filter((e) => e.type === 'card' && e.to === 1);
    const others = events.filter((e) => e.type === 'card' && e.to === 0b1110);
    expect(own).toMatchObject([{ op: 'draw', card: drawn }]);
    expect(others).toMatchObject([{ op: 'draw', card: -1 }]);
    gang.apply(state, 0, legalActions(state, 0)[0]!);
    expect([...state.pocket.subarray(0, 2)]).toEqual([before[1], drawn]);
    expect(viewToJson(viewFrom(state, 1)).deluxe!.moves.map((m) => [m.op, m.seat, m.card])).toEqual([
      ['draw', 0, null],
      ['discard', 0, null],
    ]);
    // Once a heist: no window asks again.
    takeAll(state, [1, 2, 3, 4]);
    expect(openQuestion(state)).toBeNull();
  });

  test('proposals are sealed: without agreement nothing is known but that (R-PROPOSE)', () => {
    const state = deluxeTable({ active: ['hacker'] });
    say(state, 0, 'propose seat 0');
    say(state, 1, 'propose seat 0');
    const hidden = viewFrom(state, 3).words.slice();
    say(state, 2, 'propose seat 1');
    expect([...viewFrom(state, 3).words]).toEqual([...hidden]);
    const events = eventsOf((sink) => say(state, 3, 'propose seat 0', sink));
    expect(events.filter((e) => e.to === undefined)).toEqual([
      { type: 'agreed', by: 'hacker', seat: -1, argument: -1 },
    ]);
    expect(viewToJson(viewFrom(state, 3)).deluxe!.moves).toEqual([]);
  });

  test('there is a window before the chips of each round and one after those of Round 4', () => {
    const state = deluxeTable({ active: ['hacker'] });
    for (let round = 0; round < 4; round++) {
      expect(openQuestion(state)).toMatchObject({ by: 'hacker' });
      allSay(state, 'not now');
      takeAll(state, [1, 2, 3, 4]);
    }
    expect(openQuestion(state)).toMatchObject({ by: 'hacker' });
    allSay(state, 'not now');
    expect(gang.isOver(state)).toBe(true);
  });
});
