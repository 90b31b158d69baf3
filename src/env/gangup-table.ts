import { IllegalActionError } from '../core/errors.js';
import type { ActionList, EventSink } from '../core/game.js';
import { legalNow } from '../gangup/apply.js';
import type { GangupConfig } from '../gangup/config.js';
import type { GangupEvent } from '../gangup/events.js';
import { gangup } from '../gangup/game.js';
import { GangupState, GangupView, INFO } from '../gangup/state.js';
import { GangupEncoder } from './gangup-encode.js';
import { gangupPrivilegedLayout } from './gangup-layout.js';
import { encodeGangupPrivileged } from './gangup-privileged.js';
import { GangupRows } from './gangup-rows.js';

/**
 * One table of Gang Up! with everything that is written out at a decision: the asked seat's observation and a row for
 * each of its legal actions (two at least). Nothing is allocated after construction.
 */
export class GangupTable {
  readonly state: GangupState;
  readonly encoder: GangupEncoder;
  readonly rowEncoder: GangupRows;
  readonly obsSize: number;
  readonly rowSize: number;
  readonly privilegedSize = gangupPrivilegedLayout.size;
  /** What each seat sees of the state, good for the seat that is asked. */
  private readonly windows: readonly GangupView[];

  /** `config` as of `parseGangupConfig`. Tables of one configuration may use the encoders of another. */
  constructor(
    readonly config: GangupConfig,
    other?: GangupTable,
  ) {
    this.state = new GangupState(config);
    const { state } = this;
    this.windows = Array.from({ length: config.players }, (_, seat) => new GangupView(config, { state, seat }));
    this.encoder = other?.encoder ?? new GangupEncoder(state);
    this.rowEncoder = other?.rowEncoder ?? new GangupRows(state);
    this.obsSize = this.encoder.size;
    this.rowSize = this.rowEncoder.size;
  }

  /** The seat that is asked, −1 when the game is over. */
  get seat(): number {
    return this.over ? -1 : this.state.info[INFO.promptSeat]!;
  }

  get over(): boolean {
    return this.state.info[INFO.over] === 1;
  }

  /** The asked seat's legal actions, in the order of the rows; good until the next step. Empty once it is over. */
  get legal(): ActionList {
    if (!this.over) return legalNow(this.state);
    this.state.legalList.clear();
    return this.state.legalList;
  }

  reset(seed: number, sink?: EventSink<GangupEvent>): void {
    gangup.setup(this.state, seed, sink);
  }

  /** Brings what is kept beside the state up to date after the state was written from outside (a copy, a save). */
  restore(): void {
    this.state.legalReady = false;
  }

  /** Plays the candidate of this index for the asked seat. Throws `IllegalActionError`, also once the game is over. */
  step(index: number, sink?: EventSink<GangupEvent>): void {
    const { state, legal } = this;
    if (!Number.isInteger(index) || index < 0 || index >= legal.length) {
      throw new IllegalActionError(
        this.over ? 'the game is over: nobody can act' : `${index} is no candidate; they are 0 to ${legal.length - 1}`,
      );
    }
    gangup.apply(state, state.info[INFO.promptSeat]!, legal.codes[index]!, sink);
  }

  /** What the asked seat sees, now: it follows the state. */
  get view(): GangupView {
    return this.windows[this.state.info[INFO.promptSeat]!]!;
  }

  /** Writes the asked seat's observation [obsSize]; zeros once the game is over. */
  observe(out: Float32Array, at: number): void {
    if (this.over) out.fill(0, at, at + this.obsSize);
    else this.encoder.encode(this.view, out, at);
  }

  /** Writes a row [rowSize] for each legal action and returns how many; none once the game is over. */
  rows(out: Float32Array, at: number): number {
    if (this.over) return 0;
    const { legal } = this;
    this.rowEncoder.encode(this.view, legal, out, at);
    return legal.length;
  }

  /** Writes the critic's privileged observation [privilegedSize]; zeros once the game is over. */
  observePrivileged(out: Float32Array, at: number): void {
    if (this.over) out.fill(0, at, at + this.privilegedSize);
    else encodeGangupPrivileged(this.state, this.state.info[INFO.promptSeat]!, out, at);
  }

  /** Each seat's share of the win [players]; zeros before the end. */
  returns(out: Float64Array): void {
    gangup.returns(this.state, out);
  }
}
