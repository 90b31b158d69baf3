import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const page = read('src/gang/RULES.md');

const RULINGS = [
  'R-COMBO',
  'R-RESHUFFLE',
  'R-NO-FLOP',
  'R-STACK-END',
  'R-QUICK',
  'R-CONCURRENT',
  'R-TAKE',
  'R-ROUND-END',
  'R-DARK',
  'R-EXIT',
  'R-ZERO',
  'R-HEADLESS',
  'R-SILENT',
  'R-PROPOSE',
  'R-AUTO',
  'R-FACTS',
  'R-IMAGINE',
  'R-GUESS',
  'R-VOTE',
  'R-BLACKOUT',
  'R-JACK',
  'R-MUSCLE',
  'R-REDRAW',
  'R-JOKER',
  'R-OMAHA',
  'R-STUD',
  'R-BANANA',
  'R-DEALER',
  'R-TOOL-ONCE',
  'R-SMOKE',
  'R-LOCKPICK',
  'R-BURNER',
  'R-REVEAL',
  'R-VAULT',
  'R-EFFECT-ORDER',
  'R-TIE',
  'R-ORDER',
] as const;

/** Rows of all tables, without heads and rules. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|[ -]+\|/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  )
  .filter((cells) => !['sentence', 'ruling', 'example'].includes(cells[0]!));

const codeNames = [...page.matchAll(/`([\w./-]+\.tsx?):(\w+)`/g)].map((m) => ({ file: m[1]!, name: m[2]! }));
const testNames = [...page.matchAll(/(test\/[\w./-]+\.tsx?) “([^”]+)”/g)].map((m) => ({ file: m[1]!, name: m[2]! }));

/** Whether a file declares a function, class, constant, type, field or method of that name. */
function declares(source: string, name: string): boolean {
  const declared = new RegExp(`\\b(function|class|const|interface|type|readonly|private|get)\\s+${name}\\b`);
  const method = new RegExp(`^\\s+(private |static |async )*${name}\\(.*\\{$`, 'm');
  return declared.test(source) || method.test(source);
}

/** The source of tests with escapes in their names undone. */
function unescaped(source: string): string {
  return source.replaceAll("\\'", "'").replaceAll('\\"', '"').replaceAll('\\`', '`');
}

describe('RULES.md', () => {
  test('names code that exists', () => {
    expect(codeNames.length).toBeGreaterThan(80);
    for (const { file, name } of codeNames) expect(declares(read(file), name), `${file}:${name}`).toBe(true);
    expect(declares(read('src/gang/rules.ts'), 'giveChip')).toBe(false);
  });

  test('names tests that exist', () => {
    expect(testNames.length).toBeGreaterThan(80);
    for (const { file, name } of testNames) {
      const source = unescaped(read(file));
      const called = ["'", '"', '`'].some((quote) =>
        [`test(${quote}`, `it(${quote}`].some((call) => source.includes(`${call}${name}${quote}`)),
      );
      // A name may end one that is put together from a row of a table.
      const ending = source.includes(`} ${name}\``) || source.includes(`.txt ${name}\``);
      expect(called || ending, `${file} “${name}”`).toBe(true);
    }
  });

  test('has every ruling, in this version or later, and no other', () => {
    const named = new Set(rows.map((cells) => cells[0]!).filter((cell) => cell.startsWith('R-')));
    expect([...named].sort()).toEqual([...RULINGS].sort());
  });

  test('has code and a test for every sentence, unless it says why not', () => {
    expect(rows.length).toBeGreaterThan(90);
    for (const cells of rows) {
      const row = cells.join(' | ');
      expect(cells.length, row).toBeGreaterThanOrEqual(2);
      expect(cells.at(-1), row).not.toBe('');
      if (cells[0]!.startsWith('R-') && cells.length === 3) continue; // modules of later versions
      const hasTest = /test\/.*“/.test(cells.at(-1)!);
      const excused = /^(advice to players|nothing to do|Later|shown by )/.test(cells.at(-1)!);
      expect(hasTest || excused, row).toBe(true);
      const code = cells.length === 2 ? '–' : cells.at(-2)!;
      expect(/`[\w./-]+:\w+`/.test(code) || code === '–' || code === 'Later', row).toBe(true);
    }
  });
});
