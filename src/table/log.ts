import type { GameEvent, Seat } from '../core/game.js';
import type { Move } from '../core/replay.js';
import { putBackAction, READY, takeAction } from '../gang/actions.js';
import type { SeenGangEvent } from '../gang/events.js';

/**
 * The acts of a table as its events tell them: takes, put backs, readies and answers to questions. Headless play has the same log as a live
 * table (the readies by which the scheduler ends a round are events too), so one verifier serves both.
 */
export class MoveLog {
  readonly moves: Move[] = [];

  note(event: SeenGangEvent): void {
    switch (event.type) {
      case 'take':
        this.moves.push({ seat: event.seat, action: takeAction(event.chip, event.from) });
        return;
      case 'putBack':
        this.moves.push({ seat: event.seat, action: putBackAction(event.chip) });
        return;
      case 'ready':
        this.moves.push({ seat: event.seat, action: READY });
        return;
      case 'answer':
        this.moves.push({ seat: event.seat, action: event.action });
        return;
      default:
        return;
    }
  }
}

/** Whether a seat may see the event; `null` is somebody who watches and has no seat. */
export function maySee(event: GameEvent, seat: number | null): boolean {
  if (event.to === undefined) return true;
  return seat !== null && ((event.to >> seat) & 1) === 1;
}

interface Listener<Hear> {
  readonly seat: Seat | null;
  readonly hear: Hear;
  /** Called after each act: a view may change without an event. */
  readonly changed: (() => void) | undefined;
}

/** Who hears what happens at a table, each as the seat that it names (`null`: somebody who only watches). */
export class Listeners<Hear> {
  private readonly list: Listener<Hear>[] = [];

  /** Returns how to stop it. */
  add(seat: Seat | null, hear: Hear, changed?: () => void): () => void {
    const listener = { seat, hear, changed };
    this.list.push(listener);
    return () => {
      const index = this.list.indexOf(listener);
      if (index >= 0) this.list.splice(index, 1);
    };
  }

  /** A copy: who listens may stop listening meanwhile. */
  get all(): readonly Listener<Hear>[] {
    return [...this.list];
  }
}
