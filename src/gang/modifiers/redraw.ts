import { JOKER_BASE, rankOf } from '../../cards/card.js';
import { chipsSkipped } from '../chips.js';
import { openCardAt } from '../hands.js';
import type { GangState, GangView, PublicTable } from '../state.js';
import { BOARD_COUNT } from '../words.js';
import { discardFromPocket, drawToPocket, JACK, KING } from './effects.js';
import { type Modifier, NEXT } from './modifier.js';

const WHITE = 0;
const FLOP = 1;

export interface RedrawSpec extends Pick<Modifier, 'id' | 'number' | 'name' | 'text'> {
  /** Whether it happens when a face card lies among the community cards of Round 2, or when none does. */
  readonly onFace: boolean;
  /** The white chip whose holder it is about. */
  chip(table: PublicTable): number;
}

/**
 * R-REDRAW: after the flop, and depending on it, the holder of one white chip discards all its pocket cards and draws as
 * many. Who held the chip is noted when Round 1 ends, in a word that nobody sees: the table may have forgotten it by
 * then (R-BLACKOUT). 0: nobody, for the round had no chips (R-QUICK).
 */
export function redraw({ onFace, chip, ...card }: RedrawSpec): Modifier {
  return {
    ...card,
    kind: 'challenge',
    source: 'rulebook',
    hiddenWords: () => 1,
    ledgerMax: (_players, pocket) => 2 * pocket,
    clash: ({ variant }) =>
      variant === 'stud' || variant === 'bananaSplit' ? `${variant} has no community cards in Round 2` : null,
    steps: {
      afterRound: (state, self, round) => {
        if (round === WHITE) state.hidden[state.plan.hiddenAt[self]!] = holderOfWhite(state, chip(state)) + 1;
        return NEXT;
      },
      afterLayOut: (state, self, round, _seat, sink) => {
        const seat = state.hidden[state.plan.hiddenAt[self]!]! - 1;
        if (round !== FLOP || seat < 0 || showsFace(state) !== onFace) return NEXT;
        const from = seat * state.shape.pocket;
        const count = state.pocketCount[seat]!;
        for (let i = 0; i < count; i++) discardFromPocket(state, self, seat, state.pocket[from]!, sink);
        for (let i = 0; i < count; i++) drawToPocket(state, self, seat, sink);
        return NEXT;
      },
    },
    imagine: (view, self, rng, out) => {
      const holder = holderOfWhite(view, chip(view));
      const seat = holder >= 0 ? holder : forgotten(view) ? rng.below(view.shape.seats) : -1;
      out.hidden[out.plan.hiddenAt[self]!] = seat + 1;
    },
  };
}

function holderOfWhite(table: PublicTable, chip: number): number {
  return table.star.subarray(WHITE, table.shape.seats).indexOf(chip);
}

/** Whether Round 1 had chips that the view doesn't show any more (R-BLACKOUT). */
function forgotten(view: GangView): boolean {
  return view.round > WHITE && !chipsSkipped(view, WHITE);
}

/** R-NO-FLOP: whether a jack, queen or king lies among the community cards; any card of a stack counts. */
function showsFace(state: GangState): boolean {
  for (let place = 0; place < state.info[BOARD_COUNT]!; place++) {
    if (isFace(openCardAt(state, place))) return true;
    if (state.stacked.length > 0 && (isFace(state.stacked[2 * place]!) || isFace(state.stacked[2 * place + 1]!))) {
      return true;
    }
  }
  return false;
}

function isFace(card: number): boolean {
  return card >= 0 && card < JOKER_BASE && rankOf(card) >= JACK && rankOf(card) <= KING;
}
