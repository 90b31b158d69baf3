import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { saveCheckpoint } from '../../training/checkpoint.js';
import { blankState } from '../../training/learner.js';
import { LOCK_FILE } from '../../training/run-lock.js';
import { henchHere } from '../support/in-process.js';
import { freshFolder } from '../support/models.js';

const directory = freshFolder('runs');
const run = (...args: string[]) => henchHere(args, { directory });

/** A directory with one checkpoint of a run of `game`. */
function runOf(game: string): string {
  const success = { mean: 0, low: 0, high: 1, episodes: 0 };
  const facts = { metadata: { game }, steps: 1, iterations: 1, seconds: 1, success };
  mkdirSync(join(directory, game), { recursive: true });
  saveCheckpoint(join(directory, game), { config: {}, ...facts, learner: blankState(2), shards: [] }, 3);
  return game;
}

it('a run of the other game is neither gone on with nor started from', async () => {
  const other = runOf('gangup');
  for (const command of [['train', 'gang'], ['train-tables']]) {
    const resumed = await run(...command, '--resume', other, '--steps', '9');
    expect(resumed).toMatchObject({ code: 2, stdout: '' });
    expect(resumed.stderr).toMatch(/^hench: gangup: holds a run of Gang Up!.* Use: .*train gangup --resume gangup\n$/);
  }
  const started = await run('train', 'gang', '--players', '3', '--steps', '1', '--start-from', other, '--out', 'new');
  expect(started).toMatchObject({ code: 2, stdout: '' });
  expect(started.stderr).toMatch(/^hench: gangup: is a run of another game\. [^\n]*\n$/);
  expect(existsSync(join(directory, 'new'))).toBe(false);
});

it('a run that ended before its first checkpoint is begun again with its file, which is said', async () => {
  mkdirSync(join(directory, 'early'));
  writeFileSync(join(directory, 'early', 'config.json'), '{}');
  for (const game of ['gang', 'gangup']) {
    const { code, stderr } = await run('train', game, '--resume', 'early');
    expect(code).toBe(2);
    expect(stderr).toMatch(/ended before its first checkpoint\. .* --config early.config\.json --out early\.\n$/);
  }
  // This one goes on.
  writeFileSync(join(directory, 'early', LOCK_FILE), JSON.stringify({ pid: process.ppid, host: hostname() }));
  for (const command of [
    ['train', 'gangup', '--resume', 'early'],
    ['export', 'early', 'model'],
  ]) {
    const { code, stderr } = await run(...command);
    expect(code).toBe(2);
    expect(stderr).toContain(`early: this run has no checkpoint yet: process ${process.ppid} trains here. `);
  }
});

it('no lessons are given where a run lies already: neither minutes nor the lessons of that run are lost', async () => {
  const there = runOf('gang');
  const { code, stderr } = await run('train-tables', '--tables', '[{"players":4}]', '--steps', '1', '--out', there);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^hench: gang: there is a run here already\. Go on with --resume, or [^\n]*\n$/);
  expect(existsSync(join(directory, there, 'teacher'))).toBe(false);
});

it('lessons are given by one process at a time', async () => {
  const lessons = join(directory, 'taught', 'teacher');
  mkdirSync(lessons, { recursive: true });
  writeFileSync(join(lessons, LOCK_FILE), JSON.stringify({ pid: process.ppid, host: hostname() }));
  const asked = ['--tables', '[{"players":4}]', '--teacher', 'greedy', '--teacher-steps', '9', '--steps', '1'];
  const { code, stderr } = await run('train-tables', ...asked, '--out', 'taught');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^hench: taught.teacher: process \d+ trains here already\. Stop it first/);
});

it('an unknown teacher is refused before anything is made', async () => {
  const { code, stderr } = await run('train-tables', '--teacher', 'nobody', '--steps', '1', '--out', 'school');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^hench: nobody: there is no such agent/);
  expect(existsSync(join(directory, 'school'))).toBe(false);
});

it('what a run of many tables began with is not changed when it goes on', async () => {
  for (const flag of ['--tables', '--teacher', '--out', '--seed']) {
    const { code, stderr } = await run('train-tables', '--resume', 'gang', flag, '7');
    expect(code).toBe(2);
    expect(stderr).toContain(`${flag}: cannot change when a run goes on.`);
  }
});
