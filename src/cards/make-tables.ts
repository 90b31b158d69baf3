/**
 * Computes the committed tables of equities, exactly: `node dist/src/cards/make-tables.js` (about a minute on one
 * core). Writes `models/tables/flop-equity.bin` and `src/cards/preflop-data.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SingleBar } from 'cli-progress';
import { FLOP_OUTCOMES, flopTotals } from './equity-flop.js';
import {
  CANONICAL_FLOP_STATES,
  CANONICAL_FLOPS,
  flopClasses,
  NO_STATE,
  numberFlopStates,
  PAIRS,
  pairIndex,
} from './flop-index.js';
import { encodeFlopTable, FLOP_SCALE, flopTablePath } from './flop-table.js';
import { PREFLOP_CLASSES, preflopClass } from './preflop.js';

/** Each board of five cards counts for ten flops. */
const BOARD_REPEATS = 10;

function makeTables(): void {
  const { cards, size } = flopClasses();
  const values = new Uint16Array(CANONICAL_FLOP_STATES);
  const preflop = new Float64Array(PREFLOP_CLASSES);
  const combinations = new Int32Array(PREFLOP_CLASSES);
  const states = new Uint32Array(PAIRS);
  const pockets = new Int32Array(2 * PAIRS);
  const totals = new Float64Array(PAIRS);
  const bar = new SingleBar({ format: 'flops {bar} {value}/{total}, {eta_formatted} left', stream: process.stderr });
  bar.start(CANONICAL_FLOPS, 0);
  let first = 0;
  for (let flop = 0; flop < CANONICAL_FLOPS; flop++) {
    const next = numberFlopStates(flop, first, states);
    let count = 0;
    for (let a = 1; a < 52; a++) {
      for (let b = 0; b < a; b++) {
        // States are numbered in the order in which their first pockets come.
        if (states[pairIndex(a, b)] !== first + count) continue;
        pockets[2 * count] = a;
        pockets[2 * count + 1] = b;
        count++;
      }
    }
    flopTotals(pockets, count, cards, flop * 3, totals);
    for (let i = 0; i < count; i++) values[first + i] = Math.round((totals[i]! / (2 * FLOP_OUTCOMES)) * FLOP_SCALE);
    for (let a = 1; a < 52; a++) {
      for (let b = 0; b < a; b++) {
        const state = states[pairIndex(a, b)]!;
        if (state !== NO_STATE) preflop[preflopClass(a, b)]! += totals[state - first]! * size[flop]!;
      }
    }
    first = next;
    bar.update(flop + 1);
  }
  bar.stop();
  for (let a = 1; a < 52; a++) for (let b = 0; b < a; b++) combinations[preflopClass(a, b)]!++;
  const path = flopTablePath();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, encodeFlopTable(values));
  const rows: string[] = [];
  for (let row = 0; row < 13; row++) {
    const numbers = [...preflop.subarray(13 * row, 13 * row + 13)];
    rows.push(`  ${numbers.map((sum, i) => sum / (BOARD_REPEATS * combinations[13 * row + i]!)).join(', ')},`);
  }
  const source = [
    '/**',
    ' * Made by `make-tables.ts`. [169] by `preflopClass`: twice the wins plus the ties against one random hand, of',
    ' * 2 × 1,225 hands × 1,712,304 boards.',
    ' */',
    '// biome-ignore format: a table of 13 × 13',
    'export const PREFLOP_TOTALS: readonly number[] = [',
    ...rows,
    '];',
    '',
  ].join('\n');
  writeFileSync(join(dirname(path), '..', '..', 'src', 'cards', 'preflop-data.ts'), source);
}

makeTables();
