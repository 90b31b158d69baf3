import type { Seat } from '../core/game.js';
import type { Replay } from '../core/replay.js';

/** How a game of Gang Up! at a table ended, or where it stopped. */
export interface GangupResult {
  /** Whether it came to its end. */
  readonly over: boolean;
  /** Seats that won; several share the win. Empty when the game was stopped. */
  readonly winners: readonly Seat[];
  /** Status of each seat at the end. */
  readonly statuses: readonly number[];
  /** Turns that were begun. */
  readonly turns: number;
  /** The winning status, the last crime, or the last turn; `null` when the game was stopped. */
  readonly reason: 'status' | 'crimes' | 'turns' | null;
  /** The game as a replay: see `writeReplay`, `verifyReplay`. */
  readonly replay: Replay;
}
