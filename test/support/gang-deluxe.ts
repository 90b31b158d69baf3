import { CARD_CODES, formatCard } from '../../src/cards/card.js';
import { ActionList } from '../../src/core/game.js';
import type { Rng } from '../../src/core/rng.js';
import { type GangConfig, parseGangConfig } from '../../src/gang/config.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import { gang } from '../../src/gang/game.js';
import { MODIFIERS } from '../../src/gang/modifiers/registry.js';
import type { GangState } from '../../src/gang/state.js';
import {
  BOARD_COUNT,
  BOARD_MAX,
  DISCARDED,
  EXITS_LEFT,
  JACK_CARD,
  L_SEEN,
  LEDGER_COUNT,
  LEDGER_WIDTH,
  OVER,
  PHASE,
  PHASE_CHIPS,
  PHASE_SHOWDOWN,
  PROMPT_ASKED,
  PROMPT_BY,
  PROMPT_PENDING,
  PROMPT_SECRET,
  REVEALED,
  ROUND,
  ROUNDS,
  VAULTS_TURNED,
} from '../../src/gang/words.js';
import { type ConfigInput, cards, liveTable } from './gang-tables.js';

/** A valid configuration drawn at random over every key and card; tries again where the rulings forbid to combine. */
export function randomConfig(rng: Rng): GangConfig {
  const pick = <T>(list: readonly T[]): T => list[rng.below(list.length)]!;
  const cards = MODIFIERS.filter((m) => ['challenge', 'specialist', 'tool', 'vault'].includes(m.kind));
  const variants = MODIFIERS.filter((m) => m.kind === 'variant').map((m) => m.id);
  const dealers = MODIFIERS.filter((m) => m.kind === 'dealer').map((m) => m.number);
  for (;;) {
    const read = parseGangConfig({
      players: 3 + rng.below(8),
      mode: pick(['basic', 'advanced', 'professional', 'masterThief']),
      variant: pick(['holdem', ...variants]),
      jokers: MODIFIERS.some((m) => m.kind === 'jokers') && rng.below(2) === 0,
      tools: rng.below(2) === 0,
      vaults: rng.below(3) === 0,
      dealer: pick([0, ...dealers]),
      stacks: pick(['numbered', 'shuffled']),
      active: cards.filter(() => rng.below(4) === 0).map((m) => m.id),
      roundEnd: pick(['strict', 'ready']),
      takesMax: rng.below(4),
      length: pick(['game', 'heist']),
      ...(rng.below(2) === 0 ? { exitChips: rng.below(4) } : {}),
    });
    if (read.ok) return read.value;
  }
}

const PLACES = ['nowhere', 'a pocket', 'the board', 'the face-up cards', 'a stack', 'the discard pile'] as const;
const place = new Uint8Array(CARD_CODES);
const dealt = new Uint8Array(CARD_CODES);

/** Laws of any state: every card of the deck is in one place, every chip too. Throws where one is broken. */
export function checkDeluxeState(state: GangState): void {
  const fail = (what: string): never => {
    throw new Error(`${what} (${JSON.stringify(state.config)})`);
  };
  place.fill(0);
  const put = (card: number, where: number): void => {
    if (card < 0) return;
    if (place[card] !== 0) fail(`${formatCard(card)} lies in ${PLACES[place[card]!]} and in ${PLACES[where]}`);
    place[card] = where;
  };
  const { pocket, seats } = state.shape;
  for (let s = 0; s < seats; s++) {
    for (let i = 0; i < pocket; i++) {
      const card = state.pocket[s * pocket + i]!;
      if (card >= 0 !== i < state.pocketCount[s]!) fail(`pocket ${s} has a gap or too many cards`);
      put(card, 1);
    }
  }
  for (let i = 0; i < BOARD_MAX; i++) put(state.board[i]!, 2);
  for (const card of state.up) put(card, 3);
  for (const card of state.stacked) put(card, 4);
  for (let i = 0; i < state.info[DISCARDED]!; i++) put(state.discard[i]!, 5);
  dealt.fill(0);
  const top = state.deckInfo[0]!;
  for (let i = 0; i < state.shape.deck; i++) {
    const card = state.deck[i]!;
    if (dealt[card] !== 0) fail('the deck has a card twice');
    dealt[card] = i < top ? 1 : 2;
  }
  for (let card = 0; card < CARD_CODES; card++) {
    const ofDeck = card < 52 || card >= 78;
    if (place[card] !== 0 && ofDeck && dealt[card] !== 1) {
      fail(`${formatCard(card)} lies in ${PLACES[place[card]!]} and in the deck`);
    }
    if (dealt[card] === 1 && place[card] === 0) fail(`${formatCard(card)} is lost`);
  }
  checkChips(state, fail);
}

