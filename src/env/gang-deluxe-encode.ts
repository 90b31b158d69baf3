import { DECK_SIZE, JOKER_BASE, rankOf, suitOf } from '../cards/card.js';
import { STRENGTH_COUNT } from '../cards/strength.js';
import type { Layout } from '../core/layout.js';
import type { GangConfig } from '../gang/config.js';
import { type Plan, planOf } from '../gang/plan.js';
import type { GangView } from '../gang/state.js';
import {
  ALARMS,
  BARS,
  BOARD_MAX,
  DARK_CHIPS,
  DEALER_SEAT,
  EXITS_LEFT,
  FORCED_EXIT,
  L_ARG,
  L_BY,
  L_OP,
  L_SEAT,
  L_VALUE,
  LEDGER_COUNT,
  LEDGER_WIDTH,
  MOVES,
  OP_FACT,
  OP_IN,
  OP_SHOW,
  PHASE,
  PHASE_SHOWDOWN,
  PROMPT_ARG,
  PROMPT_BY,
  PROMPT_KIND,
  PROMPT_OTHER,
  PROMPT_PURPOSE,
  ROUND,
} from '../gang/words.js';
import { NAMED_CARDS, namedCard } from './gang-actions.js';
import { CARD_PARTS, chipKinds, factTellers, layoutFor } from './gang-deluxe-layout.js';
import { EQUITY_KNOTS, type ObservationClass } from './gang-layout.js';

/** Writes observations of one class at tables of one family. Reads views only; allocates nothing after construction. */
export class DeluxeEncoder {
  readonly size: number;
  readonly layout: Layout;
  private readonly plan: Plan;
  private readonly at: Readonly<Record<string, number>>;
  private readonly kinds: number;
  /** The kind of each chip code, and the place of each modifier among those that tell facts (−1). */
  private readonly kindOf = new Int32Array(32).fill(-1);
  private readonly tellerOf: Int32Array;
  private readonly tellers: number;
  private readonly toolPlace: Int32Array;
  private readonly looked = new Int32Array(8);

  constructor(
    readonly kind: ObservationClass,
    config: GangConfig,
  ) {
    const plan = planOf(config);
    this.plan = plan;
    this.layout = layoutFor(kind, config);
    this.size = this.layout.size;
    const at: Record<string, number> = {};
    for (const field of this.layout.fields) at[field.name] = field.offset;
    this.at = at;
    this.kinds = chipKinds(plan);
    const merged = plan.shape.chips - this.kinds;
    plan.chipOrder.forEach((chip, place) => {
      this.kindOf[chip] = Math.max(0, place - merged);
    });
    this.tellerOf = new Int32Array(plan.modifiers.length).fill(-1);
    const tellers = factTellers(plan);
    this.tellers = tellers.length;
    this.toolPlace = new Int32Array(plan.modifiers.length);
    plan.tools.forEach((m, i) => {
      this.toolPlace[m] = i;
    });
    tellers.forEach((m, i) => {
      this.tellerOf[m] = i;
    });
  }

  /** `equity` [4] at `equityAt`: this seat's in each round so far; `out` [size] at `outAt`. */
  encode(view: GangView, equity: Float32Array, equityAt: number, out: Float32Array, outAt: number): void {
    const { at } = this;
    const round = view.info[ROUND]!;
    out.fill(0, outAt, outAt + this.size);
    out[outAt + at.round! + round] = 1;
    out[outAt + at.phase! + view.info[PHASE]!] = 1;
    if (view.config.roundEnd === 'ready') out[outAt + at.readyEnd!] = 1;
    for (let r = 0; r <= round; r++) out[outAt + at.equity! + r] = equity[equityAt + r]!;
    const place = equity[equityAt + round]! * (EQUITY_KNOTS - 1);
    const knot = Math.min(EQUITY_KNOTS - 2, Math.floor(place));
    out[outAt + at.equityBins! + knot] = 1 - (place - knot);
    out[outAt + at.equityBins! + knot + 1] = place - knot;
    out[outAt + at.score!] = view.info[BARS]! / 5;
    out[outAt + at.score! + 1] = Math.min(1, view.info[ALARMS]! / 3);
    this.encodeCards(view, out, outAt);
    this.encodeChips(view, round, out, outAt);
    this.encodeModifiers(view, out, outAt);
    if (at.facts !== undefined || at.known !== undefined) this.encodeLedger(view, out, outAt);
    if (at.prompt !== undefined) this.encodeQuestion(view, out, outAt);
    if (this.kind === 'full') this.encodeMovement(view, round, out, outAt);
  }

