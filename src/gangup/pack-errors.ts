import type { z } from 'zod';
import { type InputError, inputError } from '../core/result.js';
import { CARD_KINDS, MODIFIED, OPERATIONS } from './effects/vocabulary.js';

/** Signs that move the cursor, turn the direction of writing, or can't be seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const WORDS_MAX = 60;
const KEYS_MAX = 6;

/** Words of a file as they may stand in a sentence: on one line, without control characters, not too long. */
export function oneLine(text: string, most = WORDS_MAX): string {
  const shown = text.slice(0, most).replace(UNSEEN, '?');
  return text.length > most ? `${shown}…` : shown;
}

/** What is wrong with a value and what is allowed, told where zod still knows the form: given to every parse of a pack. */
export const tellIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return `should be ${issue.expected === 'int' ? 'a whole number' : `of type ${issue.expected === 'tuple' ? 'array' : issue.expected}`}`;
    case 'too_small':
      return `should be at least ${issue.minimum}${issue.origin === 'array' || issue.origin === 'string' ? ' long' : ''}`;
    case 'too_big':
      return `should be at most ${issue.maximum}${issue.origin === 'array' || issue.origin === 'string' ? ' long' : ''}`;
    case 'invalid_value':
      return `should be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys': {
      const keys = issue.keys.slice(0, KEYS_MAX).map((key) => oneLine(key));
      const more = issue.keys.length > KEYS_MAX ? ` and ${issue.keys.length - KEYS_MAX} more` : '';
      const known = issue.inst === undefined ? [] : keysOf(issue.inst as Form);
      return `has no key ${keys.join(', ')}${more}; its keys: ${known.join(', ')}`;
    }
    case 'invalid_union':
      if (issue.discriminator === 'op') return `is not an operation; operations: ${OPERATIONS.join(', ')}`;
      if (issue.discriminator === 'type') return 'should be one of action, trigger, passive';
      if (issue.discriminator === 'kind') return `should be one of ${CARD_KINDS.join(', ')}`;
      if (issue.discriminator === 'modify') return `should be one of ${MODIFIED.join(', ')}`;
      return `should be one of ${issue.inst === undefined ? '' : formsOf(issue.inst as Form).join(', ')}`;
    default:
      return undefined;
  }
};

type Form = z.core.$ZodType;

function shapeOf(form: Form): Readonly<Record<string, Form>> | null {
  const { def } = form._zod as z.core.$ZodTypeInternals & { readonly def: { readonly shape?: Record<string, Form> } };
  return def.type === 'object' ? (def.shape ?? {}) : null;
}

function keysOf(form: Form): string[] {
  return Object.keys(shapeOf(form) ?? {});
}

/** The forms that a value may have, in a few words each: words, numbers, keys of an object (`?`: may be left out). */
function formsOf(form: Form): string[] {
  const def = form._zod.def as z.core.$ZodTypeDef & {
    readonly options?: readonly Form[];
    readonly getter?: () => Form;
    readonly values?: readonly unknown[];
    readonly entries?: Readonly<Record<string, unknown>>;
  };
  if (def.getter !== undefined) return formsOf(def.getter());
  if (def.options !== undefined) return def.options.flatMap(formsOf);
  if (def.values !== undefined) return def.values.map(String);
  if (def.entries !== undefined) return Object.values(def.entries).map(String);
  const shape = shapeOf(form);
  if (shape !== null) {
    const keys = Object.entries(shape).map(([key, value]) => `${key}${value._zod.optin === 'optional' ? '?' : ''}`);
    return [`{ ${keys.join(', ')} }`];
  }
  return [def.type === 'number' ? 'a whole number' : `of type ${def.type}`];
}

/** An issue of a parsed pack as an error with file, card and path. */
export function schemaError(issue: z.core.$ZodIssue, json: unknown, file: string): InputError {
  const [deepest, path] = deepestIssue(issue, [...issue.path]);
  return cardError(file, formatPath(path, json), deepest.message.replace(/^Invalid /, 'invalid '));
}

type Placed = readonly [issue: z.core.$ZodIssue, path: readonly PropertyKey[]];

/**
 * A union's errors are those of the alternative that was meant: one that the value has the form of. When there is none,
 * the union itself says which forms there are.
 */
function deepestIssue(issue: z.core.$ZodIssue, path: readonly PropertyKey[]): Placed {
  if (issue.code !== 'invalid_union') return [issue, path];
  let best: Placed | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const alternative of issue.errors) {
    const found = alternative.map((one) => deepestIssue(one, one.path));
    const foreign = found.some(([one]) => one.code === 'unrecognized_keys');
    const another = found.some(([one, at]) => at.length === 0 && one.code !== 'unrecognized_keys');
    // Keys that it doesn't know and none of those that it needs: the value is of another form.
    if (another || (foreign && found.length > 1) || found.length >= fewest) continue;
    fewest = found.length;
    best = found[0];
  }
  return best === undefined ? [issue, path] : [best[0], [...path, ...best[1]]];
}

function formatPath(path: readonly PropertyKey[], json: unknown): string {
  let text = '';
  let at: unknown = json;
  path.forEach((key, i) => {
    at = typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined;
    text += typeof key === 'number' ? `[${key}]` : `${text === '' ? '' : '.'}${oneLine(String(key))}`;
    const id = typeof at === 'object' && at !== null ? (at as { id?: unknown }).id : undefined;
    if (i === 1 && typeof id === 'string') text += ` (${oneLine(id, 40)})`;
  });
  return text;
}

const SCHEMA_HINT = 'See the JSON Schema of card packs (hench cards schema).';

/** What is wrong with a pack: `path` within `file`, empty for the file as a whole; `message` without the full stop. */
export function cardError(file: string, path: string, message: string, hint = SCHEMA_HINT): InputError {
  const where = path === '' ? file : `${file}: ${path}`;
  return inputError('pack/invalid', where, `${message}.`, hint);
}
