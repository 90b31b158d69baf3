import { assertNever } from '../core/errors.js';
import type { Cards } from './cards.js';
import type { GangupEvent } from './events.js';

const GANGSTER_WORDS: Record<string, string> = {
  kill: 'is killed',
  arrest: 'is arrested',
  defect: 'defects',
  toHand: 'returns to the hand',
  forceJoin: 'is forced to join the crime',
  join: 'joins the crime',
  withdraw: 'goes home from the crime',
  removeFromGame: 'leaves the game',
  escape: 'escapes from jail to the hand',
};

/** An event as one sentence in plain words, without a full stop; `seatName` names a seat. */
export function describeEvent(
  cards: Cards,
  event: GangupEvent,
  seatName: (seat: number) => string = (seat) => `seat ${seat}`,
): string {
  const card = (index: number): string => (index < 0 ? 'a card' : cards.name(index));
  const list = (indices: readonly number[]): string => indices.map(card).join(', ') || 'nothing';
  switch (event.type) {
    case 'start':
      return `${seatName(event.first)} begins; in jail: ${list(event.jail)}`;
    case 'leader':
      return event.card < 0
        ? `${seatName(event.seat)} takes no leader`
        : `${seatName(event.seat)} is led by ${card(event.card)}`;
    case 'turn':
      return `turn ${event.turn}: ${seatName(event.seat)}`;
    case 'draw':
      return `${seatName(event.seat)} draws ${event.count === 1 ? 'a card' : `${event.count} cards`}`;
    case 'drawn':
      return `${seatName(event.seat)} has drawn ${list(event.cards)}`;
    case 'reshuffle':
      return 'the discards are shuffled and become the resource pile';
    case 'place':
      return `${seatName(event.seat)} places ${card(event.card)}`;
    case 'snitch':
      return `${seatName(event.seat)} trades ${card(event.card)} for ${card(event.freed)} in jail`;
    case 'buy':
      return `${seatName(event.seat)} buys ${card(event.card)} for ${event.price} status`;
    case 'offer':
      return `${seatName(event.seat)} offers ${seatName(event.owner)} ${event.price} status for ${card(event.card)}`;
    case 'deal':
      return `${seatName(event.seat)} ${event.accepted ? 'accepts' : 'refuses'}`;
    case 'play': {
      const paid = event.paid.length === 0 ? '' : `, paying ${list(event.paid)}`;
      const targets = event.targets.map((target) => target.replace(/\bseat (\d)$/, (_, s) => seatName(Number(s))));
      const aim = targets.length === 0 ? '' : ` on ${targets.join(', ')}`;
      return `${seatName(event.seat)} plays ${card(event.card)}${aim}${paid}`;
    }
    case 'cancel':
      return `${seatName(event.seat)} cancels with ${card(event.card)}`;
    case 'resolve':
      return `${card(event.card)} ${event.cancelled ? 'is cancelled' : 'takes effect'}`;
    case 'trigger':
      return `${card(event.card)} of ${seatName(event.seat)} takes effect`;
    case 'pass':
      return `${seatName(event.seat)} passes`;
    case 'crime':
      return `${seatName(event.seat)} turns over ${card(event.card)}`;
    case 'rumor':
      return `${seatName(event.seat)} ${event.played ? 'plays the crime' : 'lets the crime pass'}`;
    case 'commit':
      return `${seatName(event.seat)} commits ${card(event.card)}`;
    case 'call':
      return `${seatName(event.seat)} calls for help`;
    case 'bid':
      return event.count === 0 ? `${seatName(event.seat)} declines` : `${seatName(event.seat)} offers ${event.count}`;
    case 'ally':
      return event.ally < 0
        ? `${seatName(event.seat)} takes no ally`
        : `${seatName(event.seat)} takes ${seatName(event.ally)} as ally`;
    case 'inProgress':
      return `the crime is now in progress: manpower ${event.manpower} of ${event.requirement}`;
    case 'outcome':
      return `the crime ${event.success ? 'succeeds' : 'fails'}: manpower ${event.manpower} of ${event.requirement}`;
    case 'crimeLost':
      return `${card(event.card)} is given up`;
    case 'crimeOver':
      return `${card(event.card)} is discarded`;
    case 'status':
      return `${seatName(event.seat)} goes from ${event.from} to ${event.now} status`;
    case 'gangster':
      return `${card(event.card)} of ${seatName(event.seat)} ${GANGSTER_WORDS[event.verb] ?? event.verb}${event.verb === 'defect' ? ` to ${seatName(event.by)}` : ''}`;
    case 'discard':
      return `${seatName(event.seat)} discards ${list(event.cards)}`;
    case 'passOn':
      return `${event.count === 1 ? 'a card goes' : `${event.count} cards go`} from ${seatName(event.from)} to ${seatName(event.seat)}`;
    case 'passedOn':
      return `it is ${card(event.card)}`;
    case 'reveal':
      return `${seatName(event.seat)} shows ${list(event.cards)}`;
    case 'peek':
      return `${seatName(event.seat)} looks at the top ${event.count} of the ${event.pile} pile`;
    case 'peeked':
      return `on top lie ${list(event.cards)}`;
    case 'total':
      return `${event.what} ${event.value < 0 ? '−' : '+'}${Math.abs(event.value)}`;
    case 'fuel':
      return `${seatName(event.seat)} has made all plays of this turn`;
    case 'gameOver':
      return `the game is over (${event.reason}): ${event.winners.map(seatName).join(' and ')} ${event.winners.length === 1 ? 'wins' : 'win'}`;
    default:
      return assertNever(event);
  }
}
