import type { ArenaReport } from '../../eval/arena.js';
import { type BiddingResult, HABITS } from '../../eval/bidding.js';
import type { GangupCeiling } from '../../eval/ceiling-gangup.js';
import type { CrossPlayReport, Mix } from '../../eval/cross-play.js';
import { type FaultRow, faultWords } from '../../eval/faults.js';
import type { GangupArenaReport } from '../../eval/gangup-arena.js';
import { type AnyArenaReport, crossPlayMatrix } from '../../eval/report/arena-page.js';
import type { RoundRobinReport } from '../../eval/round-robin.js';
import type { SequenceResult } from '../../eval/sequential.js';
import type { Interval } from '../../eval/stats.js';

/** What an arena found, for people. */
export function arenaLines(report: AnyArenaReport): string[] {
  if ('cells' in report) return crossPlayLines(report);
  if ('tables' in report) return ratingLines(report);
  return report.game === 'gang' ? gangLines(report) : gangupLines(report);
}

function gangLines(report: ArenaReport): string[] {
  const lines: string[] = [];
  const { lineups } = report;
  const width = Math.max(...lineups.map((row) => row.lineup.length));
  for (const row of lineups) {
    const classes = [...new Set(row.classes)].join(' and ');
    const wins = `${percent(row.gameWins)} of games${row.gameWinsFrom === 'success' ? ' (worked out)' : ''}`;
    lines.push(
      `${row.lineup.padEnd(width)}  ${percent(row.success)} of heists  ${wins}  ` +
        `${row.movesPerRound.toFixed(1)} moves a round  ${row.heists} heists, ${row.config.roundEnd}, sees ${classes}`,
    );
    if (row.control !== undefined) {
      const gone = (100 * row.control.varianceReduction).toFixed(1);
      lines.push(
        `${''.padEnd(width)}  ${percent(row.control)} with the luck of the deals taken out (variance −${gone} %)`,
      );
    }
    if (row.sequence !== undefined) lines.push(`${''.padEnd(width)}  ${stopped(row.sequence)}`);
  }
  for (const { a, b, success } of report.differences) {
    lines.push(
      `${lineups[a]!.lineup} − ${lineups[b]!.lineup}: ${points(success.mean)} points ` +
        `(${points(success.low)} to ${points(success.high)}) on the same deals`,
    );
  }
  for (const { players, success, behind } of report.ceiling ?? []) {
    const rows = behind.map(({ lineup, success: left }) => `${lineups[lineup]!.lineup} ${points(left.mean)}`);
    lines.push(
      `a team of ${players} that peeks (sees all hands; no agent): ${percent(success)} of heists, ` +
        `in points above ${rows.join(', ')}`,
    );
  }
  return [...lines, ...faultLines(report)];
}

function stopped({ target, halfWidth, reached }: SequenceResult): string {
  const width = `± ${(100 * halfWidth).toFixed(2)} points`;
  const asked = `${(100 * target).toFixed(2)} asked for`;
  return reached ? `${width}, ${asked}; holds however early it was stopped` : `${width} at --games, ${asked}`;
}

function gangupLines(report: GangupArenaReport): string[] {
  const width = Math.max(...report.lineups.flatMap((row) => row.agents.map((agent) => agent.length)));
  const rows = report.lineups.flatMap((row) => {
    const { turns, ends, fuel, deals } = row;
    const reached = fuel === 0 ? '' : `; in ${fuel} a seat made all plays of a turn (R-FUEL)`;
    const forfeits = ends.forfeit === 0 ? '' : `, ${ends.forfeit} forfeited`;
    return [
      `${row.lineup}: ${row.games} games (${deals} deals), ${turns.mean.toFixed(1)} turns, ` +
        `${ends.status} ended by status, ${ends.crimes} with the last crime, ${ends.turns} after 200 turns${forfeits}${reached}`,
      ...row.seats.flatMap(({ agent, copies, winShare, status, sequence }) => {
        const each = copies === 1 ? '' : `  each of ${copies}`;
        const half = (status.high - status.low) / 2;
        const margin = Number.isFinite(half) ? ` ± ${half.toFixed(2)}` : '';
        const line =
          `  ${agent.padEnd(width)}  wins ${percent(winShare)}, fair ${(100 * row.fairShare).toFixed(1)} %  ` +
          `final status ${status.mean.toFixed(2)}${margin}${each}`;
        return sequence === undefined ? [line] : [line, `  ${''.padEnd(width)}  ${stopped(sequence)}`];
      }),
      ...(row.ceiling === undefined ? [] : ceilingLines(row.ceiling)),
      ...(row.bidding ?? []).flatMap(biddingLines),
    ];
  });
  return [...rows, ...faultLines(report)];
}

