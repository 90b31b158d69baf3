import type { CandidateBatch } from '../core/agent.js';
import { unwrap } from '../core/errors.js';
import { nextSeed, RNG_WORDS, seedWords } from '../core/rng.js';
import { type GangupConfig, parseGangupConfig } from '../gangup/config.js';
import { INFO } from '../gangup/state.js';
import { GangupTable } from './gangup-table.js';

/** What a vector of tables is made of; plain JSON, so that it can travel to a worker thread. */
export interface GangupVecSpec {
  /** Number of tables. */
  readonly count: number;
  /** Configuration as of `parseGangupConfig`. */
  readonly config: Partial<GangupConfig> & { readonly players: number };
  /** Keep the privileged observation (default false). */
  readonly privileged?: boolean;
}

/** What has been counted since the last `drain`. */
export interface GangupVecStats {
  decisions: number;
  games: number;
  /** Turns of the finished games. */
  turns: number;
  /** Finished games in which several seats shared the win. */
  shared: number;
}

/** Rows that are there from the start, for each table; more are made when a step needs them. */
const ROWS_AT_START = 32;

/**
 * Many tables of Gang Up! stepped together, in contiguous arrays. After `reset` and `step` the arrays describe each
 * table's next decision; `rewards` and `dones` belong to the step just made; finished games start again by themselves.
 * Candidate rows are flat: those of table i are `start[i]` to `start[i + 1]` of `rows`.
 */
export class GangupVecEnv {
  readonly count: number;
  readonly players: number;
  readonly obsSize: number;
  readonly rowSize: number;
  readonly privSize: number;
  /** [count, obsSize] */
  readonly obs: Float32Array;
  /** [count, privSize]; empty when the privileged observation is off. */
  readonly priv: Float32Array;
  /** [count + 1] where each table's rows begin; the last is their number. */
  readonly start: Int32Array;
  /** [count, players] each seat's share of the win, where the step just made ended the game; else 0. */
  readonly rewards: Float32Array;
  /** [count] 1 where the step just made ended a game. */
  readonly dones: Uint8Array;
  /** [count] the seat that is asked. */
  readonly seats: Uint8Array;
  readonly tables: GangupTable[];
  private rowValues: Float32Array;
  private owners: Int32Array;
  private readonly privileged: boolean;
  private readonly rng = new Int32Array(RNG_WORDS);
  private readonly returns: Float64Array;
  private counters: GangupVecStats = noStats();

  /** Throws `BadInputError` for a wrong configuration. */
  constructor(readonly spec: GangupVecSpec) {
    const config = unwrap(parseGangupConfig(spec.config));
    this.count = spec.count;
    this.players = config.players;
    this.privileged = spec.privileged ?? false;
    if (spec.count < 1) throw new RangeError('a vector of tables needs at least one');
    const first = new GangupTable(config);
    this.tables = Array.from({ length: spec.count }, (_, i) => (i === 0 ? first : new GangupTable(config, first)));
    this.obsSize = first.obsSize;
    this.rowSize = first.rowSize;
    this.privSize = first.privilegedSize;
    this.obs = new Float32Array(spec.count * this.obsSize);
    this.priv = new Float32Array(this.privileged ? spec.count * this.privSize : 0);
    this.start = new Int32Array(spec.count + 1);
    this.rewards = new Float32Array(spec.count * config.players);
    this.dones = new Uint8Array(spec.count);
    this.seats = new Uint8Array(spec.count);
    this.returns = new Float64Array(config.players);
    this.rowValues = new Float32Array(spec.count * ROWS_AT_START * this.rowSize);
    this.owners = new Int32Array(spec.count * ROWS_AT_START);
  }

  /** Number of candidate rows of all tables. */
  get rowCount(): number {
    return this.start[this.count]!;
  }

  /** [≥ rowCount, rowSize] candidate rows. Another array may take its place in the next step. */
  get rows(): Float32Array {
    return this.rowValues;
  }

  /** [≥ rowCount] the table of each row, ascending. Another array may take its place in the next step. */
  get owner(): Int32Array {
    return this.owners;
  }

  /** The decisions of all tables as a policy gets them; the arrays are this vector's own. */
  batch(): CandidateBatch {
    const { count, obs, start, rowCount } = this;
    return {
      count,
      observations: obs,
      rowCount,
      rows: this.rowValues.subarray(0, rowCount * this.rowSize),
      owner: this.owners.subarray(0, rowCount),
      start,
    };
  }

  /** Starts every table afresh; all games that follow come from this seed. */
  reset(seed: number): void {
    seedWords(this.rng, 0, seed);
    this.counters = noStats();
    for (const table of this.tables) table.reset(nextSeed(this.rng, 0));
    this.begin();
  }

  private begin(): void {
    this.rewards.fill(0);
    this.dones.fill(0);
    for (let i = 0; i < this.count; i++) this.write(i);
  }

