import { expect, test } from 'vitest';
import { script } from '../../agents/gangup/script.js';
import { ADVISOR, SCHEMER, type Temper } from '../../agents/gangup/temper.js';
import { worthOf } from '../../agents/gangup/worth.js';
import type { Session } from '../../src/core/agent.js';
import type { Action } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { GangupTable } from '../../src/env/gangup-table.js';
import { cardOf, DO, verbOf } from '../../src/gangup/actions.js';
import { designPack } from '../../src/gangup/design-pack.js';
import { generatePack } from '../../src/gangup/generate-pack.js';
import type { GangupConfig, GangupView } from '../../src/gangup/index.js';
import { configOf } from '../gangup/support.js';
import { reproducibly } from '../support/statistics.js';

/** Plays a game of the advisor against itself; `visit` also hears what `schemer` would do. */
function play(
  config: GangupConfig,
  seed: number,
  visit: (view: GangupView, own: Action, schemer: Action) => void,
): void {
  const session = (temper: Temper) => script('any', temper).open(config, 0, new Rng(seed)) as Session<GangupView>;
  const [advisor, schemer] = [session(ADVISOR), session(SCHEMER)];
  const table = new GangupTable(config);
  table.reset(seed);
  while (!table.over) {
    const { view, legal } = table;
    const own = advisor.act(view, legal, {}) as Action;
    visit(view, own, schemer.act(view, legal, {}) as Action);
    table.step(legal.toArray().indexOf(own));
  }
}

const HARBOUR = 'docs/examples/harbour.json';

test('with cards that people have made the network is told what schemer would do', () => {
  let decisions = 0;
  const tables = [
    { players: 2 },
    { players: 3, leaders: true, locations: true, expansion: true },
    { players: 5, expansion: true },
    { players: 4, packs: [HARBOUR], leaders: true, locations: true },
    { players: 3, packs: [designPack(3)] },
  ];
  for (const [i, input] of tables.entries()) {
    reproducibly(`table ${i}`, () => {
      play(configOf(input), 40 + i, (_view, own, schemer) => {
        expect(own).toBe(schemer);
        decisions++;
      });
    });
  }
  expect(decisions).toBeGreaterThan(1000);
});

test('gangsters that do their own gang more harm than good stay in the hand, where schemer places them', () => {
  let [shunned, placed] = [0, 0];
  for (let seed = 9_000_001; seed <= 9_000_006; seed++) {
    const config = configOf({ players: 3, packs: [generatePack(seed)] });
    reproducibly(`pack ${seed}`, () => {
      play(config, seed, (view, own, schemer) => {
        const { gangster } = worthOf(view.cards);
        if (verbOf(own) === DO.place) {
          expect(gangster[cardOf(own)]).toBeGreaterThan(0);
          placed++;
        }
        if (verbOf(schemer) === DO.place && gangster[cardOf(schemer)]! <= 0) shunned++;
      });
    });
  }
  expect(shunned).toBeGreaterThan(5);
  expect(placed).toBeGreaterThan(50);
});
