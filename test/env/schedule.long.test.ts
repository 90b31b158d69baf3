import { expect, test } from 'vitest';
import { Rng } from '../../src/core/rng.js';
import { HeadlessGangState, headlessGang } from '../../src/env/schedule.js';
import { gangConfig } from '../support/gang-tables.js';
import { reproducibly } from '../support/statistics.js';
import { BEHAVIOURS, castings, compareHeist, TABLES } from './heist-simulation.js';

test('R-HEADLESS: twenty heists of every casting at every table go as the reference says, within 2·N·takesMax + N moves', () => {
  for (const input of TABLES) {
    const config = gangConfig(input);
    const state = new HeadlessGangState(config);
    castings(config.players).forEach((names, k) => {
      for (let seed = 0; seed < 20; seed++) {
        reproducibly(`${JSON.stringify(input)} seats ${names.join()} seed ${seed}`, () => {
          headlessGang.setup(state, 1000 * k + seed);
          const behaviours = names.map((name) => BEHAVIOURS[name]);
          for (const count of compareHeist(state, behaviours, new Rng(seed, k))) {
            expect(count).toBeLessThanOrEqual(2 * config.players * config.takesMax + config.players);
          }
        });
      }
    });
  }
});
