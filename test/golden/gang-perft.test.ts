import { describe, expect, test } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import { HeadlessGangState, headlessGang } from '../../src/env/schedule.js';
import { gang } from '../../src/gang/game.js';
import { type GangState, HEIST, MOVES, ROUND } from '../../src/gang/state.js';
import { type Answer, ReferenceRound } from '../env/reference-scheduler.js';
import { type ConfigInput, cycleOf, gangConfig, liveTable } from '../support/gang-tables.js';

/** Different sequences of actions from a headless deal until `rounds` rounds have ended, and the most moves in a round. */
function headlessPerft(input: ConfigInput, rounds: number): { sequences: number; mostMoves: number } {
  const root = new HeadlessGangState(gangConfig(input));
  headlessGang.setup(root, 1);
  let mostMoves = 0;
  const walk = (state: HeadlessGangState, left: number): number => {
    if (left === 0) return 1;
    const legal = new ActionList();
    headlessGang.legal(state, state.asked, legal);
    const next = new HeadlessGangState(state.config);
    let sequences = 0;
    for (const action of legal.toArray()) {
      headlessGang.copy(state, next);
      headlessGang.apply(next, next.asked, action);
      const ended =
        next.game.info[ROUND] !== state.game.info[ROUND] || next.game.info[HEIST] !== state.game.info[HEIST];
      if (ended) mostMoves = Math.max(mostMoves, state.game.info[MOVES]! + (action === 0 ? 0 : 1));
      sequences += walk(next, ended ? left - 1 : left);
    }
    return sequences;
  };
  return { sequences: walk(root, rounds), mostMoves };
}

/** The same for one round by the reference, with the permutations that the engine draws along the same path. */
function referencePerft(input: ConfigInput): number {
  const config = gangConfig(input);
  const walk = (path: readonly Answer[]): number => {
    const engine = new HeadlessGangState(config);
    headlessGang.setup(engine, 1);
    const round = new ReferenceRound(config, () => cycleOf(engine));
    for (const answer of path) {
      const seat = engine.asked;
      const legal = new ActionList();
      headlessGang.legal(engine, seat, legal);
      const action = legal
        .toArray()
        .find((a) => (answer.keep ? a === 0 : a !== 0 && ((a >> 8) & 255) === answer.chip))!;
      headlessGang.apply(engine, seat, action);
      round.answer(answer);
    }
    if (round.over) return 1;
    return round.acts(round.asked).reduce((sum, answer) => sum + walk([...path, answer]), 0);
  };
  return walk([]);
}

/** Sequences of `depth` acts of any seats at a live table. */
function livePerft(state: GangState, depth: number): number {
  if (depth === 0) return 1;
  const legal = new ActionList();
  const next = gang.createState(state.config);
  let sequences = 0;
  for (let seat = 0; seat < state.config.players; seat++) {
    gang.legal(state, seat, legal);
    for (const action of legal.toArray()) {
      gang.copy(state, next);
      gang.apply(next, seat, action);
      sequences += livePerft(next, depth - 1);
    }
  }
  return sequences;
}

/**
 * The live table as a puzzle of its own: a string tells who holds which chip (`-` the centre), a set who is ready, a
 * number how many rounds have begun.
 */
function puzzlePerft(
  players: number,
  ready: boolean,
  depth: number,
  chips = '-'.repeat(players),
  said = '',
  round = 1,
): number {
  if (depth === 0) return 1;
  if (round > 4) return 0;
  const go = (next: string, saying = ''): number => {
    const full = !next.includes('-');
    const over = ready ? saying.length === players : full;
    if (over) return puzzlePerft(players, ready, depth - 1, '-'.repeat(players), '', round + 1);
    return puzzlePerft(players, ready, depth - 1, next, saying, round);
  };
  let sequences = 0;
  for (let s = 0; s < players; s++) {
    const seat = String(s);
    const own = chips.indexOf(seat);
    const without = chips.replace(seat, '-');
    for (let c = 0; c < players; c++) {
      if (c === own) sequences += go(without);
      else sequences += go(`${without.slice(0, c)}${seat}${without.slice(c + 1)}`);
    }
    if (ready && !chips.includes('-') && !said.includes(seat)) sequences += go(chips, said + seat);
  }
  return sequences;
}

