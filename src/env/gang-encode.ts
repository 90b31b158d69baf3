import { equities } from '../cards/equity.js';
import { riverEquities } from '../cards/equity-river.js';
import { finalStrength } from '../gang/rules.js';
import {
  BOARD_BY_ROUND,
  BOARD_COUNT,
  type GangState,
  type GangView,
  MOVES,
  type PublicTable,
  ROUND,
  ROUNDS,
} from '../gang/state.js';
import { EQUITY_KNOTS, type ObservationClass, observationLayout } from './gang-layout.js';

/** Numbers kept for a seat beside its view: the equity of each round so far, then the share of ties on the river. */
export const FEATURES = ROUNDS + 1;
const TIE = ROUNDS;

/**
 * Computes the features of all seats for the round that has just begun: `out` [seats, FEATURES]. Later rounds are
 * zeroed. Equities are each seat's own, against one random hand; other seats' cards don't enter them.
 */
export function computeFeatures(state: GangState, out: Float32Array): void {
  const round = state.info[ROUND]!;
  computeRoundFeatures(state, round, out);
  for (let s = 0; s < state.shape.seats; s++) {
    for (let r = round + 1; r < ROUNDS; r++) out[s * FEATURES + r] = 0;
  }
}

/** The features of all seats for one round whose community cards lie; other rounds stay as they are. */
export function computeRoundFeatures(state: GangState, round: number, out: Float32Array): void {
  const { seats } = state.shape;
  if (round === ROUNDS - 1) {
    riverEquities(state.pocket, 0, seats, state.board, 0, equityScratch, 0, tieScratch);
  } else {
    equities(state.pocket, 0, seats, state.board, 0, BOARD_BY_ROUND[round] as 0 | 3 | 4, equityScratch, 0);
    tieScratch.fill(0);
  }
  for (let s = 0; s < seats; s++) {
    out[s * FEATURES + round] = equityScratch[s]!;
    out[s * FEATURES + TIE] = tieScratch[s]!;
  }
}

const equityScratch = new Float32Array(16);
const tieScratch = new Float32Array(16);
const ownBoard = new Int32Array(5);

/** The same for one view: what an agent at a seat computes for itself. `out` [FEATURES]; rounds before are kept. */
export function computeViewFeatures(view: GangView, out: Float32Array): void {
  const round = view.round;
  for (let r = round; r < ROUNDS; r++) out[r] = 0;
  out[TIE] = 0;
  ownBoard.set(view.board);
  // Rounds before are filled too, so that an agent may sit down in the middle of a heist.
  for (let r = 0; r <= round; r++) {
    if (r < round && out[r]! > 0) continue;
    if (r === ROUNDS - 1) {
      riverEquities(view.pocket, 0, 1, ownBoard, 0, equityScratch, 0, tieScratch);
      out[TIE] = tieScratch[0]!;
    } else {
      equities(view.pocket, 0, 1, ownBoard, 0, (r === 0 ? 0 : r + 2) as 0 | 3 | 4, equityScratch, 0);
    }
    out[r] = equityScratch[0]!;
  }
}

/** Writes observations of one class at tables of one size. Reads views only. */
export class ObservationEncoder {
  readonly size: number;
  private readonly movement: boolean;
  private readonly at: {
    readonly round: number;
    readonly readyEnd: number;
    readonly equity: number;
    readonly tie: number;
    readonly bins: number;
    readonly ownRanks: number;
    readonly boardRanks: number;
    readonly suits: number;
    readonly chips: number;
    readonly takesLeft: number;
    readonly first: number;
    readonly took: number;
    readonly stole: number;
  };
  private readonly suitCount = new Int32Array(4);

  constructor(
    readonly kind: ObservationClass,
    readonly seats: number,
  ) {
    const layout = observationLayout(kind, seats);
    this.size = layout.size;
    this.movement = kind === 'full';
    const moved = (name: string): number => (this.movement ? layout.offset(name) : -1);
    this.at = {
      round: layout.offset('round'),
      readyEnd: layout.offset('readyEnd'),
      equity: layout.offset('equity'),
      tie: layout.offset('tie'),
      bins: layout.offset('equityBins'),
      ownRanks: layout.offset('ownRanks'),
      boardRanks: layout.offset('boardRanks'),
      suits: layout.offset('suits'),
      chips: layout.offset('chips'),
      takesLeft: moved('takesLeft'),
      first: moved('first'),
      took: moved('took'),
      stole: moved('stole'),
    };
  }

  /** `features` [FEATURES] at `featuresAt`; `out` [size] at `outAt`. */
  encode(view: GangView, features: Float32Array, featuresAt: number, out: Float32Array, outAt: number): void {
    const at = this.at;
    const round = view.info[ROUND]!;
    out.fill(0, outAt, outAt + this.size);
    out[outAt + at.round + round] = 1;
    if (view.config.roundEnd === 'ready') out[outAt + at.readyEnd] = 1;
    for (let r = 0; r <= round; r++) out[outAt + at.equity + r] = features[featuresAt + r]!;
    out[outAt + at.tie] = features[featuresAt + TIE]!;
    const place = features[featuresAt + round]! * (EQUITY_KNOTS - 1);
    const knot = Math.min(EQUITY_KNOTS - 2, Math.floor(place));
    out[outAt + at.bins + knot] = 1 - (place - knot);
    out[outAt + at.bins + knot + 1] = place - knot;
    this.encodeCards(view, out, outAt);
    this.encodeChips(view, round, out, outAt);
    if (this.movement) this.encodeMovement(view, round, out, outAt);
  }

