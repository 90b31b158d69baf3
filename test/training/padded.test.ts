import { describe, expect, it } from 'vitest';
import { BaseEncoder } from '../../agents/deluxe/base-encode.js';
import { NetSeat } from '../../agents/deluxe/net-seat.js';
import { PaddedEncoder } from '../../agents/padded/encode.js';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { PaddedActions, paddedLayout, paddedSeats } from '../../src/env/gang-padded.js';
import { paddedTruthLayout, TrueHands } from '../../src/env/gang-truth.js';
import { headlessGang, legalHeadless } from '../../src/env/schedule.js';
import { type GangConfig, parseGangConfig } from '../../src/gang/config.js';
import { gang } from '../../src/gang/game.js';
import { GangView } from '../../src/gang/state.js';
import { GangDeluxeEnv, type GangDeluxeEnvSpec } from '../../training/gang-deluxe-env.js';
import { rearrangeDeluxe } from '../support/gang-deluxe.js';

const FEW: GangDeluxeEnvSpec['tables'] = [
  { players: 4, variant: 'omaha' },
  { players: 3, variant: 'bananaSplit' },
  { players: 5, mode: 'professional' },
  { players: 6, active: ['blackout', 'mastermind'] },
];
const MANY: GangDeluxeEnvSpec['tables'] = [{ players: 7, exitChips: 0 }, { players: 9 }, { players: 10 }];

