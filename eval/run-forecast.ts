import { Rng } from '../src/core/rng.js';
import type { Checkpoint } from '../training/checkpoint.js';
import { openSession, tensorOver } from '../training/graph/session.js';
import { actorCritic } from '../training/nets.js';
import { sampleActions } from '../training/ppo.js';
import { criticModel, parameterFeeds, policyModel } from '../training/selfplay.js';
import { openVecEnv, type VecEnv } from '../training/vecenv.js';
import { RELIABILITY_BINS } from './calibration.js';
import type { ReliabilityBin } from './report/charts.js';
import { clusteredShare } from './stats.js';

/** What a run's networks foretold of their games, and what came of it. */
export interface Forecast {
  readonly games: number;
  /** Moments at which one was asked. */
  readonly moments: number;
  readonly seed: number;
  /** What was said in bins of equal width; intervals take the moments of one game as one. */
  readonly bins: readonly ReliabilityBin[];
}

export interface ForecastOptions {
  readonly games: number;
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
}

const BINS = RELIABILITY_BINS;
const TABLES = 128;

/** Sums of said and of come true, for each bin of each game. */
export class Forecasts {
  readonly predicted: Float64Array;
  readonly observed: Float64Array;
  readonly count: Float64Array;

  constructor(readonly games: number) {
    this.predicted = new Float64Array(games * BINS);
    this.observed = new Float64Array(games * BINS);
    this.count = new Float64Array(games * BINS);
  }

  /** One moment of a game: the chance that was said (brought into 0 … 1) and what came of it, 0 … 1. */
  add(game: number, said: number, came: number): void {
    const chance = Math.min(1, Math.max(0, said));
    const cell = game * BINS + Math.min(BINS - 1, Math.floor(chance * BINS));
    this.predicted[cell]! += chance;
    this.observed[cell]! += came;
    this.count[cell]!++;
  }

  told(seed: number): Forecast {
    const moments = this.count.reduce((sum, n) => sum + n, 0);
    return { games: this.games, moments, seed, bins: this.bins() };
  }

  /** Those that something fell into. */
  private bins(): ReliabilityBin[] {
    return Array.from({ length: BINS }, (_, bin) => {
      const column = (cells: Float64Array): Float64Array =>
        Float64Array.from({ length: this.games }, (_, game) => cells[game * BINS + bin]!);
      const total = (cells: Float64Array): number => column(cells).reduce((sum, n) => sum + n, 0);
      const count = total(this.count);
      const { low, high } = clusteredShare(column(this.observed), column(this.count));
      const [predicted, observed] = [total(this.predicted) / count, total(this.observed) / count];
      return { predicted, observed, count, low, high };
    }).filter(({ count }) => count > 0);
  }
}

/**
 * Plays a run's tables by its newest policy as in training, drawing its acts, and compares the chance of success that its
 * critic gives at every decision with the game's end. The same games of every table are counted, so that short ones
 * don't count more. `envModule` takes the place of the checkpoint's. Throws what opening the environment throws: partners
 * may be models that are no longer there.
 */
export async function criticForecast(
  checkpoint: Checkpoint,
  envModule: string,
  { games: wanted, seed, signal }: ForecastOptions,
): Promise<Forecast> {
  const { config, sizes, learner } = checkpoint;
  const count = Math.min(TABLES, wanted);
  const env = await openVecEnv({ envModule, envSpec: config.envSpec }, count);
  const net = actorCritic(sizes, config.policy, config.critic);
  const policy = await openSession(policyModel(net));
  const critic = await openSession(criticModel(net));
  try {
    await env.remember?.(net, learner.parameters, 0);
    const rng = new Rng(seed);
    await env.reset(rng.uint32());
    env.progress?.(1);
    const logits = new Float32Array(count * net.actions);
    const values = new Float32Array(count);
    const observation = tensorOver(env.obs, [count, net.observation]);
    const policyFeeds = { ...parameterFeeds(net.policyParameters, learner.parameters), observation };
    const criticFeeds = {
      ...parameterFeeds(net.criticParameters, learner.parameters),
      ...{ observation, privileged: tensorOver(env.priv, [count, net.privileged]) },
    };
    const actions = new Int32Array(count);
    const unused = new Float32Array(count * 3);
    const scratch = new Float64Array(net.actions);
    const games = new Games(env, Math.floor(wanted / count));
    while (!games.over) {
      signal?.throwIfAborted();
      await critic.run(criticFeeds, { value: tensorOver(values, [count, 1]) });
      games.ask(values);
      await policy.run(policyFeeds, { logits: tensorOver(logits, [count, net.actions]) });
      sampleActions(logits, env.mask, net.actions, rng, actions, unused, 0, scratch);
      await env.step(actions);
      games.tell();
    }
    return games.forecasts.told(seed);
  } finally {
    await policy.release();
    await critic.release();
    await env.close?.();
  }
}

/** The first few games of every table: what was said in those that go on, and in those that are over. */
class Games {
  readonly forecasts: Forecasts;
  private readonly said: number[][];
  private readonly played: Int32Array;

  constructor(
    private readonly env: VecEnv,
    private readonly each: number,
  ) {
    this.forecasts = new Forecasts(env.count * each);
    this.said = Array.from({ length: env.count }, () => []);
    this.played = new Int32Array(env.count);
  }

  get over(): boolean {
    return this.played.every((games) => games >= this.each);
  }

  ask(values: Float32Array): void {
    for (const [table, said] of this.said.entries()) said.push(values[table]!);
  }

  tell(): void {
    const { env, said, played, each } = this;
    for (let table = 0; table < env.count; table++) {
      if (env.dones[table] === 0) continue;
      if (played[table]! < each) {
        const came = env.rewards[table]! >= 1 ? 1 : 0;
        for (const chance of said[table]!) this.forecasts.add(table * each + played[table]!, chance, came);
      }
      said[table]!.length = 0;
      played[table]!++;
    }
  }
}
