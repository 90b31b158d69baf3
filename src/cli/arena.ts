import type { Argv, CommandModule } from 'yargs';
import type { ArenaPlan, CeilingPlan } from './arena-run.js';
import type { Narrowing } from './command-line.js';
import { configOptionsOf, readGangConfig, readGangupConfig } from './config-flags.js';
import { flagError, jsonOption, printJson, seedOption, wholeFlag } from './flags.js';
import { moveTimeOption, readOutside, stderrOption } from './outside-flags.js';
import { UsageError } from './report.js';

interface ArenaFlags {
  game: 'gang' | 'gangup';
  lineup: string[] | undefined;
  'cross-play': string | undefined;
  'round-robin': string | undefined;
  players: number | undefined;
  games: number;
  seed: number;
  until: number | undefined;
  control: string | undefined;
  ceiling: boolean;
  'ceiling-games': number | undefined;
  'ceiling-iterations': number | undefined;
  'ceiling-turns': number | undefined;
  bidding: boolean;
  threads: number | undefined;
  csv: string | undefined;
  parquet: string | undefined;
  html: string | undefined;
  json: boolean;
  'move-time': number;
  strict: boolean;
  stderr: boolean;
}

const GAMES_MAX = 10_000_000;
const GAMES = ['gang', 'gangup'] as const;
/** What there is to be measured. */
const ASKED = 'What to measure (one of these):';
const FILES = 'Files:';
const text = { type: 'string', requiresArg: true } as const;
const peeking = { type: 'number', requiresArg: true } as const;

/** For whom an example is; `$0` is the program. */
const EXAMPLES: readonly (readonly [game: (typeof GAMES)[number], command: string, says: string])[] = [
  ['gang', "--lineup 'full*3+greedy'", 'three trained agents with a simple one'],
  ['gang', "--lineup 'full*4' --lineup './my-bot.js*4' --games 20000", 'is my strategy better?'],
  ['gang', "--lineup 'exec:python3 bot.py+full*3' --move-time 500", 'a program of mine, with the best'],
  ['gang', "--lineup 'belief*4' --until 0.02", 'until that is known to 2 points'],
  ['gang', "--lineup 'belief*5' --variant omaha", 'another table: any flag of the table'],
  ['gang', "--cross-play 'A=model:one,A=model:two,greedy' --players 4", 'strangers, and seeds of one kind'],
  ['gangup', "--lineup 'schemer+greedy*2' --games 4000", 'who wins how often at Gang Up!'],
  ['gangup', "--lineup 'schemer+greedy' --leaders --parquet moves.parquet", 'every decision in a file'],
  ['gangup', "--lineup 'boss+schemer*2' --bidding --html bids.html", 'how it bids and allies, and plots of it'],
  ['gangup', "--lineup 'boss+schemer*2' --ceiling --ceiling-games 600", 'how near it is to one that sees all cards'],
  ['gangup', "--round-robin 'random,greedy,cautious,schemer' --players 3", 'ratings of all of them'],
];

