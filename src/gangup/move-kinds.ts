import type { Action } from '../core/game.js';
import { DO, verbOf } from './actions.js';

/** What moves are about, as lists of them are headed. */
export const MOVE_KINDS = [
  'Crimes',
  'Gangsters',
  'Influences',
  'Actions',
  'Leaders',
  'Locations',
  'Targets',
  'Cards',
  'Go on',
] as const;
export type MoveKind = (typeof MOVE_KINDS)[number];

const OF_KIND: Readonly<Record<MoveKind, readonly number[]>> = {
  Crimes: [DO.crime, DO.call, DO.bid, DO.ally],
  Gangsters: [DO.place, DO.snitch, DO.commit],
  Influences: [DO.play],
  Actions: [DO.act],
  Leaders: [DO.leader],
  Locations: [DO.buy, DO.offer],
  Targets: [DO.pick, DO.pickCard, DO.pickSeat],
  Cards: [DO.pay, DO.discard, DO.give, DO.take, DO.top],
  // Passing, declining and the answers to a question.
  'Go on': [],
};

/** What a move is about. */
export function moveKind(action: Action): MoveKind {
  const verb = verbOf(action);
  return MOVE_KINDS.find((kind) => OF_KIND[kind].includes(verb)) ?? 'Go on';
}

export interface MoveGroup {
  readonly kind: MoveKind;
  /** Places in the list, ascending. */
  readonly at: readonly number[];
}

/** A list of moves by what they are about, in the order in which the kinds first come. */
export function groupMoves(actions: readonly Action[]): MoveGroup[] {
  const groups = new Map<MoveKind, number[]>();
  for (const [i, action] of actions.entries()) {
    const kind = moveKind(action);
    const group = groups.get(kind);
    if (group === undefined) groups.set(kind, [i]);
    else group.push(i);
  }
  return [...groups].map(([kind, at]) => ({ kind, at }));
}
