import { loadBoss } from '../../../agents/gangup/boss.js';
import { type BossPolicy, shippedBoss } from '../../../agents/gangup/boss-policy.js';
import { Reasoner } from '../../../agents/gangup/reasons.js';
import type { Action } from '../../core/game.js';
import type { Replay } from '../../core/replay.js';
import type { GangupConfig, GangupView, SeatNamer } from '../../gangup/index.js';
import { advise, reviewGame } from '../../table/gangup-reasons.js';

/**
 * What `boss` thinks, for whoever sits at a table. While the game goes on it speaks of their own seat alone, from what that
 * seat sees; why the others did what they did would tell their hands, and is for after the game.
 */
export class GangupThoughts {
  private readonly policy: () => Promise<BossPolicy>;
  private reasoner: Promise<Reasoner> | undefined;
  /** Questions are answered one after another. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly config: GangupConfig,
    dir: () => string = shippedBoss,
  ) {
    this.policy = loadBoss(dir);
  }

  /** What boss would do in the seat of the view, in sentences. Rejects with `BadInputError` where the model is missing. */
  advise(view: GangupView, legal: readonly Action[], name: SeatNamer): Promise<string[]> {
    return this.next(async () => {
      this.reasoner ??= this.reason();
      return advise(await this.reasoner, view, legal, name);
    });
  }

  /** Why everybody did what they did, a paragraph for each decision. */
  review(replay: Replay, name: SeatNamer): Promise<string[][]> {
    return this.next(async () => {
      const told: string[][] = [];
      for await (const { lines } of reviewGame(replay, await this.policy(), name)) told.push([...lines]);
      return told;
    });
  }

  private async reason(): Promise<Reasoner> {
    return Reasoner.open(await this.policy(), this.config);
  }

  private next<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.last.then(work, work);
    this.last = mine.catch(() => {});
    return mine;
  }
}