/** What a search that sees all cards wins in the place of the first agent, and how far up to it that one is. */
function ceilingLines({ agent, iterations, turns, games, winShare, reached }: GangupCeiling): string[] {
  const ahead = turns === 0 ? 'to the end of the turn' : `${turns} ${turns === 1 ? 'turn' : 'turns'} ahead`;
  const way =
    reached === null
      ? 'it is not above the fair share beyond doubt, so there is no way to measure'
      : `of the way there from the fair share ${agent} has come ${percent(reached)}`;
  return [
    `  a search that peeks (sees all cards; no agent; ${iterations} iterations, ${ahead}) in its place wins ` +
      `${percent(winShare)} of ${games} games; ${way}`,
  ];
}

/** What an agent does about crimes and alliances, over all; `--json` and `--html` have the rest. */
function biddingLines({ agent, habits }: BiddingResult): string[] {
  const meaning = new Map<string, string>(HABITS.map((habit) => [habit.key, habit.meaning]));
  return [
    `  ${agent}:`,
    ...habits.map(({ habit, rate, occasions }) => {
      const figure =
        rate === null
          ? 'never could'
          : habit === 'surplus'
            ? rate.mean.toFixed(2)
            : `${(100 * rate.mean).toFixed(1)} %`;
      return `    ${habit.padEnd(11)}  ${figure.padStart(11)} of ${String(occasions).padStart(6)}  ${meaning.get(habit)!}`;
    }),
  ];
}

const MIX_LINES: Readonly<Record<CrossPlayReport['game'], Readonly<Record<Mix, string>>>> = {
  gang: {
    half: 'Heists that succeeded, half of each (diagonal: alone):',
    guest: 'Heists that succeeded, one of the column among copies of the row (diagonal: alone):',
  },
  gangup: { half: '', guest: 'Games that one of the column won among copies of the row:' },
};

function crossPlayLines(report: CrossPlayReport): string[] {
  const labels = report.agents.map(({ label }) => label);
  const named = report.agents.filter(({ name, label }) => name !== label);
  const lines = named.map(({ name, label }) => `${label}: ${name}`);
  for (const mix of ['half', 'guest'] as const) {
    if (!report.cells.some((cell) => cell.mix === mix)) continue;
    const { values, halfWidths } = crossPlayMatrix(report, mix);
    const cells = values.map((row, r) =>
      row.map((value, c) =>
        value === null ? '–' : `${(100 * value).toFixed(1)} ± ${(100 * halfWidths[r]![c]!).toFixed(1)}`,
      ),
    );
    const width = Math.max(...labels.map((label) => label.length), ...cells.flat().map((cell) => cell.length)) + 2;
    lines.push('', MIX_LINES[report.game][mix]);
    lines.push(`${''.padEnd(width)}${labels.map((label) => label.padStart(width)).join('')}`);
    for (const [r, row] of cells.entries()) {
      lines.push(`${labels[r]!.padEnd(width)}${row.map((cell) => cell.padStart(width)).join('')}`);
    }
  }
  for (const { group, seeds, mix, self, cross, difference, differenceOverDeals } of report.groups) {
    lines.push(
      '',
      `${group}, ${seeds} seeds, ${mix === 'half' ? 'half and half' : 'one guest'}: self-play ${percent(self)}, ` +
        `cross-play ${percent(cross)},`,
      `  difference ${range(difference)} points over seeds and deals, ${range(differenceOverDeals)} over deals alone`,
    );
  }
  return lines;
}

function ratingLines({ agents, tables, players, games, resamples }: RoundRobinReport): string[] {
  const width = Math.max(...agents.map(({ agent }) => agent.length));
  return [
    `${tables} tables of ${players}, ${games} games each; intervals by ${resamples} draws of deals`,
    ...agents.map(
      ({ agent, rating, ordinal, winShare, games: own }) =>
        `${agent.padEnd(width)}  rating ${rating.mean.toFixed(2)} (${rating.low.toFixed(2)}–${rating.high.toFixed(2)}), ` +
        `μ − 3σ ${ordinal.toFixed(2)}  wins ${percent(winShare)} of ${own}`,
    ),
  ];
}

/** What went wrong with users' own agents, a line for each that did not play without fault. */
function faultLines(report: {
  readonly lineups: readonly { readonly lineup: string }[];
  readonly faults: readonly FaultRow[];
}): string[] {
  return report.faults.flatMap((row) => {
    const words = faultWords(row);
    return words === null ? [] : [`${row.agent} in ${report.lineups[row.lineup]!.lineup}: ${words}`];
  });
}

function percent(interval: Interval): string {
  const round = (share: number): string => (100 * share).toFixed(1);
  return `${round(interval.mean)} % (${round(interval.low)}–${round(interval.high)})`;
}

function range({ mean, low, high }: Interval): string {
  return `${points(mean)} (${points(low)} to ${points(high)})`;
}

function points(share: number): string {
  if (!Number.isFinite(share)) return share < 0 ? '−∞' : '∞';
  const text = Math.abs(100 * share).toFixed(2);
  return `${share < 0 ? '−' : '+'}${text}`;
}
