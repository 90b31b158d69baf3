import type { GangupAgent } from '../../agents/gangup/gangup-agent.js';
import { resolveAgent } from '../../agents/registry.js';
import { unwrap } from '../../src/core/errors.js';
import { Rng } from '../../src/core/rng.js';
import { type GangupConfig, parseGangupConfig } from '../../src/gangup/config.js';
import { dealSeed } from '../deals.js';
import { GangupMatch } from '../gangup-play.js';
import type { Range, Task } from '../thread.js';
import { chunks, ThisThread, Threads, type Workshop } from '../threads.js';
import { type CardFigures, type Figure, figuresOf } from './figures.js';
import { Recorder } from './recorder.js';
import { Tally } from './tally.js';

/** Who plays the games from which balance is judged; each seat of each game gets one of them by the game's seed. */
export const BALANCE_AGENTS = ['cautious', 'greedy', 'schemer'] as const;

/** Stream of a game's seed from which its seats are filled; those of the agents are −2 to −6. */
const SEATS_STREAM = -16;

export interface BalanceOptions {
  /** The table, once for each number of players. */
  readonly configs: readonly GangupConfig[];
  /** Names of agents: `BALANCE_AGENTS` if absent. */
  readonly agents?: readonly string[];
  /** Games for each number of players. */
  readonly games: number;
  readonly seed: number;
  /** Worker threads; 0 or absent: this thread. Changes nothing but the speed. */
  readonly threads?: number;
  readonly signal?: AbortSignal;
  onProgress?(done: number, total: number): void;
}

/** What `hench cards balance --json` prints. */
export interface BalanceReport {
  readonly game: 'gangup';
  readonly games: number;
  readonly seed: number;
  readonly agents: readonly string[];
  /** Whether every figure is in its range where it is asked for. */
  readonly inRange: boolean;
  readonly tables: readonly BalanceTable[];
}

export interface BalanceTable {
  readonly players: number;
  readonly config: GangupConfig;
  readonly figures: readonly Figure[];
  readonly cards: readonly CardFigures[];
}

export interface BalanceSetup {
  readonly config: GangupConfig;
  readonly agents: readonly string[];
  readonly seed: number;
}

export interface BalancePart {
  readonly sums: Float64Array;
  readonly games: number;
}

/** Plays and counts games, by number. */
export async function openBalanceTask(setup: BalanceSetup): Promise<Task<BalancePart>> {
  const config = unwrap(parseGangupConfig(setup.config));
  const agents: GangupAgent[] = [];
  for (const name of setup.agents) agents.push(unwrap(await resolveAgent('gangup', name, config.players)));
  const match = new GangupMatch(config);
  return async ({ from, to }, stopped) => {
    const recorder = new Recorder(config);
    for (let game = from; game < to; game++) {
      const seed = dealSeed(setup.seed, game);
      const rng = new Rng(seed, SEATS_STREAM);
      const seated = Array.from({ length: config.players }, () => agents[rng.below(agents.length)]!);
      if (!(await match.play(seated, seed, recorder, stopped))) return undefined;
    }
    return { sums: recorder.tally.sums, games: recorder.tally.games };
  };
}

/** The compiled worker; run from TypeScript sources (tests), the one in dist. */
function workerUrl(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('../../dist/eval/balance/worker.js', import.meta.url)
    : new URL('./worker.js', import.meta.url);
}

/** Games that a thread plays between two reports. */
const CHUNK = 50;

/** Plays games of scripted agents at every table and measures them against the ranges that the cards should meet. */
export async function runBalance(options: BalanceOptions): Promise<BalanceReport> {
  const { configs, games, seed, signal, threads = 0, agents = BALANCE_AGENTS } = options;
  const tables: BalanceTable[] = [];
  for (const config of configs) {
    const tally = new Tally(config);
    const before = tables.length * games;
    const onPart = (part: BalancePart): void => {
      tally.merge(part.sums, part.games);
      options.onProgress?.(before + tally.games, configs.length * games);
    };
    const setup: BalanceSetup = { config, agents, seed };
    const shop: Workshop<Range, BalancePart> =
      threads > 0
        ? new Threads(workerUrl(), setup, threads, signal)
        : new ThisThread(await openBalanceTask(setup), signal);
    const chunk = Math.max(1, Math.min(CHUNK, Math.ceil(games / (4 * Math.max(1, threads)))));
    await shop.run(chunks(0, games, chunk), onPart).finally(() => shop.close());
    tables.push({ players: config.players, config, ...figuresOf(tally) });
  }
  const inRange = tables.every(({ figures }) => figures.every((figure) => figure.inRange || !figure.asked));
  return { game: 'gangup', games, seed, agents, inRange, tables };
}
