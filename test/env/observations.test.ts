import { describe, expect, test } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import type { Layout } from '../../src/core/layout.js';
import { Rng } from '../../src/core/rng.js';
import {
  computeFeatures,
  computeViewFeatures,
  FEATURES,
  ObservationEncoder,
  trueOrder,
} from '../../src/env/gang-encode.js';
import { actionCount, OBSERVATION_CLASSES, observationLayout, privilegedLayout } from '../../src/env/gang-layout.js';
import { actionIndex, DEFAULT_TABLE_OPTIONS, GangTable } from '../../src/env/gang-table.js';
import { headlessGang } from '../../src/env/schedule.js';
import { takeAction } from '../../src/gang/actions.js';
import { gang } from '../../src/gang/game.js';
import { seatPeople } from '../../src/gang/rules.js';
import { type GangState, type GangView, MOVES, READY_MASK } from '../../src/gang/state.js';
import { equalWords, sameWords } from '../support/arrays.js';
import {
  type ConfigInput,
  finalHands,
  gangConfig,
  liveTable,
  playRound,
  stackDeck,
  viewFrom,
} from '../support/gang-tables.js';
import { compareRanks } from '../support/slow-poker.js';
import { reproducibly } from '../support/statistics.js';

/** A view's observation of one class, as an agent at the seat would compute it. */
function observe(view: GangView, kind: 'full' | 'legible' = 'full'): { layout: Layout; vector: Float32Array } {
  const { seats } = view.shape;
  const encoder = new ObservationEncoder(kind, seats);
  const features = new Float32Array(FEATURES);
  computeViewFeatures(view, features);
  const vector = new Float32Array(encoder.size);
  encoder.encode(view, features, 0, vector, 0);
  return { layout: observationLayout(kind, seats), vector };
}

function field(observation: { layout: Layout; vector: Float32Array }, name: string): number[] {
  const { offset, size } = observation.layout.fields.find((f) => f.name === name)!;
  return [...observation.vector.subarray(offset, offset + size)];
}

/** Where a field isn't 0, as index: value. */
function filled(values: readonly number[]): Record<number, number> {
  return Object.fromEntries(values.map((value, i) => [i, value] as const).filter(([, value]) => value !== 0));
}

const TABLES: ConfigInput[] = [3, 4, 5, 6].flatMap((players) =>
  (['strict', 'ready'] as const).map((roundEnd) => ({ players, roundEnd, takesMax: players - 1 })),
);

/** Plays random heists at a headless table of every kind; `visit` sees each decision. */
function everywhere(
  options: Partial<typeof DEFAULT_TABLE_OPTIONS>,
  heists: number,
  visit: (table: GangTable, rng: Rng) => void,
): void {
  for (const input of TABLES) {
    reproducibly(`${JSON.stringify(input)} seed 1`, () => {
      const table = new GangTable(gangConfig(input), { ...DEFAULT_TABLE_OPTIONS, ...options });
      const rng = new Rng(1, input.players);
      const mask = new Uint8Array(table.actions);
      table.reset(input.players);
      while (table.heists < heists && !table.over) {
        visit(table, rng);
        table.mask(mask, 0);
        const legal = [...mask.keys()].filter((index) => mask[index] === 1);
        table.step(legal[rng.below(legal.length)]!);
      }
    });
  }
}

