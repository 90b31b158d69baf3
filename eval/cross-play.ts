import type { AgentOf, GameId } from '../agents/registry.js';
import { Rng } from '../src/core/rng.js';
import { quantile, RESAMPLES } from './bootstrap.js';
import { type ConfigOf, Contest } from './contest.js';
import { GANG_ROW } from './gang-rows.js';
import { dealSums } from './gangup-arena.js';
import { formatLineup, type Lineup, rotations } from './lineup.js';
import { labels, type Member } from './members.js';
import { clusteredShare, type Interval, student, wilson, Z95 } from './stats.js';

/**
 * How two agents share a table: `guest` is one of the second among copies of the first, `half` as many of each, where the
 * number of seats is even and more than two.
 */
export const MIXES = ['half', 'guest'] as const;
export type Mix = (typeof MIXES)[number];

export interface CrossPlayOptions<G extends GameId> {
  readonly game: G;
  readonly members: readonly Member<AgentOf[G]>[];
  readonly config: ConfigOf[G];
  /** Games of each pair. */
  readonly games: number;
  readonly seed: number;
  readonly threads?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  onProgress?(done: number, total: number): void;
}

/** One table: copies of `host`, and of `guest` what the mix says (places in the list of agents). */
export interface CrossPlayCell {
  readonly mix: Mix | 'alone';
  readonly host: number;
  readonly guest: number;
  readonly lineup: string;
  /** The Gang: share of heists (games with `length` game) won. Gang Up!: win share of the guest; fair is 1 / seats. */
  readonly value: Interval;
}

/** How the seeds of one kind do alone and with each other; both mixes, each over all pairs of different seeds. */
export interface GroupResult {
  readonly group: string;
  readonly seeds: number;
  readonly mix: Mix;
  readonly self: Interval;
  readonly cross: Interval;
  /** `cross` less `self` */
  readonly difference: Interval;
  /** The same with the seeds as they are: what other deals would change, and nothing else. */
  readonly differenceOverDeals: Interval;
}

/** A kind with another: mean over all pairs of their seeds. */
export interface BetweenResult {
  readonly mix: Mix;
  readonly host: string;
  readonly guest: string;
  readonly value: Interval;
}

/** What `hench arena … --cross-play --json` prints. */
export interface CrossPlayReport<G extends GameId = GameId> {
  readonly game: G;
  readonly seed: number;
  readonly players: number;
  readonly games: number;
  readonly agents: readonly { readonly name: string; readonly group: string; readonly label: string }[];
  readonly cells: readonly CrossPlayCell[];
  /** Intervals by drawing deals, and seeds where there are several, with replacement. */
  readonly groups: readonly GroupResult[];
  readonly between: readonly BetweenResult[];
  readonly resamples: number;
  readonly config: ConfigOf[G];
}

/** Deals are put together in at most so many blocks before they are drawn: the time stays bounded. */
const BLOCKS_MAX = 1000;
/** Stream of the seed from which resamples are drawn. */
const CROSS_STREAM = -102;

/** A table that is played, and the sum of its results in each block of deals. */
export interface CrossPlayTable {
  readonly mix: Mix | 'alone';
  readonly host: number;
  readonly guest: number;
  readonly names: readonly string[];
  blocks: Float64Array;
}

/** Plays every two of the agents together on the same deals, and each alone. */
export async function runCrossPlay<G extends GameId>(options: CrossPlayOptions<G>): Promise<CrossPlayReport<G>> {
  const { game, members, config, games, seed } = options;
  const { players } = config;
  const tables = tablesOf(game, members, players);
  const lineups = tables.map(({ host, guest, names }): Lineup<AgentOf[G]> => {
    const agentOf = (name: string): AgentOf[G] => members[name === members[host]!.name ? host : guest]!.agent;
    return { names, agents: names.map(agentOf) };
  });
  const configs = tables.map(() => config);
  const contest = new Contest<G>({ ...options, lineups, configs, games: tables.map(() => games) });
  const cells: CrossPlayCell[] = [];
  let size = new Float64Array(0);
  try {
    await contest.playTo(games);
    for (const [i, table] of tables.entries()) {
      const { sums, sizes } = resultOf(contest, game, i, table, members, config);
      const value = game === 'gang' ? wilson(add(sums), sums.length) : clusteredShare(sums, sizes);
      const blocks = Math.min(BLOCKS_MAX, sums.length);
      table.blocks = new Float64Array(blocks);
      size = new Float64Array(blocks);
      for (let deal = 0; deal < sums.length; deal++) {
        const block = Math.floor((deal * blocks) / sums.length);
        table.blocks[block]! += sums[deal]!;
        size[block]! += sizes[deal]!;
      }
      const { mix, host, guest, names } = table;
      cells.push({ mix, host, guest, lineup: formatLineup(names), value });
    }
  } finally {
    contest.close();
  }
  const named = labels(members);
  const agents = members.map(({ name, group }, i) => ({ name, group, label: named[i]! }));
  const means = new CrossPlayMeans(members, tables, size, seed);
  return { game, seed, players, games, agents, cells, ...means.all(game), resamples: RESAMPLES, config };
}

