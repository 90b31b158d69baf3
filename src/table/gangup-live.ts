import { IllegalActionError, unwrap } from '../core/errors.js';
import type { Action, Seat, SeatSet } from '../core/game.js';
import type { Replay } from '../core/replay.js';
import { type InputError, inputError, type Result } from '../core/result.js';
import { action, DO } from '../gangup/actions.js';
import type { Cards } from '../gangup/cards.js';
import { cardsOf, type GangupConfig } from '../gangup/config.js';
import type { GangupEvent } from '../gangup/events.js';
import { parseAction } from '../gangup/notation.js';
import type { GangupView } from '../gangup/state.js';
import { type Clock, systemClock, VirtualClock } from './clock.js';
import { GangupMatch } from './gangup-match.js';
import { decisionOf, Tempo } from './gangup-pace.js';
import { type StandingPass, StandingPasses } from './gangup-passes.js';
import type { GangupResult } from './gangup-result.js';
import { resolveGangup } from './gangup-seats.js';
import { checkSeed } from './live.js';
import { Listeners, maySee } from './log.js';
import { type Pace, parsePace } from './pace.js';
import {
  type AgentResolver,
  checkSeats,
  type OpenSeat,
  openSeats,
  type PersonCallback,
  peopleOf,
  type SeatSpec,
  seatNames,
} from './seats.js';

export interface LiveGangupOptions {
  /** The table's configuration (see `parseGangupConfig`); `players` follows from the seats. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** An integer below 2^53: cards, bots and their delays all follow from it. */
  readonly seed: number;
  /** Who sits where, seat 0 first. */
  readonly seats: readonly SeatSpec<GangupView>[];
  /** How fast bots act (default `normal` with a person at the table, `instant` without). */
  readonly pace?: Pace;
  /** Where time comes from (default: the wall clock; at pace `instant` nobody waits). */
  readonly clock?: Clock;
  /** Finds agents by name (default: the registry, see `hench agents`). */
  readonly resolve?: AgentResolver<GangupConfig, GangupView>;
}

/** Hears an event and sees the table right after it, as the seat that watches (null: no seat, no view). */
export type GangupListener = (event: GangupEvent, view: GangupView | null) => void;

/** What has happened and is still to be told, with the table as each watching seat saw it then. */
interface Told {
  readonly event: GangupEvent;
  readonly views: ReadonlyMap<Seat, GangupView>;
}

/** Answers in a row that don't count after which a callback is taken to be broken. */
const REFUSALS_MAX = 100;
/** Decisions without a pause after which others get the word (timers, signals). */
const BREATH = 64;

/**
 * A live table of Gang Up!. One seat at a time is asked; everything that happens is told at a person's pace, and the
 * next seat is asked when all has been told. What is told, and when, depends on what is public alone: nobody can see
 * whether a seat that passed had anything else to do (R-SKIP).
 */
export class LiveGangupTable {
  readonly config: GangupConfig;
  readonly seed: number;
  /** Seats of people, as bits. */
  readonly people: SeatSet;
  /** Multiple of a person's pace; 0 is at once. */
  readonly pace: number;
  readonly clock: Clock;
  private readonly match: GangupMatch;
  private readonly tempo: Tempo;
  private readonly passes: StandingPasses;
  private readonly queue: Told[] = [];
  private readonly listeners = new Listeners<GangupListener>();
  private readonly shown = new Map<Seat, GangupView>();
  private readonly ending = new AbortController();
  private open: readonly OpenSeat<GangupView>[] = [];
  private played = false;
  private begun = false;
  private holds = 0;
  private reason: GangupResult['reason'] = null;
  /** The seat that has just acted in person: its act is told at once. */
  private actedNow: Seat = -1;
  /** Whom the table waits for, when it is a person who acts through `act`. */
  private waitsFor: Seat = -1;
  private wake: (() => void) | null = null;
  /** When the agent that acts next was asked: its thinking is part of the delay. */
  private thinking: { readonly seat: Seat; readonly since: number } | null = null;
  /** Called when the table begins to wait for a person who acts through `act`. */
  onAsked: ((seat: Seat) => void) | null = null;

