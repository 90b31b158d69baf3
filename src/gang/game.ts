import type { Game } from '../core/game.js';
import { type GangConfig, parseGangConfig } from './config.js';
import type { SeenGangEvent } from './events.js';
import { imagine } from './imagine.js';
import { alarmsToLose, barsToWin } from './modes.js';
import { formatAction, parseAction } from './notation.js';
import { planOf } from './plan.js';
import * as rules from './rules.js';
import { GangState, GangView } from './state.js';
import {
  L_SEEN,
  LEDGER_COUNT,
  LEDGER_WIDTH,
  OVER,
  PROMPT_ASKED,
  PROMPT_BY,
  PROMPT_PENDING,
  PROMPT_SECRET,
  PROMPT_WORDS,
  ROUNDS,
} from './words.js';

/** The rules version: bumped when behaviour changes. Model cards and replays carry it. */
export const GANG_VERSION = 1;

/** Copies the public block, the seat's own pocket cards, and what else this seat alone may know. */
export function viewOf(state: GangState, seat: number, out: GangView): void {
  out.publicWords.set(state.publicWords);
  const width = state.shape.pocket;
  for (let i = 0; i < width; i++) out.pocket[i] = state.pocket[seat * width + i]!;
  out.seat = seat;
  if (!state.plain) viewExtras(state, seat, out);
}

/** The own tool, the open question, the cards of the ledger that the seat knows, and its own words of modifiers. */
function viewExtras(state: GangState, seat: number, out: GangView): void {
  const { flow, ledger, shape } = state;
  out.tool = shape.tools > 0 && state.toolUsed[seat]! < 0 ? state.tool[seat]! : -1;
  if (shape.asks) viewPrompt(flow, seat, out.prompt);
  // Entries past the last are none in every state, and none in every view.
  const entries = state.info[LEDGER_COUNT]!;
  if (shape.ledger > 0) out.ledgerCard.fill(-1, entries);
  for (let entry = 0; entry < entries; entry++) {
    const known = (ledger[entry * LEDGER_WIDTH + L_SEEN]! >> seat) & 1;
    out.ledgerCard[entry] = known === 1 ? state.ledgerCard[entry]! : -1;
  }
  for (let i = 0; i < shape.own; i++) out.own[i] = state.own[seat * shape.own + i]!;
}

/**
 * The open question as the seat may know it: nothing of a secret one that isn't its own; who has answered already is
 * known to nobody (sealed answers, R-SILENT), but whether the seat itself has.
 */
function viewPrompt(flow: Int32Array, seat: number, out: Int32Array): void {
  out.fill(0);
  if (flow[PROMPT_BY] === 0) return;
  const mine = (flow[PROMPT_ASKED]! >> seat) & 1;
  if (flow[PROMPT_SECRET] === 1 && mine === 0) return;
  for (let i = 0; i < PROMPT_WORDS; i++) out[i] = flow[i]!;
  out[PROMPT_PENDING] = flow[PROMPT_PENDING]! & (1 << seat);
}

/** R-HEADLESS: at most 2·N·takesMax + N + exit chips moves of chips in a round. */
export function movesMax(config: GangConfig): number {
  return 2 * config.players * config.takesMax + config.players + config.exitChips;
}

/** Between two moves of chips every seat answers at most once; what modifiers ask comes on top. */
export function decisionsMax(config: GangConfig): number {
  const { alarmsMoved } = planOf(config);
  // Each modifier that can spare an alarm does so once.
  const heists = config.length === 'heist' ? 1 : barsToWin(config) + alarmsToLose(config) - 1 + alarmsMoved.length;
  return heists * (ROUNDS * (movesMax(config) + 1) * config.players + planOf(config).answersMax);
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
