import { readFileSync } from 'node:fs';
import { BadInputError } from '../core/errors.js';
import { type InputError, inputError, type Result } from '../core/result.js';
import type { GangConfig } from '../gang/config.js';
import { LENGTHS, MODES, ROUND_ENDS, STACKS, VARIANTS } from '../gang/config-lists.js';
import type { GangupConfig } from '../gangup/config.js';
import { flagError } from './flags.js';

const GROUP = 'The table (keys of the configuration):';
const value = { requiresArg: true, group: GROUP } as const;
const switched = { type: 'boolean', group: GROUP } as const;
const counted = { ...value, type: 'number' } as const;

const sharedOptions = {
  config: { ...value, type: 'string', describe: 'JSON file with any of these keys; flags come before it' },
  players: { ...counted, describe: 'seats: 3 to 10 (The Gang), 2 to 5 (Gang Up!)' },
} as const;

/** The flags that describe a table of The Gang. */
const gangOptions = {
  'round-end': {
    ...value,
    choices: ROUND_ENDS,
    describe: 'The Gang: a round ends when every seat holds a chip (strict), or when all have said ready too (ready)',
  },
  'takes-max': { ...counted, describe: 'The Gang: chips that a headless seat may take in a round' },
  length: {
    ...value,
    choices: LENGTHS,
    describe: 'The Gang: until three gold bars or three alarms (game), or one heist',
  },
  mode: { ...value, choices: MODES, describe: 'The Gang: with challenges and specialists from advanced on' },
  variant: { ...value, choices: VARIANTS, describe: "The Gang: which poker it is (default: Texas Hold'em)" },
  'exit-chips': { ...counted, describe: 'The Gang: red exit chips, 0 to 3 (default by players: from 7 on)' },
  jokers: { ...switched, describe: 'The Gang: two jokers in the deck' },
  tools: { ...switched, describe: 'The Gang: everybody has a tool, used once' },
  vaults: { ...switched, describe: 'The Gang: vault cards; five gold bars win' },
  dealer: { ...counted, describe: 'The Gang: the dealer, variant 1, 2 or 3' },
  stacks: { ...value, choices: STACKS, describe: 'The Gang: challenges and specialists by number, or shuffled' },
  active: {
    ...value,
    type: 'string',
    array: true,
    describe: 'The Gang: cards in force from the first heist on, with commas (retina-scan,jack,lock-pick …)',
  },
} as const;

/** The flags that describe a table of Gang Up!, but for `players`. */
export const gangupOptions = {
  leaders: { ...switched, describe: 'Gang Up!: everybody may take a gang leader' },
  locations: { ...switched, describe: 'Gang Up!: locations can be bought and sold' },
  expansion: { ...switched, describe: "Gang Up!: with the expansion's crimes, influences and gangsters" },
  packs: {
    ...value,
    type: 'string',
    array: true,
    describe: 'Gang Up!: card packs, files or "shipped"; may be given several times',
  },
  'start-status': { ...counted, describe: 'Gang Up!: status at the start' },
  'win-status': { ...counted, describe: 'Gang Up!: status that wins' },
  'hand-max': { ...counted, describe: 'Gang Up!: cards that a hand keeps at the end of a turn' },
  'crime-needs-status': {
    ...switched,
    describe: "Gang Up!: a crime's starter needs its number (--no-… a later printing)",
  },
  'jail-start': { ...counted, describe: 'Gang Up!: gangsters in jail at the start' },
} as const;

/** The flags that describe a table of either game, for a command's `builder`. */
export const configOptions = { ...sharedOptions, ...gangOptions, ...gangupOptions } as const;

/** The same where it is known which game it is: the other game's flags are still read, and refused, but not shown. */
export function configOptionsOf(game: string | undefined): typeof configOptions {
  const hide = <Options extends Record<string, object>>(options: Options): Options =>
    Object.fromEntries(Object.entries(options).map(([flag, option]) => [flag, { ...option, hidden: true }])) as Options;
  if (game === 'gang') return { ...configOptions, ...hide(gangupOptions) };
  if (game === 'gangup') return { ...configOptions, ...hide(gangOptions) };
  return configOptions;
}

