import { INFO, type PublicGangup } from '../../src/gangup/state.js';

/** What a seat's standing is made of; VALUE_WEIGHTS says what each counts. */
export const VALUE_FEATURES = ['status', 'late', 'gang', 'hand', 'soon'] as const;
export const VALUE_COUNT = VALUE_FEATURES.length;

/** Logits per unit of each feature, a first guess. */
export const VALUE_WEIGHTS: readonly number[] = [0.3, 0.15, 0.2, 0.08, 0.1];

/** Status from which each point weighs more, as a part of the winning status. */
const LATE = 0.6;

/**
 * Writes [S, VALUE_COUNT] features. Meant for the moment between two turns.
 */
export function standing(table: PublicGangup, out: Float64Array): void {
  const { info, seats, cards } = table;
  const active = info[INFO.active]!;
  const win = table.config.winStatus;
  out.fill(0, 0, seats * VALUE_COUNT);
  for (let s = 0; s < seats; s++) {
    const at = s * VALUE_COUNT;
    const status = table.status[s]!;
    out[at] = status;
    out[at + 1] = Math.max(0, status - LATE * win);
    out[at + 3] = Math.min(table.handCount[s]!, table.config.handMax);
    out[at + 4] = (seats - 1 - ((s - active + seats) % seats)) / seats;
  }
  for (let slot = 0; slot < table.slots; slot++) {
    const card = table.slotCard[slot]!;
    if (card >= 0) out[table.slotOwner[slot]! * VALUE_COUNT + 2]! += cards.manpower[card]!;
  }
}

const SEATS_MAX = 5;
const features = new Float64Array(SEATS_MAX * VALUE_COUNT);

/** What each seat may expect of the win, as shares that sum to 1: the result when the game is over, else a softmax. */
export function evaluateSeats(table: PublicGangup, out: Float64Array): void {
  const { info, seats } = table;
  if (info[INFO.over] === 1) {
    const mask = info[INFO.winners]!;
    let count = 0;
    for (let s = 0; s < seats; s++) count += (mask >> s) & 1;
    for (let s = 0; s < seats; s++) out[s] = (mask >> s) & 1 ? 1 / count : 0;
    return;
  }
  standing(table, features);
  let best = -Infinity;
  for (let s = 0; s < seats; s++) {
    let logit = 0;
    for (let k = 0; k < VALUE_COUNT; k++) logit += VALUE_WEIGHTS[k]! * features[s * VALUE_COUNT + k]!;
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
