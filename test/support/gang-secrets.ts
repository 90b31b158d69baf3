import { formatCard } from '../../src/cards/card.js';
import type { Action, ActionList } from '../../src/core/game.js';
import type { Rng } from '../../src/core/rng.js';
import { READY, VERBS } from '../../src/gang/actions.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import {
  BOARD_BY_ROUND,
  BOARD_COUNT,
  BOARD_MAX,
  DECK_SIZE,
  type GangState,
  OVER,
  READY_MASK,
} from '../../src/gang/state.js';

/**
 * Exchanges all cards that this seat hasn't seen (other pockets, the board to come, the rest of the deck) and the
 * generators, as any honest shuffle might have dealt them. After the last showdown everybody has seen every hand.
 */
export function rearrangeHidden(state: GangState, seat: number, rng: Rng): void {
  const { seats } = state.shape;
  const seen = new Set([...state.board.subarray(0, state.info[BOARD_COUNT]!), ...ownCards(state, seat)]);
  const hidden = [...state.deck].filter((card) => !seen.has(card));
  rng.shuffle(hidden);
  if (!state.info[OVER]) {
    for (let i = 0; i < 2 * seats; i++) {
      if (i >> 1 !== seat) state.pocket[i] = hidden.pop()!;
      state.deck[i] = state.pocket[i]!;
    }
    for (let i = 2 * seats + state.info[BOARD_COUNT]!; i < DECK_SIZE; i++) state.deck[i] = hidden.pop()!;
  }
  for (let i = 0; i < state.rng.length; i++) state.rng[i] = rng.uint32() | 1;
  state.seed[0] = rng.uint32();
  state.seed[1] = rng.below(1 << 21);
}

function ownCards(state: GangState, seat: number): Int32Array {
  return state.pocket.subarray(2 * seat, 2 * seat + 2);
}

/** Laws of every state: 52 different cards where they belong, and each chip in one place. */
export function checkGangState(state: GangState): void {
  const { seats, chips } = state.shape;
  const round = state.round;
  const fail = (what: string): never => {
    throw new Error(what);
  };
  if (new Set(state.deck).size !== DECK_SIZE || state.deck.some((card) => card < 0 || card >= DECK_SIZE)) {
    fail(`the deck is not 52 different cards: ${[...state.deck].join()}`);
  }
  for (let i = 0; i < 2 * seats; i++) if (state.pocket[i] !== state.deck[i]) fail(`pocket word ${i} isn't the deck's`);
  const laid = BOARD_BY_ROUND[round]!;
  if (state.info[BOARD_COUNT] !== laid) fail(`${state.info[BOARD_COUNT]} community cards in round ${round}`);
  for (let i = 0; i < BOARD_MAX; i++) {
    const right = i < laid ? state.deck[2 * seats + i] : -1;
    if (state.board[i] !== right) fail(`community card ${i} is ${state.board[i]}, not ${right}`);
  }
  for (let r = 0; r < 4; r++) {
    const held = [...state.star.subarray(r * seats, (r + 1) * seats)];
    const chipsHeld = held.filter((chip) => chip >= 0);
    if (new Set(chipsHeld).size !== chipsHeld.length) fail(`round ${r}: one chip at two seats: ${held.join()}`);
    if (r < round && chipsHeld.length !== seats) fail(`past round ${r} without all chips: ${held.join()}`);
    if (r > round && chipsHeld.length > 0) fail(`chips of round ${r} in round ${round}`);
    if (r !== round) continue;
    for (let c = 0; c < chips; c++) {
      if (state.holder[c] !== held.indexOf(c)) fail(`chip ${c}: holder ${state.holder[c]}, chips ${held.join()}`);
    }
  }
}

/** What an event may say to a seat: pocket cards only to their owner before the showdown, and only cards it has seen. */
export function checkGangEvent(event: SeenGangEvent, state: GangState, seat: number): void {
  if (event.type === 'deal') {
    if (event.to !== 1 << event.seat || event.seat !== seat)
      throw new Error(`seat ${seat} saw the deal of ${event.seat}`);
    const own = [...ownCards(state, seat)].map(formatCard).join();
    const told = event.cards.map(formatCard).join();
    // Events of a heist come before the state of the next is looked at, so they may speak of the hand just dealt only.
    if (own !== told) throw new Error(`seat ${seat} was told ${told} but holds ${own}`);
    return;
  }
  if (event.to !== undefined) throw new Error(`${event.type} is kept from some seats`);
  if (event.type === 'reveal') {
    const shown = [...state.pastPocket.subarray(2 * event.seat, 2 * event.seat + 2)];
    if (shown.join() !== event.cards.join()) throw new Error(`seat ${event.seat} revealed what it didn't hold`);
    return;
  }
  if (event.type === 'round') {
    for (const card of event.cards) {
      if (!state.board.includes(card)) throw new Error(`${formatCard(card)} was laid out but isn't on the board`);
    }
    return;
  }
  if ('cards' in event) throw new Error(`${JSON.stringify(event)} names cards`);
}

/** Codes of every verb, chip and holder, well past those that exist, and numbers that are no codes. */
export const STRANGE_CODES: readonly Action[] = [
  ...Array.from({ length: VERBS.length + 1 }, (_, verb) =>
    Array.from({ length: 7 }, (_, chip) => Array.from({ length: 8 }, (_, low) => (verb << 16) | (chip << 8) | low)),
  ).flat(2),
  -1,
  -65536,
  0x7fff_ffff,
  -0x8000_0000,
  0.25,
  Number.NaN,
  Number.POSITIVE_INFINITY,
];

/** Random play at a live table that gets somewhere: mostly seats that haven't said ready yet. */
export function pickLive(state: GangState, rng: Rng): number {
  const waiting = Array.from({ length: state.shape.seats }, (_, s) => s).filter(
    (s) => ((state.info[READY_MASK]! >> s) & 1) === 0,
  );
  return rng.below(10) > 0 ? waiting[rng.below(waiting.length)]! : rng.below(state.shape.seats);
}

/** Random play at a live table that gets somewhere: mostly ready when that ends the round, mostly chips from the centre. */
export function chooseLive(state: GangState, seat: number, legal: ActionList, rng: Rng): Action {
  const last = legal.at(legal.length - 1);
  if (last === READY && rng.below(10) > 0) return last;
  if (state.starNow(seat) < 0 && rng.below(10) > 2) {
    const free = legal.toArray().filter((action) => (action & 0xff) === 0);
    return free[rng.below(free.length)]!;
  }
  return legal.at(rng.below(legal.length));
}
