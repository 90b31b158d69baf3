import { RNG_WORDS } from '../core/rng.js';
import type { GangConfig } from './config.js';

/** Rounds of a heist: pre-flop, flop, turn, river. */
export const ROUNDS = 4;
export const ROUND_NAMES = ['white', 'yellow', 'orange', 'red'] as const;
/** Community cards on the table in each round. */
export const BOARD_BY_ROUND = [0, 3, 4, 5] as const;
export const BOARD_MAX = 5;
export const DECK_SIZE = 52;

/** Gold bars that win and alarms that lose the base game. */
export const BARS_TO_WIN = 3;
export const ALARMS_TO_LOSE = 3;

/** Indices into `info`, the public scalars. */
export const OVER = 0;
/** What the table is doing. The base game only ever lies in `PHASE_CHIPS`; prompts of the modules get their own. */
export const PHASE = 1;
export const ROUND = 2;
export const HEIST = 3;
export const BARS = 4;
export const ALARMS = 5;
export const BOARD_COUNT = 6;
/** Chips moved in this round. */
export const MOVES = 7;
/** The newest take: seat, chip, seat it came from (−1 the centre). All −1 when nothing has been taken. */
export const LAST_SEAT = 8;
export const LAST_CHIP = 9;
export const LAST_FROM = 10;
/** Seats that said ready (bits). */
export const READY_MASK = 11;
/** Seats of people, who have no `takesMax` (bits, R-CONCURRENT). */
export const PEOPLE_MASK = 12;
/** The heist before this one: −1 there was none, 0 it failed, 1 it succeeded. */
export const PAST_OUTCOME = 13;
const INFO_WORDS = 16;

export const PHASE_CHIPS = 0;

/** The sizes that follow from a configuration. */
export interface TableShape {
  readonly seats: number;
  /** Star chips of a round. */
  readonly chips: number;
  /** The most pocket cards that a seat can have. */
  readonly pocket: number;
  readonly deck: number;
}

export function tableShape(config: GangConfig): TableShape {
  return { seats: config.players, chips: config.players, pocket: 2, deck: DECK_SIZE };
}

/** Stars on a chip: with 3–8 players the chips are 1…N, in ascending order. */
export function starsOf(chip: number): number {
  return chip + 1;
}

/**
 * What everybody at the table can see, as one block of words that state and views share in form: a view is made by
 * copying the block. Shapes: S seats, C chips, R = 4 rounds.
 */
export class PublicTable {
  readonly shape: TableShape;
  readonly publicWords: Int32Array;
  /** Scalars; see the indices above. */
  readonly info: Int32Array;
  /** [5] community cards, −1 where none lies yet. */
  readonly board: Int32Array;
  /** [S] how many pocket cards each seat holds. */
  readonly pocketCount: Int32Array;
  /** [R, S] the star chip each seat holds or held at the end of the round, −1 for none. */
  readonly star: Int32Array;
  /** [C] who holds each star chip of this round, −1 for the centre. */
  readonly holder: Int32Array;
  /** [S] takes spent in this round (R-HEADLESS). */
  readonly takes: Int32Array;
  /** [R, S] the first chip each seat took in the round, −1 for none. */
  readonly first: Int32Array;
  /** [R, S, C] how often the seat took the chip in the round. */
  readonly took: Int32Array;
  /** [R, S, S] how often the seat took a chip from the other seat in the round. */
  readonly stole: Int32Array;
  /** [S] cards shown in the showdown of the heist before: [S, pocket], −1 where none. */
  readonly pastPocket: Int32Array;
  /** [5] its community cards. */
  readonly pastBoard: Int32Array;
  /** [S] its red chips. */
  readonly pastStar: Int32Array;
  /** [S] the strengths of its hands (see the evaluator), −1 where not revealed. */
  readonly pastStrength: Int32Array;

