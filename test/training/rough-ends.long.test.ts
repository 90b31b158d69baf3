import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { unwrap } from '../../src/core/errors.js';
import { Rng } from '../../src/core/rng.js';
import { lastGoodCheckpoint, listCheckpoints, type SavedRun } from '../../training/checkpoint.js';
import { readMetrics } from '../../training/metrics.js';
import { readRunRecord } from '../../training/run-record.js';
import { findEventFile } from '../../training/tensorboard.js';
import { hench } from '../support/cli.js';
import { readEvents } from '../support/event-file.js';
import { interrupted } from '../support/interrupted.js';
import { trainChild } from '../support/train-child.js';
import { gangEnvModuleBuilt, TINY_ITERATION, tinyGang, tinyGangAsked } from './gang-tiny.js';
import { tinyRun } from './gangup-tiny.js';

const root = mkdtempSync(join(tmpdir(), 'hench-rough-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Saved = SavedRun<unknown, unknown>;
const newest = (out: string): Saved => unwrap(lastGoodCheckpoint<Saved>(out)).checkpoint;

/** A run of each game that writes a checkpoint every iteration, some tenths of a second long. */
const RUNS = {
  gang: {
    trainer: 'train',
    config: (out: string) => ({ ...tinyGang(tinyGangAsked(out, 120)), envModule: gangEnvModuleBuilt() }),
  },
  gangup: { trainer: 'trainGangup', config: (out: string) => tinyRun({ out, steps: 3000 }) },
} as const;

/** Kills a run at a random moment until it comes to its end; returns how often, and what it said when it went on. */
async function killAtRandom(game: keyof typeof RUNS, out: string, rng: Rng, most: number) {
  const { trainer, config } = RUNS[game];
  let kills = 0;
  const said: string[] = [];
  for (;;) {
    const resume = listCheckpoints(out).length > 0;
    const { child, ended } = trainChild(trainer, config(out), { resume });
    const after = kills < most ? 600 + rng.below(2000) : undefined;
    const timer = after === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), after);
    const { code, signal, stderr } = await ended;
    clearTimeout(timer);
    said.push(stderr);
    if (signal === null) {
      expect(stderr).not.toMatch(/hench:/);
      expect(code).toBe(0);
      return { kills, said };
    }
    kills++;
  }
}

it.each([
  ['gang', 4],
  ['gangup', 2],
] as const)(
  'a run of %s that is killed again and again ends bit for bit where an undisturbed one does',
  async (game, most) => {
    const seed = 20_260_101 + most;
    const [killed, whole] = [join(root, `${game}-killed`), join(root, `${game}-whole`)];
    const { trainer, config } = RUNS[game];
    const { kills, said } = await killAtRandom(game, killed, new Rng(seed), most);
    const about = `seed ${seed}, ${kills} kills: ${said.join('')}`;
    expect(kills, about).toBeGreaterThan(0);
    expect((await trainChild(trainer, config(whole), { resume: false }).ended).code).toBe(0);
    const [a, b] = [newest(killed), newest(whole)];
    expect(a.steps, about).toBe(b.steps);
    expect(a.learner, about).toEqual(b.learner);
    expect(a.shards, about).toEqual(b.shards);
    // Every decision is in one line, of both files, and nothing half written is left.
    const { lines, broken } = readMetrics(killed);
    expect(broken, about).toEqual([]);
    expect(
      lines.map(({ steps, env }) => ({ steps, env })),
      about,
    ).toEqual(readMetrics(whole).lines.map(({ steps, env }) => ({ steps, env })));
    expect(
      readEvents(readFileSync(findEventFile(killed)!)).map(({ step }) => step),
      about,
    ).toEqual([0, ...lines.map(({ steps }) => steps)]);
    expect(
      readdirSync(killed).filter((name) => name.endsWith('.partial')),
      about,
    ).toEqual([]);
  },
);

it('where files may not grow to the size of a checkpoint the run ends, says so, and goes on later', async () => {
  const out = join(root, 'limited');
  const { trainer, config } = RUNS.gang;
  const part = { ...config(out), steps: 3 * TINY_ITERATION };
  expect((await trainChild(trainer, part, { resume: false }).ended).code).toBe(0);
  const before = newest(out);
  const [path] = listCheckpoints(out);
  const limit = Math.floor(statSync(path!).size / 512) - 1;
  const more = { ...part, steps: 8 * TINY_ITERATION };
  const limited = await trainChild(trainer, more, { resume: true, limit }).ended;
  expect(limited.code).toBe(1);
  expect(limited.stderr).toContain(`The last good checkpoint is ${path} (${before.steps} steps).`);
  expect(limited.stderr.trimEnd().split('\n').at(-1)).toBe(
    `hench: ${out} cannot be written (it would be larger than files may be here). Make room there, then go on with --resume.`,
  );
  expect(newest(out)).toEqual(before);
  expect(readdirSync(out).filter((name) => name.endsWith('.partial'))).toEqual([]);
  const later = await trainChild(trainer, more, { resume: true }).ended;
  expect(later.code).toBe(0);
  expect(newest(out).steps).toBe(8 * TINY_ITERATION);
});

it('Ctrl-C writes a checkpoint and says how to go on; what it says works', async () => {
  const out = join(root, 'stopped');
  const flags = ['--players', '3', '--hidden', '8', '--threads', '2', '--minutes', '9', '--out', out];
  const stopped = await interrupted(['train', 'gang', ...flags], /success/);
  expect(stopped.code).toBe(0);
  const { steps } = newest(out);
  const [path] = listCheckpoints(out);
  expect(stopped.stderr).toContain(`Stopped: ${steps} steps, success `);
  const said = /Saved (\S+)\. Go on with: .*hench train gang --resume (\S+)\n$/.exec(stopped.stderr);
  expect(said?.slice(1)).toEqual([path, out]);
  // Nothing that was played is lost: the checkpoint has all decisions of the metrics.
  expect(readMetrics(out).lines.at(-1)!.steps).toBe(steps);
  const resumed = await hench(['train', 'gang', '--resume', out, '--steps', `${steps + 1}`], root);
  expect(resumed.stderr).toContain(`Going on from ${path} (${steps} steps).`);
  expect(resumed.code).toBe(0);
});

it('a run of many tables is recorded, goes on like any other, and is reported on', async () => {
  const out = join(root, 'tables');
  const tables = JSON.stringify([{ players: 3, variant: 'omaha' }, { players: 4 }]);
  const fresh = ['--tables', tables, '--teacher-steps', '0', '--steps', '1', '--out', out];
  expect((await hench(['train-tables', ...fresh], root)).code).toBe(0);
  const { steps } = newest(out);
  const resumed = await hench(['train', 'gang', '--resume', out, '--steps', `${steps + 1}`], root);
  expect(resumed.stderr).toContain(`(${steps} steps).`);
  expect(newest(out).steps).toBe(2 * steps);
  expect(readRunRecord(out)?.parts.map(({ fromSteps }) => fromSteps)).toEqual([0, steps]);
  const written = await hench(['report', out, '--heists', '2', '--measure', '64', '--json'], root);
  expect(JSON.parse(written.stdout)).toMatchObject({ kind: 'tables', steps: 2 * steps, progress: 1, notes: [] });
  const page = readFileSync(join(out, 'report.html'), 'utf8');
  expect(page).toContain(`hench train-tables --config ${join(out, 'config.json')} --out runs/tables-again`);
  expect(page).toContain('Heists won at each table');
  expect(page).toMatch(/The Gang, 3 players, variant omaha, /);
});
