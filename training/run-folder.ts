import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fail, type InputError, inputError, ok, type Result } from '../src/core/result.js';
import { type Checkpoint, listCheckpoints, readCheckpoint } from './checkpoint.js';
import { gangTrainCommand } from './gang.js';
import { tablesTrainCommand } from './gang-tables.js';
import { type GangupCheckpoint, gangupTrainCommand } from './gangup-train.js';
import { readMetrics, type StoredMetrics } from './metrics.js';
import { CONFIG_FILE, type RunRecord, readRunRecord } from './run-record.js';

/** What a run trains: The Gang's base game, one network for many tables of The Gang, or Gang Up!. */
export const RUN_KINDS = ['gang', 'tables', 'gangup'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** A checkpoint of a run: how far it is, or what is wrong with it. */
export interface StoredCheckpoint {
  readonly path: string;
  readonly bytes: number;
  readonly steps?: number;
  readonly seconds?: number;
  readonly error?: InputError;
}

/** Everything that a run directory holds, whether the run is at its end, still going, or was killed. */
export interface RunFolder {
  readonly directory: string;
  readonly kind: RunKind;
  /** The trainer's configuration; from the newest good checkpoint, else from `run.json`. */
  readonly config: Checkpoint['config'] | GangupCheckpoint['config'];
  /** Absent in directories of before there were records. */
  readonly record: RunRecord | undefined;
  /** Whether there is a file for `--config`. */
  readonly repeatable: boolean;
  readonly metrics: StoredMetrics;
  /** Newest first. */
  readonly checkpoints: readonly StoredCheckpoint[];
  /** The newest that is whole. */
  readonly newest: { readonly path: string; readonly checkpoint: Checkpoint | GangupCheckpoint } | undefined;
}

/** Reads a run directory. Refuses what is none, or holds a run of another game. */
export function readRunFolder(directory: string): Result<RunFolder, InputError> {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return noRun(directory);
  const record = readRunRecord(directory);
  const checkpoints: StoredCheckpoint[] = [];
  let newest: RunFolder['newest'];
  for (const path of listCheckpoints(directory)) {
    const bytes = statSync(path, { throwIfNoEntry: false })?.size;
    if (bytes === undefined) continue; // a run that is going on has just removed it
    const read = readCheckpoint<Checkpoint | GangupCheckpoint>(path);
    if (!read.ok) checkpoints.push({ path, bytes, error: read.error });
    else {
      const { steps, seconds } = read.value;
      checkpoints.push({ path, bytes, steps, seconds });
      newest ??= { path, checkpoint: read.value };
    }
  }
  if (record === undefined && newest === undefined) {
    const damaged = checkpoints[0]?.error;
    return damaged === undefined ? noRun(directory) : fail(damaged);
  }
  // `run.json` knows of an end that was moved when the run went on.
  const config = (record?.config ?? newest!.checkpoint.config) as unknown as RunFolder['config'];
  const kind = newest === undefined ? kindOf(record!) : kindOfCheckpoint(newest.checkpoint.metadata);
  if (kind === undefined) {
    return fail(inputError('run/game', directory, 'is a run of a game that this version does not know.'));
  }
  const repeatable = existsSync(join(directory, CONFIG_FILE));
  return ok({ directory, kind, config, record, repeatable, metrics: readMetrics(directory), checkpoints, newest });
}

function noRun(directory: string): Result<never, InputError> {
  const hint = 'Give a directory that `hench train` wrote.';
  return fail(inputError('run/none', directory, 'is no run of hench: no checkpoint, no run.json.', hint));
}

function kindOf({ game, config }: RunRecord): RunKind {
  if (game === 'gangup') return 'gangup';
  return 'tables' in ((config.envSpec ?? {}) as object) ? 'tables' : 'gang';
}

/** The kind of run that a checkpoint comes from, by its metadata. */
export function kindOfCheckpoint({ game, padded, tables }: Readonly<Record<string, string>>): RunKind | undefined {
  if (padded !== undefined || tables !== undefined) return 'tables';
  return game === 'gang' || game === 'gangup' ? game : undefined;
}

const TRAINERS: Readonly<Record<RunKind, string>> = {
  gang: 'train gang',
  tables: 'train-tables',
  gangup: 'train gangup',
};

/** The command that trains the same policy again: from the file of the run where it has one. */
export function repeatCommand({ kind, config, directory, repeatable }: RunFolder): string {
  const again = `runs/${basename(directory)}-again`;
  if (repeatable) return `hench ${TRAINERS[kind]} --config ${join(directory, CONFIG_FILE)} --out ${again}`;
  const command =
    kind === 'gangup'
      ? gangupTrainCommand(config as GangupCheckpoint['config'])
      : (kind === 'tables' ? tablesTrainCommand : gangTrainCommand)({ config: config as Checkpoint['config'] });
  return `${command} --out ${again}`;
}

/** How far the run is, 0 … 1 of its end in decisions or minutes. */
export function runProgress({ config, newest, metrics }: RunFolder): number {
  const last = metrics.lines.at(-1);
  const steps = Math.max(newest?.checkpoint.steps ?? 0, last?.steps ?? 0);
  const seconds = Math.max(newest?.checkpoint.seconds ?? 0, last?.seconds ?? 0);
  const shares = [
    config.steps === undefined ? 0 : steps / config.steps,
    config.minutes === undefined ? 0 : seconds / (60 * config.minutes),
  ];
  return Math.min(1, Math.max(...shares));
}
