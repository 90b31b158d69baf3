import { describeHand } from '../cards/names.js';
import { assertNever } from '../core/errors.js';
import type { GangConfig } from '../gang/config.js';
import { isDeluxeEvent, tellDeluxe } from '../gang/event-words.js';
import type { SeenGangEvent } from '../gang/events.js';
import { barsToWin } from '../gang/modes.js';
import { ROUND_NAMES } from '../gang/state.js';

/** How a table is told: who sits where (`you` for the reader's own seat) and how a chip of a round is written. */
export interface Telling {
  /** The seat in the middle of a sentence: `you`, `seat 2`, `Bo`. */
  name(seat: number): string;
  /** Whether the seat is the reader's: `you take` instead of `Bo takes`. */
  isYou(seat: number): boolean;
  chip(chip: number): string;
  cards(cards: readonly number[]): string;
}

/** The event in one plain sentence; `null` for what is better shown than told (cards, chips laid out). */
export function tellEvent(event: SeenGangEvent, telling: Telling): string | null {
  const says = (seat: number, you: string, other: string): string =>
    telling.isYou(seat) ? `${capital(telling.name(seat))} ${you}` : `${capital(telling.name(seat))} ${other}`;
  switch (event.type) {
    case 'heist':
      return `Heist ${event.heist + 1} begins: ${tellScore(event.bars, event.alarms)}.`;
    case 'deal':
      return null;
    case 'round': {
      const chips = `Round ${event.round + 1}, ${ROUND_NAMES[event.round]} chips`;
      if (event.where !== undefined && event.cards.length > 0) return `${chips}: ${tellUp(event, telling)}.`;
      return event.cards.length === 0 ? `${chips}.` : `${chips}: ${telling.cards(event.cards)} on the table.`;
    }
    case 'take': {
      const from = event.from < 0 ? 'the centre' : telling.name(event.from);
      const back =
        event.returned < 0
          ? ''
          : ` and ${telling.isYou(event.seat) ? 'put' : 'puts'} ${telling.chip(event.returned)} back`;
      return `${says(event.seat, 'take', 'takes')} ${telling.chip(event.chip)} from ${from}${back}.`;
    }
    case 'putBack':
      return `${says(event.seat, 'put', 'puts')} ${telling.chip(event.chip)} back in the centre.`;
    case 'ready':
      return `${says(event.seat, 'are', 'is')} ready.`;
    case 'roundEnd':
      return null;
    case 'reveal': {
      const mistake = event.correct ? '' : ' – weaker than a hand before: a mistake';
      return `${telling.chip(event.chip)} ${capital(telling.name(event.seat))}: ${telling.cards(event.cards)}${mistake}.`;
    }
    case 'outcome':
      return `The heist ${event.success ? 'succeeds' : 'fails'}: ${tellScore(event.bars, event.alarms)}.`;
    case 'gameOver':
      return event.won ? 'The gang wins.' : 'The gang loses.';
    default:
      if (isDeluxeEvent(event)) return tellDeluxe(event, telling.name, telling);
      return assertNever(event);
  }
}

/** A face-up card for each seat, or for each gap between neighbours (R-STUD, R-BANANA). */
function tellUp(event: SeenGangEvent & { type: 'round' }, telling: Telling): string {
  const { cards, where } = event;
  const told = cards.map((card, s) => {
    const left = (s + 1) % cards.length;
    const place = where === 'seats' ? telling.name(s) : `${telling.name(s)}–${telling.name(left)}`;
    return `${place} ${telling.cards([card])}`;
  });
  return told.join(', ');
}

export function tellScore(bars: number, alarms: number): string {
  const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;
  return `${count(bars, 'gold bar')}, ${count(alarms, 'alarm')}`;
}

/** How a finished game ended, in a sentence. A table of one heist says no more than how that went. */
export function tellEnd(won: boolean, bars: number, alarms: number, config: GangConfig): string {
  if (config.length === 'heist') return won ? 'The heist succeeded.' : 'The heist failed.';
  const score = tellScore(bars, alarms);
  return won ? `The gang wins: ${score}.` : `The gang loses: ${score} (${barsToWin(config)} bars would have won).`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The best hand in the cards that a seat can use, those dealt so far, with its kickers. */
export function tellHand(pocket: ArrayLike<number>, board: ArrayLike<number>): string {
  return describeHand([...Array.from(pocket), ...Array.from(board)].filter((card) => card >= 0));
}
