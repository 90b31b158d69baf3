import { JOKER_BASE } from '../../cards/card.js';
import { cardAction, firstOf, NO } from '../actions.js';
import { openCardAt } from '../hands.js';
import { addToPocket, discardCard, drawCard, record, takeFromPocket } from '../pockets.js';
import { ask, everyone } from '../prompts.js';
import type { GangState } from '../state.js';
import {
  BOARD_MAX,
  L_OP,
  L_SEAT,
  L_SEEN,
  LEDGER_COUNT,
  LEDGER_WIDTH,
  OP_ASIDE,
  OP_DRAW,
  OP_STACK,
  PROMPT_ARG,
} from '../words.js';
import { noteCard } from './effects.js';
import { AGAIN, type GangSink, type Modifier, NEXT, type StepResult, WAIT } from './modifier.js';

/** Argument of the question: cards to choose from. Of one alone it may be refused for two others. */
const TWO = 2;
const ONE = 1;

/** Entries of the ledger for the two jokers: told, two cards drawn, one laid aside, two more; or a stack of three. */
const ENTRIES = 16;
/** Questions that the two jokers may lead to: one of two cards; or one card, then one of two others. */
const QUESTIONS = 4;

/**
 * R-JOKER: two jokers more in the deck. In a pocket one is told and replaced by one of two cards drawn; among the
 * face-up cards two cards stacked on its place replace it, of which everybody uses whichever is best.
 *
 * Public words: [S] jokers that the seat has told of and not replaced yet.
 */
export const jokers: Modifier = {
  id: 'jokers',
  kind: 'jokers',
  number: 0,
  name: 'The Jokers',
  text: 'Two jokers are in the deck. In a pocket: discard it, draw two cards, keep one. On the table: two cards stacked.',
  source: 'rulebook',
  cardsNeeded: () => 2,
  pocketRoom: 1,
  sharedWords: (players) => players,
  ledgerMax: () => ENTRIES,
  answersMax: () => QUESTIONS,
  settle: (state, self, sink) => {
    tellAll(state, self, sink);
    const owed = state.plan.sharedAt[self]!;
    for (let s = 0; s < state.shape.seats; s++) {
      if (state.shared[owed + s]! > 0) return draw(state, self, s, sink);
    }
    stackAll(state, self, sink);
    return NEXT;
  },
  options: (state, _self, seat, out) => {
    const { pocket, shape } = state;
    const last = seat * shape.pocket + state.pocketCount[seat]! - 1;
    const count = state.flow[PROMPT_ARG]!;
    if (count === ONE) out.push(NO);
    // What was drawn lies last in the pocket.
    for (let i = count - 1; i >= 0; i--) out.push(cardAction(pocket[last - i]!));
  },
  answered: (state, self, _round, _seat, sink) => {
    const seat = state.answers.findIndex((answer) => answer >= 0);
    const action = state.answers[seat]!;
    const { pocket, shape } = state;
    const last = seat * shape.pocket + state.pocketCount[seat]! - 1;
    const one = pocket[last]!;
    if (state.flow[PROMPT_ARG] === ONE) {
      if (action !== NO) return settled(state, self, seat);
      withdraw(state, 1);
      layAside(state, self, seat, one, sink);
      return draw(state, self, seat, sink);
    }
    const kept = firstOf(action);
    const other = kept === one ? pocket[last - 1]! : one;
    withdraw(state, 2);
    layAside(state, self, seat, other, sink);
    record(state, OP_DRAW, self, seat, -1, 0, 0, kept, 1 << seat);
    return settled(state, self, seat);
  },
};

function settled(state: GangState, self: number, seat: number): StepResult {
  const at = state.plan.sharedAt[self]! + seat;
  state.shared[at] = state.shared[at]! - 1;
  return AGAIN;
}

/** All seats with jokers tell and discard them, in seat order, before any of them draws. */
function tellAll(state: GangState, self: number, sink: GangSink | undefined): void {
  const { pocket, shape } = state;
  for (let s = 0; s < shape.seats; s++) {
    const from = s * shape.pocket;
    for (let i = state.pocketCount[s]! - 1; i >= 0; i--) {
      if (pocket[from + i]! < JOKER_BASE) continue;
      tell(state, self, s, pocket[from + i]!, sink);
      const at = state.plan.sharedAt[self]! + s;
      state.shared[at] = state.shared[at]! + 1;
    }
  }
}

