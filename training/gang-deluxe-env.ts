import { NetSeat } from '../agents/deluxe/net-seat.js';
import { unwrap } from '../src/core/errors.js';
import { type Action, ActionList } from '../src/core/game.js';
import { mix32, nextBelow, nextSeed, RNG_WORDS, seedWords } from '../src/core/rng.js';
import { paddedSeats } from '../src/env/gang-padded.js';
import { encodeTruth, paddedTruthLayout, TrueHands } from '../src/env/gang-truth.js';
import { applyHeadless, HeadlessGangState, legalHeadless, setupHeadless } from '../src/env/schedule.js';
import { type GangConfig, parseGangConfig } from '../src/gang/config.js';
import { gang } from '../src/gang/game.js';
import { GangView, OVER, PAST_OUTCOME } from '../src/gang/state.js';
import { ZERO_CHIP } from '../src/gang/words.js';
import { type FormCodec, formCodec, formShape, type TableForm } from './gang-table-form.js';
import type { EpisodeSums, VecEnv } from './vecenv.js';

/** Tables of The Gang in all their forms, for one network; plain JSON. */
export interface GangDeluxeEnvSpec {
  /** Configurations as of `parseGangConfig`, all for 3 to 6 or all for 7 to 10 players; tables take them in turn. */
  readonly tables: readonly (Partial<GangConfig> & { readonly players: number })[];
  /** What the network sees and answers (default `padded`); `base` is for tables of one size. */
  readonly form?: TableForm;
  /** Share of the tables that play `ready` round ends. */
  readonly readyShare?: number;
  /**
   * Deals that each table goes through in random order, 0: all different. At tables whose equities are sampled a pool
   * makes them cheap: they are found once.
   */
  readonly pool?: number;
  /** What a failed heist with every pair of hands in the right order but one would be worth; fades to 0 halfway. */
  readonly shaping?: number;
}

/** What a seat is to decide at one of the tables. */
export interface TableDecision {
  readonly config: GangConfig;
  readonly seat: number;
  readonly view: GangView;
  readonly legal: ActionList;
  /** Counts the games of the table. */
  readonly game: number;
  /** The network's index of a legal action. */
  indexOf(action: Action): number;
}

/** One table, and what is kept beside its state. */
class DeluxeTable {
  readonly state: HeadlessGangState;
  readonly view: GangView;
  readonly codec: FormCodec;
  readonly seats: NetSeat[];
  readonly truth: TrueHands;
  readonly legal = new ActionList(256);
  /** Its number in the pool. */
  deal = 0;

  constructor(
    readonly config: GangConfig,
    readonly name: string,
    form: TableForm,
    /** Shared by the tables of one configuration. */
    readonly kept: Map<number, number> | undefined,
  ) {
    this.state = new HeadlessGangState(config);
    this.view = new GangView(config);
    this.codec = formCodec(form, config);
    this.seats = Array.from({ length: config.players }, () => new NetSeat());
    this.truth = new TrueHands(config);
  }

  get over(): boolean {
    return this.state.game.info[OVER] === 1;
  }

  get success(): boolean {
    return this.state.game.info[PAST_OUTCOME] === 1;
  }

  /** `deal`: its number in the pool, 0 without one. */
  start(seed: number, deal: number): void {
    setupHeadless(this.state, seed);
    this.forget(deal);
  }

  /** Brings what is kept beside the state in line with a state that was written from outside. */
  forget(deal: number): void {
    for (const seat of this.seats) seat.reset();
    this.truth.reset();
    this.deal = deal;
  }

  /** Plays on by rule to the next decision about chips, or to the end. */
  settle(): void {
    const { state, view, legal, seats } = this;
    while (!this.over) {
      const seat = state.asked;
      gang.view(state.game, seat, view);
      legalHeadless(state, seat, legal);
      const action = seats[seat]!.answer(view, legal);
      if (action < 0) return;
      applyHeadless(state, seat, action);
    }
  }

  play(index: number): void {
    const { state, codec } = this;
    applyHeadless(state, state.asked, codec.actionAt(state.game, index));
    this.settle();
  }

