import { formatCards } from '../../cards/card.js';
import { nextBelow, RNG_WORDS, seedWords } from '../../core/rng.js';
import { cardAction, firstOf, NO, YES } from '../actions.js';
import { discardCard, drawCard, peekCards } from '../pockets.js';
import { ask, everyone, PURPOSES } from '../prompts.js';
import type { GangState } from '../state.js';
import { BOARD_BY_ROUND, DEALER_SEAT, HEIST, OP_ASIDE, PROMPT_BY, PROMPT_PURPOSE, ROUND, STAGE } from '../words.js';
import { noteCard } from './effects.js';
import { AGAIN, type GangSink, type Modifier, NEXT, type Step, type StepResult, WAIT } from './modifier.js';

/** The stream of the game's seed that draws the first dealer; heists use those from 1 on. */
const STREAM_DEALER = -3;

const rng = new Int32Array(RNG_WORDS);

export function dealerSeat(state: { readonly info: Int32Array }): number {
  return state.info[DEALER_SEAT]!;
}

export function moveChip(state: GangState, seat: number, sink: GangSink | undefined): void {
  state.info[DEALER_SEAT] = seat;
  if (sink !== undefined) sink({ type: 'dealer', seat });
}

/** R-DEALER: the first dealer is drawn by the seed. */
export function drawFirstDealer(state: GangState, sink: GangSink | undefined): void {
  seedWords(rng, 0, (state.seed[0]! >>> 0) + (state.seed[1]! >>> 0) * 0x1_0000_0000, STREAM_DEALER);
  moveChip(state, nextBelow(rng, 0, state.shape.seats), sink);
}

/**
 * R-DEALER: between heists the chip goes left, and each seat in turn may decline, the last dealer at the end; if all do,
 * the seat left of the last dealer deals. `flow[STAGE]`: how many have declined.
 */
export const passChip: Step = (state, self, _round, _seat, sink) => {
  if (state.info[HEIST] === 0) {
    drawFirstDealer(state, sink);
    return NEXT;
  }
  const { seats } = state.shape;
  const declined = state.flow[STAGE]!;
  if (declined === seats) {
    moveChip(state, (dealerSeat(state) + 1) % seats, sink);
    return NEXT;
  }
  ask(state, self, 'decide', 'deal', 1 << candidate(state));
  return WAIT;
};

/** The seat that is offered the chip. */
function candidate(state: GangState): number {
  return (dealerSeat(state) + 1 + state.flow[STAGE]!) % state.shape.seats;
}

/** The seat that was offered the chip has answered. */
export function chipOffered(state: GangState, sink: GangSink | undefined): StepResult {
  const seat = candidate(state);
  if (state.answers[seat] === YES) {
    moveChip(state, seat, sink);
    return NEXT;
  }
  state.flow[STAGE] = state.flow[STAGE]! + 1;
  return AGAIN;
}

/** Whether the open or just answered question is who deals. */
export function asksWhoDeals(state: { readonly flow: Int32Array }): boolean {
  return PURPOSES[state.flow[PROMPT_PURPOSE]!] === 'deal';
}

/** Cards that dealers of variants 2 and 3 look at before they lay out the flop: one more than are laid out. */
const LOOKS_MAX = 4;

/** How many cards the dealer looks at before this round. */
function looksAt(round: number): number {
  return BOARD_BY_ROUND[round]! - BOARD_BY_ROUND[round - 1]! + 1;
}

/**
 * What variants 2 and 3 have in common: before each round's community cards the dealer looks at one card more than are
 * laid out and discards one of them. The cards stay on top of the deck while it chooses; words that the dealer alone
 * sees hold their codes + 1. The ledger keeps the discard.
 */
export function looksAndDiscards(
  self: Pick<Modifier, 'id' | 'number' | 'name' | 'text'>,
  heistStart: Step,
  afterRound: Step | null,
): Modifier {
  return {
    ...self,
    kind: 'dealer',
    source: 'rulebook',
    cardsNeeded: () => 1,
    ownWords: () => LOOKS_MAX,
    ledgerMax: () => 3,
    answersMax: (players) => 3 + players,
    steps: {
      heistStart,
      beforeRound: (state, index, round, _seat, sink) => {
        if (round === 0) return NEXT;
        const count = looksAt(round);
        const at = peekCards(state, count);
        const own = ownAt(state, index);
        for (let i = 0; i < count; i++) state.own[own + i] = state.deck[at + i]! + 1;
        tellLook(state, dealerSeat(state), at, count, sink);
        ask(state, index, 'card', 'discard', 1 << dealerSeat(state));
        return WAIT;
      },
      ...(afterRound === null ? {} : { afterRound }),
    },
    options: (state, index, _seat, out) => {
      if (asksWhoDeals(state)) {
        out.push(YES);
        out.push(NO);
        return;
      }
      const own = ownAt(state, index);
      for (let i = 0; i < LOOKS_MAX; i++) if (state.own[own + i]! > 0) out.push(cardAction(state.own[own + i]! - 1));
    },
    answered: (state, index, round, _seat, sink) => {
      if (asksWhoDeals(state)) return chipOffered(state, sink);
      const seat = dealerSeat(state);
      const card = firstOf(state.answers[seat]!);
      const own = ownAt(state, index);
      state.own.fill(0, own, own + LOOKS_MAX);
      discardOnTop(state, card, looksAt(round));
      noteCard(state, OP_ASIDE, index, seat, -1, card, 1 << seat, sink);
      return NEXT;
    },
    deckKnown: (view, index, out) => {
      const from = view.plan.ownAt[index]!;
      let count = 0;
      while (count < LOOKS_MAX && view.own[from + count]! > 0) out[count] = view.own[from + count++]! - 1;
      return count;
    },
    describeOwn: (view, index) => {
      const from = view.plan.ownAt[index]!;
      const cards = [...view.own.subarray(from, from + LOOKS_MAX)].filter((word) => word > 0).map((word) => word - 1);
      return cards.length === 0 ? null : `on top of the deck: ${formatCards(cards)}`;
    },
    imagine: (view, index, _rng, out) => {
      // Everybody knows that the dealer is looking at cards; what they are follows from the deck that was dealt.
      if (view.asked(PROMPT_BY) !== index + 1 || asksWhoDeals({ flow: view.prompt })) return;
      const count = looksAt(view.info[ROUND]!);
      const own = ownAt(out, index);
      for (let i = 0; i < count; i++) out.own[own + i] = out.deck[out.deckInfo[0]! + i]! + 1;
      out.deckInfo[1] = out.deckInfo[0]! + count;
    },
  };
}

/** The dealer sees the cards, the others that it looks at some. */
function tellLook(state: GangState, seat: number, at: number, count: number, sink: GangSink | undefined): void {
  if (sink === undefined) return;
  const mine = 1 << seat;
  sink({ type: 'look', to: mine, seat, cards: [...state.deck.subarray(at, at + count)] });
  sink({ type: 'look', to: everyone(state) & ~mine, seat, cards: [] });
}

function ownAt(state: GangState, index: number): number {
  return dealerSeat(state) * state.shape.own + state.plan.ownAt[index]!;
}

/** Discards one of the cards that lie on top of the deck; the others stay there in their order. */
function discardOnTop(state: GangState, card: number, count: number): void {
  const at = state.deckInfo[0]!;
  let i = state.deck.indexOf(card, at);
  if (i >= at + count) throw new RangeError(`card ${card} isn't among those that were looked at`);
  for (; i > at; i--) state.deck[i] = state.deck[i - 1]!;
  state.deck[at] = card;
  discardCard(state, drawCard(state));
}