  /** Throws `BadInputError` for a bad configuration, seed, pace or number of seats. */
  constructor(private readonly options: LiveGangupOptions) {
    const { seats, seed } = options;
    this.people = peopleOf(seats);
    this.match = new GangupMatch({ players: seats.length, ...options.config }, checkSeed(seed));
    this.config = this.match.config;
    checkSeats(seats, this.config.players);
    this.seed = seed;
    this.pace = unwrap(parsePace(options.pace ?? (this.people === 0 ? 'instant' : 'normal')));
    this.clock = options.clock ?? (this.pace === 0 ? new VirtualClock({ auto: true }) : systemClock);
    this.tempo = new Tempo(seed, this.config.players, this.pace);
    this.passes = new StandingPasses(this.config.players);
  }

  /** Names of those who sit in the seats; empty until `play` has opened them. */
  get names(): readonly string[] {
    return seatNames(this.open).agents;
  }

  /** The cards that are played with. */
  get cards(): Cards {
    return cardsOf(this.config);
  }

  /** Whether cards have been dealt. */
  get started(): boolean {
    return this.begun;
  }

  /** Whether the game is over and all of it has been told. */
  get over(): boolean {
    return this.begun && this.match.over && this.queue.length === 0;
  }

  /**
   * Whose word comes next, as everybody can tell: the seat that is asked, or one that the rules pass over. −1 when
   * something is being resolved, and after the end.
   */
  get speaker(): Seat {
    for (const { event } of this.queue) {
      const decision = decisionOf(event);
      if (decision !== null) return decision.seat;
    }
    return this.queue.length > 0 || !this.begun ? -1 : this.match.asked;
  }

  /** Whether the table waits for this seat to act. */
  isAsked(seat: Seat): boolean {
    return this.waitsFor === seat;
  }

  /** What the seat sees, as far as it has been told: not to be changed. Throws before `play` has dealt. */
  view(seat: Seat): GangupView {
    this.checkBegun();
    if (!Number.isInteger(seat) || seat < 0 || seat >= this.config.players) throw new RangeError(`no seat ${seat}`);
    if (this.waitsFor === seat || this.over) return this.match.view(seat);
    const shown = this.shown.get(seat);
    if (shown === undefined)
      throw new Error(`seat ${seat} watches nothing: it is no person's, and nobody listens to it`);
    return shown;
  }

  /** What the asked seat may do; empty for every other. */
  legal(seat: Seat): Action[] {
    return this.isAsked(seat) ? this.match.legal().toArray() : [];
  }

  /** Calls `hear` with every event that the seat may see (`null`: somebody who only watches). Returns how to stop it. */
  watch(seat: Seat | null, hear: GangupListener): () => void {
    return this.listeners.add(seat, hear);
  }

  /** Acts for a person's seat. Errors, which change nothing: `table/closed`, `table/turn`, `table/illegal`. */
  act(seat: Seat, code: Action): Result<null, InputError> {
    const closed = this.refusal(seat);
    if (closed !== null) return closed;
    const legal = this.match.legal();
    if (!legal.includes(code)) return refuse('table/illegal', `"${this.match.describe(code)}" is not possible now.`);
    this.actedNow = seat;
    this.match.apply(seat, code, this.sink);
    this.goOn();
    return { ok: true, value: null };
  }

  /** The same in the notation: `play lucky-break`, `pass`, `back`. Errors also from `parseAction`. */
  say(seat: Seat, text: string): Result<null, InputError> {
    if (text.trim().toLowerCase() === BACK) return this.back(seat);
    const closed = this.refusal(seat);
    if (closed !== null) return closed;
    const code = parseAction(this.match.view(seat), text);
    return code.ok ? this.act(seat, code.value) : code;
  }

  /** Whether the seat is putting together a play that nobody has seen yet. */
  canGoBack(seat: Seat): boolean {
    return this.isAsked(seat) && this.match.canGoBack;
  }

  /** Forgets the play that the seat is putting together. */
  back(seat: Seat): Result<null, InputError> {
    const closed = this.refusal(seat);
    if (closed !== null) return closed;
    if (!this.match.canGoBack) return refuse('table/back', NO_WAY_BACK);
    this.match.goBack();
    this.goOn();
    return { ok: true, value: null };
  }

