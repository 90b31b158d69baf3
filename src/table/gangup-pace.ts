import type { Seat } from '../core/game.js';
import type { GangupEvent } from '../gangup/events.js';
import { type Occasion, Pacer } from './pace.js';

/** Milliseconds that an outcome is looked at before the next thing happens. */
const LOOK = 450;

/** Whose decision an event shows, and how long one thinks about such; null for what just follows. */
export function decisionOf(event: GangupEvent): { readonly seat: Seat; readonly occasion: Occasion } | null {
  switch (event.type) {
    case 'leader':
    case 'snitch':
    case 'buy':
    case 'offer':
    case 'deal':
    case 'play':
    case 'cancel':
    case 'rumor':
    case 'call':
    case 'ally':
    case 'crime':
      return { seat: event.seat, occasion: 'act' };
    case 'pass':
    case 'place':
    case 'commit':
    case 'bid':
      return { seat: event.seat, occasion: 'pass' };
    default:
      return null;
  }
}

const LOOKED_AT: ReadonlySet<GangupEvent['type']> = new Set([
  'turn',
  'resolve',
  'trigger',
  'inProgress',
  'outcome',
  'crimeLost',
  'status',
  'gangster',
  'reveal',
  'gameOver',
]);

/**
 * How long it takes until the next thing happens at a table. Depends on the table's seed and on what everybody sees,
 * never on who was asked: a seat that the rules skip takes as long to pass as one that thinks about it (R-SKIP).
 */
export class Tempo {
  private readonly pacers: readonly Pacer[];
  /** The longest that each seat's agent has really thought: what passes unasked takes no less. */
  private readonly slowest: number[];

  constructor(
    seed: number,
    seats: number,
    private readonly factor: number,
  ) {
    this.pacers = Array.from({ length: seats }, (_, seat) => new Pacer(seed, seat, factor));
    this.slowest = Array<number>(seats).fill(0);
  }

  /** Milliseconds between what happened before and this event. */
  before(event: GangupEvent): number {
    const decision = decisionOf(event);
    if (decision === null) return LOOKED_AT.has(event.type) ? LOOK * this.factor : 0;
    return Math.max(this.pacers[decision.seat]!.next(decision.occasion), this.slowest[decision.seat]!);
  }

  /** Notes how long an agent has thought. */
  thought(seat: Seat, ms: number): void {
    this.slowest[seat] = Math.min(Math.max(this.slowest[seat]!, ms), SLOWEST_MAX);
  }
}

const SLOWEST_MAX = 5000;
