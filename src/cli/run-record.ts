import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileWhole } from '../core/files.js';
import { packageDirectory, packageVersion } from './package.js';

const part = z.object({
  /** ISO 8601. */
  startedAt: z.string(),
  /** Decisions made before it. */
  fromSteps: z.number(),
  version: z.string(),
  commit: z.string().optional(),
  node: z.string(),
  onnxruntime: z.string(),
  platform: z.string(),
  cpu: z.string(),
  cores: z.number(),
});

const schema = z.object({
  format: z.literal(1),
  game: z.enum(['gang', 'gangup']),
  seed: z.number(),
  threads: z.number(),
  /** The trainer's whole configuration. */
  config: z.record(z.string(), z.unknown()),
  /** One for the start, one more each time that the run went on. */
  parts: z.array(part).min(1),
});

/** What `run.json` of a run directory says: all that it takes, beside `config.json`, to repeat the run. */
export type RunRecord = z.infer<typeof schema>;

export const RECORD_FILE = 'run.json';
export const CONFIG_FILE = 'config.json';

/** The record of a run directory; undefined where there is none, or none that can be read. */
export function readRunRecord(directory: string): RunRecord | undefined {
  try {
    const read = schema.safeParse(JSON.parse(readFileSync(join(directory, RECORD_FILE), 'utf8')));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** What a run is, for its record. */
export interface RecordedRun {
  readonly game: RunRecord['game'];
  readonly config: { readonly out: string; readonly seed: number; readonly threads: number };
  /** Decisions made before; undefined for a new run. */
  readonly fromSteps?: number;
  /** What `config.json` of a new run holds. */
  readonly file?: object;
}

/** Hooks of the trainer that write `run.json` and `config.json` once the run begins. */
export function recording(run: RecordedRun): { readonly startedAt: number; onStart(): void } {
  const { config, fromSteps, file } = run;
  const directory = config.out;
  const before = fromSteps === undefined ? undefined : readRunRecord(directory);
  const now = new Date();
  const record: RunRecord = {
    format: 1,
    game: run.game,
    seed: config.seed,
    threads: config.threads,
    config: { ...config },
    parts: [...(before?.parts ?? []), { startedAt: now.toISOString(), fromSteps: fromSteps ?? 0, ...surroundings() }],
  };
  return {
    startedAt: Date.parse(record.parts[0]!.startedAt) / 1000,
    onStart() {
      const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
      if (file !== undefined) writeFileWhole(join(directory, CONFIG_FILE), json(file));
      writeFileWhole(join(directory, RECORD_FILE), json(record));
    },
  };
}

function surroundings(): Omit<RunRecord['parts'][number], 'startedAt' | 'fromSteps'> {
  const runtime = createRequire(import.meta.url)('onnxruntime-node/package.json') as { version: string };
  const commit = commitOf(packageDirectory());
  return {
    version: packageVersion(),
    ...(commit === undefined ? {} : { commit }),
    node: process.version,
    onnxruntime: runtime.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
  };
}

/** The commit of a checkout, with `+` where files differ from it; undefined in an installed package. */
function commitOf(directory: string): string | undefined {
  if (!existsSync(join(directory, '.git'))) return undefined;
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', directory, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+'}`;
  } catch {
    return undefined; // no git here
  }
}
