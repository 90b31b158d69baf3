import { describe, expect, test } from 'vitest';
import { gang } from '../../../src/gang/game.js';
import type { GangState } from '../../../src/gang/state.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { ALARMS, BARS, VAULTS_TURNED } from '../../../src/gang/words.js';
import { openQuestion, say } from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';
import { activeCards, gameWithTool, playHeistWithTool } from '../../support/gang-tools.js';

describe('Crowbar (reconstructed)', () => {
  test('used in a heist that succeeds it moves two gold bars, and two vault cards are turned', () => {
    expect(playHeistWithTool(gameWithTool('crowbar'), true).info[BARS]).toBe(2);
    expect(playHeistWithTool(gameWithTool('crowbar'), true, false).info[BARS]).toBe(1);
    const vaults = playHeistWithTool(gameWithTool('crowbar', { vaults: true }), true);
    expect([vaults.info[BARS], vaults.info[VAULTS_TURNED]]).toEqual([2, 2]);
  });

  test('no more bars than the vault has', () => {
    const state = gameWithTool('crowbar');
    playHeistWithTool(state, true, false);
    playHeistWithTool(state, true, false);
    playHeistWithTool(state, true);
    expect([state.info[BARS], gang.isOver(state)]).toEqual([3, true]);
  });

  test('in a heist that fails it moves one alarm, and the next heist has an extra challenge where challenges are used', () => {
    const basic = playHeistWithTool(gameWithTool('crowbar'), false);
    expect([basic.info[BARS], basic.info[ALARMS], activeCards(basic)]).toEqual([0, 1, []]);
    const kinds = (state: GangState): string[] =>
      activeCards(state).map((id) => state.plan.modifiers.find((m) => m.id === id)!.kind);
    const advanced = playHeistWithTool(gameWithTool('crowbar', { mode: 'advanced', stacks: 'numbered' }), false);
    expect(kinds(advanced)).toEqual(['challenge', 'specialist']);
    expect(
      kinds(playHeistWithTool(gameWithTool('crowbar', { mode: 'advanced', stacks: 'numbered' }), false, false)),
    ).toEqual(['specialist']);
    const thieves = gameWithTool('crowbar', { mode: 'masterThief', active: ['crowbar', 'jamming-device'] });
    expect(kinds(thieves)).toEqual(['challenge', 'challenge']);
    playHeistWithTool(thieves, false);
    expect(kinds(thieves)).toEqual(['challenge', 'challenge', 'challenge']);
    // One heist later there are two again: the lowest-numbered are discarded.
    const before = activeCards(thieves);
    say(thieves, 1, 'yes');
    playHeistWithTool(thieves, false, false);
    expect(kinds(thieves)).toEqual(['challenge', 'challenge']);
    expect(activeCards(thieves)).toContain(before.at(-1));
  });

  test('is asked in secret and used once a game (R-TOOL-ONCE)', () => {
    const state = gameWithTool('crowbar');
    expect(openQuestion(state)).toEqual({ by: 'crowbar', seats: [0] });
    expect(viewToJson(viewFrom(state, 2)).deluxe!.prompt).toBeNull();
    playHeistWithTool(state, true);
    expect(openQuestion(state)).toBeNull();
    playHeistWithTool(state, true, false);
    expect(state.info[BARS]).toBe(3);
  });
});
