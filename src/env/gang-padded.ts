import type { Action } from '../core/game.js';
import { type FieldSpec, Layout } from '../core/layout.js';
import { chipOf, holderOf, KEEP, takeAction } from '../gang/actions.js';
import { MODIFIERS } from '../gang/modifiers/registry.js';
import type { Plan } from '../gang/plan.js';
import type { PublicTable } from '../gang/state.js';
import { EXIT_CHIP, ROUNDS } from '../gang/words.js';
import { EQUITY_KNOTS } from './gang-layout.js';

/**
 * Observations and actions that tables of several sizes share, whatever variant, mode and cards they play: everything is
 * padded to six seats or to ten. One network then sits at all of them. It decides about chips alone; what else a seat is
 * asked is answered by rule (agents/deluxe/answers.ts), as the scripts do.
 *
 * Seats are *rows* here: in the first round they count from the own one to the left; afterwards they stand in the order
 * of the newest round's chips, the weakest first, so that a row means the same whoever sits there.
 */

/** Players that a padded table has room for, and the fewest that play it. */
export const PADDED_SEATS = [6, 10] as const;
export type PaddedSeats = (typeof PADDED_SEATS)[number];
const FEWEST: Readonly<Record<PaddedSeats, number>> = { 6: 3, 10: 7 };

/** The padded size of a table of so many players (3 … 10). */
export function paddedSeats(players: number): PaddedSeats {
  return players <= 6 ? 6 : 10;
}

/** The fewest players at tables of a padded size. */
export function fewestPlayers(seats: PaddedSeats): number {
  return FEWEST[seats];
}

const dim = (name: string, size: number): { name: string; size: number } => ({ name, size });

/** Shipped modifiers that announce facts. */
export const PADDED_TELLERS: readonly string[] = MODIFIERS.filter((m) => m.factDistance !== undefined).map((m) => m.id);
/** Shipped modifiers in their order in the observation. */
export const PADDED_MODIFIERS: readonly string[] = MODIFIERS.map((m) => m.id);

function fields(seats: PaddedSeats): FieldSpec[] {
  const row = dim('row', seats);
  const place = dim('place', seats);
  const range = [0, 1] as const;
  const field = (name: string, dims: { name: string; size: number }[], meaning: string): FieldSpec => ({
    name,
    dims,
    meaning,
    range,
  });
  const tables = seats + 1 - fewestPlayers(seats);
  return [
    field('round', [dim('round', ROUNDS)], 'one-hot round'),
    field('readyEnd', [], '1 when rounds end by everybody saying ready'),
    field('players', [dim('players', tables)], `one-hot number of players, ${fewestPlayers(seats)} first`),
    field('equity', [dim('round', ROUNDS)], 'equity against one random hand in each round so far, 0 in rounds to come'),
    field('equityBins', [dim('knot', EQUITY_KNOTS)], "this round's equity in soft bins: neighbouring knots share 1"),
    field('places', [place], 'chance of each place by the cards alone, the weakest first'),
    field('claimed', [place], 'chance of each place by the cards and by the chips that the others took'),
    field('ownRanks', [dim('rank', 13)], 'pocket cards of each rank, divided by 4'),
    field('boardRanks', [dim('rank', 13)], 'community cards of each rank, divided by 4'),
    field('suits', [dim('measure', 2)], 'most community cards of one suit / 5; most of one suit with the pocket / 10'),
    field('own', [place], 'one-hot own star chip of this round by its place, the weakest first'),
    field('ownRow', [row], 'one-hot row of the own seat'),
    field('free', [place], 'star chips in the centre'),
    field('dark', [place], 'star chips on their dark side'),
    field('active', [dim('modifier', PADDED_MODIFIERS.length)], `active in this heist: ${PADDED_MODIFIERS.join(', ')}`),
    field('chips', [row, place], 'one-hot star chip of each row in this round'),
    field('took', [row, place], 'times each row took each chip in this round, halved and cut at 1'),
    field('first', [row], 'place of the first chip that each row took in this round / players; 0 none'),
    field('earlier', [row, dim('before', 2)], 'place of each row in the two rounds before the newest one, / players'),
    field('takesLeft', [row], 'takes left in this round / max(1, takesMax)'),
    field('exit', [row], 'who holds an exit chip'),
    field('against', [row], "chance that the own hand beats the row's, by the cards that the own seat knows"),
    field('claim', [row], "middle of where each row's hand stands among all hands, by the chips that it took"),
    field('doubt', [row], 'twice the spread of that'),
    field(
      'facts',
      [row, dim('teller', PADDED_TELLERS.length), dim('part', 3)],
      `what was announced of each row by ${PADDED_TELLERS.join(', ')}: told, argument / 16, value / 64`,
    ),
    field('exitsLeft', [], 'exit chips in the centre / 3'),
    field('moves', [], 'chips moved in this round / (4 × players), cut at 1'),
  ];
}

