import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { CONFIG_FILE, RECORD_FILE, type RunRecord, readRunRecord } from '../../training/run-record.js';
import { writeFileWhole } from '../core/files.js';
import { packageDirectory, packageVersion } from './package.js';

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
