import { NetSeat } from '../agents/deluxe/net-seat.js';
import { rowsFrom } from '../agents/deluxe/sight.js';
import { type Action, ActionList } from '../src/core/game.js';
import type { Rng } from '../src/core/rng.js';
import { FEATURES, rankOrder, trueOrder } from '../src/env/gang-encode.js';
import type { ObservationClass } from '../src/env/gang-layout.js';
import { actionIndex, GangTable } from '../src/env/gang-table.js';
import { TrueHands } from '../src/env/gang-truth.js';
import { applyHeadless, HeadlessGangState, legalHeadless, setupHeadless } from '../src/env/schedule.js';
import type { GangConfig } from '../src/gang/config.js';
import { gang } from '../src/gang/game.js';
import { planOf } from '../src/gang/plan.js';
import { GangView, OVER } from '../src/gang/state.js';
import { ScriptedPartners } from './gang-partners.js';
import { type FormCodec, formCodec, type TableForm } from './gang-table-form.js';

/** Strangers at the tables of the estimators. */
export type StrangerKind = 'greedy' | 'beginner' | 'random' | 'belief';

/** How a stranger is: `traits` at `at` as of `drawTraits`. */
export interface Stranger {
  readonly kind: StrangerKind;
  readonly traits: Float32Array;
  readonly at: number;
}

/**
 * One table at which estimates are made and heists are played: what a seat that looks is shown, what the network is
 * asked, and how the hands will stand.
 */
export interface EstimatorTable {
  readonly config: GangConfig;
  /** Of the seat that looked last. */
  readonly view: GangView;
  readonly over: boolean;
  /** The seat that is asked about chips, while the heist goes on. */
  readonly seat: number;
  /** [S] in which row the network's head answers for each seat, by the view that was encoded last. */
  readonly headRows: ArrayLike<number>;
  /** Deals, and plays to the first decision about chips. */
  reset(seed: number): void;
  /** Brings `view` to a seat. */
  look(seat: number): void;
  /** Writes what the network sees of the seat that looked last. */
  encode(out: Float32Array, at: number): void;
  /** Looks from the seat that is asked, and writes what the network sees of it and which of its acts are legal. */
  observe(out: Float32Array, at: number, mask: Uint8Array, maskAt: number): void;
  /** [S] lowest and highest final rank of each seat, which differ by true ties (R-TIE). */
  truth(low: Int32Array, high: Int32Array): void;
  /** Plays the act of this index for the seat that is asked, and on to the next decision about chips. */
  play(index: number): void;
  playStranger(stranger: Stranger, rng: Rng): void;
}

/** A table of the base game for a network that was trained at it. */
class BaseTable implements EstimatorTable {
  readonly headRows: Int32Array;
  private readonly table: GangTable;
  private readonly legal = new ActionList();
  private readonly partners: ScriptedPartners;

  constructor(
    readonly config: GangConfig,
    observation: ObservationClass,
  ) {
    this.table = new GangTable(config, { observation, equity: true, privileged: false, shaping: 0 });
    this.headRows = new Int32Array(config.players);
    this.partners = new ScriptedPartners(config);
  }

  get view(): GangView {
    return this.table.view;
  }

  get over(): boolean {
    return this.table.over;
  }

  get seat(): number {
    return this.table.seat;
  }

  reset(seed: number): void {
    this.table.reset(seed);
  }

  look(seat: number): void {
    gang.view(this.table.state.game, seat, this.view);
  }

  encode(out: Float32Array, at: number): void {
    const { table, headRows, view } = this;
    rowsFrom(view.seat, headRows);
    table.encoder.encode(view, table.features, view.seat * FEATURES, out, at);
  }

  observe(out: Float32Array, at: number, mask: Uint8Array, maskAt: number): void {
    this.table.observe(out, at);
    this.table.mask(mask, maskAt);
  }

  truth(low: Int32Array, high: Int32Array): void {
    trueOrder(this.table.state.game, low, high);
  }

  play(index: number): void {
    this.table.step(index);
  }

  playStranger({ kind, traits, at }: Stranger, rng: Rng): void {
    const { table, legal, view } = this;
    const { seat } = table;
    if (kind === 'random') {
      legalHeadless(table.state, seat, legal);
      table.step(actionIndex(legal.at(rng.below(legal.length))));
      return;
    }
    gang.view(table.state.game, seat, view);
    const equity = table.features[seat * FEATURES + view.round]!;
    table.step(actionIndex(this.partners.act(kind, view, equity, traits, at, seat, rng)));
  }
}