  constructor(
    readonly config: GangConfig,
    buffer: Int32Array,
  ) {
    const shape = tableShape(config);
    this.shape = shape;
    let at = 0;
    const field = (size: number): Int32Array => {
      const words = buffer.subarray(at, at + size);
      at += size;
      return words;
    };
    this.info = field(INFO_WORDS);
    this.board = field(BOARD_MAX);
    this.pocketCount = field(shape.seats);
    this.star = field(ROUNDS * shape.seats);
    this.holder = field(shape.chips);
    this.takes = field(shape.seats);
    this.first = field(ROUNDS * shape.seats);
    this.took = field(ROUNDS * shape.seats * shape.chips);
    this.stole = field(ROUNDS * shape.seats * shape.seats);
    this.pastPocket = field(shape.seats * shape.pocket);
    this.pastBoard = field(BOARD_MAX);
    this.pastStar = field(shape.seats);
    this.pastStrength = field(shape.seats);
    this.publicWords = buffer.subarray(0, at);
  }

  get round(): number {
    return this.info[ROUND]!;
  }

  /** The star chip that the seat holds in this round, or −1. */
  starNow(seat: number): number {
    return this.star[this.info[ROUND]! * this.shape.seats + seat]!;
  }

  /** Takes that the seat has left in this round; people have all of theirs (R-CONCURRENT). */
  takesLeft(seat: number): number {
    const max = this.config.takesMax;
    if ((this.info[PEOPLE_MASK]! >> seat) & 1) return max;
    const left = max - this.takes[seat]!;
    return Math.max(left, 0);
  }

  /** Whether every seat holds a star chip of this round. */
  allHold(): boolean {
    const { seats } = this.shape;
    const at = this.info[ROUND]! * seats;
    for (let s = 0; s < seats; s++) if (this.star[at + s]! < 0) return false;
    return true;
  }
}

/** Number of words of the public block. */
export function publicWordCount(config: GangConfig): number {
  const { seats, chips, pocket } = tableShape(config);
  return (
    INFO_WORDS +
    2 * BOARD_MAX +
    seats +
    ROUNDS * seats +
    chips +
    seats +
    ROUNDS * seats +
    ROUNDS * seats * chips +
    ROUNDS * seats * seats +
    seats * pocket +
    2 * seats
  );
}

/** Everything, hidden cards included: one array of words, copied in one call. */
export class GangState extends PublicTable {
  readonly words: Int32Array;
  /** [S, pocket] pocket cards, −1 where none. */
  readonly pocket: Int32Array;
  /** [52] the deck in order; the first `deckTop` cards have been dealt or laid out. */
  readonly deck: Int32Array;
  /** [0] deckTop: cards dealt so far; [1] how many are in their final random order. */
  readonly deckInfo: Int32Array;
  /** [4] the generator of this heist's deck. */
  readonly rng: Int32Array;
  /** [2] the game's seed, low and high word: each heist gets a stream of its own. */
  readonly seed: Int32Array;

  constructor(config: GangConfig) {
    const shape = tableShape(config);
    const publicSize = publicWordCount(config);
    const words = new Int32Array(publicSize + shape.seats * shape.pocket + shape.deck + 2 + RNG_WORDS + 2);
    super(config, words);
    this.words = words;
    let at = publicSize;
    const field = (size: number): Int32Array => {
      const part = words.subarray(at, at + size);
      at += size;
      return part;
    };
    this.pocket = field(shape.seats * shape.pocket);
    this.deck = field(shape.deck);
    this.deckInfo = field(2);
    this.rng = field(RNG_WORDS);
    this.seed = field(2);
  }
}

/** What one seat sees: the public table, its seat and its own pocket cards. */
export class GangView extends PublicTable {
  readonly words: Int32Array;
  /** [pocket] own cards, −1 where none. */
  readonly pocket: Int32Array;
  private readonly seatWord: Int32Array;

  constructor(config: GangConfig) {
    const publicSize = publicWordCount(config);
    const { pocket } = tableShape(config);
    const words = new Int32Array(publicSize + pocket + 1);
    super(config, words);
    this.words = words;
    this.pocket = words.subarray(publicSize, publicSize + pocket);
    this.seatWord = words.subarray(publicSize + pocket);
  }

  get seat(): number {
    return this.seatWord[0]!;
  }

  set seat(seat: number) {
    this.seatWord[0] = seat;
  }
}
