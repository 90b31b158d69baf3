import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { InputError, Result } from '../core/result.js';
import { Cards } from './cards.js';
import type { CompileError } from './effects/compile.js';
import { CARDS_MAX, type CardData, cardSchema, type LegendData, type PackData, packSchema } from './effects/schema.js';
import { cardError, oneLine, schemaError, tellIssue } from './pack-errors.js';

/** The shipped pack by its name in a configuration. */
export const SHIPPED = 'shipped';
const SHIPPED_FILES = ['base', 'expansion'].map((n) => fileURLToPath(new URL(`./packs/${n}.json`, import.meta.url)));

const BLANKS_FILE = fileURLToPath(new URL('./packs/blanks.json', import.meta.url));

const BYTES_MAX = 2_000_000;
const DEPTH_MAX = 40;
const ERRORS_MAX = 200;
const VALUES_MAX = 1500;
const GANGSTERS_MAX = 96;
const RESOURCES_MAX = 240;
const CRIMES_MAX = 120;
const DEFINITIONS_MAX = 600;
const BANNED_KEYS = ['__proto__', 'constructor', 'prototype'];

/** For looking at packs rather than playing with them. */
const EVERYTHING = { expansion: true, leaders: true, locations: true } as const;

type Read<T> = Result<T, InputError[]>;

/** Reads one pack file: every error with the file, the card, the path and what is allowed. */
export function readPackFile(file: string): Read<PackData> {
  const text = readText(file);
  if (!text.ok) return no(file, '', text.error);
  let json: unknown;
  try {
    json = JSON.parse(text.value);
  } catch (error) {
    return no(file, '', `is not JSON (${reason(text.value, error)})`);
  }
  return readPack(json, file);
}

/** The text of a file of UTF-8, or what is wrong with it. Nothing but a plain file of moderate size is opened. */
function readText(file: string): Result<string, string> {
  const wrong = (error: string): Result<string, string> => ({ ok: false, error });
  let bytes: Buffer;
  try {
    const found = statSync(file);
    if (!found.isFile())
      return wrong(`is ${found.isDirectory() ? 'a directory' : 'no plain file'}; name a file of JSON`);
    if (found.size > BYTES_MAX) return wrong(`is ${found.size} bytes long; a pack has at most ${BYTES_MAX}`);
    bytes = readFileSync(file);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    return wrong(code === 'ENOENT' ? "can't be read: there is no such file" : `can't be read (${code})`);
  }
  if (bytes.length === 0) return wrong('is empty');
  const mark = bytes.subarray(0, 3).toString('hex');
  if (mark === 'efbbbf') return wrong('begins with a byte-order mark; save it as UTF-8 without one');
  if (/^(fffe|feff)/.test(mark) || bytes.subarray(0, 200).includes(0))
    return wrong('is not UTF-8 text; save it as UTF-8');
  try {
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return wrong('is not UTF-8 text; save it as UTF-8');
  }
}

/** Where a text stops being JSON as people count, or what the parser says of it. */
function reason(text: string, error: unknown): string {
  const words = error instanceof Error ? error.message.replace(' is not valid JSON', '') : '';
  const found = /^(.*?)(?: in JSON)? at position (\d+)/.exec(words);
  if (found === null) return oneLine(words, 100);
  const position = Number(found[2]);
  const lines = text.slice(0, position).split('\n');
  return `${oneLine(found[1]!)} in line ${lines.length}, column ${lines.at(-1)!.length + 1}`;
}

/** Reads a pack from a parsed JSON value; `file` names it in errors. */
export function readPack(json: unknown, file: string): Read<PackData> {
  const odd = oddity(json);
  if (odd !== undefined) return no(file, '', odd);
  const read = envelope.safeParse(json, { error: tellIssue });
  const errors = read.success ? [] : read.error.issues.map((issue) => schemaError(issue, json, file));
  const listed = typeof json === 'object' && json !== null ? (json as { cards?: unknown }).cards : undefined;
  const cards: [number, CardData][] = [];
  // Card by card, and no further than people read: a file may hold more errors than there is time for.
  for (const [i, card] of Array.isArray(listed) && listed.length <= CARDS_MAX ? listed.entries() : []) {
    if (errors.length >= ERRORS_MAX) {
      errors.push(cardError(file, '', `has more errors than these ${errors.length}`));
      break;
    }
    if (valuesIn(card) > VALUES_MAX) {
      errors.push(cardError(file, `cards[${i}]`, `is larger than a card can be; at most ${VALUES_MAX} values`));
      continue;
    }
    const one = cardSchema.safeParse(card, { error: tellIssue });
    if (one.success) cards.push([i, one.data]);
    else {
      const issues = one.error.issues.map((issue) => ({ ...issue, path: ['cards', i, ...issue.path] }));
      errors.push(...issues.map((issue) => schemaError(issue, json, file)));
    }
  }
  if (read.success && errors.length === 0) {
    return { ok: true, value: { ...read.data, cards: cards.map(([, card]) => card) } };
  }
  // In a pack with errors of form the errors of meaning are told at once for the cards whose form is right.
  for (const [i, card] of cards) {
    const found: CompileError[] = [];
    new Cards([card], found);
    errors.push(...found.map((e) => cardError(file, e.path.replace('cards[0]', `cards[${i}]`), e.message)));
  }
  return { ok: false, error: errors };
}

