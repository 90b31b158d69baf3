import type { TrainedGame, TrainingFiles } from '../../training/config-file.js';

/** Prints a run as a file for `--config`. */
export function printFile(file: object): void {
  process.stdout.write(`${JSON.stringify(file, null, 2)}\n`);
}

/** What the file of `--config` says. Throws `BadInputError`. */
export async function fileOf<G extends TrainedGame>(
  game: G,
  { config }: { readonly config: string | undefined },
): Promise<TrainingFiles[G]> {
  if (config === undefined) return {};
  const { readTrainingFile } = await import('../../training/config-file.js');
  return readTrainingFile(game, config);
}
