import { describe, expect, test } from 'vitest';
import { parseGangConfig } from '../../../src/gang/config.js';
import { cardTitle } from '../../../src/gang/event-words.js';
import type { ToolCard } from '../../../src/gang/modifiers/custom-tools.js';
import { MODIFIERS } from '../../../src/gang/modifiers/registry.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { deluxeTable, openQuestion, say, takeAll } from '../../support/gang-deluxe.js';
import { gangConfig, viewFrom } from '../../support/gang-tables.js';

const torch: ToolCard = {
  id: 'torch',
  name: 'Torch',
  text: 'In Round 3 only: a card for you alone.',
  replaces: 'flashlight',
  effect: 'own-community-card',
  windows: [3],
};

function refusal(tools: unknown): string {
  const read = parseGangConfig({ players: 4, tools });
  return read.ok ? 'accepted' : `${read.error.path}: ${read.error.message}`;
}

describe("A user's own tool cards", () => {
  test('take the places of reconstructed ones, with effects that the rules know and windows of their own', () => {
    const config = gangConfig({ players: 10, tools: [torch] });
    expect(config.tools).toEqual([torch]);
    const table = deluxeTable({ players: 10, tools: [torch] });
    const dealt = [...table.tool].map((tool) => table.plan.modifiers[tool]!.id).sort();
    expect(dealt).toHaveLength(10);
    expect([dealt.includes('torch'), dealt.includes('flashlight')]).toEqual([true, false]);
    const state = deluxeTable({ tools: [torch], active: ['torch'] });
    for (let round = 0; round < 2; round++) {
      while (openQuestion(state) !== null) {
        expect(openQuestion(state)!.by).not.toBe('torch');
        say(state, openQuestion(state)!.seats[0]!, 'no');
      }
      takeAll(state, [1, 2, 3, 4]);
    }
    expect(openQuestion(state)).toEqual({ by: 'torch', seats: [0] });
    say(state, 0, 'yes');
    expect(viewToJson(viewFrom(state, 1)).deluxe!.lone).toMatchObject([{ seat: 0 }]);
    expect(viewToJson(viewFrom(state, 1)).deluxe!.toolsUsed[0]).toBe('torch');
  });

  test('are marked as what they are, and so are the reconstructed ones', () => {
    gangConfig({ players: 4, tools: [torch] });
    expect([cardTitle('torch'), cardTitle('crowbar'), cardTitle('lock-pick')]).toEqual([
      'Torch (custom)',
      'Crowbar (reconstructed)',
      'Lock Pick',
    ]);
    const tools = MODIFIERS.filter((m) => m.kind === 'tool');
    expect(tools).toHaveLength(10);
    expect(
      tools
        .filter((m) => m.source === 'reconstructed')
        .map((m) => m.id)
        .sort(),
    ).toEqual(['backdoor-key', 'crowbar', 'earpiece', 'flashlight', 'jamming-device', 'lubricant']);
  });

  test('are refused with the place of the mistake', () => {
    expect(refusal([torch])).toBe('accepted');
    expect(refusal([{ ...torch, id: 'hacker' }])).toMatch(/^config\.tools\.0\.id: there is a card "hacker" already/);
    expect(refusal([{ ...torch, replaces: 'lock-pick' }])).toMatch(/^config\.tools/);
    expect(refusal([{ ...torch, effect: 'win' }])).toMatch(/^config\.tools/);
    expect(refusal([torch, { ...torch, id: 'lamp' }])).toMatch(/^config\.tools\.1\.replaces: .*twice/);
    expect(refusal([{ ...torch, effect: 'change-value' }])).toMatch(/^config\.tools\.0\.windows/);
    expect(refusal([{ ...torch, windows: [6] }])).toMatch(/^config\.tools/);
    expect(refusal([])).toMatch(/^config\.tools/);
    expect(refusal('yes')).toMatch(/^config\.tools/);
  });

  test('mean nothing at another table', () => {
    gangConfig({ players: 4, tools: [torch] });
    const read = parseGangConfig({ players: 4, active: ['torch'] });
    expect(read.ok || read.error.message).toMatch(/there is no card "torch"/);
  });
});
