import { expect, test } from 'vitest';
import { reproducibly } from '../support/statistics.js';
import { generatedPacksTest } from './generated-packs.js';
import { checkConservation, configOf, OPTIONS, playRandom } from './support.js';

generatedPacksTest(1000, 200);

test('10,000 random games of every option and number of players', { timeout: 3_600_000 }, () => {
  let games = 0;
  for (let seed = 0; games < 10_000; seed++) {
    for (const options of OPTIONS) {
      for (let players = 2; players <= 5; players++, games++) {
        const input = { players, ...options, crimeNeedsStatus: seed % 5 !== 0 };
        reproducibly(`${JSON.stringify(input)} seed ${seed}`, () => {
          checkConservation(playRandom(configOf(input), 10_000 + seed, checkConservation).state);
        });
      }
    }
  }
  expect(games).toBeGreaterThanOrEqual(10_000);
});
