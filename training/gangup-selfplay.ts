import {
  GANGUP_ADVICE,
  GANGUP_CANDIDATES,
  GANGUP_LOGITS,
  GANGUP_OBSERVATION,
  GANGUP_OWNERS,
  GANGUP_VALUES,
} from '../agents/gangup/boss-tensors.js';
import { Rng } from '../src/core/rng.js';
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
import { gangupAdvantages } from './gangup-learner.js';
import {
  type GangupMethod,
  type GangupNet,
  gangupActModel,
  gangupCriticModel,
  gangupPolicyModel,
  TARGETS,
} from './gangup-net.js';
import { CANDIDATE, CUT_OFF, GAME_OVER, GangupRollout, OBSERVATION, PRIVILEGED, StepBatch } from './gangup-rollout.js';
import { type Feeds, type InferenceSession, openSession, tensorOver } from './graph/session.js';
import { parameterCount } from './nets.js';
import { parameterFeeds } from './selfplay.js';

export interface CollectorSpec {
  readonly method: GangupMethod;
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
  /** [tables] the group that each plays with; absent in checkpoints of before groups took turns. */
  readonly groups?: readonly number[];
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
  /** By Deep Monte Carlo, how often a network takes any candidate instead of the best. */
  slips = 0;
  private readonly groups: readonly Group[];
  private readonly tables: readonly LeagueTable[];
  /** [tables] the last recorded decision of each table's game, −1 where there is none. */
  private readonly last: Int32Array;
  private readonly others: StepBatch;
  private readonly pastFeeds: Feeds;
  private readonly criticFeeds: Feeds;
  private readonly returns = new Float64Array(PLACES);
  private owners = new Int32Array(1024);
  private logits = new Float32Array(1024);
  private readonly picks: Int32Array;
  private rng: Rng;
  private sums: LeagueSums = {};
  private begun = false;

  private constructor(
    private readonly spec: CollectorSpec,
    net: GangupNet,
    private readonly act: InferenceSession,
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
    this.rollout = new GangupRollout(spec.decisions, tables.length);
    this.last = new Int32Array(tables.length);
    this.picks = new Int32Array(tables.length);
    this.others = new StepBatch(tables.length);
    this.pastFeeds = parameterFeeds(net.policyParameters, this.past);
    this.criticFeeds = parameterFeeds(net.parameters, this.parameters);
    this.rng = new Rng(seed, 3 * stream + 1);
  }

  /** `seed` and `stream` (one a thread) fix the tables' seeds, who sits where, and the sampling. */
  static async open(spec: CollectorSpec, net: GangupNet, seed: number, stream: number): Promise<GangupCollector> {
    const act = await openSession(gangupActModel(net));
    const policy = await openSession(gangupPolicyModel(net));
    const critic = await openSession(gangupCriticModel(net));
    return new GangupCollector(spec, net, act, policy, critic, seed, stream);
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
    await this.value();
    const { sums } = this;
    this.sums = {};
    return sums;
  }

  private count(key: string, amount: number): void {
    this.sums[key] = (this.sums[key] ?? 0) + amount;
  }

  private deal(place: LeagueTable, pasts: boolean): void {
    place.deal(this.rng);
    place.seat(this.spec.league, pasts, this.rng);
  }

  /** One decision of the network at every table. */
  private async step(pasts: boolean): Promise<void> {
    const { rollout, tables, others, picks } = this;
    const firstRow = rollout.rows;
    others.count = 0;
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
    for (let t = 0; t < tables.length; t++) {
      const row = picks[t]!;
      if (row >= 0) rollout.choice[row] = this.choose(rollout.start, row, firstRow, row * TARGETS);
    }
    if (others.count > 0) await this.answerPast();
    for (let t = 0; t < tables.length; t++) {
      const { table } = tables[t]!;
      const row = picks[t]!;
      table.step(row < 0 ? this.choose(others.start, -1 - row, 0, -1) : rollout.choice[row]!);
    }
  }

  /** Records the decision that the learner is asked for, as the one after its table's last. */
  private record(place: LeagueTable, t: number): number {
    const { rollout, last, spec } = this;
    // λ counts from one decision of a seat to its next: with several learners at the table in so many smaller steps.
    const row = rollout.add(place.table, place.group.advise(place.table), spec.lambda ** (1 / place.learners));
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

