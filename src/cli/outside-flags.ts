import type { OutsideOptions } from '../../agents/outside/faults.js';
import { wholeFlag } from './flags.js';

/** How long a user's own agent may take for a move. */
export const moveTimeOption = {
  type: 'number',
  requiresArg: true,
  default: 10_000,
  describe: 'milliseconds that an agent of your own has for a move',
} as const;

export const stderrOption = {
  type: 'boolean',
  default: false,
  describe: 'pass on what agents of your own write to stderr (at most 64 KiB)',
} as const;

const DAY_MS = 86_400_000;
const STDERR_MAX = 65_536;

/** What the flags say that users' agents are held to. Throws `BadInputError`. */
export function readOutside(flags: { 'move-time': number; stderr: boolean; strict?: boolean }): OutsideOptions {
  const moveTime = wholeFlag('move-time', flags['move-time'], 1, DAY_MS);
  if (!flags.stderr) return { moveTime, strict: flags.strict };
  let left = STDERR_MAX;
  const stderr = (text: string): void => {
    if (left <= 0) return;
    process.stderr.write(text.slice(0, left));
    left -= text.length;
    if (left <= 0) process.stderr.write('\n[what agents write to stderr is no longer passed on]\n');
  };
  return { moveTime, strict: flags.strict, stderr };
}
