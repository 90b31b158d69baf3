// What the scripts that measure many tables share: their options, the loop that can be stopped and goes on, shares in words.
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runArena } from '../dist/eval/arena.js';
import { openLineup } from '../dist/eval/lineup.js';
import { parseGangConfig } from '../dist/src/gang/config.js';
import { rowsOf } from './rows.mjs';

/** What a script was told: its command, `measure` or `write`, and its options. `files`: their defaults. */
export function readOptions({ heists, ...files }) {
  const options = { heists: { type: 'string', default: heists }, part: { type: 'string', default: '0/1' } };
  for (const [name, file] of Object.entries(files)) options[name] = { type: 'string', default: file };
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [part, parts] = values.part.split('/').map(Number);
  return { ...values, command: positionals[0], heists: Number(values.heists), part, parts };
}

/** The rows of several files of JSON lines, `a,b`. */
export const rowsOfAll = (files) => files.split(',').flatMap(rowsOf);

/** The configuration of a table for one heist; the rules' refusal where they refuse it. */
export const heistOf = (input) => parseGangConfig({ length: 'heist', ...input });

/**
 * Measures every job of this part that has no row in `out` yet, and appends its row there. A job's `key` names it with the
 * number of heists; `measure` gives the row, with what to say of it as `said`.
 */
export async function measureAll({ out, part, parts }, jobs, measure) {
  const done = new Set(rowsOf(out).map((row) => row.key));
  for (const [i, job] of jobs.entries()) {
    const key = JSON.stringify(job.key);
    if (i % parts !== part || done.has(key)) continue;
    const { said, ...row } = await measure(job);
    appendFileSync(out, `${JSON.stringify({ key, ...row })}\n`);
    process.stderr.write(`${key} ${said}\n`);
  }
}

/** A run of the arena at one table, the same agent in every seat of each line-up. */
export async function arenaAt(input, agents, heists, seed) {
  const lineups = [];
  for (const agent of agents) {
    const lineup = await openLineup('gang', `${agent}*${input.players}`);
    if (!lineup.ok) throw new Error(lineup.error.message);
    lineups.push(lineup.value);
  }
  return runArena({ lineups, config: heistOf(input).value, games: heists, seed });
}

/** Percent with one digit. */
export const percent = (x) => (100 * x).toFixed(1);

/** A share in percent with its interval. */
export const shareWords = ({ mean, low, high }) => `${percent(mean)} (${percent(low)}–${percent(high)})`;

/** Runs the command that was asked for; says how it is used when it is none. */
export async function runCommand(script, command, commands) {
  const run = commands[command];
  if (run !== undefined) {
    await run();
    return;
  }
  console.error(`${script}: say what to do (the head of the file has examples).`);
  process.exitCode = 2;
}
