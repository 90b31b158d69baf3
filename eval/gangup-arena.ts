import type { GangupAgent } from '../agents/gangup/gangup-agent.js';
import { unwrap } from '../src/core/errors.js';
import { type GangupConfig, parseGangupConfig } from '../src/gangup/config.js';
import { gangup } from '../src/gangup/game.js';
import { INFO } from '../src/gangup/state.js';
import { orAborted } from './abort.js';
import { dealSeed } from './deals.js';
import { GangupMatch } from './gangup-play.js';
import { formatLineup, type Lineup, openLineup, rotations } from './lineup.js';
import { clusteredMean, clusteredShare, type Interval } from './stats.js';
import type { Task } from './thread.js';
import { inThreads } from './threads.js';

export interface GangupArenaOptions {
  readonly lineups: readonly Lineup<GangupAgent>[];
  /** The table; `players` follows from each line-up. */
  readonly config: Omit<GangupConfig, 'players'>;
  /** Games for each line-up. */
  readonly games: number;
  readonly seed: number;
  /**
   * Worker threads, which find the agents again by their names; 0 or absent: this thread, with the agents given.
   * Changes nothing but the speed.
   */
  readonly threads?: number;
  readonly signal?: AbortSignal;
  /** Called now and then with the games finished so far, over all line-ups. */
  onProgress?(done: number, total: number): void;
}

/** How one agent of a line-up did. */
export interface SeatResult {
  readonly agent: string;
  /** How often it sits in the line-up. */
  readonly copies: number;
  /** Share of games that a copy won, shared wins split. */
  readonly winShare: Interval;
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
  /** Why games ended: a winning status, the last crime, or the cap on turns. */
  readonly ends: { readonly status: number; readonly crimes: number; readonly turns: number };
  /** Prompts with at least two answers, a game. */
  readonly decisions: number;
  /** Games in which a seat made all the plays that a turn allows (R-FUEL). */
  readonly fuel: number;
  readonly config: GangupConfig;
}

/** What `hench arena gangup --json` prints. */
export interface GangupArenaReport {
  readonly game: 'gangup';
  readonly seed: number;
  readonly lineups: readonly GangupLineupResult[];
}

/** Columns of a game's row before those of the places: win share and final status of each. */
const COLUMNS = { turns: 0, end: 1, decisions: 2, fuel: 3, places: 4 } as const;
const ENDS = ['status', 'crimes', 'turns'] as const;

/** What a thread needs to play a line-up's games. */
export interface ArenaSetup {
  readonly lineup: string;
  readonly config: GangupConfig;
  readonly seed: number;
}

function columns(players: number): number {
  return COLUMNS.places + 2 * players;
}

/** Plays games of a line-up, by number: rows of numbers, one a game. */
export function arenaTask(lineup: Lineup<GangupAgent>, config: GangupConfig, seed: number): Task<Float64Array> {
  const seatings = rotations(lineup.names);
  const match = new GangupMatch(config);
  const width = columns(config.players);
  return async (from, to, stopped) => {
    const rows = new Float64Array((to - from) * width);
    for (let game = from; game < to; game++) {
      const seating = seatings[game % seatings.length]!;
      const row = (game - from) * width;
      const event = (seen: { readonly type: string; readonly reason?: string }): void => {
        if (seen.type === 'fuel') rows[row + COLUMNS.fuel] = 1;
        else if (seen.type === 'gameOver') rows[row + COLUMNS.end] = ENDS.indexOf(seen.reason as (typeof ENDS)[number]);
      };
      const agents = seating.map((place) => lineup.agents[place]!);
      const deal = Math.floor(game / seatings.length);
      if (!(await match.play(agents, dealSeed(seed, deal), { event }, stopped))) return undefined;
      writeRow(match, seating, rows, row);
    }
    return rows;
  };
}

function writeRow(match: GangupMatch, seating: readonly number[], rows: Float64Array, row: number): void {
  const { state, decisions } = match;
  rows[row + COLUMNS.turns] = state.info[INFO.turn]!;
  rows[row + COLUMNS.decisions] = decisions;
  const shares = new Float64Array(state.seats);
  gangup.returns(state, shares);
  seating.forEach((place, seat) => {
    rows[row + COLUMNS.places + 2 * place] = shares[seat]!;
    rows[row + COLUMNS.places + 2 * place + 1] = state.status[seat]!;
  });
}

/** The same in a worker thread, where agents are found by name. */
export async function openArenaTask({ lineup, config, seed }: ArenaSetup): Promise<Task<Float64Array>> {
  return arenaTask(unwrap(await openLineup('gangup', lineup)), unwrap(parseGangupConfig(config)), seed);
}

