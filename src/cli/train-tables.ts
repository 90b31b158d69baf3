import type { CommandModule } from 'yargs';
import { BadInputError, unwrap } from '../core/errors.js';
import { inputError } from '../core/result.js';
import { called } from './called.js';
import { flagError, jsonOption, printJson, seedOption, shareFlag, wholeFlag } from './flags.js';
import { interruptible } from './interrupt.js';
import { ppoSettings } from './ppo-flags.js';
import { configOption, endOfRun, fileOf, printConfigOption, printFile, refuseFixed, stopAt } from './train-file.js';

interface TablesFlags {
  tables: string | undefined;
  minutes: number | undefined;
  steps: number | undefined;
  seed: number | undefined;
  threads: number | undefined;
  'ready-share': number | undefined;
  teacher: string | undefined;
  'teacher-steps': number | undefined;
  'start-from': string | undefined;
  'learning-rate': string | undefined;
  entropy: string | undefined;
  config: string | undefined;
  'print-config': boolean;
  out: string | undefined;
  resume?: string | undefined;
  json: boolean;
}

const MINUTES = 10;
const OUT = 'runs/tables';
/** What belongs to a run from its start. */
const ONLY_FRESH = [
  ...['tables', 'seed', 'threads', 'ready-share', 'teacher', 'teacher-steps', 'start-from', 'learning-rate'],
  ...['entropy', 'out', 'config'],
];

export const trainTablesCommand: CommandModule<object, TablesFlags> = {
  command: 'train-tables',
  describe: 'train one network of The Gang for many tables: 7 to 10 players, or 3 to 6 with variants and modes',
  builder: (yargs) =>
    yargs
      .option('tables', {
        type: 'string',
        requiresArg: true,
        describe: 'the tables as a JSON list of configurations, all for 3 to 6 or all for 7 to 10 players',
        defaultDescription: '7, 8, 9 and 10 players',
      })
      .option('minutes', { type: 'number', requiresArg: true, describe: 'how long it plays by itself (default 10)' })
      .option('steps', { type: 'number', requiresArg: true, describe: 'decisions to train on, instead of minutes' })
      .option('seed', { ...seedOption, defaultDescription: '1' })
      .option('threads', {
        ...{ type: 'number', requiresArg: true, defaultDescription: '1' },
        describe: 'threads that play and learn',
      })
      .option('ready-share', {
        ...{ type: 'number', requiresArg: true, defaultDescription: '0.1' },
        describe: 'share of the tables with `ready` round ends',
      })
      .option('teacher', {
        ...{ type: 'string', requiresArg: true, defaultDescription: 'belief' },
        describe: 'the script whose play is learnt first',
      })
      .option('teacher-steps', {
        ...{ type: 'number', requiresArg: true, defaultDescription: '260000' },
        describe: 'decisions of the teacher; 0: no teacher',
      })
      .option('start-from', {
        ...{ type: 'string', requiresArg: true },
        describe: 'folder of a model that goes on learning, without a teacher: full-4 at other tables of four',
      })
      .option('learning-rate', {
        ...{ type: 'string', requiresArg: true, defaultDescription: '0.0005,0.00005' },
        describe: 'at the start and at the end',
      })
      .option('entropy', {
        ...{ type: 'string', requiresArg: true, defaultDescription: '0.004,0.0005' },
        describe: 'weight of the entropy bonus, likewise',
      })
      .option('out', {
        ...{ type: 'string', requiresArg: true, defaultDescription: OUT },
        describe: 'directory of the run',
      })
      .option('resume', { type: 'string', requiresArg: true, describe: 'directory of a run to go on with' })
      .option('config', configOption)
      .option('print-config', printConfigOption)
      .option('json', jsonOption)
      .example('$0 train-tables --minutes 60', 'one network for 7 to 10 players')
      .example(`$0 train-tables --tables '[{"players":4,"variant":"omaha"}]'`, 'a network for Omaha with four')
      .example(
        `$0 train-tables --start-from models/gang/full-4 --tables '[{"players":4,"variant":"stud"}]'`,
        'what full-4 makes of another variant',
      )
      .example('$0 train-tables --resume runs/tables --minutes 30', 'go on to 30 minutes in all')
      .epilogue('Make an agent of a run with `hench export DIR OUT`; it sits down as model:OUT at all these sizes.'),
  handler: async (flags) => {
    if (flags.resume !== undefined) return goOn(flags, flags.resume);
    const { tablesRunConfig, trainTables } = await import('../../training/gang-tables.js');
    const { tablesTrainingFile } = await import('../../training/config-file.js');
    const { terminalProgress } = await import('../../training/metrics.js');
    const { recording } = await import('./run-record.js');
    const run = await tablesRun(flags);
    const file = tablesTrainingFile(run);
    if (flags['print-config']) return printFile(file);
    const record = recording({ game: 'gang', config: tablesRunConfig(run), file });
    const { signal, release } = interruptible();
    try {
      const result = await trainTables(run, {
        signal,
        progress: terminalProgress(),
        ...record,
        onLesson: (steps, agreement) =>
          process.stderr.write(
            `${run.teacher} teaches: ${Math.min(steps, run.teacherSteps)} of ${run.teacherSteps} decisions, the network finds each ${(100 * agreement).toFixed(0)} % likely\n`,
          ),
      });
      if (result === undefined) {
        process.stderr.write('Stopped during the lessons, of which nothing is kept. The same command begins again.\n');
        if (flags.json) printJson({ reason: 'aborted', out: run.out, checkpoint: null, steps: 0 });
        return;
      }
      const next =
        result.reason === 'aborted'
          ? `Go on with: ${called()} train-tables --resume ${run.out}`
          : `Make an agent of it with: ${called()} export ${run.out} my-team`;
      process.stderr.write(`Saved ${result.checkpoint}. ${next}\n`);
      const { reason, checkpoint, steps, seconds, success } = result;
      if (flags.json) printJson({ reason, out: run.out, checkpoint, steps, seconds, success });
    } finally {
      release();
    }
  },
};

