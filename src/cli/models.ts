import type { CommandModule } from 'yargs';
import { BadInputError } from '../core/errors.js';
import { inputError } from '../core/result.js';
import { jsonOption, printJson, seedOption, wholeFlag } from './flags.js';

interface ModelsFlags {
  action: string;
  dirs: string[];
  heists: number;
  games: number;
  seed: number | undefined;
  json: boolean;
}

/** What cards are measured with unless told otherwise; a check on the same deals would repeat their luck. */
const MEASURE_SEED = 2;
const VERIFY_SEED = 3;
const HEISTS_MAX = 10_000_000;

export const modelsCommand: CommandModule<object, ModelsFlags> = {
  command: 'models [action] [dirs..]',
  describe: 'list the trained models, verify what their cards say, or measure them and write that on their cards',
  builder: (yargs) =>
    yargs
      .positional('action', {
        choices: ['list', 'verify', 'measure'] as const,
        default: 'list',
        describe: 'list, verify or measure',
      })
      .positional('dirs', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: 'model folders (default: those that come with hench)',
      })
      .option('heists', {
        type: 'number',
        requiresArg: true,
        default: 4000,
        describe: 'heists to measure a model of The Gang with; verify: 0 leaves the headline out',
      })
      .option('games', {
        type: 'number',
        requiresArg: true,
        default: 400,
        describe: 'the same for a model of Gang Up!',
      })
      .option('seed', { ...seedOption, defaultDescription: '2; verify: 3, other deals than those of the cards' })
      .option('json', jsonOption)
      .example('$0 models verify', 'do the models that came with hench do what their cards say?')
      .example('$0 models measure my-four', 'in four line-ups, written into my-four/card.json'),
  handler: async (flags) => {
    const heists = wholeFlag('heists', flags.heists, 0, HEISTS_MAX);
    const games = wholeFlag('games', flags.games, 0, HEISTS_MAX);
    const fresh = flags.action === 'verify' ? VERIFY_SEED : MEASURE_SEED;
    const amount = { heists, games, seed: wholeFlag('seed', flags.seed ?? fresh, 0) };
    const { listModels, listLines, measureModels, verifyLines, verifyModels } = await import('./models-run.js');
    if (flags.action === 'list') {
      const models = await listModels(flags.dirs);
      if (flags.json) printJson({ models });
      else process.stdout.write(`${listLines(models).join('\n')}\n`);
      return;
    }
    if (flags.action === 'measure') {
      if (flags.dirs.length === 0) {
        throw new BadInputError(inputError('cli/models', 'models measure', 'say which models.', 'Name their folders.'));
      }
      for (const flag of ['heists', 'games'] as const) wholeFlag(flag, flags[flag], 1, HEISTS_MAX);
      const models = await measureModels(flags.dirs, amount);
      if (models === undefined) return; // Ctrl-C
      if (flags.json) printJson({ models });
      else process.stdout.write(`${listLines(models).join('\n')}\n`);
      return;
    }
    const models = await verifyModels(flags.dirs, amount);
    if (models === undefined) return; // Ctrl-C
    if (flags.json) printJson({ models });
    else process.stdout.write(`${verifyLines(models).join('\n')}\n`);
    if (models.length === 0 || models.some((model) => !model.ok)) process.exitCode = 1;
  },
};
