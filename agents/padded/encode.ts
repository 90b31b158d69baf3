import { DECK_SIZE, rankOf, suitOf } from '../../src/cards/card.js';
import { EQUITY_KNOTS } from '../../src/env/gang-layout.js';
import {
  fewestPlayers,
  PADDED_MODIFIERS,
  PADDED_TELLERS,
  type PaddedSeats,
  paddedLayout,
  Rows,
} from '../../src/env/gang-padded.js';
import type { GangConfig } from '../../src/gang/config.js';
import { planOf } from '../../src/gang/plan.js';
import type { GangView } from '../../src/gang/state.js';
import {
  DARK_CHIPS,
  EXITS_LEFT,
  L_ARG,
  L_BY,
  L_OP,
  L_SEAT,
  L_VALUE,
  LEDGER_COUNT,
  LEDGER_WIDTH,
  MOVES,
  OP_FACT,
  ROUND,
} from '../../src/gang/words.js';
import type { Sight, SightEncoder } from '../deluxe/sight.js';
import { percentileOf } from '../deluxe/spread.js';
import { Claims } from './claims.js';

/**
 * Writes the padded observation of class `full` at the tables of one configuration. It reads a view and what its seat's
 * cards say, nothing else; it allocates nothing after construction.
 */
export class PaddedEncoder implements SightEncoder {
  readonly size: number;
  readonly rows: Rows;
  private readonly at: Readonly<Record<string, number>>;
  private readonly claims: Claims;
  private readonly modifierAt: Int32Array;
  private readonly tellerAt: Int32Array;
  private readonly suits = new Int32Array(4);

  constructor(
    readonly seats: PaddedSeats,
    config: GangConfig,
  ) {
    const plan = planOf(config);
    const layout = paddedLayout(seats);
    const at: Record<string, number> = {};
    for (const field of layout.fields) at[field.name] = field.offset;
    this.at = at;
    this.size = layout.size;
    this.rows = new Rows(plan, seats);
    this.claims = new Claims(config);
    this.modifierAt = Int32Array.from(plan.modifiers, (m) => PADDED_MODIFIERS.indexOf(m.id));
    this.tellerAt = Int32Array.from(plan.modifiers, (m) => PADDED_TELLERS.indexOf(m.id));
  }

  /** [S] by seat, of the view that was encoded last: its row in the observation. */
  get headRows(): Int32Array {
    return this.rows.rowOf;
  }

  /** `rows` are then those of the view's seat. `out` [size] at `outAt`. */
  encode(view: GangView, sight: Sight, out: Float32Array, outAt: number): void {
    const { at, rows, seats } = this;
    const { info, seat } = view;
    const round = info[ROUND]!;
    const players = view.shape.seats;
    sight.lookCloser(view);
    rows.fill(view, seat);
    out.fill(0, outAt, outAt + this.size);
    out[outAt + at.round! + round] = 1;
    if (view.config.roundEnd === 'ready') out[outAt + at.readyEnd!] = 1;
    out[outAt + at.players! + players - fewestPlayers(seats)] = 1;
    for (let r = 0; r <= round; r++) out[outAt + at.equity! + r] = sight.equity[r]!;
    const equity = sight.equity[round]!;
    const knot = Math.min(EQUITY_KNOTS - 2, Math.floor(equity * (EQUITY_KNOTS - 1)));
    out[outAt + at.equityBins! + knot + 1] = equity * (EQUITY_KNOTS - 1) - knot;
    out[outAt + at.equityBins! + knot] = 1 - out[outAt + at.equityBins! + knot + 1]!;
    for (let p = 0; p < players; p++) out[outAt + at.places! + p] = Math.min(1, sight.places[p]!);
    this.encodeCards(view, out, outAt);
    this.encodeRows(view, sight, equity, out, outAt);
    this.encodeTable(view, out, outAt);
  }

  private encodeCards(view: GangView, out: Float32Array, outAt: number): void {
    const { at, suits } = this;
    suits.fill(0);
    let most = 0;
    for (const card of view.board) {
      if (card < 0 || card >= DECK_SIZE) continue;
      bump(out, outAt + at.boardRanks! + rankOf(card), 0.25);
      suits[suitOf(card)] = suits[suitOf(card)]! + 1;
      most = Math.max(most, suits[suitOf(card)]!);
    }
    out[outAt + at.suits!] = most / 5;
    for (let i = 0; i < view.pocketCount[view.seat]!; i++) {
      const card = view.pocket[i]!;
      if (card < 0 || card >= DECK_SIZE) continue;
      bump(out, outAt + at.ownRanks! + rankOf(card), 0.25);
      suits[suitOf(card)] = suits[suitOf(card)]! + 1;
      most = Math.max(most, suits[suitOf(card)]!);
    }
    out[outAt + at.suits! + 1] = Math.min(1, most / 10);
  }

