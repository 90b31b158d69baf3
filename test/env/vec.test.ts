import { describe, expect, test } from 'vitest';
import { BadInputError, IllegalActionError } from '../../src/core/errors.js';
import { Rng } from '../../src/core/rng.js';
import { DEFAULT_TABLE_OPTIONS, GangTable } from '../../src/env/gang-table.js';
import { GangVecEnv, type GangVecSpec } from '../../src/env/gang-vec.js';
import { sameWords } from '../support/arrays.js';
import { finalHands, gangConfig } from '../support/gang-tables.js';
import { compareRanks } from '../support/slow-poker.js';

/** Random legal action indices for all tables. */
function randomActions(env: GangVecEnv, rng: Rng, out: Int32Array): void {
  for (let i = 0; i < env.count; i++) {
    let index = rng.below(env.actions);
    while (env.mask[i * env.actions + index] === 0) index = rng.below(env.actions);
    out[i] = index;
  }
}

/** Everything that the vector shows after a step, as one string. */
function snapshot(env: GangVecEnv): string {
  return [env.obs, env.priv, env.mask, env.rewards, env.dones, env.seats].map((part) => part.join()).join('|');
}

function randomIndex(table: GangTable, rng: Rng): number {
  const mask = new Uint8Array(table.actions);
  table.mask(mask, 0);
  const legal = [...mask.keys()].filter((index) => mask[index] === 1);
  return legal[rng.below(legal.length)]!;
}

const SPEC: GangVecSpec = { count: 5, config: { players: 4 }, privileged: true, readyShare: 0.4 };

describe('one table', () => {
  test('pays 1 at the end of a heist that succeeds and 0 everywhere else', () => {
    const table = new GangTable(gangConfig({ players: 3, takesMax: 1 }));
    const rng = new Rng(1);
    const paid = [0, 0];
    for (let seed = 0; seed < 40; seed++) {
      table.reset(seed);
      let bars = 0;
      while (!table.over) {
        const before = table.heists;
        const reward = table.step(randomIndex(table, rng));
        const won = table.score.bars - bars;
        bars = table.score.bars;
        if (table.heists === before) expect([reward, won]).toEqual([0, 0]);
        else {
          expect(reward).toBe(won);
          expect(table.lastSuccess).toBe(won === 1);
          paid[won]!++;
        }
      }
      expect(table.heists).toBe(table.score.bars + table.score.alarms);
      expect(Math.max(table.score.bars, table.score.alarms)).toBe(3);
      expect(table.seat).toBe(-1);
    }
    expect(Math.min(...paid)).toBeGreaterThan(20);
  });

  test('shaping takes off the share of neighbours in the wrong order, on failure only, and is off unless asked for', () => {
    expect(DEFAULT_TABLE_OPTIONS.shaping).toBe(0);
    const plain = new GangTable(gangConfig({ players: 5, takesMax: 2, length: 'heist' }));
    const shaped = new GangTable(gangConfig({ players: 5, takesMax: 2, length: 'heist' }), {
      ...DEFAULT_TABLE_OPTIONS,
      shaping: 0.5,
    });
    const seen = new Set<number>();
    for (let seed = 0; seed < 120; seed++) {
      const rng = new Rng(seed);
      plain.reset(seed);
      shaped.reset(seed);
      const hands = finalHands(plain.state.game);
      while (!plain.over) {
        const index = randomIndex(plain, rng);
        const one = plain.step(index);
        const two = shaped.step(index);
        if (!plain.over) {
          expect([one, two]).toEqual([0, 0]);
          continue;
        }
        const order = [...plain.state.game.pastStar];
        const revealed = order.map((_, chip) => hands[order.indexOf(chip)]!);
        const wrong = revealed.filter((hand, i) => i > 0 && compareRanks(hand, revealed[i - 1]!) < 0).length;
        expect(one).toBe(Number(wrong === 0));
        expect(two).toBeCloseTo(wrong === 0 ? 1 : (-0.5 * wrong) / 4, 12);
        seen.add(wrong);
      }
    }
    expect(seen.size).toBeGreaterThanOrEqual(4);
  });

  test('that is over shows zeros and refuses to step', () => {
    const table = new GangTable(gangConfig({ players: 3, length: 'heist' }), {
      ...DEFAULT_TABLE_OPTIONS,
      privileged: true,
    });
    table.reset(1);
    const rng = new Rng(1);
    while (!table.over) table.step(randomIndex(table, rng));
    const out = new Float32Array(table.encoder.size).fill(7);
    const critic = new Float32Array(table.privilegedSize).fill(7);
    const mask = new Uint8Array(table.actions).fill(7);
    table.observe(out, 0);
    table.observePrivileged(critic, 0);
    table.mask(mask, 0);
    expect([...out, ...critic, ...mask].every((value) => value === 0)).toBe(true);
    for (let index = 0; index < table.actions; index++) expect(() => table.step(index)).toThrow(IllegalActionError);
  });

  test('refuses an index that is illegal or none at all, changing nothing', () => {
    const table = new GangTable(gangConfig({ players: 3 }));
    table.reset(1);
    const before = table.state.game.words.slice();
    expect(() => table.step(0)).toThrow(/cannot keep; legal: take 1 from centre/);
    for (const index of [-1, 4, 99, 0.5, Number.NaN]) expect(() => table.step(index)).toThrow(IllegalActionError);
    expect(table.state.game.words).toEqual(before);
  });
});

