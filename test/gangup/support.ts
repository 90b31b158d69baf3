import { join } from 'node:path';
import { unwrap } from '../../src/core/errors.js';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { CRIME, GANGSTER, INFLUENCE } from '../../src/gangup/cards.js';
import type { GangupEvent } from '../../src/gangup/events.js';
import { type GangupConfig, GangupState, gangup, INFO, LEGAL_MAX, parseGangupConfig } from '../../src/gangup/index.js';
import { PEEK_MAX } from '../../src/gangup/state.js';

/**
 * Packs whose numbers stay: what tests of rules count on. The shipped pack may be tuned; its cards have specs of their
 * own (`cards/`).
 */
export const FIXTURE: readonly string[] = ['base', 'expansion'].map((name) =>
  join(import.meta.dirname, `fixture/${name}.json`),
);

/** Every combination of the optional rules. */
export const OPTIONS = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  leaders: (bits & 1) !== 0,
  locations: (bits & 2) !== 0,
  expansion: (bits & 4) !== 0,
}));

export function configOf(input: unknown): GangupConfig {
  return unwrap(parseGangupConfig(input));
}

/**
 * Plays at random to the end; `visit` sees every state in which a seat is asked. Returns the state, how many decisions
 * there were, and how many in the longest turn.
 */
export function playRandom(
  config: GangupConfig,
  seed: number,
  visit: (state: GangupState, legal: ActionList, step: number) => void = () => undefined,
  sink?: (event: GangupEvent) => void,
): { state: GangupState; decisions: number; longestTurn: number } {
  const rng = new Rng(seed, 5);
  const state = gangup.createState(config);
  const legal = new ActionList(LEGAL_MAX);
  gangup.setup(state, seed, sink);
  let decisions = 0;
  let longestTurn = 0;
  let turn = -1;
  let begun = 0;
  for (; !gangup.isOver(state); decisions++) {
    if (state.info[INFO.turn] !== turn) {
      turn = state.info[INFO.turn]!;
      begun = decisions;
    }
    longestTurn = Math.max(longestTurn, decisions - begun + 1);
    if (decisions > Math.min(50_000, gangup.decisionsMax(config))) throw new Error(`game ${seed} doesn't end`);
    const seat = state.info[INFO.promptSeat]!;
    gangup.legal(state, seat, legal);
    if (legal.length < 2) throw new Error(`seat ${seat} is asked though it has ${legal.length} actions`);
    visit(state, legal, decisions);
    gangup.apply(state, seat, legal.at(rng.below(legal.length)), sink);
  }
  return { state, decisions, longestTurn };
}

/** Copies that haven't been found yet, by card. */
const left = new Int32Array(1024);

/** Throws unless every card lies in just one place, lists are sound and what seats know is true. Makes nothing when all is well. */
export function checkConservation(state: GangupState): void {
  const { cards, info } = state;
  left.set(cards.copies);
  const { hand, handCapacity: capacity } = state;
  for (let s = 0; s < state.seats; s++) {
    takeAll(state, hand, s * capacity, capacity, state.handCount[s]!, 'a hand', true);
    checkKnown(state, state.known, s * state.knownWords, s, -1);
    for (let v = 0; v < state.seats; v++) {
      checkKnown(state, state.knows, (v * state.seats + s) * state.knownWords, s, v);
    }
    if (state.status[s]! < 0) throw new Error(`status of seat ${s} is ${state.status[s]}`);
    if (state.leader[s]! >= 0) take(state, state.leader[s]!, 'leader');
  }
  const pile = (words: Int32Array, count: number, where: string, sorted: boolean): void => {
    takeAll(state, words, 0, words.length, count, where, sorted);
  };
  pile(state.resourcePile, info[INFO.resources]!, 'resource pile', false);
  pile(state.crimePile, info[INFO.crimes]!, 'crime pile', false);
  pile(state.discard, info[INFO.discards]!, 'discards', true);
  pile(state.crimeDiscard, info[INFO.crimeDiscards]!, 'crime discards', true);
  pile(state.jail, info[INFO.jailed]!, 'jail', true);
  pile(state.removed, info[INFO.removed]!, 'removed', true);
  for (let slot = 0; slot < state.slots; slot++) {
    const card = state.slotCard[slot]!;
    if (card < 0) continue;
    take(state, card, 'table');
    const owner = state.slotOwner[slot]!;
    if (cards.modified === 0 && cards.number[card]! > state.status[owner]!) {
      throw new Error(`${cards.name(card)} doesn't respect seat ${owner}`);
    }
  }
  if (info[INFO.crime]! >= 0) take(state, info[INFO.crime]!, 'crime');
  if (info[INFO.limbo]! >= 0) take(state, info[INFO.limbo]!, 'limbo');
  for (let card = 0; card < cards.count; card++) {
    const kind = cards.kind[card]!;
    if ((kind === CRIME || kind === GANGSTER || kind === INFLUENCE) && left[card] !== 0) {
      throw new Error(`${left[card]} of card ${cards.name(card)} are gone`);
    }
  }
  checkPeeks(state);
}

function take(state: GangupState, card: number, where: string): void {
  if (card < 0 || card >= state.cards.count) throw new Error(`${where} holds ${card}`);
  if (--left[card]! < 0) throw new Error(`card ${state.cards.name(card)} twice, also in ${where}`);
}

/** Takes a list of `count` cards in `room` words from `at` on. */
function takeAll(
  state: GangupState,
  words: Int32Array,
  at: number,
  room: number,
  count: number,
  where: string,
  sorted: boolean,
): void {
  for (let i = at; i < at + count; i++) {
    take(state, words[i]!, where);
    if (sorted && i > at && words[i]! < words[i - 1]!) throw new Error(`${where} is out of order`);
  }
  for (let i = at + count; i < at + room; i++) {
    if (words[i] !== -1) throw new Error(`${where} has ${words[i]} past its end`);
  }
}

/** What a row (a count, then cards ascending) knows of the hand of `seat` is in it. */
function checkKnown(state: GangupState, rows: Int32Array, at: number, seat: number, viewer: number): void {
  let k = seat * state.handCapacity;
  const end = k + state.handCount[seat]!;
  for (let i = at + 1; i <= at + rows[at]!; i++, k++) {
    while (k < end && state.hand[k]! < rows[i]!) k++;
    if (k >= end || state.hand[k] !== rows[i]) {
      throw new Error(`seat ${viewer} knows ${state.cards.name(rows[i]!)} in hand ${seat}, where it isn't`);
    }
  }
}

function checkPeeks(state: GangupState): void {
  for (let pile = 0; pile < 2; pile++) {
    const size = state.info[pile === 0 ? INFO.crimes : INFO.resources]!;
    const cards = pile === 0 ? state.crimePile : state.resourcePile;
    for (let v = 0; v < state.seats; v++) {
      for (let depth = 0; depth < PEEK_MAX; depth++) {
        const known = state.peeks[(v * 2 + pile) * PEEK_MAX + depth]!;
        if (known >= 0 && (depth >= size || known !== cards[size - 1 - depth])) {
          throw new Error(`seat ${v} has a wrong memory of pile ${pile}`);
        }
      }
    }
  }
}

export function freshState(input: unknown, seed = 1): GangupState {
  const state = new GangupState(configOf(input));
  gangup.setup(state, seed);
  return state;
}
