import { IllegalActionError } from '../core/errors.js';
import {
  type Action,
  ActionList,
  type EventSink,
  type Game,
  type HandWeights,
  type Seat,
  type SeatSet,
} from '../core/game.js';
import { nextBelow, RNG_WORDS, type Rng, seedWords } from '../core/rng.js';
import { chipOf, holderOf, KEEP, takeAction, VERB_TAKE, verbOf } from '../gang/actions.js';
import { canTakeExit, canTakeStar, exitsInPlay, isLegalTake } from '../gang/chips.js';
import type { GangConfig } from '../gang/config.js';
import type { SeenGangEvent } from '../gang/events.js';
import { answer } from '../gang/flow.js';
import { decisionsMax, GANG_VERSION, gang } from '../gang/game.js';
import { describeAction } from '../gang/notation.js';
import { allReady, isLegal, legalAnswers, takeChip } from '../gang/rules.js';
import {
  EXIT_CHIP,
  EXITS_LEFT,
  FORCED_EXIT,
  GangState,
  type GangView,
  HEIST,
  OVER,
  PHASE,
  PHASE_CHIPS,
  PROMPT_BY,
  PROMPT_PENDING,
  type PublicTable,
  ROUND,
} from '../gang/state.js';

type Sink = EventSink<SeenGangEvent>;

/** The stream of the game's seed that orders the asking; heists use the streams from 1 on. */
const SCHEDULE_STREAM = -1;

/**
 * The game and the scheduler that asks one seat at a time (R-HEADLESS): each cycle is a fresh, seeded, uniformly
 * random permutation of the seats. What the scheduler knows is never shown to anybody (R-SILENT).
 */
export class HeadlessGangState {
  readonly game: GangState;
  /** [4 generator, position in the cycle, answered seats (bits), seat asked now (−1 none), S order of the cycle]. */
  readonly schedule: Int32Array;

  constructor(readonly config: GangConfig) {
    this.game = new GangState(config);
    this.schedule = new Int32Array(ORDER + config.players);
  }

  /** The seat that is asked now, −1 when the game is over. */
  get asked(): Seat {
    return this.schedule[ASKED]!;
  }
}

const POSITION = RNG_WORDS;
/** Seats that have answered since the last chip moved. */
const ANSWERED = RNG_WORDS + 1;
const ASKED = RNG_WORDS + 2;
const ORDER = RNG_WORDS + 3;

export function setupHeadless(state: HeadlessGangState, seed: number, sink?: Sink): void {
  gang.setup(state.game, seed, sink);
  seedWords(state.schedule, 0, seed, SCHEDULE_STREAM);
  startCycles(state);
  askNext(state, sink);
}

function startCycles(state: HeadlessGangState): void {
  const { schedule } = state;
  schedule[ANSWERED] = 0;
  shuffleCycle(state);
}

function shuffleCycle(state: HeadlessGangState): void {
  const { schedule } = state;
  const seats = state.config.players;
  for (let i = 0; i < seats; i++) schedule[ORDER + i] = i;
  for (let i = seats - 1; i > 0; i--) {
    swapInCycle(schedule, i, nextBelow(schedule, 0, i + 1));
  }
  schedule[POSITION] = 0;
}

/** A seat with a star isn't asked when it has answered since the last move, or when `keep` is its only act. */
function mayAsk(state: HeadlessGangState, seat: Seat): boolean {
  const { game } = state;
  if (game.starNow(seat) < 0) return true;
  if (((state.schedule[ANSWERED]! >> seat) & 1) !== 0) return false;
  return game.plain ? game.takesLeft(seat) > 0 : hasTake(game, seat);
}

/** Whether a headless seat has anything to take when it is asked. */
function hasTake(table: PublicTable, seat: Seat): boolean {
  const { chips, seats } = table.shape;
  for (let chip = 0; chip < chips; chip++) if (mayTakeStar(table, seat, chip)) return true;
  for (let holder = -1; holder < seats; holder++) if (mayTakeExit(table, seat, holder)) return true;
  return false;
}

/** R-HEADLESS: every star take costs one of the seat's takes; free of charge is a star from the centre without either. */
function mayTakeStar(table: PublicTable, seat: Seat, chip: number): boolean {
  if (!canTakeStar(table, seat, chip)) return false;
  return table.takesLeft(seat) > 0 || (table.holder[chip]! < 0 && table.starNow(seat) < 0);
}

/** R-HEADLESS: exit chips from the centre are free of charge, those of other seats cost a take. */
function mayTakeExit(table: PublicTable, seat: Seat, holder: number): boolean {
  return canTakeExit(table, seat, holder) && (holder < 0 || table.takesLeft(seat) > 0);
}

