// What boss loses to specialists: networks that went on from boss's own training with one pack of cards alone, on packs
// that boss never saw. Win shares at three seats against two schemers, the same deals for both, as docs/regret.md.
// After `npm run build`:
//   node docs/regret.mjs train [--steps 2500000] [--threads 2] [--from models/gangup/boss]     goes on where it was stopped
//   node docs/regret.mjs measure [--boss DIR] [--games 2001] [--threads 2]    the shipped boss, or a model's folder
//   node docs/regret.mjs write [--page docs/regret.md]
// All take --work runs/regret (packs, runs and models of the specialists), train and measure --part 0/2 (the packs are
// shared out), measure and write --out docs/regret.jsonl.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bootstrap, bootstrapDifference } from '../dist/eval/bootstrap.js';
import { Contest } from '../dist/eval/contest.js';
import { dealSums } from '../dist/eval/gangup-arena.js';
import { openLineup, rotations } from '../dist/eval/lineup.js';
import { parseGangupConfig } from '../dist/src/gangup/config.js';
import { balancedPacks } from '../dist/training/gangup-packs.js';
import { HELD_OUT_PACKS } from '../dist/training/gangup-run.js';
import { percent, runCommand, shareWords } from './measured.mjs';
import { markdownTable, rowsOf } from './rows.mjs';

const HAND_WRITTEN = 'docs/examples/harbour.json';
const GENERATED = 5;
const PLAYERS = 3;
const RIVALS = 'schemer*2';
const SEED = 20250301;
/** As in the last stage of boss's own training (its card): weaker pull towards the script, smaller minibatches, its league. */
const SETTINGS = [
  ...['--learning-rate', '0.001,0.0001', '--entropy', '0.0005,0.0002', '--minibatch', '1024'],
  ...['--self', '0.15', '--past', '0.25', '--scripts', 'schemer:6,cautious:1,greedy:1'],
];
const HENCH = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));

const text = (standard) => ({ type: 'string', default: standard });
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: text('models/gangup/boss'),
    steps: text('2500000'),
    threads: text('2'),
    boss: { type: 'string' },
    games: text('2001'),
    part: text('0/1'),
    work: text('runs/regret'),
    out: text('docs/regret.jsonl'),
    page: text('docs/regret.md'),
  },
});
const [part, parts] = options.part.split('/').map(Number);

/** The packs of this part, each with its file; generated ones are written as `hench cards generate` prints them. */
function packs() {
  const generated = balancedPacks(GENERATED, HELD_OUT_PACKS).map(({ seed, pack }) => {
    const file = join(options.work, 'packs', `${seed}.json`);
    mkdirSync(join(options.work, 'packs'), { recursive: true });
    if (!existsSync(file)) writeFileSync(file, `${JSON.stringify(pack, null, 2)}\n`);
    return { name: `${seed}`, file, command: `hench cards generate --seed ${seed} > ${seed}.json` };
  });
  const all = [...generated, { name: basename(HAND_WRITTEN, '.json'), file: HAND_WRITTEN, command: '' }];
  return all.filter((_pack, i) => i % parts === part);
}

const runOf = ({ name }) => join(options.work, 'runs', name);
const modelOf = ({ name }) => join(options.work, 'models', name);
const cardOf = (pack) => JSON.parse(readFileSync(join(modelOf(pack), 'card.json'), 'utf8'));

/** Whether a run has come so far that it can go on. */
const started = (run) => existsSync(run) && readdirSync(run).some((file) => file.endsWith('.ckpt'));

