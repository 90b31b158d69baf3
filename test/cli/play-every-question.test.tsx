import { expect, test } from 'vitest';
import { PROMPT_KINDS, PURPOSES } from '../../src/gang/prompts.js';
import { type Played, pressKeys } from '../support/press-keys.js';

/** Tables at which everything that can be asked is asked, each with its seed. */
const TABLES = [
  [{ players: 3, variant: 'voteOfChange', active: ['coordinator'] }, 3],
  [{ players: 4, jokers: true, active: ['night-vision'] }, 7],
  [{ players: 4, active: ['burner-phone'] }, 3],
  [{ players: 10, active: ['earpiece', 'retina-scan'] }, 2],
  [{ players: 10, active: ['smoke-grenade', 'informant'] }, 1],
  [{ players: 9, active: ['backdoor-key'] }, 2],
  [{ players: 4, exitChips: 2 }, 9],
  [{ players: 4, dealer: 1 }, 2],
  [{ players: 3, dealer: 3, length: 'game' }, 2],
] as const;

test('whatever is asked is on the screen, and whatever is legal has keys', async () => {
  const all: Played = { asked: new Set(), done: new Set() };
  for (const [table, seed] of TABLES) {
    const { asked, done } = await pressKeys(table, seed);
    for (const one of asked) all.asked.add(one);
    for (const one of done) all.done.add(one);
  }
  const asked = [...all.asked].map((one) => one.split(' '));
  expect(new Set(asked.map(([kind]) => kind))).toEqual(new Set(PROMPT_KINDS));
  expect(new Set(asked.map(([, purpose]) => purpose))).toEqual(new Set(PURPOSES));
  const acts = ['take', 'steal', 'put back'].flatMap((act) => [act, `${act} 0`, `${act} exit`]);
  expect(all.done).toEqual(new Set([...acts, 'ready']));
});
