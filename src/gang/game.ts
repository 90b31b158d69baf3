import type { Game } from '../core/game.js';
import { type GangConfig, parseGangConfig } from './config.js';
import type { SeenGangEvent } from './events.js';
import { imagine } from './imagine.js';
import { formatAction, parseAction } from './notation.js';
import * as rules from './rules.js';
import { ALARMS_TO_LOSE, BARS_TO_WIN, GangState, GangView, OVER, ROUNDS } from './state.js';

/** The rules version: bumped when behaviour changes. Model cards and replays carry it. */
export const GANG_VERSION = 1;

/** Copies the public block and the seat's own pocket cards. */
export function viewOf(state: GangState, seat: number, out: GangView): void {
  out.publicWords.set(state.publicWords);
  const width = state.shape.pocket;
  for (let i = 0; i < width; i++) out.pocket[i] = state.pocket[seat * width + i]!;
  out.seat = seat;
}

/** R-HEADLESS: at most 2·N·takesMax + N + exit chips moves of chips in a round. */
export function movesMax(config: GangConfig): number {
  return 2 * config.players * config.takesMax + config.players + config.exitChips;
}

/** Between two moves of chips every seat answers at most once. */
export function decisionsMax(config: GangConfig): number {
  const heists = config.length === 'heist' ? 1 : BARS_TO_WIN + ALARMS_TO_LOSE - 1;
  return heists * ROUNDS * (movesMax(config) + 1) * config.players;
}

/**
 * The Gang as played at a table: any seat may act at any moment. For the sequence in which headless seats are
 * asked see `headlessGang` in `src/env`.
 */
export const gang: Game<GangConfig, GangState, GangView, SeenGangEvent> = {
  id: 'gang',
  version: GANG_VERSION,
  utility: 'shared',
  parseConfig: parseGangConfig,
  seats: (config) => config.players,
  decisionsMax,
  createState: (config) => new GangState(config),
  seatPeople: rules.seatPeople,
  setup: rules.setup,
  actors: rules.actors,
  legal: rules.legal,
  apply: rules.apply,
  isOver: (state) => state.info[OVER] === 1,
  returns: rules.returns,
  copy: (from, to) => to.words.set(from.words),
  createView: (config) => new GangView(config),
  view: viewOf,
  imagine,
  formatAction,
  parseAction,
};
