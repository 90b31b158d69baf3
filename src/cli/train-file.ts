import type { TrainedGame, TrainingFiles } from '../../training/config-file.js';
import { flagError, wholeFlag } from './flags.js';

/** The file that says what a run is asked for. */
export const configOption = {
  type: 'string',
  requiresArg: true,
  describe: 'JSON file that says what flags may say, such as config.json of a run; flags come before it',
} as const;

export const printConfigOption = {
  type: 'boolean',
  default: false,
  describe: 'print the run as such a file, with every key, and train nothing',
} as const;

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

/** Refuses flags that can't change when a run goes on. Throws `BadInputError`. */
export function refuseFixed(flags: object, fixed: readonly string[]): void {
  const given = flags as Readonly<Record<string, unknown>>;
  if (given['print-config'] === true) {
    throw flagError('print-config', 'is about a new run.', 'The file of an old one is config.json in its directory.');
  }
  const flag = fixed.find((name) => given[name] !== undefined);
  if (flag !== undefined) {
    throw flagError(flag, 'cannot change when a run goes on.', 'Leave it out with --resume, or start a new run.');
  }
}

/** When a run ends, by `--steps` or `--minutes`; nothing where neither is given nor `fallback`. Throws `BadInputError`. */
export function stopAt(
  flags: { readonly steps?: number | undefined; readonly minutes?: number | undefined },
  fallback?: number,
): { steps?: number; minutes?: number } {
  if (flags.steps !== undefined && flags.minutes !== undefined) {
    throw flagError('steps', 'and --minutes both say when to stop.', 'Give one of them.');
  }
  const minutes = flags.minutes ?? (flags.steps === undefined ? fallback : undefined);
  if (minutes !== undefined && !(minutes > 0))
    throw flagError('minutes', `${minutes} is not a time.`, 'Give a number above 0.');
  return {
    ...(flags.steps === undefined ? {} : { steps: wholeFlag('steps', flags.steps, 1) }),
    ...(minutes === undefined ? {} : { minutes }),
  };
}

/** When a new run ends: by flags, else by its file, else after so many minutes. Throws `BadInputError`. */
export function endOfRun(
  flags: Parameters<typeof stopAt>[0],
  file: Parameters<typeof stopAt>[0],
  minutes: number,
): { steps?: number; minutes?: number } {
  const ends = [stopAt(flags), stopAt(file), { minutes }];
  return ends.find((end) => Object.keys(end).length > 0)!;
}
