import { BadInputError } from '../core/errors.js';
import { inputError } from '../core/result.js';

/** A `BadInputError` about a flag. */
export function flagError(flag: string, message: string, hint?: string): BadInputError {
  return new BadInputError(inputError('cli/flag', `--${flag}`, message, hint));
}

/** A whole number from a flag, checked against its bounds; throws `BadInputError`. */
export function wholeFlag(flag: string, value: number, min: number, max: number = Number.MAX_SAFE_INTEGER): number {
  if (!Number.isSafeInteger(value))
    throw flagError(flag, `${value} is not a whole number.`, `Give one from ${range(min, max)}.`);
  if (value < min || value > max)
    throw flagError(flag, `${value} is out of range.`, `Give a number from ${range(min, max)}.`);
  return value;
}

function range(min: number, max: number): string {
  return max === Number.MAX_SAFE_INTEGER ? `${min} up` : `${min} to ${max}`;
}

/** A share from a flag: 0 to 1; throws `BadInputError`. */
export function shareFlag(flag: string, value: number): number {
  if (value >= 0 && value <= 1) return value;
  throw flagError(flag, `${value} is not a share.`, 'Give a number from 0 to 1.');
}

/** The number that stands for a run's randomness, the same for every command. */
export const seedOption = {
  type: 'number',
  requiresArg: true,
  describe: 'whole number from which all randomness comes',
} as const;

/** One JSON document on stdout and nothing else. */
export const jsonOption = {
  type: 'boolean',
  default: false,
  describe: 'print one JSON document and nothing else',
} as const;

/** Prints the document of a `--json` command. */
export function printJson(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document)}\n`);
}

/** `0.001,0.0001`: what a schedule starts and ends with. Throws the error of a flag for anything else. */
export function scheduleFlag(flag: string, text: string): { start: number; end: number } {
  const [start, end, ...rest] = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (start! >= 0 && end! >= 0 && rest.length === 0) return { start: start!, end: end! };
  throw flagError(flag, `"${text}" is no start and end.`, 'Write two numbers such as 0.001,0.0001.');
}
