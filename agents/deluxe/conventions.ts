import { rankOf } from '../../src/cards/card.js';
import type { Action } from '../../src/core/game.js';
import { NOT_NOW, proposeAction, proposeToAction, VOTE_CARD, voteAction } from '../../src/gang/actions.js';
import type { GangView } from '../../src/gang/state.js';
import { HEIST, ROUNDS } from '../../src/gang/words.js';
import { placeOf } from './chips.js';

/**
 * What the scripts propose and vote for where all must name the same, or where it helps that they do: rules that follow
 * from what everybody sees, so that seats which keep to them agree. People who propose the same are agreed with.
 */

/** The window that is open: 0…3 before the chips of a round, 4 after those of Round 4. */
export function windowNow(view: GangView): number {
  const { seats } = view.shape;
  const round = view.round;
  if (round < ROUNDS - 1) return round;
  for (let s = 0; s < seats; s++) if (view.star[round * seats + s]! < 0) return round;
  return ROUNDS;
}

/** Seats by the chips of the newest round in which all hold one, the weakest first; by number where there is none. */
function standing(view: GangView): number[] {
  const { seats } = view.shape;
  const all = Array.from({ length: seats }, (_, s) => s);
  for (let r = Math.min(view.round, ROUNDS - 1); r >= 0; r--) {
    const places = all.map((s) => placeOf(view, view.star[r * seats + s]!));
    if (places.every((place) => place >= 0)) return all.sort((a, b) => places[a]! - places[b]! || a - b);
  }
  return all;
}

/** The proposal of a window: see the switch. */
export function proposalFor(view: GangView, id: string): Action {
  const window = windowNow(view);
  const order = standing(view);
  const { seats } = view.shape;
  const middle = order[seats >> 1]!;
  switch (id) {
    // Cards that change a pocket do so before anybody has shown by a chip what it holds.
    case 'hacker':
    case 'jack':
      return window < ROUNDS ? proposeAction(view.info[HEIST]! % seats) : NOT_NOW;
    // The hand that all take to be the strongest can only gain by it.
    case 'muscle':
      return window === ROUNDS ? proposeAction(strongest(view, order)) : NOT_NOW;
    // What one seat tells helps most about a hand in the middle, and when there are chips to doubt.
    case 'getaway-driver':
      return window === ROUNDS - 1 ? proposeAction(middle) : NOT_NOW;
    case 'mastermind':
      return window >= 2 && window < ROUNDS ? proposeAction(middle, topRank(view)) : NOT_NOW;
    case 'informant':
      return window >= 2 && window < ROUNDS ? proposeToAction(middle, order[(seats >> 1) + 1]!) : NOT_NOW;
    default:
      return window === 1 ? proposeAction(middle) : NOT_NOW;
  }
}

function strongest(view: GangView, order: readonly number[]): number {
  for (let k = order.length - 1; k >= 0; k--) if (view.takesPart(order[k]!)) return order[k]!;
  return order[0]!;
}

/** The highest rank that lies open, the ace where none does. */
function topRank(view: GangView): number {
  let top = -1;
  for (const card of view.board) if (card >= 0) top = Math.max(top, rankOf(card));
  return top < 0 ? 12 : top;
}

/** Vote of Change: the lowest community card, so that one card goes and the order of hands changes least. */
export function replacementVote(view: GangView): Action {
  let lowest = view.board[0]!;
  for (const card of view.board) if (card < lowest) lowest = card;
  return voteAction(VOTE_CARD, lowest);
}