function tablesOf(game: GameId, members: readonly Member<unknown>[], players: number): CrossPlayTable[] {
  const tables: CrossPlayTable[] = [];
  const seat = (mix: CrossPlayTable['mix'], host: number, guest: number, guests: number): void => {
    const names = Array.from({ length: players }, (_, i) => members[i < players - guests ? host : guest]!.name);
    tables.push({ mix, host, guest, names, blocks: new Float64Array(0) });
  };
  for (let host = 0; host < members.length; host++) {
    // Among rivals an agent alone wins what is fair, whoever it is.
    if (game === 'gang') seat('alone', host, host, 0);
    for (let guest = 0; guest < members.length; guest++) {
      if (guest === host) continue;
      seat('guest', host, guest, 1);
      if (game === 'gang' && players % 2 === 0 && guest > host) seat('half', host, guest, players / 2);
    }
  }
  return tables;
}

/** Sums and sizes of each deal. */
function resultOf(
  contest: Contest<GameId>,
  game: GameId,
  index: number,
  { guest, names }: CrossPlayTable,
  members: readonly Member<unknown>[],
  config: ConfigOf[GameId],
): { sums: Float64Array; sizes: Float64Array } {
  if (game === 'gangup') {
    const places = names.flatMap((name, place) => (name === members[guest]!.name ? [place] : []));
    const { shares, sizes } = dealSums(contest, index, places, rotations(names).length);
    return { sums: shares, sizes };
  }
  const whole = 'length' in config && config.length === 'game';
  const sums = contest.column(index, whole ? GANG_ROW.won : GANG_ROW.successes);
  return { sums, sizes: new Float64Array(sums.length).fill(1) };
}

/** Means over kinds and their intervals: percentiles over draws of deals and of the seeds of each kind. */
export class CrossPlayMeans {
  private readonly groups: readonly string[];
  /** [members] the seeds of each kind. */
  private readonly seedsOf: ReadonlyMap<string, readonly number[]>;
  /** [draws][tables] mean of each table on the deals of a draw; the first draw is the deals as they were. */
  private readonly drawn: Float64Array[];
  /** [draws][members] how often each seed was drawn. */
  private readonly weights: Float64Array[];

  /** `size` [blocks]: the games of each block of deals. */
  constructor(
    members: readonly Pick<Member<unknown>, 'group'>[],
    private readonly tables: readonly CrossPlayTable[],
    size: Float64Array,
    seed: number,
  ) {
    this.groups = [...new Set(members.map(({ group }) => group))];
    this.seedsOf = new Map(
      this.groups.map((group) => [group, members.flatMap((member, i) => (member.group === group ? [i] : []))]),
    );
    const rng = new Rng(seed, CROSS_STREAM);
    const blocks = size.length;
    const times = new Float64Array(blocks);
    this.drawn = Array.from({ length: RESAMPLES + 1 }, (_, draw) => {
      times.fill(draw === 0 ? 1 : 0);
      if (draw > 0) for (let i = 0; i < blocks; i++) times[rng.below(blocks)]!++;
      let games = 0;
      for (let i = 0; i < blocks; i++) games += times[i]! * size[i]!;
      return Float64Array.from(tables, ({ blocks: sums }) => {
        let sum = 0;
        for (let i = 0; i < blocks; i++) sum += times[i]! * sums[i]!;
        return sum / games;
      });
    });
    this.weights = this.drawn.map((_, draw) => {
      const weights = new Float64Array(members.length).fill(draw === 0 ? 1 : 0);
      if (draw > 0) for (const group of this.groups) this.drawSeeds(group, rng, weights);
      return weights;
    });
  }

