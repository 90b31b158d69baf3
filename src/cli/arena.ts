import type { CommandModule } from 'yargs';
import { BadInputError } from '../core/errors.js';
import { inputError } from '../core/result.js';
import { configOptions, readGangConfig } from './config-flags.js';
import { jsonOption, printJson, seedOption, wholeFlag } from './flags.js';

interface ArenaFlags {
  game: string;
  lineup: string[];
  games: number;
  seed: number;
  json: boolean;
}

const GAMES_MAX = 10_000_000;

export const arenaCommand: CommandModule<object, ArenaFlags> = {
  command: 'arena <game>',
  describe: 'measure line-ups of agents on the same deals, with 95 % intervals',
  builder: (yargs) =>
    yargs
      .positional('game', { type: 'string', demandOption: true, describe: 'gang' })
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
        describe: 'deals for each line-up: one heist each, or one whole game with --length game',
      })
      .option('seed', { ...seedOption, default: 1 })
      .options(configOptions)
      .option('json', jsonOption)
      .example("$0 arena gang --lineup 'full*3+greedy'", 'three trained agents with a simple one')
      .example("$0 arena gang --lineup 'full*4' --lineup './my-bot.js*4' --games 20000", 'is my strategy better?')
      .epilogue(
        'Every line-up plays the same deals, and its seats rotate from deal to deal. Game wins are worked out from the ' +
          'share of heists (independent heists, three bars before three alarms) unless --length game plays whole games. ' +
          'Names of agents: hench agents.',
      ),
  handler: async (flags) => {
    if (flags.game !== 'gang') {
      const message = `there is no arena for "${flags.game}" in this version.`;
      throw new BadInputError(inputError('cli/game', 'arena', message, 'Use: hench arena gang.'));
    }
    const games = wholeFlag('games', flags.games, 1, GAMES_MAX);
    const seed = wholeFlag('seed', flags.seed, 0);
    const { measure, reportLines } = await import('./arena-run.js');
    const report = await measure(flags.lineup, games, seed, (players, lineup) =>
      readGangConfig(flags as unknown as Record<string, unknown>, {
        defaults: { length: 'heist' },
        fixed: { players },
        fixedBy: `the line-up ${lineup}`,
      }),
    );
    if (report === undefined) return; // Ctrl-C
    if (flags.json) printJson(report);
    else process.stdout.write(`${reportLines(report).join('\n')}\n`);
  },
};
