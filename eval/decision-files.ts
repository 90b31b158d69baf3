import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { GameId } from '../agents/registry.js';
import { type Cell, DECISION_COLUMNS, type DecisionBlock } from './decisions.js';

type SchemaElement = ParquetWriter['schema'][number];

/** A file that a record of decisions goes into, bit by bit. */
export interface DecisionFile {
  write(block: DecisionBlock): void;
  /** Puts the whole file in its place; until then its path names nothing new. */
  finish(): void;
  /** Leaves nothing behind but a file that is whole and in its place. */
  abandon(): void;
}

/** Rows that are kept until they are written as one group. */
const GROUP_ROWS = 50_000;

/** The file's neighbour, under which it is written until it is whole. */
function partial(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  return join(dirname(path), `.${basename(path)}.${process.pid}.partial`);
}

/** Puts a written file in its place. */
function settle(from: string, path: string): void {
  const file = openSync(from, 'r+');
  fsyncSync(file);
  closeSync(file);
  renameSync(from, path);
}

/** Comma-separated text with a line of names, by RFC 4180; null is an empty field. */
export class CsvFile implements DecisionFile {
  private readonly temporary: string;
  private readonly file: number;
  private closed = false;

  constructor(
    private readonly path: string,
    game: GameId,
  ) {
    this.temporary = partial(path);
    this.file = openSync(this.temporary, 'w');
    this.append(`${DECISION_COLUMNS[game].map(({ name }) => name).join(',')}\r\n`);
  }

  write({ rows, columns }: DecisionBlock): void {
    let text = '';
    for (let row = 0; row < rows; row++) text += `${columns.map((column) => field(column[row]!)).join(',')}\r\n`;
    this.append(text);
  }

  private append(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    for (let at = 0; at < bytes.byteLength; ) at += writeSync(this.file, bytes, at);
  }

  private close(): void {
    if (!this.closed) closeSync(this.file);
    this.closed = true;
  }

  finish(): void {
    this.close();
    settle(this.temporary, this.path);
  }

  abandon(): void {
    this.close();
    rmSync(this.temporary, { force: true });
  }
}

function field(cell: Cell): string {
  if (cell === null) return '';
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Apache Parquet, Snappy-compressed, in groups of at least `GROUP_ROWS` rows but for the last. */
export class ParquetFile implements DecisionFile {
  private readonly temporary: string;
  private readonly writer: ParquetWriter;
  private readonly names: readonly string[];
  private kept: Cell[][];
  private rows = 0;

  constructor(
    private readonly path: string,
    game: GameId,
    private readonly groupRows = GROUP_ROWS,
  ) {
    this.temporary = partial(path);
    const columns = DECISION_COLUMNS[game];
    this.names = columns.map(({ name }) => name);
    this.kept = this.names.map(() => []);
    const schema: SchemaElement[] = [
      { name: 'decisions', num_children: columns.length },
      ...columns.map(({ name, type }): SchemaElement => {
        const optional = { name, repetition_type: 'OPTIONAL' } as const;
        return type === 'STRING' ? { ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8' } : { ...optional, type };
      }),
    ];
    this.writer = new ParquetWriter({
      writer: fileWriter(this.temporary),
      schema,
      createdBy: 'hench',
      kvMetadata: columns.map(({ name, meaning }) => ({ key: `hench.${name}`, value: meaning })),
    });
  }

  write({ rows, columns }: DecisionBlock): void {
    for (const [i, column] of columns.entries()) for (const cell of column) this.kept[i]!.push(cell);
    this.rows += rows;
    if (this.rows >= this.groupRows) this.flush();
  }

  private flush(): void {
    const columnData = this.names.map((name, i) => ({ name, data: this.kept[i]! }));
    this.writer.write({ columnData, rowGroupSize: Math.max(1, this.rows) });
    this.kept = this.names.map(() => []);
    this.rows = 0;
  }

  finish(): void {
    if (this.rows > 0) this.flush();
    this.writer.finish();
    settle(this.temporary, this.path);
  }

  abandon(): void {
    rmSync(this.temporary, { force: true });
  }
}
