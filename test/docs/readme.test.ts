import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN } from '../support/cli.js';
import { COMMANDS } from '../support/commands.js';
import { ROOT, runnableBlocks } from '../support/readme.js';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const blocks = runnableBlocks();
const programs = blocks.filter(({ language, file }) => language === 'js' && file === undefined);

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hench-readme-'));
  writeFileSync(join(directory, 'package.json'), '{"type": "module"}');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: string, args: readonly string[], cwd: string): Promise<Ran> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** A program of the page, run inside the package, whose name it then is. */
const program = (code: string): Promise<Ran> => run(process.execPath, ['--input-type=module', '-e', code], ROOT);

describe('commands of the README', () => {
  const lines = blocks.filter(({ language }) => language === 'sh').flatMap(({ code }) => code.trim().split('\n'));

  it('are there', () => {
    expect(lines.length).toBeGreaterThanOrEqual(6);
  });

  it.concurrent.each(lines)('%s', async (line) => {
    const command = line.replace(/(^|[|&] )hench\b/g, (_, before) => `${before}'${process.execPath}' '${MAIN}'`);
    const ran = await run('sh', ['-c', command], directory);
    expect(ran.stderr).not.toMatch(/hench:|Error/);
    expect(ran.stdout.length).toBeGreaterThan(20);
    expect(ran.code).toBe(0);
  });

  it('every command that it names is one', () => {
    const named = [...readme.matchAll(/\b(?:hench|npm run hench --) ([a-z]+(?:-[a-z]+)*)\b/g)].map(
      (match) => match[1]!,
    );
    const known = COMMANDS;
    const words = ['stands', 'as']; // "hench stands for", "installs hench as"
    expect(named.filter((name) => ![...known, ...words].includes(name))).toEqual([]);
    for (const name of known) expect(named).toContain(name);
  });

  it('every script that it names is one', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const [, name] of readme.matchAll(/\bnpm run ([a-z:]+)/g)) expect(Object.keys(scripts)).toContain(name);
  });

  it('every file that it links to is there', () => {
    for (const [, path] of readme.matchAll(/\]\((?!#|http)([^)]+)\)/g))
      expect(existsSync(join(ROOT, path!)), path).toBe(true);
  });
});

describe('library examples of the README', () => {
  it('are four, of ten lines or so', () => {
    expect(programs).toHaveLength(4);
    for (const { code } of programs)
      expect(
        code
          .trim()
          .split('\n')
          .filter((line) => line !== '').length,
      ).toBeLessThanOrEqual(10);
  });

  it('a table with a person and trained agents is played to its end', async () => {
    const ran = await program(programs[0]!.code);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/I hold no star\(s\) and could: take 1 from centre/);
    expect(ran.stdout.trim().split('\n').at(-1)).toMatch(/^(won 3 [0-2]|lost [0-2] 3)$/);
  });

  it('an environment is stepped', async () => {
    const ran = await program(programs[1]!.code);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^172 \{[\s\S]*decisions: 256000/);
  });

  it('an environment of Gang Up! is stepped', async () => {
    const ran = await program(programs[2]!.code);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^64 true \{[\s\S]*decisions: 12800/);
  });

  it('a trained agent is asked for a move', async () => {
    const ran = await program(programs[3]!.code);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^\[ '\w\w', '\w\w' \] (take [1-4] from (centre|seat \d)|keep)\n$/);
  });

  /** What the arena says of a strategy of the page, in JSON; `lineup` names its file. */
  async function measured<Lineup>(game: string, name: string, lineup: (path: string) => string): Promise<Lineup[]> {
    const bot = blocks.find(({ file }) => file === name)!;
    const path = join(ROOT, 'dist', `readme-${name}`); // inside the package, whose name it imports
    writeFileSync(path, bot.code);
    const args = ['arena', game, '--lineup', lineup(path), '--games', '50', '--json'];
    const ran = await run(process.execPath, [MAIN, ...args], directory);
    rmSync(path);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    return (JSON.parse(ran.stdout) as { lineups: Lineup[] }).lineups;
  }

  it('a rival of one’s own does better than chance', async () => {
    const lineups = await measured<{ seats: { winShare: { low: number } }[] }>(
      'gangup',
      'my-rival.mjs',
      (path) => `${path}+random`,
    );
    expect(lineups[0]!.seats[0]!.winShare.low).toBeGreaterThan(0.5);
  });

  it('a strategy of one’s own sits down in the arena', async () => {
    const lineups = await measured<{ heists: number; success: { mean: number } }>(
      'gang',
      'my-bot.mjs',
      (path) => `${path}*4`,
    );
    expect(lineups[0]!.heists).toBe(50);
    expect(lineups[0]!.success.mean).toBeGreaterThan(0.1);
  });
});

it('generated parts of the documentation are up to date', async () => {
  const ran = await run(process.execPath, [join(ROOT, 'docs', 'generate.mjs'), '--check'], ROOT);
  expect(ran).toEqual({ code: 0, stdout: '', stderr: '' });
});
