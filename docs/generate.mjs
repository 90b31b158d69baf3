// Writes what documentation can be made from code and results: docs/observations*.md, and in README.md the parts
// between `<!-- generated: NAME -->` and `<!-- end -->`, and training/configs from the cards of models. With --check it
// writes nothing and says what is out of date.
//   npm run docs
// The balance of the cards is that of docs/balance.json and, if it is there, of docs/balance-options.json, made by:
//   hench cards balance --games 20000 --seed 1 --json > docs/balance.json
//   hench cards balance --expansion --leaders --locations --games 2000 --seed 1 --json > docs/balance-options.json
// Win shares at Gang Up! are those of docs/arena/*.json, each made by the command that the table names, with --json.
// How far `full` is below `search` and below who sees all hands is that of docs/reach/*.json, by the command in the table.
// Ratings are those of docs/arena/ratings-*.json, reports of `hench arena gangup --round-robin … --json`.
// What the levels of difficulty win is that of docs/levels/*.json, reports of `hench arena … --json` too.
// The speeds are those of docs/bench.json, made by: hench bench --json > docs/bench.json
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ARENA_METRICS } from '../dist/eval/arena-metrics.js';
import { decisionsToMarkdown } from '../dist/eval/decisions.js';
import { ESTIMATE_METRICS } from '../dist/eval/estimate-metrics.js';
import {
  briefLayout,
  cardLayout,
  gangupLayout,
  gangupPrivilegedLayout,
  OBSERVATION_CLASSES,
  observationLayout,
  privilegedLayout,
  rowLayout,
} from '../dist/src/index.js';
import { ENV_METRICS, METRICS } from '../dist/training/metric-list.js';
import { crossPlayPage } from './cross-play-page.mjs';
import { deluxeLayouts } from './deluxe-layouts.mjs';
import { markdownTable, playersAndMore } from './rows.mjs';
import { FOLDER, leftOver, trainingConfigs } from './training-configs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const path = (name) => join(root, name);
const PLAYERS = [3, 4, 5, 6];

function observations() {
  const layouts = PLAYERS.flatMap((players) => [
    ...OBSERVATION_CLASSES.map((kind) => observationLayout(kind, players)),
    privilegedLayout(players),
  ]);
  return [
    '# Observations of The Gang',
    '',
    'Made by `npm run docs` from the layouts in `src/env/gang-layout.ts`, which the encoders, the checks and the hash on',
    'model cards come from too. Offsets count float32 numbers; seats count from the observing one to the left; in a shape',
    'the last dimension runs fastest.',
    '',
    ...layouts.map((layout) => layout.toMarkdown()),
    deluxeLayouts(),
  ].join('\n');
}

function decisions() {
  return [
    '# The record of decisions',
    '',
    'Made by `npm run docs` from `eval/decisions.ts`. `hench arena … --csv FILE` and `--parquet FILE` write one row for every',
    'question that a seat was asked (at Gang Up! those with at least two answers), line-up after line-up, in the order of',
    'deals; outcomes are filled in when the game is over. There is no hidden card of anybody in it. CSV is by RFC 4180',
    'with a line of names, null an empty field; Parquet is compressed with Snappy, in groups of 50,000 rows, and holds the',
    'meanings below as key-value metadata `hench.<column>`.',
    '',
    '## The Gang',
    '',
    decisionsToMarkdown('gang'),
    '',
    '## Gang Up!',
    '',
    decisionsToMarkdown('gangup'),
    '',
  ].join('\n');
}

function gangupObservations() {
  return [
    '# Observations of Gang Up!',
    '',
    'Made by `npm run docs` from the layouts in `src/env/gangup-layout.ts` and `src/env/gangup-card-layout.ts`. One',
    'observation serves every table of 2 to 5 seats, every option and every card pack; a row describes one legal action.',
    'Cards enter only by what they do, as `gangup/card` (whole) or `gangup/brief` (for sets): no ids, no names. Places',
    'count from the observing seat to the left.',
    '',
    ...[gangupLayout, rowLayout, cardLayout, briefLayout, gangupPrivilegedLayout].map((layout) => layout.toMarkdown()),
  ].join('\n');
}

