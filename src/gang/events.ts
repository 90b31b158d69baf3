import type { SeatSet } from '../core/game.js';

/** Events are outcomes, in the order in which a table sees them. Cards and strengths as in `src/cards`. */
export type GangEvent =
  /** A heist begins; `to` unset: everybody. */
  | { readonly type: 'heist'; readonly heist: number; readonly bars: number; readonly alarms: number }
  /** Pocket cards, seen by one seat. */
  | { readonly type: 'deal'; readonly to: SeatSet; readonly seat: number; readonly cards: readonly number[] }
  /** A round begins: the new community cards and the chips laid out. */
  | { readonly type: 'round'; readonly round: number; readonly cards: readonly number[] }
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
  /** One hand of the showdown, in ascending order of red chips. `correct`: not weaker than one revealed before. */
  | {
      readonly type: 'reveal';
      readonly seat: number;
      readonly chip: number;
      readonly cards: readonly number[];
      readonly strength: number;
      readonly correct: boolean;
    }
  | { readonly type: 'outcome'; readonly success: boolean; readonly bars: number; readonly alarms: number }
  | { readonly type: 'gameOver'; readonly won: boolean };

/** An event with the list of who may see it. */
export type SeenGangEvent = GangEvent & { readonly to?: SeatSet };
