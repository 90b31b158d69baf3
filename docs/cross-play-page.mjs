// The page of recorded cross-play, docs/cross-play/*.json: reports of `hench arena gang --cross-play … --json`. Used by
// docs/generate.mjs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shareWords as share } from './measured.mjs';
import { markdownTable } from './rows.mjs';

const MIXES = {
  half: 'Two seats each (alone on the diagonal)',
  guest: 'One seat of the column among three of the row (alone on the diagonal)',
};

function matrix({ agents, cells }, mix) {
  const cell = (host, guest) => {
    const wanted = host === guest ? 'alone' : mix;
    const here = (one) => one.mix === wanted && one.host === host && one.guest === guest;
    // Two seats each are the same table whichever comes first.
    const there = (one) => mix === 'half' && one.mix === 'half' && one.host === guest && one.guest === host;
    const found = cells.find(here) ?? cells.find(there);
    return found === undefined ? '–' : share(found.value);
  };
  const rows = agents.map(({ label }, host) => [label, ...agents.map((_, guest) => cell(host, guest))]);
  return [`${MIXES[mix]}:`, '', markdownTable(['', ...agents.map(({ label }) => label)], rows), ''];
}

function section(report) {
  const { agents, groups, between, games, players, seed } = report;
  const asked = agents.map(({ name, group }) => (group === name ? name : `${group}=${name}`)).join(',');
  const kinds = [...new Set(groups.map(({ group }) => group))].join(', ');
  return [
    `## ${kinds} and strangers at ${players} players`,
    '',
    `${games} heists for each table, the same deals for all:`,
    '',
    '```sh',
    `hench arena gang --cross-play '${asked}' --players ${players} --games ${games} --seed ${seed}`,
    '```',
    '',
    ...agents.filter(({ label, name }) => label !== name).map(({ label, name }) => `- ${label}: \`${name}\``),
    '',
    ...matrix(report, 'half'),
    ...matrix(report, 'guest'),
    'Seeds of one kind; intervals over seeds and deals, and over deals alone:',
    '',
    markdownTable(
      ['kind', 'seeds', 'mix', 'self-play', 'cross-play', 'difference, points', 'over deals alone'],
      groups.map((g) => [
        g.group,
        g.seeds,
        g.mix,
        share(g.self),
        share(g.cross),
        share(g.difference),
        share(g.differenceOverDeals),
      ]),
    ),
    '',
    'Kinds among each other, over seeds and deals:',
    '',
    markdownTable(
      ['row', 'with', 'mix', 'heists won'],
      between.map(({ host, guest, mix, value }) => [host, guest, mix, share(value)]),
    ),
    '',
  ];
}

/** The page's text; nothing where no report lies. */
export function crossPlayPage(root) {
  const folder = join(root, 'docs', 'cross-play');
  if (!existsSync(folder)) return '';
  const reports = readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  return [
    '# Strangers at one table',
    '',
    'Made by `npm run docs` from `docs/cross-play/*.json`. Heists won in percent with 95 % intervals. Seeds of a kind were',
    'trained apart; METRICS.md says how the intervals over seeds are made, which are wide where seeds are few.',
    '',
    ...reports.flatMap(section),
  ].join('\n');
}
