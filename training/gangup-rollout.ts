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
  private candidates: Float32Array;

  /** Room for `room` decisions, and behind them for one of each table: what is asked when the rollout ends. */
  constructor(
    readonly room: number,
    tables: number,
  ) {
    const all = room + tables;
    this.observations = new Float32Array(all * OBSERVATION);
    this.privileged = new Float32Array(all * PRIVILEGED);
    this.candidates = new Float32Array(room * CANDIDATES_AT_START * CANDIDATE);
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
    return this.candidates;
  }

  /** Writes the decision that a table waits for as the next row; returns its place. `choice` and `next` are to come. */
  add(table: GangupTable, lambda: number): number {
    const row = this.rows++;
    const from = this.start[row]!;
    const end = from + table.legal.length;
    if (end * CANDIDATE > this.candidates.length) {
      const more = new Float32Array(2 * end * CANDIDATE);
      more.set(this.candidates);
      this.candidates = more;
    }
    table.rows(this.candidates, from * CANDIDATE);
    this.start[row + 1] = end;
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
        candidates.copyWithin(end * CANDIDATE, from * CANDIDATE, to * CANDIDATE);
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
  observations: Float32Array;
  candidates = new Float32Array(64 * CANDIDATE);
  readonly start: Int32Array;

  constructor(tables: number) {
    this.observations = new Float32Array(tables * OBSERVATION);
    this.start = new Int32Array(tables + 1);
  }

  add(table: GangupTable): void {
    const from = this.start[this.count]!;
    const end = from + table.legal.length;
    if (end * CANDIDATE > this.candidates.length) {
      const more = new Float32Array(2 * end * CANDIDATE);
      more.set(this.candidates);
      this.candidates = more;
    }
    table.observe(this.observations, this.count * OBSERVATION);
    table.rows(this.candidates, from * CANDIDATE);
    this.start[++this.count] = end;
  }
}
