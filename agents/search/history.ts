import type { GameEvent } from '../../src/core/game.js';
import { takeAction } from '../../src/gang/actions.js';
import type { GangConfig } from '../../src/gang/config.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import { gang } from '../../src/gang/game.js';
import { allReady, takeChip } from '../../src/gang/rules.js';
import { BOARD_BY_ROUND, type GangState, type GangView, HEIST, ROUND } from '../../src/gang/state.js';

/** A chip that was taken, and what everybody saw before it was. */
export interface SeenTake {
  readonly seat: number;
  readonly chip: number;
  /** The public words of the table just before. */
  readonly before: Int32Array;
}

/**
 * What a seat at a table of the base game has seen happen in this heist: every take with the table as it was then. It
 * plays what it hears on a table of its own, whose hidden cards mean nothing.
 */
export class TakeHistory {
  readonly takes: SeenTake[] = [];
  private readonly shadow: GangState;
  /** Whether the heist was heard from its beginning, without anything that can't be followed. */
  private whole = false;

  constructor(config: GangConfig) {
    this.shadow = gang.createState(config);
  }

  hear(seen: GameEvent): void {
    const { shadow, takes } = this;
    const event = seen as SeenGangEvent;
    switch (event.type) {
      case 'heist':
        gang.setup(shadow, 0);
        takes.length = 0;
        this.whole = true;
        return;
      case 'round': {
        // Its own board is replaced by what lies on the table.
        const from = event.round === 0 ? 0 : BOARD_BY_ROUND[event.round - 1]!;
        event.cards.forEach((card, i) => {
          shadow.board[from + i] = card;
        });
        return;
      }
      case 'take':
        if (!this.whole) return;
        takes.push({ seat: event.seat, chip: event.chip, before: shadow.publicWords.slice() });
        takeChip(shadow, event.seat, takeAction(event.chip, event.from));
        return;
      case 'putBack':
        this.whole = false; // a person's: nobody's agent puts chips back
        return;
      case 'roundEnd':
        // A strict round has ended with its last take.
        if (this.whole && shadow.info[HEIST] === 0 && shadow.info[ROUND] === event.round) allReady(shadow);
    }
  }

  /** Whether it has followed the table to where this view stands. */
  follows(view: GangView): boolean {
    const { shadow } = this;
    if (!this.whole || shadow.info[HEIST] !== 0 || shadow.info[ROUND] !== view.info[ROUND]) return false;
    return same(shadow.took, view.took) && same(shadow.star, view.star) && same(shadow.board, view.board);
  }
}

function same(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
