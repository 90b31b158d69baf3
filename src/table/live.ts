import { BadInputError, unwrap } from '../core/errors.js';
import { type Action, ActionList, type Seat, type SeatSet } from '../core/game.js';
import { makeReplay, type Replay } from '../core/replay.js';
import { type InputError, inputError, type Result } from '../core/result.js';
import { Rng } from '../core/rng.js';
import { READY, VERB_PROPOSE, verbOf } from '../gang/actions.js';
import { allTaken, exitsInPlay } from '../gang/chips.js';
import { type GangConfig, parseGangConfig } from '../gang/config.js';
import type { SeenGangEvent } from '../gang/events.js';
import { gang, viewOf } from '../gang/game.js';
import { parseAction } from '../gang/notation.js';
import { isLegal, legal, seatPeople } from '../gang/rules.js';
import {
  EXITS_LEFT,
  GangState,
  GangView,
  HEIST,
  MOVES,
  OVER,
  PROMPT_ARG,
  PROMPT_BY,
  PROMPT_KIND,
  PROMPT_OTHER,
  PROMPT_PENDING,
  PROMPT_PURPOSE,
  PROMPT_SECRET,
  ROUND,
} from '../gang/state.js';
import { Asker } from './asker.js';
import { type Clock, systemClock, VirtualClock } from './clock.js';
import { Listeners, MoveLog, maySee } from './log.js';
import { type Occasion, type Pace, parsePace } from './pace.js';
import { LOOK, refusalOf, refuse } from './refusals.js';
import { type TableResult, tableResult } from './result.js';
import {
  type AgentResolver,
  checkSeats,
  type OpenSeat,
  openSeats,
  peopleOf,
  resolveByRegistry,
  type SeatSpec,
  seatNames,
} from './seats.js';

export interface TableOptions {
  /** The table's configuration (see `parseGangConfig`); `players` follows from the seats. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** An integer below 2^53: cards, bots and their delays all follow from it. */
  readonly seed: number;
  /** Who sits where, seat 0 first. */
  readonly seats: readonly SeatSpec[];
  /** How fast bots act (default `normal` with a person at the table, `instant` without). */
  readonly pace?: Pace;
  /** Where time comes from (default: the wall clock; at pace `instant` one that nobody waits for). */
  readonly clock?: Clock;
  /** Finds agents by name (default: the registry, see `hench agents`). */
  readonly resolve?: AgentResolver;
}

export type TableListener = (event: SeenGangEvent) => void;

/**
 * A live table (R-CONCURRENT): there is no turn order, acts are applied one by one in the order in which they arrive,
 * and one that was meant for a table that has changed meanwhile is refused, changing nothing. Bots are asked at the
 * start of a round and again only after a chip moved; people act whenever they like.
 */
export class LiveTable {
  readonly config: GangConfig;
  readonly seed: number;
  /** Seats of people (bits): they have no `takesMax`. */
  readonly people: SeatSet;
  /** Multiple of a person's pace at which bots act; 0 is at once. */
  readonly pace: number;
  readonly clock: Clock;
  private readonly state: GangState;
  private readonly log = new MoveLog();
  private readonly listeners = new Listeners<TableListener>();
  private readonly queue: SeenGangEvent[] = [];
  /** Events at the head of the queue that bots know already. */
  private noticed = 0;
  private readonly ending = new AbortController();
  private readonly list: ActionList;
  private open: readonly OpenSeat[] = [];
  private askers: readonly Asker[] = [];
  private delivering = false;
  private begun = false;
  private holds = 0;
  private serial = 0;
  /** Bots that let the chips lie as they do now (bits), and the one that has to take an exit chip then, −1 none. */
  private kept = 0;
  private forced = -1;
  private occasion: Occasion = 'cards';
  /** Resolves when a bot has answered a secret question; null when none takes its time over one. */
  private secrets: Promise<void> | null = null;
  private finish: { readonly done: (result: TableResult) => void; readonly fail: (error: unknown) => void } | null =
    null;

