import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { headlessPlaythrough, livePlaythrough } from './playthrough.js';

/** Each file is a game in words. They change only when the rules, the deals or the notation change: say why in the commit. */
const PLAYTHROUGHS = {
  'gang-strict-3': () => headlessPlaythrough({ players: 3, length: 'heist' }, 7),
  'gang-ready-4': () => headlessPlaythrough({ players: 4, roundEnd: 'ready', takesMax: 2, length: 'heist' }, 11),
  'gang-strict-6': () => headlessPlaythrough({ players: 6, takesMax: 1, length: 'heist' }, 5),
  'gang-whole-game-3': () => headlessPlaythrough({ players: 3, takesMax: 0 }, 3),
  'gang-live-3': () => livePlaythrough({ players: 3, roundEnd: 'ready', length: 'heist' }, 2),
  'gang-live-strict-5': () => livePlaythrough({ players: 5, length: 'heist' }, 4),
};

describe('playthroughs', () => {
  for (const [name, play] of Object.entries(PLAYTHROUGHS)) {
    test(`${name}.txt is what happens`, () => {
      const file = new URL(`./${name}.txt`, import.meta.url);
      // UPDATE_GOLDEN=1 writes the files anew; read the difference before committing it.
      if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, play());
      expect(play()).toBe(readFileSync(file, 'utf8'));
    });
  }
});
