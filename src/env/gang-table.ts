import { IllegalActionError } from '../core/errors.js';
import { type Action, ActionList, type EventSink } from '../core/game.js';
import { KEEP, takeAction } from '../gang/actions.js';
import type { GangConfig } from '../gang/config.js';
import type { SeenGangEvent } from '../gang/events.js';
import { gang } from '../gang/game.js';
import { planOf } from '../gang/plan.js';
import { ALARMS, BARS, GangView, HEIST, OVER, PAST_OUTCOME, ROUND } from '../gang/state.js';
import { type ActionTable, actionTable } from './gang-actions.js';
import { pocketInShowdown } from './gang-cards.js';
import { DeluxeEncoder } from './gang-deluxe-encode.js';
import {
  computeFeatures,
  computeViewFeatures,
  encodePrivileged,
  FEATURES,
  ObservationEncoder,
  trueOrder,
} from './gang-encode.js';
import { cardsKey, equityAt } from './gang-equity.js';
import { type ObservationClass, privilegedLayout } from './gang-layout.js';
import { standingAt } from './gang-standing.js';
import { applyHeadless, HeadlessGangState, legalHeadless, maskWhenAsked, setupHeadless } from './schedule.js';

export interface GangTableOptions {
  readonly observation: ObservationClass;
  /** Compute the equity features (default true); without them every equity counts as 0. */
  readonly equity: boolean;
  /** Keep the true order for the privileged observation (default false). */
  readonly privileged: boolean;
  /**
   * Taken off the reward of a failed heist for each pair of neighbouring chips in the wrong order, as a share of all
   * pairs (default 0: off, as in every reported result).
   */
  readonly shaping: number;
}

export const DEFAULT_TABLE_OPTIONS: GangTableOptions = {
  observation: 'full',
  equity: true,
  privileged: false,
  shaping: 0,
};

/** What writes a view's observation: `features` [FEATURES] at `featuresAt`, `out` [size] at `outAt`. */
export interface TableEncoder {
  readonly size: number;
  encode(view: GangView, features: Float32Array, featuresAt: number, out: Float32Array, outAt: number): void;
}

/** The encoder of a class for the tables of a configuration: the base game's, or that of its family. */
export function encoderFor(kind: ObservationClass, config: GangConfig): TableEncoder {
  return planOf(config).plain ? new ObservationEncoder(kind, config.players) : new DeluxeEncoder(kind, config);
}

/** One headless table with everything that is written out at a decision. Nothing is allocated after construction. */
export class GangTable {
  readonly state: HeadlessGangState;
  readonly view: GangView;
  readonly encoder: TableEncoder;
  /** The policy's actions and their codes. */
  readonly codec: ActionTable;
  readonly actions: number;
  readonly privilegedSize: number;
  /** [S, FEATURES] of all seats; a seat's agent is only ever shown its own row, through the observation. */
  readonly features: Float32Array;
  /** Whether the newest finished heist succeeded. */
  lastSuccess = false;
  /** Heists finished since the game began. */
  heists = 0;
  private readonly low: Int32Array;
  private readonly high: Int32Array;
  private roundKey = -1;
  private heistKey = -1;
  private readonly list: ActionList;
  private readonly plain: boolean;
  /** [S] what each seat's cards were when its equity was computed: Deluxe tables compute it when it is observed. */
  private readonly cardKeys: Int32Array;

  /** Throws `RangeError` for the privileged observation of a table that isn't the base game's. */
  constructor(
    readonly config: GangConfig,
    readonly options: GangTableOptions = DEFAULT_TABLE_OPTIONS,
  ) {
    const seats = config.players;
    const plan = planOf(config);
    this.plain = plan.plain;
    if (options.privileged && !plan.plain) throw new RangeError('only the base game has a privileged observation');
    this.state = new HeadlessGangState(config);
    this.view = new GangView(config);
    this.encoder = encoderFor(options.observation, config);
    this.codec = actionTable(plan);
    this.actions = this.codec.size;
    this.cardKeys = new Int32Array(seats);
    this.privilegedSize = privilegedLayout(seats).size;
    this.features = new Float32Array(seats * FEATURES);
    this.low = new Int32Array(seats);
    this.high = new Int32Array(seats);
    this.list = new ActionList(plan.plain ? seats + 1 : DELUXE_LEGAL_MAX);
  }

  /** The seat that is asked, −1 when the game is over. */
  get seat(): number {
    return this.state.asked;
  }

  get over(): boolean {
    return this.state.game.info[OVER] === 1;
  }

  reset(seed: number, sink?: EventSink<SeenGangEvent>): void {
    setupHeadless(this.state, seed, sink);
    this.heists = 0;
    this.refresh(true);
  }

  /** Brings what is kept beside the state up to date after the state was written from outside (a copy, a save). */
  restore(): void {
    this.refresh(true);
    if (this.over || !this.options.equity || !this.plain) return;
    for (let s = 0; s < this.config.players; s++) {
      gang.view(this.state.game, s, this.view);
      computeViewFeatures(this.view, this.features.subarray(s * FEATURES, (s + 1) * FEATURES));
    }
  }

