import type { InputError, Result } from './result.js';
import type { Rng } from './rng.js';

/** 0-based; the next higher seat, cyclic, sits to the left. */
export type Seat = number;

/** A packed int32 code (verb, chip or card definition, target …) that means the same in every world. */
export type Action = number;

/** Bit s is set when seat s is in the set. */
export type SeatSet = number;

/** A list of actions that is filled without allocation; `length` counts those in use. */
export class ActionList {
  readonly codes: Int32Array;
  length = 0;

  /** The default has room for the longest list of either game. */
  constructor(capacity = 2560) {
    this.codes = new Int32Array(capacity);
  }

  clear(): void {
    this.length = 0;
  }

  push(action: Action): void {
    this.codes[this.length++] = action;
  }

  at(index: number): Action {
    if (index < 0 || index >= this.length) throw new RangeError(`action ${index} of ${this.length}`);
    return this.codes[index]!;
  }

  includes(action: Action): boolean {
    for (let i = 0; i < this.length; i++) if (this.codes[i] === action) return true;
    return false;
  }

  toArray(): Action[] {
    return [...this.codes.subarray(0, this.length)];
  }
}

/** What happened, as the outcome of an action. `to` lists who may see it; absent: everybody. */
export interface GameEvent {
  readonly type: string;
  readonly to?: SeatSet;
}

export type EventSink<E extends GameEvent = GameEvent> = (event: E) => void;

/** Relative weights of hidden hands for `imagine`: `weight(seat, cardA, cardB)` ≥ 0; the deal follows them in proportion. */
export type HandWeights = (seat: Seat, cardA: number, cardB: number) => number;

/**
 * One rules source. States and views are flat typed arrays behind named fields; nothing but `createState`,
 * `createView`, `format…`, `parse…` allocates.
 */
export interface Game<Config, State, View, Event extends GameEvent = GameEvent> {
  readonly id: 'gang' | 'gangup';
  /** Bumped when behaviour changes, not when code moves. */
  readonly version: number;
  /** `shared`: all seats win or lose together. `rivals`: each for itself. */
  readonly utility: 'shared' | 'rivals';

  parseConfig(input: unknown): Result<Config, InputError>;
  /** How many sit at a table of this configuration. */
  seats(config: Config): number;
  /** No headless game of this configuration has more decisions than this. */
  decisionsMax(config: Config): number;
  /** Allocates once; `setup`, `legal`, `apply`, `copy`, `view` and `imagine` then allocate nothing. */
  createState(config: Config): State;
  /** Marks the seats of people, where the rules treat them otherwise (The Gang: R-CONCURRENT). Kept by `setup`. */
  seatPeople?(state: State, seats: SeatSet): void;
  /** Starts the game that `seed` (an integer below 2^53) stands for. */
  setup(state: State, seed: number, sink?: EventSink<Event>): void;
  /** Who may act now: one seat at a prompt, several in a chip round, none when the game is over. */
  actors(state: State): SeatSet;
  /** Every legal action of `seat`, in a stable order. */
  legal(state: State, seat: Seat, out: ActionList): void;
  /** Throws `IllegalActionError` for an action that isn't legal, changing nothing. */
  apply(state: State, seat: Seat, action: Action, sink?: EventSink<Event>): void;
  isOver(state: State): boolean;
  /** One number a seat: The Gang 1 (won) or 0 (lost) for all; Gang Up! the share of the win. Zeros before the end. */
  returns(state: State, out: Float64Array): void;
  copy(from: State, to: State): void;

  createView(config: Config): View;
  /** Built by listing what is public and what the seat knows, never by deleting what it doesn't. */
  view(state: State, seat: Seat, out: View): void;
  /** A world consistent with the view, its randomness fresh. Takes a view, so a search can't peek. */
  imagine(view: View, rng: Rng, out: State, weights?: HandWeights): void;

  formatAction(view: View, action: Action): string;
  parseAction(view: View, text: string): Result<Action, InputError>;
}
