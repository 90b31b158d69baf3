import type { Replay } from '../core/replay.js';
import { hasWon } from '../gang/rules.js';
import { ALARMS, BARS, type GangState, HEIST, OVER } from '../gang/state.js';

/** How a game at a table ended, or where it stopped. */
export interface TableResult {
  /** Whether it came to its end. */
  readonly over: boolean;
  /** Three gold bars; at tables of one heist, whether that succeeded. */
  readonly won: boolean;
  readonly bars: number;
  readonly alarms: number;
  /** Heists that were finished. */
  readonly heists: number;
  /** The game as a replay: see `writeReplay`, `verifyReplay`. */
  readonly replay: Replay;
}

export function tableResult(state: GangState, replay: Replay): TableResult {
  const { info } = state;
  return {
    over: info[OVER] === 1,
    won: hasWon(state),
    bars: info[BARS]!,
    alarms: info[ALARMS]!,
    heists: info[HEIST]!,
    replay,
  };
}
