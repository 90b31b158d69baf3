import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, it } from 'vitest';
import { runArena } from '../../eval/arena.js';
import { CsvFile, ParquetFile } from '../../eval/decision-files.js';
import { type Cell, DECISION_COLUMNS, type DecisionBlock, decisionsToMarkdown } from '../../eval/decisions.js';
import { runGangupArena } from '../../eval/gangup-arena.js';
import { openLineup } from '../../eval/lineup.js';
import { parseGangupConfig } from '../../src/gangup/config.js';
import { gangConfig } from '../support/gang-tables.js';
import { freshFolder } from '../support/models.js';

type Row = Record<string, Cell>;

function rowsOf(game: 'gang' | 'gangup', blocks: readonly DecisionBlock[]): Row[] {
  return blocks.flatMap(({ rows, columns }) =>
    Array.from({ length: rows }, (_, i) =>
      Object.fromEntries(DECISION_COLUMNS[game].map(({ name }, c) => [name, columns[c]![i]!])),
    ),
  );
}

function grouped<Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

async function gang(tables?: number): Promise<{ rows: Row[]; blocks: DecisionBlock[]; successes: number }> {
  const opened = await openLineup('gang', 'greedy*3+random');
  if (!opened.ok) throw new Error(opened.error.message);
  const blocks: DecisionBlock[] = [];
  const report = await runArena({
    lineups: [opened.value],
    config: gangConfig({ players: 4, length: 'heist' }),
    games: 24,
    seed: 2,
    tables,
    onDecisions: (block) => void blocks.push(block),
  });
  return { rows: rowsOf('gang', blocks), blocks, successes: report.lineups[0]!.success.mean * 24 };
}

async function gangup(): Promise<{ rows: Row[]; blocks: DecisionBlock[]; wins: number }> {
  const opened = await openLineup('gangup', 'greedy+random');
  const config = parseGangupConfig({ players: 2 });
  if (!opened.ok || !config.ok) throw new Error('no such table');
  const blocks: DecisionBlock[] = [];
  const onDecisions = (block: DecisionBlock): void => void blocks.push(block);
  const report = await runGangupArena({
    lineups: [opened.value],
    config: config.value,
    games: 4,
    seed: 2,
    onDecisions,
  });
  return { rows: rowsOf('gangup', blocks), blocks, wins: report.lineups[0]!.seats[0]!.winShare.mean * 4 };
}

let heists: Awaited<ReturnType<typeof gang>>;
let games: Awaited<ReturnType<typeof gangup>>;
beforeAll(async () => {
  heists = await gang();
  games = await gangup();
});

describe('the record of decisions', () => {
  it('of The Gang: every question of every heist, in order, with how it ended', () => {
    const { rows, successes } = heists;
    const deals = grouped(rows, (row) => row.deal);
    expect([...deals.keys()]).toEqual(Array.from({ length: 24 }, (_, i) => i));
    let won = 0;
    for (const [deal, own] of deals) {
      expect(own.map((row) => row.decision)).toEqual(own.map((_, i) => i));
      expect(new Set(own.map((row) => row.heistSuccess)).size).toBe(1);
      if (own[0]!.heistSuccess === true) won++;
      expect(own[0]).toMatchObject({ game: 'gang', lineup: 'greedy*3+random', round: 0, board: '', chips: '- - - -' });
      // The one odd seat moves on by a place from deal to deal.
      expect(new Set(own.filter((row) => row.agent === 'random').map((row) => row.seat))).toEqual(
        new Set([(3 - ((deal as number) % 4) + 4) % 4]),
      );
      for (const [i, row] of own.entries()) {
        expect(String(row.board).split(' ').filter(Boolean)).toHaveLength([0, 3, 4, 5][row.round as number]!);
        if (row.action === 'keep' || own[i + 1] === undefined || own[i + 1]!.round !== row.round) continue;
        // A chip that was taken lies before its taker at the next question.
        const chip = /^take (\d)/.exec(String(row.action))![1];
        expect(String(own[i + 1]!.chips).split(' ')[row.seat as number]).toBe(chip);
      }
    }
    expect(won).toBe(Math.round(successes));
  });

  it('of The Gang is the same however many tables are played at once', async () => {
    expect((await gang(1)).rows).toEqual(heists.rows);
  });

  it('of Gang Up!: what was asked, and what each seat won', () => {
    const { rows, wins } = games;
    const played = grouped(rows, (row) => `${row.deal} ${row.seating}`);
    expect([...played.keys()]).toEqual(['0 0', '0 1', '1 0', '1 1']);
    let won = 0;
    for (const own of played.values()) {
      const share = own.find((row) => row.agent === 'greedy')!.winShare as number;
      expect(own.find((row) => row.agent === 'random')!.winShare).toBeCloseTo(1 - share, 12);
      won += share;
      for (const row of own) {
        expect(row.legal as number).toBeGreaterThanOrEqual(2);
        expect(String(row.statuses)).toMatch(/^\d+ \d+$/);
        expect(row.prompt).toMatch(/^[a-z]/i);
      }
    }
    expect(won).toBeCloseTo(wins, 9);
  });

  it('is documented: docs/decisions.md has every column', () => {
    const text = readFileSync('docs/decisions.md', 'utf8');
    for (const game of ['gang', 'gangup'] as const) expect(text).toContain(decisionsToMarkdown(game));
  });
});

describe('files', () => {
  it('Parquet holds the same rows for an independent reader, in groups, with what the columns mean', async () => {
    for (const [game, { rows, blocks }] of [
      ['gang', heists],
      ['gangup', games],
    ] as const) {
      const path = join(freshFolder('parquet'), 'deep', 'moves.parquet');
      const file = new ParquetFile(path, game, 100);
      for (const block of blocks) file.write(block);
      file.finish();
      const buffer = await asyncBufferFromFile(path);
      const meta = await parquetMetadataAsync(buffer);
      expect(Number(meta.num_rows)).toBe(rows.length);
      expect(meta.row_groups.length).toBeGreaterThan(1);
      const meanings = Object.fromEntries(meta.key_value_metadata!.map(({ key, value }) => [key, value]));
      for (const { name, meaning } of DECISION_COLUMNS[game]) expect(meanings[`hench.${name}`]).toBe(meaning);
      expect(await parquetReadObjects({ file: buffer })).toEqual(rows);
      expect(readdirSync(dirname(path))).toEqual(['moves.parquet']);
    }
  });

  it('CSV holds the same rows, quoted where it must be', () => {
    const path = join(freshFolder('csv'), 'moves.csv');
    const file = new CsvFile(path, 'gang');
    for (const block of heists.blocks) file.write(block);
    const columns = DECISION_COLUMNS.gang.map(({ name }): Cell[] => [name === 'agent' ? './my,"own".js' : null]);
    file.write({ rows: 1, columns });
    file.finish();
    const lines = readFileSync(path, 'utf8').split('\r\n');
    expect(lines[0]).toBe(DECISION_COLUMNS.gang.map(({ name }) => name).join(','));
    expect(lines).toHaveLength(heists.rows.length + 3);
    expect(lines[1]).toBe(Object.values(heists.rows[0]!).join(','));
    expect(lines.at(-2)).toBe(',,,,,,"./my,""own"".js",,,,,,,,,,,,');
  });

  it('that are abandoned leave nothing behind', () => {
    const folder = freshFolder('none');
    for (const file of [
      new CsvFile(join(folder, 'a.csv'), 'gang'),
      new ParquetFile(join(folder, 'a.parquet'), 'gang'),
    ]) {
      for (const block of heists.blocks) file.write(block);
      file.abandon();
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});
