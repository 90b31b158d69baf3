import { loadBoss } from '../../agents/gangup/boss.js';
import { shippedBoss } from '../../agents/gangup/boss-policy.js';
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
import { type Reviewed, reviewGame } from '../table/gangup-reasons.js';
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

function namesOf({ header }: Replay): string[] {
  return header.agents.map((agent, seat) => `seat ${seat} (${agent})`);
}

/** Why the seats may have done what they did, as `boss` sees it. Throws `BadInputError` where its model is missing. */
export async function whyOf({ replay }: PlayedGangupReplay): Promise<Reviewed[]> {
  const names = namesOf(replay);
  const reviewed: Reviewed[] = [];
  const policy = await loadBoss(shippedBoss)();
  for await (const one of reviewGame(replay, policy, (seat) => names[seat]!)) reviewed.push(one);
  return reviewed;
}

/** The replay in sentences, one a line, reasons before what came of them. All cards are open: it is the table seen from above. */
export function tellGangupReplay(
  { replay, events, state }: PlayedGangupReplay,
  reasons: readonly Reviewed[] = [],
): string[] {
  const { agents, seed } = replay.header;
  const names = namesOf(replay);
  const lines = [`Gang Up!, ${agents.length} players, seed ${seed}: ${names.join(', ')}.`];
  const payments = new ToldPayments();
  let next = 0;
  for (const [i, event] of events.entries()) {
    for (; next < reasons.length && reasons[next]!.events <= i; next++) {
      lines.push('', ...reasons[next]!.lines.map((line, k) => `${k === 0 ? '  ? ' : '    '}${line}`));
    }
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
