import { z } from 'zod';
import { describeIssue } from '../core/describe-issue.js';
import { type InputError, inputError, type Result } from '../core/result.js';
import {
  type GameLength,
  LENGTHS,
  MODES,
  type Mode,
  ROUND_ENDS,
  type RoundEnd,
  STACKS,
  type Stacks,
  VARIANTS,
  type Variant,
} from './config-lists.js';

export * from './config-lists.js';

/** The most star takes a headless seat may be given for a round. */
export const TAKES_MAX_LIMIT = 32;

/** A table of The Gang, every key filled in. */
export interface GangConfig {
  readonly players: number;
  readonly mode: Mode;
  readonly variant: Variant;
  readonly exitChips: number;
  readonly jokers: boolean;
  readonly tools: boolean;
  readonly vaults: boolean;
  readonly dealer: number;
  readonly stacks: Stacks;
  readonly active: readonly string[];
  readonly roundEnd: RoundEnd;
  readonly takesMax: number;
  readonly length: GameLength;
}

const schema = z.strictObject({
  players: z.int().min(3).max(10),
  mode: z.enum(MODES).default('basic'),
  variant: z.enum(VARIANTS).default('holdem'),
  exitChips: z.int().min(0).max(3).optional(),
  jokers: z.boolean().default(false),
  tools: z.boolean().default(false),
  vaults: z.boolean().default(false),
  dealer: z.int().min(0).max(3).default(0),
  stacks: z.enum(STACKS).default('shuffled'),
  active: z.array(z.string()).default([]),
  roundEnd: z.enum(ROUND_ENDS).default('strict'),
  takesMax: z.int().min(0).max(TAKES_MAX_LIMIT).default(4),
  length: z.enum(LENGTHS).default('game'),
});

/** Every key of the configuration, for command-line flags and help. */
export const CONFIG_KEYS = Object.keys(schema.shape) as (keyof GangConfig)[];

/** Keys whose other values belong to the Deluxe modules, with the one value that the base game has. */
const BASE_ONLY = {
  mode: 'basic',
  variant: 'holdem',
  jokers: false,
  tools: false,
  vaults: false,
  dealer: 0,
} as const;

const PLAYERS = 'Use 3 to 6 players.';

/** Reads a configuration object (from JSON, flags or code). Nothing is guessed but the documented defaults. */
export function parseGangConfig(input: unknown): Result<GangConfig, InputError> {
  const read = schema.safeParse(input);
  if (!read.success) {
    const issue = read.error.issues[0]!;
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : issue.path.map(String);
    const path = ['config', ...keys].join('.');
    if (issue.code === 'unrecognized_keys') {
      return bad(
        'config/unknown-key',
        `config.${keys[0]}`,
        'is not a key of The Gang.',
        `Keys: ${CONFIG_KEYS.join(', ')}.`,
      );
    }
    const hint = keys[0] === 'players' ? PLAYERS : 'Only `players` must be given.';
    return bad('config/value', path, `${describeIssue(issue)}.`, hint);
  }
  const c = read.data;
  for (const [key, value] of Object.entries(BASE_ONLY)) {
    if (c[key as keyof typeof BASE_ONLY] !== value) {
      return bad(
        'config/unsupported',
        `config.${key}`,
        `${JSON.stringify(c[key as keyof typeof BASE_ONLY])} belongs to the Deluxe modules, which this version doesn't play.`,
        `Leave it out or use ${JSON.stringify(value)}.`,
      );
    }
  }
  if (c.players > 6) {
    return bad('config/unsupported', 'config.players', 'this version plays the base game.', PLAYERS);
  }
  if (c.exitChips !== undefined && c.exitChips !== 0) {
    return bad('config/unsupported', 'config.exitChips', 'exit chips belong to the Deluxe modules.', 'Use 0.');
  }
  if (c.active.length > 0) {
    return bad('config/unsupported', 'config.active', 'the base game has no cards to force.', 'Leave it empty.');
  }
  return { ok: true, value: { ...c, exitChips: 0 } };
}

function bad(code: string, path: string, message: string, hint: string): Result<never, InputError> {
  return { ok: false, error: inputError(code, path, message, hint) };
}
