import { describe, expect, test } from 'vitest';
import { gang } from '../../../src/gang/game.js';
import { ALARMS, BARS, HEIST } from '../../../src/gang/words.js';
import { say } from '../../support/gang-deluxe.js';
import { activeCards, gameWithTool, playHeistWithTool } from '../../support/gang-tools.js';

describe('Jamming Device (reconstructed)', () => {
  test('a heist in which it was used moves no alarm when it fails, and a bar when it succeeds', () => {
    const failed = playHeistWithTool(gameWithTool('jamming-device'), false);
    expect([failed.info[ALARMS], failed.info[HEIST]]).toEqual([0, 1]);
    expect(playHeistWithTool(gameWithTool('jamming-device'), true).info[BARS]).toBe(1);
    expect(playHeistWithTool(gameWithTool('jamming-device'), false, false).info[ALARMS]).toBe(1);
  });

  test('only in that heist: three more failures lose', () => {
    const state = gameWithTool('jamming-device');
    playHeistWithTool(state, false);
    for (let i = 1; i <= 3; i++) {
      expect(gang.isOver(state)).toBe(false);
      playHeistWithTool(state, false, false);
      expect(state.info[ALARMS]).toBe(i);
    }
    expect(gang.isOver(state)).toBe(true);
  });

  test('with a Crowbar in the same heist: no alarm, and the extra challenge', () => {
    const state = gameWithTool('crowbar', {
      active: ['crowbar', 'jamming-device'],
      mode: 'advanced',
      stacks: 'numbered',
    });
    say(state, 0, 'yes');
    say(state, 1, 'yes');
    playHeistWithTool(state, false, false);
    expect([state.info[ALARMS], activeCards(state).length]).toEqual([0, 2]);
  });
});
