import type { SeatSet } from '../core/game.js';

/** Events are outcomes, in the order in which a table sees them. Cards are definitions, −1 where the reader may not know. */
export type GangupEventBody =
  | { readonly type: 'start'; readonly first: number; readonly jail: readonly number[] }
  | { readonly type: 'leader'; readonly seat: number; readonly card: number }
  | { readonly type: 'turn'; readonly seat: number; readonly turn: number }
  | { readonly type: 'draw'; readonly seat: number; readonly count: number }
  /** The cards drawn, seen by their owner. */
  | { readonly type: 'drawn'; readonly seat: number; readonly cards: readonly number[] }
  | { readonly type: 'reshuffle' }
  | { readonly type: 'place'; readonly seat: number; readonly card: number }
  | { readonly type: 'snitch'; readonly seat: number; readonly card: number; readonly freed: number }
  | { readonly type: 'buy'; readonly seat: number; readonly card: number; readonly price: number }
  | {
      readonly type: 'offer';
      readonly seat: number;
      readonly owner: number;
      readonly card: number;
      readonly price: number;
    }
  | { readonly type: 'deal'; readonly seat: number; readonly accepted: boolean }
  /** A play is announced with its payment and targets. */
  | {
      readonly type: 'play';
      readonly seat: number;
      readonly card: number;
      readonly paid: readonly number[];
      readonly targets: readonly string[];
      /** Seats (bits) that the play is about, its player aside (see `concernedSeats`). */
      readonly concerns: SeatSet;
    }
  | { readonly type: 'cancel'; readonly seat: number; readonly card: number }
  | { readonly type: 'resolve'; readonly seat: number; readonly card: number; readonly cancelled: boolean }
  | { readonly type: 'trigger'; readonly seat: number; readonly card: number }
  | { readonly type: 'pass'; readonly seat: number }
  | { readonly type: 'crime'; readonly seat: number; readonly card: number }
  | { readonly type: 'rumor'; readonly seat: number; readonly played: boolean }
  | { readonly type: 'commit'; readonly seat: number; readonly card: number }
  | { readonly type: 'call'; readonly seat: number }
  | { readonly type: 'bid'; readonly seat: number; readonly count: number }
  | { readonly type: 'ally'; readonly seat: number; readonly ally: number }
  | { readonly type: 'inProgress'; readonly manpower: number; readonly requirement: number }
  | { readonly type: 'outcome'; readonly success: boolean; readonly manpower: number; readonly requirement: number }
  | { readonly type: 'crimeLost'; readonly card: number }
  | { readonly type: 'crimeOver'; readonly card: number }
  | { readonly type: 'status'; readonly seat: number; readonly from: number; readonly now: number }
  | {
      readonly type: 'gangster';
      readonly verb: string;
      readonly card: number;
      readonly seat: number;
      readonly by: number;
    }
  | { readonly type: 'discard'; readonly seat: number; readonly cards: readonly number[] }
  | { readonly type: 'passOn'; readonly from: number; readonly seat: number; readonly count: number }
  | { readonly type: 'passedOn'; readonly from: number; readonly seat: number; readonly card: number }
  | { readonly type: 'reveal'; readonly seat: number; readonly cards: readonly number[] }
  | { readonly type: 'peek'; readonly seat: number; readonly pile: string; readonly count: number }
  | { readonly type: 'peeked'; readonly seat: number; readonly pile: string; readonly cards: readonly number[] }
  | { readonly type: 'total'; readonly what: string; readonly value: number }
  | { readonly type: 'fuel'; readonly seat: number }
  | { readonly type: 'gameOver'; readonly winners: readonly number[]; readonly reason: string };

/** An event with the list of who may see it. */
export type GangupEvent = GangupEventBody & { readonly to?: SeatSet };