/** Finds the next seat to ask, ending `ready` rounds in which nobody is left to ask. */
function askNext(state: HeadlessGangState, sink: Sink | undefined): void {
  const { game, schedule } = state;
  const seats = state.config.players;
  while (game.info[OVER] === 0) {
    if (!game.plain && game.flow[PROMPT_BY] !== 0) {
      // Answers are sealed, so the order in which they are given means nothing.
      schedule[ASKED] = 31 - Math.clz32(game.flow[PROMPT_PENDING]! & -game.flow[PROMPT_PENDING]!);
      return;
    }
    // Twice round the table at most: the rest of this cycle, then a whole fresh one.
    for (let cycle = 0; cycle < 2; cycle++) {
      for (let i = schedule[POSITION]!; i < seats; i++) {
        const seat = schedule[ORDER + i]!;
        if (mayAsk(state, seat)) {
          schedule[POSITION] = i + 1;
          schedule[ASKED] = seat;
          return;
        }
      }
      shuffleCycle(state);
    }
    if (!game.plain && exitsInPlay(game) && game.info[EXITS_LEFT]! > 0) {
      forceExit(state);
      return;
    }
    // R-HEADLESS: `ready` ends when everybody holds a star and nobody is left to ask. `strict` never comes here: a
    // round that goes on has a seat without a star, which is always asked.
    allReady(game, sink);
    startCycles(state);
  }
  schedule[ASKED] = -1;
}

/** R-HEADLESS: exit chips are left and nobody is left to ask: in a fresh permutation, who has none must take one. */
function forceExit(state: HeadlessGangState): void {
  const { game, schedule } = state;
  shuffleCycle(state);
  for (let i = 0; i < state.config.players; i++) {
    const seat = schedule[ORDER + i]!;
    if (game.hasExit(seat)) continue;
    schedule[POSITION] = i + 1;
    schedule[ASKED] = seat;
    game.info[FORCED_EXIT] = 1;
    return;
  }
  throw new RangeError('more exit chips than seats');
}

/** What the seat that is asked may do; nothing for any other. */
export function legalHeadless(state: HeadlessGangState, seat: Seat, out: ActionList): void {
  if (!(seat >= 0 && seat === state.schedule[ASKED])) out.clear();
  else if (!state.game.plain && state.game.flow[PROMPT_BY] !== 0) legalAnswers(state.game, seat, out);
  else legalWhenAsked(state.game, seat, out);
}

/**
 * What a headless seat may do when it is asked at a table that looks like this, as everybody can see (R-HEADLESS):
 * `keep` first (with a star), then takes by ascending chip.
 */
export function legalWhenAsked(table: PublicTable, seat: Seat, out: ActionList): void {
  out.clear();
  if (!table.plain) {
    legalDeluxe(table, seat, out);
    return;
  }
  const own = table.starNow(seat);
  if (own >= 0) out.push(KEEP);
  const paid = table.takesLeft(seat) > 0;
  for (let c = 0; c < table.shape.chips; c++) {
    if (c === own) continue;
    const holder = table.holder[c]!;
    // Free of charge: a star from the centre for a seat that has no star and no takes left.
    if (paid || (holder < 0 && own < 0)) out.push(takeAction(c, holder));
  }
}

/**
 * The same at a table of the base game, as a mask [1 + chips] by the policy's indices: 0 keep, 1 + c take chip c. Written
 * without a list in between, since it is written at every decision.
 */
export function maskWhenAsked(table: PublicTable, seat: Seat, out: Uint8Array, at: number): void {
  const { holder, shape } = table;
  const own = table.starNow(seat);
  const paid = table.takesLeft(seat) > 0;
  out[at] = own >= 0 ? 1 : 0;
  for (let c = 0; c < shape.chips; c++) {
    out[at + 1 + c] = c !== own && (paid || (holder[c]! < 0 && own < 0)) ? 1 : 0;
  }
}

/** The same with dark chips, chips without stars and exit chips (from the centre first, then by seat). */
function legalDeluxe(table: PublicTable, seat: Seat, out: ActionList): void {
  const { chips, seats } = table.shape;
  const { chipOrder } = table.plan;
  if (table.info[FORCED_EXIT] === 1) {
    out.push(takeAction(EXIT_CHIP, -1));
    return;
  }
  if (table.starNow(seat) >= 0) out.push(KEEP);
  for (let k = 0; k < chips; k++) {
    const chip = chipOrder[k]!;
    if (mayTakeStar(table, seat, chip)) out.push(takeAction(chip, table.holder[chip]!));
  }
  if (!exitsInPlay(table)) return;
  for (let holder = -1; holder < seats; holder++) {
    if (mayTakeExit(table, seat, holder)) out.push(takeAction(EXIT_CHIP, holder));
  }
}

function isLegalHeadless(state: HeadlessGangState, seat: Seat, action: Action): boolean {
  const { game } = state;
  if (seat < 0 || seat !== state.schedule[ASKED]) return false;
  const own = game.starNow(seat);
  if (!game.plain) {
    return game.flow[PROMPT_BY] !== 0 ? isLegal(game, seat, action) : isLegalDeluxe(game, seat, action);
  }
  if (action === KEEP) return own >= 0;
  if (verbOf(action) !== VERB_TAKE) return false;
  const chip = chipOf(action);
  if (chip >= game.shape.chips || chip === own) return false;
  const holder = game.holder[chip]!;
  return action === takeAction(chip, holder) && (game.takesLeft(seat) > 0 || (holder < 0 && own < 0));
}