/** A pack whose cards are looked at one by one. */
const envelope = packSchema.extend({ cards: z.array(z.unknown()).min(1).max(CARDS_MAX) });

/** How many values a card holds; nested no deeper than `oddity` allows. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, part) => sum + valuesIn(part), 1);
}

/** Nesting and key names are looked at without recursion, so that no input can exhaust the stack. */
function oddity(json: unknown): string | undefined {
  let level: unknown[] = [json];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX) return `is nested deeper than ${DEPTH_MAX} levels`;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (!Array.isArray(value)) {
        const banned = Object.keys(value).find((key) => BANNED_KEYS.includes(key));
        if (banned !== undefined) return `has a key named ${banned}`;
      }
      for (const part of Object.values(value)) next.push(part);
    }
    level = next;
  }
  return undefined;
}

const ONE_EACH = 'Give it another id: cards that are played together have one each.';

/** The parts of several packs as the cards of one game. Errors are those of the rules: counts, unknown names … */
export function buildCards(
  packs: readonly { file: string; pack: PackData }[],
  options: { readonly expansion: boolean; readonly leaders: boolean; readonly locations: boolean } = EVERYTHING,
): Read<Cards> {
  const errors: InputError[] = [];
  const all: CardData[] = [];
  const seen = new Map<string, string>();
  const inSet = (card: CardData): boolean => options.expansion || card.set === 'base';
  for (const { file, pack } of packs) {
    pack.cards.forEach((card, i) => {
      const path = `cards[${i}] (${card.id})`;
      const before = seen.get(card.id);
      if (before !== undefined) errors.push(cardError(file, `${path}.id`, `is used before, in ${before}`, ONE_EACH));
      seen.set(card.id, file);
      // The expansion's leaders and locations belong to options of their own.
      if (card.kind === 'leader' ? options.leaders : card.kind === 'location' ? options.locations : inSet(card)) {
        all.push(card);
      }
    });
    const found: CompileError[] = [];
    new Cards(pack.cards, found);
    errors.push(...found.map((e) => cardError(file, e.path, e.message)));
  }
  if (errors.length > 0) return { ok: false, error: errors };
  const cards = new Cards(all, []);
  const bounds: [string, number, number][] = [
    ['gangsters', cards.gangsterTotal, GANGSTERS_MAX],
    ['resource cards', cards.resourceTotal, RESOURCES_MAX],
    ['crimes', cards.crimeTotal, CRIMES_MAX],
    ['different cards', cards.count, DEFINITIONS_MAX],
    ['leaders', cards.leaders.length, 12],
    ['locations', cards.locations.length, 8],
  ];
  const names = packs.map(({ file }) => file).join(', ');
  for (const [what, have, most] of bounds) {
    if (have > most) errors.push(cardError(names, '', `${have} ${what} are too many; at most ${most}`));
  }
  return errors.length > 0 ? { ok: false, error: errors } : { ok: true, value: cards };
}

/**
 * The box's three customizable cards as a pack that a user fills in: valid as it is, but every card is marked
 * unimplemented and does nothing until that mark is taken out.
 */
export function blankPack(): object {
  const { $schema: _, ...pack } = JSON.parse(readFileSync(BLANKS_FILE, 'utf8')) as Record<string, unknown>;
  return pack;
}

/** What changes when a pack's file does: a pack that has been read is known by it. */
export function packStamp(source: unknown): string {
  if (typeof source !== 'string' || source === SHIPPED) return '';
  try {
    const { mtimeMs, size } = statSync(source);
    return `${mtimeMs} ${size}`;
  } catch {
    return ''; // reading it says what is wrong
  }
}

/** The icon cards of the packs, if they have any. */
export function legendsOf(packs: readonly { pack: PackData }[]): LegendData[] {
  return packs.flatMap(({ pack }) => (pack.legend === undefined ? [] : [pack.legend]));
}

/** The packs named in a configuration: `shipped`, a file's path, or a pack itself. */
export function readPacks(sources: readonly unknown[]): Read<{ file: string; pack: PackData }[]> {
  const packs: { file: string; pack: PackData }[] = [];
  for (const [i, source] of sources.entries()) {
    const files = source === SHIPPED ? SHIPPED_FILES : [source];
    for (const file of files) {
      const name = typeof file === 'string' ? file : `packs[${i}]`;
      const read = typeof file === 'string' ? readPackFile(file) : readPack(file, name);
      if (!read.ok) return read;
      packs.push({ file: name, pack: read.value });
    }
  }
  return { ok: true, value: packs };
}

function no(file: string, path: string, message: string): Result<never, InputError[]> {
  return { ok: false, error: [cardError(file, path, message)] };
}
