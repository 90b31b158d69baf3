import { describe, expect, test } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { type HeadlessGangState, headlessGang } from '../../src/env/schedule.js';
import { GangView, OVER } from '../../src/gang/state.js';
import { viewToJson } from '../../src/gang/view-json.js';
import { sameWords } from '../support/arrays.js';
import { playDeluxe, seatScripts } from '../support/deluxe-play.js';
import { checkDeluxeState, randomConfig } from '../support/gang-deluxe.js';
import { reproducibly } from '../support/statistics.js';

/** Plays one headless game of a random configuration; `look` sees each decision. */
function playRandom(seed: number, look: (state: ReturnType<typeof headlessGang.createState>, step: number) => void) {
  const rng = new Rng(seed, 5);
  const config = randomConfig(rng);
  const state = headlessGang.createState(config);
  const legal = new ActionList();
  headlessGang.setup(state, seed);
  let step = 0;
  for (; state.game.info[OVER] === 0; step++) {
    if (step > headlessGang.decisionsMax(config)) throw new Error(`more than ${step} decisions`);
    look(state, step);
    headlessGang.legal(state, state.asked, legal);
    if (legal.length === 0) throw new Error('the seat that is asked has nothing to do');
    headlessGang.apply(state, state.asked, legal.at(rng.below(legal.length)));
  }
  return state;
}

describe('headless games of random configurations', () => {
  test('end within decisionsMax, with every card and chip in one place at each step', () => {
    for (let seed = 0; seed < 100; seed++) {
      reproducibly(`seed ${seed}`, () => {
        const end = playRandom(seed, (state) => checkDeluxeState(state.game));
        checkDeluxeState(end.game);
      });
    }
  });

  test('are played by the scripts beside stubborn seats, whatever is asked: votes, proposals, cards', () => {
    for (let seed = 0; seed < 4; seed++) {
      reproducibly(`seed ${seed}`, () => {
        const rng = new Rng(seed, 7);
        const config = { ...randomConfig(rng), length: 'heist' as const };
        const look = ({ game }: HeadlessGangState): void => checkDeluxeState(game);
        playDeluxe(config, seed, rng, look, undefined, seatScripts(config, rng));
      });
    }
  });

  test('can be imagined from every seat that is asked: the same view, a world that keeps the laws, the same options', () => {
    for (let seed = 0; seed < 6; seed++) {
      reproducibly(`seed ${seed}`, () => {
        const rng = new Rng(seed, 6);
        const real = new ActionList();
        const imagined = new ActionList();
        playRandom(seed, (state, step) => {
          if (step % 5 !== 0) return;
          const view = new GangView(state.config);
          headlessGang.view(state, state.asked, view);
          const world = headlessGang.createState(state.config);
          headlessGang.imagine(view, rng, world);
          const again = new GangView(state.config);
          headlessGang.view(world, state.asked, again);
          expect(viewToJson(again)).toEqual(viewToJson(view));
          sameWords(again.words, view.words, `step ${step}`);
          checkDeluxeState(world.game);
          headlessGang.legal(state, state.asked, real);
          headlessGang.legal(world, state.asked, imagined);
          expect(imagined.toArray()).toEqual(real.toArray());
        });
      });
    }
  });
});