  private encodeRows(view: GangView, sight: Sight, equity: number, out: Float32Array, outAt: number): void {
    const { at, rows, seats, claims } = this;
    const { placeOf, rowOf, anchor } = rows;
    const { round, seat } = view;
    const players = view.shape.seats;
    const full = Math.max(1, view.config.takesMax);
    claims.update(view, percentileOf(equity, round), out, outAt + at.claimed!);
    out[outAt + at.ownRow! + rowOf[seat]!] = 1;
    const quiet = view.info[MOVES] === 0;
    for (let s = 0; s < players; s++) {
      const row = rowOf[s]!;
      const chip = view.star[round * players + s]!;
      if (chip >= 0) {
        out[outAt + at.chips! + row * seats + placeOf[chip]!] = 1;
        if (s === seat) out[outAt + at.own! + placeOf[chip]!] = 1;
      }
      out[outAt + at.takesLeft! + row] = view.takesLeft(s) / full;
      out[outAt + at.against! + row] = Math.min(1, sight.against[s]!);
      out[outAt + at.claim! + row] = claims.mean[s]!;
      out[outAt + at.doubt! + row] = Math.min(1, 2 * claims.spread[s]!);
      if (view.exit.length > 0) out[outAt + at.exit! + row] = view.exit[s]!;
      for (let before = 0; before < 2; before++) {
        const then = anchor - 1 - before;
        const held = then < 0 ? -1 : view.star[then * players + s]!;
        if (held >= 0) out[outAt + at.earlier! + row * 2 + before] = (placeOf[held]! + 1) / players;
      }
      if (quiet) continue;
      const first = view.first[round * players + s]!;
      if (first < 0) continue; // a seat that took no star
      out[outAt + at.first! + row] = (placeOf[first]! + 1) / players;
      for (let p = 0; p < players; p++) {
        const times = view.took[(round * players + s) * players + view.plan.chipOrder[p]!]!;
        if (times > 0) out[outAt + at.took! + row * seats + p] = times > 1 ? 1 : 0.5;
      }
    }
  }

  private encodeTable(view: GangView, out: Float32Array, outAt: number): void {
    const { at, modifierAt, rows, tellerAt } = this;
    const players = view.shape.seats;
    const dark = view.info[DARK_CHIPS]!;
    for (let p = 0; p < players; p++) {
      const chip = view.plan.chipOrder[p]!;
      if (view.holder[chip]! < 0) out[outAt + at.free! + p] = 1;
      if ((dark >> chip) & 1) out[outAt + at.dark! + p] = 1;
    }
    for (let m = 0; m < modifierAt.length; m++) {
      if (modifierAt[m]! >= 0) out[outAt + at.active! + modifierAt[m]!] = view.active[m]!;
    }
    out[outAt + at.exitsLeft!] = Math.max(0, view.info[EXITS_LEFT]!) / 3;
    out[outAt + at.moves!] = Math.min(1, view.info[MOVES]! / (4 * players));
    const count = view.info[LEDGER_COUNT]!;
    for (let e = 0; e < count; e++) {
      const entry = e * LEDGER_WIDTH;
      const seat = view.ledger[entry + L_SEAT]!;
      const by = view.ledger[entry + L_BY]!;
      if (seat < 0 || by < 0 || view.ledger[entry + L_OP] !== OP_FACT || tellerAt[by]! < 0) continue;
      const cell = outAt + at.facts! + (rows.rowOf[seat]! * PADDED_TELLERS.length + tellerAt[by]!) * 3;
      out[cell] = 1;
      out[cell + 1] = Math.min(1, Math.max(0, view.ledger[entry + L_ARG]! / 16));
      out[cell + 2] = Math.min(1, Math.max(0, view.ledger[entry + L_VALUE]! / 64));
    }
  }
}

function bump(out: Float32Array, at: number, by: number): void {
  out[at] = Math.min(1, out[at]! + by);
}
