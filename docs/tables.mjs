// Heist success of the scripts at every table of The Gang, as docs/tables.md. After `npm run build`:
//   node docs/tables.mjs measure [--heists 2000] [--part 0/2] [--out docs/tables.jsonl]   goes on where it was stopped
//   node docs/tables.mjs write   [--out docs/tables.jsonl]                                writes docs/tables.md
// Parts share the tables out: run --part 0/2 and --part 1/2 at once on two cores, each to an --out of its own, and give
// both to `write` (--out a,b).
import { appendFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runArena } from '../dist/eval/arena.js';
import { openLineup } from '../dist/eval/lineup.js';
import { parseGangConfig } from '../dist/src/gang/config.js';
import { MODES, VARIANTS } from '../dist/src/gang/config-lists.js';
import { rowsOf } from './rows.mjs';

const AGENTS = ['random', 'greedy', 'belief'];
const SEED = 20250101;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    heists: { type: 'string', default: '2000' },
    part: { type: 'string', default: '0/1' },
    out: { type: 'string', default: 'docs/tables.jsonl' },
  },
});

/** Every table of the page: all variants, then all modes, for 3 to 10 players; those that the rules refuse are left out. */
function tables() {
  const inputs = [];
  for (let players = 3; players <= 10; players++) {
    for (const variant of VARIANTS) inputs.push({ players, variant });
    for (const mode of MODES.filter((name) => name !== 'basic')) inputs.push({ players, mode });
  }
  return inputs
    .map((input) => ({ input, config: parseGangConfig({ length: 'heist', ...input }) }))
    .filter(({ config }) => config.ok);
}

async function measure() {
  const heists = Number(values.heists);
  const [part, parts] = values.part.split('/').map(Number);
  const done = new Set(rowsOf(values.out).map((row) => row.key));
  const jobs = tables().flatMap(({ input, config }) => AGENTS.map((agent) => ({ input, config: config.value, agent })));
  for (const [i, { input, config, agent }] of jobs.entries()) {
    const key = JSON.stringify({ ...input, agent, heists });
    if (i % parts !== part || done.has(key)) continue;
    const lineup = await openLineup('gang', `${agent}*${input.players}`);
    if (!lineup.ok) throw new Error(lineup.error.message);
    const report = await runArena({ lineups: [lineup.value], config, games: heists, seed: SEED });
    const { success, movesPerRound } = report.lineups[0];
    appendFileSync(values.out, `${JSON.stringify({ key, ...input, agent, heists, success, movesPerRound })}\n`);
    process.stderr.write(`${key} ${success.mean.toFixed(3)}\n`);
  }
}

function write() {
  const rows = values.out.split(',').flatMap(rowsOf);
  const cell = (input, agent) => {
    const row = rows.find((r) => Object.entries({ ...input, agent }).every(([name, value]) => r[name] === value));
    if (row === undefined) return '';
    const percent = (share) => (100 * share).toFixed(1);
    return `${percent(row.success.mean)} (${percent(row.success.low)}–${percent(row.success.high)})`;
  };
  const lines = [
    '# Heists won by the scripts at every table',
    '',
    `Share of heists in percent with its 95 % interval, the same agent in every seat; ${rows[0]?.heists} heists each, seed ${SEED}.`,
    'Made by `docs/tables.mjs`.',
    '',
    `| players | table | ${AGENTS.join(' | ')} |`,
    `| --- | --- |${AGENTS.map(() => ' --- |').join('')}`,
  ];
  for (const { input } of tables()) {
    const cells = AGENTS.map((agent) => cell(input, agent));
    lines.push(`| ${input.players} | ${input.variant ?? input.mode} | ${cells.join(' | ')} |`);
  }
  writeFileSync('docs/tables.md', `${lines.join('\n')}\n`);
}

const command = { measure, write }[positionals[0]];
if (command === undefined) {
  console.error('docs/tables.mjs: say what to do: measure or write (the head of the file has examples).');
  process.exitCode = 2;
} else await command();
