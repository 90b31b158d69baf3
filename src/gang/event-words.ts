import { formatCard, formatCards } from '../cards/card.js';
import type { DeluxeEvent } from './events.js';
import { findModifier } from './modifiers/registry.js';
import { describeAction } from './notation.js';
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

/** The event in one plain sentence, `null` where there is nothing to say; `name` writes a seat within a sentence. */
export function tellDeluxe(event: DeluxeEvent, name: (seat: number) => string): string | null {
  switch (event.type) {
    case 'active': {
      if (event.cards.length === 0) return null;
      return event.cards.map((id) => `${cardTitle(id)}: ${findModifier(id)!.text}`).join(' ');
    }
    case 'tool':
      return `The tool of ${name(event.seat)} is ${cardTitle(event.tool)}: ${findModifier(event.tool)!.text}`;
    case 'toolUsed':
      return `${cardTitle(event.tool)} is used by ${name(event.seat)}.`;
    case 'ask':
      return `${cardTitle(event.by)}: ${askedWhat(event.kind, event.purpose)}.`;
    case 'answer':
      return `Your answer: ${describeAction(event.action)}.`;
    case 'agreed':
      return event.seat < 0
        ? `${cardTitle(event.by)}: no agreement.`
        : `${cardTitle(event.by)}: ${name(event.seat)} does it.`;
    case 'votes': {
      const votes = event.votes.flatMap((vote, seat) => (vote < 0 ? [] : [`${name(seat)} ${describeAction(vote)}`]));
      return `${cardTitle(event.by)}: ${votes.join(', ')}.`;
    }
    case 'guess':
      return `${cardTitle(event.by)}: the guess is ${event.right ? 'right' : 'wrong'}.`;
    case 'fact':
      return `${cardTitle(event.by)}: ${event.text.replace(/seat (\d+)/g, (_, seat) => name(Number(seat)))}.`;
    case 'card':
      return `${cardTitle(event.by)}: ${tellCard(event, name)}.`;
    case 'joker':
      return `${capital(name(event.seat))} has a joker and replaces it.`;
    case 'stack':
      return `A joker lies on the table: ${formatCards(event.cards)} take its place, of which each uses the best.`;
    case 'replaced':
      return `Voted away: ${formatCards(event.out)}. In their place: ${formatCards(event.in)}.`;
    case 'lone':
      return `${cardTitle(event.by)}: ${formatCard(event.card)}, which only ${name(event.seat)} may use.`;
    case 'specialists': {
      const texts = event.cards.map((id) => `${cardTitle(id)}: ${findModifier(id)!.text}`);
      return `The specialists of ${name(event.seat)} are ${texts.join(' ')}`;
    }
    case 'look':
      return event.cards.length === 0
        ? `${capital(name(event.seat))} looks at cards of the deck.`
        : `On top of the deck ${name(event.seat)} sees ${formatCards(event.cards)}.`;
    case 'dealer':
      return `The dealer chip is with ${name(event.seat)}.`;
    case 'change':
      return `${cardTitle(event.by)}: ${formatCard(event.card)} of ${name(event.seat)} counts as ${formatCard(event.as)}.`;
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The name of a card; reconstructed ones are marked as such. */
export function cardTitle(id: string): string {
  const modifier = findModifier(id);
  if (modifier === undefined) return id;
  return modifier.source === 'reconstructed' ? `${modifier.name} (reconstructed)` : modifier.name;
}

function askedWhat(kind: string, purpose: string): string {
  if (kind === 'propose') return 'decide together, under seal, who does it';
  if (kind === 'vote') return 'vote';
  return `choose (${purpose})`;
}

function tellCard(event: DeluxeEvent & { type: 'card' }, name: (seat: number) => string): string {
  const card = event.card < 0 ? 'a card' : formatCard(event.card);
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
