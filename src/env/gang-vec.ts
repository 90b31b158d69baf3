import { unwrap } from '../core/errors.js';
import { nextSeed, RNG_WORDS, seedWords } from '../core/rng.js';
import { type GangConfig, parseGangConfig } from '../gang/config.js';
import { ROUND } from '../gang/state.js';
import { DEFAULT_TABLE_OPTIONS, GangTable, type GangTableOptions } from './gang-table.js';

/** What a vector of tables is made of; plain JSON, so that it can travel to a worker thread. */
export interface GangVecSpec extends Partial<GangTableOptions> {
  /** Number of tables. */
  readonly count: number;
  /** Configuration as of `parseGangConfig`; `length: 'heist'` unless given. */
  readonly config: Partial<GangConfig> & { readonly players: number };
  /** Share of the tables (the first ones) that play `ready` round ends instead of the configured one. */
  readonly readyShare?: number;
  /** Further numbers at the end of each row of `priv`, which a subclass writes (default 0). */
  readonly privilegedRoom?: number;
}

/** What has been counted since the last `drain`. */
export interface GangVecStats {
  heists: number;
  successes: number;
  strictHeists: number;
  strictSuccesses: number;
  decisions: number;
  /** Decisions other than `keep`, so moves of chips. */
  moves: number;
  rounds: number;
}

/**
 * Many tables stepped together, in contiguous arrays. After `reset` and `step` the arrays describe each table's next
 * decision; `rewards` and `dones` belong to the step just made; finished games start again by themselves.
 */
export class GangVecEnv {
  readonly count: number;
  readonly players: number;
  readonly obsSize: number;
  readonly privSize: number;
  readonly actions: number;
  /** [count, obsSize] */
  readonly obs: Float32Array;
  /** [count, privSize]; empty when the privileged observation is off. */
  readonly priv: Float32Array;
  /** [count, actions] */
  readonly mask: Uint8Array;
  /** [count] reward of the step just made: 1 for a heist that succeeded (see `shaping`). */
  readonly rewards: Float32Array;
  /** [count] 1 where the step just made ended a game. */
  readonly dones: Uint8Array;
  /** [count] the seat that is asked. */
  readonly seats: Uint8Array;
  readonly tables: GangTable[];
  private readonly privileged: boolean;
  protected readonly rng = new Int32Array(RNG_WORDS);
  private counters: GangVecStats = noStats();

  constructor(readonly spec: GangVecSpec) {
    const options: GangTableOptions = {
      observation: spec.observation ?? DEFAULT_TABLE_OPTIONS.observation,
      equity: spec.equity ?? DEFAULT_TABLE_OPTIONS.equity,
      privileged: spec.privileged ?? DEFAULT_TABLE_OPTIONS.privileged,
      shaping: spec.shaping ?? DEFAULT_TABLE_OPTIONS.shaping,
    };
    const config = unwrap(parseGangConfig({ length: 'heist', ...spec.config }));
    const ready = Math.round(spec.count * (spec.readyShare ?? 0));
    this.count = spec.count;
    this.players = config.players;
    this.privileged = options.privileged;
    this.tables = Array.from(
      { length: spec.count },
      (_, i) => new GangTable(i < ready ? { ...config, roundEnd: 'ready' } : config, options),
    );
    const first = this.tables[0];
    if (first === undefined) throw new RangeError('a vector of tables needs at least one');
    this.obsSize = first.encoder.size;
    this.privSize = first.privilegedSize + (spec.privilegedRoom ?? 0);
    this.actions = first.actions;
    this.obs = new Float32Array(spec.count * this.obsSize);
    this.priv = new Float32Array(options.privileged ? spec.count * this.privSize : 0);
    this.mask = new Uint8Array(spec.count * this.actions);
    this.rewards = new Float32Array(spec.count);
    this.dones = new Uint8Array(spec.count);
    this.seats = new Uint8Array(spec.count);
  }

  /** Starts every table afresh; all games that follow come from this seed. */
  reset(seed: number): void {
    seedWords(this.rng, 0, seed);
    this.counters = noStats();
    this.rewards.fill(0);
    this.dones.fill(0);
    for (let i = 0; i < this.count; i++) {
      this.begin(i);
      this.write(i);
    }
  }

