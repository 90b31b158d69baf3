import { availableParallelism } from 'node:os';
import type { OutsideOptions } from '../../agents/outside/faults.js';
import { endPrograms } from '../../agents/outside/reaper.js';
import { type GangupArenaReport, runGangupArena } from '../../eval/gangup-arena.js';
import type { GangupConfig } from '../gangup/config.js';
import { faultLines, openLineups, percent } from './arena-run.js';
import { untilInterrupted } from './progress.js';

/** Reads the line-ups and plays them. Undefined when Ctrl-C ended it. Throws `BadInputError`. */
export async function measureGangup(
  texts: readonly string[],
  games: number,
  seed: number,
  configure: (players: number, lineup: string) => Promise<GangupConfig>,
  outside: OutsideOptions,
): Promise<GangupArenaReport | undefined> {
  try {
    const { lineups, config } = await openLineups('gangup', texts, configure, outside);
    const threads = availableParallelism();
    return await untilInterrupted('games', (running) =>
      runGangupArena({ lineups, config, games, seed, threads, ...running }),
    );
  } finally {
    await endPrograms();
  }
}

/** The report for people. */
export function reportGangup(report: GangupArenaReport): string[] {
  const width = Math.max(...report.lineups.flatMap((row) => row.agents.map((agent) => agent.length)));
  const rows = report.lineups.flatMap((row) => {
    const { turns, ends, fuel, deals } = row;
    const reached = fuel === 0 ? '' : `; in ${fuel} a seat made all plays of a turn (R-FUEL)`;
    return [
      `${row.lineup}: ${row.games} games (${deals} deals), ${turns.mean.toFixed(1)} turns, ` +
        `${ends.status} ended by status, ${ends.crimes} with the last crime, ${ends.turns} after 200 turns${reached}`,
      ...row.seats.map(({ agent, copies, winShare, status }) => {
        const each = copies === 1 ? '' : `  each of ${copies}`;
        const half = (status.high - status.low) / 2;
        const margin = Number.isFinite(half) ? ` ± ${half.toFixed(2)}` : '';
        return (
          `  ${agent.padEnd(width)}  wins ${percent(winShare)}, fair ${(100 * row.fairShare).toFixed(1)} %  ` +
          `final status ${status.mean.toFixed(2)}${margin}${each}`
        );
      }),
    ];
  });
  return [...rows, ...faultLines(report)];
}
