import { existsSync } from 'node:fs';
import type { TrainedGame, TrainingFiles } from '../../training/config-file.js';
import { packageDirectory } from './package.js';

/** Prints a run as a file for `--config`. */
export function printFile(file: object): void {
  process.stdout.write(`${JSON.stringify(file, null, 2)}\n`);
}

/** What the file of `--config` says: a path, or a name in training/configs. */
export async function fileOf<G extends TrainedGame>(
  game: G,
  { config }: { readonly config: string | undefined },
): Promise<TrainingFiles[G]> {
  if (config === undefined) return {};
  const { readTrainingFile } = await import('../../training/config-file.js');
  return readTrainingFile(game, await shippedOr(config));
}

/** The file itself where there is one, else the one of that name that comes with hench. */
async function shippedOr(config: string): Promise<string> {
  const shipped = `${packageDirectory()}/training/configs/${config}.json`;
  return !existsSync(config) && /^[\w-]+$/.test(config) && existsSync(shipped) ? shipped : config;
}
