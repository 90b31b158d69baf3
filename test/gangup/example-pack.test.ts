import { expect, test } from 'vitest';
import { checkPacks } from '../../src/cli/cards-run.js';
import { unwrap } from '../../src/core/errors.js';
import { cardsOf, INFO, parseGangupConfig } from '../../src/gangup/index.js';
import { playRandom } from './support.js';

const HARBOUR = 'docs/examples/harbour.json';

test('the example pack is sound: every text is what its card does, and no action pays for itself', () => {
  expect(checkPacks([HARBOUR])).toEqual([{ file: HARBOUR, cards: 68, errors: [], notes: [] }]);
});

test('games with the example pack alone end at every number of players, with all options', () => {
  for (let players = 2; players <= 5; players++) {
    const config = unwrap(parseGangupConfig({ players, leaders: true, locations: true, packs: [HARBOUR] }));
    expect(cardsOf(config).count).toBe(68);
    const { state } = playRandom(config, 60 + players);
    expect(state.info[INFO.over], `${players} players`).toBe(1);
  }
});
