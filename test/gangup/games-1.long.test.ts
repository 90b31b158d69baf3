import { expect, test } from 'vitest';
import { GANGUP_AGENTS } from '../../agents/gangup/entries.js';
import { GangupMatch } from '../../eval/gangup-play.js';
import { INFO, TURNS_MAX } from '../../src/gangup/index.js';
import { manyGamesTest } from './many-games.js';
import { checkConservation, configOf, OPTIONS } from './support.js';

manyGamesTest(0, 2);

test('R-FUEL is never reached by the scripts, and they end their games before the 200th turn', async () => {
  const scripts = GANGUP_AGENTS.filter(({ id, version }) => version !== undefined && id !== 'random').map(({ make }) =>
    make({}),
  );
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