  /** After `settle`, while the heist goes on: writes the decision. */
  write(
    actions: number,
    obs: Float32Array,
    obsAt: number,
    priv: Float32Array,
    privAt: number,
    mask: Uint8Array,
    maskAt: number,
  ): void {
    const { state, view, codec, legal, truth } = this;
    const memo = this.kept === undefined ? undefined : { deal: this.deal * 16 + state.asked, kept: this.kept };
    const seat = this.seats[state.asked]!;
    seat.look(view, memo);
    codec.encode(view, seat.sight, obs, obsAt);
    truth.update(state);
    encodeTruth(state.game, codec.rows, truth, priv, privAt);
    mask.fill(0, maskAt, maskAt + actions);
    for (let i = 0; i < legal.length; i++) {
      const index = codec.indexOf(legal.codes[i]!);
      if (index >= 0) mask[maskAt + index] = 1;
    }
  }

  /** Share of pairs of revealed hands that stood in the right order in the heist that has just ended. */
  rightPairs(): number {
    const { game } = this.state;
    const { placeOf } = this.codec.rows;
    const { pastStrength, pastStar, shape } = game;
    let pairs = 0;
    let right = 0;
    for (let a = 0; a < shape.seats; a++) {
      if (pastStrength[a]! < 0) continue;
      for (let b = a + 1; b < shape.seats; b++) {
        if (pastStrength[b]! < 0) continue;
        pairs++;
        const [chip, other] = [pastStar[a]!, pastStar[b]!];
        const alike = chip >= ZERO_CHIP && other >= ZERO_CHIP;
        if (alike || (placeOf[chip]! - placeOf[other]!) * (pastStrength[a]! - pastStrength[b]!) >= 0) right++;
      }
    }
    return pairs === 0 ? 0 : right / pairs;
  }
}

/** A short name of a configuration for the metrics: `4-omaha`, `5-advanced`. */
export function tableName({ players, variant, mode, jokers, tools, vaults, dealer }: GangConfig): string {
  const parts: string[] = [String(players)];
  if (variant !== 'holdem') parts.push(variant);
  if (mode !== 'basic') parts.push(mode);
  if (jokers) parts.push('jokers');
  if (tools !== false) parts.push('tools');
  if (vaults) parts.push('vaults');
  if (dealer > 0) parts.push(`dealer${dealer}`);
  return parts.join('-');
}

/** Stream of seeds of a pool. */
const POOL_SEED = 0x5eed;

/**
 * Tables of randomised configurations for the trainer. A decision is one about chips with at least two legal acts; what
 * else is asked is answered by rule (`NetSeat`). An episode is a heist. Sums: `heists:NAME` and `won:NAME` of each
 * kind of table.
 */
export class GangDeluxeEnv implements VecEnv {
  readonly count: number;
  readonly obsSize: number;
  readonly privSize: number;
  readonly actions: number;
  readonly obs: Float32Array;
  readonly priv: Float32Array;
  readonly mask: Uint8Array;
  readonly rewards: Float32Array;
  readonly dones: Uint8Array;
  readonly metadata: Readonly<Record<string, string>>;
  private readonly tables: DeluxeTable[];
  private readonly rng = new Int32Array(RNG_WORDS);
  /** Games that each table has begun. */
  private readonly games: Int32Array;
  private sums: EpisodeSums = { episodes: 0, successes: 0 };
  private shaping: number;

  constructor(
    readonly spec: GangDeluxeEnvSpec,
    count: number,
  ) {
    const configs = spec.tables.map((table) => unwrap(parseGangConfig({ length: 'heist', ...table })));
    const form = spec.form ?? 'padded';
    const { observation, actions, metadata } = formShape(form, configs);
    this.count = count;
    this.actions = actions;
    this.obsSize = observation;
    this.privSize = paddedTruthLayout(paddedSeats(configs[0]!.players)).size;
    this.obs = new Float32Array(count * this.obsSize);
    this.priv = new Float32Array(count * this.privSize);
    this.mask = new Uint8Array(count * this.actions);
    this.rewards = new Float32Array(count);
    this.dones = new Uint8Array(count);
    this.games = new Int32Array(count);
    this.shaping = spec.shaping ?? 0;
    const ready = spec.readyShare ?? 0;
    const kept = configs.map(() => (this.pool > 0 ? new Map<number, number>() : undefined));
    this.tables = Array.from({ length: count }, (_, i) => {
      const config = configs[i % configs.length]!;
      // Every round of configurations has the same share of `ready` tables, as near as it goes.
      const turn = Math.floor(i / configs.length);
      const isReady = Math.floor((turn + 1) * ready) > Math.floor(turn * ready);
      const own: GangConfig = isReady ? { ...config, roundEnd: 'ready' } : config;
      return new DeluxeTable(own, tableName(config), form, kept[i % configs.length]);
    });
    this.metadata = metadata;
  }

