import { z } from 'zod';
import { describeIssue } from '../core/describe-issue.js';
import { requireParsed } from '../core/errors.js';
import { type InputError, inputError, type Result } from '../core/result.js';
import { type Cards, GANGSTER } from './cards.js';
import { buildCards, packStamp, readPacks, SHIPPED } from './pack-file.js';

/** Gangsters of this number or less may lie in jail at the start. */
export const JAIL_NUMBER_MAX = 5;
export const HAND_AT_START = 6;

/** A table of Gang Up!, every key filled in. */
export interface GangupConfig {
  readonly players: number;
  readonly leaders: boolean;
  readonly locations: boolean;
  readonly expansion: boolean;
  /** `shipped`, paths of pack files, or packs themselves. */
  readonly packs: readonly unknown[];
  readonly startStatus: number;
  readonly winStatus: number;
  readonly handMax: number;
  readonly crimeNeedsStatus: boolean;
  readonly jailStart: number;
}

const schema = z.strictObject({
  players: z.int().min(2).max(5),
  leaders: z.boolean().default(false),
  locations: z.boolean().default(false),
  expansion: z.boolean().default(false),
  packs: z
    .array(z.union([z.string().min(1), z.record(z.string(), z.unknown())]))
    .min(1)
    .max(20)
    .default([SHIPPED]),
  startStatus: z.int().min(0).max(30).default(5),
  winStatus: z.int().min(1).max(40).default(20),
  handMax: z.int().min(1).max(20).default(8),
  crimeNeedsStatus: z.boolean().default(true),
  jailStart: z.int().min(0).max(10).default(2),
});

/** Every key of the configuration, for command-line flags and help. */
export const GANGUP_CONFIG_KEYS = Object.keys(schema.shape) as (keyof GangupConfig)[];

const byConfig = new WeakMap<GangupConfig, Cards>();
const byPacks = new Map<string, Cards>();

/** Reads a configuration object (from JSON, flags or code) and the card packs that it names. */
export function parseGangupConfig(input: unknown): Result<GangupConfig, InputError> {
  const read = schema.safeParse(input);
  if (!read.success) {
    const issue = read.error.issues[0]!;
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : issue.path.map(String);
    const path = ['config', ...keys].join('.');
    if (issue.code === 'unrecognized_keys') {
      return bad('config/unknown-key', path, 'is not a key of Gang Up!.', `Keys: ${GANGUP_CONFIG_KEYS.join(', ')}.`);
    }
    return bad('config/value', path, `${describeIssue(issue)}.`, hintFor(keys[0], input));
  }
  const config = read.data;
  const cards = loadCards(config);
  if (!cards.ok) return cards;
  const fault = shortage(config, cards.value);
  if (fault !== undefined) return bad('config/cards', fault[0], fault[1], fault[2]);
  byConfig.set(config, cards.value);
  return { ok: true, value: config };
}

/** What to do about a key with a value that it can't have. */
function hintFor(key: string | undefined, input: unknown): string {
  if (key !== undefined && key !== 'players') return 'Left out, it has its usual value.';
  const given = typeof input === 'object' && input !== null && 'players' in input;
  return given ? 'Use 2 to 5 players.' : 'Only `players` (2 to 5) must be given.';
}

/**
 * The cards of a configuration that has been parsed (or copied from one that has). Throws a `TypeError` for what has not
 * been, and an error when the packs can't be read any more.
 */
export function cardsOf(config: GangupConfig): Cards {
  const known = byConfig.get(config);
  if (known !== undefined) return known;
  requireParsed(config, GANGUP_CONFIG_KEYS, 'Gang Up!', 'parseGangupConfig');
  const cards = loadCards(config);
  if (!cards.ok) throw new Error(`the configuration's packs can't be read any more: ${cards.error.message}`);
  byConfig.set(config, cards.value);
  return cards.value;
}

/**
 * Whether agents may be trained with this table: a card that is marked unimplemented does nothing, so that what is
 * learned with it would be wrong for the real game. It bars its pack, even from tables whose options leave it out. The
 * error names the cards.
 */
export function trainable(config: GangupConfig): Result<GangupConfig, InputError> {
  const packs = readPacks(config.packs);
  if (!packs.ok) return { ok: false, error: packs.error[0]! };
  const cards = packs.value.flatMap(({ pack }) => pack.cards);
  const unimplemented = cards.filter((card) => card.unimplemented).map((card) => card.id);
  if (unimplemented.length === 0) return { ok: true, value: config };
  const names = unimplemented.slice(0, 10).join(', ');
  const more = unimplemented.length > 10 ? ` and ${unimplemented.length - 10} more` : '';
  return bad(
    'config/unimplemented',
    'config.packs',
    `have cards that are marked "unimplemented": ${names}${more}; they do nothing, so that nobody can train with them.`,
    'Fill in what they do, or leave the pack out.',
  );
}

function loadCards(config: GangupConfig): Result<Cards, InputError> {
  const key = JSON.stringify([
    config.expansion,
    config.leaders,
    config.locations,
    config.packs,
    config.packs.map(packStamp),
  ]);
  const known = byPacks.get(key);
  if (known !== undefined) return { ok: true, value: known };
  const packs = readPacks(config.packs);
  if (!packs.ok) return { ok: false, error: packs.error[0]! };
  const cards = buildCards(packs.value, config);
  if (!cards.ok) return { ok: false, error: cards.error[0]! };
  if (byPacks.size > 64) byPacks.clear();
  byPacks.set(key, cards.value);
  return cards;
}

/** What the packs lack for this table: path, sentence, hint. */
function shortage(config: GangupConfig, cards: Cards): [string, string, string] | undefined {
  let jailable = 0;
  for (let card = 0; card < cards.count; card++) {
    if (cards.kind[card] === GANGSTER && cards.number[card]! <= JAIL_NUMBER_MAX) jailable += cards.copies[card]!;
  }
  if (jailable < config.jailStart) {
    return [
      'config.jailStart',
      `the packs have ${jailable} gangsters of number 5 or less.`,
      'Play them with the shipped pack (packs: shipped, then yours), or lower `jailStart`.',
    ];
  }
  const needed = config.players * HAND_AT_START + config.jailStart;
  if (cards.resourceTotal < needed) {
    return [
      'config.packs',
      `have ${cards.resourceTotal} resource cards.`,
      `This table needs ${needed}: play them with the shipped pack (packs: shipped, then yours).`,
    ];
  }
  if (cards.crimeTotal < 1) return ['config.packs', 'have no crime.', 'Add one.'];
  if (config.startStatus >= config.winStatus) {
    return ['config.startStatus', 'is not below `winStatus`.', 'Lower it.'];
  }
  return undefined;
}

function bad(code: string, path: string, message: string, hint: string): Result<never, InputError> {
  return { ok: false, error: inputError(code, path, message, hint) };
}
