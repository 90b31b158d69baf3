import { DECK_SIZE, rankOf } from '../../src/cards/card.js';
import { handCategory10 } from '../../src/cards/strength.js';
import type { Action, ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { deadCards, isMarked, knownCards } from '../../src/env/gang-cards.js';
import { firstOf, secondOf, VOTE_RANK } from '../../src/gang/actions.js';
import { handStrength } from '../../src/gang/hands.js';
import type { GangView } from '../../src/gang/state.js';
import {
  L_OP,
  L_SEAT,
  LEDGER_COUNT,
  LEDGER_WIDTH,
  OP_DISCARD,
  OP_FACT,
  OP_OUT,
  SHOWN_TOP,
} from '../../src/gang/words.js';
import type { ChipEvidence } from './chip-evidence.js';
import { placeOf } from './chips.js';

/** Pockets that the top seat might hold, as many as are tried. */
const TRIES = 600;
/** What a pocket counts that is weaker than a hand shown before, or against what was said. */
const UNLIKELY = 0.02;

const dead = new Int32Array(2);
const pocket = new Int32Array(16);
const weights = new Float64Array(16);

/** The seat that is revealed last: the highest red chip of those who take part and haven't been revealed. */
function topSeat(view: GangView): number {
  const { seats } = view.shape;
  let top = -1;
  for (let s = 0; s < seats; s++) {
    if (!view.takesPart(s)) continue;
    if (top < 0 || placeOf(view, view.star[3 * seats + s]!) > placeOf(view, view.star[3 * seats + top]!)) top = s;
  }
  return top;
}

/**
 * R-GUESS: the answer that is right for most of the pockets that the top seat might hold, given the cards that lie
 * open, the hands revealed before (its own is taken to be stronger), what was said about it and, where somebody kept
 * them, the chips that it took.
 */
export function guessTop(view: GangView, legal: ActionList, chips?: ChipEvidence): Action {
  const seat = topSeat(view);
  const fitting = chips?.of(view, seat);
  const about = firstOf(legal.at(0));
  const rng = new Rng(view.info[SHOWN_TOP]! + 2, 7);
  const deck = unseen(view);
  const count = view.pocketCount[seat]!;
  const known = knownCards(view, seat, 1 << view.seat, pocket);
  const from = Math.min(known, count);
  weights.fill(0);
  for (let n = 0; n < TRIES; n++) {
    for (let i = from; i < count; i++) {
      const j = i - from + rng.below(deck.length - (i - from));
      const card = deck[j]!;
      deck[j] = deck[i - from]!;
      deck[i - from] = card;
      pocket[i] = card;
    }
    const strength = handStrength(view, seat, pocket, 0, count);
    let weight = 2 * strength >= view.info[SHOWN_TOP]! ? 1 : UNLIKELY;
    weight *= agreement(view, seat, pocket, count);
    if (fitting !== undefined) weight *= fitting(pocket, count);
    if (about === VOTE_RANK) addRanks(count, weight);
    else weights[handCategory10(strength)] = weights[handCategory10(strength)]! + weight;
  }
  let best = legal.at(0);
  for (let i = 1; i < legal.length; i++) {
    if (weights[secondOf(legal.codes[i]!)]! > weights[secondOf(best)]!) best = legal.codes[i]!;
  }
  return best;
}

/** Each rank of the pocket counts once. */
function addRanks(count: number, weight: number): void {
  let seen = 0;
  for (let i = 0; i < count; i++) {
    const rank = rankOf(pocket[i]!);
    if ((seen >> rank) & 1) continue;
    seen |= 1 << rank;
    weights[rank] = weights[rank]! + weight;
  }
}

/** Cards that may lie in a pocket which hasn't been revealed. */
function unseen(view: GangView): number[] {
  deadCards(view, dead);
  const shown = new Set<number>();
  for (let s = 0; s < view.shape.seats; s++) {
    if (view.pastStrength[s]! < 0) continue;
    for (let i = 0; i < view.shape.pocket; i++) shown.add(view.pastPocket[s * view.shape.pocket + i]!);
  }
  const deck: number[] = [];
  for (let card = 0; card < DECK_SIZE; card++) if (!isMarked(card, dead) && !shown.has(card)) deck.push(card);
  return deck;
}

/** How well a pocket agrees with what was announced about the seat; cards given away since make facts vague. */
export function agreement(view: GangView, seat: number, hand: Int32Array, count: number): number {
  let share = 1;
  for (let e = 0; e < view.info[LEDGER_COUNT]!; e++) {
    const at = e * LEDGER_WIDTH;
    if (view.ledger[at + L_OP] !== OP_FACT || view.ledger[at + L_SEAT] !== seat) continue;
    const modifier = view.plan.modifiers[view.ledger[at + 1]!]!;
    if (modifier.factDistance === undefined) continue;
    if (modifier.factDistance(view, at, hand, count, view.board, view.stacked) === 0) continue;
    share *= Math.max(UNLIKELY, Math.min(1, changedSince(view, seat, e + 1) / count));
  }
  return share;
}

/** Cards that left the seat's pocket from an entry of the ledger on. */
export function changedSince(view: GangView, seat: number, entry: number): number {
  let changed = 0;
  for (let e = entry; e < view.info[LEDGER_COUNT]!; e++) {
    const at = e * LEDGER_WIDTH;
    const op = view.ledger[at + L_OP]!;
    if (view.ledger[at + L_SEAT] === seat && (op === OP_DISCARD || op === OP_OUT)) changed++;
  }
  return changed;
}
