import {
  GANGUP_ADVICE,
  GANGUP_CANDIDATES,
  GANGUP_LOGITS,
  GANGUP_OBSERVATION,
  GANGUP_OWNERS,
  GANGUP_VALUES,
} from '../agents/gangup/boss-tensors.js';
import { nextSeed, Rng } from '../src/core/rng.js';
import { PLACES } from '../src/env/gangup-layout.js';
import {
  type Group,
  type GroupSpec,
  LEARNER,
  type LeagueSpec,
  type LeagueSums,
  type LeagueTable,
  openTables,
  PAST,
  SCRIPTS,
} from './gangup-league.js';
import { gangupReturns } from './gangup-learner.js';
import { GAIN, type GangupNet, gangupCriticModel, gangupPolicyModel } from './gangup-net.js';
import {
  AfterStates,
  CANDIDATE,
  CUT_OFF,
  GAME_OVER,
  GangupRollout,
  OBSERVATION,
  PRIVILEGED,
  StepBatch,
} from './gangup-rollout.js';
import { type Feeds, type InferenceSession, openSession, tensorOver } from './graph/session.js';
import { parameterCount } from './nets.js';
import { parameterFeeds } from './selfplay.js';

/** After-states that the critic is asked about at once. */
const AHEAD_CHUNK = 512;

export interface CollectorSpec {
  readonly groups: readonly GroupSpec[];
  readonly league: LeagueSpec;
  readonly tables: number;
  /** Decisions of a rollout, at most. */
  readonly decisions: number;
  /** λ from one decision of a seat to its next. */
  readonly lambda: number;
}

/** What it takes to go on exactly here. */
export interface GangupCollectorState {
  readonly tables: readonly Uint8Array[];
  readonly seating: readonly (readonly number[])[];
  readonly scripts: readonly (readonly (readonly number[])[])[];
  readonly rng: readonly number[];
}

/**
 * Plays league tables with the current policy and gathers what the learner needs. At every step each table is brought
 * to a decision of the network, scripts answering in between; the policy is evaluated for all of them at once.
 */
export class GangupCollector {
  /** This thread's copies of the parameters, and of those of the past self that plays; written before `collect`. */
  readonly parameters: Float32Array;
  readonly past: Float32Array;
  readonly rollout: GangupRollout;
  private readonly groups: readonly Group[];
  private readonly tables: readonly LeagueTable[];
  /** [tables] the last recorded decision of each table's game, −1 where there is none. */
  private readonly last: Int32Array;
  private readonly others: StepBatch;
  private readonly ahead = new AfterStates();
  private readonly policyFeeds: Feeds;
  private readonly pastFeeds: Feeds;
  private readonly criticFeeds: Feeds;
  private readonly returns = new Float64Array(PLACES);
  private owners = new Int32Array(1024);
  private logits = new Float32Array(1024);
  private readonly shares = new Float32Array(AHEAD_CHUNK * PLACES);
  private logTotal = 0;
  private readonly picks: Int32Array;
  private rng: Rng;
  private sums: LeagueSums = {};
  private begun = false;

  private constructor(
    private readonly spec: CollectorSpec,
    net: GangupNet,
    private readonly policy: InferenceSession,
    private readonly critic: InferenceSession,
    seed: number,
    stream: number,
  ) {
    const { groups, tables } = openTables(
      spec.groups,
      Object.keys(spec.league.scripts),
      spec.tables,
      new Rng(seed, 3 * stream).uint32(),
    );
    this.groups = groups;
    this.tables = tables;
    this.parameters = new Float32Array(parameterCount(net.parameters));
    this.past = new Float32Array(parameterCount(net.policyParameters));
    this.rollout = new GangupRollout(spec.decisions);
    this.last = new Int32Array(tables.length);
    this.picks = new Int32Array(tables.length);
    this.others = new StepBatch(tables.length);
    this.pastFeeds = parameterFeeds(net.policyParameters, this.past);
    this.policyFeeds = parameterFeeds(net.policyParameters, this.parameters);
    this.criticFeeds = parameterFeeds(net.criticParameters, this.parameters);
    this.rng = new Rng(seed, 3 * stream + 1);
  }

  /** `seed` and `stream` (one a thread) fix the tables' seeds, who sits where, and the sampling. */
  static async open(spec: CollectorSpec, net: GangupNet, seed: number, stream: number): Promise<GangupCollector> {
    const policy = await openSession(gangupPolicyModel(net));
    const critic = await openSession(gangupCriticModel(net));
    return new GangupCollector(spec, net, policy, critic, seed, stream);
  }

  /** Plays until the rollout is full; `pasts`: `past` holds a past self. Returns what was counted. */
  async collect(pasts: boolean): Promise<LeagueSums> {
    const { rollout, tables, last, spec } = this;
    if (!this.begun) {
      this.begun = true;
      for (const table of tables) this.deal(table, pasts);
    }
    rollout.clear();
    last.fill(-1);
    while (rollout.rows + tables.length <= spec.decisions) {
      await this.step(pasts);
    }
    this.finishRollout();
    const { sums } = this;
    this.sums = {};
    return sums;
  }

