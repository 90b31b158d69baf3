import { describe, expect, test } from 'vitest';
import { gang } from '../../../src/gang/game.js';
import type { GangState } from '../../../src/gang/state.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { ALARMS, BARS, HEIST, PAST_OUTCOME, VAULTS_TURNED } from '../../../src/gang/words.js';
import { deluxeTable, legalAt, openQuestion, permutations, say, takeAll } from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

/** The owner, seat 0, uses its tool in the first window; then some order of the chips makes the heist go as said. */
function play(state: GangState, succeed: boolean, use = true): GangState {
  if (use) say(state, 0, 'yes');
  const heist = state.info[HEIST]!;
  const before = state.words.slice();
  for (const stars of permutations([1, 2, 3, 4])) {
    state.words.set(before);
    while (state.info[HEIST] === heist && !gang.isOver(state)) {
      const seat = openQuestion(state)?.seats[0];
      if (seat === undefined) takeAll(state, stars);
      else say(state, seat, legalAt(state, seat)[0]!);
    }
    if (state.info[PAST_OUTCOME] === (succeed ? 1 : 0)) return state;
  }
  throw new Error('no order of the chips does that');
}

const game = (tool: string, input: Parameters<typeof deluxeTable>[0] = {}): GangState =>
  deluxeTable({ active: [tool], length: 'game', ...input });

const activeCards = (state: GangState): string[] => viewToJson(viewFrom(state, 0)).deluxe!.active;

describe('Crowbar (reconstructed)', () => {
  test('used in a heist that succeeds it moves two gold bars, and two vault cards are turned', () => {
    expect(play(game('crowbar'), true).info[BARS]).toBe(2);
    expect(play(game('crowbar'), true, false).info[BARS]).toBe(1);
    const vaults = play(game('crowbar', { vaults: true }), true);
    expect([vaults.info[BARS], vaults.info[VAULTS_TURNED]]).toEqual([2, 2]);
  });

  test('no more bars than the vault has', () => {
    const state = game('crowbar');
    play(state, true, false);
    play(state, true, false);
    play(state, true);
    expect([state.info[BARS], gang.isOver(state)]).toEqual([3, true]);
  });

  test('in a heist that fails it moves one alarm, and the next heist has an extra challenge where challenges are used', () => {
    const basic = play(game('crowbar'), false);
    expect([basic.info[BARS], basic.info[ALARMS], activeCards(basic)]).toEqual([0, 1, []]);
    const kinds = (state: GangState): string[] =>
      activeCards(state).map((id) => state.plan.modifiers.find((m) => m.id === id)!.kind);
    const advanced = play(game('crowbar', { mode: 'advanced', stacks: 'numbered' }), false);
    expect(kinds(advanced)).toEqual(['challenge', 'specialist']);
    expect(kinds(play(game('crowbar', { mode: 'advanced', stacks: 'numbered' }), false, false))).toEqual([
      'specialist',
    ]);
    const thieves = game('crowbar', { mode: 'masterThief', active: ['crowbar', 'jamming-device'] });
    expect(kinds(thieves)).toEqual(['challenge', 'challenge']);
    play(thieves, false);
    expect(kinds(thieves)).toEqual(['challenge', 'challenge', 'challenge']);
    // One heist later there are two again: the lowest-numbered are discarded.
    const before = activeCards(thieves);
    say(thieves, 1, 'yes');
    play(thieves, false, false);
    expect(kinds(thieves)).toEqual(['challenge', 'challenge']);
    expect(activeCards(thieves)).toContain(before.at(-1));
  });

  test('is asked in secret and used once a game (R-TOOL-ONCE)', () => {
    const state = game('crowbar');
    expect(openQuestion(state)).toEqual({ by: 'crowbar', seats: [0] });
    expect(viewToJson(viewFrom(state, 2)).deluxe!.prompt).toBeNull();
    play(state, true);
    expect(openQuestion(state)).toBeNull();
    play(state, true, false);
    expect(state.info[BARS]).toBe(3);
  });
});

describe('Jamming Device (reconstructed)', () => {
  test('a heist in which it was used moves no alarm when it fails, and a bar when it succeeds', () => {
    const failed = play(game('jamming-device'), false);
    expect([failed.info[ALARMS], failed.info[HEIST]]).toEqual([0, 1]);
    expect(play(game('jamming-device'), true).info[BARS]).toBe(1);
    expect(play(game('jamming-device'), false, false).info[ALARMS]).toBe(1);
  });

  test('only in that heist: three more failures lose', () => {
    const state = game('jamming-device');
    play(state, false);
    for (let i = 1; i <= 3; i++) {
      expect(gang.isOver(state)).toBe(false);
      play(state, false, false);
      expect(state.info[ALARMS]).toBe(i);
    }
    expect(gang.isOver(state)).toBe(true);
  });

  test('with a Crowbar in the same heist: no alarm, and the extra challenge', () => {
    const state = game('crowbar', { active: ['crowbar', 'jamming-device'], mode: 'advanced', stacks: 'numbered' });
    say(state, 0, 'yes');
    say(state, 1, 'yes');
    play(state, false, false);
    expect([state.info[ALARMS], activeCards(state).length]).toEqual([0, 2]);
  });
});

describe('Lubricant (reconstructed)', () => {
  test('is used when received, for all to see, and no chip is dark for the rest of the game', () => {
    const state = game('lubricant', { active: ['lubricant', 'noise-sensors', 'vault-yellow', 'ventilation-shaft'] });
    for (let round = 0; round < 8; round++) {
      for (let s = 0; s < 4; s++) {
        const json = viewToJson(viewFrom(state, s)).deluxe!;
        expect([json.toolsUsed[0], json.darkChips]).toEqual(['lubricant', []]);
      }
      takeAll(state, [1, 2, 3, 4]);
    }
    expect(state.info[HEIST]).toBe(2);
  });

  test('without it the same table has dark chips', () => {
    const state = game('crowbar', { active: ['noise-sensors'] });
    expect(viewToJson(viewFrom(state, 0)).deluxe!.darkChips).toEqual([1]);
  });
});