  /** Seeds of a kind, with replacement; drawn again when all are the same one, which could not be crossed. */
  private drawSeeds(group: string, rng: Rng, weights: Float64Array): void {
    const seeds = this.seedsOf.get(group)!;
    do {
      for (const seed of seeds) weights[seed] = 0;
      for (let i = 0; i < seeds.length; i++) weights[seeds[rng.below(seeds.length)]!]!++;
    } while (seeds.length > 1 && seeds.some((seed) => weights[seed] === seeds.length));
  }

  all(game: GameId): { groups: GroupResult[]; between: BetweenResult[] } {
    const groups: GroupResult[] = [];
    const between: BetweenResult[] = [];
    for (const mix of MIXES) {
      if (!this.tables.some((table) => table.mix === mix)) continue;
      for (const host of this.groups) {
        const seeds = this.seedsOf.get(host)!.length;
        if (seeds > 1 && game === 'gang') {
          const self = this.draws((draw) => this.mean(draw, host, host, 'alone', this.weights[draw]!));
          const cross = this.draws((draw) => this.mean(draw, host, host, mix, this.weights[draw]!));
          const wide = (draws: Float64Array, of: Mix | 'alone') => this.overSeeds(draws, host, host, of);
          const fixed = (draw: number, of: Mix | 'alone'): number => this.mean(draw, host, host, of, this.weights[0]!);
          groups.push({
            group: host,
            seeds,
            mix,
            self: ends(wide(self, 'alone')),
            cross: ends(wide(cross, mix)),
            difference: ends(cross.map((value, draw) => value - self[draw]!)),
            differenceOverDeals: ends(this.draws((draw) => fixed(draw, mix) - fixed(draw, 'alone'))),
          });
        }
        for (const guest of this.groups) {
          if (guest === host || (mix === 'half' && this.groups.indexOf(guest) < this.groups.indexOf(host))) continue;
          const value = this.draws((draw) => this.mean(draw, host, guest, mix, this.weights[draw]!));
          between.push({ mix, host, guest, value: ends(this.overSeeds(value, host, guest, mix)) });
        }
      }
    }
    return { groups, between };
  }

  /**
   * Draws of a mean with what the seeds contribute to them widened: a few seeds drawn anew vary less than other seeds
   * would, by (k − 1) / k, and their spread is itself a guess (Student). Of 4 seeds without it an interval holds the
   * mean of the kind 80 times in 100. A difference of two means over the same seeds needs none: they vary together.
   */
  private overSeeds(draws: Float64Array, host: string, guest: string, mix: CrossPlayTable['mix']): Float64Array {
    const several = [host, guest].map((group) => this.seedsOf.get(group)!.length).filter((seeds) => seeds > 1);
    if (several.length === 0) return draws;
    const seeds = Math.min(...several);
    const factor = (student(Z95, seeds - 1) / Z95) * Math.sqrt(seeds / (seeds - 1));
    return draws.map((value, draw) => {
      const fixed = this.mean(draw, host, guest, mix, this.weights[0]!);
      return fixed + factor * (value - fixed);
    });
  }

  private draws(of: (draw: number) => number): Float64Array {
    return Float64Array.from(this.drawn, (_, draw) => of(draw));
  }

  /** Weighted mean of a draw over the tables of two kinds. */
  private mean(draw: number, host: string, guest: string, mix: CrossPlayTable['mix'], weights: Float64Array): number {
    const hosts = this.seedsOf.get(host)!;
    const guests = this.seedsOf.get(guest)!;
    let sum = 0;
    let all = 0;
    for (const [i, table] of this.tables.entries()) {
      const fits = hosts.includes(table.host) && guests.includes(table.guest);
      const turned = mix === 'half' && hosts.includes(table.guest) && guests.includes(table.host);
      if (table.mix !== mix || !(fits || turned)) continue;
      const weight = mix === 'alone' ? weights[table.host]! : weights[table.host]! * weights[table.guest]!;
      sum += weight * this.drawn[draw]![i]!;
      all += weight;
    }
    return sum / all;
  }
}

/** The first number, and the middle 95 % of the others. */
function ends(draws: Float64Array): Interval {
  const rest = draws.slice(1).sort();
  return { mean: draws[0]!, low: quantile(rest, 0.025), high: quantile(rest, 0.975) };
}

function add(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
