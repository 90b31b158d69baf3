import { describe, expect, it } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { layoutFor } from '../../src/env/gang-deluxe-layout.js';
import { observationLayout } from '../../src/env/gang-layout.js';
import { encoderFor, GangTable } from '../../src/env/gang-table.js';
import { TrueHands } from '../../src/env/gang-truth.js';
import { GangVecEnv } from '../../src/env/gang-vec.js';
import { legalHeadless } from '../../src/env/schedule.js';
import type { GangConfig } from '../../src/gang/config.js';
import { parseGangConfig } from '../../src/gang/config.js';
import { gang } from '../../src/gang/game.js';
import { rearrangeDeluxe } from '../support/gang-deluxe.js';

const TABLES: readonly Record<string, unknown>[] = [
  { players: 4, variant: 'omaha' },
  { players: 5, variant: 'stud', jokers: true },
  { players: 6, variant: 'bananaSplit', active: ['flashlight'] },
  { players: 4, variant: 'voteOfChange', jokers: true },
  { players: 10, roundEnd: 'ready' },
  { players: 9, dealer: 1 },
  { players: 7, dealer: 2, mode: 'professional', length: 'game' },
  { players: 5, tools: true, vaults: true, length: 'game' },
  { players: 4, active: ['informant', 'mastermind', 'hacker', 'jack', 'smoke-grenade', 'lock-pick', 'retina-scan'] },
];

function config(input: Record<string, unknown>): GangConfig {
  const read = parseGangConfig({ length: 'heist', ...input });
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

const options = { observation: 'full', equity: false, privileged: false, shaping: 0 } as const;

it.each([...TABLES, { players: 3 }, { players: 6, roundEnd: 'ready', takesMax: 1 }])(
  'every legal act has an index of its own that leads back to it, and the mask shows just these: %j',
  (input) => {
    const table = new GangTable(config(input), options);
    const legal = new ActionList();
    const mask = new Uint8Array(table.actions);
    for (let seed = 1; seed <= 4; seed++) {
      const rng = new Rng(seed);
      table.reset(seed);
      while (!table.over) {
        const { seat } = table;
        const { game } = table.state;
        const at = seat * game.shape.pocket;
        legalHeadless(table.state, seat, legal);
        table.mask(mask, 0);
        const indices = legal.toArray().map((action) => table.codec.indexOf(game, seat, game.pocket, at, action));
        const back = indices.map((index) => table.codec.actionAt(game, seat, game.pocket, at, index));
        expect(back, `seed ${seed}`).toEqual(legal.toArray());
        expect(
          [...mask.keys()].filter((i) => mask[i] === 1),
          `seed ${seed}`,
        ).toEqual([...indices].sort((a, b) => a - b));
        table.step(indices[rng.below(indices.length)]!);
      }
    }
  },
);

describe.each(TABLES)('observations and actions at %j', (input) => {
  it('observations are what the layout says, in both classes', () => {
    for (const kind of ['full', 'legible'] as const) {
      const table = new GangTable(config(input), { ...options, observation: kind });
      const layout = layoutFor(kind, table.config);
      const out = new Float32Array(layout.size);
      const legal = new ActionList();
      const rng = new Rng(5);
      table.reset(3);
      while (!table.over) {
        table.observe(out, 0);
        expect(() => layout.check(out)).not.toThrow();
        legalHeadless(table.state, table.seat, legal);
        table.play(legal.at(rng.below(legal.length)));
      }
    }
  });

  it('cards that a seat does not see change nothing in its observation', () => {
    const table = new GangTable(config(input), options);
    const encoder = encoderFor('full', table.config);
    const legal = new ActionList();
    const features = new Float32Array(5);
    const before = new Float32Array(encoder.size);
    const after = new Float32Array(encoder.size);
    const rng = new Rng(9);
    const other = gang.createState(table.config);
    table.reset(11);
    while (!table.over) {
      const { seat } = table;
      gang.view(table.state.game, seat, table.view);
      encoder.encode(table.view, features, 0, before, 0);
      gang.copy(table.state.game, other);
      rearrangeDeluxe(other, seat, rng);
      gang.view(other, seat, table.view);
      encoder.encode(table.view, features, 0, after, 0);
      expect(after).toEqual(before);
      legalHeadless(table.state, seat, legal);
      table.play(legal.at(rng.below(legal.length)));
    }
  });
});

describe('families of tables', () => {
  it('the base game keeps its layouts; other tables have one for each family', () => {
    expect(layoutFor('full', config({ players: 4 }))).toBe(observationLayout('full', 4));
    const omaha = layoutFor('full', config({ players: 4, variant: 'omaha' }));
    expect(layoutFor('full', config({ players: 4, variant: 'omaha', takesMax: 2 }))).toBe(omaha);
    const hashes = TABLES.map((input) => layoutFor('full', config(input)).hash);
    expect(new Set([...hashes, omaha.hash]).size).toBe(TABLES.length);
  });

  it('many tables step together, and go on exactly where they were saved', () => {
    const spec = { count: 6, config: { players: 4, tools: true }, equity: false } as const;
    const env = new GangVecEnv(spec);
    const rng = new Rng(2);
    const choose = (): Int32Array =>
      Int32Array.from({ length: env.count }, (_, i) => {
        const legal = [...env.mask.subarray(i * env.actions, (i + 1) * env.actions).keys()].filter(
          (a) => env.mask[i * env.actions + a] === 1,
        );
        return legal[rng.below(legal.length)]!;
      });
    env.reset(4);
    for (let step = 0; step < 300; step++) env.step(choose());
    const again = new GangVecEnv(spec);
    again.load(env.save());
    expect(again.obs).toEqual(env.obs);
    const actions = choose();
    env.step(actions);
    again.step(actions);
    expect(again.obs).toEqual(env.obs);
    expect(again.mask).toEqual(env.mask);
  });
});

it.each([
  { players: 4, variant: 'stud' },
  { players: 5, variant: 'bananaSplit' },
  { players: 3, variant: 'omaha' },
])('the equities that seats observe in the last round stand as their hands do: %j', (input) => {
  const own = config(input);
  const table = new GangTable(own, { ...options, equity: true });
  const truth = new TrueHands(own);
  const equityAt = layoutFor('full', own).offset('equity') + 3;
  const out = new Float32Array(table.encoder.size);
  for (let seed = 1; seed <= 4; seed++) {
    table.reset(seed);
    const equities = new Map<number, number>();
    // Everybody is asked in turn and keeps or takes what lies there; each looks once.
    while (!table.over && equities.size < own.players) {
      table.observe(out, 0);
      if (table.view.round === 3) {
        equities.set(table.state.asked, out[equityAt]!);
        truth.reset();
        truth.update(table.state);
      }
      const mask = new Uint8Array(table.actions);
      table.mask(mask, 0);
      table.step(mask.lastIndexOf(1));
    }
    expect(equities.size, `seed ${seed}`).toBe(own.players);
    const byEquity = [...equities.keys()].sort((a, b) => equities.get(a)! - equities.get(b)!);
    const strengths = byEquity.map((seat) => truth.strengths[seat]!);
    expect(strengths, `seed ${seed}`).toEqual([...strengths].sort((a, b) => a - b));
  }
});
