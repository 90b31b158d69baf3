import { describe, expect, test } from 'vitest';
import { Rng } from '../../../src/core/rng.js';
import { gang } from '../../../src/gang/game.js';
import type { GangState } from '../../../src/gang/state.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { HEIST } from '../../../src/gang/words.js';
import {
  checkDeluxeState,
  deluxeTable,
  eventsOf,
  legalAt,
  openQuestion,
  refuseAll,
  say,
  takeAll,
} from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

type Input = Parameters<typeof deluxeTable>[0];

/** The ids of the two specialists, as their owner's view tells them. */
function specialists(state: GangState, seat = 0): string[] {
  const own = viewToJson(viewFrom(state, seat)).deluxe!.own;
  return own.flatMap((text) => text.replace('specialists: ', '').split(', '));
}

/** A phone with the wanted specialist in it. */
function phoneWith(id: string, input: Input = {}): GangState {
  const state = deluxeTable({ active: ['burner-phone'], ...input });
  for (let seed = 0; ; seed++) {
    gang.setup(state, seed);
    if (specialists(state).includes(id)) return state;
  }
}

function numberOf(state: GangState, id: string): number {
  return state.plan.modifiers.find((m) => m.id === id)!.number;
}

function reveal(state: GangState, id: string): void {
  say(state, 0, `use specialist ${numberOf(state, id)}`);
}

describe('Burner Phone', () => {
  test('holds two random specialists, which only its owner knows (R-BURNER)', () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 60; seed++) {
      const state = deluxeTable({ active: ['burner-phone'] }, seed);
      const two = specialists(state);
      expect(new Set(two).size).toBe(2);
      for (const id of two) seen.add(id);
      expect(legalAt(state, 0)).toEqual(['no', ...two.map((id) => `use specialist ${numberOf(state, id)}`)]);
      expect(viewToJson(viewFrom(state, 1)).deluxe).toMatchObject({
        own: [],
        prompt: null,
        toolsUsed: [null, null, null, null],
      });
    }
    expect(seen.size).toBe(10);
    const state = deluxeTable({ active: ['burner-phone'] });
    const events = eventsOf((sink) => gang.setup(state, 3, sink));
    expect(events.filter((e) => e.type === 'specialists')).toEqual([
      { type: 'specialists', to: 1, seat: 0, cards: specialists(state) },
    ]);
  });

  test('one that asks all is proposed from the window in which it was revealed', () => {
    const state = phoneWith('hacker');
    reveal(state, 'hacker');
    expect(openQuestion(state)).toEqual({ by: 'hacker', seats: [0, 1, 2, 3] });
    for (let s = 0; s < 4; s++) say(state, s, 'not now');
    expect(openQuestion(state)).toBeNull();
    expect(viewToJson(viewFrom(state, 2)).deluxe).toMatchObject({ active: ['hacker'] });
    takeAll(state, [1, 2, 3, 4]);
    for (let s = 0; s < 4; s++) say(state, s, 'propose seat 1');
    say(state, 1, legalAt(state, 1)[0]!);
    expect(openQuestion(state)).toBeNull();
    checkDeluxeState(state);
  });

  test('also in the last window, with all that it asks', () => {
    const state = phoneWith('hacker');
    for (let round = 0; round < 4; round++) {
      say(state, 0, 'no');
      takeAll(state, [1, 2, 3, 4]);
    }
    reveal(state, 'hacker');
    for (let s = 0; s < 4; s++) say(state, s, 'propose seat 2');
    expect(openQuestion(state)).toEqual({ by: 'hacker', seats: [2] });
    say(state, 2, legalAt(state, 2)[0]!);
    expect(gang.isOver(state)).toBe(true);
  });

  test('one that works after the deal works when it is revealed', () => {
    const state = phoneWith('investor');
    takeLater(state, 'investor');
    expect(viewToJson(viewFrom(state, 3)).deluxe!.facts).toHaveLength(4);
    const passing = phoneWith('coordinator');
    takeLater(passing, 'coordinator');
    expect(openQuestion(passing)!.by).toBe('coordinator');
    refuseAll(passing);
    expect([...passing.pocketCount]).toEqual([2, 2, 2, 2]);
    checkDeluxeState(passing);
  });

  test('is active in this heist only, then both go to the box (R-BURNER)', () => {
    const state = phoneWith('muscle', { length: 'game', mode: 'advanced', stacks: 'numbered' });
    const two = specialists(state);
    const inStack = (): number[] => [...state.stack.subarray(10)].filter((number) => number > 0);
    expect(inStack()).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((n) => !two.some((id) => numberOf(state, id) === n)),
    );
    reveal(state, 'muscle');
    while (state.info[HEIST] === 0) {
      refuseAll(state);
      takeAll(state, [1, 2, 3, 4]);
    }
    expect(viewToJson(viewFrom(state, 1)).deluxe!.active).not.toContain('muscle');
    expect(inStack().some((n) => n === numberOf(state, 'muscle'))).toBe(false);
    refuseAll(state);
    expect(openQuestion(state)).toBeNull();
  });

  test('a stack in use shows that two are missing, not which: imagined worlds keep what each knows (R-IMAGINE)', () => {
    const state = deluxeTable({ tools: true, players: 10, mode: 'advanced', stacks: 'numbered', length: 'game' }, 2);
    const owner = state.tool.indexOf(state.plan.indexOf('burner-phone'));
    expect(owner).toBeGreaterThanOrEqual(0);
    const mine = specialists(state, owner).map((id) => numberOf(state, id));
    const world = gang.createState(state.config);
    const missing = new Set<string>();
    for (let i = 0; i < 40; i++) {
      for (const seat of [owner, (owner + 1) % 10]) {
        gang.imagine(viewFrom(state, seat), new Rng(i), world);
        const stack = [...world.stack.subarray(10)].filter((n) => n > 0);
        expect(stack).toHaveLength(8);
        expect([...stack].sort((a, b) => a - b)).toEqual(stack);
        const phone = world.tool.indexOf(world.plan.indexOf('burner-phone'));
        const two = specialists(world, phone).map((id) => numberOf(state, id));
        expect([...stack, ...two].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        if (seat === owner) expect([phone, two]).toEqual([owner, mine]);
        else missing.add(two.join());
      }
    }
    expect(missing.size).toBeGreaterThan(15);
  });
});

/** Refuses in Round 1 and reveals in Round 2. */
function takeLater(state: GangState, id: string): void {
  say(state, 0, 'no');
  takeAll(state, [1, 2, 3, 4]);
  reveal(state, id);
}