function layoutTable() {
  const rows = PLAYERS.map((players) => {
    const sizes = [...OBSERVATION_CLASSES.map((kind) => observationLayout(kind, players)), privilegedLayout(players)];
    return [players, ...sizes.map(({ size }) => size), players + 1];
  });
  return markdownTable(['players', 'full', 'legible', 'privileged', 'actions'], rows);
}

/** Percent with one digit. */
const percent = (x) => (100 * x).toFixed(1);

/** Cards of the models of The Gang that come with hench. */
function modelCards() {
  const folder = path('models/gang');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .map((name) => path(`models/gang/${name}/card.json`))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')))
    .sort((a, b) => (a.class === b.class ? a.players - b.players : a.class < b.class ? -1 : 1));
}

function estimatorsTable() {
  const rows = modelCards()
    .filter(({ estimator }) => estimator !== undefined)
    .map(({ name, estimator }) => {
      const { logLoss, belief, tempered, baseRates, ece, heists, command } = estimator;
      const interval = ({ mean, low, high }) => `${mean.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`;
      return [
        name,
        interval(logLoss),
        interval(belief),
        interval(tempered),
        baseRates.mean.toFixed(3),
        interval(ece),
        heists,
        `\`${command}\``,
      ];
    });
  if (rows.length === 0) return '';
  const header = [
    'model',
    'log-loss (95 %)',
    'belief',
    'tempered',
    'base rates',
    'calibration error',
    'heists',
    'command',
  ];
  return [
    "Estimates of every seat's final rank on heists that no fit has seen, alone and with strangers, in nats a seat:",
    '',
    markdownTable(header, rows),
  ].join('\n');
}

/** The table of a result. */
const tableOf = ({ roundEnd: _, takesMax: __, length: ___, ...table }) => playersAndMore(table);

/** A row for each model and table: alone under both round ends, and with one scripted partner. */
function modelsTable() {
  const rows = modelCards().flatMap((card) => {
    const tables = [...new Set(card.results.map(({ config }) => tableOf(config)))];
    return tables.map((table) => {
      const results = card.results.filter(({ config }) => tableOf(config) === table);
      const cell = (partner, roundEnd) => {
        const fits = ({ lineup, config }) =>
          (lineup.split('+')[1] ?? '') === partner && (config.roundEnd ?? 'strict') === roundEnd;
        const found = results.find(fits);
        if (found === undefined) return '–';
        const { mean, low, high } = found.success;
        return `${percent(mean)} (${percent(low)}–${percent(high)})`;
      };
      const alone = [cell('', 'strict'), cell('', 'ready')];
      return [card.name, table, ...alone, cell('greedy', 'strict'), cell('belief', 'strict'), results[0].heists];
    });
  });
  if (rows.length === 0) return '';
  return [
    'Heists won in percent (95 %) by the models that come with hench, from their cards (`models/gang/*/card.json`), where',
    'each figure stands with the command that repeats it, such as',
    "`hench arena gang --lineup 'full*3+greedy' --games 10000 --seed 2`:",
    '',
    markdownTable(['model', 'players', 'alone', 'alone, `ready`', 'one `greedy`', 'one `belief`', 'heists'], rows),
  ].join('\n');
}

