import type { GangAgent } from '../agents/gang-agent.js';
import { formatCard } from '../src/cards/card.js';
import { type Action, ActionList } from '../src/core/game.js';
import type { GangTable } from '../src/env/gang-table.js';
import { legalHeadless } from '../src/env/schedule.js';
import { describeAction } from '../src/gang/notation.js';
import { ALARMS, BARS, HEIST, ROUND, starsOf } from '../src/gang/words.js';
import type { Cell, DecisionLog } from './decisions.js';

/** Writes down every decision at a table of The Gang: what lay open, what was done, and how it ended. */
export class Scribe {
  private readonly legal = new ActionList();
  private rows: Cell[][] = [];
  /** Rows of heists that are over. */
  private closed = 0;
  private deal = 0;
  private seating = 0;
  private places: readonly number[] = [];

  constructor(
    private readonly log: DecisionLog,
    private readonly lineup: string,
    private readonly table: GangTable,
    private readonly agents: readonly GangAgent[],
  ) {}

  begin(deal: number, seating: number, places: readonly number[]): void {
    this.deal = deal;
    this.seating = seating;
    this.places = places;
    this.rows = [];
    this.closed = 0;
  }

  /** Before the seat that is asked takes `action`. */
  decision(action: Action): void {
    const { table, legal, rows } = this;
    const { game } = table.state;
    const { info, board, shape } = game;
    const { seat } = table;
    legalHeadless(table.state, seat, legal);
    const held = Array.from({ length: shape.seats }, (_, s) => game.starNow(s));
    rows.push([
      'gang',
      this.lineup,
      this.deal,
      this.seating,
      rows.length,
      seat,
      this.agents[this.places[seat]!]!.name,
      legal.length,
      action,
      describeAction(action),
      info[HEIST]!,
      info[ROUND]!,
      info[BARS]!,
      info[ALARMS]!,
      [...board]
        .filter((card) => card >= 0)
        .map(formatCard)
        .join(' '),
      held.map((chip) => (chip < 0 ? '-' : starsOf(chip))).join(' '),
      game.takesLeft(seat),
    ]);
  }

  heistOver(success: boolean): void {
    for (const row of this.rows.slice(this.closed)) row.push(success);
    this.closed = this.rows.length;
  }

  finish(deal: number, won: boolean): void {
    for (const row of this.rows) row.push(won);
    this.log.add(deal, this.rows);
  }
}