  private encodeCards(view: GangView, out: Float32Array, outAt: number): void {
    const { at } = this;
    const { seats, up, lone } = this.plan.shape;
    const own = view.pocketCount[view.seat]!;
    for (let i = 0; i < own; i++) {
      const card = view.pocket[i]!;
      if (card < JOKER_BASE) out[outAt + at.pocket! + namedCard(card)] = 1;
    }
    for (let i = 0, s = view.seat; i < seats; i++, s = s + 1 === seats ? 0 : s + 1) {
      out[outAt + at.counts! + i] = view.pocketCount[s]! / 10;
      for (let k = 0; k < up; k++) {
        const card = view.up[s * up + k]!;
        writeCard(card, out, outAt + at.up! + (i * up + k) * CARD_PARTS);
      }
      if (lone === 0) continue;
      for (const { modifier, call } of this.plan.extraPlace) {
        const place = call(view, modifier, s);
        const card = place < BOARD_MAX ? -1 : view.up[place - BOARD_MAX]!;
        writeCard(card, out, outAt + at.lone! + i * CARD_PARTS);
      }
    }
    if (up === 0) {
      for (let i = 0; i < BOARD_MAX; i++) {
        const card = view.board[i]!;
        if (card < 0 || card >= DECK_SIZE) continue;
        out[outAt + at.board! + i * 13 + rankOf(card)] = 1;
        out[outAt + at.boardSuits! + i * 4 + suitOf(card)] = 1;
      }
    }
    for (let i = 0; i < view.stacked.length; i++) {
      const card = view.stacked[i]!;
      if (card >= 0) out[outAt + at.stacked! + this.stackPlace(view, i >> 1) * 13 + rankOf(card)] = 1;
    }
  }

  /** Places of rows count from the own seat, as the face-up cards do. */
  private stackPlace(view: GangView, place: number): number {
    const { seats, up } = this.plan.shape;
    const row = place - BOARD_MAX;
    if (row < 0 || row >= seats * up) return place;
    const seat = Math.floor(row / up);
    return BOARD_MAX + ((seat - view.seat + seats) % seats) * up + (row % up);
  }

  private encodeChips(view: GangView, round: number, out: Float32Array, outAt: number): void {
    const { at, kinds, kindOf } = this;
    const { seats, chips } = this.plan.shape;
    let cell = outAt + at.chips!;
    for (let r = 0; r <= round; r++) {
      const row = r * seats;
      for (let i = 0, s = view.seat; i < seats; i++, s = s + 1 === seats ? 0 : s + 1) {
        const chip = view.star[row + s]!;
        if (chip >= 0) out[cell + kindOf[chip]!] = 1;
        cell += kinds;
      }
    }
    const dark = view.info[DARK_CHIPS]!;
    for (let c = 0; dark !== 0 && c < chips; c++) {
      const chip = this.plan.chipOrder[c]!;
      if ((dark >> chip) & 1) out[outAt + at.dark! + kindOf[chip]!] = 1;
    }
    if (at.exit === undefined) return;
    for (let i = 0, s = view.seat; i < seats; i++, s = s + 1 === seats ? 0 : s + 1) {
      out[outAt + at.exit + i] = view.exit[s]!;
    }
    out[outAt + at.exitsLeft!] = view.info[EXITS_LEFT]! / 3;
    out[outAt + at.forced!] = view.info[FORCED_EXIT]!;
  }

  private encodeModifiers(view: GangView, out: Float32Array, outAt: number): void {
    const { at, plan } = this;
    const { seats, tools } = plan.shape;
    const count = plan.modifiers.length;
    for (let m = 0; m < count; m++) out[outAt + at.active! + m] = view.active[m]!;
    if (at.dealer !== undefined && view.info[DEALER_SEAT]! >= 0) {
      out[outAt + at.dealer + ((view.info[DEALER_SEAT]! - view.seat + seats) % seats)] = 1;
    }
    if (at.looked !== undefined) {
      for (const { modifier, call } of plan.deckKnown) {
        const known = call(view, modifier, this.looked);
        for (let i = 0; i < known; i++) {
          const card = this.looked[i]!;
          out[outAt + at.looked + (card < JOKER_BASE ? namedCard(card) : NAMED_CARDS + card - JOKER_BASE)] = 1;
        }
      }
    }
    if (tools === 0) return;
    const usable = plan.tools.length;
    if (view.tool >= 0) {
      out[outAt + at.ownTool! + view.tool] = 1;
      this.encodeSpecialists(view, out, outAt);
    }
    for (let i = 0, s = view.seat; i < seats; i++, s = s + 1 === seats ? 0 : s + 1) {
      if (view.toolUsed[s]! >= 0) out[outAt + at.usedTool! + i * usable + this.toolPlace[view.toolUsed[s]!]!] = 1;
    }
  }

