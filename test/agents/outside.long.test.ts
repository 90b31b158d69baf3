import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { endPrograms } from '../../agents/outside/reaper.js';
import { resolveAgent } from '../../agents/registry.js';
import { runArena } from '../../eval/arena.js';
import { runGangupArena } from '../../eval/gangup-arena.js';
import { openLineup } from '../../eval/lineup.js';
import { unwrap } from '../../src/core/errors.js';
import { formatInputError } from '../../src/core/result.js';
import { parseGangupConfig } from '../../src/gangup/index.js';
import { botFile, program } from '../support/bots.js';
import { MAIN } from '../support/cli.js';
import { gangConfig } from '../support/gang-tables.js';
import { freshFolder } from '../support/models.js';

const FIRST = '{ name: "first", open: () => ({ act: (view, legal) => legal.at(0) }) }';
const module = (act: string, name?: string): string =>
  botFile(
    `let asked = 0;\nexport default { name: 'x', open: () => ({ act(view, legal) { asked++; ${act} } }) };`,
    name,
  );

interface Played {
  readonly faults: Record<string, number | string | null>;
  readonly success: number;
  readonly forfeits: number;
  readonly heists: number;
}

/** What an agent of one's own does in a seat beside three greedy ones. */
async function arena(name: string, games: number, options: { moveTime?: number; strict?: boolean }): Promise<Played> {
  const lineup = unwrap(await openLineup('gang', `${name}+greedy*3`, undefined, options));
  const config = gangConfig({ players: 4, length: 'heist' });
  const report = await runArena({ lineups: [lineup], config, games, seed: 1, threads: 2 });
  const { success, forfeits, heists } = report.lineups[0]!;
  return { faults: { ...report.faults[0]! }, success: success.mean, forfeits, heists };
}

afterAll(endPrograms);

describe('an agent of one’s own never stops the run', () => {
  it('when it loops for ever now and then: it is started again, and the others play on', async () => {
    const { faults, heists } = await arena(module('if (asked === 40) for (;;); return legal.at(0);'), 20, {
      moveTime: 400,
    });
    expect(heists).toBe(20);
    expect(faults.stall).toBeGreaterThan(1);
    expect(faults).toMatchObject({ crash: 0, illegal: 0, first: 'had no answer after 400 ms' });
  });

  it('when it never answers: after three in a row it is no longer asked', async () => {
    for (const name of [module('return new Promise(() => {});'), program('')]) {
      const { faults, heists } = await arena(name, 20, { moveTime: 300 });
      expect(heists).toBe(20);
      expect(faults).toMatchObject({ stall: 3, crash: 0 });
      expect(faults.unasked).toBeGreaterThan(50);
    }
  });

  it('when it ends, whichever way', async () => {
    for (const [act, first] of [
      ['if (asked === 30) process.exit(3); return legal.at(0);', 'ended with code 3'],
      ['if (asked === 30) process.kill(process.pid, "SIGSEGV"); return legal.at(0);', 'ended by SIGSEGV'],
      [
        'if (asked === 30) setImmediate(() => { throw new Error("too late"); }); return asked === 30 ? new Promise(() => {}) : legal.at(0);',
        'ended with code 1 ("too late")',
      ],
    ] as const) {
      const { faults, heists } = await arena(module(act), 12, {});
      expect(heists).toBe(12);
      expect(faults.crash).toBeGreaterThan(0);
      expect(faults.first).toBe(first);
    }
  });

  it('when it floods, or writes a line without end', async () => {
    const flood = await arena(program('for (let i = 0; i < 1000; i++) say("noise"); answer(0);'), 4, {});
    expect(flood.faults.garbled).toBeGreaterThan(100);
    expect(flood.faults.crash).toBeGreaterThan(0);
    const long = await arena(program('process.stdout.write("x".repeat(3 << 20)); answer(0);'), 4, {});
    expect(long.faults.first).toContain('a line of more than 1048576 bytes');
    expect(long.heists).toBe(4);
  });

  it('when it reads nothing of what it is sent', async () => {
    const file = botFile(
      `process.stdout.write('{"type":"hello","protocol":1,"notices":true}\\n'); setInterval(() => {}, 1000);`,
    );
    const { faults } = await arena(`exec:${process.execPath} ${file}`, 4, { moveTime: 300 });
    expect(faults.stall).toBe(3);
  });
});

