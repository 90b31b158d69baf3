import { RANKS, rankOf, suitOf } from '../../cards/card.js';

const SYMBOLS = ['♣', '♦', '♥', '♠'] as const;

/**
 * The rulebook's four colours: clubs grey, diamonds orange, hearts red, spades black. Cards are drawn on white, so
 * they look the same on dark and light terminals. All colours here stay apart where a terminal has only 256.
 */
const COLOURS = ['#767676', '#d76000', '#d70000', '#000000'] as const;
export const CARD_BACKGROUND = '#ffffff';

/** `10♥`. */
export function prettyCard(card: number): string {
  const rank = RANKS[rankOf(card)]!;
  return `${rank === 'T' ? '10' : rank}${SYMBOLS[suitOf(card)] ?? ''}`;
}

/** The same in a field of four columns, so that cards stand in line. */
export function cardField(card: number): string {
  const text = prettyCard(card);
  return text.length > 2 ? `${text} ` : ` ${text} `;
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
  { background: '#d0d0d0', foreground: '#000000' },
  { background: '#ffd700', foreground: '#000000' },
  { background: '#ff7800', foreground: '#000000' },
  { background: '#d70000', foreground: '#ffffff' },
];

/** The dark side of a chip. */
export const DARK_STYLE: ChipStyle = { background: '#444444', foreground: '#ffffff' };
