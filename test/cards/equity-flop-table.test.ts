import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  CANONICAL_FLOP_STATES,
  CANONICAL_FLOPS,
  flopClasses,
  NO_STATE,
  numberFlopStates,
  PAIRS,
  pairIndex,
  SUIT_RENAMINGS,
  TRIPLES,
  tripleIndex,
} from '../../src/cards/flop-index.js';
import {
  decodeFlopTable,
  encodeFlopTable,
  flopTablePath,
  readFlopTable,
  TableError,
} from '../../src/cards/flop-table.js';

describe('canonical flops', () => {
  test('1,755 flops stand for all 22,100', () => {
    const { flopOf, renamingOf, cards, size } = flopClasses();
    expect(size.reduce((sum, n) => sum + n, 0)).toBe(TRIPLES);
    for (let c = 2; c < 52; c++) {
      for (let b = 1; b < c; b++) {
        for (let a = 0; a < b; a++) {
          const triple = tripleIndex(a, b, c);
          const renaming = renamingOf[triple]!;
          const renamed = [a, b, c].map((card) => SUIT_RENAMINGS[renaming + card]!).sort((x, y) => x - y);
          const flop = flopOf[triple]!;
          if (renamed.some((card, i) => card !== cards[3 * flop + i])) throw new Error(`${a} ${b} ${c} -> ${renamed}`);
        }
      }
    }
  });

  test('pairs and triples have codes of their own', () => {
    const pairs = new Set<number>();
    const triples = new Set<number>();
    for (let a = 0; a < 52; a++) {
      for (let b = 0; b < a; b++) {
        pairs.add(pairIndex(a, b));
        expect(pairIndex(b, a)).toBe(pairIndex(a, b));
        for (let c = 0; c < b; c++) triples.add(tripleIndex(b, c, a));
      }
    }
    expect([pairs.size, Math.max(...pairs)]).toEqual([PAIRS, PAIRS - 1]);
    expect([triples.size, Math.max(...triples)]).toEqual([TRIPLES, TRIPLES - 1]);
  });

  test('1,286,792 states: two pockets with flops share a number exactly when a renaming of suits makes them equal', () => {
    const { cards } = flopClasses();
    const states = new Uint32Array(PAIRS);
    const codeOf = new Float64Array(CANONICAL_FLOP_STATES).fill(-1);
    const codes = new Set<number>();
    let first = 0;
    for (let flop = 0; flop < CANONICAL_FLOPS; flop++) {
      const [x, y, z] = [cards[3 * flop]!, cards[3 * flop + 1]!, cards[3 * flop + 2]!];
      // The renamings that give the flop its smallest code; no other can give the state its smallest.
      const flopCode = (at: number): number =>
        tripleIndex(SUIT_RENAMINGS[at + x]!, SUIT_RENAMINGS[at + y]!, SUIT_RENAMINGS[at + z]!);
      const all = Array.from({ length: 24 }, (_, i) => 52 * i);
      const smallest = Math.min(...all.map(flopCode));
      const renamings = all.filter((at) => flopCode(at) === smallest);
      const next = numberFlopStates(flop, first, states);
      for (let a = 1; a < 52; a++) {
        for (let b = 0; b < a; b++) {
          const state = states[pairIndex(a, b)]!;
          const clash = a === x || a === y || a === z || b === x || b === y || b === z;
          if (clash !== (state === NO_STATE)) throw new Error(`flop ${flop}, pocket ${a} ${b}: state ${state}`);
          if (clash) continue;
          // The smallest code over all renamings identifies what is equal up to a renaming.
          let code = Number.POSITIVE_INFINITY;
          for (const at of renamings) {
            const pair = pairIndex(SUIT_RENAMINGS[at + a]!, SUIT_RENAMINGS[at + b]!);
            code = Math.min(code, smallest * PAIRS + pair);
          }
          if (codeOf[state] === -1) {
            codeOf[state] = code;
            codes.add(code);
          } else if (codeOf[state] !== code)
            throw new Error(`flop ${flop}, pocket ${a} ${b}: two kinds in state ${state}`);
        }
      }
      first = next;
    }
    expect(first).toBe(CANONICAL_FLOP_STATES);
    expect(codes.size).toBe(CANONICAL_FLOP_STATES);
    expect(codeOf.indexOf(-1)).toBe(-1);
  });
});

describe('the file of flop equities', () => {
  const file = readFileSync(flopTablePath());

  test('is read as it was written', () => {
    expect(encodeFlopTable(decodeFlopTable(file, 'file')).equals(file)).toBe(true);
  });

  test('missing, truncated, altered or of another kind, it is refused with what to do', () => {
    const folder = mkdtempSync(join(tmpdir(), 'flop-table-'));
    try {
      const path = join(folder, 'flop-equity.bin');
      expect(() => readFlopTable(path)).toThrow(TableError);
      expect(() => readFlopTable(path)).toThrow(/cannot be read.*make-tables/);
      writeFileSync(path, file.subarray(0, file.length - 2));
      expect(() => readFlopTable(path)).toThrow(/2573598 bytes, not 2573600.*make-tables/);
      const altered = Buffer.from(file);
      altered[1_000_000]! ^= 1;
      writeFileSync(path, altered);
      expect(() => readFlopTable(path)).toThrow(/is damaged: its checksum is wrong.*make-tables/);
      const other = Buffer.from(file);
      other[8] = 2;
      writeFileSync(path, other);
      expect(() => readFlopTable(path)).toThrow(/is not a table of flop equities, version 1.*make-tables/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
