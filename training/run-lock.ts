import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { BadInputError } from '../src/core/errors.js';
import { inputError } from '../src/core/result.js';

/** Says which process trains in a run's directory. */
export const LOCK_FILE = 'run.lock';

interface Holder {
  readonly pid: number;
  readonly host: string;
}

/**
 * Keeps a run's directory for this process, so that no other goes on with the run at the same time: both would write its
 * checkpoints and metrics. Returns what gives it free. A lock whose process is gone is taken over. Throws
 * `BadInputError` where another process trains, and the system's error where nothing can be written.
 */
export function holdRun(out: string): () => void {
  const path = join(out, LOCK_FILE);
  const self: Holder = { pid: process.pid, host: hostname() };
  while (!place(path, `${JSON.stringify(self)}\n`)) {
    const holder = holderOf(path);
    if (holder !== undefined && trains(holder, self)) throw inUse(out, path, holder);
    putAside(path, self);
  }
  return () => {
    const holder = holderOf(path);
    if (holder?.pid !== self.pid || holder.host !== self.host) return;
    try {
      rmSync(path, { force: true });
    } catch {
      // It says who held it, and that process is soon gone.
    }
  };
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Makes the lock with all its words at once, so that nobody reads half of it; false where there is one. */
function place(path: string, text: string): boolean {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, text);
    try {
      linkSync(draft, path);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      writeFileSync(path, text, { flag: 'wx' }); // some file systems know no links
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Takes away a lock whose process is gone; one that somebody has put there meanwhile is given back. */
function putAside(path: string, self: Holder): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new BadInputError(inputError('run-lock', path, 'is a folder where the lock of the run belongs.', 'Move it.'));
  }
  const aside = `${path}.${self.pid}.old`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  const holder = holderOf(aside);
  if (holder !== undefined && trains(holder, self)) renameSync(aside, path);
  else rmSync(aside, { force: true });
}

/** The process that trains in a run's directory, as `holdRun` sees it; undefined where none does. */
export function trainerOf(out: string): number | undefined {
  const holder = holderOf(join(out, LOCK_FILE));
  return holder !== undefined && trains(holder, { pid: process.pid, host: hostname() }) ? holder.pid : undefined;
}

/** Who a lock names; undefined where it is gone or names nobody. */
function holderOf(path: string): Holder | undefined {
  try {
    const { pid, host } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>;
    return Number.isInteger(pid) && pid! > 0 && typeof host === 'string' ? { pid: pid!, host } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a holder may still be there: on other machines nobody can tell. */
function trains({ pid, host }: Holder, self: Holder): boolean {
  if (host !== self.host) return true;
  if (pid === self.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // There, but somebody else's.
    return codeOf(error) === 'EPERM';
  }
}

function inUse(out: string, path: string, { pid, host }: Holder): BadInputError {
  const where = host === hostname() ? '' : ` on ${host}`;
  const hint = `Stop it first, or choose another directory. If that process is something else by now, delete ${path}.`;
  return new BadInputError(inputError('run-in-use', out, `process ${pid}${where} trains here already.`, hint));
}
