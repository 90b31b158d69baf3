import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/core/errors.js';
import { lastGoodCheckpoint, listCheckpoints } from '../../training/checkpoint.js';
import { ENV_METRICS, envDefinition, METRICS, ratesOf, scalarsOf } from '../../training/metric-list.js';
import { type Metrics, RunStorageError, readMetrics, SILENT } from '../../training/metrics.js';
import { holdRun, LOCK_FILE } from '../../training/run-lock.js';
import { findEventFile } from '../../training/tensorboard.js';
import { type TrainHooks, type TrainOptions, train, trainConfig } from '../../training/train.js';
import { readEvents } from '../support/event-file.js';

const root = mkdtempSync(join(tmpdir(), 'hench-run-files-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let runs = 0;
const directory = (): string => join(root, String(runs++));

const ITERATION = 16 * 8;
const small: Omit<TrainOptions, 'out'> = {
  envModule: fileURLToPath(new URL('./signal-env.mjs', import.meta.url)),
  envSpec: { states: 4, signals: 3 },
  seed: 3,
  policy: { hidden: [8], activation: 'tanh' },
  critic: { hidden: [8], activation: 'relu' },
  checkpointSeconds: 0,
  metricsSeconds: 0,
  ppo: { envs: 16, horizon: 8, minibatch: 64, epochs: 1 },
};

function run(out: string, iterations: number, hooks?: TrainHooks) {
  return train(trainConfig({ ...small, out, steps: iterations * ITERATION }), hooks);
}

/** Stops after so many iterations, as Ctrl-C would. */
function stopAfter(iterations: number): TrainHooks {
  const stop = new AbortController();
  return { signal: stop.signal, onMetrics: (m) => void (m.iterations === iterations && stop.abort()) };
}

/** What a run says while it goes. */
function listener(): { readonly notes: string[]; readonly progress: TrainHooks['progress'] } {
  const notes: string[] = [];
  return { notes, progress: { ...SILENT, note: (text) => void notes.push(text) } };
}

function numbersOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object' ? numbersOf(inner as object, `${path}${key}.`) : [`${path}${key}`],
  );
}

describe('metrics', () => {
  it('every number that a run writes is defined, and every defined one is written; TensorBoard has the same', async () => {
    const out = directory();
    await run(out, 3, { startedAt: 1_000_000 });
    const { lines } = readMetrics(out);
    expect(lines.map(({ iterations }) => iterations)).toEqual([1, 2, 3]);
    const written = new Set(lines.flatMap((line) => numbersOf(line)));
    const own = [...written].filter((key) => !key.startsWith('env.'));
    expect(own.sort()).toEqual(METRICS.map(({ key }) => key).sort());

    const [head, ...events] = readEvents(readFileSync(findEventFile(out)!));
    expect(head!.wallTime).toBe(1_000_000);
    expect(events.map(({ step }) => step)).toEqual(lines.map(({ steps }) => steps));
    for (const [i, { scalars, wallTime }] of events.entries()) {
      expect(wallTime).toBeCloseTo(1_000_000 + lines[i]!.seconds, 6);
      const rounded = Object.entries(scalarsOf(lines[i]!)).map(([tag, value]) => [tag, Math.fround(value)]);
      expect(scalars).toEqual(Object.fromEntries(rounded));
      for (const { tag } of METRICS) if (tag !== undefined) expect(Object.keys(scalars)).toContain(tag);
    }
  });

  it('no two have one key, or one tag', () => {
    const all = [...METRICS, ...ENV_METRICS];
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    const tags = all.flatMap(({ tag }) => tag ?? []);
    expect(new Set(tags).size).toBe(tags.length);
  });

  it('sums that belong together are also told as shares', () => {
    const env = {
      episodes: 9,
      greedyHeists: 8,
      greedySuccesses: 2,
      'games past 4': 10,
      'wins past 4': 2.5,
      'won:omaha': 1,
      'heists:omaha': 4,
    };
    expect(ratesOf(env)).toEqual([
      { name: 'greedy', won: 2, of: 8 },
      { name: 'past 4', won: 2.5, of: 10 },
      { name: 'omaha', won: 1, of: 4 },
    ]);
    expect(envDefinition('games past 4')?.key).toBe('env.games {rival} {players}');
    expect(envDefinition('nonsense')).toBeUndefined();
  });
});

