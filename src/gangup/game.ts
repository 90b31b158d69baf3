import type { ActionList, Game } from '../core/game.js';
import { applyAction, legalNow } from './apply.js';
import { type GangupConfig, parseGangupConfig } from './config.js';
import type { GangupEvent } from './events.js';
import { imagine } from './imagine.js';
import { formatAction, parseAction } from './notation.js';
import { setup } from './setup.js';
import { GangupState, GangupView, INFO, TURNS_MAX } from './state.js';
import { viewOf } from './view.js';

/** The rules version: bumped when behaviour changes. Model cards and replays carry it. */
export const GANGUP_VERSION = 2;

/**
 * More decisions than a turn can have; RULES.md ("How long a game can be") counts them, and random games stay below a
 * tenth of it. With the cap on turns it makes every game finite.
 */
export const DECISIONS_PER_TURN = 10_000;

function legal(state: GangupState, seat: number, out: ActionList): void {
  out.clear();
  if (state.info[INFO.over] === 1 || state.info[INFO.promptSeat] !== seat) return;
  const list = legalNow(state);
  for (let i = 0; i < list.length; i++) out.push(list.codes[i]!);
}

function returns(state: GangupState, out: Float64Array): void {
  const mask = state.info[INFO.winners]!;
  let count = 0;
  for (let s = 0; s < state.seats; s++) count += (mask >> s) & 1;
  for (let s = 0; s < state.seats; s++) out[s] = (mask >> s) & 1 ? 1 / count : 0;
}

/** Gang Up!, each for itself: the return is the share of the win. */
export const gangup: Game<GangupConfig, GangupState, GangupView, GangupEvent> = {
  id: 'gangup',
  version: GANGUP_VERSION,
  utility: 'rivals',
  parseConfig: parseGangupConfig,
  seats: (config) => config.players,
  decisionsMax: () => TURNS_MAX * DECISIONS_PER_TURN,
  createState: (config) => new GangupState(config),
  setup,
  actors: (state) => (state.info[INFO.over] === 1 ? 0 : 1 << state.info[INFO.promptSeat]!),
  legal,
  apply: applyAction,
  isOver: (state) => state.info[INFO.over] === 1,
  returns,
  copy: (from, to) => {
    to.words.set(from.words);
    to.legalReady = false;
  },
  createView: (config) => new GangupView(config),
  view: viewOf,
  imagine,
  formatAction,
  parseAction,
};