function checkChips(state: GangState, fail: (what: string) => never): void {
  const { chips, seats, exits } = state.shape;
  const round = state.info[ROUND]!;
  for (let r = 0; r < 4; r++) {
    const held = [...state.star.subarray(r * seats, (r + 1) * seats)];
    const chipsHeld = held.filter((chip) => chip >= 0);
    if (new Set(chipsHeld).size !== chipsHeld.length) fail(`round ${r}: one chip at two seats`);
    if (r > round && chipsHeld.length > 0) fail(`chips of round ${r} in round ${round}`);
    if (r !== round) continue;
    for (let c = 0; c < chips; c++) {
      if (state.holder[c] !== held.indexOf(c)) fail(`chip ${c}: holder ${state.holder[c]}, chips ${held.join()}`);
    }
  }
  if (exits > 0 && round === 3) {
    const held = state.exit.reduce((sum, one) => sum + one, 0);
    if (held + state.info[EXITS_LEFT]! !== exits) fail(`${held} exit chips held, ${state.info[EXITS_LEFT]} left`);
  }
}

/** A seat's legal acts in words. */
export function legalAt(state: GangState, seat: number): string[] {
  const list = new ActionList();
  gang.legal(state, seat, list);
  const view = gang.createView(state.config);
  gang.view(state, seat, view);
  return list.toArray().map((action) => gang.formatAction(view, action));
}

/** A seat does what the notation says. */
export function say(state: GangState, seat: number, text: string, sink?: (event: SeenGangEvent) => void): void {
  const view = gang.createView(state.config);
  gang.view(state, seat, view);
  const read = gang.parseAction(view, text);
  if (!read.ok) throw new Error(read.error.message);
  gang.apply(state, seat, read.value, sink);
}

/** Every seat gives the same answer to the open question. */
export function allSay(state: GangState, text: string, sink?: (event: SeenGangEvent) => void): void {
  for (let s = 0; s < state.shape.seats; s++) {
    if ((gang.actors(state) >> s) & 1 && state.flow[PROMPT_BY] !== 0) say(state, s, text, sink);
  }
}

/** Who is asked the open question, by id of the modifier; null when none is open. */
export function openQuestion(state: GangState): { by: string; seats: number[] } | null {
  if (state.flow[PROMPT_BY] === 0) return null;
  const seats = Array.from({ length: state.shape.seats }, (_, s) => s);
  return {
    by: state.plan.modifiers[state.flow[PROMPT_BY]! - 1]!.id,
    seats: seats.filter((s) => (state.flow[PROMPT_PENDING]! >> s) & 1),
  };
}

/** Answers every open question with a refusal (`not now`, `no`) or the first option until chips lie open. */
export function refuseAll(state: GangState): void {
  const list = new ActionList();
  while (state.flow[PROMPT_BY] !== 0) {
    const seat = openQuestion(state)!.seats[0]!;
    gang.legal(state, seat, list);
    gang.apply(state, seat, list.at(0));
  }
}

/** In this round, seat s takes the chip with `stars[s]` stars (0: one of those without), then exit chips if need be. */
export function takeAll(
  state: GangState,
  stars: readonly number[],
  exits: readonly number[] = [],
  sink?: (event: SeenGangEvent) => void,
): void {
  if (state.info[PHASE] !== PHASE_CHIPS) throw new Error('no chips lie open');
  for (const seat of exits) if (state.info[ROUND] === 3) say(state, seat, 'take exit', sink);
  for (const [seat, star] of stars.entries()) say(state, seat, `take ${star}`, sink);
}

