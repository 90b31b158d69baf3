import type { Action } from '../core/game.js';
import {
  cardAction,
  changeAction,
  chipOf,
  firstOf,
  holderOf,
  KEEP,
  NO,
  NO_ARGUMENT,
  NOT_NOW,
  proposeAction,
  proposedOther,
  proposeToAction,
  seatAction,
  secondOf,
  specialistAction,
  takeAction,
  VERB_CARD,
  VERB_CHANGE,
  VERB_NO,
  VERB_NOT_NOW,
  VERB_PROPOSE,
  VERB_SEAT,
  VERB_TAKE,
  VERB_USE,
  VERB_VOTE,
  VERB_YES,
  VOTE_CARD,
  VOTE_CATEGORY,
  VOTE_RANK,
  verbOf,
  voteAction,
  YES,
} from '../gang/actions.js';
import type { Plan } from '../gang/plan.js';
import type { PublicTable } from '../gang/state.js';
import { BOARD_MAX, EXIT_CHIP, JACK_CARD, STACK_SIZE } from '../gang/words.js';

/** Cards that an answer can name: the deck's, and last the suitless Jack. */
export const NAMED_CARDS = 53;
const RANKS = 13;
const CATEGORIES = 10;

/** The place of a card among those that can be named. */
export function namedCard(card: number): number {
  return card === JACK_CARD ? NAMED_CARDS - 1 : card;
}

/** The policy's actions at the tables of one plan: a fixed table, of which a mask says what is legal. */
export interface ActionTable {
  readonly size: number;
  /** The index of a legal action of the seat, whose pocket cards lie in `pocket` from `at` on. */
  indexOf(table: PublicTable, seat: number, pocket: Int32Array, at: number, action: Action): number;
  /** The action of an index as the table lies; where that can't be, one that is illegal there. Arguments as before. */
  actionAt(table: PublicTable, seat: number, pocket: Int32Array, at: number, index: number): Action;
  /** What each stretch of indices means, in order, for documentation: name and how many. */
  readonly parts: readonly { readonly name: string; readonly size: number; readonly meaning: string }[];
}

/** The base game: 0 keep, 1 + c take chip c from wherever it lies. */
class PlainActions implements ActionTable {
  readonly size: number;
  readonly parts;

  constructor(chips: number) {
    this.size = chips + 1;
    this.parts = [
      { name: 'keep', size: 1, meaning: 'let the chips lie' },
      { name: 'take', size: chips, meaning: 'take the chip with 1 … stars from wherever it lies' },
    ];
  }

  indexOf(_table: PublicTable, _seat: number, _pocket: Int32Array, _at: number, action: Action): number {
    return action === KEEP ? 0 : 1 + chipOf(action);
  }

  actionAt(table: PublicTable, _seat: number, _pocket: Int32Array, _at: number, index: number): Action {
    return index === 0 ? KEEP : takeAction(index - 1, table.holder[index - 1]!);
  }
}

/**
 * Tables with more than the base game. Seats count from the own one to the left; a card that is changed is named by its
 * place in the own pocket from the lowest, and by what changes.
 */
class DeluxeActions implements ActionTable {
  readonly size: number;
  readonly parts;
  private readonly at: Readonly<Record<string, number>>;
  private readonly place: Int32Array;

  constructor(private readonly plan: Plan) {
    const { seats, chips, exits, asks, pocket } = plan.shape;
    this.place = new Int32Array(32).fill(-1);
    plan.chipOrder.forEach((chip, place) => {
      this.place[chip] = place;
    });
    const questions = [
      { name: 'notNow', size: 1, meaning: 'propose nothing' },
      { name: 'propose', size: seats, meaning: 'propose a seat' },
      { name: 'proposeRank', size: seats * RANKS, meaning: 'propose a seat and a rank: [seat, rank]' },
      { name: 'proposeOther', size: seats * seats, meaning: 'propose a seat and another: [seat, other]' },
      { name: 'voteRank', size: RANKS, meaning: 'vote for a rank, two to ace' },
      { name: 'voteCategory', size: CATEGORIES, meaning: 'vote for a hand, high card to royal flush' },
      { name: 'votePlace', size: BOARD_MAX, meaning: 'vote for the community card on a place' },
      { name: 'card', size: NAMED_CARDS + 2, meaning: 'name a card: code, the suitless Jack, the two jokers' },
      {
        name: 'change',
        size: pocket * CHANGES,
        meaning: 'change a pocket card, from the lowest: to clubs, diamonds, hearts, spades, one rank down, one up',
      },
      { name: 'yes', size: 1, meaning: 'yes' },
      { name: 'no', size: 1, meaning: 'no' },
      { name: 'seat', size: seats, meaning: 'name a seat' },
      { name: 'use', size: STACK_SIZE, meaning: 'reveal the specialist of that number' },
    ];
    this.parts = [
      { name: 'keep', size: 1, meaning: 'let the chips lie' },
      { name: 'take', size: chips, meaning: 'take a star chip, the weakest first' },
      ...(exits > 0
        ? [{ name: 'exit', size: 1 + seats, meaning: 'take an exit chip: from the centre, from a seat' }]
        : []),
      ...(asks ? questions : []),
    ];
    const at: Record<string, number> = {};
    let size = 0;
    for (const part of this.parts) {
      at[part.name] = size;
      size += part.size;
    }
    this.at = at;
    this.size = size;
  }

