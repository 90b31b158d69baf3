import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { MAIN } from '../support/cli.js';

const terminal = pathToFileURL(join(dirname(MAIN), 'play', 'terminal.js')).href;

it.each(['development', ''])('screens are drawn by React’s build for production, with NODE_ENV "%s" too', (mode) => {
  // Only the other one has `act`; it records each redraw, which took half a second an event.
  const code = `
    const { prepareTerminal } = await import(${JSON.stringify(terminal)});
    process.stdout.getColorDepth = () => 8;
    prepareTerminal();
    const { act } = (await import('react')).default;
    console.log(typeof act);`;
  const run = (before: string): string =>
    execFileSync(process.execPath, ['--input-type=module', '-e', before + code], {
      cwd: dirname(MAIN),
      env: { ...process.env, NODE_ENV: mode },
      encoding: 'utf8',
    }).trim();
  expect(run('')).toBe('undefined');
  expect(run("await import('react');")).toBe('function');
});
