import { describe, expect, it } from 'vitest';
import { AGENTS, GANG_AGENTS, resolveAgent } from '../../agents/registry.js';
import { formatInputError } from '../../src/core/result.js';
import { freshFolder, writeRandomModel } from '../support/models.js';

async function refusal(name: string, players?: number): Promise<string> {
  const found = await resolveAgent('gang', name, players);
  if (found.ok) throw new Error(`${name} was accepted`);
  return `${found.error.code} ${formatInputError(found.error)}`;
}

describe('the registry', () => {
  it('has the agents of the base game, each with help', () => {
    const levels = ['beginner', 'regular', 'expert'];
    const ids = ['random', 'greedy', 'belief', 'full', 'legible', 'search', ...levels];
    expect(GANG_AGENTS.map((entry) => entry.id)).toEqual(ids);
    for (const entry of GANG_AGENTS) expect(entry.help.length).toBeGreaterThan(10);
  });

  it('finds scripted agents under the name they were asked by', async () => {
    for (const name of ['random', 'greedy', 'belief', 'belief?spread=1&lapse=0.2']) {
      const found = await resolveAgent('gang', name, 4);
      expect(found.ok && found.value.name).toBe(name);
    }
  });

  it('says which agents there are when it has none of that name', async () => {
    const text = await refusal('gready');
    expect(text).toContain('agent/unknown gready: there is no such agent');
    for (const id of ['random', 'greedy', 'belief', 'full', 'legible', 'model:DIR']) expect(text).toContain(id);
    for (const name of ['', ' ', 'FULL', 'constructor', '__proto__'])
      expect(await refusal(name)).toContain('agent/unknown');
  });

  it('refuses parameters that the agent has not, or that are no numbers in range', async () => {
    expect(await refusal('random?speed=1')).toContain("'speed' is not a parameter");
    expect(await refusal('belief?spread=wide')).toContain('number from 0.05 to 10');
    expect(await refusal('belief?spread=')).toContain('number from 0.05 to 10');
    expect(await refusal('full?temperature=-1')).toContain('number from 0 to 100');
    expect(await refusal('belief?__proto__=1')).toContain('is not a parameter');
  });
});

describe('model:DIR', () => {
  it('sits down with the model of that folder', async () => {
    const dir = freshFolder('model');
    await writeRandomModel(dir, { players: 3, kind: 'legible' });
    const found = await resolveAgent('gang', `model:${dir}?temperature=1`, 3);
    expect(found).toMatchObject({ ok: true, value: { observes: 'legible', temperature: 1 } });
    expect(await refusal(`model:${dir}`, 4)).toContain('is a model for 3 players; this table has 4');
  });

  it('is refused without a folder, or where there is none', async () => {
    expect(await refusal('model:')).toContain('names no folder');
    expect(await refusal('model:no/such/dir')).toContain('no such model folder');
  });
});

describe("a user's own module", () => {
  it('is refused with a sentence when it is missing, or with parameters', async () => {
    expect(await refusal('./no-such-bot.js')).toContain('there is no such file');
    expect(await refusal('./no-such-bot.js?x=1')).toContain('takes no parameters');
    expect(await refusal('no-such-bot.ts')).toContain('there is no such file');
  });
});

describe('Gang Up!', () => {
  it('has agents of its own under the same roof, and those of The Gang do not sit down at it', async () => {
    const ids = AGENTS.gangup.map((entry) => entry.id);
    expect(ids).toEqual(
      expect.arrayContaining(['random', 'cautious', 'greedy', 'schemer', 'never-ally', 'always-ally']),
    );
    const found = await resolveAgent('gangup', 'belief');
    expect(found.ok).toBe(false);
    if (!found.ok) expect(formatInputError(found.error)).toContain('schemer');
    for (const name of ['model:dir', 'schemer?speed=1', 'exec:./no-such', 'no-such', './no-such.js']) {
      expect((await resolveAgent('gangup', name)).ok, name).toBe(false);
    }
  });
});
