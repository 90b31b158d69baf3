import { expect } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import type { Rng } from '../../src/core/rng.js';
import { type HeadlessGangState, headlessGang } from '../../src/env/schedule.js';
import { chipOf, KEEP } from '../../src/gang/actions.js';
import { HEIST, MOVES, ROUND } from '../../src/gang/state.js';
import { type ConfigInput, cycleOf } from '../support/gang-tables.js';
import { type Answer, ReferenceRound } from './reference-scheduler.js';

/** How a seat behaves: picks one of its legal actions. */
export type Behaviour = (state: HeadlessGangState, legal: ActionList, rng: Rng) => number;

const isSteal = (action: number): boolean => action !== KEEP && (action & 0xff) > 0;

/** Keeps whenever it may; without a star it takes the lowest chip from the centre. */
export const keeper: Behaviour = (_state, legal) => legal.toArray().find((action) => !isSteal(action)) ?? legal.at(0);
export const random: Behaviour = (_state, legal, rng) => legal.at(rng.below(legal.length));
/** Always takes from somebody else, whenever that may be done. */
export const thief: Behaviour = (_state, legal, rng) => {
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
export const restless: Behaviour = (_state, legal, rng) => {
  const takes = legal.toArray().filter((action) => action !== KEEP);
  return takes.length > 0 ? takes[rng.below(takes.length)]! : KEEP;
};

export const BEHAVIOURS = { keeper, random, thief, proud, restless };
const NAMES = Object.keys(BEHAVIOURS) as (keyof typeof BEHAVIOURS)[];

/** All of one kind, and two mixtures. */
export function castings(players: number): (keyof typeof BEHAVIOURS)[][] {
  const alike = NAMES.map((name) => Array.from({ length: players }, () => name));
  const mixed = [0, 2].map((shift) =>
    Array.from({ length: players }, (_, seat) => NAMES[(seat + shift) % NAMES.length]!),
  );
  return [...alike, ...mixed];
}

export const TABLES: ConfigInput[] = [3, 4, 5, 6].flatMap((players) =>
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
export function compareHeist(
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
