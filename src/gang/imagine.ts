import type { HandWeights } from '../core/game.js';
import { RNG_WORDS, type Rng } from '../core/rng.js';
import { imagineDeluxe } from './imagine-deluxe.js';
import type { GangState, GangView } from './state.js';
import { BOARD_COUNT, BOARD_MAX, DECK_SIZE, OVER, ROUND, STEP } from './words.js';

/** Attempts at an independent deal for all seats before falling back to seat after seat. */
const WEIGHTED_ATTEMPTS = 400;

const known = new Uint8Array(DECK_SIZE);
const unseen = new Int32Array(DECK_SIZE);
const PAIRS = (DECK_SIZE * (DECK_SIZE - 1)) / 2;
const pairA = new Int32Array(PAIRS);
const pairB = new Int32Array(PAIRS);
const cumulative = new Float64Array(PAIRS * 10);
const chosen = new Int32Array(10);

/**
 * R-IMAGINE for the base game, where no facts are announced (for other tables see `imagine-deluxe.ts`): a world that the view allows. Hidden pockets and
 * the cards still to come are dealt uniformly from the unseen cards; with `weights`, the others' pockets follow the
 * product of their weights, conditioned on no card being dealt twice (rejection within a bound; past it, and where
 * every weight is zero, seat after seat in proportion to what is left). All randomness ahead is fresh.
 */
export function imagine(view: GangView, rng: Rng, out: GangState, weights?: HandWeights): void {
  if (!view.plain) {
    imagineDeluxe(view, rng, out, weights);
    return;
  }
  const { seats, pocket } = view.shape;
  out.flow.fill(0);
  out.flow[STEP] = view.info[OVER] ? view.plan.steps.length - 1 : view.plan.chipSteps[view.info[ROUND]!]!;
  out.publicWords.set(view.publicWords);
  const boardCount = view.info[BOARD_COUNT]!;
  known.fill(0);
  out.pocket.fill(-1);
  // After the last showdown every hand has been seen.
  if (view.info[OVER]) out.pocket.set(view.pastPocket);
  else for (let i = 0; i < pocket; i++) out.pocket[view.seat * pocket + i] = view.pocket[i]!;
  for (let i = 0; i < out.pocket.length; i++) if (out.pocket[i]! >= 0) known[out.pocket[i]!] = 1;
  for (let i = 0; i < boardCount; i++) known[view.board[i]!] = 1;
  let count = 0;
  for (let card = 0; card < DECK_SIZE; card++) if (known[card] === 0) unseen[count++] = card;
  for (let i = count - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    const card = unseen[i]!;
    unseen[i] = unseen[j]!;
    unseen[j] = card;
  }
  if (weights !== undefined && !view.info[OVER]) dealWeighted(view, rng, out, weights, count);
  // What is left of the unseen cards, in order: pockets not dealt yet, then the board to come, then the rest.
  let left = 0;
  for (let i = 0; i < count; i++) if (known[unseen[i]!] === 0) unseen[left++] = unseen[i]!;
  let next = 0;
  let at = 0;
  for (let s = 0; s < seats; s++) {
    for (let i = 0; i < view.pocketCount[s]!; i++) {
      const cell = s * pocket + i;
      if (out.pocket[cell]! < 0) out.pocket[cell] = unseen[next++]!;
      out.deck[at++] = out.pocket[cell]!;
    }
  }
  for (let i = 0; i < BOARD_MAX; i++) out.deck[at++] = i < boardCount ? view.board[i]! : unseen[next++]!;
  const ordered = at;
  while (at < DECK_SIZE) out.deck[at++] = unseen[next++]!;
  out.deckInfo[0] = ordered - (BOARD_MAX - boardCount);
  out.deckInfo[1] = ordered;
  for (let i = 0; i < RNG_WORDS; i++) out.rng[i] = rng.uint32();
  out.seed[0] = rng.uint32();
  out.seed[1] = rng.below(1 << 21);
}

/** Deals the other seats' pockets by weight and marks their cards in `known`. */
function dealWeighted(view: GangView, rng: Rng, out: GangState, weights: HandWeights, count: number): void {
  const { seats, pocket } = view.shape;
  let pairs = 0;
  for (let i = 1; i < count; i++) {
    for (let j = 0; j < i; j++) {
      pairA[pairs] = unseen[i]!;
      pairB[pairs++] = unseen[j]!;
    }
  }
  let possible = true;
  for (let s = 0; s < seats; s++) {
    if (s === view.seat) continue;
    let sum = 0;
    for (let p = 0; p < pairs; p++) {
      sum += Math.max(0, weights(s, pairA[p]!, pairB[p]!));
      cumulative[s * PAIRS + p] = sum;
    }
    if (!(sum > 0)) possible = false;
  }
  for (let attempt = 0; possible && attempt < WEIGHTED_ATTEMPTS; attempt++) {
    let clear = true;
    for (let s = 0; s < seats && clear; s++) {
      if (s === view.seat) continue;
      const p = drawPair(s, pairs, rng);
      clear = known[pairA[p]!] === 0 && known[pairB[p]!] === 0;
      if (!clear) break;
      chosen[s] = p;
      known[pairA[p]!] = 1;
      known[pairB[p]!] = 1;
    }
    if (clear) {
      for (let s = 0; s < seats; s++) if (s !== view.seat) place(out, s, pocket, chosen[s]!);
      return;
    }
    forgetPockets(view, count);
  }
  for (let s = 0; s < seats; s++) {
    if (s === view.seat) continue;
    let sum = 0;
    for (let p = 0; p < pairs; p++) {
      const free = known[pairA[p]!] === 0 && known[pairB[p]!] === 0;
      if (free) sum += Math.max(0, weights(s, pairA[p]!, pairB[p]!));
      cumulative[s * PAIRS + p] = sum;
    }
    if (!(sum > 0)) continue; // every pair left has weight zero: the caller deals this seat uniformly
    const p = drawPair(s, pairs, rng);
    known[pairA[p]!] = 1;
    known[pairB[p]!] = 1;
    place(out, s, pocket, p);
  }
}

/** Un-marks all cards but those that the view shows. */
function forgetPockets(view: GangView, count: number): void {
  for (let i = 0; i < count; i++) known[unseen[i]!] = 0;
  for (let i = 0; i < view.pocket.length; i++) if (view.pocket[i]! >= 0) known[view.pocket[i]!] = 1;
}

function place(out: GangState, seat: number, pocket: number, pair: number): void {
  out.pocket[seat * pocket] = pairA[pair]!;
  out.pocket[seat * pocket + 1] = pairB[pair]!;
}

/** A pair of unseen cards in proportion to the seat's weights (binary search in the cumulative sums). */
function drawPair(seat: number, pairs: number, rng: Rng): number {
  const base = seat * PAIRS;
  const target = rng.float() * cumulative[base + pairs - 1]!;
  let low = 0;
  let high = pairs - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cumulative[base + middle]! > target) high = middle;
    else low = middle + 1;
  }
  return low;
}
