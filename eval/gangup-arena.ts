import type { GangupAgent } from '../agents/gangup/gangup-agent.js';
import type { GangupConfig } from '../src/gangup/config.js';
import { type BiddingResult, habitsOf } from './bidding.js';
import { type BootstrapInterval, bootstrap } from './bootstrap.js';
import { ceilingOf, type GangupCeiling, type PeekBudget } from './ceiling-gangup.js';
import { Contest } from './contest.js';
import type { DecisionBlock } from './decisions.js';
import { type FaultRow, faultRows } from './faults.js';
import { ENDS, GANGUP_ROW, habitColumn, placeColumn } from './gangup-rows.js';
import { formatLineup, type Lineup, rotations } from './lineup.js';
import { type SequenceResult, sequenceOf, untilNarrow } from './sequential.js';
import { clusteredMean, clusteredShare, type Interval } from './stats.js';

export interface GangupArenaOptions {
  readonly lineups: readonly Lineup<GangupAgent>[];
  /** The table; `players` follows from each line-up. */
  readonly config: Omit<GangupConfig, 'players'>;
  /** Games for each line-up; with `until` the most. */
  readonly games: number;
  /** Stop a line-up as soon as the interval of each agent's win share is at most this far from its middle to its ends. */
  readonly until?: number | undefined;
  readonly seed: number;
  /** Whether it is also counted who does what about crimes and alliances. */
  readonly bidding?: boolean | undefined;
  /** Whether a search that peeks plays the first of the games as well, in the places of each line-up's first agent. */
  readonly ceiling?: (PeekBudget & { readonly games: number }) | undefined;
  /**
   * Worker threads, which find the agents again by their names; 0 or absent: this thread, with the agents given.
   * Changes nothing but the speed.
   */
  readonly threads?: number;
  readonly signal?: AbortSignal;
  /** Called now and then with the games finished so far, over all line-ups. */
  onProgress?(done: number, total: number): void;
  /** Takes every decision, in the order of games; nothing is recorded without it. */
  onDecisions?(block: DecisionBlock): void | Promise<void>;
}

/** How one agent of a line-up did. */
export interface SeatResult {
  readonly agent: string;
  /** How often it sits in the line-up. */
  readonly copies: number;
  /** Share of games that a copy won, shared wins split. With `until` the interval is that of `sequence`. */
  readonly winShare: Interval;
  /** The same by resampling deals. */
  readonly bootstrap: BootstrapInterval;
  /** With `until`: the interval that holds however early it was stopped, from the deals played in every way to sit. */
  readonly sequence?: SequenceResult;
  /** Mean status at the end. */
  readonly status: Interval;
}

export interface GangupLineupResult {
  readonly lineup: string;
  readonly agents: readonly string[];
  readonly games: number;
  /** Different deals; each is played once in every different way to sit, one after another. */
  readonly deals: number;
  readonly seatings: number;
  /** What a copy would win if all were alike. */
  readonly fairShare: number;
  /** One row per agent name. */
  readonly seats: readonly SeatResult[];
  /** Turns of a game, all seats together. */
  readonly turns: { readonly mean: number; readonly max: number };
  /** Why games ended: a winning status, the last crime, the cap on turns, or an agent's fault (`--strict`). */
  readonly ends: Readonly<Record<(typeof ENDS)[number], number>>;
  /** Prompts with at least two answers, a game. */
  readonly decisions: number;
  /** Games in which a seat made all the plays that a turn allows (R-FUEL). */
  readonly fuel: number;
  /** With `bidding`: what each agent does about crimes and alliances. */
  readonly bidding?: readonly BiddingResult[];
  /** With `ceiling`: what a search that sees all cards wins in the place of the first agent. */
  readonly ceiling?: GangupCeiling;
  readonly config: GangupConfig;
}

/** What `hench arena gangup --json` prints. */
export interface GangupArenaReport {
  readonly game: 'gangup';
  readonly seed: number;
  readonly lineups: readonly GangupLineupResult[];
  /** What went wrong with users' own agents, a row for each of a line-up. */
  readonly faults: readonly FaultRow[];
}

/**
 * Plays every line-up on the same deals: deal i has the same cards and the same first seat for all line-ups of one size,
 * and is played once in every different way to sit, so that each agent gets every seat with every hand. That takes the
 * luck of cards and seats out of the comparison; the games of one deal are a cluster, and the intervals are those of
 * independent clusters. Where `games` is no multiple of the ways to sit, the last deal lacks some.
 */
export async function runGangupArena(options: GangupArenaOptions): Promise<GangupArenaReport> {
  const { lineups, games, seed, until, ceiling } = options;
  const configs = lineups.map(({ names }) => ({ ...options.config, players: names.length }));
  // With a ceiling every line-up is there twice: as it is, then with the search that peeks.
  const twice = <T>(items: readonly T[]): T[] => (ceiling === undefined ? [...items] : [...items, ...items]);
  const peeking = ceiling === undefined ? 0 : Math.min(games, ceiling.games);
  const contest = new Contest({
    ...options,
    game: 'gangup',
    lineups: twice(lineups),
    configs: twice(configs),
    games: twice(lineups).map((_, i) => (i < lineups.length ? games : peeking)),
    peeks: twice(lineups).map((_, i) => (i < lineups.length ? undefined : ceiling)),
  });
  try {
    for (const [i, { names }] of lineups.entries()) {
      if (until === undefined) {
        await contest.playTo(games, i);
        continue;
      }
      const step = rotations(names).length;
      const scores = (): Float64Array[] => agentsOf(names).map(({ places }) => fullDeals(contest, i, places, step));
      await untilNarrow({ games, step, target: until, play: (to) => contest.playTo(to, i), scores });
    }
    for (const i of ceiling === undefined ? [] : lineups.keys()) await contest.playTo(peeking, lineups.length + i);
  } finally {
    contest.close();
  }
  return {
    game: 'gangup',
    seed,
    lineups: lineups.map((lineup, i) => summarise(contest, i, lineup, configs[i]!, options)),
    faults: faultRows(lineups),
  };
}

