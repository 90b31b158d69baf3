import { RNG_WORDS } from '../core/rng.js';
import type { GangConfig } from './config.js';
import { type Plan, planOf, type TableShape } from './plan.js';
import {
  BOARD_MAX,
  CHANGE_WIDTH,
  CHANGES_MAX,
  FLOW_WORDS,
  INFO_WORDS,
  LEDGER_WIDTH,
  PEOPLE_MASK,
  PROMPT_WORDS,
  ROUND,
  ROUNDS,
} from './words.js';

export type { TableShape } from './plan.js';
export * from './words.js';

/** The sizes that follow from a configuration. */
export function tableShape(config: GangConfig): TableShape {
  return planOf(config).shape;
}

/**
 * What everybody at the table can see, as one block of words that state and views share in form: a view is made by
 * copying the block. Shapes: S seats, C chips, R = 4 rounds. Fields that a table has no use for are empty.
 */
export class PublicTable {
  /** What the configuration was compiled to: steps, hooks, sizes. */
  readonly plan: Plan;
  readonly shape: TableShape;
  /** Whether nothing but the base game can happen here (`plan.plain`). */
  readonly plain: boolean;
  readonly publicWords: Int32Array;
  /** Scalars; see the indices in `words.ts`. */
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
  /** [S] 1 for each seat that holds an exit chip; empty at tables without. */
  readonly exit: Int32Array;
  /** [S, up] face-up cards of seats (Stud) or gaps (Banana Split: gap s lies between seat s and its left); then `lone` ones. −1 none. */
  readonly up: Int32Array;
  /** [5 + S·up + lone, 2] the second and third card of a stack on that place (R-JOKER), −1 none; empty without jokers. */
  readonly stacked: Int32Array;
  /** [M] 1 for each modifier of the plan that is active in this heist (tools: has been used in it). */
  readonly active: Int32Array;
  /** [S] the tool that each seat has used (index in the plan), −1 none yet. */
  readonly toolUsed: Int32Array;
  /** [2, 10] what is known of the stacks of challenges and specialists, top first: number, 0 face down, −1 no card. */
  readonly stackKnown: Int32Array;
  /** [5] vault cards turned so far (index in the plan, −1 one that does nothing), −2 face down. */
  readonly vaultKnown: Int32Array;
  /** [L, LEDGER_WIDTH] what happened to pocket cards in this heist. */
  readonly ledger: Int32Array;
  /** [CHANGES_MAX, CHANGE_WIDTH] cards that count as others in this showdown: seat (−1 none), card, counts as. */
  readonly changes: Int32Array;
  /** Public words of the modifiers; `plan.publicAt[m]` is where those of modifier m begin. */
  readonly shared: Int32Array;

  constructor(
    readonly config: GangConfig,
    buffer: Int32Array,
  ) {
    const plan = planOf(config);
    const { shape } = plan;
    const { seats, chips, pocket } = shape;
    this.plan = plan;
    this.plain = plan.plain;
    this.shape = shape;
    let at = 0;
    const field = (size: number): Int32Array => {
      const words = buffer.subarray(at, at + size);
      at += size;
      return words;
    };
    this.info = field(INFO_WORDS);
    this.board = field(BOARD_MAX);
    this.pocketCount = field(seats);
    this.star = field(ROUNDS * seats);
    this.holder = field(chips);
    this.takes = field(seats);
    this.first = field(ROUNDS * seats);
    this.took = field(ROUNDS * seats * chips);
    this.stole = field(ROUNDS * seats * seats);
    this.pastPocket = field(seats * pocket);
    this.pastBoard = field(BOARD_MAX);
    this.pastStar = field(seats);
    this.pastStrength = field(seats);
    this.exit = field(shape.exits > 0 ? seats : 0);
    this.up = field(seats * shape.up + shape.lone);
    this.stacked = field(shape.stacked);
    this.active = field(plan.modifiers.length);
    this.toolUsed = field(shape.tools > 0 ? seats : 0);
    this.stackKnown = field(shape.stacks);
    this.vaultKnown = field(shape.vaults);
    this.ledger = field(shape.ledger * LEDGER_WIDTH);
    this.changes = field(shape.changes * CHANGE_WIDTH);
    this.shared = field(shape.shared);
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

  /** Whether the seat holds an exit chip, which keeps it out of the showdown (R-EXIT). */
  hasExit(seat: number): boolean {
    return this.exit.length > 0 && this.exit[seat] === 1;
  }

  /** Whether the seat's hand is revealed: it has no exit chip and nothing that counts as one (R-EXIT). */
  takesPart(seat: number): boolean {
    if (this.hasExit(seat)) return false;
    for (const { modifier, call } of this.plan.skipsShowdown) {
      if (this.active[modifier] === 1 && call(this, modifier, seat)) return false;
    }
    return true;
  }

  /** Whether the modifier (index in the plan) is active in this heist. */
  isActive(modifier: number): boolean {
    return this.active[modifier] === 1;
  }
}

/** Number of words of the public block. */
export function publicWordCount(config: GangConfig): number {
  const { shape, modifiers } = planOf(config);
  const { seats, chips, pocket } = shape;
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
    2 * seats +
    (shape.exits > 0 ? seats : 0) +
    seats * shape.up +
    shape.lone +
    shape.stacked +
    modifiers.length +
    (shape.tools > 0 ? seats : 0) +
    shape.stacks +
    shape.vaults +
    shape.ledger * LEDGER_WIDTH +
    shape.changes * CHANGE_WIDTH +
    shape.shared
  );
}

