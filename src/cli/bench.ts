import type { CommandModule } from 'yargs';
import { BENCH_GROUPS, BENCH_NAMES, type BenchName, benchesOf } from '../../eval/bench/names.js';
import { BadInputError } from '../core/errors.js';
import { inputError } from '../core/result.js';
import { flagError, jsonOption, printJson, wholeFlag } from './flags.js';
import { INTERRUPTED, interruptible } from './interrupt.js';

interface BenchFlags {
  what: string;
  seconds: number;
  repeats: number;
  json: boolean;
}

export const benchCommand: CommandModule<object, BenchFlags> = {
  command: 'bench [what]',
  describe: 'measure the speed of this machine, beside a reference in the same run where there is one',
  builder: (yargs) =>
    yargs
      .positional('what', { type: 'string', default: 'all', describe: `${BENCH_GROUPS.join(', ')}, or one bench` })
      .option('seconds', { type: 'number', requiresArg: true, default: 0.5, describe: 'length of a measurement' })
      .option('repeats', { type: 'number', requiresArg: true, default: 5, describe: 'measurements; the median counts' })
      .option('json', jsonOption)
      .example('$0 bench', 'everything, in two minutes')
      .example('$0 bench evaluator/7-random', 'one bench')
      .epilogue(
        `Benches: ${BENCH_NAMES.join(', ')}. Subjects of a bench take turns. References are packages for ` +
          'development; where one is missing its bench says so. Other work on the machine lowers every figure.',
      ),
  handler: async (flags) => {
    const names = benchesOf(flags.what);
    if (names.length === 0) {
      const hint = `Use ${BENCH_GROUPS.join(', ')}, or one of ${BENCH_NAMES.join(', ')}.`;
      throw new BadInputError(inputError('cli/bench', '', `there is no bench "${flags.what}".`, hint));
    }
    if (!(flags.seconds > 0 && flags.seconds <= 600)) {
      throw flagError('seconds', `${flags.seconds} is out of range.`, 'Give a number above 0, at most 600.');
    }
    const options = { seconds: flags.seconds, repeats: wholeFlag('repeats', flags.repeats, 1, 1000) };
    await runAll(names, options, flags.json);
  },
};

async function runAll(
  names: readonly BenchName[],
  options: { seconds: number; repeats: number },
  json: boolean,
): Promise<void> {
  const { runBenchApart } = await import('../../eval/bench/index.js');
  const { benchLine, machineName } = await import('./bench-words.js');
  const { cpus } = await import('node:os');
  const interrupt = interruptible();
  const benches = [];
  try {
    for (const name of names) {
      if (!json && process.stderr.isTTY) process.stderr.write(`${name} …\r`);
      const result = await runBenchApart(name, options, interrupt.signal);
      benches.push(result);
      if (!json) process.stdout.write(`${benchLine(result)}\n`);
    }
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    process.exitCode = INTERRUPTED;
    return;
  } finally {
    interrupt.release();
  }
  if (json) printJson({ machine: machineName(cpus(), process.version), benches });
}
