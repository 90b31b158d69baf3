import { BadInputError, isPlaceRefused, StoppedError, whyNotWritten } from '../core/errors.js';

/** The command line was used otherwise than its help says. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  constructor(
    message: string,
    /** The help to look at: `hench replay --help`. */
    readonly see: string,
  ) {
    super(message);
  }
}

/** Exit codes of a command. */
export const FAILED = 1;
export const BAD_INPUT = 2;

/** Says on stderr, in one line, what went wrong and what to do; returns the exit code. */
export function report(error: unknown): number {
  process.stderr.write(`hench: ${sentence(error)}\n`);
  if (debugging() && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return error instanceof BadInputError || error instanceof UsageError ? BAD_INPUT : FAILED;
}

function debugging(): boolean {
  return process.env.HENCH_DEBUG === '1';
}

function sentence(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim();
  if (error instanceof BadInputError || error instanceof StoppedError) return text;
  if (isPlaceRefused(error)) {
    return `${error.path ?? 'a file'}: cannot be written (${whyNotWritten(error)}). Make room there, or choose another place.`;
  }
  const ended = /[.!?…]$/.test(text) ? text : `${text}.`;
  if (error instanceof UsageError) return `${ended} See ${error.see}.`;
  return debugging() ? ended : `${ended} Run it again with HENCH_DEBUG=1 to see where that happened.`;
}
