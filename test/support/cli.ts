import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built command line: what a user runs. `npm test` builds it first. */
export const MAIN = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'src', 'cli', 'main.js');

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `hench` with these arguments in a directory, without a terminal. */
export function hench(args: readonly string[], directory: string, input = ''): Promise<Ran> {
  return node([MAIN, ...args], directory, input);
}

/** Runs Node with these arguments in a directory, without a terminal. */
export function node(args: readonly string[], directory: string, input = ''): Promise<Ran> {
  const env = { ...process.env, HENCH_DEBUG: '' };
  const child = spawn(process.execPath, args, { cwd: directory, env });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.on('error', () => {}); // a command that doesn't read may be gone before the input is written
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Every file below a directory, sorted. */
export function filesIn(directory: string): string[] {
  return (readdirSync(directory, { recursive: true, encoding: 'utf8' }) as string[]).sort();
}
