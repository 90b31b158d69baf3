import { describe, expect, test } from 'vitest';
import { declares, hasTest, readProject, readRulesPage } from '../support/rules-page.js';

const { rows, code: codeNames, tests: testNames } = readRulesPage('src/gang/RULES.md');

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

describe('RULES.md', () => {
  test('names code that exists', () => {
    expect(codeNames.length).toBeGreaterThan(180);
    for (const { file, name } of codeNames) expect(declares(readProject(file), name), `${file}:${name}`).toBe(true);
    expect(declares(readProject('src/gang/rules.ts'), 'giveChip')).toBe(false);
  });

  test('names tests that exist', () => {
    expect(testNames.length).toBeGreaterThan(180);
    for (const { file, name } of testNames) expect(hasTest(file, name), `${file} “${name}”`).toBe(true);
  });

  test('has every ruling and no other', () => {
    const named = new Set(rows.map((cells) => cells[0]!).filter((cell) => cell.startsWith('R-')));
    expect([...named].sort()).toEqual([...RULINGS].sort());
  });

  test('has code and a test for every sentence, unless it says why not', () => {
    expect(rows.length).toBeGreaterThan(180);
    for (const cells of rows) {
      const row = cells.join(' | ');
      expect(cells.length, row).toBeGreaterThanOrEqual(2);
      expect(cells.at(-1), row).not.toBe('');
      const hasTest = /test\/.*“/.test(cells.at(-1)!);
      const excused = /^(advice to players|nothing to do|shown by )/.test(cells.at(-1)!);
      expect(hasTest || excused, row).toBe(true);
      const code = cells.length === 2 ? '–' : cells.at(-2)!;
      expect(/`[\w./-]+:\w+`/.test(code) || code === '–', row).toBe(true);
    }
  });
});
