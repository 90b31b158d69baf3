// What boss loses to specialists: networks that went on from boss's own training with one pack of cards alone, on packs
// that boss never saw. Win shares at three seats against two schemers, the same deals for both, as docs/regret.md.
// After `npm run build`:
//   node docs/regret.mjs train [--steps 2500000] [--threads 2] [--from models/gangup/boss]     goes on where it was stopped
//   node docs/regret.mjs measure [--boss DIR] [--games 2001] [--threads 2]    the shipped boss, or a model's folder
//   node docs/regret.mjs write [--page docs/regret.md]
// All take --work runs/regret (packs, runs and models of the specialists) and --kinds designed,hand-written,random,
// train and measure --part 0/2 (the packs are shared out), measure and write --out docs/regret.jsonl.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { TRUST } from '../dist/agents/gangup/advisor.js';
import { bootstrap, bootstrapDifference } from '../dist/eval/bootstrap.js';
import { Contest } from '../dist/eval/contest.js';
import { dealSums } from '../dist/eval/gangup-arena.js';
import { openLineup, rotations } from '../dist/eval/lineup.js';
import { parseGangupConfig } from '../dist/src/gangup/config.js';
import { designPack } from '../dist/src/gangup/design-pack.js';
import { generatePack } from '../dist/src/gangup/generate-pack.js';
import { balancedPacks } from '../dist/training/gangup-packs.js';
import { HELD_OUT_PACKS } from '../dist/training/gangup-run.js';
import { percent, runCommand, shareWords } from './measured.mjs';
import { markdownTable, rowsOf } from './rows.mjs';

const HAND_WRITTEN = 'docs/examples/harbour.json';
/** The kinds of packs made up, each with what the page calls them, and how many of each. */
const KINDS = [
  { kind: 'design', word: 'designed', make: designPack },
  { kind: 'generate', word: 'random', make: generatePack },
];
const OF_A_KIND = 5;
const PLAYERS = 3;
const RIVALS = 'schemer*2';
const SEED = 20250301;
/** The order of the page. */
const ORDER = ['designed', 'hand-written', 'random'];
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
    kinds: text(ORDER.join(',')),
    work: text('runs/regret'),
    out: text('docs/regret.jsonl'),
    page: text('docs/regret.md'),
  },
});
const [part, parts] = options.part.split('/').map(Number);

/** The packs of this part, each with its file; made-up ones play as those that `hench cards` prints, which have texts too. */
function packs() {
  const kinds = options.kinds.split(',');
  const unknown = kinds.find((kind) => !ORDER.includes(kind));
  if (unknown !== undefined) throw new Error(`--kinds: "${unknown}" is none of ${ORDER.join(', ')}`);
  if (!(part >= 0 && part < parts)) throw new Error(`--part: ${options.part} is no part such as 0/2 or 1/2`);
  const madeUp = KINDS.flatMap(({ kind, word, make }) =>
    balancedPacks(OF_A_KIND, HELD_OUT_PACKS, undefined, make).map(({ seed, pack }) => {
      const name = `${word}-${seed}`;
      const file = join(options.work, 'packs', `${name}.json`);
      mkdirSync(join(options.work, 'packs'), { recursive: true });
      if (!existsSync(file)) writeFileSync(file, `${JSON.stringify(pack, null, 2)}\n`);
      return { name, word, file, command: `hench cards ${kind} --seed ${seed} > ${file}` };
    }),
  );
  const written = { name: basename(HAND_WRITTEN, '.json'), word: 'hand-written', file: HAND_WRITTEN, command: '' };
  const all = [...madeUp, written].sort((a, b) => ORDER.indexOf(a.word) - ORDER.indexOf(b.word));
  return all.filter((pack, i) => i % parts === part && kinds.includes(pack.word));
}

const runOf = ({ name }) => join(options.work, 'runs', name);
const modelOf = ({ name }) => join(options.work, 'models', name);
const cardOf = (pack) => JSON.parse(readFileSync(join(modelOf(pack), 'card.json'), 'utf8'));