  private count(key: string, amount: number): void {
    this.sums[key] = (this.sums[key] ?? 0) + amount;
  }

  private deal(place: LeagueTable, pasts: boolean): void {
    place.table.reset(nextSeed(this.rng.words, 0));
    place.seat(this.spec.league, pasts, this.rng);
  }

  /** One decision of the network at every table. */
  private async step(pasts: boolean): Promise<void> {
    const { rollout, tables, others, picks } = this;
    const firstRow = rollout.rows;
    others.count = 0;
    this.ahead.count = 0;
    for (let t = 0; t < tables.length; t++) {
      const place = tables[t]!;
      while (!place.advance()) this.finish(place, t, pasts);
      const { table } = place;
      if (place.holders[table.seat] === PAST) {
        picks[t] = -1 - others.count;
        others.add(table, place.group.advise(table));
      } else picks[t] = this.record(place, t);
    }
    await this.answer(firstRow);
    for (let t = 0, k = 0; t < tables.length; t++) if (picks[t]! >= 0) k = this.choose(picks[t]!, firstRow, k);
    if (others.count > 0) await this.answerPast();
    for (let t = 0; t < tables.length; t++) {
      const { table } = tables[t]!;
      const row = picks[t]!;
      table.step(row < 0 ? this.sample(others.start, -1 - row, 0) : rollout.choice[row]!);
    }
  }

  /** Records the decision that the learner is asked for, as the one after its table's last. */
  private record(place: LeagueTable, t: number): number {
    const { rollout, last, spec } = this;
    // λ counts from one decision of a seat to its next: with several learners at the table in so many smaller steps.
    const row = rollout.add(place.table, place.group.advise(place.table), spec.lambda ** (1 / place.learners));
    place.group.lookAhead(place.table, this.ahead);
    if (last[t]! >= 0) rollout.next[last[t]!] = row;
    rollout.next[row] = CUT_OFF;
    last[t] = row;
    return row;
  }

  /** A game has ended: its shares go to the last recorded decision, and the next one begins. */
  private finish(place: LeagueTable, t: number, pasts: boolean): void {
    const { rollout, last, returns } = this;
    place.table.returns(returns);
    const row = last[t]!;
    if (row >= 0) {
      rollout.next[row] = GAME_OVER;
      for (let s = 0; s < PLACES; s++) rollout.follow[row * PLACES + s] = s < place.holders.length ? returns[s]! : 0;
    }
    last[t] = -1;
    this.tally(place);
    this.deal(place, pasts);
  }

  private tally(place: LeagueTable): void {
    const { rival, holders } = place;
    this.count('episodes', 1);
    if (rival < 0) return;
    const share = this.returns[holders.indexOf(LEARNER)]!;
    const name = rival === PAST ? 'past' : Object.keys(this.spec.league.scripts)[rival - SCRIPTS]!;
    this.count(`games ${name} ${holders.length}`, 1);
    this.count(`wins ${name} ${holders.length}`, share);
  }

  /** Scores of the decisions recorded since `from`, and the critic's shares after each of their candidates. */
  private async answer(from: number): Promise<void> {
    const { rollout, ahead } = this;
    const count = rollout.rows - from;
    if (count === 0) return;
    for (let at = 0; at < ahead.count; at += AHEAD_CHUNK)
      await this.foresee(at, Math.min(AHEAD_CHUNK, ahead.count - at));
    const { feeds, fetches } = this.batch(rollout, from, rollout.table, rollout.advice, count);
    await this.policy.run({ ...this.policyFeeds, ...feeds }, fetches);
  }

  private async foresee(at: number, count: number): Promise<void> {
    const { ahead, shares } = this;
    await this.critic.run(
      {
        ...this.criticFeeds,
        [GANGUP_OBSERVATION]: sheet(ahead.observations, at, count, OBSERVATION),
        privileged: sheet(ahead.privileged, at, count, PRIVILEGED),
      },
      { [GANGUP_VALUES]: tensorOver(shares.subarray(0, count * PLACES), [count, PLACES]) },
    );
    for (let k = 0; k < count; k++) {
      if (ahead.over[at + k] === 1) continue; // the result is known
      for (let p = 0; p < PLACES; p++) ahead.values[(at + k) * PLACES + p] = shares[k * PLACES + p]!;
    }
  }