/** Everything, hidden cards included: one array of words, copied in one call. */
export class GangState extends PublicTable {
  readonly words: Int32Array;
  /** [S, pocket] pocket cards, −1 where none. */
  readonly pocket: Int32Array;
  /** [deck] the deck in order; the first `deckTop` cards have been dealt or laid out. */
  readonly deck: Int32Array;
  /** [0] deckTop: cards dealt so far; [1] how many are in their final random order. */
  readonly deckInfo: Int32Array;
  /** [4] the generator of this heist's deck. */
  readonly rng: Int32Array;
  /** [2] the game's seed, low and high word: each heist gets a stream of its own. */
  readonly seed: Int32Array;
  /** What the table is doing, and the question that is open; see `words.ts`. */
  readonly flow: Int32Array;
  /** [S] answers to the open question, −1 where none; empty at tables where nothing is asked. */
  readonly answers: Int32Array;
  /** [D] the discard pile of this heist, oldest first; `info[DISCARDED]` of them count. */
  readonly discard: Int32Array;
  /** [L] the card of each entry of the ledger, −1 where none. */
  readonly ledgerCard: Int32Array;
  /** [S] the tool of each seat (index in the plan), −1 none. Secret until used. */
  readonly tool: Int32Array;
  /** [2, 10] challenges and specialists face down, top first: numbers, −1 no card. */
  readonly stack: Int32Array;
  /** [5] vault cards in order, those turned first. */
  readonly vault: Int32Array;
  /** Hidden words of the modifiers; `plan.hiddenAt[m]` is where those of modifier m begin. */
  readonly hidden: Int32Array;
  /** [S, own] words of the modifiers that one seat alone sees; `plan.ownAt[m]` counts from the seat's row. */
  readonly own: Int32Array;

  constructor(config: GangConfig) {
    const { shape } = planOf(config);
    const { seats, pocket, deck } = shape;
    const publicSize = publicWordCount(config);
    const sizes = [
      seats * pocket,
      deck,
      2,
      RNG_WORDS,
      2,
      FLOW_WORDS,
      shape.asks ? seats : 0,
      shape.discard,
      shape.ledger,
      shape.tools > 0 ? seats : 0,
      shape.stacks,
      shape.vaults,
      shape.hidden,
      seats * shape.own,
    ];
    const words = new Int32Array(publicSize + sizes.reduce((sum, size) => sum + size, 0));
    super(config, words);
    this.words = words;
    let at = publicSize;
    let next = 0;
    const field = (): Int32Array => {
      const size = sizes[next++]!;
      const part = words.subarray(at, at + size);
      at += size;
      return part;
    };
    this.pocket = field();
    this.deck = field();
    this.deckInfo = field();
    this.rng = field();
    this.seed = field();
    this.flow = field();
    this.answers = field();
    this.discard = field();
    this.ledgerCard = field();
    this.tool = field();
    this.stack = field();
    this.vault = field();
    this.hidden = field();
    this.own = field();
  }
}

/** What one seat sees: the public table, its seat, its own pocket cards and what it alone knows. */
export class GangView extends PublicTable {
  readonly words: Int32Array;
  /** [pocket] own cards, −1 where none. */
  readonly pocket: Int32Array;
  /** [PROMPT_WORDS] the question that is open, and where the table stands, if this seat may know of it; else zeros. */
  readonly prompt: Int32Array;
  /** [L] the cards of the ledger that this seat knows, −1 elsewhere. */
  readonly ledgerCard: Int32Array;
  /** Words of the modifiers that this seat alone sees. */
  readonly own: Int32Array;
  private readonly seatWord: Int32Array;

  constructor(config: GangConfig) {
    const publicSize = publicWordCount(config);
    const { pocket, asks, ledger, own } = planOf(config).shape;
    const prompt = asks ? PROMPT_WORDS : 0;
    const words = new Int32Array(publicSize + pocket + 2 + prompt + ledger + own);
    super(config, words);
    this.words = words;
    let at = publicSize;
    const field = (size: number): Int32Array => {
      const part = words.subarray(at, at + size);
      at += size;
      return part;
    };
    this.pocket = field(pocket);
    this.seatWord = field(2);
    this.prompt = field(prompt);
    this.ledgerCard = field(ledger);
    this.own = field(own);
  }

  get seat(): number {
    return this.seatWord[0]!;
  }

  set seat(seat: number) {
    this.seatWord[0] = seat;
  }

  /** The own tool (index in the plan), −1 none or used. */
  get tool(): number {
    return this.seatWord[1]! - 1;
  }

  set tool(tool: number) {
    this.seatWord[1] = tool + 1;
  }

  /** A word of the open question by its index in `flow` (PROMPT_BY …); 0 at tables that ask nothing. */
  asked(index: number): number {
    return this.prompt.length === 0 ? 0 : this.prompt[index]!;
  }
}

export { BOARD_MAX, CHANGES_MAX };
