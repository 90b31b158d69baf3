import type { Seat } from '../core/game.js';
import type { GangupEvent } from '../gangup/events.js';
import { PROMPT } from '../gangup/prompts.js';

/**
 * Until when a person passes without being asked (R-ANYTIME): `crime` until a crime is in progress, `against` until
 * something is announced that is about the seat, its own play is cancelled, or its own turn begins; `turn` until the turn
 * ends.
 */
export const STANDING_PASSES = ['crime', 'against', 'turn'] as const;
export type StandingPass = (typeof STANDING_PASSES)[number];

/** The standing passes of a table's people. What they pass looks to the others like any pass (R-SKIP). */
export class StandingPasses {
  private readonly until: (StandingPass | null)[];
  /** Who made the newest play or Cancel. */
  private last: Seat = -1;

  constructor(seats: number) {
    this.until = Array<StandingPass | null>(seats).fill(null);
  }

  get(seat: Seat): StandingPass | null {
    return this.until[seat]!;
  }

  set(seat: Seat, until: StandingPass | null): void {
    this.until[seat] = until;
  }

  /** Whether the seat passes at this prompt without being asked: only where passing is what it would do. */
  passes(seat: Seat, prompt: number): boolean {
    return this.until[seat] !== null && (prompt === PROMPT.priority || prompt === PROMPT.answer);
  }

  /** Ends those whose time has come. */
  hear(event: GangupEvent): void {
    switch (event.type) {
      case 'turn':
        this.end((until, seat) => until === 'turn' || (until === 'against' && seat === event.seat));
        return;
      case 'inProgress':
        this.end((until) => until === 'crime');
        return;
      case 'play':
        this.end((until, seat) => until === 'against' && ((event.concerns >> seat) & 1) === 1);
        this.last = event.seat;
        return;
      case 'cancel':
        this.end((until, seat) => until === 'against' && this.last === seat);
        this.last = event.seat;
        return;
      default:
    }
  }

  private end(when: (until: StandingPass, seat: Seat) => boolean): void {
    this.until.forEach((until, seat) => {
      if (until !== null && when(until, seat)) this.until[seat] = null;
    });
  }
}
