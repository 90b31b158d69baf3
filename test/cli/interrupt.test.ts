import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { interrupted } from '../support/interrupted.js';

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
