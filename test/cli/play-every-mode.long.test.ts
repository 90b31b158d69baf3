import { expect, test } from 'vitest';
import { pressKeys } from '../support/press-keys.js';

test.each(['basic', 'advanced', 'professional', 'masterThief'])(
  'a whole game of ten with tools can be played with keys: %s',
  async (mode) => {
    for (const players of [10, 5]) {
      const { done } = await pressKeys({ players, mode, tools: true, jokers: players === 5, length: 'game' }, 2);
      expect(done).toContain('ready');
    }
  },
);
