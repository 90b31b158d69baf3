import type { SeenGangEvent } from '../../gang/events.js';
import { BOARD_MAX } from '../../gang/state.js';

/** A hand of the showdown as the screen shows it. */
export interface RevealedHand {
  readonly seat: number;
  readonly chip: number;
  readonly cards: readonly number[];
  readonly strength: number;
  readonly correct: boolean;
  readonly place?: number;
}

/** A showdown as the screen turns it over, hand by hand. */
export interface Showdown {
  readonly heist: number;
  /** Community cards, each with what is stacked on it. */
  readonly board: readonly (readonly number[])[];
  readonly hands: readonly RevealedHand[];
  /** Hands turned over so far. */
  shown: number;
  readonly success: boolean;
  readonly bars: number;
  readonly alarms: number;
  /** Bars and alarms that this heist moved. */
  readonly barsMoved: number;
  readonly alarmsMoved: number;
  /** Face-up cards of each seat, or between seats, at tables that have some. */
  readonly up: readonly (readonly (readonly number[])[])[];
  /** What the others guessed wrong about the highest hand (R-GUESS). */
  readonly wrong: readonly string[];
  /** Whether the game ended with it: won or lost. */
  won: boolean | null;
}

/**
 * What events told of the heist that is played, for its showdown: when that is heard of, the table shows the next heist's
 * cards already.
 */
export class HeistSoFar {
  hands: RevealedHand[] = [];
  private heist = 0;
  private bars = 0;
  private alarms = 0;
  private board: number[][] = [];
  private up: number[][][] = [];
  private wrong: string[] = [];

  /** `row`: face-up cards that each seat has room for (`shape.up`). */
  constructor(private readonly row: number) {}

  hear(event: SeenGangEvent): void {
    switch (event.type) {
      case 'heist':
        this.heist = event.heist;
        this.bars = event.bars;
        this.alarms = event.alarms;
        this.hands = [];
        this.board = [];
        this.up = [];
        this.wrong = [];
        break;
      case 'round':
        event.cards.forEach((card, i) => {
          if (event.where === undefined) this.board.push([card]);
          else this.up[i] = [...(this.up[i] ?? []), [card]];
        });
        break;
      case 'stack': {
        const { row } = this;
        const place = event.slot - BOARD_MAX;
        if (place < 0) this.board[event.slot] = [...event.cards];
        else if (row > 0) this.up[Math.floor(place / row)]![place % row] = [...event.cards];
        break;
      }
      case 'replaced':
        event.places.forEach((place, i) => {
          this.board[place] = [event.in[i]!];
        });
        break;
      case 'reveal':
        this.hands.push(event);
        break;
      case 'guess':
        if (!event.right) this.wrong.push(event.by);
        break;
      default:
    }
  }

  /** The showdown that ends it, `shown` of its hands open. */
  end({ success, bars, alarms }: SeenGangEvent & { type: 'outcome' }, shown: number): Showdown {
    const { board, hands, heist, up, wrong } = this;
    const moved = { barsMoved: bars - this.bars, alarmsMoved: alarms - this.alarms };
    return { heist, board, up, hands, shown, success, bars, alarms, ...moved, wrong, won: null };
  }
}
