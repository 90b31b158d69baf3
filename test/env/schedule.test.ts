import { describe, expect, test } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { HeadlessGangState, headlessGang } from '../../src/env/schedule.js';
import { KEEP, takeAction } from '../../src/gang/actions.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import { movesMax } from '../../src/gang/game.js';
import { MOVES, OVER } from '../../src/gang/state.js';
import { cycleOf, gangConfig } from '../support/gang-tables.js';
import { permutations, reproducibly, UNLIKELY, uniformity } from '../support/statistics.js';
import { BEHAVIOURS, castings, compareHeist, keeper, random, restless, TABLES, thief } from './heist-simulation.js';

describe('R-HEADLESS', () => {
  test('the scheduler asks, allows and ends as the reference does, and no round has more than 2·N·takesMax + N moves', () => {
    for (const input of TABLES) {
      const config = gangConfig(input);
      const state = new HeadlessGangState(config);
      castings(config.players).forEach((names, k) => {
        reproducibly(`${JSON.stringify(input)} seats ${names.join()} seed ${k}`, () => {
          const rng = new Rng(k, 3);
          headlessGang.setup(state, k);
          const moves = compareHeist(
            state,
            names.map((name) => BEHAVIOURS[name]),
            rng,
          );
          for (const count of moves) {
            expect(count).toBeGreaterThanOrEqual(config.players);
            expect(count).toBeLessThanOrEqual(2 * config.players * config.takesMax + config.players);
          }
          expect(movesMax(config)).toBe(2 * config.players * config.takesMax + config.players);
        });
      });
    }
  });

  test('a whole game goes on from heist to heist as the reference says', () => {
    for (const roundEnd of ['strict', 'ready'] as const) {
      const state = new HeadlessGangState(gangConfig({ players: 4, roundEnd, takesMax: 2 }));
      headlessGang.setup(state, 31);
      const rng = new Rng(31, 4);
      let heists = 0;
      while (!headlessGang.isOver(state)) {
        compareHeist(state, [random, thief, keeper, restless], rng);
        heists++;
      }
      expect(heists).toBeGreaterThanOrEqual(3);
      expect(heists).toBeLessThanOrEqual(5);
      expect(state.asked).toBe(-1);
    }
  });

  test('with takesMax 0 every seat takes once, from the centre, free of charge', () => {
    for (const roundEnd of ['strict', 'ready'] as const) {
      const state = new HeadlessGangState(gangConfig({ players: 5, takesMax: 0, roundEnd, length: 'heist' }));
      headlessGang.setup(state, 2);
      const order: number[] = [];
      const legal = new ActionList();
      while (!headlessGang.isOver(state)) {
        order.push(state.asked);
        headlessGang.legal(state, state.asked, legal);
        expect(legal.toArray().every((action) => action !== KEEP && (action & 0xff) === 0)).toBe(true);
        expect(state.game.takesLeft(state.asked)).toBe(0);
        headlessGang.apply(state, state.asked, legal.at(0));
      }
      expect(order.length).toBe(20);
      for (let round = 0; round < 4; round++) expect(new Set(order.slice(5 * round, 5 * round + 5)).size).toBe(5);
    }
  });

  test('a seat that was stolen from and has no takes left gets a chip from the centre for nothing', () => {
    const state = new HeadlessGangState(gangConfig({ players: 3, takesMax: 1 }));
    headlessGang.setup(state, 1);
    const [a, b, c] = cycleOf(state) as [number, number, number];
    headlessGang.apply(state, a, takeAction(2, -1));
    headlessGang.apply(state, b, takeAction(2, a)); // steals
    headlessGang.apply(state, c, takeAction(0, -1));
    // Only the victim can still do anything: the others hold a star and have spent their take.
    expect(state.asked).toBe(a);
    expect(state.game.takesLeft(a)).toBe(0);
    const legal = new ActionList();
    headlessGang.legal(state, a, legal);
    expect(legal.toArray()).toEqual([takeAction(1, -1)]);
    expect(() => headlessGang.apply(state, a, KEEP)).toThrow(/legal: take 2 from centre$/);
    expect(() => headlessGang.apply(state, a, takeAction(2, b))).toThrow(/cannot take 3 from seat/);
    headlessGang.apply(state, a, takeAction(1, -1));
    expect(state.game.round).toBe(1);
  });

  test('in `ready` a seat is not asked again until a chip has moved since its answer, and the last answer ends the round', () => {
    const state = new HeadlessGangState(gangConfig({ players: 3, takesMax: 2, roundEnd: 'ready' }));
    headlessGang.setup(state, 1);
    for (let chip = 0; chip < 3; chip++) headlessGang.apply(state, state.asked, takeAction(chip, -1));
    // All hold stars; the round goes on, and the last mover has not answered since its own move.
    expect(state.game.round).toBe(0);
    const events: SeenGangEvent[] = [];
    const asked = [state.asked];
    headlessGang.apply(state, state.asked, KEEP);
    asked.push(state.asked);
    headlessGang.apply(state, state.asked, KEEP);
    expect(new Set([...asked, state.asked]).size).toBe(3);
    // A chip moves: those who kept are asked again.
    const mover = state.asked;
    const victim = asked[0]!;
    headlessGang.apply(state, mover, takeAction(state.game.starNow(victim), victim));
    const again: number[] = [];
    while (state.game.round === 0) {
      const seat = state.asked;
      again.push(seat);
      const star = state.game.starNow(seat);
      const free = state.game.holder.indexOf(-1);
      headlessGang.apply(state, seat, star < 0 ? takeAction(free, -1) : KEEP, (event) => events.push(event));
    }
    // The mover has no takes left. The victim must take; whoever kept before that is asked once more.
    expect(again).not.toContain(mover);
    expect(again).toContain(victim);
    expect(again).toContain(asked[1]);
    expect(events.filter((event) => event.type === 'ready').map((event) => event.seat)).toEqual([0, 1, 2]);
  });

  test('in `strict` a round ends at the very move by which everybody holds a chip', () => {
    const state = new HeadlessGangState(gangConfig({ players: 4 }));
    headlessGang.setup(state, 9);
    for (let chip = 0; chip < 3; chip++) headlessGang.apply(state, state.asked, takeAction(chip, -1));
    expect(state.game.round).toBe(0);
    headlessGang.apply(state, state.asked, takeAction(3, -1));
    expect(state.game.round).toBe(1);
    expect(state.game.info[MOVES]).toBe(0);
  });

  test('every cycle is a uniformly random permutation, and one says nothing about the next', () => {
    for (const [players, cyclesWanted] of [
      [3, 3000],
      [4, 6000],
    ] as const) {
      const orders = permutations(players).map((order) => order.join());
      const counts = new Float64Array(orders.length);
      const pairs = new Float64Array(players * players);
      const state = new HeadlessGangState(gangConfig({ players, takesMax: 3, length: 'heist' }));
      const rng = new Rng(players, 6);
      let total = 0;
      let last = -1;
      for (let seed = 0; total < cyclesWanted; seed++) {
        headlessGang.setup(state, seed);
        compareHeist(
          state,
          Array.from({ length: players }, () => restless),
          rng,
          (order) => {
            counts[orders.indexOf(order.join())]!++;
            if (last >= 0) pairs[last * players + order[0]!]!++;
            last = order[0]!;
            total++;
          },
        );
      }
      expect(uniformity(counts)).toBeGreaterThan(UNLIKELY);
      expect(uniformity(pairs)).toBeGreaterThan(UNLIKELY);
    }
  });

  test('the order of asking does not follow from the cards: its stream of the seed is its own', () => {
    // Over seeds, who is asked first and who holds the ace of spades are independent.
    const counts = new Float64Array(9);
    const state = new HeadlessGangState(gangConfig({ players: 3 }));
    for (let seed = 0; seed < 12_000; seed++) {
      headlessGang.setup(state, seed);
      const at = state.game.pocket.indexOf(51);
      if (at >= 0) counts[3 * (at >> 1) + state.asked]!++;
    }
    expect(uniformity(counts)).toBeGreaterThan(UNLIKELY);
  });

  test('only the asked seat acts: others are told who is asked', () => {
    const state = new HeadlessGangState(gangConfig({ players: 3 }));
    headlessGang.setup(state, 1);
    const other = (state.asked + 1) % 3;
    expect(() => headlessGang.apply(state, other, takeAction(0, -1))).toThrow(
      `seat ${other} cannot act: seat ${state.asked} is asked`,
    );
    expect(headlessGang.actors(state)).toBe(1 << state.asked);
  });

  test('once the game is over nobody is asked, and nothing can be applied', () => {
    const state = new HeadlessGangState(gangConfig({ players: 3, length: 'heist' }));
    headlessGang.setup(state, 1);
    const legal = new ActionList();
    while (!headlessGang.isOver(state)) {
      headlessGang.legal(state, state.asked, legal);
      headlessGang.apply(state, state.asked, legal.at(legal.length - 1));
    }
    expect([state.asked, headlessGang.actors(state), state.game.info[OVER]]).toEqual([-1, 0, 1]);
    for (const seat of [-1, 0, 1, 2]) {
      headlessGang.legal(state, seat, legal);
      expect(legal.length).toBe(0);
      expect(() => headlessGang.apply(state, seat, takeAction(0, -1))).toThrow('the game is over: nobody can act');
    }
  });
});
