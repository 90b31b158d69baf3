import type { Action } from '../src/core/game.js';
import type { Rng } from '../src/core/rng.js';
import { gangupLayout, gangupPrivilegedLayout, PLACES, rowLayout } from '../src/env/gangup-layout.js';
import type { GangupTable } from '../src/env/gangup-table.js';
import type { GangupChain, GangupData } from './gangup-learner.js';
import { TARGETS } from './gangup-net.js';

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
  readonly privileged: Float32Array;
  readonly start: Int32Array;
  readonly choice: Int32Array;
  readonly targets: Float32Array;
  readonly next: Int32Array;
  readonly seat: Uint8Array;
  readonly seats: Uint8Array;
  readonly lambda: Float32Array;
  readonly values: Float32Array;
  readonly follow: Float32Array;
  private readonly candidates: CandidateSheet;

  /** Room for `room` decisions, and behind them for one of each table: what is asked when the rollout ends. */
  constructor(
    readonly room: number,
    tables: number,
  ) {
    const all = room + tables;
    this.observations = new Float32Array(all * OBSERVATION);
    this.privileged = new Float32Array(all * PRIVILEGED);
    this.candidates = new CandidateSheet(room * CANDIDATES_AT_START);
    this.start = new Int32Array(room + 1);
    this.choice = new Int32Array(room);
    this.targets = new Float32Array(room * TARGETS);
    this.next = new Int32Array(room);
    this.seat = new Uint8Array(all);
    this.seats = new Uint8Array(all);
    this.lambda = new Float32Array(room);
    this.values = new Float32Array(all * PLACES);
    this.follow = new Float32Array(room * PLACES);
  }

  get table(): Float32Array {
    return this.candidates.rows;
  }

  get advice(): Float32Array {
    return this.candidates.advice;
  }

  /** Writes the decision that a table waits for as the next row; returns its place. `choice` and `next` are to come. */
  add(table: GangupTable, advised: Action, lambda: number): number {
    const row = this.rows++;
    this.start[row + 1] = this.candidates.add(table, this.start[row]!, advised);
    this.lambda[row] = lambda;
    this.look(table, row);
    return row;
  }

  /** Writes what is seen at a table, without its candidates. */
  look(table: GangupTable, row: number): void {
    table.observe(this.observations, row * OBSERVATION);
    table.observePrivileged(this.privileged, row * PRIVILEGED);
    this.seat[row] = table.seat;
    this.seats[row] = table.config.players;
  }

  clear(): void {
    this.rows = 0;
  }

  /**
   * Leaves out decisions whose choice had more than `sure` probability, but for a `share` of them: they move the policy
   * little and are most of a game. Only what the learner needs stays in order; chains don't.
   */
  thin(sure: number, share: number, rng: Rng): void {
    if (share >= 1) return;
    const { observations, privileged, candidates, start, choice, targets } = this;
    const limit = Math.log(sure);
    let kept = 0;
    let end = 0;
    for (let row = 0; row < this.rows; row++) {
      if (targets[row * TARGETS]! > limit && rng.float() >= share) continue;
      const [from, to] = [start[row]!, start[row + 1]!];
      if (kept < row) {
        observations.copyWithin(kept * OBSERVATION, row * OBSERVATION, (row + 1) * OBSERVATION);
        privileged.copyWithin(kept * PRIVILEGED, row * PRIVILEGED, (row + 1) * PRIVILEGED);
        candidates.move(end, from, to);
        targets.copyWithin(kept * TARGETS, row * TARGETS, (row + 1) * TARGETS);
        choice[kept] = choice[row]!;
      }
      start[kept] = end;
      end += to - from;
      kept++;
    }
    start[kept] = end;
    this.rows = kept;
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