  /** The decision that table `i` waits for: for a teacher that is asked beside the learner. */
  decision(i: number): TableDecision {
    const { config, state, view, legal, codec } = this.tables[i]!;
    const indexOf = (action: Action): number => codec.indexOf(action);
    return { config, seat: state.asked, view, legal, game: this.games[i]!, indexOf };
  }

  private get pool(): number {
    return this.spec.pool ?? 0;
  }

  reset(seed: number): void {
    seedWords(this.rng, 0, seed);
    this.sums = { episodes: 0, successes: 0 };
    this.rewards.fill(0);
    this.dones.fill(0);
    for (let i = 0; i < this.count; i++) this.begin(i);
  }

  /** Starts heists until one asks for a decision. */
  private begin(i: number): void {
    const table = this.tables[i]!;
    do {
      const deal = this.pool > 0 ? nextBelow(this.rng, 0, this.pool) : 0;
      const seed = this.pool > 0 ? mix32(POOL_SEED + deal) >>> 0 : nextSeed(this.rng, 0);
      table.start(seed, deal);
      table.settle();
      this.games[i] = this.games[i]! + 1;
    } while (table.over);
    this.write(i);
  }

  private write(i: number): void {
    const { obs, obsSize, priv, privSize, mask, actions } = this;
    this.tables[i]!.write(actions, obs, i * obsSize, priv, i * privSize, mask, i * actions);
  }

  step(actions: Int32Array): void {
    const { rewards, dones, sums } = this;
    for (let i = 0; i < this.count; i++) {
      const table = this.tables[i]!;
      table.play(actions[i]!);
      rewards[i] = 0;
      dones[i] = 0;
      if (!table.over) {
        this.write(i);
        continue;
      }
      dones[i] = 1;
      const won = table.success ? 1 : 0;
      rewards[i] = won === 1 ? 1 : this.shaping === 0 ? 0 : this.shaping * table.rightPairs();
      sums.episodes++;
      sums.successes += won;
      const { name } = table;
      sums[`heists:${name}`] = (sums[`heists:${name}`] ?? 0) + 1;
      sums[`won:${name}`] = (sums[`won:${name}`] ?? 0) + won;
      this.begin(i);
    }
  }

  progress(fraction: number): void {
    this.shaping = (this.spec.shaping ?? 0) * Math.max(0, 1 - 2 * fraction);
  }

  stats(): EpisodeSums {
    const { sums } = this;
    this.sums = { episodes: 0, successes: 0 };
    return sums;
  }

  /** The generator, then for each table: its state and schedule, its deal, and what each seat knows of its equities. */
  save(): Uint8Array {
    const parts: Int32Array[] = [this.rng.slice()];
    for (const table of this.tables) {
      parts.push(table.state.game.words, table.state.schedule, Int32Array.of(table.deal));
      for (const seat of table.seats) parts.push(new Int32Array(seat.save().buffer));
    }
    const words = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      words.set(part, at);
      at += part.length;
    }
    return new Uint8Array(words.buffer);
  }

  /** Takes up what `save` of the same spec and count wrote; throws `RangeError` for another length. */
  load(bytes: Uint8Array): void {
    const expected = this.save().byteLength;
    if (bytes.byteLength !== expected) {
      throw new RangeError(`saved tables have ${bytes.byteLength} bytes; these need ${expected}`);
    }
    const words = new Int32Array(bytes.slice().buffer);
    let at = 0;
    const take = (size: number): Int32Array => {
      at += size;
      return words.subarray(at - size, at);
    };
    this.rng.set(take(RNG_WORDS));
    this.rewards.fill(0);
    this.dones.fill(0);
    for (const [i, table] of this.tables.entries()) {
      const { game, schedule } = table.state;
      game.words.set(take(game.words.length));
      schedule.set(take(schedule.length));
      table.forget(take(1)[0]!);
      for (const seat of table.seats) seat.load(new Float32Array(take(seat.savedSize).slice().buffer));
      table.settle();
      this.write(i);
    }
  }
}

export function createVecEnv(spec: unknown, count: number): VecEnv {
  return new GangDeluxeEnv(spec as GangDeluxeEnvSpec, count);
}