  private refresh(fresh: boolean): void {
    const { game } = this.state;
    const heist = game.info[HEIST]!;
    const round = heist * 8 + game.info[ROUND]!;
    if (fresh) {
      this.roundKey = -1;
      this.heistKey = -1;
      this.features.fill(0);
      this.cardKeys.fill(0);
    }
    if (game.info[OVER]) return;
    if (!this.plain && heist !== this.heistKey) this.features.fill(0);
    if (this.options.privileged && heist !== this.heistKey) trueOrder(game, this.low, this.high);
    if (this.plain && this.options.equity && round !== this.roundKey) computeFeatures(game, this.features);
    this.heistKey = heist;
    this.roundKey = round;
  }

  /**
   * Plays action index `index` of `codec` for the asked seat (base game: 0 keep, 1 + c take chip c) and returns the
   * reward: 1 when it ends a heist with success, else 0 (see `shaping`). Throws `IllegalActionError`, also once the game
   * is over.
   */
  step(index: number, sink?: EventSink<SeenGangEvent>): number {
    const { state } = this;
    if (!Number.isInteger(index) || index < 0 || index >= this.actions) {
      throw new IllegalActionError(`${index} is no action index; they are 0 to ${this.actions - 1}`);
    }
    const { game } = state;
    if (this.plain) return this.play(index === 0 ? KEEP : takeAction(index - 1, game.holder[index - 1]!), sink);
    const seat = state.asked;
    return this.play(this.codec.actionAt(game, seat, game.pocket, seat * game.shape.pocket, index), sink);
  }

  /** Plays an action code for the asked seat; as `step`. */
  play(action: Action, sink?: EventSink<SeenGangEvent>): number {
    const { state } = this;
    const { game } = state;
    const heist = game.info[HEIST]!;
    applyHeadless(state, state.asked, action, sink);
    if (game.info[HEIST] === heist) {
      if (game.info[ROUND] !== (this.roundKey & 7)) this.refresh(false);
      return 0;
    }
    this.lastSuccess = game.info[PAST_OUTCOME] === 1;
    this.heists++;
    this.refresh(false);
    if (this.lastSuccess) return 1;
    return this.options.shaping === 0 ? 0 : -this.options.shaping * this.wrongNeighbours();
  }

  /** Share of neighbouring red chips of the newest showdown that stood in the wrong order. */
  private wrongNeighbours(): number {
    const { game } = this.state;
    const { seats } = game.shape;
    let wrong = 0;
    for (let s = 0; s < seats; s++) {
      for (let o = 0; o < seats; o++) {
        const next = game.pastStar[o] === game.pastStar[s]! + 1;
        if (next && game.pastStrength[o]! >= 0 && game.pastStrength[o]! < game.pastStrength[s]!) wrong++;
      }
    }
    return wrong / (seats - 1);
  }

  /** Writes the asked seat's observation [encoder.size]; zeros once the game is over. */
  observe(out: Float32Array, at: number): void {
    if (this.over) {
      out.fill(0, at, at + this.encoder.size);
      return;
    }
    gang.view(this.state.game, this.state.asked, this.view);
    if (!this.plain && this.options.equity) this.findEquity();
    this.encoder.encode(this.view, this.features, this.state.asked * FEATURES, out, at);
  }

  /** The asked seat's equity in this round, when its cards or what it knows have changed. */
  private findEquity(): void {
    const { view, features, cardKeys } = this;
    const { seat } = view;
    const key = cardsKey(view);
    if (view.pocketCount[seat] === 0 || key === cardKeys[seat]) return;
    cardKeys[seat] = key;
    const count = Math.min(view.pocketCount[seat]!, pocketInShowdown(view));
    const standing = standingAt(view);
    features[seat * FEATURES + view.info[ROUND]!] = standing >= 0 ? standing : equityAt(view, view.pocket, count);
  }

  /** Writes the critic's privileged observation [privilegedSize]; zeros once the game is over. */
  observePrivileged(out: Float32Array, at: number): void {
    if (this.over) {
      out.fill(0, at, at + this.privilegedSize);
      return;
    }
    encodePrivileged(this.state.game, this.state.asked, this.features, this.low, this.high, out, at);
  }

  /** Writes the legality mask [actions]: 1 where the action index is legal, nowhere once the game is over. */
  mask(out: Uint8Array, at: number): void {
    const { state, list } = this;
    if (this.plain && state.asked >= 0) {
      maskWhenAsked(state.game, state.asked, out, at);
      return;
    }
    legalHeadless(state, state.asked, list);
    out.fill(0, at, at + this.actions);
    const { game, asked } = state;
    const pocket = asked * game.shape.pocket;
    for (let i = 0; i < list.length; i++) {
      out[at + this.codec.indexOf(game, asked, game.pocket, pocket, list.codes[i]!)] = 1;
    }
  }

  /** Bars and alarms of the game so far. */
  get score(): { readonly bars: number; readonly alarms: number } {
    return { bars: this.state.game.info[BARS]!, alarms: this.state.game.info[ALARMS]! };
  }
}

/** Room for the longest list of answers: a proposal of a seat and a rank among ten. */
const DELUXE_LEGAL_MAX = 256;

/** The policy's index of an action code of the base game: 0 keep, 1 + c take chip c. */
export function actionIndex(action: number): number {
  return action === KEEP ? 0 : 1 + ((action >> 8) & 0xff);
}