/** The agents of a line-up, each with its places. */
export function agentsOf(names: readonly string[]): { readonly agent: string; readonly places: readonly number[] }[] {
  return [...new Set(names)].map((agent) => ({
    agent,
    places: names.flatMap((name, place) => (name === agent ? [place] : [])),
  }));
}

/** What the agents in these places did: sums over the games of each deal of what a copy won and of its status. */
export interface DealSums {
  /** [deals] games played of each */
  readonly sizes: Float64Array;
  readonly shares: Float64Array;
  readonly status: Float64Array;
}

export function dealSums(
  contest: Pick<Contest<'gangup'>, 'played' | 'column'>,
  lineup: number,
  places: readonly number[],
  seatings: number,
): DealSums {
  const games = contest.played[lineup]!;
  const deals = Math.ceil(games / seatings);
  const sums = { sizes: new Float64Array(deals), shares: new Float64Array(deals), status: new Float64Array(deals) };
  for (let game = 0; game < games; game++) sums.sizes[Math.floor(game / seatings)]!++;
  for (const place of places) {
    const shares = contest.column(lineup, placeColumn(place));
    const status = contest.column(lineup, placeColumn(place) + 1);
    for (let game = 0; game < games; game++) {
      const deal = Math.floor(game / seatings);
      sums.shares[deal]! += shares[game]! / places.length;
      sums.status[deal]! += status[game]! / places.length;
    }
  }
  return sums;
}

/** [deals] sums of a column of the agent's habits over the games of each deal and its places. */
function habitSums(
  contest: Contest<'gangup'>,
  lineup: number,
  { players, places, seatings }: { players: number; places: readonly number[]; seatings: number },
) {
  const games = contest.played[lineup]!;
  return (column: number): Float64Array => {
    const sums = new Float64Array(Math.ceil(games / seatings));
    for (const place of places) {
      const values = contest.column(lineup, habitColumn(players, place) + column);
      for (let game = 0; game < games; game++) sums[Math.floor(game / seatings)]! += values[game]!;
    }
    return sums;
  };
}

/** Win share of a copy in each deal that was played in every way to sit. */
function fullDeals(
  contest: Contest<'gangup'>,
  lineup: number,
  places: readonly number[],
  seatings: number,
): Float64Array {
  const { shares } = dealSums(contest, lineup, places, seatings);
  return shares.subarray(0, Math.floor(contest.played[lineup]! / seatings)).map((share) => share / seatings);
}

function summarise(
  contest: Contest<'gangup'>,
  index: number,
  { names }: Lineup<GangupAgent>,
  config: GangupConfig,
  { lineups, until, seed, bidding, ceiling }: GangupArenaOptions,
): GangupLineupResult {
  const games = contest.played[index]!;
  const seatings = rotations(names).length;
  const column = (at: number): Float64Array => contest.column(index, at);
  const ends = column(GANGUP_ROW.end);
  const count = (reason: (typeof ENDS)[number]): number => ends.filter((end) => end === ENDS.indexOf(reason)).length;
  const turns = column(GANGUP_ROW.turns);
  const ceilingBeside = (): GangupCeiling => {
    const { agent, places } = agentsOf(names)[0]!;
    const at = lineups.length + index;
    const of = {
      agent,
      budget: { iterations: ceiling!.iterations, turns: ceiling!.turns },
      games: contest.played[at]!,
    };
    const own = dealSums(contest, index, places, seatings);
    return ceilingOf(of, own, dealSums(contest, at, places, seatings), 1 / names.length, seed);
  };
  return {
    lineup: formatLineup(names),
    agents: names,
    games,
    deals: Math.ceil(games / seatings),
    seatings,
    fairShare: 1 / names.length,
    seats: agentsOf(names).map(({ agent, places }) => {
      const { sizes, shares, status } = dealSums(contest, index, places, seatings);
      const sequence =
        until === undefined ? undefined : sequenceOf(fullDeals(contest, index, places, seatings), 0, 1, until);
      return {
        agent,
        copies: places.length,
        winShare: sequence?.interval ?? clusteredShare(shares, sizes),
        bootstrap: bootstrap(shares, sizes, seed),
        status: clusteredMean(status, sizes),
        ...(sequence === undefined ? {} : { sequence }),
      };
    }),
    turns: { mean: mean(turns), max: turns.reduce((most, n) => Math.max(most, n), 0) },
    ends: { status: count('status'), crimes: count('crimes'), turns: count('turns'), forfeit: count('forfeit') },
    decisions: mean(column(GANGUP_ROW.decisions)),
    fuel: column(GANGUP_ROW.fuel).filter((reached) => reached === 1).length,
    ...(bidding !== true
      ? {}
      : {
          bidding: agentsOf(names).map(({ agent, places }) => ({
            agent,
            habits: habitsOf(names.length, habitSums(contest, index, { players: names.length, places, seatings })),
          })),
        }),
    ...(ceiling === undefined ? {} : { ceiling: ceilingBeside() }),
    config,
  };
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
