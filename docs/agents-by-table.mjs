// Which network plays `full` where at The Gang: measures the candidates beside belief on the same deals, and
// writes docs/agents-by-table.md, models/gang/tables.json, which the agent reads, and the results in the card of full-7-10. After `npm run build`:
//   node docs/agents-by-table.mjs measure [--heists 400] [--part 0/2] [--out docs/agents-by-table.jsonl]   goes on where it was stopped
//   node docs/agents-by-table.mjs measure --model my-stud --tables '[{"players":3,"variant":"stud"}]'      another network of models/gang
//   node docs/agents-by-table.mjs write   [--out docs/agents-by-table.jsonl]                               several files with commas
import { readFileSync, writeFileSync } from 'node:fs';
import {
  arenaAt,
  asPlayed,
  candidate,
  fullTables,
  MANY,
  measureAll,
  percent,
  readOptions,
  rowsOfAll,
  runCommand,
  shareWords as share,
} from './measured.mjs';
import { markdownTable, rowsOf, tableName } from './rows.mjs';

const SEED = 2;
const options = readOptions({ heists: '400', out: 'docs/agents-by-table.jsonl', model: '', tables: '' });

async function measure() {
  const { heists } = options;
  const asked = options.tables === '' ? fullTables() : JSON.parse(options.tables);
  const other = options.model === '' ? {} : { model: options.model };
  const jobs = asked.map((input) => ({ input, key: { ...input, ...other, heists } }));
  await measureAll(options, jobs, async ({ input }) => {
    const model = options.model || candidate(input.players);
    const report = await arenaAt(asPlayed(input), [`model:models/gang/${model}`, 'belief'], heists, SEED);
    const [network, belief] = report.lineups.map(({ success }) => success);
    const { success: difference } = report.differences.find(({ a, b }) => a === 0 && b === 1);
    const said = `${network.mean.toFixed(3)} belief ${belief.mean.toFixed(3)}`;
    return { table: input, heists, model, network, belief, difference, said };
  });
}

const better = (row) => row.difference.low > 0;

/** What was measured at a table: of the network that wins most there, by the most heists. */
function measuredAt(rows, input) {
  const at = JSON.stringify(input);
  const here = rows.filter((row) => JSON.stringify(row.table) === at);
  return here.sort((a, b) => better(b) - better(a) || b.network.mean - a.network.mean || b.heists - a.heists)[0];
}

function write() {
  const rows = rowsOfAll(options.out);
  const measured = fullTables()
    .map((input) => measuredAt(rows, input))
    .filter((row) => row !== undefined);
  const sits = (row) =>
    JSON.stringify({ players: 0, variant: 'holdem', ...row.table, model: better(row) ? row.model : null });
  writeFileSync('models/gang/tables.json', `{\n  "tables": [\n    ${measured.map(sits).join(',\n    ')}\n  ]\n}\n`);
  const lines = [
    '# Who plays `full` at which table',
    '',
    `Heists won in percent with 95 % intervals, all on the same deals (seed ${SEED}), the same agent in every seat.`,
    'At the base game with three to six players `full` is the network of that table (README). Elsewhere a network sits',
    'down where it wins clearly more heists than `belief` (the interval of the difference is above 0); else `belief`',
    'does, and the table says so. What has no row counts as the rows with some of what it has and nothing else, the',
    'largest of them: all must have a network. Vaults are measured with a vault card turned (`vault-orange`).',
    '[tables.md](tables.md) has what `greedy` wins. Made by `docs/agents-by-table.mjs`.',
    '',
    markdownTable(
      ['players', 'table', 'heists', 'network', 'its heists', '`belief`', 'difference, points', '`full` is'],
      measured.map((row) => [
        row.table.players,
        tableName(row.table),
        row.heists,
        `\`${row.model}\``,
        share(row.network),
        share(row.belief),
        share(row.difference),
        better(row) ? 'the network' : '`belief`',
      ]),
    ),
  ];
  lines.push(...curveLines());
  writeFileSync('docs/agents-by-table.md', `${lines.join('\n')}\n`);
  writeResults(measured.filter((row) => row.model === MANY && Object.keys(row.table).length === 1));
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
  card.results = rows.map(({ table: { players }, heists, network }) => ({
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