describe('--strict', () => {
  it('a fault costs the game: in The Gang the heist fails', async () => {
    const { faults, forfeits, success, heists } = await arena(module('return 12345;'), 30, { strict: true });
    expect({ forfeits, success, heists }).toEqual({ forfeits: 30, success: 0, heists: 30 });
    expect(faults).toMatchObject({ illegal: 30, crash: 0 });
  });

  it('a fault costs the game: in Gang Up! the others win', async () => {
    const lineup = unwrap(await openLineup('gangup', `${module('return 1;')}+cautious*2`, undefined, { strict: true }));
    const config = unwrap(parseGangupConfig({ players: 3 }));
    const report = await runGangupArena({ lineups: [lineup], config, games: 6, seed: 1 });
    const { seats, ends } = report.lineups[0]!;
    expect(ends.forfeit).toBe(6);
    expect(seats.map(({ winShare }) => winShare.mean)).toEqual([0, 0.5]);
    expect(report.faults[0]).toMatchObject({ illegal: 6 });
  });
});

describe("a user's own module", () => {
  it('may export an agent, or a function that makes one, in JavaScript or TypeScript', async () => {
    for (const [text, name] of [
      [`export default ${FIRST};`, 'bot.mjs'],
      [`export default () => (${FIRST});`, 'bot.mjs'],
      [`export default async () => (${FIRST});`, 'bot.js'],
      [
        'export default new (class { name = "mine"; open() { return this; } act(v, legal) { return legal.at(0); } })();',
        'bot.mjs',
      ],
      [
        'import type { Agent } from "hench"; enum At { First }\nconst agent: Agent = { name: "t", open: () => ({ act: (view, legal): number => legal.at(At.First) }) };\nexport default agent satisfies Agent;',
        'bot.ts',
      ],
    ] as const) {
      const { faults, heists } = await arena(botFile(text, name), 4, {});
      expect({ heists, first: faults.first }, text).toEqual({ heists: 4, first: null });
    }
  });

  it('is refused with a sentence when it is broken or no agent', async () => {
    for (const [text, told] of [
      ['this is not JavaScript', 'cannot be loaded'],
      ['throw new Error("out of luck")', 'out of luck'],
      ['export const bot = 1;', 'exports no agent'],
      ['export default { name: "x" };', 'exports no agent'],
      ['export default () => 5;', 'exports no agent'],
      ['process.exit(4);', 'ended with code 4 before it said hello'],
    ]) {
      const found = await resolveAgent('gang', botFile(text!));
      expect(found.ok ? 'accepted' : formatInputError(found.error)).toContain(told);
    }
  });

  it('that fails in whatever it does has that counted, with its words', async () => {
    const act = 'act: (view, legal) => legal.at(0)';
    for (const [agent, first] of [
      ['{ open() { throw new Error("no chair"); } }', 'failed: no chair'],
      ['{ async open() { throw new Error("no chair"); } }', 'failed: no chair'],
      ['{ open: () => undefined }', 'failed: opens no session: open() should return { act }'],
      ['{ open: () => ({ async act() { throw null; } }) }', 'failed: null'],
      [`{ open: () => ({ ${act}, notice() { throw new Error("deaf"); } }) }`, 'failed: deaf'],
      [`{ open: () => ({ ${act}, close() { throw new Error("stays"); } }) }`, 'failed: stays'],
      ['{ open: () => ({ act: () => Symbol("x") }) }', "answered 'Symbol(x)', which is not legal"],
    ]) {
      const { faults, heists } = await arena(botFile(`export default ${agent};`), 3, {});
      expect(heists).toBe(3);
      expect(faults.first, agent).toContain(first);
    }
  });
});

describe('the processes of agents', () => {
  const alive = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };

  it('end with the run, after Ctrl-C too, with what they have started', async () => {
    const folder = freshFolder('pids');
    const file = join(folder, 'pids');
    const text = `import { appendFileSync } from 'node:fs'; import { spawn } from 'node:child_process';
      const child = spawn('sleep', ['100']);
      appendFileSync(${JSON.stringify(file)}, process.pid + ' ' + child.pid + ' ');
      export default { name: 'x', open: () => ({ act: () => new Promise(() => {}) }) };`;
    const child = spawn(process.execPath, [MAIN, 'arena', 'gang', '--lineup', `${botFile(text)}+greedy*3`], {
      cwd: folder,
    });
    while (!existsSync(file)) await new Promise((next) => setTimeout(next, 50));
    await new Promise((next) => setTimeout(next, 500));
    child.kill('SIGINT');
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code).toBe(130);
    const pids = readFileSync(file, 'utf8').trim().split(' ').map(Number);
    expect(pids.length).toBeGreaterThan(1);
    for (let tries = 0; pids.some(alive) && tries < 50; tries++) await new Promise((next) => setTimeout(next, 100));
    expect(pids.filter(alive)).toEqual([]);
  });
});
