/** Outcome of reading something from outside (a config, a card pack, a replay, a model, a message). */
export type Result<T, E = InputError> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/**
 * What was wrong with outside input.
 * `message` is one sentence for people; `hint` says what to do about it.
 */
export interface InputError<Code extends string = string> {
  readonly code: Code;
  /** Where: a file, a JSON path such as `config.players`, or both. Empty when the whole input is meant. */
  readonly path: string;
  readonly message: string;
  readonly hint?: string;
}

export function inputError<Code extends string>(
  code: Code,
  path: string,
  message: string,
  hint?: string,
): InputError<Code> {
  return hint === undefined ? { code, path, message } : { code, path, message, hint };
}

/** One sentence and what to do, as printed on stderr. */
export function formatInputError(error: InputError): string {
  const where = error.path === '' ? '' : `${error.path}: `;
  const hint = error.hint === undefined ? '' : ` ${error.hint}`;
  return `${where}${error.message}${hint}`;
}