describe('an observation', () => {
  test('of either class at any table is what its layout says: size, ranges, numbers', () => {
    for (const observation of OBSERVATION_CLASSES) {
      everywhere({ observation, privileged: true }, 2, (table) => {
        const out = new Float32Array(table.encoder.size).fill(9);
        table.observe(out, 0);
        observationLayout(observation, table.config.players).check(out);
        const critic = new Float32Array(table.privilegedSize).fill(9);
        table.observePrivileged(critic, 0);
        privilegedLayout(table.config.players).check(critic);
      });
    }
  });

  test('is written where it is asked for, and nowhere else', () => {
    everywhere({ privileged: true }, 1, (table) => {
      const { size } = table.encoder;
      const out = new Float32Array(size + 2).fill(7);
      const alone = new Float32Array(size);
      table.observe(out, 1);
      table.observe(alone, 0);
      expect([out[0], out[size + 1]]).toEqual([7, 7]);
      sameWords(out.subarray(1, size + 1), alone);
      const critic = new Float32Array(table.privilegedSize + 2).fill(7);
      table.observePrivileged(critic, 1);
      expect([critic[0], critic[table.privilegedSize + 1]]).toEqual([7, 7]);
    });
  });

  test('before the flop, by hand: aces at seat 1, seat 2 holds two stars, seat 0 three, taken from seat 1', () => {
    const table = liveTable({ players: 3, takesMax: 4 });
    stackDeck(table, ['7c 2d', 'Ah As', 'Kd Qd'], '2h 3h 4h 5s 9c');
    gang.apply(table, 1, takeAction(2, -1));
    gang.apply(table, 2, takeAction(1, -1));
    gang.apply(table, 0, takeAction(2, 1));
    const seen = observe(viewFrom(table, 1));
    expect(field(seen, 'round')).toEqual([1, 0, 0, 0]);
    expect(field(seen, 'readyEnd')).toEqual([0]);
    const equity = field(seen, 'equity');
    expect(equity[0]).toBeCloseTo(0.852037, 6); // design.md: aces against one random hand
    expect(equity.slice(1)).toEqual([0, 0, 0]);
    expect(field(seen, 'tie')).toEqual([0]);
    // 16 × 0.852037 = 13.632592: knots 13 and 14 share 1.
    const bins = filled(field(seen, 'equityBins'));
    expect(Object.keys(bins)).toEqual(['13', '14']);
    expect(bins[13]).toBeCloseTo(1 - 0.632592, 5);
    expect(bins[14]).toBeCloseTo(0.632592, 5);
    expect(filled(field(seen, 'ownRanks'))).toEqual({ 12: 1 });
    expect(filled(field(seen, 'boardRanks'))).toEqual({});
    expect(field(seen, 'suits')[0]).toBe(0);
    expect(field(seen, 'suits')[1]).toBe(0);
    expect(field(seen, 'suits')[2]).toBeCloseTo(1 / 7, 6);
    // Seats from the own one to the left: 1 has none, 2 the second chip (index 1), 0 the third.
    expect(filled(field(seen, 'chips'))).toEqual({ [3 + 1]: 1, [6 + 2]: 1 });
    expect(field(seen, 'takesLeft')).toEqual([0.75, 0.75, 0.75]);
    expect(filled(field(seen, 'first'))).toEqual({ 2: 1, [3 + 1]: 1, [6 + 2]: 1 });
    expect(filled(field(seen, 'took'))).toEqual({ 2: 0.5, [3 + 1]: 0.5, [6 + 2]: 0.5 });
    expect(filled(field(seen, 'stole'))).toEqual({ [6 + 0]: 0.5 }); // seat 0, third from here, from seat 1, the own one
    expect(observe(viewFrom(table, 2)).vector).not.toEqual(seen.vector);
    expect(field(observe(viewFrom(table, 2)), 'suits')[0]).toBe(1);
    // The legible class sees the same table without the movements.
    const legible = observe(viewFrom(table, 1), 'legible');
    expect([...legible.vector]).toEqual([...seen.vector.subarray(0, legible.vector.length)]);
    expect(legible.layout.fields.map((f) => f.name)).not.toContain('takesLeft');
  });

  test('on the river, by hand: a board that all share, past chips of three rounds, times taken cut at two', () => {
    const table = liveTable({ players: 3, roundEnd: 'ready', takesMax: 1 });
    stackDeck(table, ['2h 2d', '7h 3d', '9d 9c'], 'Ts Js Qs Ks As');
    playRound(table, [1, 2, 3]);
    playRound(table, [2, 3, 1]);
    playRound(table, [3, 1, 2]);
    for (let i = 0; i < 3; i++) {
      gang.apply(table, 0, takeAction(0, table.holder[0]!));
      gang.apply(table, 2, takeAction(0, 0));
    }
    const seen = observe(viewFrom(table, 2));
    expect(field(seen, 'round')).toEqual([0, 0, 0, 1]);
    expect(field(seen, 'readyEnd')).toEqual([1]);
    expect(field(seen, 'equity')[3]).toBe(0.5);
    expect(field(seen, 'tie')).toEqual([1]);
    expect(filled(field(seen, 'equityBins'))).toEqual({ 8: 1 });
    expect(filled(field(seen, 'ownRanks'))).toEqual({ 7: 1 });
    expect(filled(field(seen, 'boardRanks'))).toEqual({ 8: 0.25, 9: 0.25, 10: 0.25, 11: 0.25, 12: 0.25 });
    expect(field(seen, 'suits')[1]).toBe(1); // five of five
    expect(field(seen, 'suits')[2]).toBeCloseTo(1 / 7, 6); // a nine of its own suit, none of it on the board
    // Rounds × seats (2, 0, 1) × chips.
    expect(filled(field(seen, 'chips'))).toEqual({
      [0 + 2]: 1,
      [3 + 0]: 1,
      [6 + 1]: 1,
      [9 + 0]: 1,
      [12 + 1]: 1,
      [15 + 2]: 1,
      [18 + 1]: 1,
      [21 + 2]: 1,
      [24 + 0]: 1,
      [27 + 0]: 1,
    });
    expect(field(seen, 'takesLeft')).toEqual([0, 0, 1]);
    expect(filled(field(seen, 'first'))).toEqual({ 0: 1, 3: 1 });
    expect(filled(field(seen, 'took'))).toEqual({ 0: 1, 3: 1 }); // three times counts as twice
    expect(filled(field(seen, 'stole'))).toEqual({ [0 + 1]: 1, [3 + 0]: 1 });
  });

  test('`full` at a table with people shows them with all their takes (R-CONCURRENT)', () => {
    const table = liveTable({ players: 3, takesMax: 2 });
    seatPeople(table, 0b001);
    for (let i = 0; i < 4; i++) gang.apply(table, 0, takeAction(i % 2, -1));
    gang.apply(table, 1, takeAction(2, -1));
    expect(field(observe(viewFrom(table, 1)), 'takesLeft')).toEqual([0.5, 1, 1]);
  });

  test('`legible` depends on nothing but the table now and past final chips (R-SILENT)', () => {
    let fullDiffers = 0;
    everywhere({ observation: 'legible' }, 1, (table, rng) => {
      const view = viewFrom(table.state.game, table.seat);
      const legible = observe(view, 'legible').vector;
      const full = observe(view, 'full').vector;
      // Any other history of movements.
      for (const words of [view.first, view.took, view.stole, view.takes]) {
        for (let i = 0; i < words.length; i++) words[i] = rng.below(words === view.first ? view.shape.chips : 4);
      }
      view.info[MOVES] = 1 + rng.below(30);
      for (let at = MOVES + 1; at < READY_MASK; at++) view.info[at] = rng.below(3);
      view.info[READY_MASK] = rng.below(1 << view.shape.seats);
      sameWords(observe(view, 'legible').vector, legible);
      if (!equalWords(observe(view, 'full').vector, full)) fullDiffers++;
    });
    expect(fullDiffers).toBeGreaterThan(100);
  });

  test('the two classes have layouts with hashes of their own, and every table size too', () => {
    const hashes = OBSERVATION_CLASSES.flatMap((kind) =>
      [3, 4, 5, 6].map((seats) => observationLayout(kind, seats).hash),
    );
    expect(new Set(hashes).size).toBe(8);
  });

  test("of an agent that looks at its view is the environment's, bit by bit", () => {
    for (const observation of OBSERVATION_CLASSES) {
      everywhere({ observation }, 2, (table) => {
        const out = new Float32Array(table.encoder.size);
        table.observe(out, 0);
        sameWords(observe(viewFrom(table.state.game, table.seat), observation).vector, out);
      });
    }
  });

  test('an agent may keep its features from decision to decision, or sit down in the middle of a heist', () => {
    for (const input of TABLES) {
      const table = new GangTable(gangConfig(input));
      const rng = new Rng(2, input.players);
      const mask = new Uint8Array(table.actions);
      const kept = Array.from({ length: input.players }, () => new Float32Array(FEATURES));
      table.reset(4);
      while (!table.over) {
        const view = viewFrom(table.state.game, table.seat);
        computeViewFeatures(view, kept[table.seat]!);
        const fresh = new Float32Array(FEATURES);
        computeViewFeatures(view, fresh);
        const row = table.features.subarray(table.seat * FEATURES, (table.seat + 1) * FEATURES);
        sameWords(kept[table.seat]!, row);
        sameWords(fresh, row);
        table.mask(mask, 0);
        const legal = [...mask.keys()].filter((index) => mask[index] === 1);
        table.step(legal[rng.below(legal.length)]!);
      }
    }
  });

  test('without equity features every equity counts as 0', () => {
    const table = new GangTable(gangConfig({ players: 4 }), { ...DEFAULT_TABLE_OPTIONS, equity: false });
    table.reset(1);
    const vector = new Float32Array(table.encoder.size);
    table.observe(vector, 0);
    const seen = { layout: observationLayout('full', 4), vector };
    expect(filled([...field(seen, 'equity'), ...field(seen, 'tie')])).toEqual({});
    expect(filled(field(seen, 'equityBins'))).toEqual({ 0: 1 });
    expect(Object.keys(filled(field(seen, 'ownRanks'))).length).toBeGreaterThan(0);
  });
});