function isLegalDeluxe(game: GangState, seat: Seat, action: Action): boolean {
  if (game.info[FORCED_EXIT] === 1) return action === takeAction(EXIT_CHIP, -1);
  if (action === KEEP) return game.starNow(seat) >= 0;
  if (verbOf(action) !== VERB_TAKE || !isLegalTake(game, seat, action)) return false;
  const chip = chipOf(action);
  return chip === EXIT_CHIP ? mayTakeExit(game, seat, holderOf(action)) : mayTakeStar(game, seat, chip);
}

export function applyHeadless(state: HeadlessGangState, seat: Seat, action: Action, sink?: Sink): void {
  if (!isLegalHeadless(state, seat, action)) throw illegal(state, seat, action);
  const { game, schedule } = state;
  if (action === KEEP) {
    schedule[ANSWERED] = schedule[ANSWERED]! | (1 << seat);
  } else {
    const round = game.info[ROUND]!;
    const heist = game.info[HEIST]!;
    const phase = game.info[PHASE]!;
    if (game.plain || game.flow[PROMPT_BY] === 0) takeChip(game, seat, action, sink);
    else answer(game, seat, action, sink);
    schedule[ANSWERED] = 0; // nobody has answered since this move, the mover included
    const fresh = game.info[ROUND] !== round || game.info[HEIST] !== heist || phase !== PHASE_CHIPS;
    if (fresh && game.info[OVER] === 0) startCycles(state);
  }
  askNext(state, sink);
}

function illegal(state: HeadlessGangState, seat: Seat, action: Action): IllegalActionError {
  const asked = state.schedule[ASKED]!;
  if (asked < 0) return new IllegalActionError('the game is over: nobody can act');
  if (seat !== asked) return new IllegalActionError(`seat ${seat} cannot act: seat ${asked} is asked`);
  legalHeadless(state, seat, scratch);
  const options = scratch.toArray().map((option) => describeAction(option));
  return new IllegalActionError(`seat ${seat} cannot ${describeAction(action)}; legal: ${options.join(', ')}`);
}

const scratch = new ActionList(256);

/**
 * A world for the seat that is asked: the cards as `imagine` of the game deals them, and a scheduler that has just
 * come to this seat. In the first cycle of a round nobody has a star to keep, so those who have taken a chip are those
 * who have been asked; in later ones (R-SILENT hides the cycle) the seat's place is drawn uniformly and nobody counts
 * as having answered, which is a simplification.
 */
function imagineHeadless(view: GangView, rng: Rng, out: HeadlessGangState, weights?: HandWeights): void {
  gang.imagine(view, rng, out.game, weights);
  const { schedule } = out;
  for (let i = 0; i < RNG_WORDS; i++) schedule[i] = rng.uint32();
  startCycles(out);
  const { flow } = out.game;
  if (flow[PROMPT_BY] !== 0) {
    // A seat that isn't asked itself imagines the first of those who are (their answers are sealed).
    const pending = flow[PROMPT_PENDING]!;
    schedule[ASKED] = (pending >> view.seat) & 1 ? view.seat : 31 - Math.clz32(pending & -pending);
    return;
  }
  const seats = out.config.players;
  const row = view.info[ROUND]! * seats;
  let position = 0;
  if (view.first[row + view.seat]! >= 0) {
    position = nextBelow(schedule, 0, seats);
  } else {
    for (let i = 0; i < seats; i++) {
      if (view.first[row + schedule[ORDER + i]!]! >= 0) swapInCycle(schedule, i, position++);
    }
  }
  for (let i = 0; i < seats; i++) {
    if (schedule[ORDER + i] !== view.seat) continue;
    swapInCycle(schedule, i, position);
    break;
  }
  schedule[POSITION] = position + 1;
  schedule[ASKED] = view.info[OVER] ? -1 : view.seat;
}

function swapInCycle(schedule: Int32Array, i: number, j: number): void {
  const seat = schedule[ORDER + i]!;
  schedule[ORDER + i] = schedule[ORDER + j]!;
  schedule[ORDER + j] = seat;
}

/** The Gang as a sequence of decisions of one seat each: what is trained, measured and searched. */
export const headlessGang: Game<GangConfig, HeadlessGangState, GangView, SeenGangEvent> = {
  id: 'gang',
  version: GANG_VERSION,
  utility: 'shared',
  parseConfig: gang.parseConfig,
  seats: (config) => config.players,
  decisionsMax,
  createState: (config) => new HeadlessGangState(config),
  setup: setupHeadless,
  actors: (state): SeatSet => (state.schedule[ASKED]! < 0 ? 0 : 1 << state.schedule[ASKED]!),
  legal: legalHeadless,
  apply: applyHeadless,
  isOver: (state) => state.game.info[OVER] === 1,
  returns: (state, out) => gang.returns(state.game, out),
  copy: (from, to) => {
    to.game.words.set(from.game.words);
    to.schedule.set(from.schedule);
  },
  createView: gang.createView,
  view: (state, seat, out) => gang.view(state.game, seat, out),
  imagine: imagineHeadless,
  formatAction: gang.formatAction,
  parseAction: gang.parseAction,
};
