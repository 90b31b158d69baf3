import { assertNever } from '../core/errors.js';
import type { Cards } from './cards.js';
import type { GangupEvent } from './events.js';
import { withNames } from './target-words.js';

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

/** Why the game ended, where it was no status that wins. */
const ENDINGS: Readonly<Record<string, string>> = {
  crimes: ', as the crime pile has run out',
  turns: ', as the last turn has ended',
};

/**
 * An event as one sentence in plain words, without a full stop; `seatName` names a seat, and `you` is the seat of the
 * reader, whose name is then `you`.
 */
export function describeEvent(
  cards: Cards,
  event: GangupEvent,
  seatName: (seat: number) => string = (seat) => `seat ${seat}`,
  you = -1,
): string {
  const name = (seat: number): string => (seat === you ? 'you' : seatName(seat));
  const does = (seat: number, verb: string): string => `${name(seat)} ${seat === you ? secondPerson(verb) : verb}`;
  const card = (index: number): string => (index < 0 ? 'a card' : cards.name(index));
  const list = (indices: readonly number[]): string => indices.map(card).join(', ') || 'nothing';
  const owned = (index: number, seat: number): string =>
    seat === you ? `your ${card(index)}` : `${card(index)} of ${seatName(seat)}`;
  switch (event.type) {
    case 'start':
      return `${does(event.first, 'begins')}; in jail: ${list(event.jail)}`;
    case 'leader':
      return event.card < 0
        ? `${does(event.seat, 'takes')} no leader`
        : `${does(event.seat, 'is')} led by ${card(event.card)}`;
    case 'turn':
      return `turn ${event.turn}: ${name(event.seat)}`;
    case 'draw':
      return `${does(event.seat, 'draws')} ${event.count === 1 ? 'a card' : `${event.count} cards`}`;
    case 'drawn':
      return `${does(event.seat, 'has')} drawn ${list(event.cards)}`;
    case 'reshuffle':
      return 'the discards are shuffled and become the resource pile';
    case 'place':
      return `${does(event.seat, 'places')} ${card(event.card)}`;
    case 'snitch':
      return `${does(event.seat, 'trades')} ${card(event.card)} for ${card(event.freed)} in jail`;
    case 'buy':
      return `${does(event.seat, 'buys')} ${card(event.card)} for ${event.price} status`;
    case 'offer':
      return `${does(event.seat, 'offers')} ${name(event.owner)} ${event.price} status for ${card(event.card)}`;
    case 'deal':
      return does(event.seat, event.accepted ? 'accepts' : 'refuses');
    case 'play': {
      const paid = event.paid.length === 0 ? '' : `, paying ${list(event.paid)}`;
      const targets = withNames(event.targets, name);
      const aim = targets.length === 0 ? '' : ` on ${targets.join(', ')}`;
      return `${does(event.seat, 'plays')} ${card(event.card)}${aim}${paid}`;
    }
    case 'cancel':
      return `${does(event.seat, 'cancels')} with ${card(event.card)}`;
    case 'resolve':
      return `${card(event.card)} ${event.cancelled ? 'is cancelled' : 'takes effect'}`;
    case 'trigger':
      return `${owned(event.card, event.seat)} takes effect`;
    case 'pass':
      return does(event.seat, 'passes');
    case 'crime':
      return `${does(event.seat, 'turns')} over ${card(event.card)}`;
    case 'rumor':
      return `${does(event.seat, event.played ? 'plays' : 'lets')} the crime${event.played ? '' : ' pass'}`;
    case 'commit':
      return `${does(event.seat, 'commits')} ${card(event.card)}`;
    case 'call':
      return `${does(event.seat, 'calls')} for help`;
    case 'bid':
      return event.count === 0 ? does(event.seat, 'declines') : `${does(event.seat, 'offers')} ${event.count}`;
    case 'ally':
      return event.ally < 0
        ? `${does(event.seat, 'takes')} no ally`
        : `${does(event.seat, 'takes')} ${name(event.ally)} as ally`;
    case 'inProgress':
      return `the crime is now in progress: manpower ${event.manpower} of ${event.requirement}`;
    case 'outcome':
      return `the crime ${event.success ? 'succeeds' : 'fails'}: manpower ${event.manpower} of ${event.requirement}`;
    case 'crimeLost':
      return `${card(event.card)} is given up`;
    case 'crimeOver':
      return `${card(event.card)} is discarded`;
    case 'status':
      return `${does(event.seat, 'goes')} from ${event.from} to ${event.now} status`;
    case 'gangster':
      return `${owned(event.card, event.seat)} ${GANGSTER_WORDS[event.verb] ?? event.verb}${event.verb === 'defect' ? ` to ${name(event.by)}` : ''}`;
    case 'discard':
      return `${does(event.seat, 'discards')} ${list(event.cards)}`;
    case 'passOn':
      return `${event.count === 1 ? 'a card goes' : `${event.count} cards go`} from ${name(event.from)} to ${name(event.seat)}`;
    case 'passedOn':
      return `it is ${card(event.card)}`;
    case 'reveal':
      return `${does(event.seat, 'shows')} ${list(event.cards)}`;
    case 'peek':
      return `${does(event.seat, 'looks')} at the top ${event.count === 1 ? 'card' : event.count} of the ${event.pile} pile`;
    case 'peeked':
      return `on top lie ${list(event.cards)}`;
    case 'total':
      return `${event.what} ${event.value < 0 ? '−' : '+'}${Math.abs(event.value)}`;
    case 'fuel':
      return `${does(event.seat, 'has')} made all plays of this turn`;
    case 'gameOver': {
      const [first = -1] = event.winners;
      const wins = event.winners.length > 1 || first === you ? 'win' : 'wins';
      return `the game is over${ENDINGS[event.reason] ?? ''}: ${event.winners.map(name).join(' and ')} ${wins}`;
    }
    default:
      return assertNever(event);
  }
}

const IRREGULAR: Record<string, string> = { is: 'are', has: 'have', goes: 'go', passes: 'pass' };

/** `draws` as one says it to the reader: `draw`. */
function secondPerson(verb: string): string {
  return IRREGULAR[verb] ?? verb.replace(/s$/, '');
}

/** Which events say only what the line of a play has said already: that the cards which pay for it are discarded. */
export class ToldPayments {
  private left = 0;

  /** To be asked about every event in turn. */
  isTold(event: GangupEvent): boolean {
    if (event.type === 'discard' && this.left > 0) {
      this.left--;
      return true;
    }
    this.left = event.type === 'play' ? event.paid.length : 0;
    return false;
  }
}