/** The seat tells of a joker in its pocket and discards it: from now on everybody knows where it is. */
function tell(state: GangState, self: number, seat: number, joker: number, sink: GangSink | undefined): void {
  takeFromPocket(state, seat, joker);
  discardCard(state, joker);
  if (sink !== undefined) sink({ type: 'joker', seat });
  // One that was drawn in the heist never was a card of the pocket; one that was dealt leaves no other trace.
  for (let e = state.info[LEDGER_COUNT]! - 1; e >= 0; e--) {
    const at = e * LEDGER_WIDTH;
    if (state.ledger[at + L_OP] !== OP_DRAW || state.ledger[at + L_SEAT] !== seat) continue;
    if (state.ledgerCard[e] !== joker) continue;
    state.ledger[at + L_OP] = OP_ASIDE;
    state.ledger[at + L_SEEN] = everyone(state);
    return;
  }
  record(state, OP_ASIDE, self, seat, -1, 0, 0, joker, everyone(state));
}

/** The seat draws two cards and is asked which to keep; a joker among them is told as well. */
function draw(state: GangState, self: number, seat: number, sink: GangSink | undefined): StepResult {
  const first = drawCard(state);
  const second = drawCard(state);
  const isJoker = first >= JOKER_BASE || second >= JOKER_BASE;
  addToPocket(state, seat, first);
  addToPocket(state, seat, second);
  // The joker first, so that what is drawn to be chosen from stands last in the ledger.
  if (isJoker) tell(state, self, seat, Math.max(first, second), sink);
  if (first < JOKER_BASE) noteCard(state, OP_DRAW, self, seat, -1, first, 1 << seat, sink);
  if (second < JOKER_BASE) noteCard(state, OP_DRAW, self, seat, -1, second, 1 << seat, sink);
  ask(state, self, 'card', 'keep', 1 << seat, isJoker ? ONE : TWO);
  return WAIT;
}

/** Takes back the last entries of the ledger: what was drawn to be chosen from, before it is known which card stays. */
function withdraw(state: GangState, entries: number): void {
  const { info, ledger } = state;
  for (let i = 0; i < entries; i++) {
    const entry = info[LEDGER_COUNT]! - 1;
    ledger.fill(0, entry * LEDGER_WIDTH, (entry + 1) * LEDGER_WIDTH);
    state.ledgerCard[entry] = -1;
    info[LEDGER_COUNT] = entry;
  }
}

/** The card that the seat drew and doesn't keep; only it knows which. */
function layAside(state: GangState, self: number, seat: number, card: number, sink: GangSink | undefined): void {
  takeFromPocket(state, seat, card);
  discardCard(state, card);
  noteCard(state, OP_ASIDE, self, seat, -1, card, 1 << seat, sink);
}

/** Every joker among the face-up cards is replaced by a stack of two cards; of three when one of them is a joker too. */
function stackAll(state: GangState, self: number, sink: GangSink | undefined): void {
  const { board, stacked, up } = state;
  for (let place = 0; place < BOARD_MAX + up.length; place++) {
    const joker = openCardAt(state, place);
    if (joker < JOKER_BASE) continue;
    const all = everyone(state);
    let layer = 0;
    let jokersOut = 1;
    discardCard(state, joker);
    record(state, OP_ASIDE, self, -1, place, 0, 0, joker, all);
    // One joker is two cards: each that is drawn as a joker again is two more in its place.
    for (let left = 2; left > 0; ) {
      const card = drawCard(state);
      left--;
      if (card >= JOKER_BASE) {
        discardCard(state, card);
        record(state, OP_ASIDE, self, -1, place, 0, 0, card, all);
        jokersOut++;
        left += 2;
        continue;
      }
      if (layer === 0) {
        if (place < BOARD_MAX) board[place] = card;
        else up[place - BOARD_MAX] = card;
      } else {
        stacked[2 * place + layer - 1] = card;
        record(state, OP_STACK, self, -1, place, 0, layer, card, all);
      }
      layer++;
    }
    if (sink === undefined) continue;
    const cards = [openCardAt(state, place), ...stacked.subarray(2 * place, 2 * place + jokersOut)];
    sink({ type: 'stack', slot: place, cards });
  }
}
