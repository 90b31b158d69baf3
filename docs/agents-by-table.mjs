// Which network plays `full` where at The Gang: measures the candidates beside belief and greedy on the same deals, and
// writes docs/agents-by-table.md, models/gang/tables.json, which the agent reads, and the results in the card of full-7-10. After `npm run build`:
//   node docs/agents-by-table.mjs measure [--heists 1000] [--part 0/2] [--out docs/agents-by-table.jsonl]   goes on where it was stopped
//   node docs/agents-by-table.mjs write   [--out docs/agents-by-table.jsonl]                                several files with commas
import { readFileSync, writeFileSync } from 'node:fs';
import { MODES, VARIANTS } from '../dist/src/gang/config-lists.js';
import {
  arenaAt,
  heistOf,
  measureAll,
  percent,
  readOptions,
  rowsOfAll,
  runCommand,
  shareWords as share,
} from './measured.mjs';
import { markdownTable, rowsOf } from './rows.mjs';

const SEED = 2;
const options = readOptions({ heists: '1000', out: 'docs/agents-by-table.jsonl' });

/** The network that could sit at a table: the one of many tables for 7 to 10, the base game's for fewer. */
const MANY = 'full-7-10';
const candidate = (players) => (players > 6 ? MANY : `full-${players}`);

/** The tables: each number of players above six; each variant and mode for four to six, which the base game isn't. */
function tables() {
  const out = [];
  for (let players = 7; players <= 10; players++) out.push({ players });
  for (let players = 3; players <= 6; players++) {
    for (const variant of VARIANTS.filter((name) => name !== 'holdem')) out.push({ players, variant });
    for (const mode of MODES.filter((name) => name !== 'basic')) out.push({ players, mode });
  }
  return out.filter((input) => heistOf(input).ok);
}

async function measure() {
  const { heists } = options;
  const jobs = tables().map((input) => ({ input, key: { ...input, heists } }));
  await measureAll(options, jobs, async ({ input }) => {
    const model = candidate(input.players);
    const report = await arenaAt(input, [`model:models/gang/${model}`, 'belief', 'greedy'], heists, SEED);
    const [network, belief, greedy] = report.lineups.map(({ success }) => success);
    const { success: difference } = report.differences.find(({ a, b }) => a === 0 && b === 1);
    const said = `${network.mean.toFixed(3)} belief ${belief.mean.toFixed(3)}`;
    return { ...input, heists, model, network, belief, greedy, difference, said };
  });
}

function write() {
  const rows = rowsOfAll(options.out);
  const better = (row) => row.difference.low > 0;
  const sits = (row) => ({
    players: row.players,
    variant: row.variant ?? 'holdem',
    mode: row.mode ?? 'basic',
    model: better(row) ? row.model : null,
  });
  const measured = tables().flatMap((input) =>
    rows
      .filter((r) => r.players === input.players && r.variant === input.variant && r.mode === input.mode)
      .sort((a, b) => b.heists - a.heists)
      .slice(0, 1),
  );
  writeFileSync('models/gang/tables.json', `${JSON.stringify({ tables: measured.map(sits) }, null, 2)}\n`);
  const lines = [
    '# Who plays `full` at which table',
    '',
    `Heists won in percent with 95 % intervals, all on the same deals (seed ${SEED}), the same agent in every seat.`,
    'At the base game with three to six players `full` is the network of that table (README). Elsewhere a network sits',
    'down where it wins clearly more heists than `belief` (the interval of the difference is above 0); else `belief`',
    'does, and the table says so. Made by `docs/agents-by-table.mjs`.',
    '',
    markdownTable(
      [
        'players',
        'table',
        'heists',
        'network',
        'its heists',
        '`belief`',
        '`greedy`',
        'difference to `belief`, points',
        '`full` is',
      ],
      measured.map((row) => [
        row.players,
        row.variant ?? row.mode ?? 'basic',
        row.heists,
        `\`${row.model}\``,
        share(row.network),
        share(row.belief),
        share(row.greedy),
        share(row.difference),
        better(row) ? 'the network' : '`belief`',
      ]),
    ),
  ];
  lines.push(...curveLines());
  writeFileSync('docs/agents-by-table.md', `${lines.join('\n')}\n`);
  writeResults(measured.filter((row) => row.model === MANY));
}

/** How the network of many tables learnt: heists that its sampling policy won since the line before, in percent. */
function curveLines() {
  const columns = ['7', '8', '9', '10'];
  return [
    '',
    `## How \`${MANY}\` learnt`,
    '',
    'After 262,144 decisions of `belief` that it learnt to imitate, by self-play on one busy core. Heists won in percent',
    'since the line before, by the policy that still draws its acts; the agent takes the likeliest. From `docs/full-7-10-curve.jsonl`.',
    '',
    markdownTable(
      ['decisions, millions', 'minutes', 'heists', 'all', ...columns.map((n) => `${n} players`)],
      rowsOf(`docs/${MANY}-curve.jsonl`).map((row) => [
        (row.steps / 1e6).toFixed(1),
        Math.round(row.seconds / 60),
        row.heists,
        percent(row.success),
        ...columns.map((n) => percent(row[n])),
      ]),
    ),
  ];
}

/** What was measured of the network of many tables, into its card. */
function writeResults(rows) {
  const file = `models/gang/${MANY}/card.json`;
  const card = JSON.parse(readFileSync(file, 'utf8'));
  card.results = rows.map(({ players, heists, network }) => ({
    lineup: `${MANY}*${players}`,
    config: { players, length: 'heist' },
    heists,
    seed: SEED,
    success: network,
    command: `hench arena gang --lineup 'full*${players}' --games ${heists} --seed ${SEED}`,
  }));
  writeFileSync(file, `${JSON.stringify(card, null, 2)}\n`);
}

await runCommand('docs/agents-by-table.mjs', options.command, { measure, write });
