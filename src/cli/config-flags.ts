import { readFileSync } from 'node:fs';
import type { Options } from 'yargs';
import { fail, type InputError, inputError, type Result } from '../core/result.js';
import { CONFIG_KEYS, type GangConfig, parseGangConfig } from '../gang/config.js';

const GROUP = 'Table (The Gang):';

/**
 * Command-line flags for the keys of a table's configuration. Numbers are taken as text, so that `--players four` is
 * refused with a sentence instead of being read as not-a-number.
 */
export const gangConfigOptions = {
  config: { type: 'string', group: GROUP, describe: 'a file with the configuration as JSON; flags override it' },
  players: { type: 'string', group: GROUP, describe: 'seats, 3 to 6' },
  'round-end': {
    type: 'string',
    group: GROUP,
    describe: 'strict (the rulebook) or ready (all agree that the round ends)',
  },
  'takes-max': { type: 'string', group: GROUP, describe: 'chips a headless seat may take in a round' },
  length: { type: 'string', group: GROUP, describe: 'game (until won or lost) or heist (one heist)' },
  mode: { type: 'string', group: GROUP, describe: 'basic' },
  variant: { type: 'string', group: GROUP, describe: 'holdem' },
  'exit-chips': { type: 'string', group: GROUP, describe: 'exit chips in Round 4' },
  jokers: { type: 'boolean', group: GROUP, describe: 'play with jokers' },
  tools: { type: 'boolean', group: GROUP, describe: 'play with tools' },
  vaults: { type: 'boolean', group: GROUP, describe: 'play with vaults' },
  dealer: { type: 'string', group: GROUP, describe: 'dealer variant, 0 for none' },
  stacks: { type: 'string', group: GROUP, describe: 'numbered or shuffled' },
} as const satisfies Record<string, Options>;

const NUMBERS: readonly string[] = ['players', 'takesMax', 'exitChips', 'dealer'];

/** The keys that flags and `--config` give, not checked yet. */
export function readConfigInput(argv: Readonly<Record<string, unknown>>): Result<Record<string, unknown>, InputError> {
  const input: Record<string, unknown> = {};
  const { config: file } = argv;
  if (typeof file === 'string') {
    const read = readConfigFile(file);
    if (!read.ok) return read;
    Object.assign(input, read.value);
  }
  for (const key of CONFIG_KEYS) {
    const value = argv[key];
    if (value === undefined) continue;
    if (Array.isArray(value)) {
      return fail(inputError('config/twice', `config.${key}`, 'is given more than once.', 'Give each flag once.'));
    }
    const number = NUMBERS.includes(key) && typeof value === 'string' && /^-?\d{1,9}$/.test(value);
    input[key] = number ? Number(value) : value;
  }
  return { ok: true, value: input };
}

/** The table that flags and `--config` describe; `fixed` are keys that the command itself decides. */
export function readGangConfig(
  argv: Readonly<Record<string, unknown>>,
  fixed: Partial<GangConfig> = {},
): Result<GangConfig, InputError> {
  const input = readConfigInput(argv);
  return input.ok ? parseGangConfig({ ...input.value, ...fixed }) : input;
}

function readConfigFile(file: string): Result<object, InputError> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return fail(inputError('config/file', file, 'cannot be read.', 'Give --config the path of a JSON file.'));
  }
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return { ok: true, value: json };
  } catch {
    // said below
  }
  return fail(inputError('config/json', file, 'is not a JSON object.', 'Write it like {"players": 4}.'));
}
