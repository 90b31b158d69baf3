import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import type { run } from '../../src/cli/run.js';
import { MAIN, type Ran } from './cli.js';

interface Command {
  readonly directory: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What stands on the command's input; without it the input has ended. A function starts with a stream to write to. */
  readonly input?: string | ((stdin: PassThrough) => void);
  /** Hears everything that is written to stdout. */
  onOut?(text: string): void;
}

interface Built {
  readonly run: typeof run;
  readonly report: (error: unknown) => number;
}

let built: Promise<Built> | undefined;
/** The built command line; it is loaded once, which is most of what a process of its own would take. */
function load(): Promise<Built> {
  const url = (name: string): string => pathToFileURL(join(dirname(MAIN), name)).href;
  built ??= Promise.all([import(url('run.js')), import(url('report.js'))]).then(
    ([{ run }, { report }]) => ({ run, report }) as Built,
  );
  return built;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command line as `main.ts` does, but in this process, with streams, folder and environment of its own; one after
 * another, since a process has one of each. For tests of what a command says and writes; how a process ends (signals,
 * agents that leave something running) needs a process.
 */
export function henchHere(args: readonly string[], command: Command): Promise<Ran> {
  const mine = last.then(() => runOne(args, command));
  last = mine.catch(() => {});
  return mine;
}

async function runOne(args: readonly string[], command: Command): Promise<Ran> {
  const { run, report } = await load();
  const stdin = new PassThrough();
  const { input = '' } = command;
  let stdout = '';
  let stderr = '';
  const restore = [
    replaced(process, 'stdin', stdin),
    replaced(process.stdout, 'write', (text: string | Uint8Array) => {
      stdout += text.toString();
      command.onOut?.(text.toString());
      return true;
    }),
    replaced(process.stderr, 'write', (text: string | Uint8Array) => {
      stderr += text.toString();
      return true;
    }),
    replaced(console, 'log', (...values: unknown[]) => process.stdout.write(`${format(...values)}\n`)),
    ...Object.entries({ HENCH_DEBUG: '', ...command.env }).map(([name, value]) => replaced(process.env, name, value)),
  ];
  const folder = process.cwd();
  const before = process.exitCode;
  process.exitCode = undefined;
  process.chdir(command.directory);
  try {
    if (typeof input === 'string') stdin.end(input);
    else input(stdin);
    await run(args);
    return { code: Number(process.exitCode ?? 0), stdout, stderr };
  } catch (error) {
    const code = report(error);
    return { code, stdout, stderr };
  } finally {
    process.chdir(folder);
    process.exitCode = before;
    for (const back of restore.reverse()) back();
  }
}

/** Puts another value in a place; the function that is returned puts things back. */
function replaced(holder: object, name: string, value: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(holder, name);
  const plain = { value, configurable: true, writable: true, enumerable: true };
  Object.defineProperty(holder, name, plain);
  return () => {
    if (own === undefined) Reflect.deleteProperty(holder, name);
    else Object.defineProperty(holder, name, own);
  };
}
