import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unwrap } from '../../src/core/errors.js';
import { lastGoodCheckpoint, listCheckpoints } from '../../training/checkpoint.js';
import { hench, MAIN } from '../support/cli.js';

const STEPS = 1_200_000;

const PARTNERS = { share: 0.5, models: ['full-3'], past: { every: 0.05, keep: 2 } };

/** Trains as the command does, but with a checkpoint a second, and is killed once the second one is written. */
function killedRun(out: string): Promise<NodeJS.Signals | null> {
  const gang = JSON.stringify(new URL('../training/gang.js', new URL('../', `file://${MAIN}`)).href);
  const train = JSON.stringify(new URL('../training/train.js', new URL('../', `file://${MAIN}`)).href);
  const run = {
    players: 3,
    class: 'full',
    seed: 5,
    threads: 1,
    takesMax: 4,
    readyShare: 0.3,
    hidden: [32, 32],
    partners: PARTNERS,
  };
  const code = `
    const { gangTrainOptions } = await import(${gang});
    const { train, trainConfig } = await import(${train});
    const options = gangTrainOptions(${JSON.stringify({ ...run, steps: STEPS, out })});
    await train(trainConfig({ ...options, checkpointSeconds: 1 }));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' });
  const watch = setInterval(() => {
    if (listCheckpoints(out).length >= 2) child.kill('SIGKILL');
  }, 50);
  return new Promise((resolve) =>
    child.once('close', (_code, signal) => {
      clearInterval(watch);
      resolve(signal);
    }),
  );
}

it('a run with partners that was killed goes on from its last checkpoint and ends bit for bit where an undisturbed one does', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hench-killed-'));
  const [killed, whole] = [join(directory, 'killed'), join(directory, 'whole')];
  expect(await killedRun(killed)).toBe('SIGKILL');
  const { checkpoint } = unwrap(lastGoodCheckpoint(killed));
  expect(checkpoint.steps).toBeGreaterThan(0);
  expect(checkpoint.steps).toBeLessThan(STEPS);

  const resumed = await hench(['train', 'gang', '--resume', killed], directory);
  expect(resumed.stderr).toMatch(/Going on from .*checkpoint/);
  expect(resumed.code).toBe(0);
  const flags = ['--players', '3', '--seed', '5', '--threads', '1', '--hidden', '32,32', '--steps', String(STEPS)];
  flags.push('--partners', JSON.stringify(PARTNERS));
  expect((await hench(['train', 'gang', ...flags, '--out', whole], directory)).code).toBe(0);
  const [a, b] = [killed, whole].map((run) => unwrap(lastGoodCheckpoint(run)).checkpoint);
  expect(a!.steps).toBe(b!.steps);
  expect(a!.learner.parameters).toEqual(b!.learner.parameters);
  expect(a!.shards).toEqual(b!.shards);
  rmSync(directory, { recursive: true });
});
