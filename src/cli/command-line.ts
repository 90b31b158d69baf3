import yargs, { type Argv, type CommandModule } from 'yargs';
import { UsageError } from './report.js';

/** Flags that may be given more than once. */
const REPEATABLE: ReadonlySet<string> = new Set(['lineup', 'active', 'packs', 'matrix']);

const MISSING = 'something is missing';

/** What yargs says, in the words of the rest of this program. */
const STRINGS = {
  'Not enough non-option arguments: got %s, need at least %s': both(MISSING),
  'Too many non-option arguments: got %s, maximum of %s': both('there is a word too many'),
  'Missing required argument: %s': both('missing %s'),
  'Not enough arguments following: %s': '--%s needs a value',
  'Unknown argument: %s': both('there is no %s'),
  'Invalid values:': ' ',
  'Argument: %s, Given: %s, Choices: %s': '--%s cannot be %s, only one of %s',
};

function both(text: string): { one: string; other: string } {
  return { one: text, other: text };
}

/** A command whose help depends on the words after its name. */
export interface Narrowing {
  /** The command as it is for this command line. */
  narrow(args: readonly string[]): CommandModule;
}

/** Name of a command: `replay` of `replay <file>`. */
function commandName(command: CommandModule): string {
  return String(command.command).split(' ')[0]!;
}

/** A strict reader of command lines, which throws what is wrong with them as `UsageError`. */
export function commandLine(args: readonly string[], commands: readonly CommandModule[], version: string): Argv {
  const known = commands.find((command) => commandName(command) === args[0]);
  const see = known === undefined ? 'hench --help' : `hench ${commandName(known)} --help`;
  const wrong = (message: string): UsageError => new UsageError(message, see);
  const line = yargs([...args])
    .scriptName('hench')
    .version(version)
    .locale('en');
  for (const command of commands) line.command('narrow' in command ? (command as Narrowing).narrow(args) : command);
  return line
    .parserConfiguration({ 'greedy-arrays': false })
    .strict()
    .alias('help', 'h')
    .demandCommand(1, 'say what to do')
    .updateStrings(STRINGS as unknown as Record<string, string>)
    .check((flags) => {
      checkCommand(args, commands);
      for (const [flag, value] of Object.entries(flags)) {
        if (typeof value === 'number' && Number.isNaN(value)) throw wrong(`--${flag} is not a number`);
        if (!Array.isArray(value) || REPEATABLE.has(flag)) continue;
        // Numbers: under two names of one flag, too.
        if (timesGiven(flag, args) > 1 || value.some((one) => typeof one === 'number')) {
          throw wrong(`--${flag} is given more than once`);
        }
      }
      return true;
    }, true)
    .exitProcess(false)
    .fail((message, error) => {
      if (error instanceof Error && !isYargsError(error)) throw error;
      checkCommand(args, commands);
      const line = plain(message ?? error.message, args);
      throw wrong(line.startsWith(MISSING) && known !== undefined ? `${MISSING}: hench ${known.command}` : line);
    });
}

function isYargsError(error: Error): boolean {
  return error.name === 'YError';
}

/** yargs takes an unknown command for an argument of none. */
function checkCommand(args: readonly string[], commands: readonly CommandModule[]): void {
  const word = args[0];
  if (word === undefined || word.startsWith('-')) return;
  const names = commands.map(commandName);
  if (!names.includes(word)) {
    throw new UsageError(`there is no command "${word}", only ${names.join(', ')}`, 'hench --help');
  }
}

function timesGiven(flag: string, args: readonly string[]): number {
  return args.filter((arg) => arg === `--${flag}` || arg.startsWith(`--${flag}=`)).length;
}

/** One line; a missing flag with what its command says about it; unknown flags as they were written, once each (yargs names `--round-end` as `roundEnd` too). */
function plain(message: string, args: readonly string[]): string {
  const line = message.replace(/\s+/g, ' ').trim();
  const [, flag, why] = /^missing (\S+) ?(.*)$/.exec(line) ?? [];
  if (flag !== undefined) return `--${flag} is missing${why === '' ? '' : `: ${why}`}`;
  // An argument without a flag is called by its place.
  const [, choice, rest] = /^--(\S+)( cannot be .*)$/.exec(line) ?? [];
  if (choice !== undefined && timesGiven(choice, args) === 0) return `${choice}${rest}`;
  const unknown = /^there is no (.*)$/.exec(line);
  if (unknown === null) return line;
  const words = unknown[1]!.split(', ').map((word) => (timesGiven(word, args) > 0 ? `--${word}` : word));
  const written = words.filter(
    (word) => word.startsWith('--') || args.some((arg) => arg === word || arg === `-${word}`),
  );
  return `there is no ${(written.length > 0 ? written : words).join(', ')} here`;
}
