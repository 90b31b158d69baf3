import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PassThrough, Writable } from 'node:stream';
import { afterAll, expect } from 'vitest';
import { MAIN } from './cli.js';
import { henchHere } from './in-process.js';

/** Before the moves of a seat that is asked. */
export const MOVES = 'Your move: ';

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** Where it ran. */
  readonly folder: string;
}

export interface Input {
  /** All of it at once, then the end; or an answer to each prompt, given the moves it lists (`null` ends the input). */
  readonly lines?: string;
  readonly answer?: (moves: string[]) => string | null;
  /** The input stays open and empty. */
  readonly open?: boolean;
  /** Sent when the first prompt has come. */
  readonly signal?: NodeJS.Signals;
  readonly env?: Record<string, string>;
  readonly folder?: string;
}

/** Every run's folder is in here. */
export const root = mkdtempSync(join(tmpdir(), 'hench-play-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Answers each prompt among the lines that are written, as `input` says; `prompted` hears of each first. */
function answering(input: Input, stdin: () => Writable, prompted = (): void => {}): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      if (!line.startsWith(MOVES)) continue;
      prompted();
      if (input.answer === undefined) continue;
      const answer = input.answer(line.slice(MOVES.length).split(', '));
      if (answer === null) stdin().end();
      else stdin().write(`${answer}\n`);
    }
  };
}

/** Runs the built command in a folder of its own, with pipes for a terminal; in this process unless a signal is sent. */
export async function play(args: string, input: Input = {}): Promise<Run> {
  const folder = input.folder ?? mkdtempSync(join(root, 'run-'));
  const words = ['play', ...args.split(' ')];
  const env = { npm_lifecycle_event: '', ...input.env };
  if (input.signal !== undefined) return playAlone(words, input, folder, env);
  let stdin!: PassThrough;
  const ran = await henchHere(words, {
    directory: folder,
    env,
    onOut: answering(input, () => stdin),
    input: (stream) => {
      stdin = stream;
      if (input.lines !== undefined) stdin.end(input.lines);
      else if (input.answer === undefined && input.open !== true) stdin.end();
    },
  });
  return { code: ran.code, out: ran.stdout, err: ran.stderr, folder };
}

/** The same in a process of its own. */
function playAlone(words: readonly string[], input: Input, folder: string, env: Record<string, string>): Promise<Run> {
  const child = spawn(process.execPath, [MAIN, ...words], { cwd: folder, env: { ...process.env, ...env } });
  const signal = (): void => {
    child.kill(input.signal);
  };
  const hear = answering(input, () => child.stdin, signal);
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    hear(text);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdin.on('error', () => {}); // the command may end before it has read everything
  if (input.lines !== undefined) child.stdin.end(input.lines);
  else if (input.answer === undefined && input.open !== true) child.stdin.end();
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ code, out, err, folder }));
  });
}

/** Bad input ends with one sentence on stderr and exit code 2; nothing is written. */
export async function expectRefused(args: string, said: RegExp): Promise<void> {
  const { code, out, err, folder } = await play(args);
  expect(err).toMatch(said);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(2);
  expect(out).toBe('');
  expect(existsSync(join(folder, 'replays'))).toBe(false);
}
