import { riverEquities } from '../../src/cards/equity-river.js';
import { PAIRS, pairIndex } from '../../src/cards/flop-index.js';
import { ActionList } from '../../src/core/game.js';
import { FEATURES, ObservationEncoder } from '../../src/env/gang-encode.js';
import { actionIndex } from '../../src/env/gang-table.js';
import { legalWhenAsked } from '../../src/env/schedule.js';
import { takeAction } from '../../src/gang/actions.js';
import type { GangConfig } from '../../src/gang/config.js';
import { GangView, ROUND, ROUNDS } from '../../src/gang/state.js';
import type { OnnxPolicy } from '../onnx.js';
import { PAIR_HIGH, PAIR_LOW, pairEquities } from '../percentile.js';
import type { TakeHistory } from './history.js';

/** How seats are thought to answer: by the network's softmax at this temperature, and now and then (`lapse`) anyhow. */
export interface HandsOptions {
  readonly temperature: number;
  readonly lapse: number;
}

/**
 * What each other seat may hold, by what it took: for every pocket the network's chance of every take that the seat
 * made, were it sitting there with that pocket. Seats are independent here but for the cards; `gang.imagine` sees to it
 * that none is dealt twice.
 */
export class HandBelief {
  /** [S, PAIRS] by `pairIndex`; the largest of a seat is 1. */
  readonly weights: Float64Array;
  private readonly scratch: GangView;
  private readonly encoder: ObservationEncoder;
  private readonly legal = new ActionList(16);
  private readonly features = new Float32Array(PAIRS * FEATURES);
  private readonly observations: Float32Array;
  private readonly rows = new Uint16Array(PAIRS);
  /** Takes weighed so far, and the last of them. */
  private weighed = 0;
  private last: unknown = null;
  private readonly measured = new Int32Array(ROUNDS).fill(-1);

  constructor(
    private readonly policy: OnnxPolicy,
    config: GangConfig,
    private readonly options: HandsOptions,
  ) {
    this.weights = new Float64Array(config.players * PAIRS);
    this.scratch = new GangView(config);
    this.encoder = new ObservationEncoder(policy.card.class, config.players);
    this.observations = new Float32Array(PAIRS * this.encoder.size);
  }

  /** Weighs the takes that have been seen since it was last asked. */
  async update(history: TakeHistory, view: GangView): Promise<void> {
    const { takes } = history;
    const before = this.weighed === 0 ? null : (takes[this.weighed - 1] ?? undefined);
    if (before !== this.last) {
      this.weighed = 0; // another heist
      this.last = null;
    }
    if (this.weighed === 0) {
      this.weights.fill(1);
      this.measured.fill(-1);
    }
    for (; this.weighed < takes.length; this.weighed++) {
      const take = takes[this.weighed]!;
      this.last = take;
      if (take.seat !== view.seat) await this.weigh(take, view);
    }
  }

  /** Relative weight of a seat's pocket, as `Game.imagine` wants it. */
  readonly weight = (seat: number, a: number, b: number): number => this.weights[seat * PAIRS + pairIndex(a, b)]!;

  private async weigh(take: TakeHistory['takes'][number], view: GangView): Promise<void> {
    const { scratch, legal, rows, encoder, features, observations, policy, weights } = this;
    scratch.publicWords.set(take.before);
    scratch.seat = take.seat;
    const round = scratch.info[ROUND]!;
    for (let r = 0; r <= round; r++) this.measure(view, r);
    legalWhenAsked(scratch, take.seat, legal);
    if (legal.length < 2) return; // no choice says nothing
    const at = take.seat * PAIRS;
    const [mineA, mineB] = [view.pocket[0]!, view.pocket[1]!];
    let count = 0;
    for (let p = 0; p < PAIRS; p++) {
      const high = PAIR_HIGH[p]!;
      const low = PAIR_LOW[p]!;
      if (weights[at + p] === 0) continue;
      if (
        high === mineA ||
        high === mineB ||
        low === mineA ||
        low === mineB ||
        view.board.includes(high) ||
        view.board.includes(low)
      ) {
        weights[at + p] = 0; // it lies elsewhere
        continue;
      }
      scratch.pocket[0] = high;
      scratch.pocket[1] = low;
      encoder.encode(scratch, features, p * FEATURES, observations, count * encoder.size);
      rows[count++] = p;
    }
    const logits = await policy.logits(observations, count);
    const taken = actionIndex(takeAction(take.chip, -1));
    let most = 0;
    for (let i = 0; i < count; i++) {
      const cell = at + rows[i]!;
      weights[cell]! *= this.likelihood(logits, i * policy.actions, taken);
      if (weights[cell]! > most) most = weights[cell]!;
    }
    if (most > 0) for (let i = 0; i < count; i++) weights[at + rows[i]!]! /= most;
  }

  private likelihood(logits: Float32Array, at: number, taken: number): number {
    const { legal, options } = this;
    let top = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < legal.length; i++) top = Math.max(top, logits[at + actionIndex(legal.codes[i]!)]!);
    let sum = 0;
    for (let i = 0; i < legal.length; i++) {
      sum += Math.exp((logits[at + actionIndex(legal.codes[i]!)]! - top) / options.temperature);
    }
    const chance = Math.exp((logits[at + taken]! - top) / options.temperature) / sum;
    return (1 - options.lapse) * chance + options.lapse / legal.length;
  }

  /** Equities of all pockets in a round, once for each board. */
  private measure(view: GangView, round: number): void {
    const { features, measured } = this;
    if (measured[round] === 1) return;
    measured[round] = 1;
    if (round === ROUNDS - 1) {
      riverEquities(ALL_POCKETS, 0, PAIRS, view.board, 0, RIVER, 0, TIES);
    }
    const equities = round === ROUNDS - 1 ? RIVER : pairEquities(view.board, round);
    for (let p = 0; p < PAIRS; p++) {
      features[p * FEATURES + round] = equities[p]!;
      features[p * FEATURES + ROUNDS] = round === ROUNDS - 1 ? TIES[p]! : 0;
    }
  }
}

const ALL_POCKETS = new Int32Array(2 * PAIRS);
for (let p = 0; p < PAIRS; p++) {
  ALL_POCKETS[2 * p] = PAIR_HIGH[p]!;
  ALL_POCKETS[2 * p + 1] = PAIR_LOW[p]!;
}
const RIVER = new Float32Array(PAIRS);
const TIES = new Float32Array(PAIRS);
