import { IllegalActionError } from '../core/errors.js';
import { ActionList, type EventSink } from '../core/game.js';
import { KEEP, takeAction } from '../gang/actions.js';
import type { GangConfig } from '../gang/config.js';
import type { SeenGangEvent } from '../gang/events.js';
import { gang } from '../gang/game.js';
import { ALARMS, BARS, GangView, HEIST, OVER, ROUND } from '../gang/state.js';
import {
  computeFeatures,
  computeViewFeatures,
  encodePrivileged,
  FEATURES,
  ObservationEncoder,
  trueOrder,
} from './gang-encode.js';
import { actionCount, type ObservationClass, privilegedLayout } from './gang-layout.js';
import { applyHeadless, HeadlessGangState, legalHeadless, setupHeadless } from './schedule.js';

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

/** One headless table with everything that is written out at a decision. Nothing is allocated after construction. */
export class GangTable {
  readonly state: HeadlessGangState;
  readonly view: GangView;
  readonly encoder: ObservationEncoder;
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

  constructor(
    readonly config: GangConfig,
    readonly options: GangTableOptions = DEFAULT_TABLE_OPTIONS,
  ) {
    const seats = config.players;
    this.state = new HeadlessGangState(config);
    this.view = new GangView(config);
    this.encoder = new ObservationEncoder(options.observation, seats);
    this.actions = actionCount(seats);
    this.privilegedSize = privilegedLayout(seats).size;
    this.features = new Float32Array(seats * FEATURES);
    this.low = new Int32Array(seats);
    this.high = new Int32Array(seats);
    this.list = new ActionList(seats + 1);
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
    if (this.over || !this.options.equity) return;
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
    }
    if (game.info[OVER]) return;
    if (this.options.privileged && heist !== this.heistKey) trueOrder(game, this.low, this.high);
    if (this.options.equity && round !== this.roundKey) computeFeatures(game, this.features);
    this.heistKey = heist;
    this.roundKey = round;
  }

  /**
   * Plays action index `index` (0 keep, 1 + c take chip c) for the asked seat and returns the reward: 1 when it ends a
   * heist with success, else 0 (see `shaping`). Throws `IllegalActionError`, also once the game is over.
   */
  step(index: number, sink?: EventSink<SeenGangEvent>): number {
    const { state } = this;
    if (!Number.isInteger(index) || index < 0 || index >= this.actions) {
      throw new IllegalActionError(`${index} is no action index; they are 0 to ${this.actions - 1}`);
    }
    const { game } = state;
    const heist = game.info[HEIST]!;
    const bars = game.info[BARS]!;
    applyHeadless(state, state.asked, index === 0 ? KEEP : takeAction(index - 1, game.holder[index - 1]!), sink);
    if (game.info[HEIST] === heist) {
      if (game.info[ROUND] !== (this.roundKey & 7)) this.refresh(false);
      return 0;
    }
    this.lastSuccess = game.info[BARS] !== bars;
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
        if (next && game.pastStrength[o]! < game.pastStrength[s]!) wrong++;
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
    this.encoder.encode(this.view, this.features, this.state.asked * FEATURES, out, at);
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
    legalHeadless(state, state.asked, list);
    out.fill(0, at, at + this.actions);
    for (let i = 0; i < list.length; i++) out[at + actionIndex(list.codes[i]!)] = 1;
  }

  /** Bars and alarms of the game so far. */
  get score(): { readonly bars: number; readonly alarms: number } {
    return { bars: this.state.game.info[BARS]!, alarms: this.state.game.info[ALARMS]! };
  }
}

/** The policy's index of an action code: 0 keep, 1 + c take chip c. */
export function actionIndex(action: number): number {
  return action === KEEP ? 0 : 1 + ((action >> 8) & 0xff);
}
