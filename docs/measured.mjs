// What the scripts that measure many tables share: their options, the loop that can be stopped and goes on, shares in words.
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runArena } from '../dist/eval/arena.js';
import { openLineup } from '../dist/eval/lineup.js';
import { parseGangConfig } from '../dist/src/gang/config.js';
import { MODES, VARIANTS } from '../dist/src/gang/config-lists.js';
import { EVERY_OPTION, rowsOf, SINGLE_OPTIONS } from './rows.mjs';

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

/** The network that could sit at a table: the one of many tables for 7 to 10, the base game's for fewer. */
export const MANY = 'full-7-10';
export const candidate = (players) => (players > 6 ? MANY : `full-${players}`);

/** A vault card changes nothing until it is turned, which is never in the first heist: here it lies open in each. */
export const asPlayed = (input) => (input.vaults ? { ...input, active: ['vault-orange'] } : input);

const EXTRAS = [...SINGLE_OPTIONS, { exitChips: 1 }, { jokers: true, tools: true }];

/**
 * The tables at which networks are measured: each variant and mode for every number of players; the base game where no network was trained at it
 * alone; what else there may be for three to six players, where the networks were trained without.
 */
export function fullTables() {
  const out = [];
  for (let players = 3; players <= 10; players++) {
    if (players > 6) out.push({ players });
    for (const variant of VARIANTS.filter((name) => name !== 'holdem')) out.push({ players, variant });
    for (const mode of MODES.filter((name) => name !== 'basic')) out.push({ players, mode });
    if (players <= 6) out.push(...EXTRAS.map((extra) => ({ players, ...extra })));
    else out.push({ players, tools: true });
    out.push({ players, ...EVERY_OPTION });
  }
  return out.filter((input) => heistOf(input).ok);
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
