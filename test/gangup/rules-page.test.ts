import { describe, expect, test } from 'vitest';
import { declares, hasTest, readProject, readRulesPage } from '../support/rules-page.js';

const { rows, code, tests } = readRulesPage('src/gangup/RULES.md');

/** Every ruling; they are listed here so that a row can't get lost. */
const RULINGS = (
  'FIRST LEADER SAME DEAL RESHUFFLE SNITCH CRIME-REQ BID 4B ALLY PRIORITY OUTCOME FLOOR ANYTIME ANNOUNCE LIMBO CANCEL ' +
  'TRIGGER MODIFY FUEL ACTION SKIP DROP MANPOWER ARREST DEFECT FORCE STEAL OUT WIN LAST-CRIME PUBLIC KNOWN PEEK'
)
  .split(' ')
  .map((name) => `R-${name}`);
/** Sentences of the rulebook, those that it says twice once in each place where they stand. */
const SENTENCES = 88;

describe('RULES.md of Gang Up!', () => {
  test('names code that exists', () => {
    for (const { file, name } of code) expect(declares(readProject(file), name), `${file}:${name}`).toBe(true);
    expect(declares(readProject('src/gangup/flow.ts'), 'skipTurn')).toBe(false);
  });

  test('names tests that exist', () => {
    for (const { file, name } of tests) expect(hasTest(file, name), `${file} “${name}”`).toBe(true);
    expect(hasTest('test/gangup/flow.test.ts', 'nothing happens')).toBe(false);
  });

  test('has every ruling once, and no other', () => {
    const named = rows.map((cells) => cells[0]!).filter((cell) => cell.startsWith('R-'));
    expect(named.toSorted()).toEqual(RULINGS.toSorted());
  });

  test('has code and a test for every sentence, and cites every ruling in the code', () => {
    expect(rows.length - RULINGS.length).toBe(SENTENCES);
    for (const cells of rows) {
      expect(cells.length, cells.join(' | ')).toBe(3);
      expect(/`[\w./-]+:\w+`/.test(cells[1]!), cells.join(' | ')).toBe(true);
      expect(/test\/.*“/.test(cells[2]!), cells.join(' | ')).toBe(true);
    }
    const sources = [...new Set(code.map(({ file }) => file))].map(readProject).join('\n');
    const uncited = RULINGS.filter((ruling) => !new RegExp(`${ruling}\\b(?!-)`).test(sources));
    expect(uncited).toEqual([]);
  });
});
