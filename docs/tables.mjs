// Heist success of the scripts at every table of The Gang, as docs/tables.md. After `npm run build`:
//   node docs/tables.mjs measure [--heists 2000] [--part 0/2] [--out docs/tables.jsonl]   goes on where it was stopped
//   node docs/tables.mjs write   [--out docs/tables.jsonl] [--page docs/tables.md]        writes the page
// Parts share the tables out: run --part 0/2 and --part 1/2 at once on two cores, each to an --out of its own, and give
// both to `write` (--out a,b).
import { writeFileSync } from 'node:fs';
import { MODES, VARIANTS } from '../dist/src/gang/config-lists.js';
import { arenaAt, heistOf, measureAll, readOptions, rowsOfAll, runCommand, shareWords } from './measured.mjs';
import { markdownTable } from './rows.mjs';

const AGENTS = ['random', 'greedy', 'belief'];
const SEED = 20250101;
const options = readOptions({ heists: '2000', out: 'docs/tables.jsonl', page: 'docs/tables.md' });

/** Every table of the page: all variants, then all modes, for 3 to 10 players; those that the rules refuse are left out. */
function tables() {
  const inputs = [];
  for (let players = 3; players <= 10; players++) {
    for (const variant of VARIANTS) inputs.push({ players, variant });
    for (const mode of MODES.filter((name) => name !== 'basic')) inputs.push({ players, mode });
  }
  return inputs.filter((input) => heistOf(input).ok);
}

async function measure() {
  const { heists } = options;
  const jobs = tables().flatMap((input) => AGENTS.map((agent) => ({ input, agent, key: { ...input, agent, heists } })));
  await measureAll(options, jobs, async ({ input, agent }) => {
    const { success, movesPerRound } = (await arenaAt(input, [agent], heists, SEED)).lineups[0];
    return { ...input, agent, heists, success, movesPerRound, said: success.mean.toFixed(3) };
  });
}

function write() {
  const rows = rowsOfAll(options.out);
  const cell = (input, agent) => {
    const row = rows.find((r) => Object.entries({ ...input, agent }).every(([name, value]) => r[name] === value));
    return row === undefined ? '' : shareWords(row.success);
  };
  const lines = [
    '# Heists won by the scripts at every table',
    '',
    `Share of heists in percent with its 95 % interval, the same agent in every seat; ${rows[0]?.heists} heists each, seed ${SEED}.`,
    'Made by `docs/tables.mjs`.',
    '',
    markdownTable(
      ['players', 'table', ...AGENTS],
      tables().map((input) => [
        input.players,
        input.variant ?? input.mode,
        ...AGENTS.map((agent) => cell(input, agent)),
      ]),
    ),
  ];
  writeFileSync(options.page, `${lines.join('\n')}\n`);
}

await runCommand('docs/tables.mjs', options.command, { measure, write });
