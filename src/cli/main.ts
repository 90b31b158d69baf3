#!/usr/bin/env node
import type { CommandModule } from 'yargs';
import { agentsCommand } from './agents.js';
import { arenaCommand } from './arena.js';
import { benchCommand } from './bench.js';
import { cardsCommand } from './cards.js';
import { equityCommand } from './equity.js';
import { exportCommand } from './export.js';
import { modelsCommand } from './models.js';
import { overview } from './overview.js';
import { packageVersion } from './package.js';
import { playCommand } from './play.js';
import { replayCommand } from './replay.js';
import { report } from './report.js';
import { trainCommand } from './train.js';

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
/** Milliseconds after the end of a command until the process ends in any case. */
const LINGER = 300;
/** Ways to ask for the overview. */
const HELP = ['--help', '-h', 'help'];

async function run(args: readonly string[]): Promise<void> {
  const width = Math.min(WIDTH_MAX, process.stdout.columns ?? WIDTH_MAX);
  if (args.length === 0 || (args.length === 1 && HELP.includes(args[0]!))) {
    process.stdout.write(overview(COMMANDS, width));
    return;
  }
  const { commandLine } = await import('./command-line.js');
  await commandLine(args, COMMANDS, packageVersion()).wrap(width).parseAsync();
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // whoever read the pipe has gone
  throw error;
});

/** What an agent of one's own breaks outside the call that it answers. */
const failLate = (error: unknown): void => process.exit(report(error));
process.on('uncaughtException', failLate);
process.on('unhandledRejection', failLate);

let done = false;
process.on('beforeExit', () => {
  if (done) return;
  failLate(new Error('an answer never came: an agent of your own may wait for something that does not happen'));
});

try {
  await run(process.argv.slice(2));
  done = true;
  // What an agent of one's own has left running keeps nobody waiting.
  setTimeout(() => process.exit(), LINGER).unref();
} catch (error) {
  process.exit(report(error));
}