/** The decisions of a run's newest checkpoint; 0 where there is none. */
function stepsOf(run) {
  const files = existsSync(run) ? readdirSync(run) : [];
  return Math.max(0, ...files.map((file) => Number(/^checkpoint-(\d+)\.ckpt$/.exec(file)?.[1] ?? 0)));
}

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
    const done = () => stepsOf(out) >= Number(steps);
    if (!done()) hench('train', 'gangup', ...(stepsOf(out) > 0 ? ['--resume', out] : fresh), '--steps', steps);
    if (!done()) throw new Error(`${out} was stopped before its end`);
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
    const network = boss === undefined ? 'boss' : `model:${boss}`;
    for (const agent of [`${network}?trust=${TRUST}`, `model:${modelOf(pack)}`, `${network}?practice=0&trust=0`]) {
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
    const [own, specialist, unpractised] = lineups.map(({ names }, i) =>
      dealSums(contest, i, [0], rotations(names).length),
    );
    const shares = ({ shares, sizes }) => shares.map((sum, deal) => sum / sizes[deal]);
    const regret = bootstrapDifference(shares(specialist), shares(own), SEED);
    const practice = bootstrapDifference(shares(own), shares(unpractised), SEED);
    const means = { boss: meanOf(own), unpractised: meanOf(unpractised), specialist: meanOf(specialist) };
    const row = { pack: pack.name, games, ...means, practice, regret, steps, command };
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
const commandOf = ({ command, steps }, { name, word }) =>
  command
    .replace(/--minutes \S+/, `--steps ${steps}`)
    .replace(/(--start-from) \S+/, '$1 models/gangup/boss')
    .replace(/--packs \S+/, `--packs ${word === 'hand-written' ? HAND_WRITTEN : `runs/regret/packs/${name}.json`}`)
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
  const unknown = rows.find(({ pack }) => !order.has(pack));
  if (unknown !== undefined) throw new Error(`${options.out} has a row of ${unknown.pack}, which is no pack here`);
  const wordOf = new Map(all.map(({ name, word }) => [name, word]));
  const line = ({ pack, games, unpractised, boss, specialist, regret, steps }) => {
    const word = wordOf.get(pack);
    const name = word === 'hand-written' ? `[${pack}](examples/${pack}.json)` : pack.replace('-', ', ');
    return [name, shareWords(unpractised), shareWords(boss), shareWords(specialist), pointsWords(regret), steps, games];
  };
  const measured = all.filter(({ name }) => rows.some(({ pack }) => pack === name));
  const commands = measured.flatMap((pack) => [
    ...(pack.command === '' ? [] : [pack.command]),
    ...rows.filter((row) => row.pack === pack.name).map((row) => commandOf(row, pack)),
  ]);
  const groups = [
    ['designed and hand-written packs', ['designed', 'hand-written']],
    ['packs of random cards', ['random']],
  ];
  const lengths = [...new Set(rows.map(millions))];
  const means = lengths.flatMap((length) =>
    groups.flatMap(([title, words]) => {
      const those = rows.filter((row) => millions(row) === length && words.includes(wordOf.get(row.pack)));
      if (those.length === 0) return [];
      const mean = pointsWords(overAll(those.map(({ regret }) => regret)));
      const gain = pointsWords(overAll(those.map(({ practice }) => practice)));
      const after = length === 1 ? 'a million' : `${length} million`;
      return [
        `- ${title}, after ${after} decisions: ${mean} points, ${those.length === 1 ? 'one pack' : `${those.length} packs`} (practice and trust: ${gain} points)`,
      ];
    }),
  );
  const lines = [
    '# What boss loses to specialists',
    '',
    'Made by `docs/regret.mjs`. A specialist is `boss` that was trained on, with its critic and with one pack of cards',
    `alone, at ${PLAYERS} seats; \`boss\` was never trained with that pack. Its adviser practises with it for some seconds, as`,
    'always with cards that are not the shipped ones, and so does that of the specialists, and it follows the adviser more',
    `than its network alone would (trust ${TRUST}); \`boss?practice=0&trust=0\` is the network as it was trained.`,
    `Win shares in percent with 95 % intervals, each against \`${RIVALS}\``,
    `on that pack, seats rotated over the same deals, seed ${SEED} (fair: ${percent(1 / PLAYERS)}). Regret is the specialist's share less`,
    "boss's, in points, its interval by drawing deals with what both won of them. Decisions are those that the specialist",
    'was trained on: the longer it knows nothing else, the more it finds. Designed packs are new cards in the manner of the',
    'printed ones (`hench cards design`), random ones are made of any valid effects (`hench cards generate`): most of their',
    'cards are good for nobody, and how that is played has to be found out for each.',
    '',
    markdownTable(
      ['pack', 'boss without practice and trust', 'boss', 'specialist', 'regret', 'decisions', 'games'],
      rows.map(line),
    ),
    '',
    'Mean regret, of these packs (not of all that could be):',
    '',
    ...means,
    '',
    'The packs and the trainings, each repeated by:',
    '',
    '```sh',
    ...commands,
    '```',
  ];
  writeFileSync(options.page, `${lines.join('\n')}\n`);
}

await runCommand('docs/regret.mjs', positionals[0], { train, measure, write });
