import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MAIN } from '../support/cli.js';

/** Runs a command, presses Ctrl-C once something that it says shows that it is at work, and waits for its end. */
function interrupted(
  args: readonly string[],
  ready: RegExp,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  let pressed = false;
  const press = (): void => {
    if (pressed || !ready.test(stdout + stderr)) return;
    pressed = true;
    child.kill('SIGINT');
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    press();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    press();
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}

it('Ctrl-C ends a bench in the middle: exit code 130, no error', async () => {
  const ran = await interrupted(['bench', 'equity', '--seconds', '0.2', '--repeats', '5'], /equity\/river/);
  expect(ran.code).toBe(130);
  expect(ran.stderr).toBe('');
  expect(ran.stdout).not.toMatch(/equity\/flop/);
});

it('Ctrl-C ends an arena whose agent takes for ever to answer', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hench-interrupt-'));
  const path = join(directory, 'bot.mjs');
  const act = "{ process.stderr.write('asked\\n'); return new Promise((done) => setTimeout(done, 1e8)); }";
  writeFileSync(path, `export default { name: 'slow', open: () => ({ act() ${act} }) };\n`);
  const ran = await interrupted(['arena', 'gang', '--games', '1', '--stderr', '--lineup', `${path}*4`], /asked/);
  rmSync(directory, { recursive: true });
  expect(ran).toEqual({ code: 130, stdout: '', stderr: 'asked\n' });
});
