import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fitsTable } from '../../agents/fits.js';
import { modelAt, modelIn, type TableModel, tableModels, trainedAgent } from '../../agents/trained.js';
import { type ConfigInput, gangConfig } from '../support/gang-tables.js';
import { ROOT } from '../support/readme.js';

const PLAIN = { players: 4, variant: 'holdem', mode: 'basic', jokers: false, tools: false, vaults: false, dealer: 0 };
const row = (more: Partial<TableModel>): TableModel => ({ ...PLAIN, model: 'net', ...more }) as TableModel;

describe('which network sits at a table', () => {
  it('a table with a row of its own has what the row says, whatever smaller tables have', () => {
    const rows = [row({}), row({ tools: true, model: null }), row({ tools: true, jokers: true, model: 'other' })];
    expect(modelIn(rows, row({}))).toBe('net');
    expect(modelIn(rows, row({ tools: true }))).toBe(null);
    expect(modelIn(rows, row({ tools: true, jokers: true }))).toBe('other');
  });

  it('a table without a row counts as its largest parts that have one, and all of those must have a network', () => {
    const rows = [row({}), row({ mode: 'advanced', model: 'other' }), row({ jokers: true, model: null })];
    expect(modelIn(rows, row({ tools: true }))).toBe('net');
    expect(modelIn(rows, row({ mode: 'advanced', tools: true }))).toBe('other');
    expect(modelIn(rows, row({ mode: 'advanced', jokers: true }))).toBe(null);
    expect(modelIn(rows, row({ mode: 'professional' }))).toBe('net');
  });

  it('no row of other numbers of players, variants, dealers or exit chips says anything', () => {
    const rows = [row({}), row({ dealer: 1, model: null }), row({ exitChips: 1, model: null })];
    expect(modelIn(rows, row({ players: 5 }))).toBe(null);
    expect(modelIn(rows, row({ variant: 'omaha' }))).toBe(null);
    expect(modelIn(rows, row({ dealer: 2 }))).toBe('net');
    expect(modelIn(rows, row({ exitChips: 2 }))).toBe('net');
    expect(modelIn(rows, row({ exitChips: 1 }))).toBe(null);
  });

  it("at the base game it is that of the number of players, at a card more than that the base game's still", () => {
    for (const players of [3, 4, 5, 6]) {
      expect(modelAt({ players })).toBe(`full-${players}`);
      expect(modelAt(gangConfig({ players }))).toBe(`full-${players}`);
      expect(modelAt(gangConfig({ players, active: ['muscle'] }))).toBe(`full-${players}`);
    }
    expect(modelAt(gangConfig({ players: 8 }))).toBe(modelAt(gangConfig({ players: 8, exitChips: 2 })));
  });
});

describe('models/gang/tables.json', () => {
  interface Measured {
    readonly table: ConfigInput;
    readonly model: string;
    readonly difference: { readonly low: number };
  }
  const measured = readFileSync(join(ROOT, 'docs/agents-by-table.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Measured);

  it('seats a network where one was measured to win more than belief, belief where none was', () => {
    const full = trainedAgent('full');
    const tables = new Map(measured.map(({ table }) => [JSON.stringify(table), table]));
    expect(tables.size).toBe(tableModels().length);
    for (const [name, table] of tables) {
      const better = measured.filter((r) => JSON.stringify(r.table) === name && r.difference.low > 0);
      const config = gangConfig(table);
      const model = modelAt(config);
      if (better.length === 0) expect(model, name).toBe(null);
      else expect(better.map((r) => r.model)).toContain(model);
      expect(fitsTable(full, config), name).toBe(better.length > 0);
    }
  });
});
