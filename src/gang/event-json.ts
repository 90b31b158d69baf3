import { formatCard } from '../cards/card.js';
import { nameHand } from '../cards/names.js';
import type { DeluxeEvent, SeenGangEvent } from './events.js';
import { describeAction } from './notation.js';
import { EXIT_CHIP, POOL, ROUND_NAMES, starsOf } from './words.js';

/** An event without its type, for files and programs: cards in letters, chips in stars, seats from 0, the centre as null. */
export function eventToJson(event: SeenGangEvent): Record<string, unknown> {
  switch (event.type) {
    case 'heist':
      return { heist: event.heist, bars: event.bars, alarms: event.alarms };
    case 'deal':
      return { seat: event.seat, cards: event.cards.map(formatCard) };
    case 'round':
      return {
        round: ROUND_NAMES[event.round],
        cards: event.cards.map(formatCard),
        ...(event.where === undefined ? {} : { where: event.where }),
      };
    case 'take': {
      const returned = event.returned < 0 ? null : chipJson(event.returned);
      return { seat: event.seat, stars: chipJson(event.chip), from: event.from < 0 ? null : event.from, returned };
    }
    case 'putBack':
      return { seat: event.seat, stars: chipJson(event.chip) };
    case 'ready':
      return { seat: event.seat };
    case 'roundEnd':
      return { round: ROUND_NAMES[event.round], stars: event.chips.map((chip) => (chip < 0 ? null : starsOf(chip))) };
    case 'reveal': {
      const { seat, strength, correct } = event;
      const cards = event.cards.map(formatCard);
      return { seat, stars: starsOf(event.chip), cards, hand: nameHand(strength), strength, correct };
    }
    case 'outcome':
      return { success: event.success, bars: event.bars, alarms: event.alarms };
    case 'gameOver':
      return { won: event.won };
    default:
      return deluxeToJson(event);
  }
}

/** Stars of a chip; `exit` for an exit chip. */
function chipJson(chip: number): number | 'exit' {
  return chip === EXIT_CHIP ? 'exit' : starsOf(chip);
}

/** Cards in letters, answers in the notation, seats in lists; what isn't known or isn't there is null. */
function deluxeToJson(event: DeluxeEvent & { readonly to?: number }): Record<string, unknown> {
  const { type: _type, to: _to, ...rest } = event;
  const card = (code: number): string | null => (code < 0 ? null : formatCard(code));
  const answer = (action: number): string | null => (action < 0 ? null : describeAction(action));
  switch (event.type) {
    case 'ask': {
      const { asked } = event;
      return { ...rest, asked: [...Array(32).keys()].filter((seat) => (asked >>> seat) & 1) };
    }
    case 'answer':
      return { ...rest, action: answer(event.action) };
    case 'votes':
      return { ...rest, votes: event.votes.map(answer) };
    case 'stack':
    case 'look':
      return { ...rest, cards: event.cards.map(card) };
    case 'replaced':
      return { ...rest, out: event.out.map(card), in: event.in.map(card) };
    case 'card': {
      const other = event.other === POOL ? 'middle' : event.other < 0 ? null : event.other;
      return { ...rest, other, card: card(event.card) };
    }
    case 'lone':
      return { ...rest, card: card(event.card) };
    case 'change':
      return { ...rest, card: card(event.card), as: card(event.as) };
    default:
      return rest;
  }
}