  private encodeCards(view: GangView, out: Float32Array, outAt: number): void {
    const { at, suitCount } = this;
    const boardCount = view.info[BOARD_COUNT]!;
    suitCount.fill(0);
    let most = 0;
    for (let i = 0; i < boardCount; i++) {
      const card = view.board[i]!;
      const cell = outAt + at.boardRanks + (card >> 2);
      out[cell] = out[cell]! + 0.25;
      const held = suitCount[card & 3]! + 1;
      suitCount[card & 3] = held;
      if (held > most) most = held;
    }
    const a = view.pocket[0]!;
    const b = view.pocket[1]!;
    const rankA = outAt + at.ownRanks + (a >> 2);
    out[rankA] = out[rankA]! + 0.5;
    const rankB = outAt + at.ownRanks + (b >> 2);
    out[rankB] = out[rankB]! + 0.5;
    const suited = (a & 3) === (b & 3);
    const withA = suitCount[a & 3]! + (suited ? 2 : 1);
    const withB = suitCount[b & 3]! + (suited ? 2 : 1);
    if (suited) out[outAt + at.suits] = 1;
    out[outAt + at.suits + 1] = most / 5;
    out[outAt + at.suits + 2] = Math.max(withA, withB) / 7;
  }

  private encodeChips(view: GangView, round: number, out: Float32Array, outAt: number): void {
    const { seats } = this;
    const self = view.seat;
    let cell = outAt + this.at.chips;
    for (let r = 0; r <= round; r++) {
      const row = r * seats;
      for (let i = 0; i < seats; i++) {
        let s = self + i;
        if (s >= seats) s -= seats;
        const chip = view.star[row + s]!;
        if (chip >= 0) out[cell + chip] = 1;
        cell += seats;
      }
    }
  }

  private encodeMovement(view: GangView, round: number, out: Float32Array, outAt: number): void {
    const { at, seats } = this;
    const self = view.seat;
    const full = Math.max(1, view.config.takesMax);
    const quiet = view.info[MOVES] === 0;
    for (let i = 0; i < seats; i++) {
      let s = self + i;
      if (s >= seats) s -= seats;
      out[outAt + at.takesLeft + i] = view.takesLeft(s) / full;
      if (quiet) continue;
      const row = round * seats + s;
      const first = view.first[row]!;
      if (first < 0) continue; // a seat that took nothing
      out[outAt + at.first + i * seats + first] = 1;
      for (let c = 0; c < seats; c++) {
        const times = view.took[row * seats + c]!;
        if (times > 0) out[outAt + at.took + i * seats + c] = times > 1 ? 1 : 0.5;
      }
      for (let j = 0; j < seats; j++) {
        let other = self + j;
        if (other >= seats) other -= seats;
        const times = view.stole[row * seats + other]!;
        if (times > 0) out[outAt + at.stole + i * seats + j] = times > 1 ? 1 : 0.5;
      }
    }
  }
}

/**
 * The true order at the river, by red chip: `low[seat]` is the lowest chip with which the seat can stand in a right
 * order, `high[seat]` the highest (they differ by true ties, R-TIE).
 */
export function trueOrder(state: GangState, low: Int32Array, high: Int32Array): void {
  const { seats } = state.shape;
  for (let s = 0; s < seats; s++) strengths[s] = finalStrength(state, s);
  rankOrder(strengths, seats, low, high);
}

/** [seats] the lowest and the highest rank at which hands of these strengths can stand, the weakest 0 (R-TIE). */
export function rankOrder(of: ArrayLike<number>, seats: number, low: Int32Array, high: Int32Array): void {
  for (let s = 0; s < seats; s++) {
    let weaker = 0;
    let equal = 0;
    for (let o = 0; o < seats; o++) {
      if (of[o]! < of[s]!) weaker++;
      else if (of[o] === of[s]) equal++;
    }
    low[s] = weaker;
    high[s] = weaker + equal - 1;
  }
}

const strengths = new Int32Array(16);

/**
 * Writes the critic's privileged observation (`privilegedLayout`) for the acting seat. Training only: no agent is
 * given this.
 */
export function encodePrivileged(
  table: PublicTable,
  seat: number,
  features: Float32Array,
  low: Int32Array,
  high: Int32Array,
  out: Float32Array,
  outAt: number,
): void {
  const { seats } = table.shape;
  const round = table.info[ROUND]!;
  const position = outAt + seats;
  const right = position + seats * seats;
  const ordered = right + ROUNDS * seats;
  out.fill(0, outAt, ordered + 1);
  let all = true;
  for (let i = 0; i < seats; i++) {
    let s = seat + i;
    if (s >= seats) s -= seats;
    out[outAt + i] = features[s * FEATURES + round]!;
    for (let c = low[s]!; c <= high[s]!; c++) out[position + i * seats + c] = 1;
    for (let r = 0; r <= round; r++) {
      const chip = table.star[r * seats + s]!;
      const good = chip >= low[s]! && chip <= high[s]!;
      if (good) out[right + r * seats + i] = 1;
      else if (r === round) all = false;
    }
  }
  if (all) out[ordered] = 1;
}
