import type { Action, ActionList, GameEvent, Seat } from './game.js';
import type { Rng } from './rng.js';

export interface Budget {
  /** Aborted when the answer is no longer wanted. */
  readonly signal?: AbortSignal;
  /** Milliseconds on the clock of `performance.now()` by which the answer is wanted. */
  readonly deadline?: number;
}

/** One seat's player: gets views, never states. */
export interface Session<View> {
  act(view: View, legal: ActionList, budget: Budget): Action | Promise<Action>;
  /** What this seat may see happen. */
  notice?(event: GameEvent): void;
  close?(): void;
}

export interface Agent<View = unknown> {
  readonly name: string;
  /** One session a seat: an agent can sit at many tables. `config` is the table's configuration. */
  open(config: unknown, seat: Seat, rng: Rng): Session<View> | Promise<Session<View>>;
}

/** Many decisions at once, for rollouts and arenas. `mask` is 1 where an action index is legal. */
export interface DecisionBatch {
  readonly count: number;
  /** [count, observationSize] */
  readonly observations: Float32Array;
  /** [count, actions] */
  readonly mask: Uint8Array;
}

export interface BatchPolicy {
  /** Writes an action index for each decision. */
  actBatch(batch: DecisionBatch, out: Int32Array): Promise<void>;
}
