import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { whyNotWritten } from './errors.js';
import { fail, type InputError, inputError, ok, type Result } from './result.js';

/** Makes a directory with those above it, unless it is there. The error says why that cannot be. */
export function makeDirectory(path: string): Result<null, InputError> {
  try {
    mkdirSync(path, { recursive: true });
    return ok(null);
  } catch (error) {
    const why = whyNotWritten(error) ?? 'unknown error';
    return fail(inputError('files/directory', path, `no folder can be made here (${why}).`, 'Choose another.'));
  }
}

/**
 * Writes a file so that its path never names half of it: a neighbour is written, flushed and renamed. Missing
 * directories are made. Throws the system's error (no space, no permission), with this path, and leaves nothing behind.
 */
export function writeFileWhole(path: string, data: Uint8Array | string): void {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
  mkdirSync(dirname(path), { recursive: true });
  const partial = join(dirname(path), `.${basename(path)}.${process.pid}.partial`);
  try {
    const file = openSync(partial, 'w');
    try {
      for (let at = 0; at < bytes.byteLength; ) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(partial, path);
    flushDirectory(dirname(path));
  } catch (error) {
    try {
      rmSync(partial, { force: true });
    } catch {
      // A place that can't be written holds nothing to remove.
    }
    throw Object.assign(error as NodeJS.ErrnoException, { path });
  }
}

/** So that a new name outlives a power cut. Some systems can't: then the name may be lost, never the file's contents. */
function flushDirectory(path: string): void {
  try {
    const directory = openSync(path, 'r');
    try {
      fsyncSync(directory);
    } finally {
      closeSync(directory);
    }
  } catch {
    // Windows opens no directories.
  }
}
