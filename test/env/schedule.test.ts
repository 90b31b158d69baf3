import { describe, expect, test } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { HeadlessGangState, headlessGang } from '../../src/env/schedule.js';
import { chipOf, KEEP, takeAction } from '../../src/gang/actions.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import { movesMax } from '../../src/gang/game.js';
import { HEIST, MOVES, OVER, ROUND } from '../../src/gang/state.js';
import { type ConfigInput, cycleOf, gangConfig } from '../support/gang-tables.js';
import { permutations, reproducibly, UNLIKELY, uniformity } from '../support/statistics.js';
import { type Answer, ReferenceRound } from './reference-scheduler.js';

/** How a seat behaves: picks one of its legal actions. */
type Behaviour = (state: HeadlessGangState, legal: ActionList, rng: Rng) => number;

const isSteal = (action: number): boolean => action !== KEEP && (action & 0xff) > 0;

/** Keeps whenever it may; without a star it takes the lowest chip from the centre. */
const keeper: Behaviour = (_state, legal) => legal.toArray().find((action) => !isSteal(action)) ?? legal.at(0);
const random: Behaviour = (_state, legal, rng) => legal.at(rng.below(legal.length));
/** Always takes from somebody else, whenever that may be done. */
const thief: Behaviour = (_state, legal, rng) => {
  const steals = legal.toArray().filter(isSteal);
  return steals.length > 0 ? steals[rng.below(steals.length)]! : legal.at(legal.length - 1);
};
/** Wants the highest chip and nothing else. */
const proud: Behaviour = (state, legal) => {
  const top = state.config.players - 1;
  const want = legal.toArray().find((action) => action !== KEEP && chipOf(action) === top);
  return want ?? legal.at(0);
};
/** Never lets anything lie: any take rather than keep. */
const restless: Behaviour = (_state, legal, rng) => {
  const takes = legal.toArray().filter((action) => action !== KEEP);
  return takes.length > 0 ? takes[rng.below(takes.length)]! : KEEP;
};

const BEHAVIOURS = { keeper, random, thief, proud, restless };
const NAMES = Object.keys(BEHAVIOURS) as (keyof typeof BEHAVIOURS)[];

/** All of one kind, and two mixtures. */
function castings(players: number): (keyof typeof BEHAVIOURS)[][] {
  const alike = NAMES.map((name) => Array.from({ length: players }, () => name));
  const mixed = [0, 2].map((shift) =>
    Array.from({ length: players }, (_, seat) => NAMES[(seat + shift) % NAMES.length]!),
  );
  return [...alike, ...mixed];
}

const TABLES: ConfigInput[] = [3, 4, 5, 6].flatMap((players) =>
  [0, 1, 2, 3, 4].flatMap((takesMax) =>
    (['strict', 'ready'] as const).map((roundEnd) => ({ players, takesMax, roundEnd, length: 'heist' as const })),
  ),
);

function answerOf(action: number): Answer {
  return action === KEEP ? { keep: true } : { keep: false, chip: chipOf(action) };
}

/**
 * Plays one heist beside the reference and compares everything after every step (only who is asked when the cycles are
 * wanted). Returns chips moved in each round.
 */
function compareHeist(
  state: HeadlessGangState,
  behaviours: readonly Behaviour[],
  rng: Rng,
  onCycle?: (order: readonly number[]) => void,
): number[] {
  const { game, config } = state;
  const legal = new ActionList();
  const nextCycle = (): number[] => {
    const order = cycleOf(state);
    onCycle?.(order);
    return order;
  };
  const begin = (): ReferenceRound => new ReferenceRound(config, nextCycle);
  const movesPerRound: number[] = [];
  const heist = game.info[HEIST]!;
  let reference = begin();
  let round = 0;
  let decisions = 0;
  while (game.info[HEIST] === heist) {
    expect(game.info[ROUND]).toBe(round);
    expect(state.asked).toBe(reference.asked);
    headlessGang.legal(state, state.asked, legal);
    if (onCycle === undefined) {
      compareTables(state, reference);
      expect(legal.toArray().map(answerOf)).toEqual(reference.acts(state.asked));
    }
    const action = behaviours[state.asked]!(state, legal, rng);
    const before = cycleOf(state).join();
    const cycles = reference.cycles;
    headlessGang.apply(state, state.asked, action);
    decisions++;
    reference.answer(answerOf(action));
    if (!reference.over && reference.cycles === cycles) expect(cycleOf(state).join()).toBe(before);
    if (reference.over) {
      movesPerRound.push(reference.moves.length);
      round++;
      if (round < 4) reference = begin();
    } else {
      expect(game.info[MOVES]).toBe(reference.moves.length);
    }
  }
  expect(round).toBe(4);
  expect(decisions).toBeLessThanOrEqual(headlessGang.decisionsMax(config));
  return movesPerRound;
}

function compareTables({ game, config }: HeadlessGangState, reference: ReferenceRound): void {
  const row = game.round * config.players;
  const seats = Array.from({ length: config.players }, (_, s) => s);
  expect([...game.holder]).toEqual(reference.chips.map((holder) => (holder === 'centre' ? -1 : holder)));
  expect(seats.map((s) => game.starNow(s))).toEqual(seats.map((s) => reference.chipOf(s) ?? -1));
  expect(seats.map((s) => game.takesLeft(s))).toEqual(seats.map((s) => reference.takesLeft(s)));
  expect(seats.map((s) => config.takesMax - game.takes[s]!)).toEqual(seats.map((s) => reference.takesLeft(s)));
  expect([...game.first.subarray(row, row + config.players)]).toEqual(reference.firstChip.map((chip) => chip ?? -1));
  for (const s of seats) {
    const own = reference.moves.filter((move) => move.seat === s);
    const took = game.took.subarray((row + s) * config.players, (row + s + 1) * config.players);
    expect([...took]).toEqual(seats.map((chip) => own.filter((move) => move.chip === chip).length));
    const stole = game.stole.subarray((row + s) * config.players, (row + s + 1) * config.players);
    expect([...stole]).toEqual(seats.map((from) => own.filter((move) => move.from === from).length));
  }
}

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
