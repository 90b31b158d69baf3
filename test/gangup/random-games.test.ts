import { expect, test } from 'vitest';
import { DECISIONS_PER_TURN } from '../../src/gangup/game.js';
import { reproducibly } from '../support/statistics.js';
import { checkConservation, configOf, OPTIONS, playRandom } from './support.js';

test('random games of every option and number of players end, and no card is ever lost', () => {
  let games = 0;
  let decisions = 0;
  for (const options of OPTIONS) {
    for (let players = 2; players <= 5; players++) {
      for (let seed = 0; seed < 4; seed++) {
        const input = { players, ...options };
        reproducibly(`${JSON.stringify(input)} seed ${seed}`, () => {
          const end = playRandom(configOf(input), seed, checkConservation);
          checkConservation(end.state);
          expect(end.longestTurn).toBeLessThan(DECISIONS_PER_TURN / 10);
          decisions += end.decisions;
          games++;
        });
      }
    }
  }
  expect(games).toBe(128);
  expect(decisions).toBeGreaterThan(10_000);
});
