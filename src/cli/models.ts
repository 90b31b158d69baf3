import type { CommandModule } from 'yargs';
import { jsonOption, printJson, seedOption, wholeFlag } from './flags.js';

interface ModelsFlags {
  action: string;
  dirs: string[];
  heists: number;
  seed: number;
  json: boolean;
}

const HEISTS_MAX = 10_000_000;

export const modelsCommand: CommandModule<object, ModelsFlags> = {
  command: 'models [action] [dirs..]',
  describe: 'list the trained models, or verify them: files, versions, answers and headline results',
  builder: (yargs) =>
    yargs
      .positional('action', { choices: ['list', 'verify'] as const, default: 'list', describe: 'list or verify' })
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
        describe: 'verify: heists to measure the headline with; 0 leaves it out',
      })
      .option('seed', { ...seedOption, default: 2 })
      .option('json', jsonOption)
      .example('$0 models verify', 'do the models that came with hench do what their cards say?'),
  handler: async (flags) => {
    const heists = wholeFlag('heists', flags.heists, 0, HEISTS_MAX);
    const seed = wholeFlag('seed', flags.seed, 0);
    const { listModels, listLines, verifyLines, verifyModels } = await import('./models-run.js');
    if (flags.action === 'list') {
      const models = await listModels(flags.dirs);
      if (flags.json) printJson({ models });
      else process.stdout.write(`${listLines(models).join('\n')}\n`);
      return;
    }
    const models = await verifyModels(flags.dirs, heists, seed);
    if (models === undefined) return; // Ctrl-C
    if (flags.json) printJson({ models });
    else process.stdout.write(`${verifyLines(models).join('\n')}\n`);
    if (models.some((model) => !model.ok)) process.exitCode = 1;
  },
};
