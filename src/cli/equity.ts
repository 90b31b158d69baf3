import type { CommandModule } from 'yargs';
import { jsonOption, printJson, seedOption, wholeFlag } from './flags.js';

interface EquityFlags {
  cards: string[];
  board: string;
  players: number;
  samples: number;
  seed: number;
  json: boolean;
}

/** As many as the deck has cards for. */
const PLAYERS_MAX = 23;
const SAMPLES_MAX = 1_000_000_000;

export const equityCommand: CommandModule<object, EquityFlags> = {
  command: 'equity <cards..>',
  describe: 'how good two cards are: equity against random hands, the hand they make, chances of each final rank',
  builder: (yargs) =>
    yargs
      .positional('cards', { type: 'string', array: true, demandOption: true, describe: "two cards, such as 'Ah Kd'" })
      .option('board', { type: 'string', requiresArg: true, default: '', describe: '3, 4 or 5 cards on the table' })
      .option('players', { type: 'number', requiresArg: true, default: 2, describe: 'players, you among them' })
      .option('samples', {
        type: 'number',
        requiresArg: true,
        default: 200_000,
        describe: 'showdowns to deal with three players or more; with two the result is exact',
      })
      .option('seed', { ...seedOption, default: 1 })
      .option('json', jsonOption)
      .example("$0 equity 'Ah Kd'", 'before the flop, against one hand')
      .example("$0 equity 'Ah Kd' --board '2c 7h Jd' --players 4", 'on the flop, against three')
      .epilogue('Equity is wins plus half of the ties. Equal hands share their ranks evenly.'),
  handler: async (flags) => {
    const options = {
      players: wholeFlag('players', flags.players, 2, PLAYERS_MAX),
      samples: wholeFlag('samples', flags.samples, 2, SAMPLES_MAX),
      seed: wholeFlag('seed', flags.seed, 0),
    };
    const { equityLines, equityReport } = await import('./equity-report.js');
    const report = await equityReport(flags.cards.join(' '), flags.board, options);
    if (flags.json) printJson(report);
    else process.stdout.write(`${equityLines(report).join('\n')}\n`);
  },
};
