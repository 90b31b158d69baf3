import { formatInputError, type InputError, type Result } from './result.js';

/** Code asked for an action that the rules don't allow. The message says what was legal. */
export class IllegalActionError extends Error {
  override readonly name = 'IllegalActionError';
}

/** Bad outside input, thrown only where a `Result` cannot travel (a command, a public one-call helper). */
export class BadInputError extends Error {
  override readonly name = 'BadInputError';
  constructor(readonly error: InputError) {
    super(formatInputError(error));
  }
}

/** An agent's fault that costs it the game (`--strict`); else a fault costs it the move only. */
export class ForfeitError extends Error {
  override readonly name = 'ForfeitError';
}

/** Work that had to end. The message says why and what to do; there is nothing to look for in the code. */
export class StoppedError extends Error {
  override readonly name: string = 'StoppedError';
}

/** The value of a result, or a `BadInputError`. */
export function unwrap<T>(result: Result<T, InputError>): T {
  if (result.ok) return result.value;
  throw new BadInputError(result.error);
}

/** Throws a `TypeError` for a configuration of which `parser` has not filled in every key: code gave what it was given. */
export function requireParsed<T extends object>(
  config: T,
  keys: readonly (keyof T & string)[],
  game: string,
  parser: string,
): void {
  const lacks = keys.filter((key) => config[key] === undefined);
  if (lacks.length === 0) return;
  throw new TypeError(`this is no table of ${game} yet: ${lacks.join(', ')} must be filled in; ${parser} does it`);
}

/** The end of a switch over a closed union. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value ${JSON.stringify(value)}`);
}

const WHY: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EFBIG: 'it would be larger than files may be here',
  EROFS: 'it is mounted read-only',
  EEXIST: 'a file is in the way',
  ENOTDIR: 'a file is in the way',
};

/** Why a file or folder could not be written, as words to put in brackets; undefined where the system didn't refuse it. */
export function whyNotWritten(error: unknown): string | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === undefined ? undefined : (WHY[code] ?? code);
}

/** Whether it is the place that can take no more (full, quota, read-only), whatever is written there. */
export function isPlaceRefused(error: unknown): error is NodeJS.ErrnoException {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? '';
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || code === 'EROFS';
}