  /** Throws `BadInputError` for a bad configuration, seed, pace or number of seats. */
  constructor(private readonly options: TableOptions) {
    const { seats, seed } = options;
    this.people = peopleOf(seats);
    // R-ROUND-END: live tables with people use `ready` unless told otherwise.
    const house = this.people === 0 ? {} : { roundEnd: 'ready' };
    this.config = unwrap(parseGangConfig({ players: seats.length, ...house, ...options.config }));
    checkSeats(seats, this.config.players);
    this.seed = checkSeed(seed);
    this.pace = unwrap(parsePace(options.pace ?? (this.people === 0 ? 'instant' : 'normal')));
    this.clock = options.clock ?? (this.pace === 0 ? new VirtualClock({ auto: true }) : systemClock);
    this.state = new GangState(this.config);
    this.list = new ActionList();
  }

  /** Names of those who sit in the seats; empty until `play` has opened them. */
  get names(): readonly string[] {
    return seatNames(this.open).agents;
  }

  /** Whether cards have been dealt. */
  get started(): boolean {
    return this.begun;
  }

  get over(): boolean {
    return this.begun && this.state.info[OVER] === 1;
  }

  /** A fresh view of what the seat sees. Throws before `play` has dealt. */
  view(seat: Seat): GangView {
    if (!this.begun) throw new Error('the table has not begun: call play() first');
    if (!Number.isInteger(seat) || seat < 0 || seat >= this.config.players) throw new RangeError(`no seat ${seat}`);
    const view = new GangView(this.config);
    viewOf(this.state, seat, view);
    return view;
  }

  /** What the seat may do now; it follows from what the seat sees. Empty before `play` has dealt. */
  legal(seat: Seat): readonly Action[] {
    if (!this.begun) return [];
    legal(this.state, seat, this.list);
    return this.list.toArray();
  }

  /**
   * Calls `hear` with every event that the seat may see (`null`: somebody who only watches), and `changed` after each
   * act, for the seat's view may change without an event. Returns how to stop it.
   */
  watch(seat: Seat | null, hear: TableListener, changed?: () => void): () => void {
    return this.listeners.add(seat, hear, changed);
  }

  /**
   * Acts for a seat now. `seen` is the view that the actor acted upon: when the round is another one by now, or for
   * `ready` when a chip has moved, the act is stale. Errors, which change nothing: `table/closed`, `table/stale`,
   * `table/illegal`.
   */
  act(seat: Seat, action: Action, seen?: GangView): Result<null, InputError> {
    if (!this.begun || this.ending.signal.aborted) {
      return refuse('table/closed', this.begun ? 'the game is over.' : 'the game has not begun.');
    }
    // R-CONCURRENT: an act that has come too late changes nothing.
    if (this.secrets !== null || this.isStale(action, seen))
      return refuse('table/stale', 'the table changed before that arrived.', LOOK);
    if (!isLegal(this.state, seat, action)) return refusalOf(this.state, seat, action);
    const { info } = this.state;
    const before = info[HEIST]! * 8 + info[ROUND]!;
    const { flow } = this.state;
    const by = flow[PROMPT_BY]!;
    const pending = flow[PROMPT_PENDING]! & ~(1 << seat);
    gang.apply(this.state, seat, action, this.sink);
    // R-PROPOSE: answers are sealed, so that nobody is asked anew before all are in.
    const sealed = by !== 0 && pending !== 0 && flow[PROMPT_BY] === by && flow[PROMPT_PENDING] === pending;
    this.afterSecrets(() => {
      const fresh = info[HEIST]! * 8 + info[ROUND]! !== before;
      const asks = by === 0 && flow[PROMPT_BY] !== 0;
      if (!sealed && (fresh || asks || action !== READY)) {
        this.serial++;
        this.kept = 0;
        this.forced = -1;
        this.occasion = fresh ? 'cards' : 'chips';
        for (const asker of this.askers) asker.outdate();
      }
      this.deliver();
    });
    return { ok: true, value: null };
  }

