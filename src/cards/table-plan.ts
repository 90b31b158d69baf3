import { mix32 } from '../core/rng.js';

/**
 * Which cards of a table belong to whom, as plain numbers. Every card that may lie somewhere has a *place*: first the
 * face-up places in a fixed order, then one more for each seat (the Flashlight's card), then the pockets. A table's
 * cards are then one flat array over the places, with a card code or one of the two marks below.
 */
export const TABLE_KINDS = ['holdem', 'omaha', 'stud', 'bananaSplit', 'voteOfChange'] as const;
export type TableKind = (typeof TABLE_KINDS)[number];

/** There is a card, or will be one, but the viewer doesn't know it. */
export const UNKNOWN = -1;
/** No card lies here, now or later. */
export const ABSENT = -2;

/** Face-up cards: of all seats together, of each seat, of each gap between two neighbours. */
const COMMUNITY = 5;
const STUD_FACE_UP = 4;
const GAP_CARDS = 3;
/** Pocket cards that the variants deal. */
export const POCKET_CARDS: Readonly<Record<TableKind, number>> = {
  holdem: 2,
  omaha: 4,
  stud: 3,
  bananaSplit: 2,
  voteOfChange: 2,
};

export interface TablePlan {
  readonly kind: TableKind;
  readonly seats: number;
  /** Exactly two pocket cards and three others count (R-OMAHA). */
  readonly exactly: boolean;
  /** Places in all. */
  readonly places: number;
  /**
   * Face-up places 0 … faceUp − 1. Community cards: 0 … 4. Stud: [seats, 4], each seat's personal cards in the order of
   * rounds. Banana Split: [seats, 3], the cards between a seat and its left neighbour (seat + 1, cyclic), in the order
   * of rounds from the second.
   */
  readonly faceUp: number;
  /** Places faceUp … pocketAt − 1: [seats], a face-up card that only this seat uses as a community card. */
  readonly loneAt: number;
  /** Places pocketAt …: [seats, pocket]. */
  readonly pocketAt: number;
  /** Most pocket cards of a seat. */
  readonly pocket: number;
  /** [seats, boardSize] the places that count as community cards for each seat, its own lone place last. */
  readonly boards: Int16Array;
  readonly boardSize: number;
}

/**
 * The plan of a table.
 * @param seats 2 … 10
 * @param pocket most pocket cards of a seat: what the variant deals, one more with the Security Cameras
 * @throws RangeError for other numbers of seats or more than ten pocket cards
 */
export function tablePlan(kind: TableKind, seats: number, pocket: number = POCKET_CARDS[kind]): TablePlan {
  if (!(seats >= 2 && seats <= 10)) throw new RangeError(`${seats} seats; 2 to 10 are allowed`);
  if (!(pocket >= 1 && pocket <= 10)) throw new RangeError(`${pocket} pocket cards; 1 to 10 are allowed`);
  const perSeat = kind === 'stud' ? STUD_FACE_UP : GAP_CARDS;
  const shared = kind !== 'stud' && kind !== 'bananaSplit';
  const faceUp = shared ? COMMUNITY : perSeat * seats;
  const boards: number[] = [];
  for (let seat = 0; seat < seats; seat++) {
    if (shared) for (let i = 0; i < COMMUNITY; i++) boards.push(i);
    else for (let i = 0; i < perSeat; i++) boards.push(seat * perSeat + i);
    // R-BANANA: the cards between two neighbours count for both.
    const right = (seat + seats - 1) % seats;
    if (kind === 'bananaSplit') for (let i = 0; i < GAP_CARDS; i++) boards.push(right * GAP_CARDS + i);
    boards.push(faceUp + seat);
  }
  const pocketAt = faceUp + seats;
  return {
    kind,
    seats,
    exactly: kind === 'omaha',
    places: pocketAt + seats * pocket,
    faceUp,
    loneAt: faceUp,
    pocketAt,
    pocket,
    boards: Int16Array.from(boards),
    boardSize: boards.length / seats,
  };
}

/** Whether all seats use the same face-up cards. */
export function isCommunity(plan: TablePlan): boolean {
  return plan.kind !== 'stud' && plan.kind !== 'bananaSplit';
}

/** Whether two plans have the same places. */
export function isSamePlan(a: TablePlan, b: TablePlan): boolean {
  return a === b || (a.kind === b.kind && a.seats === b.seats && a.pocket === b.pocket);
}

/** The cards of a table as one viewer knows them, by places. */
export class TableCards {
  /** [places] card code (never a joker), `UNKNOWN` or `ABSENT`. */
  readonly cards: Int16Array;
  /** Cards stacked on face-up ones (R-JOKER), at most two: their places and codes. */
  readonly stackedOn = new Int16Array(2);
  readonly stackedCard = new Int16Array(2);
  stackedCount = 0;
  /** Jokers that may still be drawn to face-up places, and cards left in the deck among which they are. */
  jokers = 0;
  deckLeft = 52;
  /** Votes of change still to come: each replaces one community card, drawn with equal chances. */
  votes = 0;

  constructor(readonly plan: TablePlan) {
    this.cards = new Int16Array(plan.places);
    this.reset();
  }

  /** Nothing known: every face-up and pocket card of the plan unknown, no lone cards. */
  reset(): void {
    const { plan, cards } = this;
    cards.fill(UNKNOWN);
    cards.fill(ABSENT, plan.loneAt, plan.loneAt + plan.seats);
    this.stackedCount = 0;
    this.jokers = 0;
    this.deckLeft = 52;
    this.votes = 0;
  }

  /** Lays a further card on a face-up place. Throws `RangeError` for a third. */
  stack(place: number, card: number): void {
    if (this.stackedCount >= 2) throw new RangeError('two jokers stack at most two cards');
    this.stackedOn[this.stackedCount] = place;
    this.stackedCard[this.stackedCount++] = card;
  }

  /** A seed that follows from all of it: the same knowledge, the same samples. */
  seed(): number {
    let hash = mix32(this.plan.places + 64 * this.plan.seats);
    for (let i = 0; i < this.cards.length; i++) hash = mixIn(hash, 128 * i + this.cards[i]! + 3);
    for (let k = 0; k < this.stackedCount; k++) hash = mixIn(hash, 128 * this.stackedOn[k]! + this.stackedCard[k]!);
    return mixIn(hash, 256 * this.deckLeft + 8 * this.jokers + this.votes) >>> 0;
  }

  /** The place of a seat's `index`-th pocket card. */
  pocketPlace(seat: number, index: number): number {
    return this.plan.pocketAt + seat * this.plan.pocket + index;
  }
}

function mixIn(hash: number, word: number): number {
  return mix32(hash ^ Math.imul(word, 0x9e3779b1));
}
