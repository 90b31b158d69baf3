import type { GangAgent } from '../agents/gang-agent.js';
import type { ObservationClass } from '../src/env/gang-layout.js';
import type { GangConfig } from '../src/gang/config.js';
import { formatLineup, type Lineup, rotations } from './lineup.js';
import { type LineupPlays, playLineup } from './play.js';
import { clusteredShare, gameWinInterval, type Interval, meanInterval, wilson } from './stats.js';

export interface ArenaOptions {
  readonly lineups: readonly Lineup<GangAgent>[];
  /** The table; `players` follows from each line-up. */
  readonly config: Omit<GangConfig, 'players'>;
  /** The table of each line-up, where what else it has depends on the number of players (exit chips). */
  readonly configs?: readonly GangConfig[];
  /** Deals: heists where `length` is `heist`, whole games where it is `game`. */
  readonly games: number;
  readonly seed: number;
  /** Tables played at once; changes nothing but the speed. */
  readonly tables?: number;
  readonly signal?: AbortSignal;
  /** Called now and then with the deals finished so far, over all line-ups. */
  onProgress?(done: number, total: number): void;
}

export interface LineupResult {
  readonly lineup: string;
  readonly agents: readonly string[];
  /** What each may look at (R-SILENT). */
  readonly classes: readonly ObservationClass[];
  /** Heists played. */
  readonly heists: number;
  /**
   * Share of heists that succeeded. Heists of one deal each are independent: Wilson's interval. In whole games the
   * heists of a game are a cluster: `clusteredShare`.
   */
  readonly success: Interval;
  /** Share of games won: counted (`games`, Wilson's interval) or worked out from the heists (`success`). */
  readonly gameWins: Interval;
  readonly gameWinsFrom: 'games' | 'success';
  /** Chips moved per round, all seats together. */
  readonly movesPerRound: number;
  /** Ways to sit that the deals went through in turn. */
  readonly seatings: number;
  readonly config: GangConfig;
}

/** How much more often line-up `a` succeeded than `b` on the same deals (indices into `lineups`). */
export interface PairedDifference {
  readonly a: number;
  readonly b: number;
  /** Difference of the shares of heists (or of games, where whole games were played), deal by deal. */
  readonly success: Interval;
}

/** What `hench arena gang --json` prints. */
export interface ArenaReport {
  readonly game: 'gang';
  readonly seed: number;
  readonly lineups: readonly LineupResult[];
  readonly differences: readonly PairedDifference[];
}

/**
 * Plays every line-up on the same deals: deal i has the same cards and the same order of asking for all line-ups of one
 * size. Each deal is played once by each line-up, and the seats rotate from deal to deal through the distinct ways to
 * sit, so that deals are independent and the intervals are those of independent trials; the differences between
 * line-ups are taken deal by deal, which takes out what the cards contribute.
 */
export async function runArena(options: ArenaOptions): Promise<ArenaReport> {
  const { lineups, games } = options;
  const total = lineups.length * games;
  const plays: LineupPlays[] = [];
  for (const lineup of lineups) {
    const before = plays.length * games;
    plays.push(
      await playLineup({
        agents: lineup.agents,
        seatings: rotations(lineup.names),
        config: configOf(options, lineup, plays.length),
        games,
        seed: options.seed,
        tables: options.tables,
        signal: options.signal,
        onProgress: (done) => options.onProgress?.(before + done, total),
      }),
    );
  }
  const differences: PairedDifference[] = [];
  for (let a = 0; a < lineups.length; a++) {
    for (let b = a + 1; b < lineups.length; b++) {
      if (lineups[a]!.names.length !== lineups[b]!.names.length) continue; // other deals
      differences.push({ a, b, success: pairedDifference(plays[a]!, plays[b]!, options.config.length === 'game') });
    }
  }
  return {
    game: 'gang',
    seed: options.seed,
    lineups: lineups.map((lineup, i) => summarise(lineup, plays[i]!, options, configOf(options, lineup, i))),
    differences,
  };
}

function configOf(options: ArenaOptions, lineup: Lineup<GangAgent>, index: number): GangConfig {
  return options.configs?.[index] ?? { ...options.config, players: lineup.names.length };
}

function summarise(
  lineup: Lineup<GangAgent>,
  plays: LineupPlays,
  options: ArenaOptions,
  config: GangConfig,
): LineupResult {
  const { successes, heists, wins } = plays;
  const whole = options.config.length === 'game';
  const played = sum(heists);
  const success = whole ? clusteredShare(successes, heists) : wilson(sum(successes), played);
  return {
    lineup: formatLineup(lineup.names),
    agents: lineup.names,
    classes: lineup.agents.map((agent) => agent.observes),
    heists: played,
    success,
    gameWins: whole ? wilson(sum(wins), wins.length) : gameWinInterval(success),
    gameWinsFrom: whole ? 'games' : 'success',
    movesPerRound: plays.moves / plays.rounds,
    seatings: rotations(lineup.names).length,
    config,
  };
}

function pairedDifference(a: LineupPlays, b: LineupPlays, whole: boolean): Interval {
  const [x, y] = whole ? [a.wins, b.wins] : [a.successes, b.successes];
  return meanInterval(Float64Array.from(x, (value, i) => value - y[i]!));
}

function sum(values: Uint8Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