  /** Plays one action index at every table. */
  step(actions: Int32Array): void {
    for (let i = 0; i < this.count; i++) {
      this.rewards[i] = 0;
      this.dones[i] = 0;
      this.play(i, actions[i]!);
      this.write(i);
    }
  }

  /** Plays an action index at table `i`: its reward is added to, and when that ends the game, the next one begins. */
  protected play(i: number, action: number): void {
    const { counters } = this;
    const table = this.tables[i]!;
    const { info } = table.state.game;
    const heists = table.heists;
    const round = info[ROUND]!;
    const reward = table.step(action);
    this.rewards[i] = this.rewards[i]! + reward;
    counters.decisions++;
    if (action !== 0) counters.moves++;
    const finished = table.heists - heists;
    if (finished > 0) this.countHeist(i);
    if (finished > 0 || info[ROUND] !== round) counters.rounds++;
    if (!table.over) return;
    this.dones[i] = 1;
    this.begin(i);
  }

  /** Starts a game at table `i`. */
  protected begin(i: number): void {
    this.tables[i]!.reset(nextSeed(this.rng, 0));
  }

  /** Counts the heist that table `i` has just finished. */
  protected countHeist(i: number): void {
    const { counters } = this;
    const table = this.tables[i]!;
    const success = table.lastSuccess ? 1 : 0;
    counters.heists++;
    counters.successes += success;
    if (table.config.roundEnd === 'strict') {
      counters.strictHeists++;
      counters.strictSuccesses += success;
    }
  }

  /** Writes what table `i`'s next decision sees. */
  protected write(i: number): void {
    const table = this.tables[i]!;
    table.observe(this.obs, i * this.obsSize);
    table.mask(this.mask, i * this.actions);
    if (this.privileged) table.observePrivileged(this.priv, i * this.privSize);
    this.seats[i] = table.seat;
  }

  /** Counts since the last call. */
  drain(): GangVecStats {
    const { counters } = this;
    this.counters = noStats();
    return counters;
  }

  /** Everything that is needed to go on exactly here: the tables, the generator of seeds and the counts. */
  save(): Uint8Array {
    const perTable = this.tables[0]!.state.game.words.length + this.tables[0]!.state.schedule.length + 1;
    const words = new Int32Array(RNG_WORDS + STATS.length + this.count * perTable);
    words.set(this.rng, 0);
    STATS.forEach((key, k) => {
      words[RNG_WORDS + k] = this.counters[key];
    });
    let at = RNG_WORDS + STATS.length;
    for (const { state, heists } of this.tables) {
      words.set(state.game.words, at);
      words.set(state.schedule, at + state.game.words.length);
      words[at + perTable - 1] = heists;
      at += perTable;
    }
    return new Uint8Array(words.buffer);
  }

  /**
   * Takes up what `save` of a vector of the same spec wrote; `rewards` and `dones` are 0 until the next step. Throws
   * `RangeError` for another length.
   */
  load(bytes: Uint8Array): void {
    const perTable = this.tables[0]!.state.game.words.length + this.tables[0]!.state.schedule.length + 1;
    const expected = (RNG_WORDS + STATS.length + this.count * perTable) * 4;
    if (bytes.byteLength !== expected) {
      throw new RangeError(`saved tables have ${bytes.byteLength} bytes; this vector needs ${expected}`);
    }
    const words = new Int32Array(new Uint8Array(bytes).buffer);
    this.rewards.fill(0);
    this.dones.fill(0);
    this.rng.set(words.subarray(0, RNG_WORDS));
    STATS.forEach((key, k) => {
      this.counters[key] = words[RNG_WORDS + k]!;
    });
    let at = RNG_WORDS + STATS.length;
    this.tables.forEach((table, i) => {
      const { game, schedule } = table.state;
      game.words.set(words.subarray(at, at + game.words.length));
      schedule.set(words.subarray(at + game.words.length, at + perTable - 1));
      table.heists = words[at + perTable - 1]!;
      table.restore();
      this.write(i);
      at += perTable;
    });
  }
}

const STATS = [
  'heists',
  'successes',
  'strictHeists',
  'strictSuccesses',
  'decisions',
  'moves',
  'rounds',
] as const satisfies readonly (keyof GangVecStats)[];

function noStats(): GangVecStats {
  return { heists: 0, successes: 0, strictHeists: 0, strictSuccesses: 0, decisions: 0, moves: 0, rounds: 0 };
}
