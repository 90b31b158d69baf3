import { describe, expect, it } from 'vitest';
import { Rng } from '../../src/core/rng.js';
import { configOf, type GroupSpec, openTables } from '../../training/gangup-league.js';

const GROUPS: readonly GroupSpec[] = [
  { config: { players: 2 }, share: 50 },
  { config: { players: 2 }, generated: 5, share: 20 },
  { config: { players: 2 }, generated: 9, share: 20 },
  { config: { players: 3 }, generated: 10, share: 5 },
  { config: { players: 3 }, designed: 10, share: 5 },
];

describe('tables of the league', () => {
  const { groups, tables } = openTables(GROUPS, ['greedy'], 10, 1);

  it('are shared out among the groups', () => {
    const sizes = tables.map(({ holders }) => holders.length);
    expect(sizes).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 2, 3]);
  });

  it('take turns with the generated and designed packs of their number of players, and with nothing else', () => {
    const rng = new Rng(3);
    const met = tables.map(() => new Set<number>());
    for (let game = 0; game < 40; game++) {
      for (const [t, table] of tables.entries()) {
        table.deal(rng);
        met[t]!.add(groups.indexOf(table.group));
        expect(table.table.config).toBe(table.group.config);
        expect(table.table.over).toBe(false);
      }
    }
    expect(met.slice(0, 5).map((set) => [...set])).toEqual(Array.from({ length: 5 }, () => [0]));
    expect(met.slice(5, 9).map((set) => [...set].sort())).toEqual(Array.from({ length: 4 }, () => [1, 2]));
    expect([...met[9]!].sort()).toEqual([3, 4]);
  });

  it('have the cards that their seed makes', () => {
    const names = (config: ReturnType<typeof configOf>) => JSON.stringify(config.packs);
    const made = GROUPS.map((spec) => names(configOf(spec)));
    expect(new Set(made).size).toBe(5);
    expect(groups.map(({ config }) => names(config))).toEqual(made);
  });
});
