import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AGENTS, GANG_AGENTS, resolveAgent } from '../../agents/registry.js';
import { BadInputError, unwrap } from '../../src/core/errors.js';
import { ActionList } from '../../src/core/game.js';
import { formatInputError } from '../../src/core/result.js';
import { Rng } from '../../src/core/rng.js';
import { takeAction } from '../../src/gang/actions.js';
import { action, DO, gangup, INFO, parseGangupConfig } from '../../src/gangup/index.js';
import { gangConfig } from '../support/gang-tables.js';
import { viewOfSpot } from '../support/gang-views.js';
import { freshFolder, writeRandomModel } from '../support/models.js';

async function refusal(name: string, players?: number): Promise<string> {
  const found = await resolveAgent('gang', name, players);
  if (found.ok) throw new Error(`${name} was accepted`);
  return `${found.error.code} ${formatInputError(found.error)}`;
}

/** A module in a folder of its own; gives its path. */
function moduleFile(text: string, name = 'bot.mjs'): string {
  const file = join(freshFolder('bot'), name);
  writeFileSync(file, text);
  return file;
}

const FIRST = '{ name: "first", open: () => ({ act: (view, legal) => legal.at(0) }) }';

describe('the registry', () => {
  it('has the agents of the base game, each with help', () => {
    expect(GANG_AGENTS.map((entry) => entry.id)).toEqual(['random', 'greedy', 'belief', 'full', 'legible']);
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

  it('takes programs in a later version only', async () => {
    expect(await refusal('exec:./bot')).toContain('not in this version');
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
  it('may export an agent, or a function that makes one', async () => {
    for (const text of [
      `export default ${FIRST};`,
      `export default () => (${FIRST});`,
      `export default async () => (${FIRST});`,
      `class Bot { name = 'mine'; open() { return this; } act(view, legal) { return legal.at(0); } }\nexport default new Bot();`,
    ]) {
      const found = await resolveAgent('gang', moduleFile(text), 4);
      if (!found.ok) throw new Error(formatInputError(found.error));
      const session = await found.value.open(gangConfig({ players: 4 }), 0, new Rng(1));
      const legal = new ActionList();
      legal.push(77);
      expect(await session.act(viewOfSpot({ players: 4 }), legal, {})).toBe(77);
    }
  });

  it('hears what happens and is told when it is over', async () => {
    const text = `const heard = [];
      export default { open: () => ({ act: (v, legal) => legal.at(0), notice: (e) => heard.push(e.type), close: () => heard.push('close') }), heard };`;
    const file = moduleFile(text);
    const found = await resolveAgent('gang', file);
    if (!found.ok) throw new Error(formatInputError(found.error));
    const session = await found.value.open({}, 0, new Rng(1));
    session.notice?.({ type: 'take' });
    session.close?.();
    const module = (await import(file)) as { default: { heard: string[] } };
    expect(module.default.heard).toEqual(['take', 'close']);
  });

  it('is refused with a sentence when it is missing, broken or no agent', async () => {
    expect(await refusal('./no-such-bot.js')).toContain('there is no such file');
    expect(await refusal(moduleFile('this is not JavaScript'))).toContain('agent/module');
    expect(await refusal(moduleFile('throw new Error("out of luck")'))).toContain('out of luck');
    expect(await refusal(moduleFile('export const bot = 1;'))).toContain('exports no agent');
    expect(await refusal(moduleFile('export default { name: "x" };'))).toContain('exports no agent');
    expect(await refusal(moduleFile('export default () => 5;'))).toContain('exports no agent');
    expect(await refusal(`${moduleFile(`export default ${FIRST};`)}?x=1`)).toContain('takes no parameters');
  });

  it('that fails in whatever it does is named in the error', async () => {
    const legal = new ActionList();
    legal.push(77);
    const spot = viewOfSpot({ players: 4 });
    const use = async (text: string): Promise<string> => {
      const file = moduleFile(`export default ${text};`);
      const found = await resolveAgent('gang', file);
      if (!found.ok) throw new Error(formatInputError(found.error));
      try {
        const session = await found.value.open({}, 0, new Rng(1));
        await session.act(spot, legal, {});
        session.notice?.({ type: 'ready' });
        session.close?.();
      } catch (error) {
        expect(error).toBeInstanceOf(BadInputError);
        const { message } = error as Error;
        expect(message.startsWith(`${file}: `)).toBe(true);
        return message.slice(file.length + 2);
      }
      return 'nothing failed';
    };
    const act = 'act: (view, legal) => legal.at(0)';
    expect(await use(`{ open: () => ({ ${act} }) }`)).toBe('nothing failed');
    const mend = 'Mend it and run again.';
    expect(await use('{ open() { throw new Error("no chair"); } }')).toBe(`failed: no chair. ${mend}`);
    expect(await use('{ async open() { throw new Error("no chair"); } }')).toBe(`failed: no chair. ${mend}`);
    expect(await use('{ open: () => undefined }')).toMatch(/^opens no session\./);
    expect(await use('{ open: () => ({}) }')).toMatch(/^opens no session\./);
    expect(await use('{ open: () => ({ act() { throw new Error("lost my cards"); } }) }')).toMatch(/: lost my cards\./);
    expect(await use('{ open: () => ({ async act() { throw null; } }) }')).toMatch(/^failed: null\./);
    expect(await use(`{ open: () => ({ ${act}, notice() { throw new Error("deaf"); } }) }`)).toMatch(/^failed: deaf\./);
    expect(await use(`{ open: () => ({ ${act}, close() { throw new Error("stays"); } }) }`)).toMatch(/: stays\./);
  });

  it('that answers with what is not legal is named, with what was legal', async () => {
    const legal = new ActionList();
    legal.push(takeAction(0, -1));
    const spot = viewOfSpot({ players: 4 });
    for (const [answer, told] of [
      ['0', "answered 'keep'"],
      ['undefined', "answered 'undefined'"],
      ['"keep"', "answered 'keep'"],
    ]) {
      for (const kind of ['', 'async ']) {
        const found = await resolveAgent(
          'gang',
          moduleFile(`export default { open: () => ({ act: ${kind}() => ${answer} }) };`),
        );
        if (!found.ok) throw new Error(formatInputError(found.error));
        const session = await found.value.open({}, 0, new Rng(1));
        const asked = (async () => session.act(spot, legal, {}))();
        await expect(asked).rejects.toThrow(`${told}, which is not legal. Legal: take 1 from centre.`);
      }
    }
  });
});

describe('Gang Up!', () => {
  const config = unwrap(parseGangupConfig({ players: 2 }));

  it('has agents of its own under the same roof, and those of The Gang do not sit down at it', async () => {
    const ids = AGENTS.gangup.map((entry) => entry.id);
    expect(ids).toEqual(
      expect.arrayContaining(['random', 'cautious', 'greedy', 'schemer', 'never-ally', 'always-ally']),
    );
    const found = await resolveAgent('gangup', 'belief');
    expect(found.ok).toBe(false);
    if (!found.ok) expect(formatInputError(found.error)).toContain('schemer');
    for (const name of ['model:dir', 'schemer?speed=1', 'exec:./bot', 'no-such', './no-such.js']) {
      expect((await resolveAgent('gangup', name)).ok, name).toBe(false);
    }
  });

  it("takes a user's module, whose illegal answer is told in words of the game", async () => {
    const state = gangup.createState(config);
    gangup.setup(state, 1);
    const seat = state.info[INFO.promptSeat]!;
    const view = gangup.createView(config);
    gangup.view(state, seat, view);
    const legal = new ActionList();
    gangup.legal(state, seat, legal);
    const good = unwrap(await resolveAgent('gangup', moduleFile(`export default ${FIRST};`)));
    expect(await (await good.open(config, seat, new Rng(1))).act(view, legal, {})).toBe(legal.at(0));
    const bad = moduleFile(`export default { open: () => ({ act: () => ${action(DO.bid, 0, 3)} }) };`);
    const session = await unwrap(await resolveAgent('gangup', bad)).open(config, seat, new Rng(1));
    expect(() => session.act(view, legal, {})).toThrow("answered 'bid 3', which is not legal. Legal: ");
  });
});
