import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file so that its path never names half of it: a neighbour is written, flushed and renamed. Missing
 * directories are made. Throws the system's error (no space, no permission) and leaves nothing behind.
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
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
