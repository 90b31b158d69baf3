import { z } from 'zod';
import { describeIssue } from '../core/describe-issue.js';
import { type InputError, inputError, type Result } from '../core/result.js';
import { findClash } from './config-clashes.js';
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

import { REPLACEABLE, TOOL_EFFECTS, type ToolCard } from './modifiers/custom-tools.js';

export * from './config-lists.js';

/** The most star takes a headless seat may be given for a round. */
export const TAKES_MAX_LIMIT = 32;

/** Stacks left by an earlier game: numbers from the top; cards that aren't named lie below, in order. */
export interface StackOrder {
  readonly challenges: readonly number[];
  readonly specialists: readonly number[];
}

/** A table of The Gang, every key filled in. */
export interface GangConfig {
  readonly players: number;
  readonly mode: Mode;
  readonly variant: Variant;
  readonly exitChips: number;
  readonly jokers: boolean;
  /** Whether each seat has a tool; or a user's own tool cards, which take the places of reconstructed ones. */
  readonly tools: boolean | readonly ToolCard[];
  readonly vaults: boolean;
  readonly dealer: number;
  /** The order of the stacks, or the stacks that an earlier game left (numbers, top first). */
  readonly stacks: Stacks | StackOrder;
  readonly active: readonly string[];
  readonly roundEnd: RoundEnd;
  readonly takesMax: number;
  readonly length: GameLength;
}

const numbers = z
  .array(z.int().min(1).max(10))
  .refine((list) => new Set(list).size === list.length, 'should name each card once');

const toolCard = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/),
  name: z.string().min(1).max(40),
  text: z.string().min(1).max(240),
  replaces: z.enum(REPLACEABLE),
  effect: z.enum(TOOL_EFFECTS),
  windows: z.array(z.int().min(1).max(5)).min(1).max(5).optional(),
});

const schema = z.strictObject({
  players: z.int().min(3).max(10),
  mode: z.enum(MODES).default('basic'),
  variant: z.enum(VARIANTS).default('holdem'),
  exitChips: z.int().min(0).max(3).optional(),
  jokers: z.boolean().default(false),
  tools: z
    .union([z.boolean(), z.array(toolCard).min(1).max(REPLACEABLE.length)], {
      error: 'should be true, false, or a list of tool cards {"id", "name", "text", "replaces", "effect", "windows"}',
    })
    .default(false),
  vaults: z.boolean().default(false),
  dealer: z.int().min(0).max(3).default(0),
  stacks: z
    .union([z.enum(STACKS), z.strictObject({ challenges: numbers, specialists: numbers })], {
      error: 'should be "numbered", "shuffled", or {"challenges": [1, …], "specialists": [1, …]}',
    })
    .default('shuffled'),
  active: z.array(z.string()).default([]),
  roundEnd: z.enum(ROUND_ENDS).default('strict'),
  takesMax: z.int().min(0).max(TAKES_MAX_LIMIT).default(4),
  length: z.enum(LENGTHS).default('game'),
});

/** Every key of the configuration, for command-line flags and help. */
export const CONFIG_KEYS = Object.keys(schema.shape) as (keyof GangConfig)[];

const PLAYERS = 'Use 3 to 10 players.';

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
    const other = keys.length === 0 ? 'Only `players` must be given.' : 'Left out, it has its usual value.';
    const hint = keys[0] === 'players' ? PLAYERS : other;
    return bad('config/value', path, `${describeIssue(issue)}.`, hint);
  }
  const c = read.data;
  const config: GangConfig = { ...c, exitChips: c.exitChips ?? defaultExitChips(c.players) };
  const error = findClash(config);
  return error === null ? { ok: true, value: config } : { ok: false, error };
}

/** Exit chips by the rulebook where the configuration doesn't say: three for ten players … none for six and fewer. */
export function defaultExitChips(players: number): number {
  return [0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 3][players] ?? 0;
}

function bad(code: string, path: string, message: string, hint: string): Result<never, InputError> {
  return { ok: false, error: inputError(code, path, message, hint) };
}
