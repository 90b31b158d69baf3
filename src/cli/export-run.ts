import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { ModelCard } from '../../agents/card.js';
import type { BossCard } from '../../agents/gangup/boss-card.js';
import { type Checkpoint, lastGoodCheckpoint, readCheckpoint } from '../../training/checkpoint.js';
import { exportGangModel } from '../../training/gang.js';
import { exportTablesModel } from '../../training/gang-tables.js';
import { exportGangupModel } from '../../training/gangup-export.js';
import type { GangupCheckpoint } from '../../training/gangup-train.js';
import { kindOfCheckpoint } from '../../training/run-folder.js';
import { unwrap } from '../core/errors.js';
import { packageVersion } from './package.js';

/** Exports a checkpoint, or the newest good one of a run directory. Throws `BadInputError`. */
export async function exportRun(from: string, out: string, name: string | undefined): Promise<ModelCard | BossCard> {
  return exportCheckpointTo(load(from), out, name ?? basename(resolve(out)));
}

/** Writes the model of a checkpoint of either game into a folder. Throws `BadInputError`. */
export async function exportCheckpointTo(
  checkpoint: Checkpoint | GangupCheckpoint,
  out: string,
  name: string,
): Promise<ModelCard | BossCard> {
  const about = { name, codeVersion: packageVersion() };
  const kind = kindOfCheckpoint(checkpoint.metadata);
  if (kind === 'tables') return exportTablesModel(checkpoint as Checkpoint, out, about);
  if (kind === 'gangup') return exportGangupModel(checkpoint as GangupCheckpoint, out, about);
  return exportGangModel(checkpoint as Checkpoint, out, about);
}

function load(from: string): Checkpoint | GangupCheckpoint {
  const directory = statSync(from, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!directory) return unwrap(readCheckpoint<Checkpoint | GangupCheckpoint>(from));
  const { checkpoint, path, skipped } = unwrap(lastGoodCheckpoint<Checkpoint | GangupCheckpoint>(from));
  for (const error of skipped) process.stderr.write(`Skipped ${error.path}: ${error.message}\n`);
  if (skipped.length > 0) process.stderr.write(`Took ${path} (${checkpoint.steps} steps).\n`);
  return checkpoint;
}
