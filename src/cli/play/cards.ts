import { RANKS, rankOf, suitOf } from '../../cards/card.js';

const SYMBOLS = ['♣', '♦', '♥', '♠'] as const;

/**
 * The rulebook's four colours: clubs grey, diamonds orange, hearts red, spades black. Cards are drawn on white, so
 * they look the same on dark and light terminals.
 */
const COLOURS = ['#707070', '#e06c00', '#c8102e', '#000000'] as const;
export const CARD_BACKGROUND = '#ffffff';

/** `10♥`. */
export function prettyCard(card: number): string {
  const rank = RANKS[rankOf(card)]!;
  return `${rank === 'T' ? '10' : rank}${SYMBOLS[suitOf(card)] ?? ''}`;
}

export function prettyCards(cards: readonly number[]): string {
  return cards.map(prettyCard).join(' ');
}

export function cardColour(card: number): string {
  return COLOURS[suitOf(card)] ?? COLOURS[3];
}

export interface ChipStyle {
  readonly background: string;
  readonly foreground: string;
}

/** White, yellow, orange and red chips, by round. */
export const CHIP_STYLES: readonly ChipStyle[] = [
  { background: '#dcdcdc', foreground: '#000000' },
  { background: '#ffd700', foreground: '#000000' },
  { background: '#ff8c1a', foreground: '#000000' },
  { background: '#c8102e', foreground: '#ffffff' },
];
