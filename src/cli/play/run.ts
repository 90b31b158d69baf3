import { randomInt } from 'node:crypto';
import { unwrap } from '../../core/errors.js';
import { type Replay, writeReplay } from '../../core/replay.js';
import type { GangConfig } from '../../gang/config.js';
import { parsePace } from '../../table/pace.js';
import { called } from '../called.js';

export interface PlayRequest {
  readonly config: GangConfig;
  readonly seat: number;
  /** Whether the seat was named: then somebody means to sit in it. */
  readonly seatGiven: boolean;
  readonly lengthGiven: boolean;
  readonly bots: string | undefined;
  readonly seed: number | undefined;
  readonly pace: string;
  readonly replay: string | undefined;
}

/** A game about to be played: the request with everything decided. */
export interface PlaySetup extends PlayRequest {
  readonly seed: number;
  /** Multiple of a person's pace. */
  readonly factor: number;
}

const SEEDS = 1_000_000_000;

/** Plays at the terminal, or without one line by line. Gives the exit code. */
export async function play(request: PlayRequest): Promise<number> {
  const factor = unwrap(parsePace(request.pace, '--pace'));
  const setup: PlaySetup = { ...request, seed: request.seed ?? randomInt(SEEDS), factor };
  const live = process.stdin.isTTY === true && process.stdout.isTTY === true && process.env.TERM !== 'dumb';
  if (live) return (await import('./live.js')).playLive(setup);
  return (await import('./lines.js')).playLines(setup);
}

export interface SavedReplay {
  /** For the person: where it is, or why it isn't. */
  readonly text: string;
  readonly path: string | null;
  /** Whether a file that was asked for could not be written. */
  readonly failed: boolean;
}

/**
 * Saves a replay and gives a sentence that says where, or why not. A game is never spoilt by a folder that can't be
 * written.
 */
export function saveReplay(replay: Replay, setup: PlaySetup): SavedReplay {
  const path = setup.replay ?? defaultPath(setup.seed, new Date());
  try {
    writeReplay(path, replay);
    return { text: `Replay: ${path}\nTo see it again: ${called()} replay ${path}`, path, failed: false };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    const text = `The replay could not be saved in ${path} (${code}); name another file with --replay.`;
    return { text, path: null, failed: setup.replay !== undefined };
  }
}

/** `replays/2026-01-31-2159-4711.hench`. */
function defaultPath(seed: number, now: Date): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `replays/${day}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}-${seed}.hench`;
}
