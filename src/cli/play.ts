import type { CommandModule } from 'yargs';
import { LEVEL_AGENTS, LEVELS, type Level } from '../../agents/level-names.js';
import { configOptions, readGangConfig, readGangupConfig } from './config-flags.js';
import { flagError, wholeFlag } from './flags.js';
import { moveTimeOption, readOutside, stderrOption } from './outside-flags.js';

interface PlayFlags {
  game: string | undefined;
  seat: number | undefined;
  bots: string | undefined;
  level: Level | undefined;
  seed: number | undefined;
  pace: string;
  replay: string | undefined;
  'move-time': number;
  stderr: boolean;
}

const value = { requiresArg: true } as const;

export const playCommand: CommandModule<object, PlayFlags> = {
  command: 'play [game]',
  describe: 'sit down at a table; agents play the other seats',
  builder: (yargs) =>
    yargs
      .positional('game', {
        type: 'string',
        choices: ['gang', 'gangup'] as const,
        describe: 'gang (The Gang) or gangup (Gang Up!); without it a menu asks',
      })
      .option('seat', { ...value, type: 'number', describe: 'your seat, from 0 (default 0)' })
      .option('bots', {
        ...value,
        type: 'string',
        describe:
          'agents in the other seats: one name for all, or one for each with commas (default: the best; see hench agents)',
      })
      .option('level', {
        ...value,
        type: 'string',
        choices: LEVELS,
        describe: 'how hard: which rivals, or which teammates, sit down (hench agents lists them)',
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
      .option('move-time', moveTimeOption)
      .option('stderr', stderrOption)
      .options(configOptions)
      .example('$0 play gang', 'you and three trained agents, until three gold bars or three alarms')
      .example('$0 play gang --players 5 --pace slow', 'five at the table, and more time to think')
      .example("printf 'take 3\\nkeep\\n' | $0 play gang --seed 7", 'moves from a pipe; a bot plays on when they end')
      .example('$0 play gangup --players 4 --leaders', 'Gang Up! with three rivals and gang leaders')
      .example('$0 play gangup --bots schemer,greedy', 'a rival of each kind')
      .example('$0 play gangup --level easy', 'rivals who can be beaten')
      .epilogue(
        'Without a terminal one line is read whenever your seat is asked: a move of the list that is shown, "help", or ' +
          '"quit", which leaves. The Gang: keep, take 3, take 3 from seat 1. Gang Up!: place red, play lucky-break, done, ' +
          'a number of the list, "why CARD". When the input ends a bot takes your seat.',
      ),
  handler: async (flags) => {
    const given = flags as unknown as Record<string, unknown>;
    const seatOf = (players: number): number => wholeFlag('seat', flags.seat ?? 0, 0, players - 1);
    const { bots, level } = flags;
    if (level !== undefined && bots !== undefined) {
      throw flagError('level', 'chooses who sits in the other seats, and so does --bots.', 'Leave one of the two out.');
    }
    const common = {
      seatGiven: flags.seat !== undefined,
      seed: flags.seed === undefined ? undefined : wholeFlag('seed', flags.seed, 0),
      pace: flags.pace,
      replay: flags.replay,
      outside: readOutside(flags),
    };
    const botsOf = (game: 'gang' | 'gangup') => (level === undefined ? bots : LEVEL_AGENTS[game][level]);
    const game = flags.game ?? (await askForGame());
    if (game === null) return;
    if (game === 'gangup') {
      const config = await readGangupConfig(given, { defaults: { players: 3 } });
      const seat = seatOf(config.players);
      const { play } = await import('./play/run.js');
      process.exitCode = await play({ game: 'gangup', config, seat, bots: botsOf('gangup'), ...common });
      return;
    }
    // Who came by the menu and named no table is asked for one.
    const asks = flags.game === undefined && Object.keys(configOptions).every((flag) => given[flag] === undefined);
    const chosen = asks && isTerminal() ? await askForTable() : {};
    if (chosen === null) return;
    const config = await readGangConfig(given, { defaults: { players: 4, roundEnd: 'ready', ...chosen } });
    const seat = seatOf(config.players);
    const lengthGiven = given.length !== undefined;
    const { play } = await import('./play/run.js');
    process.exitCode = await play({ game: 'gang', config, seat, bots: botsOf('gang'), lengthGiven, ...common });
  },
};

/** The menu's answer; without a terminal The Gang. */
async function askForGame(): Promise<string | null> {
  if (!isTerminal()) return 'gang';
  const { chooseGame } = await import('./play/menu.js');
  return chooseGame(process.stdin, (text) => process.stdout.write(text));
}

function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** The table that the menu's keys describe; `null` when the person would rather leave. */
async function askForTable(): Promise<object | null> {
  const { chooseTable } = await import('./play/menu.js');
  const { parseGangConfig } = await import('../gang/config.js');
  const { formatInputError } = await import('../core/result.js');
  const why = (table: object): string | null => {
    const read = parseGangConfig(table);
    return read.ok ? null : formatInputError(read.error);
  };
  return chooseTable(process.stdin, (text) => process.stdout.write(text), why);
}
