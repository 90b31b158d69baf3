import type { CommandModule } from 'yargs';
import { BadInputError } from '../core/errors.js';
import { inputError } from '../core/result.js';
import { gangupOptions } from './config-flags.js';
import { jsonOption, printJson, seedOption, wholeFlag } from './flags.js';

interface CardsFlags {
  action: string;
  names: string[];
  packs: string[] | undefined;
  players: string;
  games: number;
  bots: string | undefined;
  seed: number;
  json: boolean;
}

const value = { requiresArg: true, group: 'For balance:' } as const;
const GAMES_MAX = 10_000_000;
/** Actions that make packs up. */
const MADE_UP: readonly string[] = ['design', 'generate'];
/** Those that take neither files nor cards. */
const NAMELESS: readonly string[] = ['template', 'schema', ...MADE_UP];

export const cardsCommand: CommandModule<object, CardsFlags> = {
  command: 'cards <action> [names..]',
  describe: 'cards of Gang Up!: check pack files, list the cards, show one, measure how fair they are, make some up',
  builder: (yargs) =>
    yargs
      .positional('action', {
        choices: ['check', 'list', 'show', 'balance', 'template', 'design', 'generate', 'schema'] as const,
        demandOption: true,
        type: 'string',
        describe:
          'check FILE…, list [FILE…], show CARD…, balance [FILE…], template (the three blanks as a pack to fill in), design (a whole pack in the manner of the printed cards), generate (one of random cards), or schema (the JSON Schema of packs)',
      })
      .positional('names', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: 'check, list, balance: pack files; show: names or ids of cards',
      })
      .options(gangupOptions)
      .option('players', {
        ...value,
        type: 'string',
        default: '2,3,4,5',
        describe: 'numbers of players to measure, with commas between',
      })
      .option('games', { ...value, type: 'number', default: 20_000, describe: 'games for each number of players' })
      .option('bots', {
        ...value,
        type: 'string',
        describe:
          'agents that play, joined by +; each seat of a game gets one of them (default cautious+greedy+schemer)',
      })
      .option('seed', { ...seedOption, group: 'For balance, design and generate:', default: 1 })
      .option('json', jsonOption)
      .example('$0 cards check mine.json', 'every error with card and path, and what is allowed')
      .example('$0 cards template > mine.json', 'the three customizable cards, to be filled in')
      .example('$0 cards design --seed 7 > seven.json', 'new cards for tonight; the same seed gives the same ones')
      .example('$0 cards generate --seed 7 > odd.json', 'cards that nobody designed, to try agents on')
      .example('$0 cards show "Breakout Ben"', 'the text and the data of a card')
      .example(
        '$0 cards balance shipped mine.json --expansion --players 3 --games 2000',
        'are my cards fair, and is the game lively?',
      ),
  handler: async (flags) => {
    if (NAMELESS.includes(flags.action) && flags.names.length > 0) {
      const hint = MADE_UP.includes(flags.action) ? 'Give the number of a pack as --seed 7.' : 'Leave them out.';
      throw new BadInputError(
        inputError('cli/cards', `cards ${flags.action}`, `takes no files or names: ${flags.names[0]}.`, hint),
      );
    }
    const run = await import('./cards-run.js');
    switch (flags.action) {
      case 'check': {
        if (flags.names.length === 0) {
          throw new BadInputError(inputError('cli/cards', 'cards check', 'say which packs.', 'Name their files.'));
        }
        const reports = run.checkPacks(flags.names);
        if (flags.json) printJson({ packs: reports });
        else process.stdout.write(`${run.checkLines(reports).join('\n')}\n`);
        if (reports.some((report) => report.errors.length > 0)) process.exitCode = 2;
        return;
      }
      case 'schema':
        printJson(run.schema());
        return;
      case 'template': {
        const { pack, advice } = run.template();
        process.stdout.write(`${JSON.stringify(pack, null, 2)}\n`);
        process.stderr.write(`${advice}\n`);
        return;
      }
      case 'design':
      case 'generate': {
        const { pack, advice } = await run.madeUp(flags.action, wholeFlag('seed', flags.seed, 0));
        process.stdout.write(`${JSON.stringify(pack, null, 2)}\n`);
        process.stderr.write(`${advice}\n`);
        return;
      }
      case 'balance': {
        const { balance, balanceLines } = await import('./cards-balance.js');
        const games = wholeFlag('games', flags.games, 1, GAMES_MAX);
        const report = await balance(flags, games, wholeFlag('seed', flags.seed, 0));
        if (report === undefined) return; // Ctrl-C
        if (flags.json) printJson(report);
        else process.stdout.write(`${balanceLines(report).join('\n')}\n`);
        return;
      }
      default: {
        const listing = flags.action === 'list';
        const named = [...(flags.packs ?? []), ...(listing ? flags.names : [])];
        const packs = named.length > 0 ? named : ['shipped'];
        const cards = listing ? run.allShown(packs) : run.findCards(packs, flags.names);
        if (flags.json) printJson({ cards });
        else process.stdout.write(`${(listing ? run.listLines : run.showLines)(cards).join('\n')}\n`);
      }
    }
  },
};
