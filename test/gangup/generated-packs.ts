import { expect, test } from 'vitest';
import { Rng } from '../../src/core/rng.js';
import { generatePack } from '../../src/gangup/generate-pack.js';
import { cardText, gangup, readPack } from '../../src/gangup/index.js';
import { reproducibly } from '../support/statistics.js';
import { checkConservation, configOf, playRandom } from './support.js';

/** The engine survives made-up cards: no crash, no stuck prompt, cards conserved, worlds imagined. */
export function generatedPacksTest(
  from: number,
  count: number,
  make: (seed: number) => object = generatePack,
  kind = 'generated packs of random valid effects',
): void {
  test(`${count} ${kind} can be played to the end`, () => {
    let games = 0;
    for (let seed = from; seed < from + count; seed++) {
      reproducibly(`pack ${seed}`, () => {
        const pack = make(seed);
        const read = readPack(pack, 'made up');
        if (!read.ok) throw new Error(read.error.map((e) => `${e.path} ${e.message}`).join('\n'));
        for (const card of read.value.cards) expect(typeof cardText(card)).toBe('string');
        for (let game = 0; game < 2; game++) {
          const players = 2 + ((seed + game) % 4);
          const config = configOf({ players, leaders: true, locations: true, packs: [pack], jailStart: 1 });
          const world = gangup.createState(config);
          const view = gangup.createView(config);
          const end = playRandom(config, seed * 7 + game, (state, _legal, step) => {
            checkConservation(state);
            if (step % 20 !== 0) return;
            const seat = step % players;
            gangup.view(state, seat, view);
            gangup.imagine(view, new Rng(seed, step), world);
            checkConservation(world);
          });
          checkConservation(end.state);
          games++;
        }
      });
    }
    expect(games).toBe(2 * count);
  });
}