/** Runs a command of hench; ends this script where that fails or is stopped. */
function hench(...args) {
  process.stderr.write(`hench ${args.join(' ')}\n`);
  const { status } = spawnSync(process.execPath, [HENCH, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}

function train() {
  const { from, steps, threads } = options;
  for (const pack of packs()) {
    if (existsSync(join(modelOf(pack), 'card.json'))) continue;
    const out = runOf(pack);
    const fresh = [
      '--players',
      PLAYERS,
      '--packs',
      pack.file,
      '--start-from',
      from,
      '--threads',
      threads,
      '--out',
      out,
      ...SETTINGS,
    ];
    hench('train', 'gangup', ...(started(out) ? ['--resume', out] : fresh), '--steps', steps);
    hench('export', out, modelOf(pack), '--name', `specialist-${pack.name}`);
  }
}

/** The mean of the sums of deals over their games. */
const meanOf = ({ shares, sizes }) => bootstrap(shares, sizes, SEED);

async function measure() {
  const { boss, out } = options;
  const games = Number(options.games);
  const done = rowsOf(out);
  for (const pack of packs()) {
    const { steps, command } = cardOf(pack).training;
    if (done.some((row) => row.pack === pack.name && row.steps === steps)) continue;
    const config = parseGangupConfig({ players: PLAYERS, packs: [pack.file] });
    if (!config.ok) throw new Error(config.error.message);
    const lineups = [];
    for (const agent of [boss === undefined ? 'boss' : `model:${boss}`, `model:${modelOf(pack)}`]) {
      const opened = await openLineup('gangup', `${agent}+${RIVALS}`);
      if (!opened.ok) throw new Error(opened.error.message);
      lineups.push(opened.value);
    }
    const contest = new Contest({
      game: 'gangup',
      lineups,
      configs: lineups.map(() => config.value),
      games: lineups.map(() => games),
      seed: SEED,
      threads: Number(options.threads),
    });
    await contest.playTo(games).finally(() => contest.close());
    const [own, specialist] = lineups.map(({ names }, i) => dealSums(contest, i, [0], rotations(names).length));
    const shares = ({ shares, sizes }) => shares.map((sum, deal) => sum / sizes[deal]);
    const regret = bootstrapDifference(shares(specialist), shares(own), SEED);
    const row = { pack: pack.name, games, boss: meanOf(own), specialist: meanOf(specialist), regret, steps, command };
    appendFileSync(out, `${JSON.stringify(row)}\n`);
    process.stderr.write(`${pack.name}: regret ${percent(regret.mean)} points\n`);
  }
}

/** A difference of shares in points, with its interval. */
const pointsWords = ({ mean, low, high }) => {
  const signed = (x) => percent(x).replace('-', '−');
  return `${signed(mean)} (${signed(low)} to ${signed(high)})`;
};

/** How long a specialist was trained, in millions of decisions. */
const millions = ({ steps }) => Math.round(steps / 1e6);

/** The training command of a row, wherever its runs lay; ten minutes on a core is a number of steps here. */
const commandOf = ({ command, steps }, name) =>
  command
    .replace(/--minutes \S+/, `--steps ${steps}`)
    .replace(/(--start-from) \S+/, '$1 models/gangup/boss')
    .replace(/--packs \S*?(\d+)\.json/, `--packs runs/regret/packs/${name}.json`)
    .replace(/ --out \S+/, '');

/** The mean of independent figures; its interval from theirs. */
function overAll(figures) {
  const mean = figures.reduce((sum, figure) => sum + figure.mean, 0) / figures.length;
  const half = Math.hypot(...figures.map(({ low, high }) => (high - low) / 2)) / figures.length;
  return { mean, low: mean - half, high: mean + half };
}

function write() {
  const all = packs();
  const order = new Map(all.map(({ name }, i) => [name, i]));
  const rows = rowsOf(options.out).sort((a, b) => millions(a) - millions(b) || order.get(a.pack) - order.get(b.pack));
  if (rows.length === 0) throw new Error(`${options.out} has no rows: measure first`);
  const line = ({ pack, games, boss, specialist, regret, steps }) => {
    const name = pack === basename(HAND_WRITTEN, '.json') ? `[${pack}](examples/${pack}.json)` : `generated, ${pack}`;
    return [name, shareWords(boss), shareWords(specialist), pointsWords(regret), steps, games];
  };
  const commands = all.flatMap(({ name, command }) => [
    ...(command === '' ? [] : [command]),
    ...rows.filter(({ pack }) => pack === name).map((row) => commandOf(row, name)),
  ]);
  const means = [...new Set(rows.map(millions))].map((length) => {
    const those = rows.filter((row) => millions(row) === length);
    const mean = pointsWords(overAll(those.map(({ regret }) => regret)));
    return `- after ${length === 1 ? 'a million' : `${length} million`} decisions: ${mean} points, ${those.length} packs`;
  });
  const lines = [
    '# What boss loses to specialists',
    '',
    'Made by `docs/regret.mjs`. A specialist is `boss` that was trained on, with its critic and with one pack of cards',
    `alone, at ${PLAYERS} seats; \`boss\` never saw that pack. Win shares in percent with 95 % intervals, each against \`${RIVALS}\``,
    `on that pack, seats rotated over the same deals, seed ${SEED} (fair: ${percent(1 / PLAYERS)}). Regret is the specialist's share less`,
    "boss's, in points, its interval by drawing deals with what both won of them. Decisions are those that the specialist",
    'was trained on: the longer it knows nothing else, the more it finds.',
    '',
    markdownTable(['pack', 'boss', 'specialist', 'regret', 'decisions', 'games'], rows.map(line)),
    '',
    'Mean regret, of these packs (not of all that could be):',
    '',
    ...means,
    '',
    'The generated packs and the trainings, each repeated by:',
    '',
    '```sh',
    ...commands,
    '```',
  ];
  writeFileSync(options.page, `${lines.join('\n')}\n`);
}

await runCommand('docs/regret.mjs', positionals[0], { train, measure, write });
