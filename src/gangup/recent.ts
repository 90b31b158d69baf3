import { type PublicGangup, RECENT_MAX, RECENT_WORDS } from './state.js';

/**
 * What is kept of the newest public events. Passes are not among them: a seat that was skipped leaves as little behind
 * as one that passed (R-SKIP).
 */
export const RECENTS = ['none', 'play', 'cancelled', 'cancel', 'success', 'failure', 'lost'] as const;
export const RECENT = Object.fromEntries(RECENTS.map((name, i) => [name, i])) as Record<
  (typeof RECENTS)[number],
  number
>;

/** Puts an event before the others; the oldest is forgotten. `others`: the seats it was done to or with, as bits. */
export function remember(table: PublicGangup, what: number, seat: number, card: number, others: number): void {
  const { recent } = table;
  for (let i = RECENT_MAX * RECENT_WORDS - 1; i >= RECENT_WORDS; i--) recent[i] = recent[i - RECENT_WORDS]!;
  recent[0] = what;
  recent[1] = seat;
  recent[2] = card;
  recent[3] = others;
}

/** The play that was announced last didn't stand (R-CANCEL). */
export function rememberCancelled(table: PublicGangup): void {
  const { recent } = table;
  for (let i = 0; i < RECENT_MAX * RECENT_WORDS; i += RECENT_WORDS) {
    if (recent[i] !== RECENT.play) continue;
    recent[i] = RECENT.cancelled;
    return;
  }
}
