import { Rng } from '../src/core/rng.js';
import { emitModel } from './graph/emit.js';
import { Graph } from './graph/graph.js';
import { type Feeds, type InferenceSession, openSession, tensorOver } from './graph/session.js';
import type { LearnerData } from './learner.js';
import { type ActorCritic, mlpForward, type ParameterSpec, parameterCount, parameterInputs } from './nets.js';
import { advantages, type PpoConfig, sampleActions } from './ppo.js';
import type { EpisodeSums, VecEnv } from './vecenv.js';

/** `observation` [B, S] → `logits` [B, A], the parameters as inputs. */
export function policyModel(net: ActorCritic): Uint8Array {
  const g = new Graph();
  const observation = g.input('observation', ['B', net.observation]);
  const logits = mlpForward(g, net.policy, parameterInputs(g, net.policyParameters), observation);
  return emitModel({ name: 'policy', outputs: { logits } });
}

/** `observation` [B, S], `privileged` [B, V] → `value` [B, 1], the parameters as inputs. */
export function criticModel(net: ActorCritic): Uint8Array {
  const g = new Graph();
  const observation = g.input('observation', ['B', net.observation]);
  const privileged = g.input('privileged', ['B', net.privileged]);
  const input = g.concat([observation, privileged], 1);
  const value = mlpForward(g, net.critic, parameterInputs(g, net.criticParameters), input);
  return emitModel({ name: 'critic', outputs: { value } });
}

/** Tensors over the places of a flat vector that the parameters are, by name. */
export function parameterFeeds(parameters: readonly ParameterSpec[], flat: Float32Array): Feeds {
  const feeds: Feeds = {};
  for (const p of parameters) feeds[p.name] = tensorOver(flat.subarray(p.offset, p.offset + p.size), p.shape);
  return feeds;
}

/** The arrays that a rollout fills, time-major: row = step × tables + table. The first `rows` rows are data. */
export interface Rollout extends LearnerData {
  /** As in `LearnerData`, with one more step of tables at the end for the values that follow. */
  readonly observations: Float32Array;
  readonly privileged: Float32Array;
}

export function createRollout(net: ActorCritic, tables: number, horizon: number): Rollout {
  const rows = tables * horizon;
  return {
    rows,
    observations: new Float32Array((rows + tables) * net.observation),
    privileged: new Float32Array((rows + tables) * net.privileged),
    masks: new Uint8Array(rows * net.actions),
    actions: new Int32Array(rows),
    targets: new Float32Array(rows * 3),
  };
}

/** What it takes to go on sampling exactly here. */
export interface CollectorState {
  readonly env: Uint8Array;
  readonly rng: readonly number[];
}

const VALUE_CHUNK = 2048;

/**
 * Plays tables with the current policy and gathers what the learner needs. The policy is evaluated for all tables at
 * once at each step; the critic only at the end, in large batches, since nothing needs its values before.
 */
export class Collector {
  /** This thread's copy of the parameters; written by the caller before `collect`. */
  readonly parameters: Float32Array;
  private readonly rewards: Float32Array;
  private readonly dones: Uint8Array;
  private readonly values: Float32Array;
  private readonly actions: Int32Array;
  private readonly logits: Float32Array;
  private readonly scratch: Float64Array;
  private readonly policyFeeds: Feeds;
  private readonly policyFetches: Feeds;
  private readonly criticFeeds: Feeds;
  private rng: Rng;

  private constructor(
    private readonly env: VecEnv,
    private readonly net: ActorCritic,
    private readonly config: PpoConfig,
    private readonly policy: InferenceSession,
    private readonly critic: InferenceSession,
    seed: number,
    stream: number,
  ) {
    const { count } = env;
    const rows = count * config.horizon;
    this.parameters = new Float32Array(parameterCount(net.parameters));
    this.rewards = new Float32Array(rows);
    this.dones = new Uint8Array(rows);
    this.values = new Float32Array(rows + count);
    this.actions = new Int32Array(count);
    this.logits = new Float32Array(count * net.actions);
    this.scratch = new Float64Array(net.actions);
    this.policyFeeds = {
      ...parameterFeeds(net.policyParameters, this.parameters),
      observation: tensorOver(env.obs, [count, net.observation]),
    };
    this.policyFetches = { logits: tensorOver(this.logits, [count, net.actions]) };
    this.criticFeeds = parameterFeeds(net.criticParameters, this.parameters);
    this.rng = new Rng(seed, 2 * stream + 1);
  }

  /** `seed` and `stream` (one a thread) fix the tables' seeds and the sampling; `start` are the first parameters. */
  static async open(
    env: VecEnv,
    net: ActorCritic,
    config: PpoConfig,
    start: Float32Array,
    seed: number,
    stream: number,
  ): Promise<Collector> {
    const policy = await openSession(policyModel(net));
    const critic = await openSession(criticModel(net));
    await env.remember?.(net, start, 0);
    await env.reset(new Rng(seed, 2 * stream + 2).uint32());
    return new Collector(env, net, config, policy, critic, seed, stream);
  }

  /** Plays `horizon` steps at every table into `out`. `progress` 0 … 1. Returns the sums of the episodes. */
  async collect(out: Rollout, progress: number): Promise<EpisodeSums> {
    const { env, net, config, rewards, dones } = this;
    const { count } = env;
    env.progress?.(progress);
    await env.remember?.(net, this.parameters, progress);
    for (let t = 0; t < config.horizon; t++) {
      const row = t * count;
      out.observations.set(env.obs, row * net.observation);
      out.privileged.set(env.priv, row * net.privileged);
      out.masks.set(env.mask, row * net.actions);
      await this.policy.run(this.policyFeeds, this.policyFetches);
      sampleActions(this.logits, env.mask, net.actions, this.rng, this.actions, out.targets, row, this.scratch);
      out.actions.set(this.actions, row);
      const partners = env.step(this.actions);
      if (partners !== undefined) await partners;
      rewards.set(env.rewards, row);
      dones.set(env.dones, row);
    }
    out.observations.set(env.obs, out.rows * net.observation);
    out.privileged.set(env.priv, out.rows * net.privileged);
    await this.evaluate(out);
    advantages(rewards, dones, this.values, config.horizon, count, config.gamma, config.lambda, out.targets);
    return env.stats();
  }

  private async evaluate(out: Rollout): Promise<void> {
    const { net, values } = this;
    for (let at = 0; at < values.length; at += VALUE_CHUNK) {
      const end = Math.min(at + VALUE_CHUNK, values.length);
      const size = end - at;
      const observation = out.observations.subarray(at * net.observation, end * net.observation);
      const privileged = out.privileged.subarray(at * net.privileged, end * net.privileged);
      const feeds = {
        ...this.criticFeeds,
        observation: tensorOver(observation, [size, net.observation]),
        privileged: tensorOver(privileged, [size, net.privileged]),
      };
      await this.critic.run(feeds, { value: tensorOver(values.subarray(at, end), [size, 1]) });
    }
  }

  save(): CollectorState {
    return { env: this.env.save(), rng: this.rng.state() };
  }

  load(state: CollectorState): void {
    this.env.load(state.env);
    this.rng = Rng.fromState(state.rng);
  }

  async close(): Promise<void> {
    await this.policy.release();
    await this.critic.release();
    await this.env.close?.();
  }
}
