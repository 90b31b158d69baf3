import { formatCard, parseCards } from '../../src/cards/card.js';
import { unwrap } from '../../src/core/errors.js';
import { ActionList } from '../../src/core/game.js';
import type { HeadlessGangState } from '../../src/env/schedule.js';
import { READY, takeAction } from '../../src/gang/actions.js';
import { type GangConfig, parseGangConfig } from '../../src/gang/config.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import { gang } from '../../src/gang/game.js';
import { BOARD_COUNT, BOARD_MAX, DECK_SIZE, type GangState, GangView, ROUNDS } from '../../src/gang/state.js';
import { bestHand, compareRanks, type HandRank } from './slow-poker.js';

export type ConfigInput = Partial<GangConfig> & { readonly players: number };

export function gangConfig(input: ConfigInput): GangConfig {
  return unwrap(parseGangConfig(input));
}

/** A live table, dealt. */
export function liveTable(input: ConfigInput, seed = 1): GangState {
  const state = gang.createState(gangConfig(input));
  gang.setup(state, seed);
  return state;
}

export function cards(text: string): number[] {
  return unwrap(parseCards(text));
}

export function viewFrom(state: GangState, seat: number): GangView {
  const view = new GangView(state.config);
  gang.view(state, seat, view);
  return view;
}

/**
 * Stacks this heist's deck: `pockets[seat]` and the five community cards as they will come, in words (`Ah Kd`). What
 * lies on the table already is exchanged too, so call it before the flop unless that is meant.
 */
export function stackDeck(state: GangState, pockets: readonly string[], board: string): void {
  const dealt = [...pockets.flatMap((pocket) => cards(pocket)), ...cards(board)];
  const { seats } = state.shape;
  if (dealt.length !== 2 * seats + BOARD_MAX || new Set(dealt).size !== dealt.length) {
    throw new Error(`${dealt.length} cards, ${new Set(dealt).size} different, for ${seats} seats`);
  }
  const rest = Array.from({ length: DECK_SIZE }, (_, card) => card).filter((card) => !dealt.includes(card));
  state.deck.set([...dealt, ...rest]);
  state.pocket.set(dealt.slice(0, 2 * seats));
  for (let i = 0; i < state.info[BOARD_COUNT]!; i++) state.board[i] = dealt[2 * seats + i]!;
}

/** This round, seat s takes the chip with `stars[s]` stars from the centre, in seat order; then all say ready if need be. */
export function playRound(state: GangState, stars: readonly number[], sink?: (event: SeenGangEvent) => void): void {
  stars.forEach((star, seat) => {
    gang.apply(state, seat, takeAction(star - 1, -1), sink);
  });
  if (state.config.roundEnd === 'ready') for (const seat of stars.keys()) gang.apply(state, seat, READY, sink);
}

/** All four rounds of a heist with the same chips, so that `stars` are the red chips of the showdown. */
export function playHeist(state: GangState, stars: readonly number[], sink?: (event: SeenGangEvent) => void): void {
  for (let round = 0; round < ROUNDS; round++) playRound(state, stars, sink);
}

/** Each seat's final hand, by the slow judge, from the hidden cards. */
export function finalHands(state: GangState): HandRank[] {
  const { seats } = state.shape;
  const board = [...state.deck.subarray(2 * seats, 2 * seats + BOARD_MAX)].map(formatCard);
  return Array.from({ length: seats }, (_, s) =>
    bestHand([...[...state.pocket.subarray(2 * s, 2 * s + 2)].map(formatCard), ...board]),
  );
}

/** Stars by which this heist succeeds, and stars by which it fails (null when all hands are equal). */
export function rightAndWrongStars(state: GangState): { right: number[]; wrong: number[] | null } {
  const hands = finalHands(state);
  const order = hands.map((_, seat) => seat).sort((a, b) => compareRanks(hands[a]!, hands[b]!));
  const right = hands.map((_, seat) => order.indexOf(seat) + 1);
  const weakest = order[0]!;
  const strongest = order.at(-1)!;
  if (compareRanks(hands[weakest]!, hands[strongest]!) === 0) return { right, wrong: null };
  const wrong = right.map((star, seat) => (seat === weakest ? right.length : seat === strongest ? 1 : star));
  return { right, wrong };
}

/** The legal acts of a seat at a live table, in words. */
export function legalWords(state: GangState, seat: number): string[] {
  const list = new ActionList();
  gang.legal(state, seat, list);
  return list.toArray().map((action) => gang.formatAction(viewFrom(state, seat), action));
}

/** Order of the cycle of asking, read from the scheduler's words: for tests only, nobody is shown this. */
export function cycleOf(state: HeadlessGangState): number[] {
  return [...state.schedule.subarray(state.schedule.length - state.config.players)];
}

/** Every word of a headless state, one array. */
export function headlessWords(state: HeadlessGangState): Int32Array {
  const words = new Int32Array(state.game.words.length + state.schedule.length);
  words.set(state.game.words);
  words.set(state.schedule, state.game.words.length);
  return words;
}
