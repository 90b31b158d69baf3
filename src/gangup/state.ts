import { ActionList, type EventSink } from '../core/game.js';
import { RNG_WORDS } from '../core/rng.js';
import { type Cards, GANGSTER } from './cards.js';
import { cardsOf, type GangupConfig } from './config.js';
import { LOOPS_MAX, PICKS_MAX, REGISTERS } from './effects/opcodes.js';
import { maskOf, TRIGGER_EVENTS, type TriggerEvent } from './effects/vocabulary.js';
import type { GangupEvent } from './events.js';

/** Indices into `info`, the public scalars. −1 means none where a card or a seat is meant. */
export const INFO = {
  over: 0,
  step: 1,
  prompt: 2,
  promptSeat: 3,
  active: 4,
  turn: 5,
  first: 6,
  /** Priority rounds: passes in a row. */
  passes: 7,
  crime: 8,
  starter: 9,
  ally: 10,
  manpower: 11,
  requirement: 12,
  reward: 13,
  /** Gangs at the crime at the start of 4C (bits of seats). */
  gangs: 14,
  /** 0 no crime, 1 revealed, 2 being organized, 3 in progress, 4 done. */
  crimeStage: 15,
  snitched: 16,
  bought: 17,
  offers: 18,
  offerCard: 19,
  offerPrice: 20,
  /** Seats that are done organizing (bits). */
  organized: 21,
  called: 22,
  lastCommit: 23,
  resources: 24,
  crimes: 25,
  discards: 26,
  crimeDiscards: 27,
  jailed: 28,
  removed: 29,
  /** The influence whose effect is under way (R-LIMBO). */
  limbo: 30,
  cancels: 31,
  /** Who made the newest play or Cancel of the window. */
  answered: 32,
  /** Icons of that play. */
  answeredIcons: 33,
  lastCrime: 34,
  outcome: 35,
  winners: 36,
  cursor: 37,
  /** The newest Cancel's card in an open window, when it is an influence; −1 without one. */
  cancelCard: 38,
  eventTail: 39,
  eventScan: 40,
  /** Priority rounds: bits of WINDOWS that may be played now. */
  windows: 41,
  /** Cancel window: whose turn it is to answer, and how many seats are still to be asked. */
  answerSeat: 42,
  answersLeft: 43,
  /** Behind the last place on the table that holds a gangster. */
  slotsEnd: 44,
} as const;
const INFO_WORDS = 45;

/** A frame: who plays or runs what, with what chosen. */
export const FRAME = {
  ability: 0,
  card: 1,
  slot: 2,
  user: 3,
  eventSeat: 4,
  eventSlot: 5,
  eventCard: 6,
  stage: 7,
  last: 8,
  pays: 9,
  pay: 10,
} as const;
export const FRAME_REGISTERS = FRAME.pay + PICKS_MAX;
export const REGISTER_WORDS = PICKS_MAX + 1;
export const FRAME_WORDS = FRAME_REGISTERS + REGISTERS * REGISTER_WORDS;

/** The running program beyond its frame. */
export const RUN = { pc: 0, sub: 1, seats: 2, last: 3, loops: 4, answer: 5 } as const;
export const LOOP_WORDS = 6;
export const RUN_LOOPS = 6;
const RUN_WORDS = RUN_LOOPS + LOOPS_MAX * LOOP_WORDS;

export const EVENT_WORDS = 4;
/** How deep into a pile a seat can have looked. */
export const PEEK_MAX = 5;

/** [6, 4] the newest public plays and outcomes, newest first: what (`RECENT`), seat, card, other seats as bits. */
export const RECENT_MAX = 6;
export const RECENT_WORDS = 4;

/** Where a gangster on the table stands. */
export const AT_HQ = 0;
export const AT_CRIME = 1;
export const AT_FORCED = 2;

export const TURNS_MAX = 200;
/** R-FUEL. */
export const PLAYS_MAX = 24;

/**
 * Room for the longest list of legal actions: with 96 gangsters a Snitch-switch has at most 48 × 48 choices, and fewer
 * than 256 cards can be placed or played beside it.
 */
export const LEGAL_MAX = 2560;

