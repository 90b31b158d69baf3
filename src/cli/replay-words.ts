import { formatCard } from '../cards/card.js';
import { CATEGORIES, categoryOf } from '../cards/strength.js';
import { assertNever } from '../core/errors.js';
import { openReplay, type ReplayHeader } from '../core/replay.js';
import type { SeenGangEvent } from '../gang/events.js';
import { gang } from '../gang/game.js';
import { describeAction } from '../gang/notation.js';
import { ROUND_NAMES, starsOf } from '../gang/state.js';

/** An event as JSON: cards in letters, chips in stars, strengths as names. */
export interface ToldEvent {
  readonly type: SeenGangEvent['type'];
  readonly [key: string]: unknown;
}

/** A replay that has been played again: what `hench replay --json` prints. */
export interface ToldReplay extends ReplayHeader {
  readonly moves: readonly { readonly seat: number; readonly action: string }[];
  readonly events: readonly ToldEvent[];
  readonly over: boolean;
  readonly won: boolean | null;
}

/** Reads, checks and plays a replay of The Gang; throws `BadInputError`. */
export function readGangReplay(path: string): ToldReplay {
  const events: ToldEvent[] = [];
  const { replay } = openReplay(gang, path, (event) => events.push(toldEvent(event)));
  const { over, returns } = replay.result;
  return {
    ...replay.header,
    moves: replay.moves.map(({ seat, action }) => ({ seat, action: describeAction(action) })),
    events,
    over,
    won: over ? returns[0] === 1 : null,
  };
}

/** The event for JSON. Chips become stars; the centre is null. */
function toldEvent(event: SeenGangEvent): ToldEvent {
  switch (event.type) {
    case 'heist':
      return { type: event.type, heist: event.heist, bars: event.bars, alarms: event.alarms };
    case 'deal':
      return { type: event.type, seat: event.seat, cards: event.cards.map(formatCard) };
    case 'round':
      return { type: event.type, round: ROUND_NAMES[event.round], cards: event.cards.map(formatCard) };
    case 'take': {
      const returned = event.returned < 0 ? null : starsOf(event.returned);
      const from = event.from < 0 ? null : event.from;
      return { type: event.type, seat: event.seat, stars: starsOf(event.chip), from, returned };
    }
    case 'putBack':
      return { type: event.type, seat: event.seat, stars: starsOf(event.chip) };
    case 'ready':
      return { type: event.type, seat: event.seat };
    case 'roundEnd':
      return { type: event.type, round: ROUND_NAMES[event.round], stars: event.chips.map(starsOf) };
    case 'reveal':
      return {
        type: event.type,
        seat: event.seat,
        stars: starsOf(event.chip),
        cards: event.cards.map(formatCard),
        strength: event.strength,
        hand: describeStrength(event.strength),
        correct: event.correct,
      };
    case 'outcome':
      return { type: event.type, success: event.success, bars: event.bars, alarms: event.alarms };
    case 'gameOver':
      return { type: event.type, won: event.won };
    default:
      return assertNever(event);
  }
}

/** The replay in sentences, one a line. All hands are open: it is the table seen from above. */
export function tellGangReplay(replay: ToldReplay): string[] {
  const seats = replay.agents.map((agent, seat) => `seat ${seat} ${agent}`).join(', ');
  const lines = [`The Gang, ${replay.agents.length} players, seed ${replay.seed}: ${seats}.`];
  for (const event of replay.events) lines.push(...tellEvent(event, replay.agents));
  if (!replay.over) lines.push('', 'The game was left here, before its end.');
  return lines;
}

function tellEvent(event: ToldEvent, agents: readonly string[]): string[] {
  const who = (seat: unknown): string => `seat ${seat} (${agents[seat as number]})`;
  const cards = (list: unknown): string => (list as string[]).join(' ');
  switch (event.type) {
    case 'heist':
      return ['', `Heist ${Number(event.heist) + 1}: ${score(event)}.`];
    case 'deal':
      return [`  ${who(event.seat)} gets ${cards(event.cards)}`];
    case 'round': {
      const shown = cards(event.cards);
      return [`  ${event.round} chips${shown === '' ? '' : `: ${shown} on the table`}`];
    }
    case 'take': {
      const from = event.from === null ? 'the centre' : who(event.from);
      const back = event.returned === null ? '' : `, puts ${event.returned} back`;
      return [`    ${who(event.seat)} takes ${event.stars} from ${from}${back}`];
    }
    case 'putBack':
      return [`    ${who(event.seat)} puts ${event.stars} back`];
    case 'ready':
      return [`    ${who(event.seat)} is ready`];
    case 'roundEnd':
      return [
        `    the round ends: ${(event.stars as number[]).map((stars, seat) => `seat ${seat} ${stars}`).join(', ')}`,
      ];
    case 'reveal': {
      const mistake = event.correct ? '' : ' – weaker than one before';
      return [`  ${event.stars}: ${who(event.seat)} shows ${cards(event.cards)}, ${event.hand}${mistake}`];
    }
    case 'outcome':
      return [`  the heist ${event.success ? 'succeeds' : 'fails'}: ${score(event)}`];
    case 'gameOver':
      return ['', event.won ? 'The gang wins.' : 'The gang loses.'];
    default:
      return assertNever(event.type);
  }
}

function score(event: ToldEvent): string {
  const count = (n: unknown, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;
  return `${count(event.bars, 'gold bar')}, ${count(event.alarms, 'alarm')}`;
}

function describeStrength(strength: number): string {
  return CATEGORIES[categoryOf(strength)]!;
}
