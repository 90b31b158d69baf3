import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { ModelCard } from '../../agents/card.js';
import { type Checkpoint, lastGoodCheckpoint, readCheckpoint } from '../../training/checkpoint.js';
import { exportGangModel } from '../../training/gang.js';
import { unwrap } from '../core/errors.js';
import { packageVersion } from './package.js';

/** Exports a checkpoint, or the newest good one of a run directory. Throws `BadInputError`. */
export async function exportRun(from: string, out: string, name: string | undefined): Promise<ModelCard> {
  return exportGangModel(load(from), out, { name: name ?? basename(resolve(out)), codeVersion: packageVersion() });
}

function load(from: string): Checkpoint {
  const directory = statSync(from, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!directory) return unwrap(readCheckpoint(from));
  const { checkpoint, path, skipped } = unwrap(lastGoodCheckpoint(from));
  for (const error of skipped) process.stderr.write(`Skipped ${error.path}: ${error.message}\n`);
  if (skipped.length > 0) process.stderr.write(`Took ${path} (${checkpoint.steps} steps).\n`);
  return checkpoint;
}
