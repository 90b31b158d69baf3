#!/usr/bin/env node
import { report } from './report.js';
import { run } from './run.js';

/** Milliseconds after the end of a command until the process ends in any case. */
const LINGER = 300;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // whoever read the pipe has gone
  throw error;
});
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error; // nobody hears notes and progress any more: the work goes on
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
