import type { CommandModule } from 'yargs';
import { BadInputError } from '../core/errors.js';
import { inputError } from '../core/result.js';
import { jsonOption, printJson } from './flags.js';

interface CardsFlags {
  action: string;
  names: string[];
  packs: string[];
  json: boolean;
}

export const cardsCommand: CommandModule<object, CardsFlags> = {
  command: 'cards <action> [names..]',
  describe: 'cards of Gang Up!: check pack files, list the cards, show one',
  builder: (yargs) =>
    yargs
      .positional('action', {
        choices: ['check', 'list', 'show', 'schema'] as const,
        demandOption: true,
        type: 'string',
        describe: 'check FILE…, list, show CARD…, or schema (the JSON Schema of packs)',
      })
      .positional('names', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: 'check: pack files; show: names or ids of cards',
      })
      .option('packs', {
        type: 'string',
        array: true,
        requiresArg: true,
        default: ['shipped'],
        describe: 'packs to list or show from: files, or "shipped"',
      })
      .option('json', jsonOption)
      .example('$0 cards check mine.json', 'every error with card and path, and what is allowed')
      .example('$0 cards show "Breakout Ben"', 'the text and the data of a card'),
  handler: async (flags) => {
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
      default: {
        const cards = flags.action === 'list' ? run.allCards(flags.packs) : run.findCards(flags.packs, flags.names);
        if (flags.json) printJson({ cards });
        else process.stdout.write(`${(flags.action === 'list' ? run.listLines : run.showLines)(cards).join('\n')}\n`);
      }
    }
  },
};
