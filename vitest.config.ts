import { defineConfig } from 'vitest/config';

/** Tests of commands, documentation, runs and training: they change folders, start processes, open networks. */
const APART = ['cli', 'docs', 'eval', 'training'].map((name) => `test/${name}/**/*.test.{ts,tsx}`);
const NEVER = ['test/**/*.long.test.ts', '**/node_modules/**'];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    // What is built is loaded as it is.
    server: { deps: { external: [/\/dist\//] } },
    projects: [
      {
        // Rules, cards, environments and agents keep nothing between tests but tables that are costly to make: one
        // process for all files loads them once.
        extends: true,
        test: { name: 'rules', include: ['test/**/*.test.{ts,tsx}'], exclude: [...APART, ...NEVER], isolate: false },
      },
      { extends: true, test: { name: 'apart', include: APART, exclude: NEVER } },
    ],
  },
});