/** The flag of each key of the configurations. */
const FLAG_OF_KEY = {
  gang: {
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
  } satisfies Readonly<Record<keyof GangConfig, string>>,
  gangup: {
    players: 'players',
    leaders: 'leaders',
    locations: 'locations',
    expansion: 'expansion',
    packs: 'packs',
    startStatus: 'start-status',
    winStatus: 'win-status',
    handMax: 'hand-max',
    crimeNeedsStatus: 'crime-needs-status',
    jailStart: 'jail-start',
  } satisfies Readonly<Record<keyof GangupConfig, string>>,
} as const;

export const GAME_NAMES = { gang: 'The Gang', gangup: 'Gang Up!' } as const;
type GameId = keyof typeof GAME_NAMES;

/** Parsed flags of any command that has `configOptions`. */
export type ConfigFlags = Readonly<Record<string, unknown>>;

export interface ConfigRules<Config> {
  /** What the command uses where neither flags nor file say otherwise. */
  readonly defaults?: Partial<Config>;
  /** What follows from elsewhere (`players` from a line-up); flags or a file that say otherwise are refused. */
  readonly fixed?: Partial<Config>;
  /** Where `fixed` comes from, for that error: `the line-up full*3+greedy`. */
  readonly fixedBy?: string;
}

/** The table of The Gang that the flags and the `--config` file describe; throws `BadInputError`. */
export async function readGangConfig(flags: ConfigFlags, rules: ConfigRules<GangConfig> = {}): Promise<GangConfig> {
  const { parseGangConfig } = await import('../gang/config.js');
  return readConfig('gang', parseGangConfig, flags, rules);
}

/** The table of Gang Up! that the flags and the `--config` file describe; throws `BadInputError`. */
export async function readGangupConfig(
  flags: ConfigFlags,
  rules: ConfigRules<GangupConfig> = {},
): Promise<GangupConfig> {
  const { parseGangupConfig } = await import('../gangup/config.js');
  return readConfig('gangup', parseGangupConfig, flags, rules);
}

function readConfig<Config>(
  game: GameId,
  parse: (input: unknown) => Result<Config, InputError>,
  flags: ConfigFlags,
  rules: ConfigRules<Config>,
): Config {
  refuseOtherGame(game, flags);
  const path = flags.config;
  const given: Record<string, unknown> = {};
  const from: Record<string, string> = {};
  if (typeof path === 'string') {
    for (const [key, read] of Object.entries(readJsonObject(path))) {
      given[key] = read;
      from[key] = path;
    }
  }
  for (const [key, flag] of Object.entries(FLAG_OF_KEY[game])) {
    const read = flags[key] ?? flags[flag];
    if (read === undefined) continue;
    given[key] = key === 'active' ? (read as string[]).flatMap((names) => names.split(',')) : read;
    from[key] = `--${flag}`;
  }
  for (const [key, fixed] of Object.entries(rules.fixed ?? {})) {
    if (given[key] !== undefined && given[key] !== fixed) {
      const message = `${key} is ${JSON.stringify(given[key])}, but ${rules.fixedBy ?? 'this command'} has ${JSON.stringify(fixed)}.`;
      throw new BadInputError(inputError('cli/config', from[key] ?? '', message, 'Leave one of the two out.'));
    }
    given[key] = fixed;
  }
  const config = parse({ ...rules.defaults, ...given });
  if (config.ok) return config.value;
  const { error } = config;
  const [, key = ''] = error.path.split('.');
  const source = from[key];
  if (key === 'players' && given.players === undefined)
    throw flagError('players', 'say how many sit at the table.', 'Add --players 4, for example.');
  if (source === undefined) throw new BadInputError(error);
  throw new BadInputError({ ...error, path: source.startsWith('--') ? source : `${source}: ${error.path}` });
}

/** A flag of the other game's tables is no oversight to pass over. */
function refuseOtherGame(game: GameId, flags: ConfigFlags): void {
  const own: ReadonlySet<string> = new Set(Object.values(FLAG_OF_KEY[game]));
  const other = game === 'gang' ? 'gangup' : 'gang';
  for (const [key, flag] of Object.entries(FLAG_OF_KEY[other])) {
    if (own.has(flag) || (flags[key] ?? flags[flag]) === undefined) continue;
    throw flagError(
      flag,
      `belongs to a table of ${GAME_NAMES[other]}, and this is ${GAME_NAMES[game]}.`,
      'Leave it out.',
    );
  }
}

function readJsonObject(path: string): object {
  const hint = 'Give a JSON file of keys and values, such as {"players": 4}.';
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
