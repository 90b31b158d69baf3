import { FEATURES, ObservationEncoder } from '../../src/env/gang-encode.js';
import type { ObservationClass } from '../../src/env/gang-layout.js';
import type { GangView } from '../../src/gang/state.js';
import { rowsFrom, type Sight, type SightEncoder } from './sight.js';

/**
 * Writes the base game's observation at another table of as many seats: the chips as they lie, and this table's
 * equities in Hold'em's terms (`Sight`). What a network of the base game has learnt about chips holds wherever hands
 * are put in order. The trainer's tables and the agent's sessions both use it.
 */
export class BaseEncoder implements SightEncoder {
  readonly size: number;
  /** [S] by seat, of the view that was encoded last: from its own seat to the left. */
  readonly headRows: Int32Array;
  private readonly encoder: ObservationEncoder;
  private readonly features = new Float32Array(FEATURES);

  constructor(kind: ObservationClass, players: number) {
    this.encoder = new ObservationEncoder(kind, players);
    this.size = this.encoder.size;
    this.headRows = new Int32Array(players);
  }

  /** `out` [size] at `outAt`. */
  encode(view: GangView, sight: Sight, out: Float32Array, outAt: number): void {
    rowsFrom(view.seat, this.headRows);
    this.features.set(sight.equity);
    this.encoder.encode(view, this.features, 0, out, outAt);
  }
}
