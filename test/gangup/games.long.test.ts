import { expect, test } from 'vitest';
import { GANGUP_AGENTS } from '../../agents/gangup/entries.js';
import { GangupMatch } from '../../eval/gangup-play.js';
import { INFO, TURNS_MAX } from '../../src/gangup/index.js';
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

test('R-FUEL is never reached by the scripts, and they end their games before the 200th turn', async () => {
  const scripts = GANGUP_AGENTS.filter(({ id }) => id !== 'random' && id !== 'ismcts').map(({ make }) => make({}));
  let plays = 0;
  let most = 0;
  for (let game = 0; game < 400; game++) {
    const input = { players: 2 + (game % 4), ...OPTIONS[Math.floor(game / 4) % 8] };
    const match = new GangupMatch(configOf(input));
    const seats = Array.from({ length: input.players }, (_, s) => scripts[(game + s * 3) % scripts.length]!);
    const where = `${JSON.stringify(input)} game ${game}`;
    await match.play(seats, game, {
      event: (event, state) => {
        if (event.type === 'fuel') throw new Error(`${where}: seat ${event.seat} has made all its plays`);
        if (event.type === 'play') plays++;
        most = Math.max(most, ...state.plays);
      },
    });
    checkConservation(match.state);
    expect(match.state.info[INFO.turn], where).toBeLessThan(TURNS_MAX);
  }
  expect(plays).toBeGreaterThan(1000);
  expect(most).toBeLessThan(24);
});
