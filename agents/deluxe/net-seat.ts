import type { Action, ActionList } from '../../src/core/game.js';
import type { GangView } from '../../src/gang/state.js';
import { HEIST, PROMPT_BY, ROUNDS } from '../../src/gang/words.js';
import { answerQuestion, type Judgement } from './answers.js';
import type { ChipEvidence } from './chip-evidence.js';
import { isSamePlace, mustExit, placeOf } from './chips.js';
import { windowNow } from './conventions.js';
import { CardSense } from './sense.js';
import { Sight, type SightMemo } from './sight.js';

/**
 * One seat of a network at any table: what it knows of its cards, and what it answers when it is asked about anything but
 * chips. The trainer's tables and the agent's sessions both use it, so that they see and do the same.
 */
export class NetSeat implements Judgement {
  readonly sense = new CardSense();
  readonly sight = new Sight();
  /** [S] chances of its final rank by an estimator, as of now; null: it goes by its cards. */
  ranks: Float32Array | null = null;
  private heist = -1;

  /** `chipEvidence`: what it remembers of the chips that others took; without, it guesses hands by the cards alone. */
  constructor(readonly chipEvidence?: ChipEvidence) {}

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

  /** How sure it is of its place: of that of its red chip once all are taken, of the likeliest before. */
  confidence(view: GangView): number {
    if (view.pocketCount[view.seat] === 0) return 0;
    const { ranks } = this;
    if (ranks !== null) {
      const place = windowNow(view) === ROUNDS ? placeOf(view, view.starNow(view.seat)) : -1;
      if (place < 0) return Math.max(...ranks);
      let sum = 0;
      for (let p = 0; p < view.shape.seats; p++) if (isSamePlace(view, p, place)) sum += ranks[p]!;
      return sum;
    }
    this.look(view);
    this.sight.lookCloser(view);
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
    this.chipEvidence?.keep(view);
    if (view.pocketCount[view.seat]! > 0) this.sight.update(view, this.sense, memo);
  }
}
