import type { Seat } from '../core/game.js';
import { type GangupListener, type LiveGangupOptions, LiveGangupTable } from './gangup-live.js';
import type { GangupResult } from './gangup-result.js';

export interface GangupHeadlessOptions extends Omit<LiveGangupOptions, 'pace' | 'clock'> {
  /** Who hears what happens, each as the seat that it names (`null`: a watcher without a seat). */
  readonly watch?: readonly { readonly seat: Seat | null; readonly hear: GangupListener }[];
  /** Ends the game where it stands. */
  readonly signal?: AbortSignal;
}

/**
 * Plays a game of Gang Up! without pauses: for scripted input and for repeatable games. A person needs a callback here.
 * Rejects with `BadInputError` for a bad configuration, and when an agent fails or acts against the rules.
 */
export async function playGangupHeadless(options: GangupHeadlessOptions): Promise<GangupResult> {
  if (options.seats.includes('person')) throw new Error('a person at a headless table needs a callback');
  const table = new LiveGangupTable({ ...options, pace: 'instant' });
  for (const { seat, hear } of options.watch ?? []) table.watch(seat, hear);
  const stop = (): void => table.stop();
  options.signal?.addEventListener('abort', stop);
  if (options.signal?.aborted) stop();
  try {
    return await table.play();
  } finally {
    options.signal?.removeEventListener('abort', stop);
  }
}