const layouts = new Map<PaddedSeats, Layout>();

/** What a padded network of class `full` sees at every table of up to so many seats. */
export function paddedLayout(seats: PaddedSeats): Layout {
  let layout = layouts.get(seats);
  if (layout === undefined) {
    layout = new Layout(`gang/full-padded/${seats}`, 1, fields(seats));
    layouts.set(seats, layout);
  }
  return layout;
}

/** The rows of a table as one seat sees them. */
export class Rows {
  /** [seats] the seat in each row, −1 where the table has none; and the row of each seat. */
  readonly seatAt: Int32Array;
  readonly rowOf: Int32Array;
  /** The round whose chips order the rows, −1 for none. */
  anchor = -1;
  /** [chip code] the place of a star chip, the weakest 0; −1 for others. */
  readonly placeOf = new Int32Array(32).fill(-1);

  constructor(
    plan: Plan,
    readonly seats: PaddedSeats,
  ) {
    this.seatAt = new Int32Array(seats).fill(-1);
    this.rowOf = new Int32Array(seats).fill(-1);
    plan.chipOrder.forEach((chip, place) => {
      this.placeOf[chip] = place;
    });
  }

  /** Brings the rows up to date. */
  fill(table: PublicTable, seat: number): void {
    const { seatAt, rowOf, placeOf } = this;
    const { seats } = table.shape;
    this.anchor = anchorRound(table);
    const at = this.anchor * seats;
    for (let s = 0; s < seats; s++) {
      const row = this.anchor < 0 ? (s - seat + seats) % seats : placeOf[table.star[at + s]!]!;
      seatAt[row] = s;
      rowOf[s] = row;
    }
  }
}

/** The newest finished round in which every seat held a star chip; −1 where there is none. */
function anchorRound(table: PublicTable): number {
  const { seats } = table.shape;
  for (let r = table.round - 1; r >= 0; r--) {
    let all = true;
    for (let s = 0; s < seats; s++) all &&= table.star[r * seats + s]! >= 0;
    if (all) return r;
  }
  return -1;
}

/**
 * The actions of a padded network: 0 keep, then take the star chip of each place, take an exit chip from the centre, and
 * take it from each row.
 */
export class PaddedActions {
  readonly size: number;

  constructor(readonly seats: PaddedSeats) {
    this.size = 2 + 2 * seats;
  }

  /** The index of a legal decision about chips. `rows` as the asked seat sees them. */
  indexOf(rows: Rows, action: Action): number {
    if (action === KEEP) return 0;
    const chip = chipOf(action);
    if (chip !== EXIT_CHIP) return 1 + rows.placeOf[chip]!;
    const holder = holderOf(action);
    return holder < 0 ? 1 + this.seats : 2 + this.seats + rows.rowOf[holder]!;
  }

  /** The action of an index as the table lies; where that can't be, one that is illegal there. */
  actionAt(table: PublicTable, rows: Rows, index: number): Action {
    const { seats } = this;
    if (index === 0) return KEEP;
    if (index <= seats) {
      const chip = table.plan.chipOrder[index - 1];
      return chip === undefined ? -1 : takeAction(chip, table.holder[chip]!);
    }
    return takeAction(EXIT_CHIP, index === 1 + seats ? -1 : rows.seatAt[index - 2 - seats]!);
  }
}
