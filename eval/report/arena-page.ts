import type { ArenaReport } from '../arena.js';
import type { CrossPlayReport, Mix } from '../cross-play.js';
import type { GangupArenaReport } from '../gangup-arena.js';
import type { RoundRobinReport } from '../round-robin.js';
import type { Interval } from '../stats.js';
import { biddingSection } from './bidding.js';
import { barsWithIntervals, heatMap } from './charts.js';
import { code, facts, formatPercent, type Html, page, paragraph, type Section, table } from './html.js';

/** What `hench arena` can find out. */
export type AnyArenaReport = ArenaReport | GangupArenaReport | CrossPlayReport | RoundRobinReport;

/** A page in one file about what an arena found, with the command that finds it again. */
export function arenaPage(report: AnyArenaReport, command: string): string {
  const name = report.game === 'gang' ? 'The Gang' : 'Gang Up!';
  const how: Section = {
    title: 'How this was measured',
    body: [code(command), ...config(report), paragraph(`Seed ${report.seed}. METRICS.md says what each figure means.`)],
  };
  if ('cells' in report) {
    const subtitle = `Every two agents at one table, ${report.players} seats, ${report.games} games each on the same deals.`;
    return page({ title: `Cross-play: ${name}`, subtitle, sections: [...crossPlaySections(report), how] });
  }
  if ('tables' in report) {
    const subtitle = `Every choice of ${report.players} agents played ${report.games} games on the same deals.`;
    return page({ title: `Ratings: ${name}`, subtitle, sections: [ratings(report), how] });
  }
  const subtitle = 'Line-ups on the same deals, seats rotated; intervals are 95 %.';
  const sections = report.game === 'gang' ? gangSections(report) : gangupSections(report);
  return page({ title: `Arena: ${name}`, subtitle, sections: [...sections, how] });
}

function config(report: AnyArenaReport): Html[] {
  const configs: readonly object[] =
    'cells' in report || 'tables' in report ? [report.config] : report.lineups.map((row) => row.config);
  const said = [...new Set(configs.map((one) => JSON.stringify(one)))];
  return said.map((one) => {
    const entries = Object.entries(JSON.parse(one) as Record<string, unknown>);
    return facts(Object.fromEntries(entries.map(([key, value]) => [key, JSON.stringify(value)])));
  });
}

function percent({ mean, low, high }: Interval): string {
  return `${formatPercent(mean)} (${formatPercent(low)} – ${formatPercent(high)})`;
}

function points({ mean, low, high }: Interval): string {
  const one = (x: number): string => `${x < 0 ? '−' : '+'}${Math.abs(100 * x).toFixed(2)}`;
  return `${one(mean)} (${one(low)} to ${one(high)})`;
}

function bar(label: string, { mean, low, high }: Interval): { label: string } & Interval {
  return { label, mean, low, high };
}

const SHARE = { min: 0, max: 1, percent: true } as const;

function gangSections({ lineups, differences }: ArenaReport): Section[] {
  const rows = lineups.map((row) => [
    row.lineup,
    row.heists,
    percent(row.success),
    percent(row.bootstrap),
    row.control === undefined
      ? ''
      : `${percent(row.control)}, variance −${formatPercent(row.control.varianceReduction)}`,
    `${percent(row.gameWins)}${row.gameWinsFrom === 'success' ? ' (worked out)' : ''}`,
    row.movesPerRound.toFixed(2),
    row.forfeits,
  ]);
  const sections: Section[] = [
    {
      title: 'Line-ups',
      body: [
        barsWithIntervals({
          title: 'Heists that succeeded',
          value: { label: 'share of heists', ...SHARE },
          bars: lineups.map((row) => bar(row.lineup, row.success)),
        }),
        table({
          columns: [
            'line-up',
            'heists',
            'success',
            'by bootstrap',
            'with controls',
            'games won',
            'moves a round',
            'forfeits',
          ],
          rows,
        }),
      ],
    },
  ];
  if (differences.length > 0) {
    const name = ({ a, b }: { a: number; b: number }): string => `${lineups[a]!.lineup} − ${lineups[b]!.lineup}`;
    sections.push({
      title: 'Differences on the same deals',
      body: [
        barsWithIntervals({
          title: 'How much more often the first succeeded',
          value: { label: 'difference of the shares', min: least(differences), percent: true },
          bars: differences.map((one) => bar(name(one), one.success)),
          reference: { label: 'even', value: 0 },
        }),
        table({
          columns: ['line-ups', 'points', 'by bootstrap'],
          rows: differences.map((one) => [name(one), points(one.success), points(one.bootstrap)]),
        }),
      ],
    });
  }
  return sections;
}

/** Room for differences below 0. */
function least(differences: ArenaReport['differences']): number {
  return Math.min(0, ...differences.map(({ success }) => success.low).filter(Number.isFinite));
}

/** How the agents of each line-up did, and, where that was noted, how they bid, for this and other pages. */
export function gangupSections({ lineups }: GangupArenaReport): Section[] {
  return lineups.flatMap((row) => {
    const bidding =
      row.bidding === undefined ? [] : [biddingSection(row.bidding, `${row.lineup}: crimes and alliances`)];
    return [gangupSection(row), ...bidding];
  });
}