  /** Scores and values of the decisions recorded since `from`. */
  private async answer(from: number): Promise<void> {
    const { rollout } = this;
    const count = rollout.rows - from;
    if (count === 0) return;
    const { feeds, fetches } = this.batch(rollout, from, rollout.table, rollout.advice, count);
    await this.act.run(
      { ...this.criticFeeds, ...feeds, privileged: sheet(rollout.privileged, from, count, PRIVILEGED) },
      { ...fetches, [GANGUP_VALUES]: sheet(rollout.values, from, count, PLACES) },
    );
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

  /** A candidate of decision `row` of the batch that begins at `first`, by the scores; `to` as for `sample`. */
  private choose(start: Int32Array, row: number, first: number, to: number): number {
    const from = start[row]! - start[first]!;
    const end = start[row + 1]! - start[first]!;
    return this.spec.method === 'ppo' ? this.sample(from, end, to) : this.best(from, end, to);
  }

  /** The best of the candidates from `from` to `end`, or now and then any. */
  private best(from: number, end: number, to: number): number {
    const { logits, rng } = this;
    if (to >= 0) this.rollout.targets[to] = 0; // nothing asks how likely it was
    if (rng.float() < this.slips) return rng.below(end - from);
    let chosen = from;
    for (let k = from + 1; k < end; k++) if (logits[k]! > logits[chosen]!) chosen = k;
    return chosen - from;
  }

  /**
   * Draws one of the candidates from `from` to `end`, and returns its number; its log-probability goes to
   * `targets[to]` unless that is negative.
   */
  private sample(from: number, end: number, to: number): number {
    const { logits } = this;
    let top = Number.NEGATIVE_INFINITY;
    for (let k = from; k < end; k++) if (logits[k]! > top) top = logits[k]!;
    let total = 0;
    for (let k = from; k < end; k++) total += Math.exp(logits[k]! - top);
    let point = this.rng.float() * total;
    let chosen = from;
    for (; chosen < end - 1; chosen++) {
      point -= Math.exp(logits[chosen]! - top);
      if (point < 0) break;
    }
    if (to >= 0) this.rollout.targets[to] = logits[chosen]! - top - Math.log(total);
    return chosen - from;
  }

  /** The critic's shares of what each table is at now, then advantages and value targets. */
  private async value(): Promise<void> {
    const { rollout, tables, last } = this;
    const { rows } = rollout;
    const size = tables.length;
    // Whoever is asked now, the critic's shares are for all seats.
    for (let t = 0; t < size; t++) if (!tables[t]!.table.over) rollout.look(tables[t]!.table, rows + t);
    await this.critic.run(
      {
        ...this.criticFeeds,
        [GANGUP_OBSERVATION]: sheet(rollout.observations, rows, size, OBSERVATION),
        privileged: sheet(rollout.privileged, rows, size, PRIVILEGED),
      },
      { [GANGUP_VALUES]: sheet(rollout.values, rows, size, PLACES) },
    );
    for (let t = 0; t < tables.length; t++) {
      const row = last[t]!;
      if (row < 0) continue;
      const { table, holders } = tables[t]!;
      const n = holders.length;
      if (table.over) {
        table.returns(this.returns);
        rollout.next[row] = GAME_OVER;
      }
      for (let place = 0; place < n; place++) {
        const s = table.over ? place : (rollout.seat[rows + t]! + place) % n;
        rollout.follow[row * PLACES + s] = table.over ? this.returns[s]! : rollout.values[(rows + t) * PLACES + place]!;
      }
    }
    gangupAdvantages(rollout, rows, rollout.targets);
  }

  save(): GangupCollectorState {
    return {
      tables: this.tables.map(({ table }) => bytesOf(table.state.words)),
      seating: this.tables.map(({ holders, rival }) => [rival, ...holders]),
      scripts: this.groups.map((group) => group.save()),
      groups: this.tables.map(({ group }) => this.groups.indexOf(group)),
      rng: this.rng.state(),
    };
  }

  load(state: GangupCollectorState): void {
    this.begun = true;
    for (const [t, place] of this.tables.entries()) {
      if (state.groups !== undefined) place.join(this.groups[state.groups[t]!]!);
      const saved = new Uint8Array(state.tables[t]!);
      place.table.state.words.set(new Int32Array(saved.buffer));
      place.table.restore();
      place.restore(state.seating[t]!);
    }
    for (const [i, group] of this.groups.entries()) group.load(state.scripts[i]!);
    this.rng = Rng.fromState(state.rng);
  }

  async close(): Promise<void> {
    await this.act.release();
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
