import type { CommandModule } from 'yargs';
import { BadInputError } from '../core/errors.js';
import { inputError } from '../core/result.js';
import { jsonOption, printJson, seedOption, wholeFlag } from './flags.js';

interface EstimatorFlags {
  action: 'fit' | 'measure';
  models: string[];
  heists: number;
  seed: number;
  measure: number;
  'measure-seed': number;
  html: string | undefined;
  json: boolean;
}

const HEISTS_MAX = 10_000_000;

export const estimatorCommand: CommandModule<object, EstimatorFlags> = {
  command: 'estimator <action> [models..]',
  describe: "a model's estimates of everybody's final rank: fit them, or measure how good they are",
  builder: (yargs) =>
    yargs
      .positional('action', {
        choices: ['fit', 'measure'] as const,
        demandOption: true,
        describe: 'fit: learn to estimate and put that into the model; measure: score what it estimates',
      })
      .positional('models', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: 'model folders (measure: those that come with hench and estimate)',
      })
      .option('heists', {
        type: 'number',
        requiresArg: true,
        default: 40_000,
        describe: 'fit: heists to learn from, played by the model with itself and with strangers',
      })
      .option('seed', { ...seedOption, default: 1, describe: 'fit: whole number from which all randomness comes' })
      .option('measure', {
        type: 'number',
        requiresArg: true,
        default: 2000,
        describe: 'held-out heists to measure with; no fit learns from them, whatever its seed',
      })
      .option('measure-seed', { ...seedOption, default: 2, describe: 'the seed of those' })
      .option('html', { type: 'string', requiresArg: true, describe: 'write a page with reliability diagrams here' })
      .option('json', jsonOption)
      .example('$0 estimator fit my-four', 'adds an estimator to my-four/policy.onnx; its play stays as it is')
      .example('$0 estimator measure --json', 'log-loss and calibration of the models that come with hench')
      .example('$0 estimator measure my-four --html ranks.html', 'the same as a page with plots')
      .epilogue(
        'Log-loss is in nats a seat: −ln of the chance that was given to the rank where the seat ended, ln N by ' +
          'knowing nothing; lower is better. The calibration error (ECE) is by how much stated chances of the ' +
          'likeliest rank are off, on average. Intervals are 95 %, by drawing deals anew. METRICS.md has every ' +
          'definition. `w` in `hench play gang` shows what is estimated at the table.',
      ),
  handler: async (flags) => {
    const measured = {
      heists: wholeFlag('measure', flags.measure, 8, HEISTS_MAX),
      seed: wholeFlag('measure-seed', flags['measure-seed'], 0),
    };
    if (flags.action === 'fit' && flags.models.length === 0) {
      const hint = 'Name their folders.';
      throw new BadInputError(inputError('cli/models', 'estimator fit', 'say which models.', hint));
    }
    const run = await import('./estimator-run.js');
    const reports =
      flags.action === 'fit'
        ? await run.fitModels(flags.models, {
            heists: wholeFlag('heists', flags.heists, 10, HEISTS_MAX),
            seed: wholeFlag('seed', flags.seed, 0),
            measured,
          })
        : await run.measureModels(flags.models, measured);
    if (reports === undefined) return; // Ctrl-C
    if (flags.html !== undefined) await run.writePage(flags.html, reports);
    if (flags.json) printJson({ game: 'gang', models: reports });
    else process.stdout.write(`${run.reportLines(reports).join('\n')}\n`);
  },
};
