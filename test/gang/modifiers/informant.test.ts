import { describe, expect, test } from 'vitest';
import { Rng } from '../../../src/core/rng.js';
import { gang } from '../../../src/gang/game.js';
import type { GangState } from '../../../src/gang/state.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import {
  allSay,
  checkDeluxeState,
  deluxeTable,
  eventsOf,
  legalAt,
  openQuestion,
  say,
  stackCards,
  takeAll,
} from '../../support/gang-deluxe.js';
import { cards, viewFrom } from '../../support/gang-tables.js';

function table(): GangState {
  const state = deluxeTable({ active: ['informant'] });
  stackCards(state, ['2c 7d', '3c 8d', '4c 9d', 'Ah Kd'], '2h 3h 4s Ad Ks');
  return state;
}

const cardSeenBy = (state: GangState, seat: number): string | null =>
  viewToJson(viewFrom(state, seat)).deluxe!.moves.find((move) => move.op === 'show')!.card;

describe('Informant', () => {
  test('who all agree on shows exactly one of its pocket cards to the other seat that they named', () => {
    const state = table();
    allSay(state, 'propose seat 3 to seat 1');
    expect(openQuestion(state)).toEqual({ by: 'informant', seats: [3] });
    expect(legalAt(state, 3)).toEqual(['choose Ah', 'choose Kd']);
    say(state, 3, 'choose Kd');
    expect([0, 1, 2, 3].map((seat) => cardSeenBy(state, seat))).toEqual([null, 'Kd', null, 'Kd']);
    expect(viewToJson(viewFrom(state, 3)).pocket).toEqual(['Ah', 'Kd']);
    // Once a heist.
    takeAll(state, [1, 2, 3, 4]);
    expect(openQuestion(state)).toBeNull();
  });

  test('that a card is shown is public, which one only its owner and the receiver hear', () => {
    const state = table();
    allSay(state, 'propose seat 3 to seat 1');
    const events = eventsOf((sink) => say(state, 3, 'choose Kd', sink)).filter((e) => e.type === 'card');
    const king = cards('Kd')[0];
    expect(events.map((e) => [e.op, e.seat, e.other, e.to, e.card])).toEqual([
      ['show', 3, 1, 0b1010, king],
      ['show', 3, 1, 0b0101, -1],
    ]);
  });

  test('both seats must be agreed on: the same informant for another receiver is no agreement', () => {
    const state = table();
    for (let s = 0; s < 3; s++) say(state, s, 'propose seat 3 to seat 1');
    const events = eventsOf((sink) => say(state, 3, 'propose seat 3 to seat 2', sink));
    expect(events).toContainEqual({ type: 'agreed', by: 'informant', seat: -1, argument: -1 });
    expect(viewToJson(viewFrom(state, 0)).deluxe!.moves).toEqual([]);
  });

  test('nobody shows a card to itself', () => {
    const state = table();
    expect(legalAt(state, 0)).not.toContain('propose seat 2 to seat 2');
    expect(legalAt(state, 0)).toHaveLength(1 + 4 * 3);
  });

  test('the receiver keeps what it saw: every world it imagines has that card in that pocket (R-FACTS)', () => {
    const state = table();
    allSay(state, 'propose seat 3 to seat 1');
    say(state, 3, 'choose Kd');
    const world = gang.createState(state.config);
    const king = cards('Kd')[0]!;
    let elsewhere = 0;
    for (let i = 0; i < 60; i++) {
      gang.imagine(viewFrom(state, 1), new Rng(i), world);
      checkDeluxeState(world);
      expect([...world.pocket.subarray(6, 8)]).toContain(king);
      gang.imagine(viewFrom(state, 0), new Rng(i), world);
      if (!world.pocket.subarray(6, 8).includes(king)) elsewhere++;
    }
    // A seat that wasn't shown the card knows nothing of it.
    expect(elsewhere).toBeGreaterThan(40);
  });
});
