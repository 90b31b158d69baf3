import type { CommandModule } from 'yargs';
import { jsonOption, printJson, seedOption, wholeFlag } from './flags.js';

interface ReportFlags {
  run: string;
  out: string | undefined;
  matrix: string[];
  model: string | undefined;
  heists: number;
  measure: number | undefined;
  seed: number;
  json: boolean;
}

const HEISTS_MAX = 100;
const MEASURE_MAX = 1_000_000;

export const reportCommand: CommandModule<object, ReportFlags> = {
  command: 'report <run>',
  describe: 'write an HTML page about a training run: curves, calibration, cross-play, games in words',
  builder: (yargs) =>
    yargs
      .positional('run', { type: 'string', demandOption: true, describe: 'directory of a run of `hench train`' })
      .option('out', { type: 'string', requiresArg: true, describe: 'the page (default: report.html in the run)' })
      .option('matrix', {
        type: 'string',
        array: true,
        requiresArg: true,
        default: [] as string[],
        describe: 'cross-play to show, from `hench arena … --cross-play … --json`; may be given more than once',
      })
      .option('model', {
        type: 'string',
        requiresArg: true,
        describe: 'model exported from this run whose estimates of final ranks to measure (The Gang)',
      })
      .option('heists', {
        type: 'number',
        requiresArg: true,
        default: 3,
        describe: 'heists, or games of Gang Up!, to tell in words',
      })
      .option('measure', {
        type: 'number',
        requiresArg: true,
        defaultDescription: '1000 heists, 40 games of Gang Up!',
        describe: 'games to compare what the networks foretell with what comes; 0: none',
      })
      .option('seed', { ...seedOption, default: 1 })
      .option('json', jsonOption)
      .example('$0 report runs/four', 'writes runs/four/report.html')
      .example(
        `$0 arena gang --cross-play 'model:my-four,full,greedy' --players 4 --json > cross.json`,
        'then: hench report runs/four --matrix cross.json',
      )
      .epilogue(
        'One file: no script, nothing from the network. It can be written while the run goes on, and after it was killed: ' +
          'what can be read is shown. The games are played by its newest whole checkpoint.',
      ),
  handler: async (flags) => {
    const heists = wholeFlag('heists', flags.heists, 0, HEISTS_MAX);
    const measure = flags.measure === undefined ? undefined : wholeFlag('measure', flags.measure, 0, MEASURE_MAX);
    const { reportRun } = await import('./run-report-run.js');
    const written = await reportRun({
      ...{ run: flags.run, out: flags.out, matrices: flags.matrix, model: flags.model },
      ...{ heists, measure, seed: wholeFlag('seed', flags.seed, 0) },
    });
    if (written === undefined) return; // Ctrl-C
    if (flags.json) printJson(written);
    else process.stdout.write(`${[...written.notes, `Wrote ${written.out}.`].join('\n')}\n`);
  },
};
