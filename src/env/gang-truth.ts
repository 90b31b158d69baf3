import { ActionList } from '../core/game.js';
import { Layout } from '../core/layout.js';
import { holderOf, VERB_TAKE, verbOf } from '../gang/actions.js';
import type { GangConfig } from '../gang/config.js';
import { currentStrength, finalStrength } from '../gang/hands.js';
import {
  type GangState,
  HEIST,
  LEDGER_COUNT,
  OVER,
  PHASE,
  PHASE_CHIPS,
  PROMPT_BY,
  type PublicTable,
  ROUND,
  ROUNDS,
  ZERO_CHIP,
} from '../gang/state.js';
import { rankOrder } from './gang-encode.js';
import type { PaddedSeats, Rows } from './gang-padded.js';
import { HeadlessGangState, headlessGang, legalHeadless } from './schedule.js';

/**
 * How the hands of a heist will really stand: for the critic in training, and for nobody else. What isn't dealt yet is
 * found by playing a copy of the table on to Round 4: chips are taken as they lie, questions are answered with the first
 * legal answer. Tables that change cards are looked at again when cards have moved.
 */
export class TrueHands {
  /** [S] strength of each seat's hand in Round 4. */
  readonly strengths: Int32Array;
  /** [S] the lowest and the highest place at which the seat can stand in a right order (R-TIE, R-ZERO). */
  readonly low: Int32Array;
  readonly high: Int32Array;
  private readonly scratch: HeadlessGangState;
  private readonly legal = new ActionList();
  private key = -1;

  constructor(config: GangConfig) {
    this.scratch = new HeadlessGangState(config);
    this.strengths = new Int32Array(config.players);
    this.low = new Int32Array(config.players);
    this.high = new Int32Array(config.players);
  }

  /** Brings everything up to date. */
  update(state: HeadlessGangState): void {
    const { info, shape } = state.game;
    const moved = shape.asks || shape.ledger > 0 ? info[LEDGER_COUNT]! * 8 + info[ROUND]! : 0;
    const key = info[HEIST]! * 0x10000 + moved;
    if (key === this.key) return;
    this.key = key;
    this.findStrengths(state);
    this.findPlaces(state.game);
  }

  /** Forgets what was found: another game begins. */
  reset(): void {
    this.key = -1;
  }

  private findStrengths(state: HeadlessGangState): void {
    const { scratch, strengths, legal } = this;
    const { seats } = state.game.shape;
    if (state.game.plan.modifiers.length === 0) {
      for (let s = 0; s < seats; s++) strengths[s] = finalStrength(state.game, s);
      return;
    }
    headlessGang.copy(state, scratch);
    const { info, flow } = scratch.game;
    const heist = info[HEIST];
    const isLast = (): boolean => info[ROUND] === ROUNDS - 1 && info[PHASE] === PHASE_CHIPS && flow[PROMPT_BY] === 0;
    while (info[OVER] === 0 && info[HEIST] === heist && !isLast()) {
      legalHeadless(scratch, scratch.asked, legal);
      headlessGang.apply(scratch, scratch.asked, firstFree(legal));
    }
    const revealed = info[HEIST] !== heist;
    for (let s = 0; s < seats; s++) {
      strengths[s] = revealed ? Math.max(0, scratch.game.pastStrength[s]!) : currentStrength(scratch.game, s);
    }
  }

  private findPlaces(game: GangState): void {
    const { strengths, low, high } = this;
    const { seats } = game.shape;
    const zeros = game.plan.chipOrder[1]! >= ZERO_CHIP ? 2 : 0;
    rankOrder(strengths, seats, low, high);
    for (let s = 0; s < seats; s++) {
      if (low[s]! >= zeros) continue;
      low[s] = 0;
      high[s] = Math.max(high[s]!, zeros - 1);
    }
  }
}

/** The first act that takes nothing from anybody. */
function firstFree(legal: ActionList): number {
  for (let i = 0; i < legal.length; i++) {
    const action = legal.codes[i]!;
    if (verbOf(action) !== VERB_TAKE || holderOf(action) < 0) return action;
  }
  return legal.at(0);
}

const layouts = new Map<PaddedSeats, Layout>();

/** What only the critic sees at padded tables; rows as in `paddedLayout`. */
export function paddedTruthLayout(seats: PaddedSeats): Layout {
  let layout = layouts.get(seats);
  if (layout === undefined) {
    const row = { name: 'row', size: seats };
    const place = { name: 'place', size: seats };
    const range = [0, 1] as const;
    layout = new Layout(`gang/padded-truth/${seats}`, 1, [
      { name: 'position', dims: [row, place], meaning: 'places at which the row can stand in a right order', range },
      { name: 'middle', dims: [row], meaning: 'the middle of those / (players − 1)', range },
      {
        name: 'right',
        dims: [{ name: 'round', size: ROUNDS }, row],
        meaning: "whether the row's chip in each round is one of those",
        range,
      },
      { name: 'wrong', dims: [], meaning: "share of pairs of this round's chips in the wrong order", range },
      {
        name: 'ordered',
        dims: [],
        meaning: 'whether all take part or are out, and no pair is in the wrong order',
        range,
      },
    ]);
    layouts.set(seats, layout);
  }
  return layout;
}

/** Writes the privileged observation [paddedTruthLayout(rows.seats).size] of the seat whose `rows` these are. */
export function encodeTruth(table: PublicTable, rows: Rows, truth: TrueHands, out: Float32Array, outAt: number): void {
  const { seats: padded, rowOf, placeOf } = rows;
  const { low, high } = truth;
  const { seats } = table.shape;
  const middle = outAt + padded * padded;
  const right = middle + padded;
  const wrong = right + ROUNDS * padded;
  out.fill(0, outAt, wrong + 2);
  for (let s = 0; s < seats; s++) {
    const row = rowOf[s]!;
    for (let p = low[s]!; p <= high[s]!; p++) out[outAt + row * padded + p] = 1;
    out[middle + row] = (low[s]! + high[s]!) / (2 * (seats - 1));
    for (let r = 0; r <= table.round; r++) {
      const chip = table.star[r * seats + s]!;
      if (chip < 0) continue;
      const place = placeOf[chip]!;
      if (place >= low[s]! && place <= high[s]!) out[right + r * padded + row] = 1;
    }
  }
  const share = wrongShare(table, rows, truth.strengths);
  out[wrong] = Math.max(0, share);
  if (share === 0) out[wrong + 1] = 1;
}

/**
 * Share of pairs that hold chips of this round in the wrong order, among those who take part; −1 while chips are missing
 * but none is wrong yet.
 */
function wrongShare(table: PublicTable, rows: Rows, strengths: Int32Array): number {
  const { seats } = table.shape;
  let pairs = 0;
  let bad = 0;
  let all = true;
  for (let a = 0; a < seats; a++) {
    if (table.hasExit(a)) continue;
    const chip = table.starNow(a);
    all &&= chip >= 0;
    for (let b = a + 1; b < seats; b++) {
      const other = table.starNow(b);
      if (chip < 0 || other < 0 || table.hasExit(b)) continue;
      pairs++;
      if (chip >= ZERO_CHIP && other >= ZERO_CHIP) continue;
      const order = Math.sign(rows.placeOf[chip]! - rows.placeOf[other]!);
      if (order * (strengths[a]! - strengths[b]!) < 0) bad++;
    }
  }
  if (bad === 0 && !all) return -1;
  return pairs === 0 ? 0 : bad / pairs;
}
