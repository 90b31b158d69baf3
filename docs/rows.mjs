import { existsSync, readFileSync } from 'node:fs';

/** The rows of a file of JSON lines; none where there is no file. */
export const rowsOf = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : [];

/** A table in Markdown, its columns padded as the formatter pads them. */
export function markdownTable(header, rows) {
  const widths = header.map((_title, i) => Math.max(3, ...[header, ...rows].map((row) => String(row[i]).length)));
  const line = (cells) => `| ${cells.map((cell, i) => String(cell).padEnd(widths[i])).join(' | ')} |`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
