import { describe, expect, test } from 'vitest';
import { Rng } from '../../../src/core/rng.js';
import { gang } from '../../../src/gang/game.js';
import type { GangState } from '../../../src/gang/state.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { POOL } from '../../../src/gang/words.js';
import { checkDeluxeState, deluxeTable, openQuestion } from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

const pocketsOf = (state: GangState): number[][] =>
  Array.from({ length: state.shape.seats }, (_, s) => [
    ...state.pocket.subarray(s * state.shape.pocket, s * state.shape.pocket + state.pocketCount[s]!),
  ]);

const sorted = (list: number[]): number[] => [...list].sort((a, b) => a - b);

describe('Con Artist', () => {
  test('only the cards that were dealt are mixed and dealt again, to each as many as it gave (R-AUTO)', () => {
    const before = deluxeTable({ active: ['security-cameras'] }, 5);
    const after = deluxeTable({ active: ['security-cameras', 'con-artist'] }, 5);
    expect(openQuestion(after)).toBeNull();
    expect(sorted(pocketsOf(after).flat())).toEqual(sorted(pocketsOf(before).flat()));
    expect(pocketsOf(after)).not.toEqual(pocketsOf(before));
    expect([...after.pocketCount]).toEqual([3, 3, 3, 3]);
    checkDeluxeState(after);
  });

  test('every card may come to every seat, about equally often', () => {
    const counts = new Array<number>(4).fill(0);
    const runs = 800;
    for (let seed = 0; seed < runs; seed++) {
      const first = deluxeTable({}, seed).pocket[0]!;
      const owner = pocketsOf(deluxeTable({ active: ['con-artist'] }, seed)).findIndex((p) => p.includes(first));
      counts[owner] = counts[owner]! + 1;
    }
    // Within 5 standard deviations of a quarter each.
    for (const count of counts) expect(Math.abs(count - runs / 4)).toBeLessThan(5 * Math.sqrt((runs * 3) / 16));
  });

  test('everybody knows the two cards that it gave and those that it got, and no others', () => {
    const dealt = deluxeTable({}, 7);
    const state = deluxeTable({ active: ['con-artist'] }, 7);
    for (let s = 0; s < 4; s++) {
      const view = viewFrom(state, s);
      const known = [...view.ledgerCard].filter((card) => card >= 0);
      expect(sorted(known)).toEqual(sorted([...dealt.pocket.subarray(2 * s, 2 * s + 2), ...pocketsOf(state)[s]!]));
      expect(viewToJson(view).deluxe!.moves.every((move) => move.other === POOL)).toBe(true);
    }
  });

  test('the cards that a seat gave are in pockets in every world that it imagines (R-FACTS, R-IMAGINE)', () => {
    for (let seed = 0; seed < 10; seed++) {
      const dealt = deluxeTable({ players: 10 }, seed);
      const state = deluxeTable({ players: 10, active: ['con-artist'] }, seed);
      const seat = seed;
      const world = gang.createState(state.config);
      for (let i = 0; i < 4; i++) {
        gang.imagine(viewFrom(state, seat), new Rng(i), world);
        checkDeluxeState(world);
        expect([...viewFrom(world, seat).words]).toEqual([...viewFrom(state, seat).words]);
        for (const card of dealt.pocket.subarray(2 * seat, 2 * seat + 2)) expect([...world.pocket]).toContain(card);
      }
    }
  });

  test('facts told before hold for the cards that were held then, those told after for the cards held after', () => {
    // R-EFFECT-ORDER: Investor is number 3, Con Artist 9.
    for (let seed = 0; seed < 12; seed++) {
      const state = deluxeTable({ active: ['investor', 'con-artist'] }, seed);
      const dealt = deluxeTable({}, seed);
      const faces = (cards: Iterable<number>): number => [...cards].filter((c) => c >> 2 >= 9 && c >> 2 <= 11).length;
      const told = viewToJson(viewFrom(state, 0)).deluxe!.facts.map((fact) => Number(fact.split(' ')[3]));
      expect(told).toEqual([0, 1, 2, 3].map((s) => faces(dealt.pocket.subarray(2 * s, 2 * s + 2))));
      // The pile had as many face cards as were told, and so have the pockets of every imagined world.
      const world = gang.createState(state.config);
      for (let i = 0; i < 5; i++) {
        gang.imagine(viewFrom(state, 1), new Rng(i), world);
        expect(faces(world.pocket.filter((card) => card >= 0))).toBe(told.reduce((sum, n) => sum + n, 0));
      }
    }
  });
});
