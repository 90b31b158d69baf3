import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listCheckpoints } from '../../training/checkpoint.js';
import { type GangupTraining, gangupTrainConfig } from '../../training/gangup-run.js';
import { type GangupTrainConfig, trainGangup } from '../../training/gangup-train.js';
import { SILENT } from '../../training/metrics.js';
import { MAIN } from '../support/cli.js';
import { BY_DMC, tinyRun } from './gangup-tiny.js';

const root = mkdtempSync(join(tmpdir(), 'hench-gangup-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;
const tiny = (more: Partial<GangupTrainConfig>): GangupTrainConfig =>
  tinyRun({ out: join(root, String(made++)), ...more });

/** Trains in a process of its own, which is killed once it has written two checkpoints. */
function killedRun(run: GangupTrainConfig): Promise<NodeJS.Signals | null> {
  const module = JSON.stringify(new URL('../../training/gangup-train.js', `file://${MAIN}`).href);
  const code = `const { trainGangup } = await import(${module}); await trainGangup(${JSON.stringify(run)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' });
  const watch = setInterval(() => {
    if (listCheckpoints(run.out).length >= 2) child.kill('SIGKILL');
  }, 20);
  return new Promise((resolve) =>
    child.once('close', (_code, signal) => {
      clearInterval(watch);
      resolve(signal);
    }),
  );
}

it('of generated packs has each at one number of players, as often as those are to be', () => {
  const weighed = { players: [2, 3], shares: { 3: 3 }, generated: 2, seed: 1, threads: 1, steps: 1, out: 'runs/x' };
  const packs = (run: GangupTraining) =>
    gangupTrainConfig(run).groups.filter(({ generated }) => generated !== undefined);
  const shares = packs(weighed).map(({ config, share }) => [config.players, Math.round(1e6 * share) / 1e6]);
  expect(shares).toEqual([
    [2, 5],
    [3, 15],
  ]);
  const half = packs({ ...weighed, generatedShare: 0.5 });
  expect(half.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(100);
  expect(new Set(half.map(({ generated }) => generated)).size).toBe(2);
  const { groups } = gangupTrainConfig({ ...weighed, designed: 2, generatedShare: 0.5 });
  const designed = groups.filter((group) => group.designed !== undefined);
  expect(designed.map(({ config, share }) => [config.players, Math.round(1e6 * share) / 1e6])).toEqual([
    [2, 12.5],
    [3, 37.5],
  ]);
  expect(new Set(designed.map((group) => group.designed)).size).toBe(2);
});

const IN_TURNS: Partial<GangupTrainConfig> = {
  groups: [5, 9].map((generated) => ({ config: { players: 2 }, generated, share: 50 })),
};

describe.each([
  [1, 'ppo', {}],
  [2, 'ppo', {}],
  [2, 'dmc', BY_DMC],
  [1, 'ppo with packs in turns', IN_TURNS],
] as const)('a run of %i thread(s) (%s)', (threads, _method, more) => {
  const config = (rest: Partial<GangupTrainConfig>): GangupTrainConfig => tiny({ ...more, ...rest });

  it('is the same bit for bit with the same seed, stopped and resumed or not, and another with another', async () => {
    const whole = await trainGangup(config({ threads, steps: 480 }));
    const again = config({ threads, steps: 480 });
    const controller = new AbortController();
    const stop = { ...SILENT, update: () => controller.abort() };
    const part = await trainGangup(again, { signal: controller.signal, progress: stop });
    expect(part.reason).toBe('aborted');
    expect(part.steps).toBeLessThan(whole.steps);
    const rest = await trainGangup(again, { resume: true });
    expect(rest.steps).toBe(whole.steps);
    expect(rest.parameters).toEqual(whole.parameters);
    const other = await trainGangup(config({ threads, steps: 480, seed: 2 }));
    expect(other.parameters).not.toEqual(whole.parameters);
  });

  it('that was killed goes on from its last checkpoint and ends where an undisturbed one does', async () => {
    const whole = await trainGangup(config({ threads, steps: 6000 }));
    const run = config({ threads, steps: 6000 });
    expect(await killedRun(run)).toBe('SIGKILL');
    const rest = await trainGangup(run, { resume: true });
    expect(rest.steps).toBe(whole.steps);
    expect(rest.parameters).toEqual(whole.parameters);
  });

  it('does not go on under another configuration', async () => {
    const first = config({ steps: 128 });
    await trainGangup(first);
    await expect(trainGangup({ ...first, decisions: 256, steps: 512 }, { resume: true })).rejects.toThrow('decisions');
    await expect(trainGangup({ ...first, steps: 512 })).rejects.toThrow('there is a run here already');
  });
});
