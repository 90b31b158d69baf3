import { looksLikePath } from '../agents/outside/module.js';
import type { AgentOf, GameId } from '../agents/registry.js';
import type { GangConfig } from '../src/gang/config.js';
import type { GangupConfig } from '../src/gangup/config.js';
import type { PeekBudget } from './ceiling-gangup.js';
import type { DecisionBlock } from './decisions.js';
import { openGangGames } from './gang-rows.js';
import { openGangupGames } from './gangup-rows.js';
import { formatLineup, type Lineup } from './lineup.js';
import type { Task } from './thread.js';
import { chunks, ThisThread, Threads, type Workshop } from './threads.js';

export interface ConfigOf {
  readonly gang: GangConfig;
  readonly gangup: GangupConfig;
}

/** Numbers of games, one row each; which columns there are is said by `GANG_ROW` and `gangupRow`. */
export type Rows = Uint16Array | Float64Array;

/** Games that have been played. */
export interface Played {
  readonly rows: Rows;
  /** Their decisions, where they are recorded. */
  readonly decisions: DecisionBlock | undefined;
}

/** How games of one line-up are played: what `gang-rows.ts` and `gangup-rows.ts` open. */
export interface GamesOptions<G extends GameId> {
  readonly lineup: Lineup<AgentOf[G]>;
  readonly config: ConfigOf[G];
  readonly seed: number;
  readonly tables: number | undefined;
  readonly record: boolean;
  /** Whether rows also say who does what about crimes (Gang Up!). */
  readonly bidding: boolean;
  /** A search that peeks sits in the places of the first agent, and thinks so much (Gang Up!). */
  readonly peeks: PeekBudget | undefined;
}

/** Plays games of a line-up by number; undefined when it was stopped. */
export interface Games {
  /** Numbers in a row. */
  readonly width: number;
  /** Most games in one go; where it is left, a tiny part of the work of a run. */
  readonly chunk: number;
  empty(rows: number): Rows;
  play(from: number, to: number, stopped: () => boolean): Promise<Played | undefined>;
}

const OPEN: { readonly [G in GameId]: (options: GamesOptions<G>) => Games } = {
  gang: openGangGames,
  gangup: openGangupGames,
};

export function openGames<G extends GameId>(game: G, options: GamesOptions<G>): Games {
  return OPEN[game](options);
}

export interface ContestOptions<G extends GameId> {
  readonly game: G;
  readonly lineups: readonly Lineup<AgentOf[G]>[];
  /** The table of each line-up. */
  readonly configs: readonly ConfigOf[G][];
  /** Most games of each line-up. */
  readonly games: readonly number[];
  readonly seed: number;
  /** Worker threads, which find the agents again by their names; 0 or absent: this thread. Changes nothing but the speed. */
  readonly threads?: number | undefined;
  /** Tables played at once, where that can be; changes nothing but the speed. */
  readonly tables?: number | undefined;
  /** Whether rows also say who does what about crimes (Gang Up!). */
  readonly bidding?: boolean | undefined;
  /** Of line-ups in whose first agent's places a search sits that peeks: how it thinks. Nothing else is noted of them. */
  readonly peeks?: readonly (PeekBudget | undefined)[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called now and then with the games finished so far, over all line-ups. */
  onProgress?(done: number, total: number): void;
  /** Takes every decision, in the order of games; nothing is recorded without it. */
  onDecisions?(block: DecisionBlock): void | Promise<void>;
}

/** What a thread is given at its start. */
export interface ContestSetup {
  readonly game: GameId;
  readonly lineups: readonly {
    readonly lineup: string;
    readonly config: ConfigOf[GameId];
    readonly peeks: PeekBudget | undefined;
  }[];
  readonly seed: number;
  readonly tables: number | undefined;
  readonly record: boolean;
  readonly bidding: boolean;
}

export interface ContestJob {
  readonly lineup: number;
  readonly from: number;
  readonly to: number;
}

/** A run is cut into at least so many jobs, however short it is. */
const JOBS_MIN = 16;

/** The compiled worker; run from TypeScript sources (tests), the one in dist. */
function workerUrl(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('../dist/eval/contest-worker.js', import.meta.url)
    : new URL('./contest-worker.js', import.meta.url);
}

/** Whether threads may play a line-up: they find its agents again by name, and none is a user's own, which may hang. */
function isShared<G extends GameId>({ names, agents }: Lineup<AgentOf[G]>): boolean {
  return names.every((name, i) => {
    const own = looksLikePath(name.split('?')[0]!) && !name.startsWith('model:');
    return !own && agents[i]!.faults === undefined;
  });
}

/**
 * Line-ups that play the same numbered games. How far each is played is decided meanwhile (`playTo`); what has been
 * played stays. The numbers depend on nothing but line-up, table, seed and number of the game.
 */
export class Contest<G extends GameId> {
  /** Games of each line-up that have been played. */
  readonly played: number[];
  private readonly games: readonly Games[];
  private readonly rows: Rows[];
  private readonly threads: Workshop<ContestJob, Played> | undefined;
  private readonly here: Workshop<ContestJob, Played>;
  private done = 0;

