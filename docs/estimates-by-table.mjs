// Whose estimates of final ranks are told where at The Gang: measures those of the networks beside belief's in the same
// moments, and writes docs/estimates-by-table.md and models/gang/estimates.json, which the agents read. After `npm run build`:
//   node docs/estimates-by-table.mjs measure [--heists 120] [--part 0/2] [--out docs/estimates-by-table.jsonl]   goes on where it was stopped
//   node docs/estimates-by-table.mjs measure --tables '[{"players":7,"variant":"stud"}]'
//   node docs/estimates-by-table.mjs write   [--out docs/estimates-by-table.jsonl]
import { writeFileSync } from 'node:fs';
import { OnnxPolicy } from '../dist/agents/onnx.js';
import { measureEstimates } from '../dist/eval/estimates.js';
import {
  asPlayed,
  candidate,
  fullTables,
  heistOf,
  measureAll,
  readOptions,
  rowsOfAll,
  runCommand,
} from './measured.mjs';
import { markdownTable, tableName } from './rows.mjs';

const SEED = 2;
const options = readOptions({ heists: '120', out: 'docs/estimates-by-table.jsonl', tables: '' });

const policies = new Map();

async function policyOf(model) {
  if (!policies.has(model)) {
    const loaded = await OnnxPolicy.load(`models/gang/${model}`);
    if (!loaded.ok) throw new Error(loaded.error.message);
    policies.set(model, loaded.value);
  }
  return policies.get(model);
}

async function measure() {
  const { heists } = options;
  const asked = options.tables === '' ? fullTables() : JSON.parse(options.tables);
  const jobs = asked.map((input) => ({ input, key: { ...input, heists } }));
  await measureAll(options, jobs, async ({ input }) => {
    const model = candidate(input.players);
    const policy = await policyOf(model);
    const tables = [heistOf(asPlayed(input)).value];
    const ranks = (rows, count) => policy.ranks(rows, count);
    const report = await measureEstimates(policy, ranks, { heists, seed: SEED, tables });
    const { model: network, belief, tempered, baseRates } = report.scores.all;
    const said = `${network.logLoss.mean.toFixed(3)} belief ${belief.logLoss.mean.toFixed(3)} tempered ${tempered.logLoss.mean.toFixed(3)}`;
    const less = Object.fromEntries(report.better.map(({ than, by }) => [than, by]));
    return {
      table: input,
      heists,
      model,
      moments: report.moments,
      logLoss: network.logLoss,
      ece: network.ece,
      belief: belief.logLoss,
      tempered: tempered.logLoss,
      baseRates: baseRates.logLoss.mean,
      less,
      said,
    };
  });
}

/** Clearly better than belief. */
const better = ({ less }) => less.belief.low > 0;

function write() {
  const rows = rowsOfAll(options.out);
  const measured = fullTables()
    .map((input) => rows.filter(({ table }) => JSON.stringify(table) === JSON.stringify(input)).at(-1))
    .filter((row) => row !== undefined);
  const tells = (row) =>
    JSON.stringify({ players: 0, variant: 'holdem', ...row.table, model: better(row) ? row.model : null });
  writeFileSync('models/gang/estimates.json', `{\n  "tables": [\n    ${measured.map(tells).join(',\n    ')}\n  ]\n}\n`);
  const nats = ({ mean, low, high }) => `${mean.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`;
  const lines = [
    '# Whose estimates are told at which table',
    '',
    'What `w` shows in `hench play gang`: the chance of every final rank. Log-loss in nats a seat (lower is better) with',
    `95 % intervals on heists that no fit has seen (seed ${SEED}), the network in every seat and with strangers; \`belief\``,
    'estimates in the same moments. _Tempered_ is `belief` again, made as sure in each round as was best for these very',
    'heists. The networks were fitted to the base game alone. Elsewhere their estimates are told where they are clearly',
    "better than `belief`'s (the interval of the difference is above 0); else `belief`'s are. What has",
    'no row counts as the rows with some of what it has and nothing else. Where cards change hands, the rank is the one',
    'that comes of it if nobody chooses any more. Vaults are measured with a vault card turned (`vault-orange`).',
    'Made by `docs/estimates-by-table.mjs`; the base game of three to six players is in the README.',
    '',
    markdownTable(
      [
        'players',
        'table',
        'heists',
        'network',
        'its log-loss',
        '`belief`',
        'less by',
        'tempered',
        'base rates',
        'calibration error',
        'told',
      ],
      measured.map((row) => [
        row.table.players,
        tableName(row.table),
        row.heists,
        `\`${row.model}\``,
        nats(row.logLoss),
        row.belief.mean.toFixed(3),
        nats(row.less.belief),
        row.tempered.mean.toFixed(3),
        row.baseRates.toFixed(3),
        row.ece.mean.toFixed(3),
        better(row) ? 'the network' : '`belief`',
      ]),
    ),
  ];
  writeFileSync('docs/estimates-by-table.md', `${lines.join('\n')}\n`);
}

await runCommand('docs/estimates-by-table.mjs', options.command, { measure, write });
