import { formatCards } from '../cards/card.js';
import { firstOf, secondOf, VOTE_CARD } from './actions.js';
import type { DeluxeEvent } from './events.js';
import { findModifier } from './modifiers/registry.js';
import { describeAction } from './notation.js';
import type { Purpose } from './prompts.js';
import { POOL } from './words.js';

/** Types of the events that only tables with modifiers see. */
export const DELUXE_EVENTS = [
  'active',
  'tool',
  'toolUsed',
  'ask',
  'answer',
  'agreed',
  'votes',
  'guess',
  'fact',
  'card',
  'joker',
  'stack',
  'replaced',
  'lone',
  'specialists',
  'look',
  'dealer',
  'change',
] as const satisfies readonly DeluxeEvent['type'][];

export function isDeluxeEvent(event: { readonly type: string }): event is DeluxeEvent {
  return (DELUXE_EVENTS as readonly string[]).includes(event.type);
}

/** How names and cards are written; without it seats in the third person and cards in letters. */
export interface DeluxeTelling {
  /** Whether the seat is the reader's: `you have` instead of `Bo has`. */
  isYou(seat: number): boolean;
  cards(cards: readonly number[]): string;
}

const PLAINLY: DeluxeTelling = { isYou: () => false, cards: formatCards };

/** The event in one plain sentence, `null` where there is nothing to say; `name` writes a seat within a sentence. */
export function tellDeluxe(
  event: DeluxeEvent,
  name: (seat: number) => string,
  telling: DeluxeTelling = PLAINLY,
): string | null {
  const says = (seat: number, you: string, other: string): string =>
    `${name(seat)} ${telling.isYou(seat) ? you : other}`;
  const of = (seat: number): string => (telling.isYou(seat) ? 'your' : `${name(seat)}'s`);
  switch (event.type) {
    case 'active': {
      if (event.cards.length === 0) return null;
      return event.cards.map((id) => `${cardTitle(id)}: ${findModifier(id)!.text}`).join(' ');
    }
    case 'tool':
      return `${capital(of(event.seat))} tool is ${cardTitle(event.tool)}: ${findModifier(event.tool)!.text}`;
    case 'toolUsed':
      return `${capital(says(event.seat, 'use', 'uses'))} ${cardTitle(event.tool)}: ${findModifier(event.tool)!.text}`;
    case 'ask':
      return `${cardTitle(event.by)}: ${askedWhat(event.purpose)}${ASKED[event.purpose].endsWith('?') ? '' : '.'}`;
    case 'answer':
      return `${telling.isYou(event.seat) ? 'Your' : `${capital(of(event.seat))}`} answer: ${describeAction(event.action)}.`;
    case 'agreed': {
      if (event.seat < 0) return `${cardTitle(event.by)}: no agreement.`;
      return `${cardTitle(event.by)}: agreed on ${name(event.seat)}.`;
    }
    case 'votes': {
      const votes = event.votes.flatMap((vote, seat) => (vote < 0 ? [] : [`${name(seat)} ${voted(vote, telling)}`]));
      return `${cardTitle(event.by)}: ${votes.join(', ')}.`;
    }
    case 'guess':
      return `${cardTitle(event.by)}: the guess is ${event.right ? 'right' : 'wrong, the heist fails'}.`;
    case 'fact':
      return `${cardTitle(event.by)}: ${withNames(event.text, name)}.`;
    case 'card':
      return `${cardTitle(event.by)}: ${tellCard(event, name, telling)}.`;
    case 'joker':
      return `${capital(says(event.seat, 'have', 'has'))} a joker and ${telling.isYou(event.seat) ? 'replace' : 'replaces'} it.`;
    case 'stack':
      return `A joker lies on the table: ${telling.cards(event.cards)} take its place, of which each uses the best.`;
    case 'replaced':
      return `Voted away: ${telling.cards(event.out)}. In their place: ${telling.cards(event.in)}.`;
    case 'lone':
      return `${cardTitle(event.by)}: ${telling.cards([event.card])}, which only ${name(event.seat)} may use.`;
    case 'specialists': {
      const texts = event.cards.map((id) => `${cardTitle(id)}: ${findModifier(id)!.text}`);
      return `${capital(of(event.seat))} specialists are ${texts.join(' ')}`;
    }
    case 'look':
      return event.cards.length === 0
        ? `${capital(says(event.seat, 'look', 'looks'))} at cards of the deck.`
        : `On top of the deck ${says(event.seat, 'see', 'sees')} ${telling.cards(event.cards)}.`;
    case 'dealer':
      return `The dealer chip is with ${name(event.seat)}.`;
    case 'change':
      return `${cardTitle(event.by)}: ${of(event.seat)} ${telling.cards([event.card])} counts as ${telling.cards([event.as])}.`;
  }
}

/** A sentence of the rules that says `seat 2`, with the names of whoever sits there. */
export function withNames(text: string, name: (seat: number) => string): string {
  return text.replace(/seat (\d+)/g, (_, seat) => name(Number(seat)));
}

function voted(vote: number, telling: DeluxeTelling): string {
  if (firstOf(vote) === VOTE_CARD) return telling.cards([secondOf(vote)]);
  return describeAction(vote).replace('vote ', '');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The name of a card; reconstructed ones are marked as such. */
export function cardTitle(id: string): string {
  const modifier = findModifier(id);
  if (modifier === undefined) return id;
  return modifier.source === 'rulebook' ? modifier.name : `${modifier.name} (${modifier.source})`;
}

const ASKED: Readonly<Record<Purpose, string>> = {
  agree: 'who of you does it? Everybody answers under seal, and it happens when all answer alike',
  guess: 'guess about the highest hand; votes are hidden until all are in',
  replace: 'which community card shall be replaced? Votes are hidden until all are in',
  discard: 'which card is discarded?',
  pass: 'which card is passed to the left?',
  show: 'which card is shown?',
  keep: 'which of the drawn cards stays in the pocket?',
  play: 'which card is laid on the table?',
  change: 'which card shall count as another?',
  use: 'is it used now?',
  deal: 'who deals in this heist? The chip may be declined',
  give: 'which card, or whom, is it to be?',
};

/** What a question asks for, in words: `which card is discarded?`. */
export function askedWhat(purpose: Purpose): string {
  return ASKED[purpose];
}

function tellCard(
  event: DeluxeEvent & { type: 'card' },
  name: (seat: number) => string,
  telling: DeluxeTelling,
): string {
  const card = event.card < 0 ? 'a card' : telling.cards([event.card]);
  const other = event.other === POOL ? 'the middle' : event.other < 0 ? 'everybody' : name(event.other);
  switch (event.op) {
    case 'show':
      return `${card} of ${name(event.seat)} is shown to ${other}`;
    case 'draw':
      return `${card} is drawn by ${name(event.seat)}`;
    case 'discard':
      return `${card} is discarded by ${name(event.seat)}`;
    case 'out':
      return `${card} goes from ${name(event.seat)} to ${other}`;
    case 'in':
      return `${card} comes to ${name(event.seat)} from ${other}`;
    case 'play':
      return `${card} is laid on the table by ${name(event.seat)}`;
    case 'aside':
      return `${card} is laid aside by ${name(event.seat)}`;
    default:
      return `${card} is replaced`;
  }
}