  constructor(private readonly options: ContestOptions<G>) {
    const { game, lineups, configs, seed, tables, bidding = false, peeks = [], threads = 0, signal } = options;
    const record = options.onDecisions !== undefined;
    this.games = lineups.map((lineup, i) =>
      openGames(game, { lineup, config: configs[i]!, seed, tables, record, bidding, peeks: peeks[i] }),
    );
    this.rows = this.games.map((games) => games.empty(0));
    this.played = lineups.map(() => 0);
    if (threads > 0) {
      const setup: ContestSetup = {
        game,
        lineups: lineups.map(({ names }, i) => ({ lineup: formatLineup(names), config: configs[i]!, peeks: peeks[i] })),
        seed,
        tables,
        record,
        bidding,
      };
      this.threads = new Threads(workerUrl(), setup, threads, signal);
    }
    const task: Task<Played, ContestJob> = ({ lineup, from, to }, stopped) =>
      this.games[lineup]!.play(from, to, stopped);
    this.here = new ThisThread(task, signal);
  }

  /** Plays the games of every line-up (or of one) up to number `games`. Rejects as `Workshop.run`. */
  async playTo(games: number, only?: number): Promise<void> {
    const { lineups } = this.options;
    for (let i = 0; i < lineups.length; i++) {
      if (only === undefined || only === i) await this.play(i, games);
    }
  }

  private async play(lineup: number, to: number): Promise<void> {
    const { options, games } = this;
    const from = this.played[lineup]!;
    if (to <= from) return;
    const { width, chunk, empty } = games[lineup]!;
    const rows = empty(to * width);
    rows.set(this.rows[lineup]!);
    const size = Math.max(1, Math.min(chunk, Math.ceil(options.games[lineup]! / JOBS_MIN)));
    const jobs = chunks(from, to, size).map((range) => ({ lineup, ...range }));
    const shop = isShared(options.lineups[lineup]!) ? (this.threads ?? this.here) : this.here;
    await shop.run(jobs, async (part, job) => {
      rows.set(part.rows, job.from * width);
      if (part.decisions !== undefined) await options.onDecisions?.(part.decisions);
      this.done += job.to - job.from;
      options.onProgress?.(
        this.done,
        options.games.reduce((sum, most) => sum + most, 0),
      );
    });
    this.rows[lineup] = rows;
    this.played[lineup] = to;
  }

  /** Column `at` of a line-up's games: [played] */
  column(lineup: number, at: number): Float64Array {
    const { width } = this.games[lineup]!;
    const rows = this.rows[lineup]!;
    return Float64Array.from({ length: this.played[lineup]! }, (_, game) => rows[game * width + at]!);
  }

  close(): void {
    this.threads?.close();
    this.here.close();
  }
}