  /** The seat's standing pass. */
  standing(seat: Seat): StandingPass | null {
    return this.passes.get(seat);
  }

  /** Lets a person's seat pass without being asked until then; `null` ends that (R-ANYTIME). */
  passUntil(seat: Seat, until: StandingPass | null): void {
    if (((this.people >> seat) & 1) === 0) throw new RangeError(`seat ${seat} is no person's`);
    this.passes.set(seat, until);
    if (this.waitsFor === seat) this.goOn();
  }

  /** The table waits (while somebody reads) until the returned function is called. */
  hold(): () => void {
    this.holds++;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.holds--;
      this.wake?.();
    };
  }

  /** Seats everybody, plays, and gives the result. Rejects when an agent fails or acts against the rules. */
  async play(): Promise<GangupResult> {
    if (this.played) throw new Error('a table is played once');
    this.played = true;
    try {
      this.open = await openSeats(this.options, this.config, this.options.resolve ?? resolveGangup);
      for (let seat = 0; seat < this.config.players; seat++) {
        if (((this.people >> seat) & 1) === 1) this.shown.set(seat, this.match.view(seat));
      }
      for (const { seat } of this.listeners.all) if (seat !== null) this.shown.set(seat, this.match.view(seat));
      this.match.start(this.sink);
      this.begun = true;
      for (let i = 1; !this.ending.signal.aborted; i++) {
        if (this.holds > 0) await this.woken();
        else if (this.queue.length > 0) await this.tellNext();
        else if (this.match.over) break;
        else await this.askNext();
        if (i % BREATH === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      return this.result();
    } finally {
      this.ending.abort();
      for (const seat of this.open) if (seat.kind === 'agent') seat.session.close?.();
    }
  }

  /** Ends the game where it stands; `play` gives its result. */
  stop(): void {
    this.ending.abort();
    this.wake?.();
  }

  /** The game so far, as it can be written to a file and verified. Throws before `play` has dealt. */
  replay(): Replay {
    this.checkBegun();
    return this.match.replay({ people: this.people, ...seatNames(this.open) });
  }

  private result(): GangupResult {
    const { match } = this;
    const { over, statuses, turns, winners } = match;
    return { over, winners, statuses, turns, reason: over ? this.reason : null, replay: this.replay() };
  }

  private readonly sink = (event: GangupEvent): void => {
    const views = new Map<Seat, GangupView>();
    for (const seat of this.shown.keys()) if (maySee(event, seat)) views.set(seat, this.match.view(seat));
    this.queue.push({ event, views });
  };

  private async tellNext(): Promise<void> {
    const { event, views } = this.queue[0]!;
    const decision = decisionOf(event);
    const delay = this.tempo.before(event);
    const atOnce = decision !== null && decision.seat === this.actedNow;
    if (atOnce) this.actedNow = -1;
    else await this.pause(delay - this.spent(decision?.seat ?? -1));
    this.thinking = null;
    if (this.ending.signal.aborted) return;
    this.queue.shift();
    if (event.type === 'gameOver') this.reason = event.reason as GangupResult['reason'];
    this.passes.hear(event);
    for (const [seat, view] of views) this.shown.set(seat, view);
    for (const { seat, hear } of this.listeners.all) {
      if (maySee(event, seat)) hear(event, seat === null ? null : views.get(seat)!);
    }
    for (const [seat, player] of this.open.entries()) {
      if (player.kind === 'agent' && maySee(event, seat)) player.session.notice?.(event);
    }
  }

  private spent(seat: Seat): number {
    return this.thinking?.seat === seat ? this.clock.now() - this.thinking.since : 0;
  }

  private async askNext(): Promise<void> {
    const { match } = this;
    const seat = match.asked;
    const player = this.open[seat]!;
    this.actedNow = -1;
    if (player.kind === 'agent') return this.askAgent(seat, player);
    if (this.passes.passes(seat, match.prompt)) {
      // Told at the pace of any pass.
      match.apply(seat, PASS, this.sink);
    } else if (player.callback !== null) {
      await this.askPerson(seat, player.callback);
    } else {
      this.waitsFor = seat;
      this.onAsked?.(seat);
      await this.woken();
      this.waitsFor = -1;
    }
  }

  private async askAgent(seat: Seat, player: OpenSeat<GangupView> & { kind: 'agent' }): Promise<void> {
    const { clock, match } = this;
    const since = clock.now();
    if (this.thinking?.seat !== seat) this.thinking = { seat, since };
    const answer = player.session.act(match.view(seat), match.legal(), { signal: this.ending.signal });
    const code = typeof answer === 'number' ? answer : await answer;
    if (this.ending.signal.aborted) return;
    this.tempo.thought(seat, clock.now() - since);
    const legal = match.legal();
    if (!legal.includes(code)) {
      const could = legal.toArray().map((one) => match.describe(one));
      throw new IllegalActionError(
        `${player.name} in seat ${seat} chose ${match.describe(code)}; legal: ${could.join(', ')}`,
      );
    }
    match.apply(seat, code, this.sink);
  }

  private async askPerson(seat: Seat, callback: PersonCallback<GangupView>): Promise<void> {
    const { match } = this;
    const { signal } = this.ending;
    let refused: InputError | undefined;
    for (let refusals = 0; refusals < REFUSALS_MAX; refusals++) {
      const view = match.view(seat);
      const legal = match.legal().toArray();
      const names = legal.map((code) => match.describe(code));
      if (match.canGoBack) names.push(BACK);
      const answer = await callback({
        seat,
        view,
        legal: names,
        signal,
        ...(refused === undefined ? {} : { refused }),
      });
      if (signal.aborted) return;
      if (typeof answer === 'string' && answer.trim().toLowerCase() === BACK && match.canGoBack) return match.goBack();
      const code = this.understood(view, answer);
      if (code.ok && legal.includes(code.value)) {
        this.actedNow = seat;
        match.apply(seat, code.value, this.sink);
        return;
      }
      refused = code.ok
        ? inputError(
            'table/illegal',
            '',
            `"${match.describe(code.value)}" is not possible now.`,
            `Possible: ${names.join(', ')}.`,
          )
        : code.error;
    }
    throw new IllegalActionError(`seat ${seat} was refused ${REFUSALS_MAX} times in a row: ${refused?.message}`);
  }

  private understood(view: GangupView, answer: string | Action | undefined): Result<Action, InputError> {
    if (typeof answer === 'number') return { ok: true, value: answer };
    if (answer === undefined) return refuse('table/illegal', 'at this table a seat that is asked has to answer.');
    return parseAction(view, answer);
  }

  /** Why nobody may act for the seat now; null when it is asked. */
  private refusal(seat: Seat): Result<never, InputError> | null {
    if (!this.begun) return refuse('table/closed', 'the game has not begun.');
    if (this.match.over || this.ending.signal.aborted) return refuse('table/closed', 'the game is over.');
    return this.isAsked(seat) ? null : refuse('table/turn', 'it is not your turn to speak.');
  }

  private checkBegun(): void {
    if (!this.begun) throw new Error('the table has not begun: call play() first');
  }

  /** The one that was asked has answered. */
  private goOn(): void {
    this.waitsFor = -1;
    this.wake?.();
  }

  /** Until something happens that the loop of the game waits for. */
  private async woken(): Promise<void> {
    if (this.ending.signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    this.wake = null;
  }

  private async pause(ms: number): Promise<void> {
    if (this.pace === 0 || ms <= 0) return;
    await new Promise<void>((resolve) => {
      const cancel = this.clock.after(ms, () => {
        this.ending.signal.removeEventListener('abort', stop);
        resolve();
      });
      const stop = (): void => {
        cancel();
        resolve();
      };
      this.ending.signal.addEventListener('abort', stop, { once: true });
    });
  }
}

const PASS = action(DO.pass);
/** What a person says to take back a play that isn't announced yet. */
export const BACK = 'back';
const NO_WAY_BACK = 'there is no way back: only a play that is not announced yet can be taken back.';

function refuse(code: string, message: string, hint?: string): Result<never, InputError> {
  return { ok: false, error: inputError(code, '', message, hint) };
}
