import type { PublicGangup } from '../gangup/state.js';
import type { SparseRows } from './gangup-cards.js';

/** Cuts a number to ±`most`. */
export function cut(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

/** The weight of a card of a set. */
export function scaleOf(count: number, cap: number): number {
  return 1 / Math.max(count, cap);
}

/** Adds `count` cards from `from` on as a set. */
export function addSet(
  rows: SparseRows,
  cards: Int32Array,
  from: number,
  count: number,
  cap: number,
  out: Float32Array,
  at: number,
): void {
  if (count === 0) return;
  const scale = scaleOf(count, cap);
  for (let i = from; i < from + count; i++) rows.add(cards[i]!, scale, out, at);
}

/** Marks a seat by its place from `self` to the left; none below 0. */
export function putSeat(seat: number, self: number, seats: number, out: Float32Array, at: number): void {
  if (seat < 0) return;
  const place = seat - self;
  out[at + (place < 0 ? place + seats : place)] = 1;
}

/** Marks the seats of a set. */
export function putSeats(mask: number, self: number, seats: number, out: Float32Array, at: number): void {
  for (let s = 0; mask !== 0; s++, mask >>= 1) if (mask & 1) putSeat(s, self, seats, out, at);
}

/** Who owns the location, −1 nobody. */
export function ownerOf(table: PublicGangup, location: number): number {
  for (let l = 0; l < table.locationOwner.length; l++) {
    if (table.cards.locations[l] === location) return table.locationOwner[l]!;
  }
  return -1;
}
