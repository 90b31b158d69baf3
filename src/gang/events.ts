import type { SeatSet } from '../core/game.js';
import type { PromptKind, Purpose } from './prompts.js';
import type { LEDGER_OPS } from './words.js';

/** Events are outcomes, in the order in which a table sees them. Cards and strengths as in `src/cards`. */
export type GangEvent =
  /** A heist begins; `to` unset: everybody. */
  | { readonly type: 'heist'; readonly heist: number; readonly bars: number; readonly alarms: number }
  /** Pocket cards, seen by one seat. */
  | { readonly type: 'deal'; readonly to: SeatSet; readonly seat: number; readonly cards: readonly number[] }
  /**
   * A round begins: the new community cards and the chips laid out. With `where`, a face-up card for each seat, or for
   * each gap between a seat and its left neighbour, in seat order.
   */
  | {
      readonly type: 'round';
      readonly round: number;
      readonly cards: readonly number[];
      readonly where?: 'seats' | 'gaps';
    }
  /** A chip moved: `from` −1 is the centre; `returned` is the seat's own chip that went back to the centre, or −1. */
  | {
      readonly type: 'take';
      readonly seat: number;
      readonly chip: number;
      readonly from: number;
      readonly returned: number;
    }
  | { readonly type: 'putBack'; readonly seat: number; readonly chip: number }
  | { readonly type: 'ready'; readonly seat: number }
  /** All chips of the round are final: `chips[seat]`. */
  | { readonly type: 'roundEnd'; readonly round: number; readonly chips: readonly number[] }
  /**
   * One hand of the showdown, in ascending order of red chips. `correct`: not weaker than one revealed before. `place`
   * orders the hands where cards may change their order (R-MUSCLE); else the strength does.
   */
  | {
      readonly type: 'reveal';
      readonly seat: number;
      readonly chip: number;
      readonly cards: readonly number[];
      readonly strength: number;
      readonly correct: boolean;
      readonly place?: number;
    }
  | { readonly type: 'outcome'; readonly success: boolean; readonly bars: number; readonly alarms: number }
  | { readonly type: 'gameOver'; readonly won: boolean }
  | DeluxeEvent;

/** What only tables with modifiers see; `by` is the modifier's id. */
export type DeluxeEvent =
  /** The challenges, specialists and vault effects of the heist that begins. */
  | { readonly type: 'active'; readonly cards: readonly string[] }
  /** A tool card, seen by its owner. */
  | { readonly type: 'tool'; readonly to: SeatSet; readonly seat: number; readonly tool: string }
  | { readonly type: 'toolUsed'; readonly seat: number; readonly tool: string }
  /** A question is open to the seats in `asked`; `argument` as the question has it. */
  | {
      readonly type: 'ask';
      readonly to?: SeatSet;
      readonly by: string;
      readonly kind: PromptKind;
      readonly purpose: Purpose;
      readonly asked: SeatSet;
    }
  /** A seat's own answer, seen by that seat alone. */
  | { readonly type: 'answer'; readonly to: SeatSet; readonly seat: number; readonly action: number }
  /** Sealed proposals agreed (`seat` −1: they did not), and on what besides (`argument` −1: nothing). */
  | { readonly type: 'agreed'; readonly by: string; readonly seat: number; readonly argument: number }
  /** Votes, once all are in: answers by seat, −1 where none was asked; and what they came to (−1: nothing). */
  | { readonly type: 'votes'; readonly by: string; readonly votes: readonly number[]; readonly result: number }
  | { readonly type: 'guess'; readonly by: string; readonly right: boolean }
  /** Something is announced (R-FACTS). */
  | {
      readonly type: 'fact';
      readonly by: string;
      readonly seat: number;
      readonly argument: number;
      readonly value: number;
      readonly text: string;
    }
  /** A pocket card moved or was shown; `card` −1 for those who don't see which. */
  | {
      readonly type: 'card';
      readonly to?: SeatSet;
      readonly by: string;
      readonly op: (typeof LEDGER_OPS)[number];
      readonly seat: number;
      readonly other: number;
      readonly card: number;
    }
  /** A seat has a joker in its pocket, which goes (R-JOKER). */
  | { readonly type: 'joker'; readonly seat: number }
  /** A joker among the face-up cards went; these now lie stacked on its place (see `openCardAt`). */
  | { readonly type: 'stack'; readonly slot: number; readonly cards: readonly number[] }
  /** Community cards were voted away (R-VOTE): their places, the cards that go, and those that come. */
  | {
      readonly type: 'replaced';
      readonly places: readonly number[];
      readonly out: readonly number[];
      readonly in: readonly number[];
    }
  /** A face-up card that only this seat may use. */
  | { readonly type: 'lone'; readonly by: string; readonly seat: number; readonly card: number }
  /** The two specialists of a Burner Phone, seen by its owner. */
  | { readonly type: 'specialists'; readonly to: SeatSet; readonly seat: number; readonly cards: readonly string[] }
  /** Cards on top of the deck that the dealer looks at; `cards` is empty for the others. */
  | { readonly type: 'look'; readonly to: SeatSet; readonly seat: number; readonly cards: readonly number[] }
  /** Who holds the dealer chip now (R-DEALER). */
  | { readonly type: 'dealer'; readonly seat: number }
  /** A card counts as another in this showdown. */
  | { readonly type: 'change'; readonly by: string; readonly seat: number; readonly card: number; readonly as: number };

/** An event with the list of who may see it. */
export type SeenGangEvent = GangEvent & { readonly to?: SeatSet };
