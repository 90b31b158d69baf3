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

/**
 * What can go wrong with an agent that runs outside this process: it ended or failed (`crash`), was not done in time
 * (`stall`), answered with what isn't legal (`illegal`), wrote what makes no sense (`garbled`). An agent that does so
 * too often is no longer asked (`unasked`).
 */
export const FAULT_KINDS = ['crash', 'stall', 'illegal', 'garbled', 'unasked'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** The faults of an agent so far. */
export interface Faults {
  readonly counts: Readonly<Record<FaultKind, number>>;
  /** The first in words, null when there was none. */
  readonly first: string | null;
}

/** What goes with work of some seconds. */
export interface Preparation {
  readonly signal?: AbortSignal;
  /** How many games of practice have been played, and of how many. */
  onProgress?(done: number, total: number): void;
}

export interface Agent<View = unknown> {
  readonly name: string;
  /**
   * Only of agents that run outside this process. Such an agent sits in the main thread's tables alone, whose end is
   * its end too.
   */
  readonly faults?: Faults;
  /**
   * What takes the agent some seconds the first time that it sits at a table like this one: `open` does it too, unless it
   * has been done. Rejects with the reason of the signal when that is aborted.
   */
  prepare?(config: unknown, more?: Preparation): Promise<void>;
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

/**
 * Many decisions of a game whose legal actions are described by rows instead of a fixed table: the candidates of all
 * decisions one behind the other, not padded. R rows of F numbers.
 */
export interface CandidateBatch {
  readonly count: number;
  /** [count, observationSize] */
  readonly observations: Float32Array;
  /** R */
  readonly rowCount: number;
  /** [R, F] */
  readonly rows: Float32Array;
  /** [R] the decision that each row belongs to, ascending. */
  readonly owner: Int32Array;
  /** [count + 1] where each decision's rows begin; the last is R. */
  readonly start: Int32Array;
}

/** `Batch` is `DecisionBatch` where actions are a fixed table (The Gang), `CandidateBatch` where not (Gang Up!). */
export interface BatchPolicy<Batch = DecisionBatch> {
  /** Writes an action index for each decision; of candidates, the index within the decision. */
  actBatch(batch: Batch, out: Int32Array): Promise<void>;
}
