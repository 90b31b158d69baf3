import type { Action } from '../../src/core/game.js';
import { cardOf, DO, numberOf, verbOf } from '../../src/gangup/actions.js';
import { ABILITIES_MAX, type Cards } from '../../src/gangup/cards.js';
import type { Temper } from './temper.js';

/** In what a script plays otherwise than it would by itself. */
export interface Habits {
  readonly temper: Temper;
  /** Whether it leaves this alone: placing, playing or using a card. */
  shuns(code: Action): boolean;
  /** Whether it answers the `may` at this place of the cards' code the other way round. */
  turns(pc: number): boolean;
}

const USES = [DO.place, DO.play, DO.act];

/** How many ways there are to use the cards of a game, and places of their code. */
export const waysOf = (cards: Cards): number => USES.length * cards.count * ABILITIES_MAX + cards.code.length;

/** The number of a use of a card, −1 for other actions. */
export function wayOfAction(cards: Cards, code: Action): number {
  const use = USES.indexOf(verbOf(code));
  if (use < 0) return -1;
  const place = verbOf(code) === DO.act ? numberOf(code) % ABILITIES_MAX : 0;
  return (use * cards.count + cardOf(code)) * ABILITIES_MAX + place;
}

/** The number of a place of the code. */
export const wayOfCode = (cards: Cards, pc: number): number => USES.length * cards.count * ABILITIES_MAX + pc;
