import type { Action } from '../src/core/game.js';
import { gangupLayout, gangupPrivilegedLayout, PLACES, rowLayout } from '../src/env/gangup-layout.js';
import type { GangupTable } from '../src/env/gangup-table.js';
import type { GangupChain, GangupData } from './gangup-learner.js';

export const OBSERVATION = gangupLayout.size;
export const CANDIDATE = rowLayout.size;
export const PRIVILEGED = gangupPrivilegedLayout.size;
/** Candidates that there is room for from the start, for each decision. */
const CANDIDATES_AT_START = 6;

/** The end of a chain of decisions: the game ended, or the rollout did. */
export const GAME_OVER = -1;
export const CUT_OFF = -2;

/** Candidates of decisions, one behind the other, and which of them the script advises; it grows as it must. */
export class CandidateSheet {
  rows: Float32Array;
  /** 1 for the advised one. */
  advice: Float32Array;

  constructor(room: number) {
    this.rows = new Float32Array(room * CANDIDATE);
    this.advice = new Float32Array(room);
  }

  /** Writes the candidates of the decision that a table waits for at `from`; `advised` is an action. Returns the end. */
  add(table: GangupTable, from: number, advised: Action): number {
    const { legal } = table;
    const end = from + legal.length;
    if (end > this.advice.length) {
      const [rows, advice] = [new Float32Array(2 * end * CANDIDATE), new Float32Array(2 * end)];
      rows.set(this.rows);
      advice.set(this.advice);
      [this.rows, this.advice] = [rows, advice];
    }
    table.rows(this.rows, from * CANDIDATE);
    for (let i = 0; i < legal.length; i++) this.advice[from + i] = legal.codes[i] === advised ? 1 : 0;
    return end;
  }

  move(to: number, from: number, end: number): void {
    this.rows.copyWithin(to * CANDIDATE, from * CANDIDATE, end * CANDIDATE);
    this.advice.copyWithin(to, from, end);
  }
}

/** The arrays of a rollout: what the learner needs, and how the decisions follow each other. */
export class GangupRollout implements GangupData, GangupChain {
  rows = 0;
  readonly observations: Float32Array;
  readonly after: Float32Array;
  readonly privileged: Float32Array;
  readonly start: Int32Array;
  readonly choice: Int32Array;
  readonly returns: Float32Array;
  readonly next: Int32Array;
  readonly seat: Uint8Array;
  readonly seats: Uint8Array;
  readonly lambda: Float32Array;
  readonly values: Float32Array;
  readonly follow: Float32Array;
  /** [rows] what the critic said of the acting seat's share once it had chosen. */
  readonly foreseen: Float32Array;
  gained = new Float32Array(0);
  before = new Float32Array(0);
  private readonly candidates: CandidateSheet;

  /** Room for `room` decisions. */
  constructor(readonly room: number) {
    this.observations = new Float32Array(room * OBSERVATION);
    this.after = new Float32Array(room * OBSERVATION);
    this.privileged = new Float32Array(room * PRIVILEGED);
    this.candidates = new CandidateSheet(room * CANDIDATES_AT_START);
    this.start = new Int32Array(room + 1);
    this.choice = new Int32Array(room);
    this.returns = new Float32Array(room * PLACES);
    this.next = new Int32Array(room);
    this.seat = new Uint8Array(room);
    this.seats = new Uint8Array(room);
    this.lambda = new Float32Array(room);
    this.values = new Float32Array(room * PLACES);
    this.follow = new Float32Array(room * PLACES);
    this.foreseen = new Float32Array(room);
  }

  get table(): Float32Array {
    return this.candidates.rows;
  }

  get advice(): Float32Array {
    return this.candidates.advice;
  }

  /** Writes the decision that a table waits for as the next row; returns its place. The rest of it is to come. */
  add(table: GangupTable, advised: Action, lambda: number): number {
    const row = this.rows++;
    const end = this.candidates.add(table, this.start[row]!, advised);
    this.start[row + 1] = end;
    if (end > this.gained.length) {
      const [gained, before] = [this.gained, this.before];
      this.gained = new Float32Array(this.candidates.advice.length);
      this.before = new Float32Array(this.candidates.advice.length);
      this.gained.set(gained);
      this.before.set(before);
    }
    this.lambda[row] = lambda;
    table.observe(this.observations, row * OBSERVATION);
    this.seat[row] = table.seat;
    this.seats[row] = table.config.players;
    return row;
  }

  clear(): void {
    this.rows = 0;
  }
}

/** What the acting seats would see after each of their candidates, and the critic's shares of it; it grows as it must. */
export class AfterStates {
  count = 0;
  observations = new Float32Array(64 * OBSERVATION);
  privileged = new Float32Array(64 * PRIVILEGED);
  /** [count, PLACES] places counted from the acting seat. */
  values = new Float32Array(64 * PLACES);
  /** [count] 1 where the game is over: `values` is then the result. */
  over = new Uint8Array(64);

  /** Makes room for `more`. */
  reserve(more: number): void {
    const needed = this.count + more;
    if (needed <= this.over.length) return;
    const grown = (old: Float32Array, width: number): Float32Array<ArrayBuffer> => {
      const array = new Float32Array(2 * needed * width);
      array.set(old);
      return array;
    };
    this.observations = grown(this.observations, OBSERVATION);
    this.privileged = grown(this.privileged, PRIVILEGED);
    this.values = grown(this.values, PLACES);
    const over = new Uint8Array(2 * needed);
    over.set(this.over);
    this.over = over;
  }
}

/** Decisions of a step that aren't recorded: those of past selves. */
export class StepBatch {
  count = 0;
  readonly observations: Float32Array;
  readonly candidates = new CandidateSheet(64);
  readonly start: Int32Array;

  constructor(tables: number) {
    this.observations = new Float32Array(tables * OBSERVATION);
    this.start = new Int32Array(tables + 1);
  }

  add(table: GangupTable, advised: Action): void {
    table.observe(this.observations, this.count * OBSERVATION);
    this.start[this.count + 1] = this.candidates.add(table, this.start[this.count]!, advised);
    this.count++;
  }
}
