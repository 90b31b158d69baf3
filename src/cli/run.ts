import type { CommandModule } from 'yargs';
import { agentsCommand } from './agents.js';
import { arenaCommand } from './arena.js';
import { benchCommand } from './bench.js';
import { cardsCommand } from './cards.js';
import { equityCommand } from './equity.js';
import { estimatorCommand } from './estimator.js';
import { exportCommand } from './export.js';
import { modelsCommand } from './models.js';
import { overview } from './overview.js';
import { packageVersion } from './package.js';
import { playCommand } from './play.js';
import { replayCommand } from './replay.js';
import { reportCommand } from './run-report.js';
import { trainCommand } from './train.js';
import { trainTablesCommand } from './train-tables.js';

/**
 * Every command's module holds its flags and its help and loads what it does when it runs, so that `hench --help`
 * answers at once (a test lists what it loads).
 */
const COMMANDS = [
  playCommand,
  arenaCommand,
  trainCommand,
  trainTablesCommand,
  exportCommand,
  reportCommand,
  equityCommand,
  replayCommand,
  agentsCommand,
  modelsCommand,
  estimatorCommand,
  benchCommand,
  cardsCommand,
] as unknown as readonly CommandModule[];

const WIDTH_MAX = 110;
/** Ways to ask for the overview. */
const HELP = ['--help', '-h', 'help'];

/**
 * Runs one command line (without `node` and the program's name) in this process: reads and writes the process's
 * streams, and leaves its exit code in `process.exitCode` where that isn't 0. Throws what `report` puts in a sentence.
 */
export async function run(args: readonly string[]): Promise<void> {
  const width = Math.min(WIDTH_MAX, process.stdout.columns ?? WIDTH_MAX);
  if (args.length === 0 || (args.length === 1 && HELP.includes(args[0]!))) {
    process.stdout.write(overview(COMMANDS, width));
    return;
  }
  const { commandLine } = await import('./command-line.js');
  await commandLine(args, COMMANDS, packageVersion()).wrap(width).parseAsync();
}