/** Words in which the state hides cards from a seat, exchanged as any honest shuffle might have dealt them. */
export function rearrangeDeluxe(state: GangState, seat: number, rng: Rng): void {
  const { pocket, seats } = state.shape;
  const known = new Set<number>();
  for (const card of [...state.board, ...state.up, ...state.stacked]) known.add(card);
  const pinned = new Set<number>();
  const revealed = state.info[OVER] === 1 || (state.info[PHASE] === PHASE_SHOWDOWN && state.info[REVEALED]! > 0);
  for (let s = 0; s < seats; s++) {
    const open = s === seat || (revealed && state.pastStrength[s]! >= 0);
    for (let i = 0; i < pocket; i++) if (open) known.add(state.pocket[s * pocket + i]!);
  }
  for (let e = 0; e < (state.info[LEDGER_COUNT] ?? 0); e++) {
    const seen = (state.ledger[e * LEDGER_WIDTH + L_SEEN]! >> seat) & 1;
    if (seen && state.ledgerCard[e]! >= 0) pinned.add(state.ledgerCard[e]!);
  }
  const fixed = (card: number): boolean => card < 0 || card >= 52 || known.has(card) || pinned.has(card);
  const cells: [Int32Array, number][] = [];
  for (let i = 0; i < state.pocket.length; i++) if (!fixed(state.pocket[i]!)) cells.push([state.pocket, i]);
  for (let i = state.deckInfo[0]!; i < state.deck.length; i++) if (!fixed(state.deck[i]!)) cells.push([state.deck, i]);
  for (let i = 0; i < state.info[DISCARDED]!; i++) if (!fixed(state.discard[i]!)) cells.push([state.discard, i]);
  const cards = cells.map(([words, i]) => words[i]!);
  const before = [...cards];
  rng.shuffle(cards);
  const swap = new Map(before.map((card, i) => [card, cards[i]!]));
  cells.forEach(([words, i], k) => {
    words[i] = cards[k]!;
  });
  // The same exchange wherever else these cards are noted, so that the state stays one that could have come about.
  for (let i = 0; i < state.deckInfo[0]!; i++) state.deck[i] = swap.get(state.deck[i]!) ?? state.deck[i]!;
  for (let e = 0; e < state.ledgerCard.length; e++) {
    state.ledgerCard[e] = swap.get(state.ledgerCard[e]!) ?? state.ledgerCard[e]!;
  }
  for (let i = 0; i < state.rng.length; i++) state.rng[i] = rng.uint32() | 1;
  state.seed[0] = rng.uint32();
}

/**
 * Besides cards, what else the seat may not know: other seats' tools and answers, who has answered, cards face down in
 * stacks and in the vault, and the hidden words of modifiers.
 */
export function rearrangeSecrets(state: GangState, seat: number, rng: Rng): void {
  const { plan, shape } = state;
  const others = Array.from({ length: shape.seats }, (_, s) => s).filter((s) => s !== seat);
  const mix = (words: Int32Array, places: readonly number[]): void => {
    const values = places.map((i) => words[i]!);
    rng.shuffle(values);
    places.forEach((i, k) => {
      words[i] = values[k]!;
    });
  };
  if (shape.tools > 0) {
    const forced = (s: number): boolean => plan.forced.includes(state.tool[s]!);
    mix(
      state.tool,
      others.filter((s) => state.toolUsed[s]! < 0 && !forced(s)),
    );
  }
  if (shape.asks) {
    for (const s of others) state.answers[s] = rng.below(1 << 20);
    let answered = 0;
    for (const s of others) answered |= rng.below(2) << s;
    const mine = state.flow[PROMPT_PENDING]! & (1 << seat);
    state.flow[PROMPT_PENDING] = mine | (state.flow[PROMPT_ASKED]! & answered);
  }
  for (let row = 0; row < state.stack.length; row += 10) {
    const places = Array.from({ length: 10 }, (_, i) => row + i);
    mix(
      state.stack,
      places.filter((i) => state.stackKnown[i] === 0),
    );
  }
  const down = Array.from({ length: state.vault.length }, (_, i) => i).filter((i) => i >= state.info[VAULTS_TURNED]!);
  mix(state.vault, down);
  for (let i = 0; i < state.hidden.length; i++) state.hidden[i] = rng.below(shape.seats + 1);
  for (const s of others) state.own.fill(rng.below(50), s * shape.own, (s + 1) * shape.own);
}

/** A live table of four seats and one heist unless `input` says otherwise. */
export function deluxeTable(input: Omit<ConfigInput, 'players'> & { players?: number }, seed = 1): GangState {
  return liveTable({ players: 4, length: 'heist', ...input }, seed);
}

/** Exchanges cards so that the pockets and the community cards to come are those given (words, seat by seat). */
export function stackCards(state: GangState, pockets: readonly string[], board: string): void {
  const wanted = [...pockets.flatMap((pocket) => cards(pocket)), ...cards(board)];
  const rest = Array.from({ length: state.shape.deck }, (_, card) => card).filter((card) => !wanted.includes(card));
  state.deck.set([...wanted, ...rest]);
  let at = 0;
  const { pocket } = state.shape;
  for (const [seat, text] of pockets.entries()) {
    cards(text).forEach((card, i) => {
      state.pocket[seat * pocket + i] = card;
    });
    at += cards(text).length;
  }
  state.deckInfo[0] = at + state.info[BOARD_COUNT]!;
  state.deckInfo[1] = state.deck.length;
  for (let i = 0; i < state.info[BOARD_COUNT]!; i++) state.board[i] = wanted[at + i]!;
}

