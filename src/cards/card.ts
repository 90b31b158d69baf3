import { fail, type InputError, inputError, ok, type Result } from '../core/result.js';

/**
 * A card is a small integer:
 *
 *      0…51   ordinary: rank × 4 + suit (rank 0…12 = 2…A, suit 0…3 = c, d, h, s)
 *     52…64   suitless: 52 + rank (the Jack of the specialists, R-JACK)
 *     65…77   wild suit: 65 + rank (Smoke Grenade; the suit that is best for the hand counts, R-SMOKE)
 *     78, 79  the two jokers, which are always replaced before hands are compared (R-JOKER)
 *
 * A card whose value was changed (R-LOCKPICK) is an ordinary code that may occur twice.
 */
export type Card = number;

export const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'] as const;
export const SUITS = ['c', 'd', 'h', 's'] as const;
export type RankChar = (typeof RANKS)[number];
export type SuitChar = (typeof SUITS)[number];

/** Singular words for ranks 0…12. */
export const RANK_WORDS = [
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'jack',
  'queen',
  'king',
  'ace',
] as const;
/** Plural words for ranks 0…12. */
export const RANK_PLURALS = RANK_WORDS.map((word) => (word === 'six' ? 'sixes' : `${word}s`));
export const SUIT_WORDS = ['clubs', 'diamonds', 'hearts', 'spades'] as const;

export const RANK_COUNT = 13;
export const SUIT_COUNT = 4;
/** Cards of the ordinary deck: codes 0…51. */
export const DECK_SIZE = 52;
export const SUITLESS_BASE = 52;
export const WILD_BASE = 65;
export const JOKER_BASE = 78;
/** Codes 0…CARD_CODES − 1 are cards. */
export const CARD_CODES = 80;
/** `suitOf` a card without a suit. */
export const SUIT_NONE = 4;
/** `suitOf` a card whose suit is still to be chosen. */
export const SUIT_WILD = 5;

/** 0…12 for 2…A; −1 for a joker. */
export function rankOf(card: Card): number {
  if (card < SUITLESS_BASE) return card >> 2;
  if (card < WILD_BASE) return card - SUITLESS_BASE;
  return card < JOKER_BASE ? card - WILD_BASE : -1;
}

/** 0…3 for c, d, h, s; 4 for no suit (suitless cards, jokers); 5 for a suit still to be chosen. */
export function suitOf(card: Card): number {
  if (card < SUITLESS_BASE) return card & 3;
  return card >= WILD_BASE && card < JOKER_BASE ? SUIT_WILD : SUIT_NONE;
}

/** The card of a rank (0…12) and a suit (0…3, 4 none, 5 wild). Throws `RangeError` for anything else. */
export function makeCard(rank: number, suit: number): Card {
  if (!Number.isInteger(rank) || rank < 0 || rank >= RANK_COUNT) throw new RangeError(`no rank ${rank}`);
  if (!Number.isInteger(suit) || suit < 0 || suit > SUIT_WILD) throw new RangeError(`no suit ${suit}`);
  if (suit < SUIT_COUNT) return rank * 4 + suit;
  return (suit === SUIT_NONE ? SUITLESS_BASE : WILD_BASE) + rank;
}

export function isJoker(card: Card): boolean {
  return card === JOKER_BASE || card === JOKER_BASE + 1;
}

/** `Ah`; suitless `J-`; wild suit `J*`; jokers `X1`, `X2`. Throws `RangeError` for a number that is no card. */
export function formatCard(card: Card): string {
  if (!Number.isInteger(card) || card < 0 || card >= CARD_CODES) throw new RangeError(`${card} is no card`);
  if (card >= JOKER_BASE) return `X${card - JOKER_BASE + 1}`;
  const suit = suitOf(card);
  return RANKS[rankOf(card)]! + (suit === SUIT_NONE ? '-' : suit === SUIT_WILD ? '*' : SUITS[suit]!);
}

/** Cards with a space between them: `Ah Kd`. */
export function formatCards(cards: ArrayLike<Card>): string {
  return Array.from(cards, formatCard).join(' ');
}

export type CardError = InputError<'card' | 'duplicate-card'>;

const HINT = 'Write a rank (2-9, T or 10, J, Q, K, A) and a suit (c, d, h, s), for example Ah or 10c.';
const SUIT_SYMBOLS: Readonly<Record<string, number>> = {
  '♣': 0,
  '♦': 1,
  '♥': 2,
  '♠': 3,
  '-': SUIT_NONE,
  '*': SUIT_WILD,
};

function rankOfChar(text: string): number {
  const upper = text.toUpperCase();
  return upper === '10' ? 8 : RANKS.indexOf(upper as RankChar);
}

function suitOfChar(text: string): number {
  const suit = SUITS.indexOf(text.toLowerCase() as SuitChar);
  return suit >= 0 ? suit : (SUIT_SYMBOLS[text] ?? -1);
}

function notACard(text: string, path: string): { readonly ok: false; readonly error: CardError } {
  const shown = text.length > 24 ? `${text.slice(0, 24)}…` : text;
  return fail(inputError('card' as const, path, `${JSON.stringify(shown)} is not a card.`, HINT));
}

/** Reads one card as `formatCard` writes it; `10h`, lower-case ranks, upper-case suits and ♣♦♥♠ are understood too. */
export function parseCard(text: string, path = ''): Result<Card, CardError> {
  const joker = /^[xX]([12])$/.exec(text);
  if (joker !== null) return ok(JOKER_BASE + Number(joker[1]) - 1);
  const rank = rankOfChar(text.slice(0, -1));
  const suit = suitOfChar(text.slice(-1));
  if (rank < 0 || suit < 0) return notACard(text, path);
  return ok(makeCard(rank, suit));
}

/**
 * Reads any number of cards, with or without blanks or commas between them: `Ah Kd`, `AhKd`, `10c,9c`.
 * An ordinary card that occurs twice is an error unless `duplicates` is set (R-LOCKPICK makes such hands).
 */
export function parseCards(
  text: string,
  path = '',
  options: { readonly duplicates?: boolean } = {},
): Result<Card[], CardError> {
  const cards: Card[] = [];
  const seen = new Set<Card>();
  const token = /[\s,]*(10.|..?)/suy;
  const trimmed = text.replace(/[\s,]+$/u, '');
  while (token.lastIndex < trimmed.length) {
    const match = token.exec(trimmed);
    if (match === null) break;
    const card = parseCard(match[1]!, path);
    if (!card.ok) return card;
    if (seen.has(card.value) && options.duplicates !== true) {
      const message = `${formatCard(card.value)} is given twice.`;
      return fail(inputError('duplicate-card' as const, path, message, 'Give each card once.'));
    }
    seen.add(card.value);
    cards.push(card.value);
  }
  return ok(cards);
}
