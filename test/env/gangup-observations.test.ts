import { describe, expect, test } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { briefLayout } from '../../src/env/gangup-card-layout.js';
import { GangupEncoder } from '../../src/env/gangup-encode.js';
import { gangupLayout, gangupPrivilegedLayout, rowLayout } from '../../src/env/gangup-layout.js';
import { GangupRows } from '../../src/env/gangup-rows.js';
import { GangupTable } from '../../src/env/gangup-table.js';
import { generatePack } from '../../src/gangup/generate-pack.js';
import {
  cardOf,
  DO,
  type GangupState,
  GangupView,
  gangup,
  INFO,
  LEGAL_MAX,
  numberOf,
  verbOf,
} from '../../src/gangup/index.js';
import { Scene } from '../gangup/scene.js';
import { configOf, OPTIONS } from '../gangup/support.js';
import { sameWords } from '../support/arrays.js';
import { reproducibly } from '../support/statistics.js';
import { bitsOf, firstDifference, meaning, slowObservation, slowRow, split, unchecked } from './gangup-slow.js';

const SHIPPED = OPTIONS.flatMap((options, i) => [{ ...options, players: 2 + (i % 4) }]);
const GENERATED = [1, 2, 3, 4].map((seed) => ({
  players: 2 + (seed % 4),
  leaders: true,
  locations: true,
  jailStart: 1,
  packs: [generatePack(seed)],
}));

/** Plays a random game at each table; `visit` sees each decision. */
function everywhere(
  inputs: readonly object[],
  visit: (table: GangupTable, rng: Rng, decision: number) => void,
): number {
  let decisions = 0;
  inputs.forEach((input, i) => {
    reproducibly(`table ${i} of ${inputs.length}, seed ${i}`, () => {
      const table = new GangupTable(configOf(input));
      const rng = new Rng(i, 3);
      table.reset(i);
      while (!table.over) {
        visit(table, rng, decisions++);
        table.step(rng.below(table.legal.length));
      }
    });
  });
  return decisions;
}

/** A view that is filled by copying, for the seat that is asked. */
function viewFrom(state: GangupState): GangupView {
  const view = new GangupView(state.config);
  gangup.view(state, state.info[INFO.promptSeat]!, view);
  return view;
}

/** Observation and rows that an agent makes of its view. */
function ofView(view: GangupView, legal: ActionList): { obs: Float32Array; rows: Float32Array } {
  const obs = new Float32Array(gangupLayout.size);
  const rows = new Float32Array(legal.length * rowLayout.size);
  new GangupEncoder(view).encode(view, obs, 0);
  new GangupRows(view).encode(view, legal, rows, 0);
  return { obs, rows };
}

function written(table: GangupTable): { obs: Float32Array; rows: Float32Array } {
  const obs = new Float32Array(table.obsSize);
  const rows = new Float32Array(table.legal.length * table.rowSize);
  table.observe(obs, 0);
  table.rows(rows, 0);
  return { obs, rows };
}