  /**
   * Draws the choice of decision `row`, whose after-states begin at `k`, and keeps what is learned from it: what each
   * candidate gains over the policy's mean, and what came of the choice. Returns where the next one's begin.
   */
  private choose(row: number, first: number, k: number): number {
    const { rollout, ahead, logits } = this;
    const from = rollout.start[row]!;
    const size = rollout.start[row + 1]! - from;
    const choice = this.sample(rollout.start, row, first);
    rollout.choice[row] = choice;
    const offset = from - rollout.start[first]!;
    const values = row * PLACES;
    rollout.values.fill(0, values, values + PLACES);
    for (let i = 0; i < size; i++) {
      const chance = Math.exp(logits[offset + i]! - this.logTotal);
      rollout.before[from + i] = chance;
      for (let p = 0; p < PLACES; p++) rollout.values[values + p]! += chance * ahead.values[(k + i) * PLACES + p]!;
    }
    for (let i = 0; i < size; i++) {
      rollout.gained[from + i] = GAIN * (ahead.values[(k + i) * PLACES]! - rollout.values[values]!);
    }
    const taken = k + choice;
    const part = (array: Float32Array, width: number): Float32Array =>
      array.subarray(taken * width, (taken + 1) * width);
    rollout.after.set(part(ahead.observations, OBSERVATION), row * OBSERVATION);
    rollout.privileged.set(part(ahead.privileged, PRIVILEGED), row * PRIVILEGED);
    rollout.foreseen[row] = ahead.values[taken * PLACES]!;
    // What follows should the rollout end here: what is foreseen.
    const n = rollout.seats[row]!;
    for (let p = 0; p < n; p++) {
      rollout.follow[values + ((rollout.seat[row]! + p) % n)] = ahead.values[taken * PLACES + p]!;
    }
    return k + size;
  }

  /** Scores of the past self's decisions. */
  private async answerPast(): Promise<void> {
    const { others } = this;
    const { feeds, fetches } = this.batch(others, 0, others.candidates.rows, others.candidates.advice, others.count);
    await this.policy.run({ ...this.pastFeeds, ...feeds }, fetches);
  }

  /** Tensors over `count` decisions from `from` on. */
  private batch(
    { observations, start }: { readonly observations: Float32Array; readonly start: Int32Array },
    from: number,
    candidates: Float32Array,
    advice: Float32Array,
    count: number,
  ): { feeds: Feeds; fetches: Feeds } {
    const first = start[from]!;
    const total = start[from + count]! - first;
    if (total > this.owners.length) {
      this.owners = new Int32Array(2 * total);
      this.logits = new Float32Array(2 * total);
    }
    for (let i = 0; i < count; i++) {
      const end = start[from + i + 1]! - first;
      for (let k = start[from + i]! - first; k < end; k++) this.owners[k] = i;
    }
    return {
      feeds: {
        [GANGUP_OBSERVATION]: sheet(observations, from, count, OBSERVATION),
        [GANGUP_CANDIDATES]: sheet(candidates, first, total, CANDIDATE),
        [GANGUP_ADVICE]: tensorOver(advice.subarray(first, first + total), [total]),
        [GANGUP_OWNERS]: tensorOver(this.owners.subarray(0, total), [total]),
      },
      fetches: { [GANGUP_LOGITS]: tensorOver(this.logits.subarray(0, total), [total]) },
    };
  }

  /**
   * Draws a candidate of decision `row` of the batch that begins at `first`, and returns its number; `logTotal` is then
   * what its logits are normalised by.
   */
  private sample(start: Int32Array, row: number, first: number): number {
    const { logits } = this;
    const from = start[row]! - start[first]!;
    const end = start[row + 1]! - start[first]!;
    let top = Number.NEGATIVE_INFINITY;
    for (let k = from; k < end; k++) if (logits[k]! > top) top = logits[k]!;
    let total = 0;
    for (let k = from; k < end; k++) total += Math.exp(logits[k]! - top);
    this.logTotal = top + Math.log(total);
    let point = this.rng.float() * total;
    let chosen = from;
    for (; chosen < end - 1; chosen++) {
      point -= Math.exp(logits[chosen]! - top);
      if (point < 0) break;
    }
    return chosen - from;
  }

  /** Games that ended with the last step say so; then the returns. */
  private finishRollout(): void {
    const { rollout, tables, last, returns } = this;
    for (let t = 0; t < tables.length; t++) {
      const row = last[t]!;
      const { table, holders } = tables[t]!;
      if (row < 0 || !table.over) continue;
      table.returns(returns);
      rollout.next[row] = GAME_OVER;
      for (let s = 0; s < holders.length; s++) rollout.follow[row * PLACES + s] = returns[s]!;
    }
    gangupReturns(rollout, rollout.rows, rollout.returns);
  }

  save(): GangupCollectorState {
    return {
      tables: this.tables.map(({ table }) => bytesOf(table.state.words)),
      seating: this.tables.map(({ holders, rival }) => [rival, ...holders]),
      scripts: this.groups.map((group) => group.save()),
      rng: this.rng.state(),
    };
  }

  load(state: GangupCollectorState): void {
    this.begun = true;
    for (const [t, place] of this.tables.entries()) {
      const saved = new Uint8Array(state.tables[t]!);
      place.table.state.words.set(new Int32Array(saved.buffer));
      place.table.restore();
      place.restore(state.seating[t]!);
    }
    for (const [i, group] of this.groups.entries()) group.load(state.scripts[i]!);
    this.rng = Rng.fromState(state.rng);
  }

  async close(): Promise<void> {
    await this.policy.release();
    await this.critic.release();
  }
}

/** `count` rows of an array from row `at` on. */
function sheet(array: Float32Array, at: number, count: number, width: number): Feeds[string] {
  return tensorOver(array.subarray(at * width, (at + count) * width), [count, width]);
}

function bytesOf(words: Int32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength).slice();
}