  /** Plays the candidate of this index at every table: `actions` [count], each from 0 on within its table. */
  step(actions: Int32Array): void {
    const { tables, rewards, dones, players, counters } = this;
    rewards.fill(0);
    for (let i = 0; i < this.count; i++) {
      const table = tables[i]!;
      table.step(actions[i]!);
      counters.decisions++;
      if (table.over) {
        table.returns(this.returns);
        for (let s = 0; s < players; s++) rewards[i * players + s] = this.returns[s]!;
        dones[i] = 1;
        this.countGame(table);
        table.reset(nextSeed(this.rng, 0));
      } else dones[i] = 0;
      this.write(i);
    }
  }

  private countGame(table: GangupTable): void {
    const { counters } = this;
    const { info } = table.state;
    const winners = info[INFO.winners]!;
    counters.games++;
    counters.turns += info[INFO.turn]!;
    if ((winners & (winners - 1)) !== 0) counters.shared++;
  }

  /** Writes table i's decision; its rows stand behind those of the tables before it. */
  private write(i: number): void {
    const table = this.tables[i]!;
    table.observe(this.obs, i * this.obsSize);
    const from = this.start[i]!;
    const end = from + table.legal.length;
    if (end > this.owners.length) this.grow(end);
    table.rows(this.rowValues, from * this.rowSize);
    for (let r = from; r < end; r++) this.owners[r] = i;
    this.start[i + 1] = end;
    if (this.privileged) table.observePrivileged(this.priv, i * this.privSize);
    this.seats[i] = table.seat;
  }

  private grow(needed: number): void {
    const size = Math.max(needed, 2 * this.owners.length);
    const rows = new Float32Array(size * this.rowSize);
    rows.set(this.rowValues);
    this.rowValues = rows;
    const owners = new Int32Array(size);
    owners.set(this.owners);
    this.owners = owners;
  }

  /** Counts since the last call. */
  drain(): GangupVecStats {
    const { counters } = this;
    this.counters = noStats();
    return counters;
  }

  /** Everything that is needed to go on exactly here: the tables, the generator of seeds and the counts. */
  save(): Uint8Array {
    const words = new Int32Array(this.savedWords());
    words.set(this.rng, 0);
    STATS.forEach((key, k) => {
      words[RNG_WORDS + k] = this.counters[key];
    });
    let at = RNG_WORDS + STATS.length;
    for (const { state } of this.tables) {
      words.set(state.words, at);
      at += state.words.length;
    }
    return new Uint8Array(words.buffer);
  }

  /**
   * Takes up what `save` of a vector of the same spec wrote; `rewards` and `dones` are 0 until the next step. Throws
   * `RangeError` for another length.
   */
  load(bytes: Uint8Array): void {
    const expected = 4 * this.savedWords();
    if (bytes.byteLength !== expected) {
      throw new RangeError(`saved tables have ${bytes.byteLength} bytes; this vector needs ${expected}`);
    }
    const words = new Int32Array(new Uint8Array(bytes).buffer);
    this.rng.set(words.subarray(0, RNG_WORDS));
    STATS.forEach((key, k) => {
      this.counters[key] = words[RNG_WORDS + k]!;
    });
    let at = RNG_WORDS + STATS.length;
    for (const table of this.tables) {
      const { words: own } = table.state;
      own.set(words.subarray(at, at + own.length));
      table.restore();
      at += own.length;
    }
    this.begin();
  }

  private savedWords(): number {
    return RNG_WORDS + STATS.length + this.count * this.tables[0]!.state.words.length;
  }
}

const STATS = ['decisions', 'games', 'turns', 'shared'] as const satisfies readonly (keyof GangupVecStats)[];

function noStats(): GangupVecStats {
  return { decisions: 0, games: 0, turns: 0, shared: 0 };
}

/**
 * The discrete action space for libraries that know one: an action is the index of a candidate, `mask` says which are
 * there. Writes `mask` [count, actions] and, where given, the rows padded with zeros [count, actions, rowSize]. Throws
 * `RangeError` when a decision has more candidates than `actions`; LEGAL_MAX is always enough.
 */
export function padCandidates(
  batch: CandidateBatch,
  actions: number,
  rowSize: number,
  mask: Uint8Array,
  rows?: Float32Array,
): void {
  const { count, start } = batch;
  mask.fill(0, 0, count * actions);
  rows?.fill(0, 0, count * actions * rowSize);
  for (let i = 0; i < count; i++) {
    const from = start[i]!;
    const legal = start[i + 1]! - from;
    if (legal > actions) throw new RangeError(`decision ${i} has ${legal} candidates; the action space has ${actions}`);
    mask.fill(1, i * actions, i * actions + legal);
    rows?.set(batch.rows.subarray(from * rowSize, (from + legal) * rowSize), i * actions * rowSize);
  }
}
