import { TableCards, type TablePlan } from '../../src/cards/table-plan.js';
import { fillPublicCards } from '../../src/env/gang-cards.js';
import type { GangView } from '../../src/gang/state.js';
import { LEDGER_COUNT, ROUNDS } from '../../src/gang/words.js';
import { changedSince } from './guess.js';

/** What everybody saw in each round of a heist: a chip speaks of the cards that lay there when it was taken. */
export class OpenCards {
  /** [4] null where this seat wasn't asked. */
  readonly tables: (TableCards | null)[] = [null, null, null, null];
  /** [4] how long the ledger was then. */
  private readonly ledgerAt = new Int32Array(ROUNDS);

  /** Forgets everything: a new heist begins. */
  reset(): void {
    this.tables.fill(null);
  }

  /** Takes down what lies open in the view's round. */
  keep(view: GangView, plan: TablePlan): void {
    const { tables } = this;
    const { round } = view;
    let table = tables[round];
    if (table === null || table === undefined || table.plan !== plan) {
      table = new TableCards(plan);
      tables[round] = table;
    }
    fillPublicCards(view, table);
    this.ledgerAt[round] = view.info[LEDGER_COUNT]!;
  }

  /** Share of a seat's pocket, 0 … 1, that it has held since that round. */
  unchanged(view: GangView, seat: number, round: number): number {
    const changed = changedSince(view, seat, this.ledgerAt[round]!);
    return changed === 0 ? 1 : Math.max(0, 1 - changed / view.pocketCount[seat]!);
  }
}
