import { defineConfig } from 'vitest/config';

/** Files that only count cards, two at a time; all others measure time or start processes and stand alone. */
const TOGETHER = ['test/gangup/games-*.long.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 900_000,
    hookTimeout: 900_000,
    pool: 'forks',
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['test/**/*.long.test.ts'],
          exclude: ['**/node_modules/**', ...TOGETHER],
          maxWorkers: 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'together', include: TOGETHER, maxWorkers: 2, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
