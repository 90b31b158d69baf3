import { readFileSync } from 'node:fs';
import { BadInputError } from '../core/errors.js';
import { inputError } from '../core/result.js';
import type { GangConfig } from '../gang/config.js';
import { LENGTHS, MODES, ROUND_ENDS, STACKS, VARIANTS } from '../gang/config-lists.js';
import { flagError } from './flags.js';

const GROUP = 'The table (keys of the configuration):';
const value = { requiresArg: true, group: GROUP } as const;

/**
 * The flags that describe a table, for a command's `builder`. Keys whose other values belong to modules that this
 * version doesn't play are taken, and explained when used, but not listed.
 */
export const configOptions = {
  config: { ...value, type: 'string', describe: 'JSON file with any of these keys; flags come before it' },
  players: { ...value, type: 'number', describe: 'seats, 3 to 10' },
  'round-end': {
    ...value,
    choices: ROUND_ENDS,
    describe: 'a round ends when every seat holds a chip (strict), or when all have said ready too (ready)',
  },
  'takes-max': { ...value, type: 'number', describe: 'chips that a headless seat may take in a round' },
  length: { ...value, choices: LENGTHS, describe: 'until three gold bars or three alarms (game), or one heist' },
  mode: { ...value, choices: MODES, hidden: true },
  variant: { ...value, choices: VARIANTS, hidden: true },
  'exit-chips': { ...value, type: 'number', hidden: true },
  jokers: { type: 'boolean', hidden: true },
  tools: { type: 'boolean', hidden: true },
  vaults: { type: 'boolean', hidden: true },
  dealer: { ...value, type: 'number', hidden: true },
  stacks: { ...value, choices: STACKS, hidden: true },
  active: { ...value, type: 'string', array: true, hidden: true },
} as const;

/** The flag of each key of the configuration. */
const FLAG_OF_KEY: Readonly<Record<keyof GangConfig, string>> = {
  players: 'players',
  mode: 'mode',
  variant: 'variant',
  exitChips: 'exit-chips',
  jokers: 'jokers',
  tools: 'tools',
  vaults: 'vaults',
  dealer: 'dealer',
  stacks: 'stacks',
  active: 'active',
  roundEnd: 'round-end',
  takesMax: 'takes-max',
  length: 'length',
};
/** Parsed flags of any command that has `configOptions`. */
export type ConfigFlags = Readonly<Record<string, unknown>>;

export interface ConfigRules {
  /** What the command uses where neither flags nor file say otherwise. */
  readonly defaults?: Partial<GangConfig>;
  /** What follows from elsewhere (`players` from a line-up); flags or a file that say otherwise are refused. */
  readonly fixed?: Partial<GangConfig>;
  /** Where `fixed` comes from, for that error: `the line-up full*3+greedy`. */
  readonly fixedBy?: string;
}

/** The table that the flags and the `--config` file describe; throws `BadInputError`. */
export async function readGangConfig(flags: ConfigFlags, rules: ConfigRules = {}): Promise<GangConfig> {
  const { parseGangConfig } = await import('../gang/config.js');
  const path = flags.config;
  const given: Record<string, unknown> = {};
  const from: Record<string, string> = {};
  if (typeof path === 'string') {
    for (const [key, read] of Object.entries(readJsonObject(path))) {
      given[key] = read;
      from[key] = path;
    }
  }
  for (const [key, flag] of Object.entries(FLAG_OF_KEY)) {
    const read = flags[key] ?? flags[flag];
    if (read === undefined) continue;
    given[key] = read;
    from[key] = `--${flag}`;
  }
  for (const [key, fixed] of Object.entries(rules.fixed ?? {})) {
    if (given[key] !== undefined && given[key] !== fixed) {
      const message = `${key} is ${JSON.stringify(given[key])}, but ${rules.fixedBy ?? 'this command'} has ${JSON.stringify(fixed)}.`;
      throw new BadInputError(inputError('cli/config', from[key] ?? '', message, 'Leave one of the two out.'));
    }
    given[key] = fixed;
  }
  const config = parseGangConfig({ ...rules.defaults, ...given });
  if (config.ok) return config.value;
  const { error } = config;
  const [, key = ''] = error.path.split('.');
  const source = from[key];
  if (key === 'players' && given.players === undefined)
    throw flagError('players', 'say how many sit at the table.', 'Add --players 4, for example.');
  if (source === undefined) throw new BadInputError(error);
  throw new BadInputError({ ...error, path: source.startsWith('--') ? source : `${source}: ${error.path}` });
}

function readJsonObject(path: string): object {
  const hint = 'Give a JSON file such as {"players": 4, "roundEnd": "ready"}.';
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const message = code === 'ENOENT' ? 'there is no such file.' : `cannot be read (${code ?? 'unknown error'}).`;
    throw new BadInputError(inputError('config/unreadable', path, message, hint));
  }
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new BadInputError(inputError('config/json', path, 'is not JSON.', hint));
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    throw new BadInputError(inputError('config/object', path, 'should hold one JSON object.', hint));
  }
  return read;
}