describe('an observation of Gang Up!', () => {
  test('at any table, with any cards, is what its layout says: size, ranges, numbers', () => {
    const obs = new Float32Array(gangupLayout.size).fill(9);
    const critic = new Float32Array(gangupPrivilegedLayout.size).fill(9);
    const rows = new Float32Array(LEGAL_MAX * rowLayout.size);
    everywhere([...SHIPPED, ...GENERATED], (table, _rng, decision) => {
      if (decision % 3 !== 0) return;
      table.observe(obs, 0);
      gangupLayout.check(obs);
      table.observePrivileged(critic, 0);
      gangupPrivilegedLayout.check(critic);
      const count = table.rows(rows, 0);
      for (let r = 0; r < count; r++) rowLayout.check(rows, r * rowLayout.size);
    });
  });

  test('says field by field what the view says', () => {
    const prompts = new Set<number>();
    const filled = new Set<string>();
    const decisions = everywhere([...SHIPPED, ...GENERATED], (table, _rng, decision) => {
      if (decision % 8 !== 0) return;
      const view = viewFrom(table.state);
      const slow = slowObservation(view);
      const { obs } = ofView(view, table.legal);
      expect(firstDifference(gangupLayout, obs, slow)).toBeUndefined();
      prompts.add(view.info[INFO.prompt]!);
      for (const [name, values] of Object.entries(split(gangupLayout, obs))) {
        if (values.some((x) => x !== 0)) filled.add(name);
      }
      if (decision === 0) expect(unchecked(slow)).toEqual(['crimeNumber', 'marks']);
    });
    expect(decisions).toBeGreaterThan(2000);
    expect(prompts.size).toBeGreaterThan(15);
    // Every other field says something somewhere.
    const silent = gangupLayout.fields.map((f) => f.name).filter((name) => !filled.has(name));
    expect(silent.filter((name) => name !== 'leaderUsed')).toEqual([]);
  });

  test('marks of gangsters, used leaders and the number of the crime, by hand', () => {
    const scene = new Scene(
      { players: 2 },
      { tables: [['red', 'bum-barry'], ['iron-ike']], crimes: ['tommy-gun-crates'], status: [5, 12] },
    );
    scene.state.slotTurnMod[0] = 3;
    scene.state.slotCrimeMod[1] = -2;
    scene.state.slotProtection[1] = 0b100;
    scene.state.slotUsed[0] = 2;
    const seen = (): Record<string, number[]> => {
      const { obs } = ofView(viewFrom(scene.state), new ActionList());
      return split(gangupLayout, obs);
    };
    expect(scene.asked).toBe(0);
    // Own place: manpower +1 in all, one protected, one used. The other seat: nothing.
    expect(seen().marks!.slice(0, 6)).toEqual([0.25, 0.25, 0.25, 0, 0, 0]);
    expect(seen().crimeNumber).toEqual([0]);
    scene.state.leaderUsed[1] = 1;
    expect(seen().leaderUsed).toEqual([0, 1, 0, 0, 0]);
    scene.until('0 third').do('crime');
    expect(seen().crimeNumber).toEqual([1]);
    scene.state.status[0] = 4;
    expect(seen().crimeNumber).toEqual([0]);
  });

  test('made by an agent of its view is that of the environment, bit by bit; rows too', () => {
    everywhere([...SHIPPED, ...GENERATED], (table, _rng, decision) => {
      if (decision % 5 !== 0) return;
      const mine = ofView(viewFrom(table.state), table.legal);
      const theirs = written(table);
      sameWords(mine.obs, theirs.obs);
      sameWords(mine.rows, theirs.rows);
    });
  });

  test('is written where it is asked for, and nowhere else', () => {
    everywhere(SHIPPED.slice(0, 2), (table) => {
      const { obs, rows } = written(table);
      const out = new Float32Array(obs.length + 2).fill(7);
      table.observe(out, 1);
      expect([out[0], out[obs.length + 1]]).toEqual([7, 7]);
      sameWords(out.subarray(1, obs.length + 1), obs);
      const list = new Float32Array(rows.length + 2).fill(7);
      expect(table.rows(list, 1)).toBe(table.legal.length);
      expect([list[0], list[rows.length + 1]]).toEqual([7, 7]);
      sameWords(list.subarray(1, rows.length + 1), rows);
    });
  });

  test('of the critic shows the true hands, the own first, and the tops of the piles', () => {
    everywhere(SHIPPED.slice(0, 3), (table, _rng, decision) => {
      if (decision % 10 !== 0) return;
      const { state } = table;
      const critic = new Float32Array(table.privilegedSize);
      table.observePrivileged(critic, 0);
      const { hands, crimes } = split(gangupPrivilegedLayout, critic);
      const numberAt = briefLayout.offset('number');
      for (let i = 0; i < state.seats; i++) {
        const seat = (table.seat + i) % state.seats;
        const from = seat * state.handCapacity;
        const hand = [...state.hand.subarray(from, from + state.handCount[seat]!)];
        const numbers = hand.reduce((sum, card) => sum + state.cards.number[card]! / 10, 0);
        expect(hands![i * briefLayout.size + numberAt]).toBeCloseTo(numbers / Math.max(8, hand.length), 5);
      }
      const top = state.crimePile[state.info[INFO.crimes]! - 1];
      const number = top === undefined || top < 0 ? 0 : state.cards.number[top]! / 10;
      expect(crimes![numberAt]).toBeCloseTo(number, 5);
    });
  });
});

/** Whether two candidates do the same with cards of other names that say the same (as a made-up pack may have them). */
function twins(table: GangupTable, a: number, b: number): boolean {
  const { cards } = table.state;
  const [one, two] = [a, b].map((i) => table.legal.at(i)) as [number, number];
  if (verbOf(one) !== verbOf(two)) return false;
  const said = (code: number): string => {
    const second = verbOf(code) === DO.snitch ? meaning(cards.data[numberOf(code)]!) : '';
    return meaning(cards.data[cardOf(code)]!) + second;
  };
  return cardOf(one) !== cardOf(two) && said(one) === said(two);
}