/** R-PUBLIC: what everybody can see, one block of words that states and views share in form. S seats, G places for gangsters. */
export class PublicGangup {
  readonly cards: Cards;
  readonly seats: number;
  readonly slots: number;
  /** Words for what is known of one hand: a count, then cards; a hand can hold every resource card. */
  readonly knownWords: number;
  readonly publicWords: Int32Array;
  readonly info: Int32Array;
  /** [S] */
  readonly status: Int32Array;
  readonly leader: Int32Array;
  readonly handCount: Int32Array;
  /** [S] R-FUEL: plays in this turn. */
  readonly plays: Int32Array;
  /** [S] R-BID: 0 no answer, −1 declined. */
  readonly bids: Int32Array;
  /** [S] whether the leader's free action has been used this turn. */
  readonly leaderUsed: Int32Array;
  /** [L] owner, −1 the centre; used this turn. */
  readonly locationOwner: Int32Array;
  readonly locationUsed: Int32Array;
  /** [G] card (−1 free place), owner, where, manpower added until the end of crime / turn, protection, used. */
  readonly slotCard: Int32Array;
  readonly slotOwner: Int32Array;
  readonly slotAt: Int32Array;
  readonly slotCrimeMod: Int32Array;
  readonly slotTurnMod: Int32Array;
  /** Verbs it is protected from: bits 0–7 until the end of the crime, 8–15 of the turn. */
  readonly slotProtection: Int32Array;
  readonly slotUsed: Int32Array;
  /** Face-up piles, ascending by card. */
  readonly jail: Int32Array;
  readonly discard: Int32Array;
  readonly crimeDiscard: Int32Array;
  readonly removed: Int32Array;
  /** [S, `knownWords`] R-KNOWN: count and cards of each hand that everybody knows, ascending. */
  readonly known: Int32Array;
  /** The announced play, the running program. */
  readonly pending: Int32Array;
  readonly machine: Int32Array;
  readonly run: Int32Array;
  /** [`eventsMax`, 4] rule events whose triggers are still to come, the one at hand first: type, seat, place, card. */
  readonly events: Int32Array;
  /** Which abilities have fired for the current root event, 4 bits a source. */
  readonly fired: Int32Array;
  /** [6, 4] what has happened lately (see `recent.ts`). */
  readonly recent: Int32Array;
  /** The fields above, in the order of their words. */
  readonly publicParts: readonly Int32Array[];

  constructor(
    readonly config: GangupConfig,
    cut: (size: number) => Int32Array,
    block: () => Int32Array,
  ) {
    const parts: Int32Array[] = [];
    const allocate = (size: number): Int32Array => {
      const part = cut(size);
      parts.push(part);
      return part;
    };
    const cards = cardsOf(config);
    const s = config.players;
    const g = cards.gangsterTotal;
    this.cards = cards;
    this.seats = s;
    this.slots = g;
    this.knownWords = knownWords(cards);
    this.info = allocate(INFO_WORDS);
    this.status = allocate(s);
    this.leader = allocate(s);
    this.handCount = allocate(s);
    this.plays = allocate(s);
    this.bids = allocate(s);
    this.leaderUsed = allocate(s);
    this.locationOwner = allocate(cards.locations.length);
    this.locationUsed = allocate(cards.locations.length);
    this.slotCard = allocate(g);
    this.slotOwner = allocate(g);
    this.slotAt = allocate(g);
    this.slotCrimeMod = allocate(g);
    this.slotTurnMod = allocate(g);
    this.slotProtection = allocate(g);
    this.slotUsed = allocate(g);
    this.jail = allocate(g);
    this.discard = allocate(cards.resourceTotal);
    this.crimeDiscard = allocate(cards.crimeTotal);
    this.removed = allocate(cards.resourceTotal + cards.crimeTotal);
    this.known = allocate(s * this.knownWords);
    this.pending = allocate(FRAME_WORDS);
    this.machine = allocate(FRAME_WORDS);
    this.run = allocate(RUN_WORDS);
    this.events = allocate(eventsMax(s, cards) * EVENT_WORDS);
    this.fired = allocate(sourceCount(s, cards));
    this.recent = allocate(RECENT_MAX * RECENT_WORDS);
    this.publicParts = parts;
    this.publicWords = block();
  }

  /** All gangsters stand in places before this one, so that loops may end there. */
  get slotsEnd(): number {
    return this.info[INFO.slotsEnd]!;
  }

  /** Whether a crime is being organized or in progress. */
  get crimeRuns(): boolean {
    const stage = this.info[INFO.crimeStage]!;
    return stage === 2 || stage === 3;
  }
}

/**
 * How many different rule events can wait for their triggers at once, so that none is ever lost (R-TRIGGER). Only events
 * that some card listens to are noted, equal ones once beside the one at hand: a gangster's place is emptied once
 * (killed or arrested), leaves each gang once, each kind of gangster escapes to each hand, each status rises and falls,
 * and of the others (a play, a step of the turn) there is one at a time.
 */
export function eventsMax(seats: number, cards: Cards): number {
  const heard = (...names: TriggerEvent[]): boolean => (cards.heard & maskOf(TRIGGER_EVENTS, names)) !== 0;
  let most = 1 + 3;
  if (heard('killed', 'arrested')) most += cards.gangsterTotal;
  if (heard('defected')) most += cards.gangsterTotal * seats;
  if (heard('escaped')) most += seats * cards.kind.reduce((count, kind) => count + (kind === GANGSTER ? 1 : 0), 0);
  if (heard('statusGained', 'statusLost')) most += 2 * seats;
  return most;
}

function knownWords(cards: Cards): number {
  return 1 + cards.resourceTotal;
}

/** Sources of triggers: the crime, leaders, locations, places of gangsters (of one that has left its place, too). */
export function sourceCount(seats: number, cards: Cards): number {
  return 1 + seats + cards.locations.length + cards.gangsterTotal;
}