describe('a vector of tables', () => {
  test('gives the same stream for the same seed, another for another, and may be reset', () => {
    const play = (seed: number, env = new GangVecEnv(SPEC)): string[] => {
      const rng = new Rng(9);
      const actions = new Int32Array(env.count);
      env.reset(seed);
      const stream = [snapshot(env)];
      for (let step = 0; step < 300; step++) {
        randomActions(env, rng, actions);
        env.step(actions);
        stream.push(snapshot(env));
      }
      return stream;
    };
    const used = new GangVecEnv(SPEC);
    play(5, used);
    const first = play(3);
    expect(play(3)).toEqual(first);
    expect(play(3, used)).toEqual(first);
    expect(play(4)[0]).not.toEqual(first[0]);
  });

  test('is its tables: each row is what a table alone would show, and finished games start again', () => {
    const env = new GangVecEnv({ ...SPEC, config: { players: 3 }, observation: 'legible' });
    env.reset(11);
    const rng = new Rng(11);
    const actions = new Int32Array(env.count);
    const single = env.tables.map((table) => new GangTable(table.config, { ...table.options }));
    let games = 0;
    for (let step = 0; step < 200; step++) {
      randomActions(env, rng, actions);
      env.tables.forEach((table, i) => {
        single[i]!.state.game.words.set(table.state.game.words);
        single[i]!.state.schedule.set(table.state.schedule);
        single[i]!.restore();
      });
      env.step(actions);
      for (let i = 0; i < env.count; i++) {
        expect(env.rewards[i]).toBe(single[i]!.step(actions[i]!));
        expect(env.dones[i]).toBe(Number(single[i]!.over));
        if (env.dones[i] === 1) {
          games++;
          const { game } = env.tables[i]!.state;
          expect([env.tables[i]!.heists, game.round, game.holder.every((holder) => holder < 0)]).toEqual([0, 0, true]);
          continue;
        }
        const row = new Float32Array(env.obsSize);
        single[i]!.observe(row, 0);
        sameWords(env.obs.subarray(i * env.obsSize, (i + 1) * env.obsSize), row);
        const critic = new Float32Array(env.privSize);
        single[i]!.observePrivileged(critic, 0);
        sameWords(env.priv.subarray(i * env.privSize, (i + 1) * env.privSize), critic);
        const mask = new Uint8Array(env.actions);
        single[i]!.mask(mask, 0);
        sameWords(env.mask.subarray(i * env.actions, (i + 1) * env.actions), mask);
        expect(env.seats[i]).toBe(single[i]!.seat);
      }
    }
    expect(games).toBeGreaterThan(15);
  });

  test('of heists has a done for every heist, of games one for three bars or alarms', () => {
    for (const length of ['heist', 'game'] as const) {
      const env = new GangVecEnv({ count: 6, config: { players: 3, takesMax: 0, length } });
      env.reset(2);
      const rng = new Rng(2);
      const actions = new Int32Array(env.count);
      let dones = 0;
      let rewards = 0;
      for (let step = 0; step < 600; step++) {
        randomActions(env, rng, actions);
        env.step(actions);
        dones += env.dones.reduce((sum, done) => sum + done, 0);
        rewards += env.rewards.reduce((sum, reward) => sum + reward, 0);
      }
      const stats = env.drain();
      // takesMax 0: twelve decisions make a heist, all of them moves, in four rounds.
      expect(stats).toMatchObject({ decisions: 3600, moves: 3600, heists: 300, rounds: 1200, strictHeists: 300 });
      expect(stats.successes).toBe(rewards);
      if (length === 'heist') expect(dones).toBe(300);
      else {
        expect(dones).toBeGreaterThanOrEqual(Math.floor(300 / 5) - 6);
        expect(dones).toBeLessThanOrEqual(300 / 3);
      }
    }
  });

  test('plays heists unless told otherwise, and its first tables `ready` by the share asked for', () => {
    const env = new GangVecEnv(SPEC);
    expect(env.tables.map((table) => table.config.roundEnd)).toEqual(['ready', 'ready', 'strict', 'strict', 'strict']);
    expect(env.tables.every((table) => table.config.length === 'heist')).toBe(true);
    expect(new GangVecEnv({ ...SPEC, privileged: false }).priv.length).toBe(0);
  });

  test('drains its counts once, and counts afresh after a reset', () => {
    const env = new GangVecEnv(SPEC);
    env.reset(1);
    const actions = new Int32Array(env.count);
    randomActions(env, new Rng(1), actions);
    env.step(actions);
    expect(env.drain().decisions).toBe(5);
    expect(env.drain().decisions).toBe(0);
    randomActions(env, new Rng(2), actions);
    env.step(actions);
    env.reset(2);
    expect(Object.values(env.drain()).every((count) => count === 0)).toBe(true);
  });

  test('saved and loaded elsewhere goes on bit for bit, observations and counts included', () => {
    for (const length of ['heist', 'game'] as const) {
      const spec = { ...SPEC, config: { ...SPEC.config, length } };
      const env = new GangVecEnv(spec);
      env.reset(21);
      const rng = new Rng(21);
      const actions = new Int32Array(env.count);
      for (let step = 0; step < 157; step++) {
        randomActions(env, rng, actions);
        env.step(actions);
      }
      const saved = env.save();
      const copy = saved.slice();
      const other = new GangVecEnv(spec);
      other.reset(99);
      other.load(saved);
      expect(saved).toEqual(copy);
      expect([...other.rewards, ...other.dones].every((value) => value === 0)).toBe(true);
      expect(other.tables.map((table) => table.heists)).toEqual(env.tables.map((table) => table.heists));
      expect([other.obs, other.priv, other.mask, other.seats]).toEqual([env.obs, env.priv, env.mask, env.seats]);
      for (let step = 0; step < 200; step++) {
        randomActions(env, rng, actions);
        env.step(actions);
        other.step(actions);
        expect(snapshot(other)).toBe(snapshot(env));
      }
      expect(other.drain()).toEqual(env.drain());
      expect(other.save()).toEqual(env.save());
    }
  });

  test('refuses a save of another shape, an impossible configuration, and no tables at all', () => {
    const env = new GangVecEnv(SPEC);
    env.reset(1);
    expect(() => new GangVecEnv({ ...SPEC, count: 6 }).load(env.save())).toThrow(RangeError);
    expect(() => env.load(env.save().subarray(4))).toThrow(/this vector needs/);
    expect(() => new GangVecEnv({ count: 2, config: { players: 2 } })).toThrow(BadInputError);
    expect(() => new GangVecEnv({ count: 0, config: { players: 3 } })).toThrow(RangeError);
  });
});