describe('candidate rows', () => {
  test('say field by field what the action says', () => {
    const verbs = new Set<number>();
    const rows = new Float32Array(LEGAL_MAX * rowLayout.size);
    everywhere([...SHIPPED, ...GENERATED], (table, _rng, decision) => {
      if (decision % 2 !== 0) return;
      const count = table.rows(rows, 0);
      for (let r = 0; r < count; r++) {
        const code = table.legal.at(r);
        verbs.add(code & 63);
        const row = rows.subarray(r * rowLayout.size, (r + 1) * rowLayout.size);
        expect(firstDifference(rowLayout, row, slowRow(table.view, code))).toBeUndefined();
      }
    });
    expect(verbs.size).toBeGreaterThan(27);
  });

  test('of different actions of one decision are different', () => {
    const rows = new Float32Array(LEGAL_MAX * rowLayout.size);
    let pairs = 0;
    everywhere([...SHIPPED, ...SHIPPED, ...GENERATED], (table) => {
      const count = table.rows(rows, 0);
      const seen = new Map<string, number>();
      for (let r = 0; r < count; r++) {
        const row = rows.subarray(r * rowLayout.size, (r + 1) * rowLayout.size);
        const key = bitsOf(row);
        const other = seen.get(key);
        if (other !== undefined && !twins(table, other, r)) {
          const words = [other, r].map((i) => gangup.formatAction(table.view, table.legal.at(i)));
          throw new Error(`${words.join(' and ')} share a row`);
        }
        seen.set(key, r);
        pairs += r;
      }
    });
    expect(pairs).toBeGreaterThan(10_000);
  });
});

/** Exchanges a card of another hand with one of the pile, neither of which the asked seat can know. */
function exchange(state: GangupState, rng: Rng): boolean {
  const self = state.info[INFO.promptSeat]!;
  const other = (self + 1 + rng.below(state.seats - 1)) % state.seats;
  const from = other * state.handCapacity;
  const hand = [...state.hand.subarray(from, from + state.handCount[other]!)];
  const row = (self * state.seats + other) * state.knownWords;
  const unknown = [...hand];
  for (const card of state.knows.subarray(row + 1, row + 1 + state.knows[row]!))
    unknown.splice(unknown.indexOf(card), 1);
  const size = state.info[INFO.resources]!;
  const free = [...Array(size).keys()].filter((i) => {
    const depth = size - 1 - i;
    return depth >= 5 || state.peeks[(self * 2 + 1) * 5 + depth]! < 0;
  });
  if (unknown.length === 0 || free.length === 0) return false;
  const given = unknown[rng.below(unknown.length)]!;
  const place = free[rng.below(free.length)]!;
  hand.splice(hand.indexOf(given), 1, state.resourcePile[place]!);
  state.resourcePile[place] = given;
  hand.sort((a, b) => a - b);
  hand.forEach((card, i) => {
    state.hand[from + i] = card;
  });
  return true;
}

describe('nothing hidden', () => {
  test('shows: exchanging cards of other hands and the piles changes no observation and no row', () => {
    let exchanged = 0;
    everywhere([...SHIPPED, ...GENERATED], (table, rng, decision) => {
      if (decision % 7 !== 0) return;
      const before = written(table);
      const other = new GangupTable(table.config, table);
      gangup.copy(table.state, other.state);
      for (let k = 0; k < 6; k++) if (exchange(other.state, rng)) exchanged++;
      const crimes = other.state.info[INFO.crimes]!;
      // The crimes that nobody has looked at.
      const below = crimes - 5;
      if (below > 1) {
        const top = other.state.crimePile[0]!;
        other.state.crimePile[0] = other.state.crimePile[below - 1]!;
        other.state.crimePile[below - 1] = top;
      }
      other.restore();
      const after = written(other);
      sameWords(after.obs, before.obs, 'observation');
      sameWords(after.rows, before.rows, 'rows');
    });
    expect(exchanged).toBeGreaterThan(500);
  });

  test('shows: an imagined world has the same observation and rows', () => {
    everywhere([...SHIPPED, ...GENERATED], (table, _rng, decision) => {
      if (decision % 11 !== 0) return;
      const before = written(table);
      const world = new GangupTable(table.config, table);
      gangup.imagine(viewFrom(table.state), new Rng(decision, 8), world.state);
      world.restore();
      const after = written(world);
      sameWords(after.obs, before.obs, 'observation');
      sameWords(after.rows, before.rows, 'rows');
    });
  });

  test('the critic does see what is exchanged', () => {
    let seen = 0;
    everywhere(SHIPPED.slice(0, 2), (table, rng) => {
      const before = new Float32Array(table.privilegedSize);
      const after = new Float32Array(table.privilegedSize);
      table.observePrivileged(before, 0);
      const other = new GangupTable(table.config, table);
      gangup.copy(table.state, other.state);
      if (!exchange(other.state, rng)) return;
      other.observePrivileged(after, 0);
      if (before.some((x, i) => x !== after[i])) seen++;
    });
    expect(seen).toBeGreaterThan(50);
  });
});
