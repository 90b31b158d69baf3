import { formatCards } from '../cards/card.js';
import { nameHand } from '../cards/names.js';
import { openReplay, type Replay, type ReplayHeader } from '../core/replay.js';
import { eventToJson } from '../gang/event-json.js';
import type { SeenGangEvent } from '../gang/events.js';
import { gang } from '../gang/game.js';
import { describeAction } from '../gang/notation.js';
import { EXIT_CHIP, starsOf } from '../gang/state.js';
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
    events: events
      .filter((event, i) => !isBlind(event, events[i - 1]))
      .map((event) => ({ type: event.type, ...eventToJson(event) })),
    over,
    won: over ? returns[0] === 1 : null,
  };
}

/** Whether all that the event says is said by another that more is told to: a card that some seats don't see. */
function isBlind(event: SeenGangEvent, before: SeenGangEvent | undefined): boolean {
  if (event.type === 'look') return event.cards.length === 0;
  if (event.type !== 'card' || event.card >= 0 || before?.type !== 'card') return false;
  const same = event.by === before.by && event.op === before.op && event.seat === before.seat;
  return same && event.other === before.other && before.card >= 0;
}

/** The replay in sentences, one a line. All hands are open: it is the table seen from above. */
export function tellGangReplay({ replay, events }: PlayedReplay): string[] {
  const { agents, seed, config } = replay.header;
  const names = agents.map((agent, seat) => `seat ${seat} (${agent})`);
  const telling: Telling = {
    name: (seat) => names[seat]!,
    isYou: () => false,
    chip: (chip) => (chip === EXIT_CHIP ? 'an exit chip' : `chip ${starsOf(chip)}`),
    cards: formatCards,
  };
  const lines = [
    `The Gang, ${agents.length} players, ${tableWords(config)}round end ${config.roundEnd}, seed ${seed}: ${names.join(', ')}.`,
  ];
  for (const [i, event] of events.entries()) {
    if (isBlind(event, events[i - 1])) continue;
    if (event.type === 'heist') lines.push('');
    if (event.type === 'gameOver' && config.length === 'heist') continue; // the outcome has said it
    const line = tellOpenly(event, telling);
    if (line !== null) lines.push((INDENT[event.type] ?? '  ') + line);
  }
  if (!replay.result.over) lines.push('', 'The game was left here, before its end.');
  return lines;
}

/** What the table played beyond the base game, as the header says it. */
function tableWords(config: ReplayHeader['config']): string {
  const words: string[] = [];
  if (config.mode !== undefined && config.mode !== 'basic') words.push(`mode ${config.mode}`);
  if (config.variant !== undefined && config.variant !== 'holdem') words.push(`variant ${config.variant}`);
  for (const key of ['jokers', 'tools', 'vaults'] as const)
    if (config[key] === true || Array.isArray(config[key])) words.push(key);
  if (typeof config.dealer === 'number' && config.dealer > 0) words.push(`dealer ${config.dealer}`);
  if (typeof config.exitChips === 'number' && config.exitChips > 0) words.push(`exit chips ${config.exitChips}`);
  return words.map((word) => `${word}, `).join('');
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

function chipsHeld(chips: readonly number[]): string {
  return chips.map((chip, seat) => `seat ${seat} has ${chip < 0 ? 'none' : starsOf(chip)}`).join(', ');
}

/** As told at a table, and what a table keeps to itself or shows otherwise. */
function tellOpenly(event: SeenGangEvent, telling: Telling): string | null {
  switch (event.type) {
    case 'deal':
      return `${telling.name(event.seat)}: ${formatCards(event.cards)}`;
    case 'roundEnd':
      return `The round ends: ${chipsHeld(event.chips)}.`;
    case 'reveal': {
      const mistake = event.correct ? '' : ' – weaker than a hand before';
      const hand = `${formatCards(event.cards)}, ${nameHand(event.strength)}`;
      return `${starsOf(event.chip)}  ${telling.name(event.seat)}: ${hand}${mistake}`;
    }
    default:
      return tellEvent(event, telling);
  }
}