function figure(value) {
  if (value >= 1e6) return `${(value / 1e6).toPrecision(3)} M`;
  if (value >= 1e4) return `${(value / 1e3).toPrecision(3)} k`;
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function benchTable() {
  if (!existsSync(path('docs/bench.json'))) return '';
  const { machine, benches } = JSON.parse(readFileSync(path('docs/bench.json'), 'utf8'));
  const rows = benches.map(({ name, value, unit, reference, ratio, note }) => {
    const beside =
      reference === undefined ? '' : `${ratio.toFixed(1)} × ${reference.name} (${figure(reference.value)})`;
    return [`\`${name}\``, `${figure(value)} ${unit}`, beside, note ?? ''];
  });
  return [`\`hench bench\` on ${machine}:`, '', markdownTable(['bench', 'figure', 'beside', 'what'], rows)].join('\n');
}

function balanceTables() {
  return ['docs/balance.json', 'docs/balance-options.json']
    .filter((file) => existsSync(path(file)))
    .map(balanceTable)
    .join('\n\n');
}

/** The figures that have a range, at every number of players; those out of it are marked. */
function balanceTable(file) {
  const { games, seed, agents, tables } = JSON.parse(readFileSync(path(file), 'utf8'));
  const { config } = tables[0];
  const options = ['expansion', 'leaders', 'locations'].filter((option) => config[option]).map((o) => ` --${o}`);
  const show = (id, value) =>
    id === 'turns' ? value.toFixed(1) : id.startsWith('opening') ? value.toFixed(2) : `${percent(value)} %`;
  const rows = tables[0].figures
    .filter(({ range }) => range !== null)
    .map(({ id, meaning, range }) => [
      meaning,
      `${show(id, range[0])} to ${show(id, range[1])}`,
      ...tables.map(({ figures }) => {
        const figure = figures.find((one) => one.id === id);
        const mark = figure.inRange ? '' : figure.asked ? ' ✗' : ' (not asked)';
        return `${show(id, figure.value)}${mark}`;
      }),
    ]);
  return [
    `\`hench cards balance${options.join('')} --games ${games} --seed ${seed} --json > ${file}\`; each seat is played by ${agents.join(', ')}, as the game's seed says:`,
    '',
    markdownTable(['figure', 'range', ...tables.map(({ players }) => `${players} players`)], rows),
  ].join('\n');
}

/** Recorded runs of `hench arena gangup`: a row a line-up, the share of its first agent. */
function strengthTable() {
  const folder = path('docs/arena');
  if (!existsSync(folder)) return '';
  const reports = readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
    .filter(({ lineups }) => lineups !== undefined);
  const peeked = reports.some(({ lineups }) => lineups.some(({ ceiling }) => ceiling !== undefined));
  const rows = reports.flatMap(({ seed, lineups }) =>
    lineups.map(({ lineup, games, fairShare, seats, fuel, ceiling }) => {
      const [{ agent, winShare }] = seats;
      const above =
        ceiling === undefined
          ? ''
          : ` --ceiling --ceiling-games ${ceiling.games} --ceiling-iterations ${ceiling.iterations} --ceiling-turns ${ceiling.turns}`;
      const command = `\`hench arena gangup --lineup '${lineup}' --games ${games} --seed ${seed}${above}\``;
      const cells = [agent, lineup, share(winShare), `${percent(fairShare)} %`];
      const ceilings = ceiling === undefined ? ['', ''] : [share(ceiling.winShare), wayUp(ceiling.reached)];
      return [...cells, ...(peeked ? ceilings : []), games, fuel, command];
    }),
  );
  const header = ['agent', 'line-up', 'wins (95 %)', 'fair', ...(peeked ? ['ceiling', 'of the way'] : [])];
  return [
    'Win shares of the first agent of each line-up, seats rotated over the same deals:',
    '',
    markdownTable([...header, 'games', 'R-FUEL', 'command'], rows),
    ...(peeked ? ['', CEILING] : []),
  ].join('\n');
}

const CEILING = [
  'The ceiling is what a search that sees all cards wins in the place of the first agent, with the iterations of its command',
  'and looking so many turns ahead; the way is that from the fair share to the ceiling, in percent.',
].join('\n');

/** A share in percent with its interval. */
const share = ({ mean, low, high }) => `${percent(mean)} % (${percent(low)}–${percent(high)})`;
const wayUp = (reached) => (reached === null ? '–' : share(reached));

/** Recorded round robins: docs/arena/ratings-*.json, a table for each. */
function ratingsTable() {
  const folder = path('docs/arena');
  if (!existsSync(folder)) return '';
  return readdirSync(folder)
    .filter((file) => /^ratings-.*\.json$/.test(file))
    .sort()
    .map((file) => ratingsOf(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
    .join('\n\n');
}

function ratingsOf({ players, games, seed, tables, members, agents }) {
  const rows = agents.map(({ agent, rating, ordinal, winShare, games: own }) => {
    const { mean, low, high } = rating;
    const interval = `${mean.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
    return [`\`${agent}\``, interval, ordinal.toFixed(2), share(winShare), own];
  });
  return [
    `Openskill ratings at ${players} seats, ${tables} tables of ${games} games each, by`,
    `\`hench arena gangup --round-robin '${members.join(',')}' --players ${players} --games ${games} --seed ${seed}\`:`,
    '',
    markdownTable(['agent', 'rating μ (95 %)', 'μ − 3σ', 'wins (95 %)', 'games'], rows),
  ].join('\n');
}

const TRAINED_AGAINST = '--players 2 --minutes 20 --threads 1 --seed 1 --entropy 0.0005,0.0002 --minibatch 1024';

/**
 * What was trained against one opponent that stays as it is: docs/exploit/*.json, reports of
 * `hench arena gangup --lineup 'model:./exploit-NAME+NAME'`, and of boss, from which all start, in the same place.
 */
function exploitTable() {
  const folder = path('docs/exploit');
  if (!existsSync(folder)) return '';
  const rows = readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
    .map(({ seed, lineups: [{ lineup, games, seats }] }) => {
      const [{ agent, winShare }, rival] = seats;
      const who = agent.replace(/^model:\.\/exploit-(.*)$/, 'exploiter of $1');
      return [
        who,
        rival.agent,
        share(winShare),
        games,
        `\`hench arena gangup --lineup '${lineup}' --games ${games} --seed ${seed}\``,
      ];
    });
  return [
    'How much is there to gain from knowing whom one plays? Networks that started from boss and trained for 20 minutes on one',
    'core against one opponent that stays as it is, at two seats:',
    '',
    '```sh',
    `hench train gangup ${TRAINED_AGAINST} --start-from models/gangup/boss --against models/gangup/boss --out runs/exploit-boss`,
    `hench train gangup ${TRAINED_AGAINST} --start-from models/gangup/boss --against greedy --out runs/exploit-greedy`,
    'hench export runs/exploit-boss exploit-boss && hench export runs/exploit-greedy exploit-greedy',
    '```',
    '',
    markdownTable(['who', 'against', 'wins (95 %)', 'games', 'command'], rows),
  ].join('\n');
}

/** Recorded runs of `hench arena` with the levels of difficulty: what a level wins, against or with whom. */
function levelsTable() {
  const folder = path('docs/levels');
  if (!existsSync(folder)) return '';
  const reports = readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  const rows = reports.flatMap(({ game, seed, lineups }) =>
    lineups.map(({ lineup, heists, games, success, seats }) => {
      const { mean, low, high } = game === 'gang' ? success : seats[0].winShare;
      const share = `${percent(mean)} % (${percent(low)}–${percent(high)})`;
      const command = `\`hench arena ${game} --lineup '${lineup}' --games ${heists ?? games} --seed ${seed}\``;
      return [game === 'gang' ? 'The Gang' : 'Gang Up!', lineup, share, heists ?? games, command];
    }),
  );
  if (rows.length === 0) return '';
  return [
    'Heists that a line-up wins at The Gang; games that its first agent wins at Gang Up!:',
    '',
    markdownTable(['game', 'line-up', 'wins (95 %)', 'games', 'command'], rows),
  ].join('\n');
}

/** Recorded runs of `hench arena gang --lineup 'search*N' --lineup 'full*N' --ceiling`: how far up there is to go. */
function reachTable() {
  const folder = path('docs/reach');
  if (!existsSync(folder)) return '';
  const words = ({ mean, low, high }) => `${percent(mean)} (${percent(low)}–${percent(high)})`;
  const rows = readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
    .map(({ seed, lineups, differences, ceiling }) => {
      const [search, full] = lineups;
      const command = `\`hench arena gang --lineup '${search.lineup}' --lineup '${full.lineup}' --games ${full.heists} --seed ${seed} --ceiling\``;
      const peeking = words(ceiling[0].success);
      return [
        full.config.players,
        words(full.success),
        words(search.success),
        words(differences[0].success),
        peeking,
        full.heists,
        command,
      ];
    });
  return [
    'Heists won in percent (95 %) on the same deals:',
    '',
    markdownTable(['players', '`full`', '`search`', 'difference, points', 'all hands seen', 'heists', 'command'], rows),
  ].join('\n');
}

function readme() {
  const parts = {
    reach: reachTable,
    exploit: exploitTable,
    balance: balanceTables,
    models: modelsTable,
    estimators: estimatorsTable,
    layout: layoutTable,
    bench: benchTable,
    strength: strengthTable,
    ratings: ratingsTable,
    levels: levelsTable,
  };
  return readFileSync(path('README.md'), 'utf8').replace(
    /(<!-- generated: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_all, begin, name, end) => {
      const text = parts[name]();
      return text === '' ? `${begin}${end}` : `${begin}\n${text}\n\n${end}`;
    },
  );
}

/** Every figure by where it stands, from the lists beside the code that works them out. */
function metrics() {
  const part = (title, about, list) => {
    const tagged = list.some(({ tag }) => tag !== undefined);
    const cells = (m) => [m.meaning, m.formula ?? '', m.unit, m.range, m.source].map((s) => s.replaceAll('|', '\\|'));
    const header = ['key', ...(tagged ? ['TensorBoard'] : []), 'meaning', 'formula', 'unit', 'range', 'source'];
    const rows = list.map((m) => [
      `\`${m.key}\``,
      ...(tagged ? [m.tag === undefined ? '' : `\`${m.tag}\``] : []),
      ...cells(m),
    ]);
    return [`## ${title}`, '', about, '', markdownTable(header, rows), ''].join('\n');
  };
  return [
    '# Metrics',
    '',
    'Made by `npm run docs` from `training/metric-list.ts`, `eval/arena-metrics.ts` and `eval/estimate-metrics.ts`.',
    '',
    part(
      'Training: `metrics.jsonl` and TensorBoard',
      'One line for each part of a run, over the decisions since the line before.',
      METRICS,
    ),
    part('Training: sums of the environment', 'Shares of these sums are tagged `success/…`.', ENV_METRICS),
    part('`hench arena --json`', 'Intervals are 95 %.', ARENA_METRICS),
    part('`hench estimator measure --json`', 'Keys begin below `models[i]`.', ESTIMATE_METRICS),
  ].join('\n');
}

const configs = await trainingConfigs(root);
const stale = leftOver(root, configs).map((name) => `${FOLDER}/${name} (no card has it)`);
for (const [name, text] of [
  ['docs/observations.md', observations()],
  ['docs/observations-gangup.md', gangupObservations()],
  ['docs/decisions.md', decisions()],
  ['docs/METRICS.md', metrics()],
  ...(existsSync(path('docs/cross-play')) ? [['docs/cross-play.md', crossPlayPage(root)]] : []),
  ['README.md', readme()],
  ...Object.entries(configs),
]) {
  if (existsSync(path(name)) && readFileSync(path(name), 'utf8') === text) continue;
  if (process.argv.includes('--check')) stale.push(name);
  else writeFileSync(path(name), text);
}
if (stale.length > 0) {
  console.error(`out of date: ${stale.join(', ')}; run npm run docs`);
  process.exitCode = 1;
}
