import type { GameEvent } from '../../src/core/game.js';
import type { GangupEvent } from '../../src/gangup/events.js';
import type { GangupView } from '../../src/gangup/state.js';
import type { Temper } from './temper.js';

/** Old injuries fade by this factor with each turn. */
const FORGIVING = 0.97;

/** The least that the only rival's point counts against one's own. */
const RIVALRY_OF_TWO = 0.6;

/** Whom a script wishes ill, and how much: it fills in what each seat's points are worth to it. */
export class Rivals {
  private readonly grudge: Float64Array;
  /** Who did something last in this turn. */
  private culprit = -1;
  private player = -1;

  constructor(
    private readonly temper: Temper,
    private readonly seat: number,
    seats: number,
  ) {
    this.grudge = new Float64Array(seats);
  }

  /** Writes the weights of all seats: 1 for the viewer's own, negative for the others'. */
  weigh(view: GangupView, out: Float64Array): void {
    const { aim } = this.temper;
    const { seat, seats } = view;
    const rivalry = this.rivalry(seats);
    let top = -1;
    let sum = 0;
    for (let s = 0; s < seats; s++) {
      if (s === seat) continue;
      if (top < 0 || view.status[s]! > view.status[top]!) top = s;
      sum += this.grudge[s]!;
    }
    let threats = 0;
    for (let s = 0; s < seats; s++) {
      if (s === seat) out[s] = 1;
      else if (aim === 'leader') out[s] = s === top ? -rivalry : -0.05;
      else if (aim === 'threat') {
        out[s] = -Math.exp((view.status[s]! - view.status[top]!) / 4);
        threats -= out[s]!;
      } else if (aim === 'grudge' && sum > 0.5) {
        out[s] = -2 * rivalry * (0.1 / (seats - 1) + (0.9 * this.grudge[s]!) / sum);
      } else out[s] = -rivalry / (seats - 1);
    }
    if (threats > 0) for (let s = 0; s < seats; s++) if (s !== seat) out[s]! *= rivalry / threats;
  }

  /** What all rivals' points count together. Between two nearly all that one gains the other loses. */
  private rivalry(seats: number): number {
    const { rivalry, aim } = this.temper;
    return seats === 2 && aim !== 'grudge' ? Math.max(RIVALRY_OF_TWO, rivalry) : rivalry;
  }

  /** Remembers who hurt the seat. */
  notice(seen: GameEvent): void {
    const event = seen as GangupEvent;
    const { grudge } = this;
    switch (event.type) {
      case 'turn':
        this.culprit = -1;
        for (let s = 0; s < grudge.length; s++) grudge[s]! *= FORGIVING;
        return;
      case 'play':
        this.player = event.seat;
        return;
      case 'cancel':
        if (this.player === this.seat && event.seat !== this.seat) grudge[event.seat]! += 1;
        return;
      case 'resolve':
        if (!event.cancelled && event.seat !== this.seat) this.culprit = event.seat;
        return;
      case 'trigger':
        if (event.seat !== this.seat) this.culprit = event.seat;
        return;
      case 'gangster':
        if (event.seat === this.seat && event.by >= 0 && event.by !== this.seat) grudge[event.by]! += 1.5;
        return;
      case 'status':
        if (event.seat === this.seat && event.now < event.from && this.culprit >= 0) {
          grudge[this.culprit]! += event.from - event.now;
        }
        return;
      default:
    }
  }
}
