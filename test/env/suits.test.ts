import { expect, it } from 'vitest';
import { Rng } from '../../src/core/rng.js';
import { computeViewFeatures, FEATURES, ObservationEncoder } from '../../src/env/gang-encode.js';
import { GangTable } from '../../src/env/gang-table.js';
import { gang } from '../../src/gang/game.js';
import type { GangView } from '../../src/gang/state.js';
import { sameWords } from '../support/arrays.js';
import { gangConfig } from '../support/gang-tables.js';

/** Every way to rename the four suits. */
const RENAMINGS = [0, 1, 2, 3]
  .flatMap((a) => [0, 1, 2, 3].flatMap((b) => [0, 1, 2, 3].map((c) => [a, b, c, 6 - a - b - c])))
  .filter((suits) => new Set(suits).size === 4 && suits.every((s) => s >= 0 && s < 4));

function rename(cards: Int32Array, suits: readonly number[]): void {
  for (let i = 0; i < cards.length; i++) if (cards[i]! >= 0) cards[i] = (cards[i]! & ~3) | suits[cards[i]! & 3]!;
}

/** What a seat's network is shown, all of it computed from the view. */
function observed(view: GangView, encoder: ObservationEncoder): Float32Array {
  const features = new Float32Array(FEATURES);
  computeViewFeatures(view, features);
  const out = new Float32Array(encoder.size);
  encoder.encode(view, features, 0, out, 0);
  return out;
}

it('suits have no names in an observation: whichever way they are swapped, a network sees the same', () => {
  expect(RENAMINGS).toHaveLength(24);
  const table = new GangTable(gangConfig({ players: 4, length: 'heist' }));
  const encoder = new ObservationEncoder('full', 4);
  const rng = new Rng(1);
  const seen = new Set<number>();
  for (let seed = 0; seed < 12; seed++) {
    table.reset(seed);
    while (!table.over) {
      gang.view(table.state.game, table.seat, table.view);
      const { view } = table;
      // Not every decision and not every renaming each time: flops and turns are slow to evaluate.
      if (rng.below(6) === 0) {
        const before = observed(view, encoder);
        seen.add(view.round);
        const suits = RENAMINGS[1 + rng.below(23)]!;
        rename(view.pocket, suits);
        rename(view.board, suits);
        sameWords(observed(view, encoder), before);
      }
      const mask = new Uint8Array(table.actions);
      table.mask(mask, 0);
      const legal = [...mask.keys()].filter((index) => mask[index] === 1);
      table.step(legal[rng.below(legal.length)]!);
    }
  }
  expect([...seen].sort()).toEqual([0, 1, 2, 3]);
});

it('but a pocket whose suits alone are swapped may be worth more or less', () => {
  const table = new GangTable(gangConfig({ players: 4, length: 'heist' }));
  const encoder = new ObservationEncoder('full', 4);
  let changed = 0;
  for (let seed = 0; seed < 10; seed++) {
    table.reset(seed);
    gang.view(table.state.game, table.seat, table.view);
    const before = observed(table.view, encoder);
    table.view.pocket[0] = table.view.pocket[0]! ^ 1;
    const after = observed(table.view, encoder);
    if (after.some((x, i) => x !== before[i])) changed++;
  }
  expect(changed).toBeGreaterThan(0);
});
