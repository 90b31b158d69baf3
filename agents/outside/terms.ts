import type { Action, GameEvent } from '../../src/core/game.js';
import type { ObservationClass } from '../../src/env/gang-layout.js';

/** A view that can be sent as words and made again from them. */
export interface SentView {
  readonly words: Int32Array;
}

/** What a game is to agents outside this process. */
export interface Terms<View extends SentView> {
  readonly game: 'gang' | 'gangup';
  /** Of the rules. */
  readonly version: number;
  createView(config: unknown): View;
  describe(view: View, action: Action): string;
  /** The act of a seat whose agent gave none: it lets things lie where it can. */
  standIn(legal: readonly Action[]): Action;
  /** What a seat may know, as JSON; without what the class doesn't see. */
  viewToJson(view: View, observes: ObservationClass): object;
  /** What happened, as JSON; null where the class doesn't see it. */
  eventToJson(config: unknown, event: GameEvent, observes: ObservationClass): object | null;
}
