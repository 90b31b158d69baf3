import { pathToFileURL } from 'node:url';
import type { ActorCritic } from './nets.js';

/** Sums over the episodes and decisions since they were last drained. Further keys are sums too and are reported. */
export interface EpisodeSums {
  episodes: number;
  /** Episodes that were won. */
  successes: number;
  [key: string]: number;
}

/**
 * Many tables stepped together. The arrays stay the same objects for the life of the environment and are plain
 * (never over a SharedArrayBuffer, which ONNX Runtime refuses).
 * After `reset` and `step`, `obs`, `priv` and `mask` describe each table's next decision; `rewards` and `dones` belong
 * to the step just made. A finished episode starts again by itself.
 */
export interface VecEnv {
  readonly count: number;
  readonly obsSize: number;
  readonly privSize: number;
  readonly actions: number;
  /** [count, obsSize]: what the acting seat sees. */
  readonly obs: Float32Array;
  /** [count, privSize]: what only the critic sees, besides `obs`. */
  readonly priv: Float32Array;
  /** [count, actions], 1 legal; at least one in each row. */
  readonly mask: Uint8Array;
  /** [count] */
  readonly rewards: Float32Array;
  /** [count], 1 where the step just made ended the episode. */
  readonly dones: Uint8Array;
  /** Facts that an exported policy carries: game, rules version, layout hash … */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Starts every table afresh; all that follows comes from the seed (an integer below 2^53) and the actions. */
  reset(seed: number): void | Promise<void>;
  /** A promise when others than the learner act in between and take their time. */
  step(actions: Int32Array): void | Promise<void>;
  /** Everything needed to go on exactly here. */
  save(): Uint8Array;
  /** Takes up what `save` wrote; `obs`, `priv` and `mask` are then those of the next decision. */
  load(bytes: Uint8Array): void;
  /** Drains the sums. */
  stats(): EpisodeSums;
  /** Told how far training is, 0 … 1, before each rollout: for a shaping that fades, say. */
  progress?(fraction: number): void;
  /**
   * Shown the learner's parameters (copy what is to be kept) before the first reset and before each rollout: for
   * partners that are its earlier selves.
   */
  remember?(net: ActorCritic, parameters: Float32Array, progress: number): void | Promise<void>;
  close?(): void | Promise<void>;
}

/** Makes `count` tables of a JSON `spec`. Environments of one spec have the same sizes whatever their count. */
export type CreateVecEnv = (spec: unknown, count: number) => VecEnv | Promise<VecEnv>;

/** An environment by module, so that worker threads can make their own. */
export interface EnvReference {
  /** Path or file: URL of a module that exports `createVecEnv`. */
  readonly envModule: string;
  /** Given to `createVecEnv`; plain JSON. */
  readonly envSpec: unknown;
}

/** Loads the module and makes `count` tables. */
export async function openVecEnv(reference: EnvReference, count: number): Promise<VecEnv> {
  const url = reference.envModule.startsWith('file:') ? reference.envModule : pathToFileURL(reference.envModule).href;
  const module = (await import(url)) as { createVecEnv?: CreateVecEnv };
  if (typeof module.createVecEnv !== 'function') {
    throw new Error(`${reference.envModule} doesn't export createVecEnv(spec, count)`);
  }
  return module.createVecEnv(reference.envSpec, count);
}