describe('counts of action sequences', () => {
  test('takesMax 0: every seat in turn takes one of the chips left, so N! a round', () => {
    for (const roundEnd of ['strict', 'ready'] as const) {
      expect(headlessPerft({ players: 3, takesMax: 0, roundEnd }, 1).sequences).toBe(6);
      expect(headlessPerft({ players: 3, takesMax: 0, roundEnd }, 4).sequences).toBe(6 ** 4);
      expect(headlessPerft({ players: 4, takesMax: 0, roundEnd }, 2).sequences).toBe(24 ** 2);
      expect(headlessPerft({ players: 5, takesMax: 0, roundEnd }, 1).sequences).toBe(120);
      expect(headlessPerft({ players: 6, takesMax: 0, roundEnd }, 1).sequences).toBe(720);
    }
  });

  test('three players, takesMax 1: 30 a round, counted by hand', () => {
    // A takes any of 3. B takes from the centre (2 ways) or A's (1 way); each has then spent its take.
    //   B from the centre: C takes the last chip (round over), A's or B's; the victim then takes the only one left: 3.
    //   B took A's: C takes one of 2 from the centre, then A the last: 2; or C takes B's, and A and B share out the two
    //   in the centre, whoever is asked first choosing: 2.
    // 3 × (2 × 3 + 2 + 2) = 30; it doesn't depend on the order of asking, and nobody has a take left to keep.
    for (const roundEnd of ['strict', 'ready'] as const) {
      expect(headlessPerft({ players: 3, takesMax: 1, roundEnd }, 1).sequences).toBe(30);
      expect(headlessPerft({ players: 3, takesMax: 1, roundEnd }, 2).sequences).toBe(900);
    }
  });

  test('three players, takesMax 2, and four players, takesMax 1: as many as by the reference scheduler', () => {
    for (const input of [
      { players: 3, takesMax: 2 },
      { players: 4, takesMax: 1 },
      { players: 3, takesMax: 1, roundEnd: 'ready' },
    ] as const) {
      expect(headlessPerft(input, 1).sequences, JSON.stringify(input)).toBe(referencePerft(input));
    }
  });

  test('whatever the seats do, a round has at most 2·N·takesMax + N moves: over all sequences of small tables', () => {
    for (const roundEnd of ['strict', 'ready'] as const) {
      expect(headlessPerft({ players: 3, takesMax: 0, roundEnd }, 1).mostMoves).toBe(3);
      for (const [players, takesMax] of [
        [3, 1],
        [3, 2],
        [4, 1],
      ] as const) {
        if (roundEnd === 'ready' && takesMax === 2) continue; // millions of sequences: see the random simulation
        const { mostMoves } = headlessPerft({ players, takesMax, roundEnd }, 1);
        expect(mostMoves).toBeGreaterThan(players);
        expect(mostMoves).toBeLessThanOrEqual(2 * players * takesMax + players);
      }
    }
  });

  test('live, three players: 9 and 81 by hand, then as many as the puzzle has', () => {
    // First act: any of three seats takes any of three chips. Then the holder has two other chips or puts its own back
    // (3), and each of the others has three chips (6).
    const strict = liveTable({ players: 3, length: 'heist' });
    const ready = liveTable({ players: 3, roundEnd: 'ready', length: 'heist' });
    expect(livePerft(strict, 1)).toBe(9);
    expect(livePerft(strict, 2)).toBe(81);
    for (const depth of [3, 4, 5]) {
      expect(livePerft(strict, depth)).toBe(puzzlePerft(3, false, depth));
      expect(livePerft(ready, depth)).toBe(puzzlePerft(3, true, depth));
    }
    expect(puzzlePerft(3, true, 5)).not.toBe(puzzlePerft(3, false, 5));
  });
});