/** The compiled worker; run from TypeScript sources (tests), the one in dist. */
function workerUrl(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('../dist/eval/gangup-arena-worker.js', import.meta.url)
    : new URL('./gangup-arena-worker.js', import.meta.url);
}

/** Games that a thread plays between two reports. */
const CHUNK = 20;

/**
 * Plays every line-up on the same deals: deal i has the same cards and the same first seat for all line-ups of one size,
 * and is played once in every different way to sit, so that each agent gets every seat with every hand. That takes the
 * luck of cards and seats out of the comparison; the games of one deal are a cluster, and the intervals are those of
 * independent clusters. Where `games` is no multiple of the ways to sit, the last deal lacks some.
 */
export async function runGangupArena(options: GangupArenaOptions): Promise<GangupArenaReport> {
  const { lineups, games, seed } = options;
  const results: GangupLineupResult[] = [];
  for (const lineup of lineups) {
    const before = results.length * games;
    const progress = (done: number): void => options.onProgress?.(before + done, lineups.length * games);
    const config = { ...options.config, players: lineup.names.length };
    const rows = await playRows(lineup, config, options, progress);
    results.push(summarise(lineup, config, rows, games));
  }
  return { game: 'gangup', seed, lineups: results };
}

/** [games, columns] */
async function playRows(
  lineup: Lineup<GangupAgent>,
  config: GangupConfig,
  options: GangupArenaOptions,
  onDone: (done: number) => void,
): Promise<Float64Array> {
  const { games, seed, signal, threads = 0 } = options;
  const width = columns(config.players);
  const rows = new Float64Array(games * width);
  let done = 0;
  const onPart = (part: Float64Array, from: number, to: number): void => {
    rows.set(part, from * width);
    done += to - from;
    onDone(done);
  };
  if (threads > 0) {
    const setup: ArenaSetup = { lineup: formatLineup(lineup.names), config, seed };
    const chunk = Math.max(1, Math.min(CHUNK, Math.ceil(games / (4 * threads))));
    await inThreads({ worker: workerUrl(), setup, items: games, chunk, threads, signal, onPart });
    return rows;
  }
  const task = arenaTask(lineup, config, seed);
  for (let game = 0; game < games; game++) {
    await new Promise(setImmediate); // Ctrl-C and the progress bar get their turn
    signal?.throwIfAborted();
    const part = await orAborted(
      task(game, game + 1, () => signal?.aborted === true),
      signal,
    );
    if (part !== undefined) onPart(part, game, game + 1);
  }
  return rows;
}

function summarise(
  lineup: Lineup<GangupAgent>,
  config: GangupConfig,
  rows: Float64Array,
  games: number,
): GangupLineupResult {
  const { names } = lineup;
  const width = columns(config.players);
  const seatings = rotations(names).length;
  const deals = Math.ceil(games / seatings);
  const column = (at: number): Float64Array =>
    Float64Array.from({ length: games }, (_, game) => rows[game * width + at]!);
  const ends = column(COLUMNS.end);
  const count = (reason: (typeof ENDS)[number]): number => ends.filter((end) => end === ENDS.indexOf(reason)).length;
  const turns = column(COLUMNS.turns);
  return {
    lineup: formatLineup(names),
    agents: names,
    games,
    deals,
    seatings,
    fairShare: 1 / names.length,
    seats: [...new Set(names)].map((agent) => {
      const places = names.flatMap((name, place) => (name === agent ? [place] : []));
      const sizes = new Float64Array(deals);
      const shares = new Float64Array(deals);
      const status = new Float64Array(deals);
      for (let game = 0; game < games; game++) {
        const deal = Math.floor(game / seatings);
        sizes[deal]!++;
        for (const place of places) {
          const at = game * width + COLUMNS.places + 2 * place;
          shares[deal]! += rows[at]! / places.length;
          status[deal]! += rows[at + 1]! / places.length;
        }
      }
      return {
        agent,
        copies: places.length,
        winShare: clusteredShare(shares, sizes),
        status: clusteredMean(status, sizes),
      };
    }),
    turns: { mean: mean(turns), max: turns.reduce((most, n) => Math.max(most, n), 0) },
    ends: { status: count('status'), crimes: count('crimes'), turns: count('turns') },
    decisions: mean(column(COLUMNS.decisions)),
    fuel: column(COLUMNS.fuel).filter((reached) => reached === 1).length,
    config,
  };
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
