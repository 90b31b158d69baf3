import type { Cards } from './cards.js';
import type { GangupEvent } from './events.js';

/** Keys of events that hold cards. */
const CARD_KEYS: ReadonlySet<string> = new Set(['card', 'cards', 'freed', 'paid', 'jail']);

/** An event for files and programs: cards by id, seats from 0. */
export function eventToJson(cards: Cards, { to: _to, ...event }: GangupEvent): { readonly type: string } {
  const id = (card: number): string | null => cards.data[card]?.id ?? null;
  const entries = Object.entries(event).map(([key, value]) => {
    if (key === 'concerns') return [key, seatsOf(value as number)];
    if (!CARD_KEYS.has(key)) return [key, value];
    return [key, Array.isArray(value) ? value.map((card: number) => id(card)) : id(value as number)];
  });
  return Object.fromEntries(entries) as { readonly type: string };
}

function seatsOf(bits: number): number[] {
  return [0, 1, 2, 3, 4].filter((seat) => (bits >> seat) & 1);
}
