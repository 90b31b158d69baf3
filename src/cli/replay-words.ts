import { formatCard, formatCards } from '../cards/card.js';
import { nameHand } from '../cards/names.js';
import { assertNever } from '../core/errors.js';
import { openReplay, type Replay, type ReplayHeader } from '../core/replay.js';
import { isDeluxeEvent } from '../gang/event-words.js';
import type { SeenGangEvent } from '../gang/events.js';
import { gang } from '../gang/game.js';
import { describeAction } from '../gang/notation.js';
import { ROUND_NAMES, starsOf } from '../gang/state.js';
import { type Telling, tellEvent } from '../table/words.js';

/** A replay of The Gang that has been played again. */
export interface PlayedReplay {
  readonly replay: Replay;
  /** Everything that happened, hidden cards too. */
  readonly events: readonly SeenGangEvent[];
}

/** Reads, checks and plays a replay of The Gang; throws `BadInputError`. */
export function readGangReplay(path: string): PlayedReplay {
  const events: SeenGangEvent[] = [];
  const { replay } = openReplay(gang, path, (event) => events.push(event));
  return { replay, events };
}

/** What `hench replay --json` prints: cards in letters, chips in stars, seats from 0, the centre as null. */
export interface ReplayJson extends ReplayHeader {
  readonly moves: readonly { readonly seat: number; readonly action: string }[];
  readonly events: readonly { readonly type: string; readonly [key: string]: unknown }[];
  readonly over: boolean;
  /** `null` when the game was left before its end. */
  readonly won: boolean | null;
}

export function replayToJson({ replay, events }: PlayedReplay): ReplayJson {
  const { over, returns } = replay.result;
  return {
    ...replay.header,
    moves: replay.moves.map(({ seat, action }) => ({ seat, action: describeAction(action) })),
    events: events.map((event) => ({ type: event.type, ...eventToJson(event) })),
    over,
    won: over ? returns[0] === 1 : null,
  };
}

function eventToJson(event: SeenGangEvent): Record<string, unknown> {
  switch (event.type) {
    case 'heist':
      return { heist: event.heist, bars: event.bars, alarms: event.alarms };
    case 'deal':
      return { seat: event.seat, cards: event.cards.map(formatCard) };
    case 'round':
      return { round: ROUND_NAMES[event.round], cards: event.cards.map(formatCard) };
    case 'take': {
      const returned = event.returned < 0 ? null : starsOf(event.returned);
      return { seat: event.seat, stars: starsOf(event.chip), from: event.from < 0 ? null : event.from, returned };
    }
    case 'putBack':
      return { seat: event.seat, stars: starsOf(event.chip) };
    case 'ready':
      return { seat: event.seat };
    case 'roundEnd':
      return { round: ROUND_NAMES[event.round], stars: event.chips.map(starsOf) };
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
      if (isDeluxeEvent(event)) return { ...event };
      return assertNever(event);
  }
}

/** The replay in sentences, one a line. All hands are open: it is the table seen from above. */
export function tellGangReplay({ replay, events }: PlayedReplay): string[] {
  const { agents, seed, config } = replay.header;
  const names = agents.map((agent, seat) => `seat ${seat} (${agent})`);
  const telling: Telling = {
    name: (seat) => names[seat]!,
    isYou: () => false,
    chip: (chip) => `chip ${starsOf(chip)}`,
    cards: formatCards,
  };
  const lines = [
    `The Gang, ${agents.length} players, round end ${config.roundEnd}, seed ${seed}: ${names.join(', ')}.`,
  ];
  for (const event of events) {
    if (event.type === 'heist') lines.push('');
    if (event.type === 'gameOver' && config.length === 'heist') continue; // the outcome has said it
    const line = tellOpenly(event, telling);
    if (line !== null) lines.push((INDENT[event.type] ?? '    ') + line);
  }
  if (!replay.result.over) lines.push('', 'The game was left here, before its end.');
  return lines;
}

const INDENT: Readonly<Partial<Record<SeenGangEvent['type'], string>>> = {
  heist: '',
  deal: '  ',
  round: '  ',
  take: '    ',
  putBack: '    ',
  ready: '    ',
  roundEnd: '    ',
  reveal: '  ',
  outcome: '  ',
  gameOver: '',
};

/** As told at a table, and what a table keeps to itself or shows otherwise. */
function tellOpenly(event: SeenGangEvent, telling: Telling): string | null {
  switch (event.type) {
    case 'deal':
      return `${telling.name(event.seat)}: ${formatCards(event.cards)}`;
    case 'roundEnd':
      return `The round ends: ${event.chips.map((chip, seat) => `seat ${seat} has ${starsOf(chip)}`).join(', ')}.`;
    case 'reveal': {
      const mistake = event.correct ? '' : ' – weaker than a hand before';
      const hand = `${formatCards(event.cards)}, ${nameHand(event.strength)}`;
      return `${starsOf(event.chip)}  ${telling.name(event.seat)}: ${hand}${mistake}`;
    }
    default:
      return tellEvent(event, telling);
  }
}
