import { IllegalActionError, unwrap } from '../core/errors.js';
import { type Action, ActionList, type Seat } from '../core/game.js';
import { makeReplay } from '../core/replay.js';
import { type InputError, inputError } from '../core/result.js';
import { HeadlessGangState, headlessGang, legalHeadless } from '../env/schedule.js';
import { parseGangConfig } from '../gang/config.js';
import type { SeenGangEvent } from '../gang/events.js';
import { gang, viewOf } from '../gang/game.js';
import { describeAction, parseAction } from '../gang/notation.js';
import { GangView, OVER } from '../gang/state.js';
import { checkSeed, type TableListener } from './live.js';
import { MoveLog, maySee } from './log.js';
import { type TableResult, tableResult } from './result.js';
import {
  type AgentResolver,
  checkSeats,
  type OpenSeat,
  openSeats,
  resolveByRegistry,
  type SeatSpec,
  seatNames,
} from './seats.js';

export interface HeadlessOptions {
  /** The table's configuration (see `parseGangConfig`); `players` follows from the seats. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** An integer below 2^53. */
  readonly seed: number;
  /** Who sits where, seat 0 first. A person needs a callback here. */
  readonly seats: readonly SeatSpec[];
  /** Who hears what happens, each as the seat that it names (`null`: a watcher without a seat). */
  readonly watch?: readonly { readonly seat: Seat | null; readonly hear: TableListener }[];
  /** Ends the game where it stands. */
  readonly signal?: AbortSignal;
  readonly resolve?: AgentResolver;
}

const REFUSALS_MAX = 100;

/**
 * Plays a game in which one seat at a time is asked, by the headless scheduler (R-HEADLESS): for scripted input and
 * for repeatable games. All seats are headless seats: people have `takesMax` takes too. Rejects with `BadInputError`
 * for a bad configuration, and when an agent fails or acts against the rules.
 */
export async function playHeadless(options: HeadlessOptions): Promise<TableResult> {
  const config = unwrap(parseGangConfig({ players: options.seats.length, ...options.config }));
  checkSeats(options.seats, config.players);
  const seed = checkSeed(options.seed);
  const seats = await openSeats(options, config, options.resolve ?? resolveByRegistry);
  const log = new MoveLog();
  const sink = (event: SeenGangEvent): void => {
    log.note(event);
    for (const { seat, hear } of options.watch ?? []) if (maySee(event, seat)) hear(event);
    for (const [seat, player] of seats.entries()) {
      if (player.kind === 'agent' && maySee(event, seat)) player.session.notice?.(event);
    }
  };
  const state = new HeadlessGangState(config);
  const signal = options.signal ?? new AbortController().signal;
  try {
    headlessGang.setup(state, seed, sink);
    while (state.game.info[OVER] === 0 && !signal.aborted) {
      const seat = state.asked;
      const action = await answer(state, seat, seats[seat]!, signal);
      if (action !== null) headlessGang.apply(state, seat, action, sink);
    }
  } finally {
    for (const seat of seats) if (seat.kind === 'agent') seat.session.close?.();
  }
  const about = { config: { ...config }, seed, people: 0, ...seatNames(seats) };
  return tableResult(state.game, makeReplay(gang, about, log.moves));
}

/** A legal action of the seat that is asked; `null` when the game was stopped meanwhile. */
async function answer(
  state: HeadlessGangState,
  seat: Seat,
  player: OpenSeat,
  signal: AbortSignal,
): Promise<Action | null> {
  const list = new ActionList();
  legalHeadless(state, seat, list);
  const view = new GangView(state.config);
  viewOf(state.game, seat, view);
  const options = list.toArray();
  const legal = options.map(describeAction);
  if (player.kind === 'agent') {
    const action = await player.session.act(view, list, { signal });
    if (signal.aborted) return null;
    if (options.includes(action)) return action;
    const chose = describeAction(action);
    throw new IllegalActionError(`${player.name} in seat ${seat} chose ${chose}; legal: ${legal.join(', ')}`);
  }
  if (player.callback === null) throw new Error(`seat ${seat}: a person at a headless table needs a callback`);
  let refused: InputError | undefined;
  for (let refusals = 0; refusals < REFUSALS_MAX && !signal.aborted; refusals++) {
    const said = await player.callback({ seat, view, legal, signal, ...(refused === undefined ? {} : { refused }) });
    if (said === undefined) {
      refused = inputError('table/illegal', '', 'a headless seat has to answer.', `Possible: ${legal.join(', ')}.`);
      continue;
    }
    const action = typeof said === 'number' ? { ok: true as const, value: said } : parseAction(view, said);
    if (action.ok && options.includes(action.value)) return action.value;
    refused = action.ok ? notPossible(action.value, legal) : action.error;
  }
  if (signal.aborted) return null;
  throw new IllegalActionError(`seat ${seat} was refused ${REFUSALS_MAX} times in a row: ${refused?.message}`);
}

/** Why an act that was understood doesn't count. */
export function notPossible(action: Action, legal: readonly string[]): InputError {
  const possible = `Possible: ${legal.join(', ')}.`;
  return inputError('table/illegal', '', `"${describeAction(action)}" is not possible now.`, possible);
}
