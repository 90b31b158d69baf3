import type { OutsideOptions } from '../../agents/outside/faults.js';
import { endPrograms } from '../../agents/outside/reaper.js';
import type { AgentOf, GameId } from '../../agents/registry.js';
import { type ArenaReport, runArena } from '../../eval/arena.js';
import { type FaultRow, faultWords } from '../../eval/faults.js';
import { type Lineup, openLineup } from '../../eval/lineup.js';
import type { Interval } from '../../eval/stats.js';
import { unwrap } from '../core/errors.js';
import type { GangConfig } from '../gang/config.js';
import { untilInterrupted } from './progress.js';

/** Reads the line-ups and plays them. Undefined when Ctrl-C ended it. Throws `BadInputError`. */
export async function measure(
  texts: readonly string[],
  games: number,
  seed: number,
  configure: (players: number, lineup: string) => Promise<GangConfig>,
  outside: OutsideOptions,
): Promise<ArenaReport | undefined> {
  try {
    const { lineups, config, configs } = await openLineups('gang', texts, configure, outside);
    return await untilInterrupted('deals', (running) =>
      runArena({ lineups, config, configs, games, seed, ...running }),
    );
  } finally {
    await endPrograms();
  }
}

/** The line-ups of a command, each checked against its table first. Throws `BadInputError`. */
export async function openLineups<G extends GameId, Config>(
  game: G,
  texts: readonly string[],
  configure: (players: number, lineup: string) => Promise<Config>,
  outside: OutsideOptions,
): Promise<{ readonly lineups: Lineup<AgentOf[G]>[]; readonly config: Config; readonly configs: Config[] }> {
  const lineups: Lineup<AgentOf[G]>[] = [];
  const configs: Config[] = [];
  for (const text of texts) {
    const lineup = unwrap(
      await openLineup(
        game,
        text,
        async (players) => {
          configs.push(await configure(players, text));
        },
        outside,
      ),
    );
    lineups.push(lineup);
  }
  return { lineups, config: configs[0]!, configs };
}

/** The report for people. */
export function reportLines(report: ArenaReport): string[] {
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
  }
  for (const { a, b, success } of report.differences) {
    lines.push(
      `${lineups[a]!.lineup} − ${lineups[b]!.lineup}: ${points(success.mean)} points ` +
        `(${points(success.low)} to ${points(success.high)}) on the same deals`,
    );
  }
  return [...lines, ...faultLines(report)];
}

/** What went wrong with users' own agents, a line for each that did not play without fault. */
export function faultLines(report: {
  readonly lineups: readonly { readonly lineup: string }[];
  readonly faults: readonly FaultRow[];
}): string[] {
  return report.faults.flatMap((row) => {
    const words = faultWords(row);
    return words === null ? [] : [`${row.agent} in ${report.lineups[row.lineup]!.lineup}: ${words}`];
  });
}

export function percent(interval: Interval): string {
  const round = (share: number): string => (100 * share).toFixed(1);
  return `${round(interval.mean)} % (${round(interval.low)}–${round(interval.high)})`;
}

function points(share: number): string {
  if (!Number.isFinite(share)) return share < 0 ? '−∞' : '∞';
  const text = Math.abs(100 * share).toFixed(2);
  return `${share < 0 ? '−' : '+'}${text}`;
}
