import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { describeEvent, gangup, INFO, PROMPTS } from '../../src/gangup/index.js';
import { configOf, FIXTURE } from '../gangup/support.js';

/** A game in words: what is asked, what may be done, what is done, what happens and who sees it. */
function playthrough(input: object, seed: number): string {
  const config = configOf({ packs: FIXTURE, ...input });
  const state = gangup.createState(config);
  const view = gangup.createView(config);
  const legal = new ActionList();
  const rng = new Rng(seed, 9);
  const lines = [`# ${JSON.stringify(input)} seed ${seed}`];
  const sink: Parameters<typeof gangup.setup>[2] = (event) => {
    const seats = event.to === undefined ? [] : [0, 1, 2, 3, 4].filter((s) => (event.to! >> s) & 1);
    lines.push(
      `  ${describeEvent(state.cards, event)}${seats.length === 0 ? '' : ` (for seats ${seats.join(', ')} only)`}`,
    );
  };
  gangup.setup(state, seed, sink);
  for (let step = 0; step < 160 && !gangup.isOver(state); step++) {
    const seat = state.info[INFO.promptSeat]!;
    gangup.view(state, seat, view);
    gangup.legal(state, seat, legal);
    const words = legal.toArray().map((code) => gangup.formatAction(view, code));
    const pick = rng.below(legal.length);
    lines.push(`seat ${seat}, ${PROMPTS[state.info[INFO.prompt]!]}: ${words.join(' | ')}`);
    lines.push(`> ${words[pick]}`);
    gangup.apply(state, seat, legal.at(pick), sink);
  }
  lines.push(`status: ${[...state.status].join(' ')}`);
  return `${lines.join('\n')}\n`;
}

const PLAYTHROUGHS = {
  'gangup-base-2': () => playthrough({ players: 2 }, 7),
  'gangup-all-3': () => playthrough({ players: 3, leaders: true, locations: true, expansion: true }, 11),
};

describe('playthroughs of Gang Up!', () => {
  for (const [name, play] of Object.entries(PLAYTHROUGHS)) {
    test(`${name}.txt is what happens`, () => {
      const file = new URL(`./${name}.txt`, import.meta.url);
      // UPDATE_GOLDEN=1 writes the files anew; read the difference before committing it.
      if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, play());
      expect(play()).toBe(readFileSync(file, 'utf8'));
    });
  }
});
