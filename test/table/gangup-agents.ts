import type { Agent } from '../../src/core/agent.js';
import { DO, type GangupState, type GangupView, gangup, verbOf } from '../../src/gangup/index.js';
import { type GangupResult, type LiveGangupOptions, LiveGangupTable, VirtualClock } from '../../src/table/index.js';
import type { Scene } from '../gangup/scene.js';

const QUIET = [DO.pass, DO.decline, DO.refuse, DO.no, DO.noAlly, DO.noLeader, DO.done, DO.second] as const;

/** The most harmless of what may be done: passes, declines, draws a second card; else the first. */
export function quietOf(legal: readonly number[]): number {
  for (const verb of QUIET) {
    const found = legal.find((code) => verbOf(code) === verb);
    if (found !== undefined) return found;
  }
  return legal[0]!;
}

/** Never does anything that it needn't. */
export const quiet: Agent<GangupView> = {
  name: 'quiet',
  open: () => ({ act: (_view, legal) => quietOf(legal.toArray()) }),
};

/** Lets the timers and answers that are due run. */
export async function settle(rounds = 4): Promise<void> {
  for (let i = 0; i < rounds; i++) await new Promise((resolve) => setImmediate(resolve));
}

export interface Sat {
  readonly table: LiveGangupTable;
  readonly clock: VirtualClock;
  readonly played: Promise<GangupResult>;
}

/** A table on a clock that the test moves, dealt; with a scene it stands as arranged there. */
export async function sit(
  seats: LiveGangupOptions['seats'],
  options: Partial<LiveGangupOptions> & {
    readonly scene?: Scene;
    readonly prepare?: (table: LiveGangupTable) => void;
  } = {},
): Promise<Sat> {
  const { scene, prepare, ...rest } = options;
  const clock = new VirtualClock();
  const table = new LiveGangupTable({ seed: 11, seats, clock, pace: 'normal', ...rest });
  if (scene !== undefined) {
    const { match } = table as unknown as { match: { start: () => void; state: GangupState } };
    match.start = () => gangup.copy(scene.state, match.state);
  }
  prepare?.(table);
  const played = table.play();
  played.catch(() => {});
  await settle();
  return { table, clock, played };
}

/** Lets time pass until the table waits for the seat; false when that never comes. */
export async function untilAsked({ table, clock }: Sat, seat: number): Promise<boolean> {
  for (let i = 0; i < 2000 && !table.over; i++) {
    if (table.isAsked(seat)) return true;
    await clock.advance(500);
    // The table lets others have the word now and then.
    await settle(1);
  }
  return false;
}