  /** R-BURNER: the own words of a tool that brings specialists hold their places in the plan + 1. */
  private encodeSpecialists(view: GangView, out: Float32Array, outAt: number): void {
    const { modifiers, ownAt } = this.plan;
    const tool = modifiers[view.tool]!;
    if (tool.bringsSpecialists !== true) return;
    const from = ownAt[view.tool]!;
    const words = tool.ownWords!(this.plan.shape.seats);
    for (let i = 0; i < words; i++) {
      const index = view.own[from + i]! - 1;
      if (index >= 0) out[outAt + this.at.ownSpecialists! + modifiers[index]!.number - 1] = 1;
    }
  }

  private encodeLedger(view: GangView, out: Float32Array, outAt: number): void {
    const { at, tellerOf, tellers } = this;
    const { seats } = this.plan.shape;
    const { ledger, ledgerCard } = view;
    const count = view.info[LEDGER_COUNT]!;
    for (let e = 0; e < count; e++) {
      const entry = e * LEDGER_WIDTH;
      const seat = ledger[entry + L_SEAT]!;
      if (seat < 0) continue;
      const i = (seat - view.seat + seats) % seats;
      const op = ledger[entry + L_OP]!;
      if (op === OP_FACT) {
        const teller = tellerOf[ledger[entry + L_BY]!]!;
        if (teller < 0) continue;
        const cell = outAt + at.facts! + (i * tellers + teller) * 3;
        out[cell] = 1;
        out[cell + 1] = Math.min(1, Math.max(0, ledger[entry + L_ARG]! / 16));
        out[cell + 2] = Math.min(1, ledger[entry + L_VALUE]! / 64);
      } else if (i > 0 && (op === OP_SHOW || op === OP_IN)) {
        writeCard(ledgerCard[e]!, out, outAt + at.known! + i * CARD_PARTS);
      }
    }
  }

  private encodeQuestion(view: GangView, out: Float32Array, outAt: number): void {
    const { at } = this;
    const { seats } = this.plan.shape;
    if (view.info[PHASE] === PHASE_SHOWDOWN) {
      for (let i = 0, s = view.seat; i < seats; i++, s = s + 1 === seats ? 0 : s + 1) {
        const strength = view.pastStrength[s]!;
        if (strength > 0) out[outAt + at.revealed! + i] = strength / STRENGTH_COUNT;
      }
    }
    const by = view.asked(PROMPT_BY);
    if (by === 0) return;
    out[outAt + at.prompt! + by - 1] = 1;
    out[outAt + at.promptKind! + view.asked(PROMPT_KIND)] = 1;
    out[outAt + at.promptPurpose! + view.asked(PROMPT_PURPOSE)] = 1;
    out[outAt + at.promptArgument!] = Math.min(1, Math.max(0, view.asked(PROMPT_ARG) / 16));
    out[outAt + at.promptArgument! + 1] = Math.min(1, Math.max(0, view.asked(PROMPT_OTHER) / 16));
  }

  private encodeMovement(view: GangView, round: number, out: Float32Array, outAt: number): void {
    const { at, kinds, kindOf } = this;
    const { seats, chips } = this.plan.shape;
    const full = Math.max(1, view.config.takesMax);
    const quiet = view.info[MOVES] === 0;
    for (let i = 0, s = view.seat; i < seats; i++, s = s + 1 === seats ? 0 : s + 1) {
      out[outAt + at.takesLeft! + i] = view.takesLeft(s) / full;
      if (quiet) continue;
      const row = round * seats + s;
      for (let j = 0, other = view.seat; j < seats; j++, other = other + 1 === seats ? 0 : other + 1) {
        const times = view.stole[row * seats + other]!;
        if (times > 0) out[outAt + at.stole! + i * seats + j] = times > 1 ? 1 : 0.5;
      }
      const first = view.first[row]!;
      if (first < 0) continue; // a seat that took no star
      out[outAt + at.first! + i * kinds + kindOf[first]!] = 1;
      for (let c = 0; c < chips; c++) {
        const times = view.took[row * chips + c]!;
        if (times === 0) continue;
        const cell = outAt + at.took! + i * kinds + kindOf[c]!;
        out[cell] = Math.min(1, out[cell]! + times / 2);
      }
    }
  }
}

/** Writes a card's rank and suit [CARD_PARTS]; nothing for none, a rank alone for one without a suit. */
function writeCard(card: number, out: Float32Array, at: number): void {
  if (card < 0 || card >= JOKER_BASE) return;
  out[at + rankOf(card)] = 1;
  if (card < DECK_SIZE) out[at + 13 + suitOf(card)] = 1;
}
