import { describe, expect, test } from 'vitest';
import { BadInputError, IllegalActionError } from '../../src/core/errors.js';
import { nextSeed, RNG_WORDS, Rng, seedWords } from '../../src/core/rng.js';
import { GangupTable } from '../../src/env/gangup-table.js';
import { GangupVecEnv, type GangupVecSpec, padCandidates } from '../../src/env/gangup-vec.js';
import { type GangupConfig, gangup, LEGAL_MAX } from '../../src/gangup/index.js';
import { configOf } from '../gangup/support.js';
import { sameWords } from '../support/arrays.js';

const CONFIG = { players: 3, leaders: true, locations: true, expansion: true };
const SPEC: GangupVecSpec = { count: 4, config: CONFIG, privileged: true };

function randomActions(env: GangupVecEnv, rng: Rng, out: Int32Array): void {
  for (let i = 0; i < env.count; i++) out[i] = rng.below(env.start[i + 1]! - env.start[i]!);
}

/** Everything that the vector shows after a step, as one string. */
function snapshot(env: GangupVecEnv): string {
  const { rows, owner } = env.batch();
  return [env.obs, env.priv, rows, owner, env.start, env.rewards, env.dones, env.seats]
    .map((part) => part.join())
    .join('|');
}

describe('a table of Gang Up!', () => {
  test('made of a configuration that was never read says what is missing', () => {
    const made = (): GangupTable => new GangupTable({ players: 3, leaders: true } as GangupConfig);
    expect(made).toThrow(/no table of Gang Up! yet: locations, expansion, packs, .* parseGangupConfig does it/);
  });

  test('asks until the game is over, pays the shares of the win then, and shows zeros', () => {
    const table = new GangupTable(configOf({ players: 3 }));
    const rng = new Rng(1);
    const returns = new Float64Array(3);
    for (let seed = 0; seed < 10; seed++) {
      table.reset(seed);
      for (let k = 0; !table.over; k++) {
        expect(table.legal.length).toBeGreaterThan(1);
        if (k % 50 === 0) {
          table.returns(returns);
          expect([...returns]).toEqual([0, 0, 0]);
        }
        table.step(rng.below(table.legal.length));
      }
      expect(table.seat).toBe(-1);
      table.returns(returns);
      expect(returns[0]! + returns[1]! + returns[2]!).toBeCloseTo(1, 12);
      const obs = new Float32Array(table.obsSize).fill(3);
      table.observe(obs, 0);
      expect(obs.some((x) => x !== 0)).toBe(false);
      expect(table.rows(obs, 0)).toBe(0);
      expect(() => table.step(0)).toThrow(IllegalActionError);
    }
  });

  test('refuses what is no candidate and stays as it is', () => {
    const table = new GangupTable(configOf(CONFIG));
    table.reset(3);
    const before = Int32Array.from(table.state.words);
    for (const index of [-1, table.legal.length, 0.5, Number.NaN]) {
      expect(() => table.step(index)).toThrow(IllegalActionError);
    }
    sameWords(table.state.words, before);
  });

  test('plays the game that its seed and choices stand for', () => {
    const table = new GangupTable(configOf(CONFIG));
    const state = gangup.createState(table.config);
    const rng = new Rng(4);
    table.reset(8);
    gangup.setup(state, 8);
    while (!table.over) {
      const pick = rng.below(table.legal.length);
      gangup.apply(state, table.seat, table.legal.at(pick));
      table.step(pick);
    }
    sameWords(table.state.words, state.words);
  });
});