function builder(yargs: Argv, game: string | undefined): Argv {
  const shown = EXAMPLES.filter(([of]) => (game === 'gang' || game === 'gangup' ? of === game : true));
  const line = yargs
    .positional('game', {
      type: 'string',
      choices: GAMES,
      demandOption: true,
      describe: 'gang (The Gang) or gangup (Gang Up!); with it, help shows the flags of its tables alone',
    })
    .option('lineup', {
      ...text,
      array: true,
      group: ASKED,
      describe: "who sits: names joined by +, each with how often ('full*3+greedy'); may be given several times",
    })
    .option('cross-play', {
      ...text,
      group: ASKED,
      describe: "every two of these at one table ('full,greedy,A=model:x,A=model:y'; A groups seeds of one kind)",
    })
    .option('round-robin', {
      ...text,
      group: ASKED,
      hidden: game === 'gang',
      describe: 'Gang Up!: openskill ratings from every choice of these agents that fills a table',
    })
    .option('games', {
      alias: 'heists',
      type: 'number',
      requiresArg: true,
      default: 4000,
      describe:
        'games for each line-up (with --until at most); of The Gang one heist each, or whole games with --length game',
    })
    .option('until', {
      type: 'number',
      requiresArg: true,
      describe: 'stop when intervals reach so far to either side: 0.01 is one point. They hold however early that is',
    })
    .option('control', {
      ...text,
      hidden: game === 'gangup',
      describe:
        'The Gang: a reference whose results on the same deals take some of their luck out (an agent, such as greedy)',
    })
    .option('ceiling', {
      type: 'boolean',
      default: false,
      describe:
        'also what can be reached by peeking. The Gang: by a team that sees all hands, with the chips alone to act ' +
        "with; Gang Up!: by a search that sees all cards, in the place of each line-up's first agent",
    })
    .option('ceiling-games', {
      ...peeking,
      hidden: game === 'gang',
      describe: 'Gang Up!: games of the search that peeks, the first of --games (default: all)',
    })
    .option('ceiling-iterations', {
      ...peeking,
      hidden: game === 'gang',
      describe: 'Gang Up!: iterations of its search for a decision (default: 100)',
    })
    .option('ceiling-turns', {
      ...peeking,
      hidden: game === 'gang',
      describe: 'Gang Up!: turns beyond the one at hand that it looks ahead (default: 1)',
    })
    .option('bidding', {
      type: 'boolean',
      default: false,
      hidden: game === 'gang',
      describe:
        'Gang Up!: also who organizes, invites, offers, over-commits, cancels, betrays, by status gap and place',
    })
    .option('seed', { ...seedOption, default: 1 })
    .option('threads', {
      type: 'number',
      requiresArg: true,
      describe: 'threads to play in (default: one for each core); changes nothing but the speed',
    })
    .options(configOptionsOf(game))
    .option('move-time', moveTimeOption)
    .option('strict', {
      type: 'boolean',
      default: false,
      describe: 'a crash, a stall or an illegal move of an agent of your own costs it the game, not only the move',
    })
    .option('stderr', stderrOption)
    .option('csv', { ...text, group: FILES, describe: 'write every decision of the line-ups here (docs/decisions.md)' })
    .option('parquet', { ...text, group: FILES, describe: 'the same as Apache Parquet' })
    .option('html', { ...text, group: FILES, describe: 'write the report here as a page with plots, in one file' })
    .option('json', jsonOption);
  for (const [of, command, says] of shown) line.example(`$0 arena ${of} ${command}`, says);
  return line.epilogue(
    'Every line-up plays the same deals. The Gang: its seats rotate from deal to deal; game wins are worked out from ' +
      'the share of heists (independent heists, three bars before three alarms) unless --length game plays whole ' +
      'games. Gang Up!: each deal is played in every way to sit; a row per agent has the share of games that one ' +
      'copy of it wins (shared wins split) and its mean status at the end. METRICS.md defines every figure. ' +
      'Names of agents: hench agents.',
  );
}

const command: CommandModule<object, ArenaFlags> = {
  command: 'arena <game>',
  describe: 'measure line-ups of agents on the same deals, with 95 % intervals',
  builder: (yargs) => builder(yargs, undefined) as Argv<ArenaFlags>,
  handler: async (flags) => {
    const { runPlan } = await import('./arena-run.js');
    await runPlan(readPlan(flags), called(), async (report) => {
      if (flags.json) return printJson(report);
      const { arenaLines } = await import('./arena-words.js');
      process.stdout.write(`${arenaLines(report).join('\n')}\n`);
    });
  },
};

export const arenaCommand: CommandModule<object, ArenaFlags> & Narrowing = {
  ...command,
  narrow: (args) => {
    const game = args.find((word) => (GAMES as readonly string[]).includes(word));
    return { ...command, builder: (yargs: Argv) => builder(yargs, game) } as unknown as CommandModule;
  },
};

