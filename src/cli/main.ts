#!/usr/bin/env node
import yargs, { type Argv, type CommandModule } from 'yargs';
import { hideBin } from 'yargs/helpers';
import { agentsCommand } from './agents.js';
import { arenaCommand } from './arena.js';
import { benchCommand } from './bench.js';
import { cardsCommand } from './cards.js';
import { equityCommand } from './equity.js';
import { exportCommand } from './export.js';
import { modelsCommand } from './models.js';
import { packageVersion } from './package.js';
import { playCommand } from './play.js';
import { replayCommand } from './replay.js';
import { report } from './report.js';
import { trainCommand } from './train.js';
import { strictly } from './usage.js';

/**
 * Every command's module holds its flags and its help and loads what it does when it runs, so that `hench --help`
 * answers at once (a test lists what it loads).
 */
const COMMANDS = [
  playCommand,
  arenaCommand,
  trainCommand,
  exportCommand,
  equityCommand,
  replayCommand,
  agentsCommand,
  modelsCommand,
  benchCommand,
  cardsCommand,
] as unknown as readonly CommandModule[];

const WIDTH_MAX = 110;

function commandLine(args: readonly string[]): Argv {
  const line = yargs([...args])
    .scriptName('hench')
    .usage(
      '$0 <command>\n\nAI teammates for The Gang, the cooperative game of poker hands: play with them, measure them, train your own.',
    )
    .example('$0 play gang', 'sit down with three trained agents')
    .example("$0 arena gang --lineup 'full*3+greedy'", 'how often such a table succeeds')
    .example('$0 equity "Ah Kd" --players 4', 'how good a hand is')
    .epilogue(
      '`hench <command> --help` has examples too. Exit codes: 0 done, 1 failed, 2 bad input. With HENCH_DEBUG=1 errors show where they come from.',
    )
    .parserConfiguration({ 'greedy-arrays': false })
    .version(packageVersion())
    .locale('en')
    .wrap(Math.min(WIDTH_MAX, process.stdout.columns ?? WIDTH_MAX));
  for (const command of COMMANDS) line.command(command);
  return strictly(line, args, COMMANDS);
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // whoever read the pipe has gone
  throw error;
});

const args = hideBin(process.argv);
try {
  await commandLine(args.length === 0 ? ['--help'] : args).parseAsync();
} catch (error) {
  process.exit(report(error));
}