  indexOf(table: PublicTable, seat: number, pocket: Int32Array, pocketAt: number, action: Action): number {
    const { at, place } = this;
    const { seats } = this.plan.shape;
    const from = (other: number): number => (other - seat + seats) % seats;
    switch (verbOf(action)) {
      case VERB_TAKE: {
        const chip = chipOf(action);
        if (chip !== EXIT_CHIP) return at.take! + place[chip]!;
        return at.exit! + (holderOf(action) < 0 ? 0 : 1 + from(holderOf(action)));
      }
      case VERB_NOT_NOW:
        return at.notNow!;
      case VERB_PROPOSE: {
        const who = from(firstOf(action));
        const other = proposedOther(action);
        if (other >= 0) return at.proposeOther! + who * seats + from(other);
        const rank = secondOf(action);
        return rank === NO_ARGUMENT ? at.propose! + who : at.proposeRank! + who * RANKS + rank;
      }
      case VERB_VOTE: {
        const value = secondOf(action);
        if (firstOf(action) === VOTE_RANK) return at.voteRank! + value;
        if (firstOf(action) === VOTE_CATEGORY) return at.voteCategory! + value;
        return at.votePlace! + table.board.indexOf(value);
      }
      case VERB_CARD:
        return at.card! + cardIndex(firstOf(action));
      case VERB_CHANGE:
        return at.change! + changeIndex(pocket, pocketAt, table.pocketCount[seat]!, action);
      case VERB_YES:
        return at.yes!;
      case VERB_NO:
        return at.no!;
      case VERB_SEAT:
        return at.seat! + from(firstOf(action));
      case VERB_USE:
        return at.use! + firstOf(action) - 1;
      default:
        return 0;
    }
  }

  actionAt(table: PublicTable, seat: number, pocket: Int32Array, at: number, index: number): Action {
    const { seats } = this.plan.shape;
    const seatAt = (k: number): number => (seat + k) % seats;
    let part = 0;
    let k = index;
    while (k >= this.parts[part]!.size) k -= this.parts[part++]!.size;
    switch (this.parts[part]!.name) {
      case 'keep':
        return KEEP;
      case 'take': {
        const chip = this.plan.chipOrder[k]!;
        return takeAction(chip, table.holder[chip]!);
      }
      case 'exit':
        return takeAction(EXIT_CHIP, k === 0 ? -1 : seatAt(k - 1));
      case 'notNow':
        return NOT_NOW;
      case 'propose':
        return proposeAction(seatAt(k));
      case 'proposeRank':
        return proposeAction(seatAt(Math.floor(k / RANKS)), k % RANKS);
      case 'proposeOther':
        return proposeToAction(seatAt(Math.floor(k / seats)), seatAt(k % seats));
      case 'voteRank':
        return voteAction(VOTE_RANK, k);
      case 'voteCategory':
        return voteAction(VOTE_CATEGORY, k);
      case 'votePlace':
        return voteAction(VOTE_CARD, table.board[k]! & 0xff);
      case 'card':
        return cardAction(k < DECK_CARDS ? k : k === DECK_CARDS ? JACK_CARD : FIRST_JOKER + k - NAMED_CARDS);
      case 'change':
        return changeAt(pocket, at, table.pocketCount[seat]!, k);
      case 'yes':
        return YES;
      case 'no':
        return NO;
      case 'seat':
        return seatAction(seatAt(k));
      default:
        return specialistAction(k + 1);
    }
  }
}

const CHANGES = 6;
const DOWN = 4;
const UP = 5;
const DECK_CARDS = 52;
const FIRST_JOKER = 78;
const SUITLESS = 52;

/** The place of a card in a pocket from the lowest. */
function placeInPocket(pocket: Int32Array, at: number, count: number, card: number): number {
  let lower = 0;
  for (let i = at; i < at + count; i++) if (pocket[i]! < card) lower++;
  return lower;
}

function changeIndex(pocket: Int32Array, at: number, count: number, action: Action): number {
  const card = firstOf(action);
  const as = secondOf(action);
  const step = cardRank(as) - cardRank(card);
  return placeInPocket(pocket, at, count, card) * CHANGES + (step === 0 ? as & 3 : step < 0 ? DOWN : UP);
}

function changeAt(pocket: Int32Array, at: number, count: number, k: number): Action {
  const what = k % CHANGES;
  for (let i = at; i < at + count; i++) {
    const card = pocket[i]!;
    if (placeInPocket(pocket, at, count, card) !== Math.floor(k / CHANGES)) continue;
    if (what < DOWN) return changeAction(card, (card & ~3) | what);
    const step = card === JACK_CARD ? 1 : 4;
    return changeAction(card, (card + (what === UP ? step : -step)) & 0xff);
  }
  return -1;
}

function cardRank(card: number): number {
  return card < SUITLESS ? card >> 2 : card - SUITLESS;
}

function cardIndex(card: number): number {
  if (card < DECK_CARDS) return card;
  return card === JACK_CARD ? DECK_CARDS : NAMED_CARDS + card - FIRST_JOKER;
}

const tables = new WeakMap<Plan, ActionTable>();

/** The actions of a plan's tables. */
export function actionTable(plan: Plan): ActionTable {
  let table = tables.get(plan);
  if (table === undefined) {
    table = plan.plain ? new PlainActions(plan.shape.chips) : new DeluxeActions(plan);
    tables.set(plan, table);
  }
  return table;
}