describe('a run that goes on', () => {
  it('leaves out a torn last line and lines after its checkpoint, and ends with the same lines as an undisturbed one', async () => {
    const [whole, out] = [directory(), directory()];
    await run(whole, 6);
    await run(out, 6, stopAfter(3));
    const late = readMetrics(whole).lines[4]!;
    appendFileSync(join(out, 'metrics.jsonl'), `${JSON.stringify(late)}\n{"steps":768,"secon`);
    writeFileSync(findEventFile(out)!, 'torn');
    writeFileSync(join(out, '.checkpoint-000000000512.ckpt.77.partial'), 'half');

    const { notes, progress } = listener();
    await run(out, 6, { resume: true, progress });
    expect(notes.join('\n')).toMatch(/line 5 was torn and is left out/);
    expect(notes.join('\n')).toMatch(/1 line after the checkpoint will be made again/);
    const played = ({ steps, iterations, success, policyLoss, entropy, env }: Metrics) => {
      return { steps, iterations, success, policyLoss, entropy, env };
    };
    expect(readMetrics(out)).toEqual({ lines: expect.any(Array), broken: [] });
    expect(readMetrics(out).lines.map(played)).toEqual(readMetrics(whole).lines.map(played));
    expect(readEvents(readFileSync(findEventFile(out)!)).map(({ step }) => step)).toEqual([
      0,
      ...readMetrics(out).lines.map(({ steps }) => steps),
    ]);
    expect(readdirSync(out).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('takes the newest whole checkpoint and says which it skipped', async () => {
    const out = directory();
    await run(out, 5, stopAfter(3));
    const [newest, second] = listCheckpoints(out);
    writeFileSync(newest!, readFileSync(newest!).subarray(0, 100));
    const { notes, progress } = listener();
    const result = await run(out, 5, { resume: true, progress });
    expect(notes[0]).toBe(`Skipped ${newest}: the checkpoint is damaged: its checksum is wrong.`);
    expect(notes[1]).toBe(`Going on from ${second} (${2 * ITERATION} steps).`);
    expect(result.steps).toBe(5 * ITERATION);
    const whole = await run(directory(), 5);
    expect(result.parameters).toEqual(whole.parameters);
  });
});

describe('the directory of a run', () => {
  const lock = (out: string, text: string): string => {
    const path = join(out, LOCK_FILE);
    writeFileSync(path, text);
    return path;
  };

  it('belongs to one process at a time; that of one which is gone is taken over, and given free at the end', async () => {
    const out = directory();
    await run(out, 5, stopAfter(2));
    expect(existsSync(join(out, LOCK_FILE))).toBe(false);
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    try {
      const path = lock(out, JSON.stringify({ pid: other.pid, host: hostname() }));
      writeFileSync(join(out, `.checkpoint-000000000999.ckpt.${other.pid}.partial`), 'what it is writing');
      const files = readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'latin1')]);
      const words = `${out}: process ${other.pid} trains here already.`;
      await expect(run(out, 5, { resume: true })).rejects.toThrow(words);
      await expect(run(out, 5, { resume: true })).rejects.toThrow(`delete ${path}`);
      expect(readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'latin1')])).toEqual(files);
    } finally {
      const gone = once(other, 'exit');
      other.kill('SIGKILL');
      await gone;
    }
    let held = '';
    const look = (): void => {
      held = readFileSync(join(out, LOCK_FILE), 'utf8');
    };
    expect((await run(out, 5, { resume: true, onMetrics: look })).reason).toBe('finished');
    expect(JSON.parse(held)).toEqual({ pid: process.pid, host: hostname() });
    expect(existsSync(join(out, LOCK_FILE))).toBe(false);
  });

  it('on another machine may still be in use, and a torn lock names nobody', async () => {
    const out = directory();
    await run(out, 5, stopAfter(2));
    lock(out, JSON.stringify({ pid: 1, host: 'elsewhere' }));
    await expect(run(out, 5, { resume: true })).rejects.toThrow('process 1 on elsewhere trains here already.');
    lock(out, '{"pid"');
    expect((await run(out, 5, { resume: true })).reason).toBe('finished');
    expect(readdirSync(out).filter((name) => name.includes('lock') || name.includes('partial'))).toEqual([]);
  });

  it.each([0, -1, 1.5, 2 ** 40, '1'])('is free where its lock names %s, which is no process', (pid) => {
    const out = directory();
    mkdirSync(out);
    lock(out, JSON.stringify({ pid, host: hostname() }));
    holdRun(out)();
    expect(readdirSync(out)).toEqual([]);
  });

  it('says so where a folder lies in the place of the lock, and leaves it', async () => {
    const out = directory();
    await run(out, 5, stopAfter(2));
    mkdirSync(join(out, LOCK_FILE));
    await expect(run(out, 5, { resume: true })).rejects.toThrow(
      `${join(out, LOCK_FILE)}: is a folder where the lock of the run belongs. Move it.`,
    );
    expect(readdirSync(out)).toContain(LOCK_FILE);
  });

  it('goes on from where the run stands, or not at all when another process ended there meanwhile', async () => {
    const [out, longer] = [directory(), directory()];
    await run(out, 5, stopAfter(2));
    await run(longer, 5, stopAfter(3));
    const newest = listCheckpoints(longer)[0]!;
    const meanwhile = (text: string): void => {
      if (text.startsWith('Going on from')) copyFileSync(newest, join(out, basename(newest)));
    };
    const late = run(out, 5, { resume: true, progress: { ...SILENT, note: meanwhile } });
    await expect(late).rejects.toThrow('another process has gone on with this run meanwhile.');
    expect(existsSync(join(out, LOCK_FILE))).toBe(false);
    expect((await run(out, 5, { resume: true })).parameters).toEqual((await run(directory(), 5)).parameters);
  });
});

