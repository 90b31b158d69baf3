import type { Action, ActionList } from '../../src/core/game.js';
import type { GangView } from '../../src/gang/state.js';
import { HEIST, PROMPT_BY, ROUNDS } from '../../src/gang/words.js';
import { answerQuestion, type Judgement } from './answers.js';
import { mustExit } from './chips.js';
import { CardSense } from './sense.js';
import { Sight, type SightMemo } from './sight.js';

/**
 * One seat of a network at any table: what it knows of its cards, and what it answers when it is asked about anything but
 * chips. The trainer's tables and the agent's sessions both use it, so that they see and do the same.
 */
export class NetSeat implements Judgement {
  readonly sense = new CardSense();
  readonly sight = new Sight();
  private heist = -1;

  /** Forgets the game before. */
  reset(): void {
    this.heist = -1;
  }

  /** Numbers of `save`. */
  readonly savedSize = 1 + ROUNDS;

  /** What it knows that the view doesn't tell again: which heist it is, and the equities of its rounds. */
  save(): Float32Array<ArrayBuffer> {
    return Float32Array.of(this.heist, ...this.sight.equity);
  }

  load(saved: Float32Array): void {
    this.heist = saved[0]!;
    this.sight.restore(saved.subarray(1));
  }

  /** The answer where none about chips is to be chosen: to a question, a forced exit, a single legal act; else −1. */
  answer(view: GangView, legal: ActionList): Action {
    if (legal.length === 1) return legal.at(0);
    return view.asked(PROMPT_BY) !== 0 || mustExit(view) ? answerQuestion(view, legal, this) : -1;
  }

  /** How sure it is of its place by its cards alone. */
  confidence(view: GangView): number {
    if (view.pocketCount[view.seat] === 0) return 0;
    this.look(view);
    let most = 0;
    for (let p = 0; p < view.shape.seats; p++) most = Math.max(most, this.sight.places[p]!);
    return most;
  }

  /** Brings `sight` up to date. */
  look(view: GangView, memo?: SightMemo): void {
    if (this.heist !== view.info[HEIST]) {
      this.heist = view.info[HEIST]!;
      this.sight.reset();
    }
    if (view.pocketCount[view.seat]! > 0) this.sight.update(view, this.sense, memo);
  }
}
