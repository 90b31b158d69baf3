import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Lowest first. A file may import its own layer and those before it. */
const LAYERS = [
  'src/core/',
  'src/cards/',
  'src/gang/',
  'src/gangup/',
  'src/env/',
  'agents/',
  'training/',
  'eval/',
  'src/table/',
  'src/server/',
  'src/cli/',
  'src/index.ts',
];

/** Layers in which everything random is seeded and no clock is read. */
const REPEATABLE = ['src/core/', 'src/cards/', 'src/gang/', 'src/gangup/', 'src/env/', 'agents/', 'training/'];

interface Source {
  readonly path: string;
  readonly text: string;
  /** Modules that it imports or exports from, by their path in the project or, from packages, by their name. */
  readonly imports: readonly string[];
}

function sources(): Source[] {
  return ['src', 'agents', 'training', 'eval'].flatMap((directory) =>
    readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => {
        const path = posix.join(directory, name.split(sep).join('/'));
        const text = readFileSync(join(root, path), 'utf8');
        return { path, text, imports: importsOf(path, text) };
      }),
  );
}

/** Static imports, re-exports, `import()` and `new URL('./x.js', import.meta.url)`. */
function importsOf(path: string, text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const found = [
    ...code.matchAll(/^(?:import|export)\b[^'"`;=]*?\bfrom\s*'([^'\n]+)'/gm),
    ...code.matchAll(/^import\s*'([^'\n]+)'/gm),
    ...code.matchAll(/\bimport\(\s*'([^'\n]+)'\s*\)/g),
    ...code.matchAll(/new URL\('([^'\n]+)', import\.meta\.url\)/g),
  ].map((match) => match[1]!);
  return found.map((name) =>
    name.startsWith('.') ? posix.join(posix.dirname(path), name).replace(/^dist\//, '') : name,
  );
}

function layerOf(path: string): number {
  return LAYERS.findIndex((layer) => path === layer.replace(/\.ts$/, '.js') || path.startsWith(layer));
}

const all = sources();

it('the parser of imports sees every form', () => {
  const text = [
    "import { a } from '../core/a.js';",
    "import type { b } from './b.js';",
    "import '../c.js';",
    "// import '../comment.js'; from './comment.js'",
    "const text = 'a table from here';",
    "export * from './d.js';",
    "export type { e } from './e.js';",
    "const f = await import('../../agents/f.js');",
    "type G = import('./g.js').G;",
    "new Worker(new URL('./h.js', import.meta.url));",
    "import {\n  i,\n} from 'node:fs';",
  ].join('\n');
  expect(importsOf('src/env/x.ts', text).sort()).toEqual([
    'agents/f.js',
    'node:fs',
    'src/c.js',
    'src/core/a.js',
    'src/env/b.js',
    'src/env/d.js',
    'src/env/e.js',
    'src/env/g.js',
    'src/env/h.js',
  ]);
});

it('every source file belongs to a layer', () => {
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter(({ path }) => layerOf(path) < 0).map(({ path }) => path)).toEqual([]);
});

it('imports go down the layers only', () => {
  const wrong = all.flatMap(({ path, imports }) =>
    imports
      .filter((to) => layerOf(to) > layerOf(path) || (layerOf(to) < 0 && /^(src|agents|training|eval)\b/.test(to)))
      .map((to) => `${path} imports ${to}`),
  );
  expect(wrong).toEqual([]);
});

it('src/core imports nothing of the project', () => {
  const wrong = all
    .filter(({ path }) => path.startsWith('src/core/'))
    .flatMap(({ path, imports }) =>
      imports.filter((to) => /^(src\/(?!core\/)|agents|training|eval)/.test(to)).map((to) => `${path} imports ${to}`),
    );
  expect(wrong).toEqual([]);
});

it('every imported package is a dependency that the package names', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const named = new Set(Object.keys(manifest.dependencies!));
  /** References to compare with, loaded when asked for; benches say so where they are not installed. */
  const optional = /^(eval\/bench\/|training\/tfjs-learner\.ts)/;
  const wrong = all.flatMap(({ path, imports }) =>
    imports
      .filter((to) => !/^(node:|src\/|agents\/|training\/|eval\/)/.test(to) && !optional.test(path))
      .map((to) =>
        to
          .split('/')
          .slice(0, to.startsWith('@') ? 2 : 1)
          .join('/'),
      )
      .filter((name) => !named.has(name))
      .map((name) => `${path} imports ${name}`),
  );
  expect(wrong).toEqual([]);
});

it('rules, environment, agents and training read no clock and no unseeded randomness', () => {
  const wrong = all
    .filter(({ path }) => REPEATABLE.some((layer) => path.startsWith(layer)))
    .flatMap(({ path, text }) =>
      [/\bMath\.random\b/, /\bDate\.now\b/, /\bnew Date\(\)/, /\bcrypto\.(randomBytes|randomUUID|getRandomValues)\b/]
        .filter((banned) => banned.test(text))
        .map((banned) => `${path} has ${banned.source}`),
    );
  expect(wrong).toEqual([]);
});

it('no source uses Math.random', () => {
  expect(all.filter(({ text }) => /\bMath\.random\b/.test(text)).map(({ path }) => path)).toEqual([]);
});

it('no source is too long to read at once', () => {
  expect(all.filter(({ text }) => text.split('\n').length > 450).map(({ path }) => path)).toEqual([]);
});