describe('the mask', () => {
  test('has a 1 for each legal action of the asked seat and nothing else', () => {
    everywhere({}, 2, (table) => {
      const mask = new Uint8Array(table.actions).fill(9);
      table.mask(mask, 0);
      const legal = new ActionList();
      headlessGang.legal(table.state, table.seat, legal);
      const expected = new Uint8Array(actionCount(table.config.players));
      for (const action of legal.toArray()) expected[actionIndex(action)] = 1;
      sameWords(mask, expected);
      expect(legal.length).toBe(mask.reduce((sum, bit) => sum + bit, 0));
    });
  });
});

describe("the critic's privileged observation", () => {
  /** True order by the slow judge: lowest and highest chip of each seat. */
  function slowOrder(state: GangState): [number, number][] {
    const hands = finalHands(state);
    return hands.map((hand) => {
      const weaker = hands.filter((other) => compareRanks(other, hand) < 0).length;
      const equal = hands.filter((other) => compareRanks(other, hand) === 0).length;
      return [weaker, weaker + equal - 1];
    });
  }

  test('holds every equity, the true order by the cards to come, and which chips are right', () => {
    everywhere({ privileged: true }, 1, (table) => {
      const { game } = table.state;
      const { players } = table.config;
      const vector = new Float32Array(table.privilegedSize);
      table.observePrivileged(vector, 0);
      const seen = { layout: privilegedLayout(players), vector };
      const features = new Float32Array(players * FEATURES);
      computeFeatures(game, features);
      const order = slowOrder(game);
      const seats = Array.from({ length: players }, (_, i) => (table.seat + i) % players);
      expect(field(seen, 'equities')).toEqual(seats.map((s) => features[s * FEATURES + game.round]));
      expect(field(seen, 'position')).toEqual(
        seats.flatMap((s) => [...game.holder.keys()].map((c) => Number(order[s]![0] <= c && c <= order[s]![1]))),
      );
      const isRight = (round: number, s: number): boolean => {
        const chip = game.star[round * players + s]!;
        return order[s]![0] <= chip && chip <= order[s]![1];
      };
      expect(field(seen, 'right')).toEqual(
        [0, 1, 2, 3].flatMap((round) => seats.map((s) => Number(round <= game.round && isRight(round, s)))),
      );
      expect(field(seen, 'ordered')).toEqual([Number(seats.every((s) => isRight(game.round, s)))]);
    });
  });

  test('`ordered` is 1 exactly when the showdown, held with these chips, would succeed', () => {
    // Ready tables go on with all chips taken, so both answers come up.
    const table = new GangTable(gangConfig({ players: 3, roundEnd: 'ready', takesMax: 3 }), {
      ...DEFAULT_TABLE_OPTIONS,
      privileged: true,
    });
    const counts = [0, 0];
    const rng = new Rng(3);
    const mask = new Uint8Array(table.actions);
    const vector = new Float32Array(table.privilegedSize);
    for (let seed = 0; seed < 60; seed++) {
      table.reset(seed);
      while (table.heists === 0) {
        if (table.state.game.round === 3 && table.state.game.allHold()) {
          table.observePrivileged(vector, 0);
          const hands = finalHands(table.state.game);
          const revealed = [...table.state.game.holder].map((seat) => hands[seat]!);
          const right = revealed.every((hand, i) => i === 0 || compareRanks(hand, revealed[i - 1]!) >= 0);
          expect(vector.at(-1)).toBe(Number(right));
          counts[Number(right)]!++;
        }
        table.mask(mask, 0);
        const legal = [...mask.keys()].filter((index) => mask[index] === 1);
        table.step(legal[rng.below(legal.length)]!);
      }
    }
    expect(Math.min(...counts)).toBeGreaterThan(5);
  });

  test('true ties share their places', () => {
    const table = liveTable({ players: 4 });
    stackDeck(table, ['As 3c', 'Ks 3d', 'Ad 4c', 'Qc Qd'], 'Ah Qs Jd 9c 8h');
    const low = new Int32Array(4);
    const high = new Int32Array(4);
    trueOrder(table, low, high);
    expect([...low]).toEqual([1, 0, 1, 3]);
    expect([...high]).toEqual([2, 0, 2, 3]);
  });
});
