import { describe, expect, test } from 'vitest';
import { Rng } from '../../../src/core/rng.js';
import { gang } from '../../../src/gang/game.js';
import type { GangState } from '../../../src/gang/state.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { JACK_CARD, PAST_OUTCOME } from '../../../src/gang/words.js';
import {
  allSay,
  checkDeluxeState,
  deluxeTable,
  eventsOf,
  legalAt,
  openQuestion,
  playOut,
  refuseAll,
  say,
  stackCards,
  takeAll,
} from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

/** Seat 0 takes the Jack and discards `card`; then all rounds are played. */
function withJack(pockets: readonly string[], board: string, card: string, stars: readonly number[]): GangState {
  const state = deluxeTable({ active: ['jack'] });
  stackCards(state, pockets, board);
  allSay(state, 'propose seat 0');
  say(state, 0, `choose ${card}`);
  playOut(state, stars);
  return state;
}

describe('Jack', () => {
  test('who all agree on adds it to its pocket and discards another card; it cannot be the Jack (R-JACK)', () => {
    const state = deluxeTable({ active: ['jack'] });
    stackCards(state, ['2c 7d', '3c 8d', '4c 9d', 'Ah Kd'], '2h 3h 4s Ad Ks');
    const events = eventsOf((sink) => allSay(state, 'propose seat 2', sink)).filter((e) => e.type === 'card');
    expect(events).toMatchObject([{ op: 'draw', seat: 2, card: JACK_CARD }]);
    expect(events[0]!.to).toBeUndefined();
    expect(legalAt(state, 2)).toEqual(['choose 4c', 'choose 9d']);
    say(state, 2, 'choose 4c');
    expect(viewToJson(viewFrom(state, 2)).pocket).toEqual(['9d', 'J-']);
    checkDeluxeState(state);
    takeAll(state, [1, 2, 3, 4]);
    expect(openQuestion(state)).toBeNull();
  });

  test('it is public, the discard is not (R-JACK)', () => {
    const state = deluxeTable({ active: ['jack'] });
    stackCards(state, ['2c 7d', '3c 8d', '4c 9d', 'Ah Kd'], '2h 3h 4s Ad Ks');
    allSay(state, 'propose seat 2');
    say(state, 2, 'choose 4c');
    expect(viewToJson(viewFrom(state, 0)).deluxe!.moves.map((m) => `${m.op} ${m.card}`)).toEqual([
      'draw J-',
      'discard null',
    ]);
  });

  test('counts as a jack', () => {
    // Seat 0: J-J with the board's jack; seat 3: aces.
    const pockets = ['2c 7d', '3c 8d', '4c 9d', 'Ah Ad'];
    expect(withJack(pockets, '5h 6h Ts Jd Ks', '7d', [3, 1, 2, 4]).info[PAST_OUTCOME]).toBe(1);
    expect(withJack(pockets, '5h 6h Ts Jd Ks', '2c', [3, 1, 2, 4]).info[PAST_OUTCOME]).toBe(1);
    expect(withJack(pockets, '5h 6h Ts Jd Ks', '7d', [1, 2, 3, 4]).info[PAST_OUTCOME]).toBe(0);
  });

  test('has no suit: it completes no flush', () => {
    const state = withJack(['Ah 7d', '3c 8d', '4c 9d', 'Kc Kd'], '2h 6h 9h Qs Ks', '7d', [2, 1, 3, 4]);
    expect(state.info[PAST_OUTCOME]).toBe(1);
  });

  test('with the four real Jacks: four Jacks with a Jack as kicker (R-JACK)', () => {
    // Seat 0 holds Jh and the card: J-J-J-J with J as kicker, above J-J-J with anything, below J-J-J-J-Q.
    const board = 'Jd Js Jc 2h 3h';
    const state = deluxeTable({ active: ['jack'], players: 3 });
    stackCards(state, ['Jh 7d', 'Ac Ad', '4c 9d'], board);
    allSay(state, 'propose seat 0');
    say(state, 0, 'choose 7d');
    playOut(state, [3, 2, 1]);
    expect(state.info[PAST_OUTCOME]).toBe(1);
    const strength = state.pastStrength[0]!;
    // The same four Jacks with a ten beside them are weaker, with a queen stronger.
    for (const [kicker, stronger] of [
      ['Td', false],
      ['Qd', true],
    ] as const) {
      const other = deluxeTable({ active: ['jack'], players: 3 });
      stackCards(other, [`Jh ${kicker}`, 'Ac Ad', '4c 9d'], board);
      playOut(other, [3, 2, 1]);
      refuseAll(other);
      expect(other.pastStrength[0]! > strength).toBe(stronger);
    }
  });

  test('at the end of the heist it is gone from the pockets', () => {
    const state = deluxeTable({ active: ['jack'], length: 'game' });
    allSay(state, 'propose seat 0');
    say(state, 0, legalAt(state, 0)[0]!);
    playOut(state, [1, 2, 3, 4]);
    expect([...state.pocket]).not.toContain(JACK_CARD);
    expect(openQuestion(state)?.by).toBe('jack'); // forced into every heist
  });

  test('every imagined world has it where everybody sees it, whatever was discarded after (R-IMAGINE)', () => {
    for (let seed = 0; seed < 8; seed++) {
      const state = deluxeTable({ active: ['jack', 'hacker'], players: 5 }, seed);
      allSay(state, 'propose seat 2'); // the Hacker, who discards any of three cards
      say(state, 2, legalAt(state, 2)[seed % 3]!);
      allSay(state, 'propose seat 2');
      say(state, 2, legalAt(state, 2)[seed % 2]!);
      const world = gang.createState(state.config);
      for (let i = 0; i < 8; i++) {
        const view = viewFrom(state, seed % 5);
        gang.imagine(view, new Rng(i), world);
        checkDeluxeState(world);
        expect([...viewFrom(world, view.seat).words]).toEqual([...view.words]);
        for (let s = 0; s < 5; s++) {
          const { pocket } = state.shape;
          expect(world.pocket.subarray(s * pocket, (s + 1) * pocket).includes(JACK_CARD)).toBe(s === 2);
        }
      }
    }
  });

  test('a Hacker may discard it later, for all to see', () => {
    const state = deluxeTable({ active: ['jack', 'hacker'] });
    allSay(state, 'not now');
    allSay(state, 'propose seat 1');
    say(state, 1, legalAt(state, 1)[0]!);
    takeAll(state, [1, 2, 3, 4]);
    allSay(state, 'propose seat 1');
    say(state, 1, 'choose J-');
    const last = viewToJson(viewFrom(state, 3)).deluxe!.moves.at(-1);
    expect(last).toMatchObject({ op: 'discard', seat: 1, card: 'J-' });
    const world = gang.createState(state.config);
    gang.imagine(viewFrom(state, 3), new Rng(1), world);
    expect([...world.pocket]).not.toContain(JACK_CARD);
    checkDeluxeState(world);
  });
});