it('more threads than share the tables evenly are refused before there is a directory', async () => {
  const out = directory();
  const config = trainConfig({ ...small, out, steps: ITERATION });
  await expect(train({ ...config, threads: 5 })).rejects.toThrow(
    /^threads: 16 tables can't be shared by 5 threads\.\s+Use 4\./,
  );
  await expect(train({ ...config, threads: 32 })).rejects.toThrow('Use 16.');
  expect(existsSync(out)).toBe(false);
});

/** A device on which every write fails for want of space. */
const FULL = '/dev/full';

describe.skipIf(!existsSync(FULL))('on a full disk', () => {
  it.each(['metrics.jsonl', 'event file'])(
    'a run whose %s cannot be written ends, says so, and can go on later',
    async (file) => {
      const out = directory();
      const { notes, progress } = listener();
      const fill = ({ iterations }: Metrics): void => {
        if (iterations !== 2) return;
        const path = file === 'event file' ? findEventFile(out)! : join(out, file);
        rmSync(path);
        symlinkSync(FULL, path);
      };
      const ended = run(out, 5, { progress, onMetrics: fill });
      await expect(ended).rejects.toThrow(RunStorageError);
      await expect(ended).rejects.toThrow(
        /cannot be written \(the disk is full\)\. Make room there, then go on with --resume/,
      );
      expect(notes.at(-1)).toMatch(/^The last good checkpoint is .*checkpoint-0*256\.ckpt \(256 steps\)\.$/);
      rmSync(file === 'event file' ? findEventFile(out)! : join(out, file));
      const whole = await run(directory(), 5);
      expect((await run(out, 5, { resume: true })).parameters).toEqual(whole.parameters);
    },
  );

  it('a checkpoint that cannot be written leaves the last good one, and nothing half written', async () => {
    const out = directory();
    const fill = ({ iterations, steps }: Metrics): void => {
      if (iterations !== 3) return;
      const name = `.checkpoint-${String(steps).padStart(12, '0')}.ckpt.${process.pid}.partial`;
      symlinkSync(FULL, join(out, name));
    };
    await expect(run(out, 5, { onMetrics: fill })).rejects.toThrow(/the disk is full/);
    expect(unwrap(lastGoodCheckpoint(out)).checkpoint.steps).toBe(2 * ITERATION);
    expect(readdirSync(out).filter((name) => name.endsWith('.partial'))).toEqual([]);
    expect((await run(out, 5, { resume: true })).reason).toBe('finished');
  });
});
