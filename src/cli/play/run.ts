import { randomInt } from 'node:crypto';
import type { OutsideOptions } from '../../../agents/outside/faults.js';
import { endPrograms } from '../../../agents/outside/reaper.js';
import { unwrap } from '../../core/errors.js';
import { type Replay, writeReplay } from '../../core/replay.js';
import type { GangConfig } from '../../gang/config.js';
import type { GangupConfig } from '../../gangup/config.js';
import { parsePace } from '../../table/pace.js';
import { called } from '../called.js';

/** What both games are asked to play. */
interface Request {
  readonly seat: number;
  /** Whether the seat was named: then somebody means to sit in it. */
  readonly seatGiven: boolean;
  /** One agent for all bots' seats, or one for each with commas. */
  readonly bots: string | undefined;
  readonly seed: number | undefined;
  readonly pace: string;
  readonly replay: string | undefined;
  /** What bots of the person's own are held to. */
  readonly outside: OutsideOptions;
}

export interface GangRequest extends Request {
  readonly game: 'gang';
  readonly config: GangConfig;
  readonly lengthGiven: boolean;
}

export interface GangupRequest extends Request {
  readonly game: 'gangup';
  readonly config: GangupConfig;
}

/** A game about to be played: the request with everything decided. */
type Decided<R> = R & {
  readonly seed: number;
  readonly seedGiven: boolean;
  /** Multiple of a person's pace. */
  readonly factor: number;
};
export type GangSetup = Decided<GangRequest>;
export type GangupSetup = Decided<GangupRequest>;
export type PlaySetup = GangSetup | GangupSetup;

/** Seeds of games that nobody named one for are below this. */
export const SEEDS = 1_000_000_000;

/** Plays at the terminal, or without one line by line. Gives the exit code. */
export async function play(request: GangRequest | GangupRequest): Promise<number> {
  const factor = unwrap(parsePace(request.pace, '--pace'));
  const live = process.stdin.isTTY === true && process.stdout.isTTY === true && process.env.TERM !== 'dumb';
  const faults: string[] = [];
  const say = (sentence: string): boolean => process.stderr.write(`${sentence}\n`);
  const outside = { ...request.outside, fault: (sentence: string) => (live ? faults.push(sentence) : say(sentence)) };
  const setup: PlaySetup = {
    ...request,
    outside,
    seed: request.seed ?? randomInt(SEEDS),
    seedGiven: request.seed !== undefined,
    factor,
  };
  try {
    return await playSetup(setup, live);
  } finally {
    await endPrograms();
    for (const sentence of faults.slice(0, FAULTS_SHOWN)) say(sentence);
    if (faults.length > FAULTS_SHOWN) say(`… and ${faults.length - FAULTS_SHOWN} more such faults.`);
  }
}

/** Faults of one's own bots that are told after a game at the terminal. */
const FAULTS_SHOWN = 5;

async function playSetup(setup: PlaySetup, live: boolean): Promise<number> {
  if (setup.game === 'gang') {
    return live ? (await import('./live.js')).playLive(setup) : (await import('./lines.js')).playLines(setup);
  }
  return live
    ? (await import('./gangup-live.js')).playGangupLive(setup)
    : (await import('./gangup-lines.js')).playGangupLines(setup);
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
