import type { CommandModule } from 'yargs';
import { BadInputError, unwrap } from '../core/errors.js';
import { inputError } from '../core/result.js';
import { called } from './called.js';
import { flagError, jsonOption, printJson, scheduleFlag, seedOption, wholeFlag } from './flags.js';
import { interruptible } from './interrupt.js';

interface TablesFlags {
  tables: string | undefined;
  minutes: number | undefined;
  steps: number | undefined;
  seed: number;
  threads: number;
  'ready-share': number;
  teacher: string;
  'teacher-steps': number;
  'learning-rate': string;
  entropy: string;
  out: string;
  json: boolean;
}

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
      .option('seed', { ...seedOption, default: 1 })
      .option('threads', { type: 'number', requiresArg: true, default: 1, describe: 'threads that play and learn' })
      .option('ready-share', { type: 'number', default: 0.1, describe: 'share of the tables with `ready` round ends' })
      .option('teacher', { type: 'string', default: 'belief', describe: 'the script whose play is learnt first' })
      .option('teacher-steps', {
        type: 'number',
        default: 260_000,
        describe: 'decisions of the teacher; 0: no teacher',
      })
      .option('learning-rate', { type: 'string', default: '0.0005,0.00005', describe: 'at the start and at the end' })
      .option('entropy', { type: 'string', default: '0.004,0.0005', describe: 'weight of the entropy bonus, likewise' })
      .option('out', { type: 'string', requiresArg: true, default: 'runs/tables', describe: 'directory of the run' })
      .option('json', jsonOption)
      .example('$0 train-tables --minutes 60', 'one network for 7 to 10 players')
      .example(`$0 train-tables --tables '[{"players":4,"variant":"omaha"}]'`, 'a network for Omaha with four')
      .epilogue('Make an agent of a run with `hench export DIR OUT`; it sits down as model:OUT at all these sizes.'),
  handler: async (flags) => {
    const { TABLES_DEFAULTS, tablesRunConfig, trainTables } = await import('../../training/gang-tables.js');
    const { terminalProgress } = await import('../../training/metrics.js');
    const { recording } = await import('./run-record.js');
    const tables = flags.tables === undefined ? TABLES_DEFAULTS.tables : await tablesOf(flags.tables);
    if (flags.minutes !== undefined && !(flags.minutes > 0)) {
      throw flagError('minutes', `${flags.minutes} is not a time.`);
    }
    const end =
      flags.steps === undefined ? { minutes: flags.minutes ?? 10 } : { steps: wholeFlag('steps', flags.steps, 1) };
    const run = {
      ...{ tables, teacher: flags.teacher, out: flags.out, ...end },
      readyShare: flags['ready-share'],
      teacherSteps: wholeFlag('teacher-steps', flags['teacher-steps'], 0),
      learningRate: scheduleFlag('learning-rate', flags['learning-rate']),
      entropy: scheduleFlag('entropy', flags.entropy),
      seed: wholeFlag('seed', flags.seed, 0),
      threads: wholeFlag('threads', flags.threads, 1, 64),
    };
    const record = recording({ game: 'gang', config: tablesRunConfig(run) });
    const { signal, release } = interruptible();
    try {
      const result = await trainTables(run, {
        signal,
        progress: terminalProgress(),
        ...record,
        onLesson: (steps, agreement) =>
          process.stderr.write(
            `${flags.teacher} teaches: ${steps} of ${run.teacherSteps} decisions, the network finds each ${(100 * agreement).toFixed(0)} % likely\n`,
          ),
      });
      if (result === undefined) return;
      const next =
        result.reason === 'aborted'
          ? `Go on with: ${called()} train gang --resume ${flags.out}`
          : `Make an agent of it with: ${called()} export ${flags.out} my-team`;
      process.stderr.write(`Saved ${result.checkpoint}. ${next}\n`);
      const { reason, checkpoint, steps, seconds, success } = result;
      if (flags.json) printJson({ reason, out: flags.out, checkpoint, steps, seconds, success });
    } finally {
      release();
    }
  },
};

/** A JSON list of configurations of The Gang. Throws `BadInputError` for what is none, and for tables of two families. */
async function tablesOf(text: string) {
  const { parseGangConfig } = await import('../gang/config.js');
  const { paddedSeats } = await import('../env/gang-padded.js');
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    list = undefined;
  }
  if (!Array.isArray(list) || list.length === 0) {
    throw flagError('tables', 'is no JSON list of configurations.', `For example '[{"players":7},{"players":8}]'.`);
  }
  const configs = list.map((input) => unwrap(parseGangConfig({ length: 'heist', ...input })));
  if (new Set(configs.map(({ players }) => paddedSeats(players))).size > 1) {
    const hint = 'Train one network for 3 to 6 players and another for 7 to 10.';
    throw new BadInputError(inputError('cli/flag', '--tables', 'mixes small and large tables.', hint));
  }
  return list as { players: number }[];
}