  /**
   * R-SILENT: bots answer secret questions (tools) before anything else happens and without any delay, so that nobody
   * can tell by the time that somebody was asked. `goOn` follows; later only where an agent answers with a promise.
   */
  private afterSecrets(goOn: () => void): void {
    let later: Promise<void> | null;
    try {
      later = this.answerSecrets();
    } catch (error) {
      this.fail(error);
      return;
    }
    if (later === null) {
      goOn();
      return;
    }
    this.secrets = later.then(
      () => {
        this.secrets = null;
        if (!this.ending.signal.aborted) goOn();
      },
      (error: unknown) => this.fail(error),
    );
  }

  /** Null when no bot is asked in secret any more; else when the rest of the answers are in. */
  private answerSecrets(): Promise<void> | null {
    const { flow } = this.state;
    while (flow[PROMPT_SECRET] === 1) {
      const seat = 31 - Math.clz32(flow[PROMPT_PENDING]!);
      const asker = this.askers[seat]!;
      if (asker.isPerson) return null; // is waited for
      this.noticeAll();
      const answer = asker.answer();
      if (typeof answer !== 'number') {
        return answer.then(async (action) => {
          if (this.ending.signal.aborted) return;
          gang.apply(this.state, seat, action, this.sink);
          await this.answerSecrets();
        });
      }
      gang.apply(this.state, seat, answer, this.sink);
    }
    return null;
  }

  /** The same in the notation: `take 3`, `put back`, `ready`. Errors also from `parseAction`. */
  say(seat: Seat, text: string, seen?: GangView): Result<null, InputError> {
    if (!this.begun) return refuse('table/closed', 'the game has not begun.');
    const action = parseAction(seen ?? this.view(seat), text);
    return action.ok ? this.act(seat, action.value, seen) : action;
  }

