import { expect, test } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { NOT_NOW } from '../../src/gang/actions.js';
import { gang } from '../../src/gang/game.js';
import { TRIES_MAX, triesOfLastWorld } from '../../src/gang/imagine-deluxe.js';
import { PROMPT_BY } from '../../src/gang/state.js';
import { deluxeTable } from '../support/gang-deluxe.js';

/** All specialists that tell facts or move cards. */
const TELLERS = ['getaway-driver', 'investor', 'mastermind', 'hacker', 'coordinator', 'math-whiz', 'con-artist'];
/** Deals for one world that these views have never come near, far below the bound. */
const PLENTY = TRIES_MAX / 8;

test('a world is found within the bound of tries, by far, at ten seats where every specialist has told (R-IMAGINE)', () => {
  const state = deluxeTable({ players: 10, active: TELLERS }, 3);
  const view = gang.createView(state.config);
  const world = gang.createState(state.config);
  const list = new ActionList();
  const rng = new Rng(5);
  let worlds = 0;
  let most = 0;
  for (let step = 0; step < 90 && !gang.isOver(state); step++) {
    const seat = 31 - Math.clz32(gang.actors(state));
    gang.legal(state, seat, list);
    // Proposals agree: everybody names the same.
    const asks = state.flow[PROMPT_BY] !== 0;
    const proposals = list.toArray().filter((action) => action !== NOT_NOW);
    const action = asks ? proposals[0]! : list.at(rng.below(list.length));
    gang.apply(state, seat, action);
    if (step % 30 !== 29) continue;
    gang.view(state, step % 10, view);
    gang.imagine(view, rng, world);
    worlds++;
    most = Math.max(most, triesOfLastWorld());
  }
  expect(worlds).toBe(3);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThan(PLENTY);
});
