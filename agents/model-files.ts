import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, type InputError, inputError, type Result } from '../src/core/result.js';
import { sha256 } from './card.js';

export const REEXPORT = 'Make the model again with `hench export`.';
const OTHER_VERSION = 'Train it again, or use the hench version that made it.';

export function bad(code: string, path: string, message: string, hint: string): Result<never, InputError> {
  return fail(inputError(code, path, message, hint));
}

/** What lies in a model's folder. */
export interface ModelFiles {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly cardFile: string;
  readonly cardText: string;
}

/** Reads `policy.onnx` and `card.json` of a folder; refuses one where either is missing. */
export async function readModelFolder(dir: string): Promise<Result<ModelFiles, InputError>> {
  const file = join(dir, 'policy.onnx');
  const cardFile = join(dir, 'card.json');
  if (!existsSync(dir)) return bad('model/missing', dir, 'there is no such model folder.', 'See `hench models`.');
  const card = await read(cardFile);
  if (card === undefined) return bad('model/card', cardFile, 'is missing: a model needs its card.', REEXPORT);
  const bytes = await read(file);
  if (bytes === undefined) return bad('model/missing', file, 'is missing.', REEXPORT);
  return { ok: true, value: { file, bytes, cardFile, cardText: card.toString('utf8') } };
}

async function read(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch {
    return undefined;
  }
}

/** Why a model of these rules can't play by those of this version; undefined where it can. */
export function checkVersion(trained: number, now: number, cardFile: string): InputError | undefined {
  if (trained === now) return undefined;
  const message = `was trained under version ${trained} of the rules; this is version ${now}.`;
  return inputError('model/version', cardFile, message, OTHER_VERSION);
}

interface LayoutName {
  readonly name: string;
  readonly hash: string;
  readonly size: number;
}

/** Why a model that sees one layout can't be given another; undefined where they are the same. */
export function checkLayout(seen: LayoutName, now: LayoutName, cardFile: string): InputError | undefined {
  if (seen.hash === now.hash && seen.size === now.size) return undefined;
  const message = `sees the observation layout ${seen.name} ${seen.hash}; this version has ${now.name} ${now.hash}.`;
  return inputError('model/layout', cardFile, message, OTHER_VERSION);
}

/** Whether a file is the one that its card speaks of. */
export function checkHash(bytes: Uint8Array, stated: string, file: string): InputError | undefined {
  const hash = sha256(bytes);
  if (hash === stated) return undefined;
  const message = `is not the file of its card: its SHA-256 is ${hash.slice(0, 12)}…, the card says ${stated.slice(0, 12)}….`;
  return inputError('model/hash', file, message, REEXPORT);
}
