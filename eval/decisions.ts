import type { GameId } from '../agents/registry.js';

/** What a cell of a record may hold; null where the column does not apply. */
export type Cell = string | number | boolean | null;

/** One column of the record of decisions. */
export interface DecisionColumn {
  readonly name: string;
  readonly type: 'STRING' | 'INT32' | 'DOUBLE' | 'BOOLEAN';
  readonly meaning: string;
}

const string = (name: string, meaning: string): DecisionColumn => ({ name, type: 'STRING', meaning });
const integer = (name: string, meaning: string): DecisionColumn => ({ name, type: 'INT32', meaning });
const truth = (name: string, meaning: string): DecisionColumn => ({ name, type: 'BOOLEAN', meaning });
const real = (name: string, meaning: string): DecisionColumn => ({ name, type: 'DOUBLE', meaning });

const WHICH = [
  string('game', '`gang` or `gangup`'),
  string('lineup', 'the line-up that played'),
  integer('deal', 'number of the deal, from 0; the same number has the same cards in every line-up of that size'),
  integer('seating', 'which of the ways to sit was used, from 0: everybody moves on by a seat from one to the next'),
  integer('decision', 'number of the decision within the game, from 0'),
  integer('seat', 'who was asked'),
  string('agent', 'the agent in that seat'),
  integer('legal', 'how many actions were legal'),
  integer('code', 'the action taken, as a code (packed; means the same in every game)'),
  string('action', 'the action taken, in words'),
] as const;

/**
 * The columns of the record of decisions of each game. All of it is what lies open on the table at that moment, and how
 * it ended: no hidden card of anybody.
 */
export const DECISION_COLUMNS: Readonly<Record<GameId, readonly DecisionColumn[]>> = {
  gang: [
    ...WHICH,
    integer('heist', 'number of the heist within the game, from 0'),
    integer('round', 'round of the heist: 0 white, 1 yellow, 2 orange, 3 red'),
    integer('bars', 'gold bars so far'),
    integer('alarms', 'alarms so far'),
    string('board', 'community cards on the table, with spaces between'),
    string('chips', 'stars of the chip that each seat holds in this round, from seat 0, with spaces; `-` for none'),
    integer('takesLeft', 'takes that the seat had left in this round'),
    truth('heistSuccess', 'outcome: whether this heist succeeded'),
    truth('gameWon', 'outcome: whether the game was won'),
  ],
  gangup: [
    ...WHICH,
    integer('turn', 'number of the turn'),
    integer('active', 'whose turn it was'),
    string('prompt', 'what was asked'),
    string('crime', 'the crime that lay open, by its id; null for none'),
    string('statuses', 'status of each seat, from seat 0, with spaces'),
    string('hands', 'cards in each hand, from seat 0, with spaces'),
    real('winShare', 'outcome: what this seat won, 1 alone, a part of it when shared'),
    integer('finalStatus', "outcome: this seat's status at the end"),
  ],
};

/** Some rows of the record, column by column, in the order of `DECISION_COLUMNS`. */
export interface DecisionBlock {
  readonly rows: number;
  readonly columns: readonly (readonly Cell[])[];
}

/** Gathers the decisions of some deals; those of a deal come together, and deals in their order. */
export class DecisionLog {
  private readonly games = new Map<number, Cell[][]>();

  constructor(readonly game: GameId) {}

  /** The decisions of game number `game`, each with its cells in the order of the columns. */
  add(game: number, decisions: Cell[][]): void {
    this.games.set(game, decisions);
  }

  block(): DecisionBlock {
    const rows = [...this.games].sort(([a], [b]) => a - b).flatMap(([, decisions]) => decisions);
    const columns = DECISION_COLUMNS[this.game].map((_, i) => rows.map((cells) => cells[i]!));
    return { rows: rows.length, columns };
  }
}

/** The page that documents the record: a table for each game. */
export function decisionsToMarkdown(game: GameId): string {
  const cells = DECISION_COLUMNS[game].map(({ name, type, meaning }) => [`\`${name}\``, type.toLowerCase(), meaning]);
  const rows = [['column', 'type', 'meaning'], ...cells];
  const widths = [0, 1, 2].map((i) => Math.max(...rows.map((row) => row[i]!.length)));
  const line = (row: readonly string[]): string => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  const [head, ...body] = rows.map(line);
  return [head, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}
