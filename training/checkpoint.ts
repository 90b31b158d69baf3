import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Packr, Unpackr } from 'msgpackr';
import { BadInputError } from '../src/core/errors.js';
import { writeFileWhole } from '../src/core/files.js';
import { fail, type InputError, inputError, ok, type Result } from '../src/core/result.js';
import type { LearnerState } from './learner.js';
import { trainerOf } from './run-lock.js';
import { CONFIG_FILE } from './run-record.js';
import type { ShardState } from './shard.js';
import type { TrainConfig } from './train.js';

const MAGIC = 'HENCHCK1';
const HASH_BYTES = 32;

/** Everything a run needs to go on as if it had not stopped, whatever it trains. */
export interface SavedRun<Config, State> {
  readonly config: Config;
  readonly metadata: Readonly<Record<string, string>>;
  /** Decisions made. */
  readonly steps: number;
  readonly iterations: number;
  /** Seconds of training, over all its parts. */
  readonly seconds: number;
  readonly learner: LearnerState;
  /** One a thread. */
  readonly shards: readonly State[];
  /** Recent success, as in the metrics. */
  readonly success: { readonly mean: number; readonly low: number; readonly high: number; readonly episodes: number };
}

/** Of a run on a fixed table of actions. */
export type Checkpoint = SavedRun<TrainConfig, ShardState> & {
  readonly sizes: { readonly observation: number; readonly privileged: number; readonly actions: number };
};

const packer = new Packr({ useRecords: false });
const unpacker = new Unpackr({ useRecords: false });

function bytesOf(array: Float32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function floatsOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer); // a copy: a Buffer's own slice() would share its memory
}

/** Magic, SHA-256 of the rest, MessagePack. Float arrays are stored as little-endian bytes. */
export function encodeCheckpoint(checkpoint: SavedRun<unknown, unknown>): Uint8Array {
  const { learner } = checkpoint;
  const body = packer.pack({
    ...checkpoint,
    learner: {
      parameters: bytesOf(learner.parameters),
      moment1: bytesOf(learner.moment1),
      moment2: bytesOf(learner.moment2),
      steps: learner.steps,
    },
  });
  const hash = createHash('sha256').update(body).digest();
  return Buffer.concat([Buffer.from(MAGIC, 'latin1'), hash, body]);
}

export function decodeCheckpoint<Saved = Checkpoint>(bytes: Uint8Array, path: string): Result<Saved, InputError> {
  const start = MAGIC.length + HASH_BYTES;
  if (bytes.length < start || Buffer.from(bytes.subarray(0, MAGIC.length)).toString('latin1') !== MAGIC) {
    return fail(inputError('not-a-checkpoint', path, 'this is not a checkpoint of hench.', ORIGIN));
  }
  const body = bytes.subarray(start);
  const hash = createHash('sha256').update(body).digest();
  if (!hash.equals(bytes.subarray(MAGIC.length, start))) {
    return damaged(path, 'its checksum is wrong');
  }
  try {
    return ok(unpack(body) as Saved);
  } catch {
    return damaged(path, 'something is missing in it');
  }
}

/** Throws when the bytes are no checkpoint. */
function unpack(body: Uint8Array): Checkpoint {
  const raw = unpacker.unpack(body) as Checkpoint & {
    learner: Record<'parameters' | 'moment1' | 'moment2', Uint8Array>;
  };
  return {
    ...raw,
    shards: raw.shards.map((shard) =>
      'env' in shard.collector
        ? { ...shard, collector: { ...shard.collector, env: new Uint8Array(shard.collector.env) } }
        : shard,
    ),
    learner: {
      parameters: floatsOf(raw.learner.parameters),
      moment1: floatsOf(raw.learner.moment1),
      moment2: floatsOf(raw.learner.moment2),
      steps: raw.learner.steps,
    },
  };
}

const ORIGIN = 'Give a run directory, or a checkpoint in it, that `hench train` wrote.';

function damaged(path: string, why: string): Result<never, InputError> {
  const hint = 'Copy it again from where it was made, or train again.';
  return fail(inputError('damaged', path, `the checkpoint is damaged: ${why}.`, hint));
}

const NAME = /^checkpoint-(\d+)\.ckpt$/;

/** Paths of a directory's checkpoints, newest (most steps) first. */
export function listCheckpoints(directory: string): string[] {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return [];
  }
  return names
    .flatMap((name) => {
      const match = NAME.exec(name);
      return match === null ? [] : [{ name, steps: Number(match[1]) }];
    })
    .sort((a, b) => b.steps - a.steps)
    .map(({ name }) => join(directory, name));
}

/**
 * Writes `checkpoint-<steps>.ckpt` and removes all but the `keep` newest, but never the one just written: damaged ones
 * of more steps may lie beside it. Returns its path.
 */
export function saveCheckpoint(directory: string, checkpoint: SavedRun<unknown, unknown>, keep: number): string {
  const path = join(directory, `checkpoint-${String(checkpoint.steps).padStart(12, '0')}.ckpt`);
  writeFileWhole(path, encodeCheckpoint(checkpoint));
  for (const old of listCheckpoints(directory).slice(keep)) if (old !== path) rmSync(old, { force: true });
  return path;
}

/** Removes what a killed run left half written. */
export function clearPartials(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (/^\.checkpoint-\d+\.ckpt\.\d+\.partial$/.test(name)) rmSync(join(directory, name), { force: true });
  }
}

export function readCheckpoint<Saved = Checkpoint>(path: string): Result<Saved, InputError> {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    const message = code === 'ENOENT' ? 'there is no such file or folder.' : `cannot be read (${code}).`;
    return fail(inputError('unreadable', path, message, ORIGIN));
  }
  return decodeCheckpoint<Saved>(bytes, path);
}

/** The newest checkpoint that is whole. `skipped` lists newer ones that aren't, with the reason. */
export function lastGoodCheckpoint<Saved = Checkpoint>(
  directory: string,
): Result<{ path: string; checkpoint: Saved; skipped: InputError[] }, InputError> {
  const skipped: InputError[] = [];
  for (const path of listCheckpoints(directory)) {
    const result = readCheckpoint<Saved>(path);
    if (result.ok) return ok({ path, checkpoint: result.value, skipped });
    skipped.push(result.error);
  }
  const first = skipped[0];
  if (first !== undefined) return fail(first);
  const file = join(directory, CONFIG_FILE);
  if (!existsSync(file)) return fail(inputError('no-checkpoint', directory, 'there is no checkpoint here.', ORIGIN));
  const trainer = trainerOf(directory);
  if (trainer !== undefined) {
    const message = `this run has no checkpoint yet: process ${trainer} trains here.`;
    return fail(inputError('no-checkpoint', directory, message, 'Its first comes after about a minute.'));
  }
  const hint = `Begin it again: the same command with --config ${file} --out ${directory}.`;
  return fail(inputError('no-checkpoint', directory, 'this run ended before its first checkpoint.', hint));
}

type Facts = Readonly<Record<string, string>>;

/** Refuses a checkpoint of other rules or layouts than this version's, which its network wouldn't know. Throws `BadInputError`. */
export function checkFacts(made: Facts, now: Facts, path: string): void {
  const key = Object.keys(now).find((name) => made[name] !== now[name]);
  if (key === undefined) return;
  const message = `was made for ${key} ${made[key] ?? '?'}; this version has ${now[key]}.`;
  throw new BadInputError(inputError('other-game', path, message, 'Train it again with this version.'));
}
