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
  return directory ? unwrap(lastGoodCheckpoint(from)).checkpoint : unwrap(readCheckpoint(from));
}