  /** Bots wait (while people look at a showdown, say) until the returned function is called. */
  hold(): () => void {
    this.holds++;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.holds--;
      this.schedule();
    };
  }

  /** Seats everybody, plays, and gives the result. Rejects when an agent fails or acts against the rules. */
  async play(): Promise<TableResult> {
    if (this.finish !== null) throw new Error('a table is played once');
    const ended = new Promise<TableResult>((done, fail) => {
      this.finish = { done, fail };
    });
    ended.catch(() => {}); // awaited below, unless opening the seats fails first
    try {
      this.open = await openSeats(this.options, this.config, this.options.resolve ?? resolveByRegistry);
      this.begin();
      return await ended;
    } finally {
      this.close();
      for (const seat of this.open) if (seat.kind === 'agent') seat.session.close?.();
    }
  }

  private begin(): void {
    seatPeople(this.state, this.people);
    gang.setup(this.state, this.seed, this.sink);
    this.begun = true;
    if (this.ending.signal.aborted) {
      this.finish?.done(this.result());
      return;
    }
    // At pace `instant` delays still put the bots in an order; only nobody waits for them.
    const factor = this.pace > 0 ? this.pace : this.options.clock === undefined ? 1 : INSTANT;
    const { clock, fail, state } = this;
    const table = this;
    const asked = {
      clock,
      state,
      fail,
      signal: this.ending.signal,
      act: (seat: Seat, action: Action, seen?: GangView) => this.act(seat, action, seen),
      keeps: (seat: Seat) => this.keeps(seat),
      get forced() {
        return table.forced;
      },
      get serial() {
        return table.serial;
      },
      get occasion() {
        return table.occasion;
      },
      get asks() {
        return table.holds === 0 && table.secrets === null && !table.ending.signal.aborted;
      },
      get secrets() {
        return table.secrets;
      },
    };
    this.askers = this.open.map((player, seat) => new Asker(asked, seat, player, this.seed, factor));
    this.afterSecrets(() => this.deliver());
  }

  /**
   * R-HEADLESS, at a live table: when all bots let the chips lie while exit chips are left in the centre, one of those
   * without has to take one; which one follows from the seed and where the table stands.
   */
  private keeps(seat: Seat): void {
    const { state } = this;
    this.kept |= 1 << seat;
    const bots = ((1 << this.config.players) - 1) & ~this.people;
    if (this.kept !== bots || this.forced >= 0) return;
    if (!exitsInPlay(state) || state.info[EXITS_LEFT] === 0 || !state.allHold() || allTaken(state)) return;
    const free = Array.from({ length: this.config.players }, (_, s) => s).filter(
      (s) => ((bots >> s) & 1) === 1 && !state.hasExit(s),
    );
    if (free.length === 0) return; // a person has to
    const turn = state.info[HEIST]! * FORCE_STREAMS + state.info[MOVES]!;
    this.forced = free[new Rng(this.seed, FORCE_STREAM + turn).below(free.length)]!;
    this.serial++;
    this.schedule();
  }

  /** Ends the game where it stands; `play` gives its result. */
  stop(): void {
    this.close();
    if (this.begun) this.finish?.done(this.result());
  }

  /** The game so far, as it can be written to a file and verified. Throws before `play` has dealt. */
  replay(): Replay {
    if (!this.begun) throw new Error('the table has not begun: call play() first');
    const about = { config: { ...this.config }, seed: this.seed, people: this.people, ...seatNames(this.open) };
    return makeReplay(gang, about, this.log.moves);
  }

  private result(): TableResult {
    return tableResult(this.state, this.replay());
  }

  private close(): void {
    this.ending.abort();
    for (const asker of this.askers) asker.close();
  }

  private readonly fail = (error: unknown): void => {
    this.close();
    this.finish?.fail(error);
  };

  private readonly sink = (event: SeenGangEvent): void => {
    this.log.note(event);
    this.queue.push(event);
  };

  /** Bots hear what has happened before they are asked about it; listeners hear it when the act is complete. */
  private noticeAll(): void {
    for (const event of this.queue.slice(this.noticed)) {
      for (const [seat, player] of this.open.entries()) {
        if (player.kind === 'agent' && maySee(event, seat)) player.session.notice?.(event);
      }
    }
    this.noticed = this.queue.length;
  }

  /**
   * Hands out events after the act that caused them is complete. A listener that acts has its events queued behind
   * those of the act before, so that everybody sees everything in the order in which it happened.
   */
  private deliver(): void {
    if (this.delivering) return;
    this.delivering = true;
    try {
      while (this.queue.length > 0) {
        this.noticeAll();
        const event = this.queue.shift()!;
        this.noticed--;
        for (const { seat, hear } of this.listeners.all) if (maySee(event, seat)) hear(event);
      }
      for (const { changed } of this.listeners.all) changed?.();
    } finally {
      this.delivering = false;
    }
    if (this.over) {
      this.close();
      this.finish?.done(this.result());
    } else {
      this.schedule();
    }
  }

  private schedule(): void {
    for (const asker of this.askers) asker.schedule();
  }

  private isStale(action: Action, seen: GangView | undefined): boolean {
    if (seen === undefined) return false;
    const now = this.state.info;
    if (seen.info[HEIST] !== now[HEIST] || seen.info[ROUND] !== now[ROUND]) return true;
    if (verbOf(action) >= VERB_PROPOSE) return QUESTION.some((word) => seen.asked(word) !== this.state.flow[word]);
    // To agree to the chips as they lay is no agreement to where they lie now.
    return action === READY && seen.info[MOVES] !== now[MOVES];
  }
}

/** Streams of the table's seed that say which bot takes an exit chip: one for each number of moves in a heist. */
const FORCE_STREAM = 0x7000_0000;
const FORCE_STREAMS = 0x1000;

/** Words that tell one open question from another. */
const QUESTION = [PROMPT_BY, PROMPT_KIND, PROMPT_PURPOSE, PROMPT_ARG, PROMPT_OTHER] as const;
/** Share of the normal delays at pace `instant` on somebody's own clock. */
const INSTANT = 0.001;

/** Throws `BadInputError` for what isn't an integer from 0 to 2^53 − 1. */
export function checkSeed(seed: number): number {
  if (Number.isSafeInteger(seed) && seed >= 0) return seed;
  throw new BadInputError(inputError('table/seed', 'seed', `${seed} is not a seed.`, 'Use a whole number from 0 up.'));
}