function config(input: object): GangConfig {
  const read = parseGangConfig({ length: 'heist', ...input });
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

function legalAt(env: GangDeluxeEnv, i: number): number[] {
  const mask = env.mask.subarray(i * env.actions, (i + 1) * env.actions);
  return [...mask.keys()].filter((a) => mask[a] === 1);
}

function randomActs(env: GangDeluxeEnv, rng: Rng): Int32Array {
  return Int32Array.from({ length: env.count }, (_, i) => {
    const legal = legalAt(env, i);
    return legal[rng.below(legal.length)]!;
  });
}

describe.each([
  ['three to six', FEW],
  ['seven to ten', MANY],
])('tables of %s players, whatever they play', (_, tables) => {
  it('observations are what the layouts say, and every decision is one: there are two legal acts', () => {
    const env = new GangDeluxeEnv({ tables, readyShare: 1 }, tables.length);
    const padded = paddedSeats(tables[0]!.players);
    const rng = new Rng(1);
    env.reset(3);
    for (let step = 0; step < 30; step++) {
      for (let i = 0; i < env.count; i++) {
        paddedLayout(padded).check(env.obs, i * env.obsSize);
        paddedTruthLayout(padded).check(env.priv, i * env.privSize);
        expect(legalAt(env, i).length).toBeGreaterThan(1);
      }
      env.step(randomActs(env, rng));
    }
  });

  it('go on exactly where they were saved', () => {
    const spec = { tables, pool: 8 };
    const env = new GangDeluxeEnv(spec, tables.length);
    const rng = new Rng(2);
    env.reset(4);
    for (let step = 0; step < 30; step++) env.step(randomActs(env, rng));
    const again = new GangDeluxeEnv(spec, tables.length);
    again.load(env.save());
    for (let step = 0; step < 30; step++) {
      expect(again.obs).toEqual(env.obs);
      expect(again.priv).toEqual(env.priv);
      expect(again.mask).toEqual(env.mask);
      const acts = randomActs(env, rng);
      env.step(acts);
      again.step(acts);
      expect(again.rewards).toEqual(env.rewards);
    }
    expect(() => again.load(new Uint8Array(8))).toThrow(RangeError);
  });
});

describe.each([...FEW, ...MANY])('a padded seat at %j', (input) => {
  const own = config(input);
  const padded = paddedSeats(own.players);
  const actions = new PaddedActions(padded);

  /** Plays a heist at random; `look` sees each decision about chips. */
  function play(seed: number, look: (seat: number, view: GangView, legal: ActionList) => void) {
    const state = headlessGang.createState(own);
    const view = new GangView(own);
    const legal = new ActionList();
    const seats = Array.from({ length: own.players }, () => new NetSeat());
    const rng = new Rng(seed);
    headlessGang.setup(state, seed);
    while (!headlessGang.isOver(state)) {
      const { asked } = state;
      gang.view(state.game, asked, view);
      legalHeadless(state, asked, legal);
      let action = seats[asked]!.answer(view, legal);
      if (action < 0) {
        look(asked, view, legal);
        action = legal.at(rng.below(legal.length));
      }
      headlessGang.apply(state, asked, action);
    }
    return state;
  }

  it('has an index of its own for each legal act, which leads back to it', () => {
    const encoder = new PaddedEncoder(padded, own);
    play(5, (seat, view, legal) => {
      encoder.rows.fill(view, seat);
      const indices = legal.toArray().map((action) => actions.indexOf(encoder.rows, action));
      expect(new Set(indices).size).toBe(legal.length);
      expect(indices.map((index) => actions.actionAt(view, encoder.rows, index))).toEqual(legal.toArray());
    });
  });
});

describe('what nobody is shown', () => {
  it.each([
    { players: 4, variant: 'stud' },
    { players: 5, variant: 'bananaSplit' },
    { players: 9 },
    { players: 5, mode: 'advanced' },
  ])('cards that a seat does not see change nothing in its observation at %j', (input) => {
    const own = config(input);
    const padded = paddedSeats(own.players);
    const state = headlessGang.createState(own);
    const other = gang.createState(own);
    const view = new GangView(own);
    const legal = new ActionList();
    const rng = new Rng(7);
    const seen = (): Float32Array => {
      // Everything afresh: nothing that was seen before may stand in for what is seen now.
      const seat = new NetSeat();
      const encoder = new PaddedEncoder(padded, own);
      const out = new Float32Array(encoder.size);
      seat.look(view);
      encoder.encode(view, seat.sight, out, 0);
      if (own.players > 6) return out;
      const base = new BaseEncoder('full', own.players);
      const both = new Float32Array(out.length + base.size);
      both.set(out);
      base.encode(view, seat.sight, both, out.length);
      return both;
    };
    headlessGang.setup(state, 12);
    let looked = 0;
    while (!headlessGang.isOver(state)) {
      const { asked } = state;
      gang.view(state.game, asked, view);
      legalHeadless(state, asked, legal);
      if (new NetSeat().answer(view, legal) < 0 && rng.below(4) === 0) {
        const before = seen();
        gang.copy(state.game, other);
        rearrangeDeluxe(other, asked, rng);
        gang.view(other, asked, view);
        expect(seen()).toEqual(before);
        looked++;
      }
      headlessGang.apply(state, asked, legal.at(rng.below(legal.length)));
    }
    expect(looked).toBeGreaterThan(3);
  });

  it.each([
    { players: 4, variant: 'omaha' },
    { players: 5, variant: 'stud' },
    { players: 6, variant: 'bananaSplit' },
    { players: 10 },
  ])('the critic knows from the deal on how the hands will stand at %j', (input) => {
    const own = config(input);
    const truth = new TrueHands(own);
    for (let seed = 1; seed <= 8; seed++) {
      const state = headlessGang.createState(own);
      const legal = new ActionList();
      const rng = new Rng(seed);
      headlessGang.setup(state, seed);
      truth.reset();
      truth.update(state);
      const foretold = [...truth.strengths];
      while (!headlessGang.isOver(state)) {
        legalHeadless(state, state.asked, legal);
        headlessGang.apply(state, state.asked, legal.at(rng.below(legal.length)));
      }
      for (let s = 0; s < own.players; s++) {
        const shown = state.game.pastStrength[s]!;
        if (shown >= 0) expect(foretold[s], `seed ${seed}, seat ${s}`).toBe(shown);
      }
    }
  });
});