async function goOn(flags: TablesFlags, directory: string): Promise<void> {
  refuseFixed(flags, ONLY_FRESH);
  const { runTraining } = await import('./train-run.js');
  const report = await runTraining({ kind: 'resume', directory, ...stopAt(flags) });
  if (flags.json) printJson(report);
}

/** What a run is asked for, by the file of `--config` and by flags, which come before it. Throws `BadInputError`. */
export async function tablesRun(flags: TablesFlags) {
  const { TABLES_DEFAULTS } = await import('../../training/gang-tables.js');
  const { steps, minutes, ...file } = await fileOf('tables', flags);
  const share = flags['ready-share'];
  const startFrom = flags['start-from'] ?? file.startFrom;
  if (startFrom !== undefined && (flags['teacher-steps'] ?? 0) > 0) {
    throw flagError('teacher-steps', 'has no meaning beside --start-from.', 'Leave one of them out.');
  }
  return {
    ...{ ...TABLES_DEFAULTS, threads: 1, ...file },
    tables: await tablesOf(flags.tables ?? file.tables ?? TABLES_DEFAULTS.tables),
    out: flags.out ?? OUT,
    ...endOfRun(flags, { steps, minutes }, MINUTES),
    ...(flags.seed === undefined ? {} : { seed: wholeFlag('seed', flags.seed, 0) }),
    ...(flags.threads === undefined ? {} : { threads: wholeFlag('threads', flags.threads, 1, 64) }),
    ...(share === undefined ? {} : { readyShare: shareFlag('ready-share', share) }),
    ...(flags.teacher === undefined ? {} : { teacher: flags.teacher }),
    ...(flags['teacher-steps'] === undefined
      ? {}
      : { teacherSteps: wholeFlag('teacher-steps', flags['teacher-steps'], 0) }),
    ...(startFrom === undefined ? {} : { startFrom, teacherSteps: 0 }),
    ...ppoSettings({ 'learning-rate': flags['learning-rate'], entropy: flags.entropy }),
  };
}

/** A list of configurations of The Gang, or one as JSON. Throws `BadInputError` for what is none, and for tables of two families. */
async function tablesOf(given: string | readonly { readonly players: number }[]) {
  const { parseGangConfig } = await import('../gang/config.js');
  const { paddedSeats } = await import('../env/gang-padded.js');
  const list = typeof given === 'string' ? jsonList(given) : given;
  const configs = list.map((input) => unwrap(parseGangConfig({ length: 'heist', ...input })));
  if (new Set(configs.map(({ players }) => paddedSeats(players))).size > 1) {
    const hint = 'Train one network for 3 to 6 players and another for 7 to 10.';
    throw new BadInputError(inputError('cli/flag', '--tables', 'mixes small and large tables.', hint));
  }
  return list;
}

function jsonList(text: string): { players: number }[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list) && list.length > 0) return list as { players: number }[];
  } catch {
    // said below
  }
  throw flagError('tables', 'is no JSON list of configurations.', `For example '[{"players":7},{"players":8}]'.`);
}