function gangupSection(row: GangupArenaReport['lineups'][number]): Section {
  return {
    title: row.lineup,
    body: [
      paragraph(
        `${row.games} games on ${row.deals} deals, each in every way to sit; ${row.turns.mean.toFixed(1)} turns a game.`,
      ),
      barsWithIntervals({
        title: 'Games that one copy won',
        value: { label: 'win share', ...SHARE },
        bars: row.seats.map((seat) => bar(seat.agent, seat.winShare)),
        reference: { label: 'fair', value: row.fairShare },
      }),
      table({
        columns: ['agent', 'copies', 'win share', 'by bootstrap', 'final status'],
        rows: row.seats.map((seat) => [
          seat.agent,
          seat.copies,
          percent(seat.winShare),
          percent(seat.bootstrap),
          seat.status.mean.toFixed(2),
        ]),
      }),
    ],
  };
}

const MIX_NAMES: Readonly<Record<Mix, string>> = { half: 'Half and half', guest: 'One guest' };

/** The matrices of a cross-play, and how the seeds of one kind do, for this and other pages. */
export function crossPlaySections(report: CrossPlayReport): Section[] {
  const sections: Section[] = [];
  const { game, players } = report;
  for (const mix of ['half', 'guest'] as const) {
    if (!report.cells.some((cell) => cell.mix === mix)) continue;
    const note =
      mix === 'half'
        ? `${players / 2} of each; on the diagonal an agent with itself.`
        : game === 'gang'
          ? 'One of the column’s agent among copies of the row’s; on the diagonal an agent with itself.'
          : `Win share of one of the column's agent among copies of the row's; fair is ${formatPercent(1 / players)}.`;
    sections.push({ title: MIX_NAMES[mix], body: [crossPlayMap(report, mix, note)] });
  }
  if (report.groups.length > 0) {
    sections.push({
      title: 'Seeds of one kind',
      body: [
        paragraph(`Intervals by drawing deals and seeds with replacement, ${report.resamples} times.`),
        table({
          columns: [
            'kind',
            'seeds',
            'mix',
            'self-play',
            'cross-play',
            'difference, points',
            'the same, seeds as they are',
          ],
          rows: report.groups.map((row) => [
            row.group,
            row.seeds,
            MIX_NAMES[row.mix].toLowerCase(),
            percent(row.self),
            percent(row.cross),
            points(row.difference),
            points(row.differenceOverDeals),
          ]),
        }),
      ],
    });
  }
  return sections;
}

/** The matrix of one mix as a picture. */
function crossPlayMap(report: CrossPlayReport, mix: Mix, note: string): Html {
  const labels = report.agents.map(({ label }) => label);
  const { values, halfWidths } = crossPlayMatrix(report, mix);
  return heatMap({
    title: report.game === 'gang' ? 'Heists that succeeded' : 'Games that the guest won',
    note,
    rowLabel: 'hosts',
    columnLabel: 'guest',
    rows: labels,
    columns: labels,
    values,
    halfWidths,
    percent: true,
  });
}

/** [hosts][guests], the diagonal each agent alone; null where nothing was played. */
export function crossPlayMatrix(
  report: CrossPlayReport,
  mix: Mix,
): { values: (number | null)[][]; halfWidths: (number | null)[][] } {
  const empty = (): (number | null)[][] => report.agents.map(() => report.agents.map(() => null));
  const [values, halfWidths] = [empty(), empty()];
  for (const { mix: kind, host, guest, value } of report.cells) {
    if (kind !== mix && kind !== 'alone') continue;
    const both =
      mix === 'half'
        ? [
            [host, guest],
            [guest, host],
          ]
        : [[host, guest]];
    for (const [row, column] of both) {
      values[row!]![column!] = value.mean;
      halfWidths[row!]![column!] = (value.high - value.low) / 2;
    }
  }
  return { values, halfWidths };
}

function ratings({ agents, players, tables, games, resamples, fairShare }: RoundRobinReport): Section {
  return {
    title: 'Ratings',
    body: [
      paragraph(
        `${tables} tables of ${players}, ${games} games each. Openskill's μ (Plackett–Luce), everybody from 25; intervals by drawing deals anew, ${resamples} times.`,
      ),
      barsWithIntervals({
        title: 'Rating',
        value: { label: 'μ', min: 0 },
        bars: agents.map((row) => bar(row.agent, row.rating)),
      }),
      table({
        columns: [
          'agent',
          'rating',
          'low',
          'high',
          'σ',
          'μ − 3σ',
          `win share (fair ${formatPercent(fairShare)})`,
          'games',
        ],
        rows: agents.map(({ agent, rating, sigma, ordinal, winShare, games: own }) => [
          agent,
          rating.mean.toFixed(2),
          rating.low.toFixed(2),
          rating.high.toFixed(2),
          sigma.toFixed(2),
          ordinal.toFixed(2),
          percent(winShare),
          own,
        ]),
      }),
    ],
  };
}
