import { DECK_SIZE, rankOf, suitOf } from '../../src/cards/card.js';

import type { TablePlan } from '../../src/cards/table-plan.js';
import { cardPlanOf } from '../../src/env/gang-cards.js';
import { equityAt } from '../../src/env/gang-equity.js';
import type { GangView } from '../../src/gang/state.js';
import { BOARD_COUNT, BOARD_MAX, JACK_CARD } from '../../src/gang/words.js';

/** What a seat can tell from the cards that it knows, at any table. */
export class CardSense {
  /** The cards with which the seat means to go into the showdown, and how many; see `keepOf`. */
  readonly pocket = new Int32Array(10);
  count = 0;
  /** Cards of a dealer's pocket that it means to play, in the order in which it will. */
  readonly toPlay: number[] = [];
  private splitKey = '';

  /** Brings `pocket` and `toPlay` up to date. */
  private keepOf(view: GangView): void {
    const plan = cardPlanOf(view);
    const held = view.pocketCount[view.seat]!;
    if (held <= plan.pocket) {
      this.count = held;
      for (let i = 0; i < held; i++) this.pocket[i] = view.pocket[i]!;
      this.toPlay.length = 0;
      this.splitKey = '';
      return;
    }
    const key = `${view.pocket.subarray(0, held).join()}|${view.board.join()}`;
    if (key === this.splitKey) return;
    this.split(view, plan, held);
    this.splitKey = key;
  }

  /**
   * A dealer with cards to play (R-DEALER) keeps those with which it stands most clearly above or below the others on
   * the board that the rest makes: then its own place is plain to it, and its chip plain to everybody.
   */
  private split(view: GangView, plan: TablePlan, held: number): void {
    const open = view.info[BOARD_COUNT]!;
    let best = Number.NEGATIVE_INFINITY;
    let bestMask = 0;
    const played: number[] = [];
    for (let mask = 0; mask < 1 << held; mask++) {
      if (bitsIn(mask) !== plan.pocket) continue;
      let kept = 0;
      let playable = true;
      played.length = 0;
      for (let i = 0; i < held; i++) {
        if ((mask >> i) & 1) this.pocket[kept++] = view.pocket[i]!;
        else {
          played.push(view.pocket[i]!);
          playable &&= view.pocket[i] !== JACK_CARD;
        }
      }
      if (!playable) continue;
      const clear = Math.abs(equityAt(view, this.pocket, kept, { next: played, rough: true }) - 0.5);
      if (clear <= best) continue;
      best = clear;
      bestMask = mask;
    }
    this.count = 0;
    this.toPlay.length = 0;
    for (let i = 0; i < held; i++) {
      if ((bestMask >> i) & 1) this.pocket[this.count++] = view.pocket[i]!;
      else this.toPlay.push(view.pocket[i]!);
    }
    this.toPlay.length = Math.min(this.toPlay.length, BOARD_MAX - open);
    orderToPlay(this.toPlay, view);
  }

  /**
   * This seat's equity against one random hand of the others, with the pocket that it means to keep; `strangers`:
   * whatever it knows of their cards.
   */
  equity(view: GangView, strangers = false): number {
    this.keepOf(view);
    return equityAt(view, this.pocket, this.count, { next: this.toPlay, strangers });
  }

  /** The card that a dealer plays next; −1 when it has none to play. */
  nextToPlay(view: GangView): number {
    this.keepOf(view);
    return this.toPlay[0] ?? -1;
  }
}

function bitsIn(mask: number): number {
  let count = 0;
  for (let left = mask; left > 0; left &= left - 1) count++;
  return count;
}

/** The cards that make pairs and flushes first: what comes later then changes the order of hands least. */
function orderToPlay(cards: number[], view: GangView): void {
  const all = [...cards, ...view.board.filter((card) => card >= 0)];
  const weight = new Map(
    cards.map((card) => {
      const pairs = all.filter((other) => other !== card && rankOf(other) === rankOf(card)).length;
      const suited = all.filter((other) => other !== card && other < DECK_SIZE && suitOf(other) === suitOf(card));
      return [card, 8 * pairs + 3 * suited.length + rankOf(card) / 13];
    }),
  );
  cards.sort((a, b) => weight.get(b)! - weight.get(a)!);
}
