import { ordinal, type Rating, rate, rating } from 'openskill';
import type { GangupAgent } from '../agents/gangup/gangup-agent.js';
import { Rng } from '../src/core/rng.js';
import type { GangupConfig } from '../src/gangup/config.js';
import { type BootstrapInterval, bootstrap } from './bootstrap.js';
import { Contest } from './contest.js';
import { placeColumn } from './gangup-rows.js';
import type { Lineup } from './lineup.js';
import type { Member } from './members.js';
import { type Interval, Z95 } from './stats.js';

export interface RoundRobinOptions {
  /** At least as many as there are seats. */
  readonly members: readonly Member<GangupAgent>[];
  readonly config: GangupConfig;
  /** Games of each table; rounded up so that each deal is played in every way to sit. */
  readonly games: number;
  readonly seed: number;
  readonly threads?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  onProgress?(done: number, total: number): void;
}

export interface RatedAgent {
  readonly agent: string;
  /** Openskill's μ; its interval by drawing deals anew and rating again (`resamples` times). */
  readonly rating: Interval;
  /** Openskill's own σ, and μ − 3σ. */
  readonly sigma: number;
  readonly ordinal: number;
  /** Share of its games that it won, over all tables. */
  readonly winShare: BootstrapInterval;
  readonly games: number;
}

/** What `hench arena gangup --round-robin --json` prints. */
export interface RoundRobinReport {
  readonly game: 'gangup';
  readonly seed: number;
  readonly players: number;
  readonly tables: number;
  /** Games of each table. */
  readonly games: number;
  readonly fairShare: number;
  readonly resamples: number;
  /** As they were named, in that order, on which the order of games depends. */
  readonly members: readonly string[];
  /** Best first. */
  readonly agents: readonly RatedAgent[];
  readonly config: GangupConfig;
}

/** A game: who sat, and what they won. */
interface Game {
  readonly seats: readonly number[];
  readonly ranks: readonly number[];
}

/** Ratings are worked out about so often altogether, which bounds the time. */
const RATES_MAX = 400_000;
const RESAMPLES = { min: 20, max: 200 } as const;
const ROBIN_STREAM = -103;

/**
 * Every choice of so many agents as there are seats plays the same deals, each in every way to sit; ratings by openskill
 * (Plackett–Luce, Weng and Lin 2011) from who won and who did not: what a loser's status was counts for nothing in the
 * game. A rating depends a little on the order of games, so games come in an order drawn from the seed, and in another
 * for each draw of deals: the interval holds that as well.
 */
export async function runRoundRobin(options: RoundRobinOptions): Promise<RoundRobinReport> {
  const { members, config, seed } = options;
  const { players } = config;
  const games = Math.ceil(options.games / players) * players;
  const tables = choices(members.length, players);
  const lineups = tables.map(
    (table): Lineup<GangupAgent> => ({
      names: table.map((i) => members[i]!.name),
      agents: table.map((i) => members[i]!.agent),
    }),
  );
  const configs = tables.map(() => config);
  const contest = new Contest({ ...options, game: 'gangup', lineups, configs, games: tables.map(() => games) });
  try {
    await contest.playTo(games);
  } finally {
    contest.close();
  }
  const deals: Game[][] = [];
  const shares = members.map((): { sums: number[]; sizes: number[] } => ({ sums: [], sizes: [] }));
  for (const [t, seats] of tables.entries()) {
    const won = seats.map((_, place) => contest.column(t, placeColumn(place)));
    for (let from = 0; from < games; from += players) {
      const deal = Array.from({ length: players }, (_, i): Game => {
        const ranks = won.map((share) => (share[from + i]! > 0 ? 1 : 2));
        return { seats, ranks };
      });
      deals.push(deal);
      for (const [place, member] of seats.entries()) {
        const own = won[place]!.subarray(from, from + players);
        shares[member]!.sums.push(own.reduce((sum, share) => sum + share, 0));
        shares[member]!.sizes.push(players);
      }
    }
  }
  const rng = new Rng(seed, ROBIN_STREAM);
  const all = deals.length * players;
  const resamples = Math.max(RESAMPLES.min, Math.min(RESAMPLES.max, Math.floor(RATES_MAX / all)));
  const rated = rateGames(shuffled(deals.flat(), rng), members.length);
  const again = members.map(() => new Float64Array(resamples));
  for (let draw = 0; draw < resamples; draw++) {
    options.signal?.throwIfAborted();
    await new Promise(setImmediate);
    const drawn = Array.from(deals, () => deals[rng.below(deals.length)]!).flat();
    for (const [i, { mu }] of rateGames(shuffled(drawn, rng), members.length).entries()) again[i]![draw] = mu;
  }
  const agents = members.map(({ name }, i): RatedAgent => {
    const { mu, sigma } = rated[i]!;
    const half = Z95 * deviation(again[i]!);
    return {
      agent: name,
      rating: { mean: mu, low: mu - half, high: mu + half },
      sigma,
      ordinal: ordinal(rated[i]!),
      winShare: bootstrap(shares[i]!.sums, shares[i]!.sizes, seed),
      games: shares[i]!.sizes.length * players,
    };
  });
  agents.sort((a, b) => b.rating.mean - a.rating.mean);
  return {
    game: 'gangup',
    seed,
    players,
    tables: tables.length,
    games,
    fairShare: 1 / players,
    resamples,
    members: members.map(({ name }) => name),
    agents,
    config,
  };
}

/** Every choice of `k` of the numbers below `n`, ascending. */
export function choices(n: number, k: number): number[][] {
  if (k === 0) return [[]];
  const out: number[][] = [];
  for (let last = k - 1; last < n; last++) for (const rest of choices(last, k - 1)) out.push([...rest, last]);
  return out;
}

function rateGames(games: readonly Game[], agents: number): Rating[] {
  const ratings = Array.from({ length: agents }, () => rating());
  for (const { seats, ranks } of games) {
    const after = rate(
      seats.map((agent) => [ratings[agent]!]),
      { rank: [...ranks] },
    );
    for (const [place, agent] of seats.entries()) ratings[agent] = after[place]![0]!;
  }
  return ratings;
}

function shuffled<T>(items: readonly T[], rng: Rng): T[] {
  const out = [...items];
  for (let i = out.length - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}

function deviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}