describe('a vector of tables', () => {
  test('shows what single tables show, starts finished games again, and pays at their end', () => {
    const env = new GangupVecEnv(SPEC);
    env.reset(5);
    const seeds = new Int32Array(RNG_WORDS);
    seedWords(seeds, 0, 5);
    const tables = Array.from({ length: 4 }, () => new GangupTable(configOf(CONFIG)));
    for (const table of tables) table.reset(nextSeed(seeds, 0));
    const rng = new Rng(2);
    const actions = new Int32Array(4);
    const returns = new Float64Array(3);
    let games = 0;
    const check = (): void => {
      const batch = env.batch();
      expect(batch.rowCount).toBe(batch.owner.length);
      tables.forEach((table, i) => {
        const obs = new Float32Array(env.obsSize);
        table.observe(obs, 0);
        sameWords(env.obs.subarray(i * env.obsSize, (i + 1) * env.obsSize), obs);
        const priv = new Float32Array(env.privSize);
        table.observePrivileged(priv, 0);
        sameWords(env.priv.subarray(i * env.privSize, (i + 1) * env.privSize), priv);
        const [from, end] = [batch.start[i]!, batch.start[i + 1]!];
        const rows = new Float32Array((end - from) * env.rowSize);
        expect(table.rows(rows, 0)).toBe(end - from);
        sameWords(batch.rows.subarray(from * env.rowSize, end * env.rowSize), rows);
        expect(new Set(batch.owner.subarray(from, end))).toEqual(new Set([i]));
        expect(env.seats[i]).toBe(table.seat);
      });
    };
    check();
    for (let step = 0; step < 1500; step++) {
      randomActions(env, rng, actions);
      env.step(actions);
      tables.forEach((table, i) => {
        table.step(actions[i]!);
        expect(env.dones[i]).toBe(table.over ? 1 : 0);
        table.returns(returns);
        sameWords(env.rewards.subarray(i * 3, i * 3 + 3), Float32Array.from(returns));
        if (!table.over) return;
        games++;
        table.reset(nextSeed(seeds, 0));
      });
      if (step % 10 === 0) check();
    }
    expect(games).toBeGreaterThan(4);
    expect(env.drain()).toMatchObject({ decisions: 6000, games });
    expect(env.drain()).toEqual({ decisions: 0, games: 0, turns: 0, shared: 0 });
  });

  test('repeats itself with the same seed, and not with another', () => {
    const run = (seed: number): string => {
      const env = new GangupVecEnv(SPEC);
      const rng = new Rng(6);
      const actions = new Int32Array(SPEC.count);
      env.reset(seed);
      for (let step = 0; step < 60; step++) {
        randomActions(env, rng, actions);
        env.step(actions);
      }
      return snapshot(env);
    };
    expect(run(1)).toBe(run(1));
    expect(run(1)).not.toBe(run(2));
  });

  test('goes on from what was saved as if it had not stopped', () => {
    const env = new GangupVecEnv(SPEC);
    const rng = new Rng(9);
    const actions = new Int32Array(SPEC.count);
    env.reset(12);
    for (let step = 0; step < 200; step++) {
      randomActions(env, rng, actions);
      env.step(actions);
    }
    const saved = env.save();
    const other = new GangupVecEnv(SPEC);
    other.load(saved);
    const twin = Rng.fromState(rng.state());
    for (let step = 0; step < 700; step++) {
      randomActions(env, rng, actions);
      env.step(actions);
      randomActions(other, twin, actions);
      other.step(actions);
      if (step % 25 === 0) expect(snapshot(other) === snapshot(env)).toBe(true);
    }
    expect(other.drain()).toEqual(env.drain());
    expect(() => other.load(saved.subarray(4))).toThrow(RangeError);
  });

  test('makes room for more rows than it began with', () => {
    const env = new GangupVecEnv({ count: 1, config: { ...CONFIG, players: 5, startStatus: 30, winStatus: 40 } });
    const rng = new Rng(3);
    const actions = new Int32Array(1);
    env.reset(1);
    const { rows } = env;
    let most = 0;
    for (let step = 0; step < 3000; step++) {
      randomActions(env, rng, actions);
      env.step(actions);
      most = Math.max(most, env.rowCount);
      const table = env.tables[0]!;
      const alone = new Float32Array(env.rowCount * env.rowSize);
      if (step % 20 === 0) {
        table.rows(alone, 0);
        sameWords(env.batch().rows, alone);
      }
    }
    expect(most).toBeGreaterThan(32);
    expect(env.rows).not.toBe(rows);
  });

  test('refuses a wrong configuration and an empty vector', () => {
    expect(() => new GangupVecEnv({ count: 2, config: { players: 9 } })).toThrow(BadInputError);
    expect(() => new GangupVecEnv({ count: 0, config: { players: 3 } })).toThrow(RangeError);
  });
});

describe('the discrete action space', () => {
  test('has a 1 for each candidate, its rows padded with zeros', () => {
    const env = new GangupVecEnv(SPEC);
    env.reset(2);
    const rng = new Rng(1);
    const actions = new Int32Array(SPEC.count);
    const mask = new Uint8Array(SPEC.count * LEGAL_MAX).fill(5);
    const padded = new Float32Array(SPEC.count * LEGAL_MAX * env.rowSize).fill(5);
    for (let step = 0; step < 5; step++) {
      randomActions(env, rng, actions);
      env.step(actions);
      const batch = env.batch();
      padCandidates(batch, LEGAL_MAX, env.rowSize, mask, padded);
      for (let i = 0; i < SPEC.count; i++) {
        const [from, end] = [batch.start[i]!, batch.start[i + 1]!];
        const ones = mask.subarray(i * LEGAL_MAX, (i + 1) * LEGAL_MAX).reduce((a, b) => a + b, 0);
        expect(ones).toBe(end - from);
        expect(mask[i * LEGAL_MAX + ones - 1]).toBe(1);
        const at = i * LEGAL_MAX * env.rowSize;
        const size = (end - from) * env.rowSize;
        sameWords(padded.subarray(at, at + size), batch.rows.subarray(from * env.rowSize, end * env.rowSize));
        expect(padded.subarray(at + size, at + LEGAL_MAX * env.rowSize).some((x) => x !== 0)).toBe(false);
      }
    }
  });

  test('that is too small is refused', () => {
    const env = new GangupVecEnv(SPEC);
    env.reset(2);
    expect(() => padCandidates(env.batch(), 1, env.rowSize, new Uint8Array(SPEC.count))).toThrow(RangeError);
  });
});
