import { describe, expect, it } from 'vitest';
import { greedy, greedyAct } from '../../agents/greedy.js';
import type { Session } from '../../src/core/agent.js';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { KEEP, takeAction } from '../../src/gang/actions.js';
import type { GangView } from '../../src/gang/state.js';
import { viewOfSpot } from '../support/gang-views.js';

/** Take the chip with so many stars from a seat, or from the centre. */
const take = (stars: number, from = -1): number => takeAction(stars - 1, from);

describe('greedy aims at star 1 + min(N − 1, ⌊e·N⌋)', () => {
  for (const [players, equity, star] of [
    [3, 0, 1],
    [3, 0.333, 1],
    [3, 0.334, 2],
    [4, 0.2499, 1],
    [4, 0.25, 2],
    [4, 0.5, 3],
    [4, 0.75, 4],
    [4, 1, 4],
    [5, 0.6, 4],
    [5, 0.599, 3],
    [6, 0.5, 4],
    [6, 0.9, 6],
    [6, 1, 6],
  ] as const) {
    it(`${players} players, equity ${equity}: ${star}`, () => {
      expect(greedyAct(viewOfSpot({ players }), equity)).toBe(take(star));
    });
  }

  it('with the equity of its own cards on the board so far', () => {
    const session = greedy.open({}, 0, new Rng(1)) as Session<GangView>;
    const act = (pocket: string, board: string): unknown =>
      session.act(viewOfSpot({ players: 4, pocket, board }), new ActionList(), {});
    expect(act('Ah As', '')).toBe(take(4)); // 0.852
    expect(act('3h 2d', '')).toBe(take(2)); // 0.323
    expect(act('3h 2d', 'Ac Kd Qs')).toBe(take(1));
    expect(act('3h 2d', '3c 3d 2s')).toBe(take(4));
    expect(act('3h 2d', 'Ac Ad As Ah Ks')).toBe(take(3)); // the board plays, all tie: e = ½
  });
});

describe('while fewer than 2N chips have moved and it has takes left', () => {
  it('takes its target from the centre', () => {
    expect(greedyAct(viewOfSpot({ players: 4 }), 0.6)).toBe(take(3));
  });

  it('takes its target from another seat', () => {
    expect(greedyAct(viewOfSpot({ players: 4, stars: [0, 0, 3, 0], moves: 1 }), 0.6)).toBe(take(3, 2));
  });

  it('swaps its own chip for its target', () => {
    expect(greedyAct(viewOfSpot({ players: 4, stars: [2, 0, 0, 3], moves: 2 }), 0.6)).toBe(take(3, 3));
  });

  it('keeps its target when it holds it', () => {
    expect(greedyAct(viewOfSpot({ players: 4, stars: [3, 0, 0, 0], moves: 1 }), 0.6)).toBe(KEEP);
  });

  it('still does after 2N − 1 moves, and no longer after 2N', () => {
    const spot = { players: 4, stars: [2, 0, 0, 3] };
    expect(greedyAct(viewOfSpot({ ...spot, moves: 7 }), 0.6)).toBe(take(3, 3));
    expect(greedyAct(viewOfSpot({ ...spot, moves: 8 }), 0.6)).toBe(KEEP);
  });

  it('still does with its last take', () => {
    const spot = { players: 4, stars: [0, 3, 0, 0], moves: 1 };
    expect(greedyAct(viewOfSpot({ ...spot, takes: [3] }), 0.6)).toBe(take(3, 1));
    expect(greedyAct(viewOfSpot({ ...spot, takes: [4] }), 0.6)).not.toBe(take(3, 1));
  });
});

describe('afterwards', () => {
  const late = { players: 6, moves: 12 };

  it('keeps the star it has, though another is its target', () => {
    expect(greedyAct(viewOfSpot({ ...late, stars: [1, 0, 0, 0, 0, 0] }), 0.99)).toBe(KEEP);
    expect(greedyAct(viewOfSpot({ players: 6, moves: 1, takes: [4], stars: [1, 0, 0, 0, 0, 0] }), 0.99)).toBe(KEEP);
  });

  it('without a star takes its target when that is free', () => {
    expect(greedyAct(viewOfSpot(late), 0.5)).toBe(take(4));
  });

  it('else the free chip nearest to it', () => {
    // Target 4; 1, 2 and 6 are free.
    expect(greedyAct(viewOfSpot({ ...late, stars: [0, 3, 4, 5, 0, 0] }), 0.5)).toBe(take(2)); // 2 and 6 are as near
    // Target 4; 1 and 6 are free.
    expect(greedyAct(viewOfSpot({ ...late, stars: [0, 2, 3, 4, 5, 0] }), 0.5)).toBe(take(6));
  });

  it('the lower of two that are as near', () => {
    expect(greedyAct(viewOfSpot({ ...late, stars: [0, 4, 0, 0, 0, 0] }), 0.5)).toBe(take(3)); // 3 and 5
  });

  it('does the same with no takes left, when only the centre is open', () => {
    const spot = { players: 4, moves: 5, takes: [4], stars: [0, 4, 3, 0] };
    expect(greedyAct(viewOfSpot(spot), 0.9)).toBe(take(2));
    expect(greedyAct(viewOfSpot({ players: 4, config: { takesMax: 0 } }), 0.9)).toBe(take(4));
  });
});