/**
 * Any other table, as the agent's sessions play it: what is asked beside chips is answered by rule. Where cards change
 * hands, `truth` is what would come of it if nobody chose any more (see `TrueHands`).
 */
class AnyTable implements EstimatorTable {
  readonly view: GangView;
  private readonly state: HeadlessGangState;
  private readonly codec: FormCodec;
  private readonly seats: readonly NetSeat[];
  private readonly hands: TrueHands;
  private readonly legal = new ActionList(256);
  private readonly partners: ScriptedPartners;

  constructor(
    readonly config: GangConfig,
    form: TableForm,
    private readonly actions: number,
  ) {
    this.state = new HeadlessGangState(config);
    this.view = new GangView(config);
    this.codec = formCodec(form, config);
    this.seats = Array.from({ length: config.players }, () => new NetSeat());
    this.hands = new TrueHands(config);
    this.partners = new ScriptedPartners(config);
  }

  get over(): boolean {
    return this.state.game.info[OVER] === 1;
  }

  get seat(): number {
    return this.state.asked;
  }

  get headRows(): Int32Array {
    return this.codec.headRows;
  }

  reset(seed: number): void {
    setupHeadless(this.state, seed);
    for (const seat of this.seats) seat.reset();
    this.hands.reset();
    this.settle();
  }

  /** Plays on by rule to the next decision about chips, or to the end. */
  private settle(): void {
    const { state, legal, seats, view } = this;
    while (!this.over) {
      const { asked } = state;
      gang.view(state.game, asked, view);
      legalHeadless(state, asked, legal);
      const action = seats[asked]!.answer(view, legal);
      if (action < 0) {
        // Whoever is asked looks, so that everybody knows how its cards stood in the rounds before.
        seats[asked]!.look(view);
        return;
      }
      applyHeadless(state, asked, action);
    }
  }

  look(seat: number): void {
    gang.view(this.state.game, seat, this.view);
    this.seats[seat]!.look(this.view);
  }

  encode(out: Float32Array, at: number): void {
    const { view } = this;
    this.codec.encode(view, this.seats[view.seat]!.sight, out, at);
  }

  observe(out: Float32Array, at: number, mask: Uint8Array, maskAt: number): void {
    const { codec, legal, state } = this;
    this.look(state.asked);
    this.encode(out, at);
    legalHeadless(state, state.asked, legal);
    mask.fill(0, maskAt, maskAt + this.actions);
    for (let i = 0; i < legal.length; i++) {
      const index = codec.indexOf(legal.codes[i]!);
      if (index >= 0) mask[maskAt + index] = 1;
    }
  }

  truth(low: Int32Array, high: Int32Array): void {
    this.hands.update(this.state);
    rankOrder(this.hands.strengths, this.config.players, low, high);
  }

  play(index: number): void {
    const { codec, state } = this;
    // Whoever looked since may see the rows in another order.
    codec.rows.fill(state.game, state.asked);
    this.apply(codec.actionAt(state.game, index));
  }

  playStranger({ kind, traits, at }: Stranger, rng: Rng): void {
    const { legal, seats, state, view } = this;
    const { asked } = state;
    this.look(asked);
    legalHeadless(state, asked, legal);
    if (kind === 'random') {
      this.apply(legal.at(rng.below(legal.length)));
      return;
    }
    const equity = seats[asked]!.sight.equity[view.round]!;
    this.apply(this.partners.act(kind, view, equity, traits, at, asked, rng, legal));
  }

  private apply(action: Action): void {
    applyHeadless(this.state, this.state.asked, action);
    this.settle();
  }
}

/** What of a network's card says how it sees tables. */
export interface EstimatorForm {
  readonly class: ObservationClass;
  readonly padded?: number | undefined;
  readonly actions: number;
}

/** A table for the estimator of a network. */
export function estimatorTable(config: GangConfig, form: EstimatorForm): EstimatorTable {
  if (form.padded === undefined && planOf(config).plain) return new BaseTable(config, form.class);
  return new AnyTable(config, form.padded === undefined ? 'base' : 'padded', form.actions);
}
