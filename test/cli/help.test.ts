import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { hench, MAIN } from '../support/cli.js';
import { COMMANDS } from '../support/commands.js';

const here = process.cwd();

/** Every module that `node dist/src/cli/main.js` loads before a command runs, and the packages among them. */
function loadedModules(): { files: string[]; packages: string[] } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (path: string): void => {
    if (files.has(path)) return;
    files.add(path);
    for (const [, name] of readFileSync(path, 'utf8').matchAll(
      /^(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*'([^'\n]+)';/gm,
    )) {
      if (name!.startsWith('.')) visit(join(dirname(path), name!));
      else packages.add(name!);
    }
  };
  visit(MAIN);
  return { files: [...files], packages: [...packages].filter((name) => !name.startsWith('node:')) };
}

it('help is there at once: it loads no package, no rules, no networks, no terminal', () => {
  const { files, packages } = loadedModules();
  expect(packages).toEqual([]);
  const names = files.map((path) => path.slice(path.indexOf('/dist/') + 6)).sort();
  expect(names.filter((name) => !name.startsWith('src/cli/'))).toEqual([
    'agents/level-names.js',
    'eval/bench/names.js',
    'src/core/errors.js',
    'src/core/result.js',
    'src/gang/config-lists.js',
  ]);
  for (const path of files) expect(readFileSync(path, 'utf8').length, path).toBeLessThan(20_000);
});

it('hench --help, in all ways to ask for it, and hench alone list every command', async () => {
  const help = await hench(['--help'], here);
  for (const args of [[], ['-h'], ['help']]) expect(await hench(args, here)).toEqual(help);
  expect((await hench(['arena', '-h'], here)).stdout).toBe((await hench(['arena', '--help'], here)).stdout);
  expect(help.code).toBe(0);
  const listed = [...help.stdout.matchAll(/^ {2}hench ([\w-]+)/gm)].map((match) => match[1]);
  expect(listed.filter((name) => COMMANDS.includes(name!)).slice(0, COMMANDS.length)).toEqual(COMMANDS);
});

it.concurrent.each(COMMANDS)('hench %s --help teaches with an example', async (command) => {
  const help = await hench([command, '--help'], here);
  expect(help.code).toBe(0);
  expect(help.stdout).toContain(`hench ${command}`);
  expect(help.stdout).toContain('Examples:');
  expect(help.stderr).toBe('');
});

it('hench --version is the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(dirname(MAIN), '../../../package.json'), 'utf8')) as {
    version: string;
  };
  expect((await hench(['--version'], here)).stdout.trim()).toBe(version);
});
