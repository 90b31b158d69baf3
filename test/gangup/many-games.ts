import { expect, test } from 'vitest';
import { DECISIONS_PER_TURN } from '../../src/gangup/game.js';
import { reproducibly } from '../support/statistics.js';
import { checkConservation, configOf, OPTIONS, playRandom } from './support.js';

/** 10,000 games in all, each under every option and number of players in turn; this part plays every `parts`-th seed. */
export function manyGamesTest(part: number, parts: number): void {
  test(`10,000 random games of every option and number of players, part ${part + 1} of ${parts}`, () => {
    let games = 0;
    for (let seed = part; games < 10_000 / parts; seed += parts) {
      for (const options of OPTIONS) {
        for (let players = 2; players <= 5; players++, games++) {
          const input = { players, ...options, crimeNeedsStatus: seed % 5 !== 0 };
          reproducibly(`${JSON.stringify(input)} seed ${seed}`, () => {
            const end = playRandom(configOf(input), 10_000 + seed, checkConservation);
            checkConservation(end.state);
            expect(end.longestTurn).toBeLessThan(DECISIONS_PER_TURN / 10);
          });
        }
      }
    }
    expect(games).toBeGreaterThanOrEqual(10_000 / parts);
  });
}
