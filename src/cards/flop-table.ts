import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import {
  CANONICAL_FLOP_STATES,
  CANONICAL_FLOPS,
  flopClasses,
  NO_STATE,
  numberFlopStates,
  PAIRS,
  SUIT_RENAMINGS,
} from './flop-index.js';

/**
 * The equity of every pocket on every flop against one random hand, from `models/tables/flop-equity.bin`.
 *
 * The file: 16 bytes (`HENCHFLP`, the version 1 and the CRC-32 of the rest, both uint32 little-endian), then one uint16
 * little-endian per canonical state in the order of `flop-index.ts`: equity × 65535, rounded.
 */
export const FLOP_SCALE = 65535;
const MAGIC = 'HENCHFLP';
const VERSION = 1;
const HEADER = 16;
const FILE = join('models', 'tables', 'flop-equity.bin');
const REGENERATE =
  'Install the package again, or make the file with: npm run build && node dist/src/cards/make-tables.js';

/** A table of the package is missing or damaged. */
export class TableError extends Error {
  override readonly name = 'TableError';
}

/** Where the file belongs: under the nearest folder above this module that holds a package.json. */
export function flopTablePath(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder)
      throw new TableError(`No package.json above ${fileURLToPath(import.meta.url)}. ${REGENERATE}`);
    folder = above;
  }
  return join(folder, FILE);
}

/** The file's bytes for [1286792] equities × 65535. */
export function encodeFlopTable(values: Uint16Array): Buffer {
  const file = Buffer.alloc(HEADER + 2 * values.length);
  for (let i = 0; i < values.length; i++) file.writeUInt16LE(values[i]!, HEADER + 2 * i);
  file.write(MAGIC, 0, 'latin1');
  file.writeUInt32LE(VERSION, 8);
  file.writeUInt32LE(crc32(file.subarray(HEADER)), 12);
  return file;
}

/** Reads what `encodeFlopTable` wrote. Throws `TableError` for anything else; `path` is for its message. */
export function decodeFlopTable(file: Buffer, path: string): Uint16Array {
  const size = HEADER + 2 * CANONICAL_FLOP_STATES;
  if (file.length !== size) throw new TableError(`${path} has ${file.length} bytes, not ${size}. ${REGENERATE}`);
  if (file.toString('latin1', 0, 8) !== MAGIC || file.readUInt32LE(8) !== VERSION) {
    throw new TableError(`${path} is not a table of flop equities, version ${VERSION}. ${REGENERATE}`);
  }
  if (file.readUInt32LE(12) !== crc32(file.subarray(HEADER))) {
    throw new TableError(`${path} is damaged: its checksum is wrong. ${REGENERATE}`);
  }
  const values = new Uint16Array(CANONICAL_FLOP_STATES);
  for (let i = 0; i < values.length; i++) values[i] = file.readUInt16LE(HEADER + 2 * i);
  return values;
}

/** Reads the file; throws `TableError` when it is missing or damaged. */
export function readFlopTable(path = flopTablePath()): Uint16Array {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch (error) {
    throw new TableError(`${path} cannot be read (${(error as Error).message}). ${REGENERATE}`);
  }
  return decodeFlopTable(file, path);
}

/** What a look-up needs, unpacked for speed: the file holds one value per state, `rows` one per pocket (4.7 MB). */
export interface FlopTable {
  readonly flopOf: Uint16Array;
  readonly renamingOf: Uint16Array;
  /** The same array as `SUIT_RENAMINGS`. */
  readonly renamings: Uint8Array;
  /** [1755, 1326] by canonical flop and `pairIndex` of the renamed pocket. */
  readonly rows: Uint16Array;
}

/** Unpacks [1286792] values. */
export function unpackFlopTable(values: Uint16Array): FlopTable {
  const rows = new Uint16Array(CANONICAL_FLOPS * PAIRS);
  const states = new Uint32Array(PAIRS);
  let first = 0;
  for (let flop = 0; flop < CANONICAL_FLOPS; flop++) {
    first = numberFlopStates(flop, first, states);
    for (let pair = 0; pair < PAIRS; pair++) {
      const state = states[pair]!;
      if (state !== NO_STATE) rows[flop * PAIRS + pair] = values[state]!;
    }
  }
  const { flopOf, renamingOf } = flopClasses();
  return { flopOf, renamingOf, renamings: SUIT_RENAMINGS, rows };
}

let table: FlopTable | undefined;

/** The table, read at the first call (about 0.1 s). Throws `TableError`. */
export function flopTable(): FlopTable {
  table ??= unpackFlopTable(readFlopTable());
  return table;
}
