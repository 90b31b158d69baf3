import { existsSync, readFileSync } from 'node:fs';

/** The rows of a file of JSON lines; none where there is no file. */
export const rowsOf = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : [];

/** What a table has beside its players, as flags name it: `omaha, jokers, dealer 1`; `basic` where that is nothing. */
export function tableName({ players: _, ...more }) {
  const words = Object.entries(more)
    .filter(([key, value]) => !(key === 'variant' && value === 'holdem'))
    .map(([key, value]) => (value === true ? key : typeof value === 'number' ? `${COUNTED[key]} ${value}` : value));
  return words.join(', ') || 'basic';
}

/** A table in words: `4, omaha, jokers`; `4` where there is no more than the base game. */
export function playersAndMore(input) {
  const more = tableName(input);
  return more === 'basic' ? `${input.players}` : `${input.players}, ${more}`;
}

const COUNTED = { dealer: 'dealer', exitChips: 'exit chips' };

/** A table in Markdown, its columns padded as the formatter pads them. */
export function markdownTable(header, rows) {
  const widths = header.map((_title, i) => Math.max(3, ...[header, ...rows].map((row) => String(row[i]).length)));
  const line = (cells) => `| ${cells.map((cell, i) => String(cell).padEnd(widths[i])).join(' | ')} |`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** What a table may have beside its players, variant and mode, one thing at a time. */
export const SINGLE_OPTIONS = [
  { jokers: true },
  { tools: true },
  { vaults: true },
  { dealer: 1 },
  { dealer: 2 },
  { dealer: 3 },
];
/** And all of it at once. */
export const EVERY_OPTION = { mode: 'professional', jokers: true, tools: true, vaults: true, dealer: 3 };
