import type { ActionList, EventSink, SeatSet } from '../../core/game.js';
import type { Rng } from '../../core/rng.js';
import type { SeenGangEvent } from '../events.js';
import type { GangState, GangView, PublicTable } from '../state.js';

/** R-EFFECT-ORDER: at one point of a heist, effects apply in this order; then by number, tools in seat order. */
export const MODIFIER_KINDS = ['variant', 'dealer', 'jokers', 'challenge', 'specialist', 'tool', 'vault'] as const;
export type ModifierKind = (typeof MODIFIER_KINDS)[number];

export type GangSink = EventSink<SeenGangEvent>;

/** What a hook says: go on; a question is open, wait for its answers; or call me again (jokers are settled first). */
export const NEXT = 0;
export const WAIT = 1;
export const AGAIN = 2;
export type StepResult = typeof NEXT | typeof WAIT | typeof AGAIN;

/** What happens at a named point: it may move cards, tell facts and open questions. */
export interface Step {
  /**
   * `self` is the modifier's index in the plan; `round` 0…3 (4 after Round 4's chips); `seat` the owner of a tool or
   * the seat whose hand is about to be revealed, else −1. Called again after `AGAIN`: `flow[STAGE]` says how far it is.
   */
  (state: GangState, self: number, round: number, seat: number, sink: GangSink | undefined): StepResult;
}

/** Points of a heist at which something may happen, in their order. Those of a round come for each round. */
export const STEP_POINTS = [
  /** Before the cards are dealt: who deals, which cards are active. */
  'heistStart',
  /** After the pocket cards and their jokers: what resolves by itself (R-AUTO). */
  'afterDeal',
  /** Before a round's face-up cards: votes, the dealer's choice. */
  'beforeRound',
  /** After a round's face-up cards and their jokers. */
  'afterLayOut',
  /** The window of group decisions: before each round's chips, and after Round 4's (round 4) (R-PROPOSE). */
  'window',
  /** After a round's chips. */
  'afterRound',
  /** Before a hand is revealed, for its owner (R-REVEAL). */
  'reveal',
  /** Before the top hand is revealed, after its owner's tools (R-GUESS). */
  'beforeTop',
  /** After the order of the hands is known, before bars and alarms move. */
  'outcome',
] as const;
export type StepPoint = (typeof STEP_POINTS)[number];

/** What tools get when they are received: chance from the game's seed, and specialists out of their stack. */
export interface ToolBox {
  /** Uniform, 0 … n − 1. */
  below(n: number): number;
  /** Takes the specialist (index in the plan) out of its stack, if it lies there. */
  takeSpecialist(state: GangState, specialist: number): void;
}

/**
 * A challenge, specialist, tool, variant, vault card, dealer or the jokers: what it changes at the named points of a
 * heist. Everything that it remembers lies in words of the state that it asks for here; its functions allocate nothing.
 */
export interface Modifier {
  /** As in the configuration's `active`. */
  readonly id: string;
  readonly kind: ModifierKind;
  /** Number on the card; 0 where none is printed. */
  readonly number: number;
  readonly name: string;
  /** What the card says, in our own words. */
  readonly text: string;
  /** `reconstructed`: not from the rulebook, to be marked as such wherever it is shown; `custom`: a user's own card. */
  readonly source: 'rulebook' | 'reconstructed' | 'custom';

  // ---- sizes ----
  /** R-COMBO: cards that it needs in hands and on the table beyond what the table needs without it. */
  cardsNeeded?(players: number): number;
  /** Cells that it needs in each pocket beyond those of the table (cards dealt beside, cards drawn before one goes). */
  readonly pocketRoom?: number;
  /** Face-up places for each seat (variants). */
  readonly up?: number;
  /** Whether those of seat s lie between it and its left neighbour, and count for both. */
  readonly upBetween?: boolean;
  /** Face-up places for one seat alone, the first at `plan.loneAt[self]`. */
  readonly lonePlaces?: number;
  /** Words that everybody sees, that nobody sees, that one seat sees (a row each). Zeroed at the start of each heist. */
  sharedWords?(players: number): number;
  hiddenWords?(players: number): number;
  ownWords?(players: number): number;
  /** Its words are zeroed at the start of the game only. */
  readonly keepsWords?: boolean;
  /** The most entries that it writes into the ledger in a heist. */
  ledgerMax?(players: number, pocket: number): number;
  /** The most answers that it asks for in a heist, over all seats. */
  answersMax?(players: number): number;
  /** A tool that brings specialists from the box into the game (R-BURNER). */
  readonly bringsSpecialists?: boolean;
  /** The most cards of this showdown that it changes. */
  readonly changesMax?: number;
  /** Whether it can be at a table with this variant; the reason why not (R-NO-FLOP, R-COMBO), or null. */
  clash?(config: { readonly variant: string; readonly mode: string; readonly players: number }): string | null;

