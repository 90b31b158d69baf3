import { GANGSTER } from '../../src/gangup/cards.js';
import { gangup } from '../../src/gangup/game.js';
import { type GangupState, INFO } from '../../src/gangup/state.js';

/**
 * What a seat's standing is made of: status; status above 60 and 80 % of the winning one; manpower of the gang, and its
 * first four; cards in hand; gangsters in hand that it may place; how soon it is its turn.
 */
export const STANDING = ['status', 'late', 'close', 'gang', 'gangFour', 'hand', 'placeable', 'soon'] as const;
export const STANDING_COUNT = STANDING.length;

/** Logits per unit of each, fitted by `training/gangup-standing.ts` on 200 games for each number of players. */
export const STANDING_WEIGHTS: readonly number[] = [0.244, -0.062, 0.204, 0.137, -0.064, 0.108, 0.011, 0.147];

const LATE = 0.6;
const CLOSE = 0.8;
const GANG_FEW = 4;
const SEATS_MAX = 5;

/** Writes [S, STANDING_COUNT]; meant for the moment between two turns, when no crime is under way. */
export function standing(state: GangupState, out: Float64Array): void {
  const { info, seats, cards, config } = state;
  const active = info[INFO.active]!;
  out.fill(0, 0, seats * STANDING_COUNT);
  for (let slot = 0; slot < state.slots; slot++) {
    const card = state.slotCard[slot]!;
    if (card >= 0) out[state.slotOwner[slot]! * STANDING_COUNT + 3]! += cards.manpower[card]!;
  }
  for (let s = 0; s < seats; s++) {
    const at = s * STANDING_COUNT;
    const status = state.status[s]!;
    out[at] = status;
    out[at + 1] = Math.max(0, status - LATE * config.winStatus);
    out[at + 2] = Math.max(0, status - CLOSE * config.winStatus);
    out[at + 4] = Math.min(GANG_FEW, out[at + 3]!);
    out[at + 5] = Math.min(state.handCount[s]!, config.handMax);
    const base = s * state.handCapacity;
    for (let i = 0; i < state.handCount[s]!; i++) {
      const card = state.hand[base + i]!;
      if (cards.kind[card] === GANGSTER && cards.number[card]! <= status) out[at + 6]! += cards.manpower[card]!;
    }
    out[at + 7] = (seats - 1 - ((s - active + seats) % seats)) / seats;
  }
}

const features = new Float64Array(SEATS_MAX * STANDING_COUNT);

/** What each seat may expect of the win, as shares that sum to 1: the result when the game is over, else a softmax. */
export function evaluateSeats(state: GangupState, out: Float64Array): void {
  const { seats } = state;
  if (gangup.isOver(state)) {
    gangup.returns(state, out);
    return;
  }
  standing(state, features);
  let best = -Infinity;
  for (let s = 0; s < seats; s++) {
    let logit = 0;
    for (let k = 0; k < STANDING_COUNT; k++) logit += STANDING_WEIGHTS[k]! * features[s * STANDING_COUNT + k]!;
    out[s] = logit;
    if (logit > best) best = logit;
  }
  let sum = 0;
  for (let s = 0; s < seats; s++) {
    out[s] = Math.exp(out[s]! - best);
    sum += out[s]!;
  }
  for (let s = 0; s < seats; s++) out[s]! /= sum;
}
