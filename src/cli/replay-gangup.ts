import { openReplay, type Replay, type ReplayHeader } from '../core/replay.js';
import { eventToJson } from '../gangup/event-json.js';
import {
  describeAction,
  describeEvent,
  type GangupEvent,
  type GangupState,
  gangup,
  ToldPayments,
} from '../gangup/index.js';
import { capital } from '../table/words.js';

/** A replay of Gang Up! that has been played again. */
export interface PlayedGangupReplay {
  readonly replay: Replay;
  /** Everything that happened, hidden cards too. */
  readonly events: readonly GangupEvent[];
  /** How the table stood after the last move. */
  readonly state: GangupState;
}

/** Reads, checks and plays a replay of Gang Up!; throws `BadInputError`. */
export function readGangupReplay(path: string): PlayedGangupReplay {
  const events: GangupEvent[] = [];
  const { replay, state } = openReplay(gangup, path, (event) => events.push(event));
  return { replay, events, state };
}

/** What `hench replay --json` prints: cards by id, seats from 0, moves in the notation. */
export interface GangupReplayJson extends ReplayHeader {
  readonly moves: readonly { readonly seat: number; readonly action: string }[];
  readonly events: readonly { readonly type: string; readonly [key: string]: unknown }[];
  readonly over: boolean;
  /** Seats that won; empty when the game was left before its end. */
  readonly winners: readonly number[];
  readonly status: readonly number[];
}

export function gangupReplayToJson({ replay, events, state }: PlayedGangupReplay): GangupReplayJson {
  const { over, returns } = replay.result;
  return {
    ...replay.header,
    moves: replay.moves.map(({ seat, action }) => ({ seat, action: describeAction(state, action) })),
    events: events.map((event) => eventToJson(state.cards, event)),
    over,
    winners: returns.flatMap((share, seat) => (share > 0 ? [seat] : [])),
    status: [...state.status],
  };
}

/** The replay in sentences, one a line. All cards are open: it is the table seen from above. */
export function tellGangupReplay({ replay, events, state }: PlayedGangupReplay): string[] {
  const { agents, seed } = replay.header;
  const names = agents.map((agent, seat) => `seat ${seat} (${agent})`);
  const lines = [`Gang Up!, ${agents.length} players, seed ${seed}: ${names.join(', ')}.`];
  const payments = new ToldPayments();
  for (const event of events) {
    if (event.type === 'draw') continue; // the next line says which card
    if (payments.isTold(event)) continue;
    if (event.type === 'turn') lines.push('');
    const indent = event.type === 'turn' || event.type === 'gameOver' ? '' : '  ';
    lines.push(`${indent}${capital(describeEvent(state.cards, event, (seat) => names[seat]!))}.`);
  }
  if (replay.result.over) {
    lines.push(`Status: ${names.map((name, seat) => `${name} ${state.status[seat]}`).join(', ')}.`);
  } else lines.push('', 'The game was left here, before its end.');
  return lines;
}
