import type { CommandModule } from 'yargs';
import { BadInputError } from '../core/errors.js';
import { inputError } from '../core/result.js';
import { configOptions, readGangConfig } from './config-flags.js';
import { wholeFlag } from './flags.js';

interface PlayFlags {
  game: string;
  seat: number | undefined;
  bots: string | undefined;
  seed: number | undefined;
  pace: string;
  replay: string | undefined;
}

const value = { requiresArg: true } as const;

export const playCommand: CommandModule<object, PlayFlags> = {
  command: 'play <game>',
  describe: 'sit down at a table; agents play the other seats',
  builder: (yargs) =>
    yargs
      .positional('game', { type: 'string', demandOption: true, describe: 'gang' })
      .option('seat', { ...value, type: 'number', describe: 'your seat, from 0 (default 0)' })
      .option('bots', {
        ...value,
        type: 'string',
        describe: 'agent in the other seats (default full, the trained one; see hench agents)',
      })
      .option('seed', {
        ...value,
        type: 'number',
        describe: 'whole number from which cards and bots follow (default: a new one)',
      })
      .option('pace', {
        ...value,
        type: 'string',
        default: 'normal',
        describe: 'how fast bots act at a terminal: slow, normal, fast, instant, or a multiple such as 1.5',
      })
      .option('replay', {
        ...value,
        type: 'string',
        describe: 'file to save the game in (default replays/DATE-SEED.hench)',
      })
      .options(configOptions)
      .example('$0 play gang', 'you and three trained agents, until three gold bars or three alarms')
      .example('$0 play gang --players 5 --pace slow', 'five at the table, and more time to think')
      .example("printf 'take 3\\nkeep\\n' | $0 play gang --seed 7", 'moves from a pipe; a bot plays on when they end')
      .epilogue(
        'Without a terminal one line is read whenever your seat is asked: keep, take 3, take 3 from seat 1, take 3 from centre; quit leaves. ' +
          'When the input ends a bot takes your seat.',
      ),
  handler: async (flags) => {
    if (flags.game !== 'gang') throw otherGame(flags.game);
    const defaults = { players: 4, roundEnd: 'ready' } as const;
    const config = await readGangConfig(flags as unknown as Record<string, unknown>, { defaults });
    const seat = wholeFlag('seat', flags.seat ?? 0, 0, config.players - 1);
    const seed = flags.seed === undefined ? undefined : wholeFlag('seed', flags.seed, 0);
    const { play } = await import('./play/run.js');
    process.exitCode = await play({
      config,
      seat,
      seatGiven: flags.seat !== undefined,
      lengthGiven: (flags as { length?: unknown }).length !== undefined,
      bots: flags.bots,
      seed,
      pace: flags.pace,
      replay: flags.replay,
    });
  },
};

function otherGame(game: string): BadInputError {
  if (game === 'gangup') {
    const message = 'Gang Up! is not in this version.';
    return new BadInputError(inputError('cli/game', '', message, 'Play The Gang: hench play gang.'));
  }
  return new BadInputError(inputError('cli/game', '', `there is no game "${game}".`, 'Try hench play gang.'));
}
