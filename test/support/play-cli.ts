import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { MAIN } from './cli.js';

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

/** Runs the built command in a folder of its own, with pipes for a terminal. */
export function play(args: string, input: Input = {}): Promise<Run> {
  const folder = input.folder ?? mkdtempSync(join(root, 'run-'));
  const env = { ...process.env, npm_lifecycle_event: '', ...input.env };
  const child = spawn(process.execPath, [MAIN, 'play', ...args.split(' ')], { cwd: folder, env });
  let out = '';
  let err = '';
  let read = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    for (let end = out.indexOf('\n', read); end >= 0; end = out.indexOf('\n', read)) {
      const line = out.slice(read, end);
      read = end + 1;
      if (!line.startsWith(MOVES)) continue;
      if (input.signal !== undefined) child.kill(input.signal);
      if (input.answer === undefined) continue;
      const answer = input.answer(line.slice(MOVES.length).split(', '));
      if (answer === null) child.stdin.end();
      else child.stdin.write(`${answer}\n`);
    }
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