/** Cuts one array of words into fields; `sizeOf` runs the same cuts to find the length. */
function cutter(words: Int32Array | undefined): { cut: (size: number) => Int32Array; at: () => number } {
  let at = 0;
  return {
    cut: (size) => {
      const part = words === undefined ? new Int32Array(0) : words.subarray(at, at + size);
      at += size;
      return part;
    },
    at: () => at,
  };
}

function wordsFor(config: GangupConfig, hidden: (cards: Cards, cut: (size: number) => unknown) => void): Int32Array {
  const sizes = cutter(undefined);
  const table = new PublicGangup(config, sizes.cut, () => new Int32Array(0));
  hidden(table.cards, sizes.cut);
  return new Int32Array(sizes.at());
}

/** Everything, hidden cards included: one array of words, copied in one call. */
export class GangupState extends PublicGangup {
  readonly words: Int32Array;
  readonly handCapacity: number;
  /** [S, capacity] hands, ascending by card, −1 past the last. */
  readonly hand: Int32Array;
  /** Face-down piles; the last of `info.resources` and `info.crimes` is the top. */
  readonly resourcePile: Int32Array;
  readonly crimePile: Int32Array;
  /** [S viewer, S owner, `knownWords`] what each seat knows of the others' hands, public knowledge included. */
  readonly knows: Int32Array;
  /** [S, 2 piles, 5] R-PEEK: cards known from the top (crime, resource), −1 unknown. */
  readonly peeks: Int32Array;
  /** The play that is being put together, unannounced: only its player sees it. */
  readonly draft: Int32Array;
  readonly rng: Int32Array;
  /** The legal actions of the seat that is asked, found anew when needed; no part of the words. */
  readonly legalList = new ActionList(LEGAL_MAX);
  legalReady = false;
  sink: EventSink<GangupEvent> | undefined = undefined;

  constructor(config: GangupConfig) {
    const words = wordsFor(config, (cards, cut) => hiddenSizes(config.players, cards).forEach(cut));
    const { cut, at } = cutter(words);
    super(config, cut, () => words.subarray(0, at()));
    this.words = words;
    const [hand, resources, crimes, knows, peeks, draft, rng] = hiddenSizes(config.players, this.cards).map(cut) as [
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
    ];
    this.handCapacity = this.cards.resourceTotal;
    this.hand = hand;
    this.resourcePile = resources;
    this.crimePile = crimes;
    this.knows = knows;
    this.peeks = peeks;
    this.draft = draft;
    this.rng = rng;
  }
}

function hiddenSizes(seats: number, cards: Cards): number[] {
  return [
    seats * cards.resourceTotal,
    cards.resourceTotal,
    cards.crimeTotal,
    seats * seats * knownWords(cards),
    seats * 2 * PEEK_MAX,
    FRAME_WORDS,
    RNG_WORDS,
  ];
}

/** What one seat sees: the public block, its hand, what it knows, and the play that it is putting together. */
export class GangupView extends PublicGangup {
  readonly words: Int32Array;
  readonly hand: Int32Array;
  readonly knows: Int32Array;
  readonly peeks: Int32Array;
  readonly draft: Int32Array;
  private readonly seatWord: Int32Array;

  /**
   * An empty view that `view` fills. With `window` it is a window on that state for one seat instead: its arrays are the
   * state's own parts of what the seat may see, so that it needs no filling and always shows the state as it is. Valid
   * while the seat is asked (a play that is put together is seen by its player alone); it has no words of its own.
   */
  constructor(config: GangupConfig, window?: { readonly state: GangupState; readonly seat: number }) {
    const words =
      window === undefined
        ? wordsFor(config, (cards, cut) => viewSizes(config.players, cards).forEach(cut))
        : new Int32Array(0);
    const { cut, at } = cutter(words);
    const shared = window?.state.publicParts.values();
    super(
      config,
      shared === undefined ? cut : () => shared.next().value!,
      () => window?.state.publicWords ?? words.subarray(0, at()),
    );
    this.words = words;
    const [hand, knows, peeks, draft, seat] =
      window === undefined
        ? viewSizes(config.players, this.cards).map(cut)
        : [...seenOf(window.state, window.seat), Int32Array.of(window.seat)];
    this.hand = hand!;
    this.knows = knows!;
    this.peeks = peeks!;
    this.draft = draft!;
    this.seatWord = seat!;
  }

  get seat(): number {
    return this.seatWord[0]!;
  }

  set seat(seat: number) {
    this.seatWord[0] = seat;
  }
}

/** The seat's own parts of a state: hand, knowledge of hands and piles, and the play that is put together. */
function seenOf(state: GangupState, seat: number): Int32Array[] {
  const part = (words: Int32Array, size: number): Int32Array => words.subarray(seat * size, (seat + 1) * size);
  const knows = part(state.knows, state.seats * state.knownWords);
  return [part(state.hand, state.handCapacity), knows, part(state.peeks, 2 * PEEK_MAX), state.draft];
}

function viewSizes(seats: number, cards: Cards): number[] {
  return [cards.resourceTotal, seats * knownWords(cards), 2 * PEEK_MAX, FRAME_WORDS, 1];
}