/** Plays the rounds that have chips with the same ones; nobody proposes or uses anything. */
export function playOut(state: GangState, stars: readonly number[], exits: readonly number[] = []): void {
  let round: number;
  do {
    refuseAll(state);
    round = state.info[ROUND]!;
    takeAll(state, stars, exits);
  } while (round < ROUNDS - 1);
}

/** What everybody together sees while `run` acts. */
export function eventsOf(run: (sink: (event: SeenGangEvent) => void) => void): SeenGangEvent[] {
  const events: SeenGangEvent[] = [];
  run((event) => events.push(event));
  return events;
}

/** The codes of a seat's legal acts. */
export function legalActions(state: GangState, seat: number): number[] {
  const list = new ActionList();
  gang.legal(state, seat, list);
  return list.toArray();
}

/** All orders of a list. */
export function permutations(list: readonly number[]): number[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((item) => permutations(list.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}

/** Whether a secret question is open that this seat isn't asked. */
export function hiddenQuestion(state: GangState, seat: number): boolean {
  const secret = state.flow[PROMPT_BY] !== 0 && state.flow[PROMPT_SECRET] === 1;
  return secret && ((state.flow[PROMPT_ASKED]! >> seat) & 1) === 0;
}

/** What an event may say to a seat: a card only to those who know it, a tool and an answer only to their owner. */
export function checkDeluxeEvent(event: SeenGangEvent, state: GangState, seat: number): void {
  const fail = (what: string): never => {
    throw new Error(`${what}: ${JSON.stringify(event)}`);
  };
  switch (event.type) {
    case 'deal':
    case 'tool':
    case 'answer':
    case 'specialists':
    case 'look':
      if (event.type === 'look' && event.cards.length === 0) return; // the others hear that it looks
      if (event.to !== 1 << event.seat || event.seat !== seat) fail(`seat ${seat} saw what only one may see`);
      return;
    case 'card': {
      if (event.card < 0 || event.card === JACK_CARD) return; // R-JACK: everybody sees it
      const open = event.op === 'show' || event.op === 'play' || event.op === 'replace';
      const mine = event.seat === seat || event.other === seat;
      if (!open && !mine) fail(`seat ${seat} saw a card that moved between others`);
      if (event.op === 'show' && event.to !== undefined && !mine) fail(`seat ${seat} saw a card shown to another`);
      return;
    }
    case 'ask':
      if (event.to !== undefined && ((event.to >> seat) & 1) === 0) fail(`seat ${seat} heard a secret question`);
      return;
    default:
      if (event.to !== undefined) fail(`${event.type} is kept from some seats`);
      if (event.type === 'round' && event.cards.some((card) => card < 0)) fail('a round shows a card that is none');
      if (event.type === 'reveal' && event.cards.length > state.shape.pocket) fail('too many cards are revealed');
  }
}

/** Exchanges two cards wherever they lie or are noted, as another shuffle might have dealt them. */
export function exchangeCards(state: GangState, a: number, b: number): void {
  const { board, deck, discard, ledgerCard, pocket, stacked, up } = state;
  for (const words of [board, deck, discard, ledgerCard, pocket, stacked, up]) {
    for (let i = 0; i < words.length; i++) {
      if (words[i] === a) words[i] = b;
      else if (words[i] === b) words[i] = a;
    }
  }
}

/** The next cards of the deck will be those given, in words; they are exchanged with what would have come. */
export function nextCards(state: GangState, text: string): void {
  const wanted = cards(text);
  const top = state.deckInfo[0]!;
  wanted.forEach((card, i) => {
    exchangeCards(state, state.deck[top + i]!, card);
  });
  state.deckInfo[1] = Math.max(state.deckInfo[1]!, top + wanted.length);
}

/** The seat's pocket cards are those given. */
export function holdCards(state: GangState, seat: number, text: string): void {
  cards(text).forEach((card, i) => {
    exchangeCards(state, state.pocket[seat * state.shape.pocket + i]!, card);
  });
}

/** The seat's pocket in words. */
export function pocketWords(state: GangState, seat: number): string[] {
  const from = seat * state.shape.pocket;
  return [...state.pocket.subarray(from, from + state.pocketCount[seat]!)].map(formatCard);
}
