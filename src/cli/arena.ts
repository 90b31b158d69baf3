import type { CommandModule } from 'yargs';
import { configOptions, readGangConfig, readGangupConfig } from './config-flags.js';
import { jsonOption, printJson, seedOption, wholeFlag } from './flags.js';
import { moveTimeOption, readOutside, stderrOption } from './outside-flags.js';

interface ArenaFlags {
  game: string;
  lineup: string[];
  games: number;
  seed: number;
  json: boolean;
  'move-time': number;
  strict: boolean;
  stderr: boolean;
}

const GAMES_MAX = 10_000_000;

export const arenaCommand: CommandModule<object, ArenaFlags> = {
  command: 'arena <game>',
  describe: 'measure line-ups of agents on the same deals, with 95 % intervals',
  builder: (yargs) =>
    yargs
      .positional('game', {
        type: 'string',
        choices: ['gang', 'gangup'] as const,
        demandOption: true,
        describe: 'gang (The Gang) or gangup (Gang Up!)',
      })
      .option('lineup', {
        type: 'string',
        array: true,
        requiresArg: true,
        demandOption: 'say who sits at the table, for example --lineup "full*3+greedy"',
        describe: "who sits: names joined by +, each with how often ('full*3+greedy'); may be given several times",
      })
      .option('games', {
        alias: 'heists',
        type: 'number',
        requiresArg: true,
        default: 4000,
        describe: 'games for each line-up; of The Gang one heist each, or whole games with --length game',
      })
      .option('seed', { ...seedOption, default: 1 })
      .options(configOptions)
      .option('move-time', moveTimeOption)
      .option('strict', {
        type: 'boolean',
        default: false,
        describe: 'a crash, a stall or an illegal move of an agent of your own costs it the game, not only the move',
      })
      .option('stderr', stderrOption)
      .option('json', jsonOption)
      .example("$0 arena gang --lineup 'full*3+greedy'", 'three trained agents with a simple one')
      .example("$0 arena gang --lineup 'full*4' --lineup './my-bot.js*4' --games 20000", 'is my strategy better?')
      .example(
        "$0 arena gang --lineup 'exec:python3 bot.py+full*3' --move-time 500",
        'a program of mine, with the best',
      )
      .example("$0 arena gangup --lineup 'schemer+greedy*2' --games 4000", 'who wins how often at Gang Up!')
      .epilogue(
        'Every line-up plays the same deals. The Gang: its seats rotate from deal to deal; game wins are worked out from ' +
          'the share of heists (independent heists, three bars before three alarms) unless --length game plays whole ' +
          'games. Gang Up!: each deal is played in every way to sit; a row per agent has the share of games that one ' +
          'copy of it wins (shared wins split) and its mean status at the end. ' +
          'Names of agents: hench agents.',
      ),
  handler: async (flags) => {
    const games = wholeFlag('games', flags.games, 1, GAMES_MAX);
    const seed = wholeFlag('seed', flags.seed, 0);
    const given = flags as unknown as Record<string, unknown>;
    const outside = readOutside(flags);
    const rules = (players: number, lineup: string) => ({ fixed: { players }, fixedBy: `the line-up ${lineup}` });
    if (flags.game === 'gangup') {
      const { measureGangup, reportGangup } = await import('./arena-gangup.js');
      const configure = (players: number, lineup: string) => readGangupConfig(given, rules(players, lineup));
      print(await measureGangup(flags.lineup, games, seed, configure, outside), flags.json, reportGangup);
      return;
    }
    const { measure, reportLines } = await import('./arena-run.js');
    const configure = (players: number, lineup: string) =>
      readGangConfig(given, { defaults: { length: 'heist' }, ...rules(players, lineup) });
    print(await measure(flags.lineup, games, seed, configure, outside), flags.json, reportLines);
  },
};

/** Undefined: Ctrl-C has ended it. */
function print<Report>(report: Report | undefined, json: boolean, lines: (report: Report) => string[]): void {
  if (report === undefined) return;
  if (json) printJson(report);
  else process.stdout.write(`${lines(report).join('\n')}\n`);
}