/** The command line that was given, as one would type it. */
function called(): string {
  const quote = (word: string): string => (/^[\w./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  return `hench ${process.argv.slice(2).map(quote).join(' ')}`;
}

/** How far the search that peeks goes; its numbers are for Gang Up!, whose search they are. */
function readCeiling(flags: ArenaFlags): CeilingPlan | undefined {
  const of = { games: GAMES_MAX, iterations: 1_000_000, turns: 10 } as const;
  const read = (name: keyof typeof of, least: number): number | undefined => {
    const given = flags[`ceiling-${name}`];
    if (given === undefined) return undefined;
    if (!flags.ceiling || flags.game === 'gang') {
      throw flagError(`ceiling-${name}`, 'goes with --ceiling at Gang Up!.', 'Leave it out.');
    }
    return wholeFlag(`ceiling-${name}`, given, least, of[name]);
  };
  const asked = { games: read('games', 1), iterations: read('iterations', 1), turns: read('turns', 0) };
  return flags.ceiling ? asked : undefined;
}

function readPlan(flags: ArenaFlags): ArenaPlan<'gang' | 'gangup'> {
  const { game, lineup, 'cross-play': crossPlay, 'round-robin': roundRobin, until, control, threads } = flags;
  const asked = [lineup?.length === 0 ? undefined : lineup, crossPlay, roundRobin].filter((one) => one !== undefined);
  if (asked.length === 0) {
    const missing = '--lineup is missing: say who sits at the table, for example --lineup "full*3+greedy"';
    throw new UsageError(missing, `hench arena ${game} --help`);
  }
  if (asked.length > 1)
    throw flagError(
      crossPlay === undefined ? 'round-robin' : 'cross-play',
      'goes with no other.',
      'Use one of --lineup, --cross-play and --round-robin.',
    );
  if (game === 'gang' && roundRobin !== undefined) {
    throw flagError('round-robin', 'rates rivals, and The Gang has none.', 'Use --cross-play.');
  }
  if (game === 'gangup' && control !== undefined) {
    const message = 'is for The Gang; at Gang Up! each deal is played from every seat, which takes its luck out.';
    throw flagError('control', message, 'Leave it out.');
  }
  if (until !== undefined && !(until >= 0.0005 && until < 0.5)) {
    throw flagError('until', `${until} is out of range.`, 'Give a half-width from 0.0005 to 0.5, such as 0.01.');
  }
  const alone: (keyof ArenaFlags)[] = ['until', 'control', 'csv', 'parquet'];
  for (const flag of lineup === undefined ? alone : []) {
    if (flags[flag] !== undefined) throw flagError(flag, 'goes with --lineup only.', 'Leave it out.');
  }
  if (flags.ceiling && (lineup === undefined || until !== undefined)) {
    throw flagError('ceiling', 'goes with --lineup, and not with --until.', 'Leave it out.');
  }
  if (flags.bidding && (game === 'gang' || lineup === undefined)) {
    throw flagError('bidding', 'goes with --lineup at Gang Up!.', 'Leave it out.');
  }
  if (control !== undefined && until !== undefined) {
    throw flagError('control', 'does not go with --until.', 'Leave one of the two out.');
  }
  const given = flags as unknown as Record<string, unknown>;
  const rules = (players: number, by: string) => ({ fixed: { players }, fixedBy: by });
  return {
    game,
    lineups: lineup ?? [],
    crossPlay,
    roundRobin,
    players: flags.players,
    games: wholeFlag('games', flags.games, 1, GAMES_MAX),
    seed: wholeFlag('seed', flags.seed, 0),
    until,
    control,
    ceiling: readCeiling(flags),
    bidding: flags.bidding,
    threads: threads === undefined ? undefined : wholeFlag('threads', threads, 0, 256),
    csv: flags.csv,
    parquet: flags.parquet,
    html: flags.html,
    outside: readOutside(flags),
    configure: async (players, by) =>
      game === 'gangup'
        ? readGangupConfig(given, rules(players, by))
        : readGangConfig(given, { defaults: { length: 'heist' }, ...rules(players, by) }),
  };
}
