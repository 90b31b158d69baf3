import { type LiveGangupOptions, LiveGangupTable } from './gangup-live.js';
import { LiveTable, type TableOptions } from './live.js';

/**
 * Makes a live table; `play` plays it:
 *
 *     const table = createTable({ seed: 1, seats: [myCallback, 'full', 'full', 'full'], pace: 'instant' });
 *     const { won, bars, alarms, replay } = await table.play();
 *
 * Throws `BadInputError` for a bad configuration.
 */
export function createTable(options: TableOptions): LiveTable {
  return new LiveTable(options);
}

/**
 * Makes a live table of Gang Up!; `play` plays it:
 *
 *     const table = createGangupTable({ seed: 1, seats: [myCallback, 'schemer', 'schemer'], pace: 'instant' });
 *     const { winners, statuses, replay } = await table.play();
 *
 * Throws `BadInputError` for a bad configuration.
 */
export function createGangupTable(options: LiveGangupOptions): LiveGangupTable {
  return new LiveGangupTable(options);
}

export { type Clock, systemClock, VirtualClock } from './clock.js';
export { type GangupHeadlessOptions, playGangupHeadless } from './gangup-headless.js';
export { type GangupListener, type LiveGangupOptions, LiveGangupTable } from './gangup-live.js';
export { STANDING_PASSES, type StandingPass } from './gangup-passes.js';
export type { GangupResult } from './gangup-result.js';
export { type HeadlessOptions, notPossible, playHeadless } from './headless.js';
export { LiveTable, type TableListener, type TableOptions } from './live.js';
export { chooseGangupMove, chooseMove, loadAgent, loadGangupAgent } from './one-move.js';
export { PACES, type Pace, type PaceName, parsePace } from './pace.js';
export type { TableResult } from './result.js';
export type { AgentResolver, PersonAnswer, PersonCallback, PersonTurn, SeatSpec } from './seats.js';