  // ---- steps ----
  readonly steps?: { readonly [P in StepPoint]?: Step };
  /** All answers to its question are in (`state.answers`). */
  readonly answered?: Step;
  /** Legal answers of a seat to its open question, in a stable order; the same in every world the seat can't tell apart. */
  options?(state: GangState, self: number, seat: number, out: ActionList): void;

  /**
   * Called before anything else goes on, whenever cards may have moved (jokers). May ask; its answers come to `answered`,
   * which then says `AGAIN`, for the step that was interrupted goes on. Must leave `flow[STAGE]` alone.
   */
  settle?(state: GangState, self: number, sink: GangSink | undefined): StepResult;

  /** A tool's owner receives it at the start of the game; what that draws comes from `box`. */
  received?(state: GangState, self: number, seat: number, box: ToolBox, sink: GangSink | undefined): void;

  // ---- values ----
  /** Cards dealt to the seat beyond the table's. */
  pocketCards?(state: GangState, self: number, seat: number): number;
  /** A variant's pocket cards (default 2), and its own way to lay out a round's face-up cards. */
  readonly pocketBase?: number;
  layOut?(state: GangState, self: number, round: number, sink: GangSink | undefined): void;
  /** Which face-up cards count for the seat (variants; default: the community cards): fills `out`, returns how many. */
  openCards?(table: PublicTable, seat: number, out: Int32Array): number;
  /** The place of another face-up card that only this seat may use as a community card (−1 none). */
  extraPlace?(table: PublicTable, self: number, seat: number): number;
  /** A variant's hands are exactly two pocket cards and three others (default: the best five of all). */
  readonly exactly?: boolean;
  /** Whether no chip lies on its dark side, whatever other modifiers say. Asked of inactive modifiers too. */
  noDarkChips?(table: PublicTable, self: number): boolean;
  /** Chips that lie on their dark side in this round (bits by chip). */
  darkChips?(state: GangState, self: number, round: number): number;
  /** Whether the round has no chips (R-QUICK). */
  skipsChips?(round: number): boolean;
  /** Whether the seat takes no part in the showdown. */
  skipsShowdown?(table: PublicTable, self: number, seat: number): boolean;
  /** The place of a revealed hand in the order of hands, from the place so far (twice the strength). */
  place?(table: PublicTable, self: number, seat: number, strength: number, place: number): number;
  /** Gold bars and alarms that this heist moves instead of `moved`. */
  barsMoved?(state: GangState, self: number, success: boolean, moved: number): number;
  alarmsMoved?(state: GangState, self: number, success: boolean, moved: number): number;

  /** Challenges that the next heist gets besides those of the mode. */
  extraChallenges?(table: PublicTable, self: number, success: boolean): number;

  /** Whether the specialist (index in the plan) goes to the box after this heist, not under its stack. */
  toBox?(table: PublicTable, self: number, specialist: number): boolean;

  // ---- knowledge ----
  /**
   * How far a pocket is from what an `OP_FACT` entry of this modifier says; 0 when it holds. `entry` is the place of the
   * entry in `table.ledger`; `hand` has `count` cards as they were when it was said; `board` lay open then, with
   * `stacked` on its cards (as in `PublicTable`).
   */
  factDistance?(
    table: PublicTable,
    entry: number,
    hand: Int32Array,
    count: number,
    board: Int32Array,
    stacked: Int32Array,
  ): number;
  /** What its words tell the view's seat alone, in a sentence; null where they tell it nothing. */
  describeOwn?(view: GangView, self: number): string | null;
  /** The fact in a sentence: `seat 2: two face cards`. */
  describeFact?(table: PublicTable, entry: number): string;
  /** The cards on top of the deck that the view's seat has looked at, in order: fills `out`, returns how many. */
  deckKnown?(view: GangView, self: number, out: Int32Array): number;
  /** A tool that nobody has used: whether somebody holds it, as far as the view can tell; null where it can't. */
  isHeld?(view: GangView, self: number): boolean | null;
  /** Fills what this modifier hides from the view's seat in an imagined world (its hidden and own words). */
  imagine?(view: GangView, self: number, rng: Rng, out: GangState): void;
  /** Seats that may be asked its secret questions in an imagined world; for documentation of who acts. */
  askedNow?(table: PublicTable, self: number): SeatSet;
}
