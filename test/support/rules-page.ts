import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);

/** A file of the project as text, by its path from the root. */
export function readProject(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

/** A RULES.md: the cells of its tables without heads and rules, the code and the tests that it names. */
export interface RulesPage {
  readonly rows: readonly (readonly string[])[];
  readonly code: readonly { readonly file: string; readonly name: string }[];
  readonly tests: readonly { readonly file: string; readonly name: string }[];
}

export function readRulesPage(path: string): RulesPage {
  const page = readProject(path);
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
  const named = (pattern: RegExp): { file: string; name: string }[] =>
    [...page.matchAll(pattern)].map((m) => ({ file: m[1]!, name: m[2]! }));
  return {
    rows,
    code: named(/`([\w./-]+\.tsx?):(\w+)`/g),
    tests: named(/(test\/[\w./-]+\.tsx?) “([^”]+)”/g),
  };
}

/** Whether a file declares a function, class, constant, type, field or method of that name. */
export function declares(source: string, name: string): boolean {
  const declared = new RegExp(`\\b(function|class|const|interface|type|readonly|private|get)\\s+${name}\\b`);
  const method = new RegExp(`^\\s+(private |static |async )*${name}\\(.*\\{$`, 'm');
  return declared.test(source) || method.test(source);
}

/** Whether a test file has a test of that name, or one put together from a row of a table that ends so. */
export function hasTest(file: string, name: string): boolean {
  const source = readProject(file).replaceAll("\\'", "'").replaceAll('\\"', '"').replaceAll('\\`', '`');
  const called = ["'", '"', '`'].some((quote) =>
    [`test(${quote}`, `it(${quote}`, `)(${quote}`].some((call) => source.includes(`${call}${name}${quote}`)),
  );
  return called || source.includes(`} ${name}\``) || source.includes(`.txt ${name}\``);
}
