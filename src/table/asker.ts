import type { Session } from '../core/agent.js';
import { IllegalActionError } from '../core/errors.js';
import { type Action, ActionList, type Seat } from '../core/game.js';
import type { InputError, Result } from '../core/result.js';
import { legalWhenAsked } from '../env/schedule.js';
import { KEEP, READY } from '../gang/actions.js';
import { viewOf } from '../gang/game.js';
import { describeAction, parseAction } from '../gang/notation.js';
import { isLegal, legal, legalAnswers } from '../gang/rules.js';
import {
  FORCED_EXIT,
  type GangState,
  GangView,
  MOVES,
  PEOPLE_MASK,
  PHASE,
  PHASE_CHIPS,
  PROMPT_BY,
  ROUND,
} from '../gang/state.js';
import type { Clock } from './clock.js';
import { type Occasion, Pacer } from './pace.js';
import type { OpenSeat, PersonCallback } from './seats.js';

/** What an asker may use of its table. */
export interface AskedTable {
  readonly state: GangState;
  readonly clock: Clock;
  /** Counts what is reacted to: chips that moved and rounds that began. */
  readonly serial: number;
  /** The newest of these. */
  readonly occasion: Occasion;
  /** False while bots are to wait, and after the end. */
  readonly asks: boolean;
  /** What bots answer to secret questions, while it isn't in yet. */
  readonly secrets: Promise<void> | null;
  /** Aborted when the game is over or stopped. */
  readonly signal: AbortSignal;
  /** The bot that has to take an exit chip because all bots let them lie, −1 none. */
  readonly forced: Seat;
  act(seat: Seat, action: Action, seen?: GangView): Result<null, InputError>;
  /** A bot lets the chips lie. */
  keeps(seat: Seat): void;
  fail(error: unknown): void;
}

/** Refusals in a row after which a callback is taken to be broken. */
const REFUSALS_MAX = 100;
/** A bot that was about to act takes at least this share of a fresh delay when a chip moves under its nose. */
const GLANCE = 0.4;

/** Moves of chips, as a share of the seats, after which bots become patient, and how patient at most. */
const PATIENT_AFTER = 0.5;
const PATIENCE_MAX = 16;

/**
 * By how much bots slow down while a person holds no chip of this round: doubled with every chip that moves. Else they
 * would have spent their takes on one another before a person has read the new cards. Depends on nothing but what
 * everybody sees (R-SILENT).
 */
function patience({ info, shape, star }: GangState): number {
  const spare = info[MOVES]! - PATIENT_AFTER * shape.seats;
  if (spare <= 0) return 1;
  for (let seat = 0; seat < shape.seats; seat++) {
    const waited = ((info[PEOPLE_MASK]! >> seat) & 1) === 1 && star[info[ROUND]! * shape.seats + seat]! < 0;
    if (waited) return Math.min(PATIENCE_MAX, 2 ** spare);
  }
  return 1;
}

/** Asks one seat of a live table: at the start of a round, and again only after a chip moved (R-CONCURRENT). */
export class Asker {
  /** `serial` of the table when the seat was asked last. */
  private seen = -1;
  private cancel: (() => void) | null = null;
  private due = 0;
  private postponed = false;
  /** Its time was set while it waited for a person. */
  private patient = false;
  private busy = false;
  /** What its agent will choose, while it thinks. */
  private thinking: Promise<Action> | null = null;
  private turn: AbortController | null = null;
  private readonly pacer: Pacer;
  private readonly list: ActionList;
  private readonly shown: GangView;

  constructor(
    private readonly table: AskedTable,
    private readonly seat: Seat,
    private readonly player: OpenSeat,
    seed: number,
    factor: number,
  ) {
    this.pacer = new Pacer(seed, seat, factor);
    this.list = new ActionList();
    this.shown = new GangView(table.state.config);
  }

  /** Sets a timer when the seat has not been asked since the last chip moved. */
  schedule(): void {
    const { player, table } = this;
    if (this.busy || this.seen === table.serial || !table.asks) return;
    if (player.kind === 'person') {
      if (player.callback !== null && this.cancel === null) this.plan(0);
    } else if (this.cancel === null || (this.patient && patience(table.state) === 1)) {
      this.cancel?.();
      const patient = patience(table.state);
      this.patient = patient > 1;
      this.postponed = false;
      this.plan(this.pacer.next(table.occasion) * patient);
    } else if (!this.postponed) {
      this.postpone();
    }
  }

  /** A chip moved: what a person is being shown is old. */
  outdate(): void {
    this.turn?.abort();
  }

  close(): void {
    this.cancel?.();
    this.cancel = null;
    this.turn?.abort();
  }

  private plan(delay: number): void {
    this.due = this.table.clock.now() + delay;
    this.cancel = this.table.clock.after(delay, () => {
      this.cancel = null;
      return this.ask();
    });
  }

  /** Once a delay: a bot whose time had nearly come looks at what changed before it acts. */
  private postpone(): void {
    const least = GLANCE * this.pacer.next('chips');
    if (this.due - this.table.clock.now() >= least) return;
    this.cancel?.();
    this.postponed = true;
    this.plan(least);
  }

  /** Resolves when an agent has answered. Nobody waits for a person's callback. */
  private ask(): Promise<void> | undefined {
    const { player, table } = this;
    if (!table.asks) return undefined; // scheduled again when the table goes on
    if (player.kind === 'person' && player.callback === null) return undefined;
    this.busy = true;
    this.seen = table.serial;
    const asked = player.kind === 'agent' ? this.askAgent(player) : this.askPerson(player.callback!);
    const answered = asked.then(
      () => {
        this.busy = false;
        this.schedule();
      },
      (error: unknown) => table.fail(error),
    );
    return player.kind === 'agent' ? answered : undefined;
  }

  get isPerson(): boolean {
    return this.player.kind === 'person';
  }

  /**
   * The seat's agent answers the open question now, or as soon as it has said what it thought about before. Throws
   * `IllegalActionError` (a promise rejects with it) for an answer that is none.
   */
  answer(): Action | Promise<Action> {
    const { player, seat, table, thinking } = this;
    if (player.kind !== 'agent') throw new Error(`a person in seat ${seat} answers when they like`);
    if (thinking !== null) return thinking.then(() => this.answer());
    const list = new ActionList();
    legalAnswers(table.state, seat, list);
    return this.choose(player.session, list, new GangView(table.state.config));
  }

  /** What the agent chooses from the list, by what the seat sees now (written to `shown`). */
  private choose(session: Session<GangView>, list: ActionList, shown: GangView): Action | Promise<Action> {
    const { player, seat, table } = this;
    const { state } = table;
    // R-HEADLESS: like a headless seat that must take an exit chip; only this seat is shown that it must.
    state.info[FORCED_EXIT] = table.forced === seat ? 1 : 0;
    viewOf(state, seat, shown);
    state.info[FORCED_EXIT] = 0;
    const options = list.toArray();
    const checked = (action: Action): Action => {
      this.thinking = null;
      if (options.includes(action) || table.signal.aborted) return action;
      const could = options.map(describeAction).join(', ');
      throw new IllegalActionError(`${player.name} in seat ${seat} chose ${describeAction(action)}; legal: ${could}`);
    };
    const answer = session.act(shown, list, { signal: table.signal });
    if (typeof answer === 'number') return checked(answer);
    this.thinking = answer.then(checked);
    return this.thinking;
  }

  private async askAgent(player: OpenSeat & { kind: 'agent' }): Promise<void> {
    const { list, seat, shown, table } = this;
    const { state } = table;
    state.info[FORCED_EXIT] = table.forced === seat ? 1 : 0;
    if (state.flow[PROMPT_BY] !== 0) legalAnswers(state, seat, list);
    else if (state.info[PHASE] === PHASE_CHIPS) legalWhenAsked(state, seat, list);
    else list.clear();
    state.info[FORCED_EXIT] = 0;
    if (list.length === 0) return; // others are asked
    // R-HEADLESS: a seat whose only act is `keep` isn't asked and counts as having kept.
    if (list.length === 1 && list.codes[0] === KEEP) return this.keep();
    const answer = this.choose(player.session, list, shown);
    const action = typeof answer === 'number' ? answer : await answer;
    if (table.signal.aborted) return;
    // An act for a table that has changed meanwhile is refused; the bot is asked again, since a chip moved.
    if (action === KEEP) this.keep();
    else table.act(seat, action, shown);
    if (table.secrets !== null) await table.secrets;
  }

  /** At a `ready` table, who keeps when everybody holds a chip is ready; not if a chip has moved since it was asked. */
  private keep(): void {
    const { seat, table } = this;
    if (this.seen !== table.serial || table.secrets !== null) return;
    if (isLegal(table.state, seat, READY)) table.act(seat, READY);
    else if (this.player.kind === 'agent') table.keeps(seat);
  }

  private async askPerson(callback: PersonCallback): Promise<void> {
    const { list, seat, table } = this;
    let refused: InputError | undefined;
    for (let refusals = 1; table.asks; refusals++) {
      this.seen = table.serial;
      const view = new GangView(table.state.config);
      viewOf(table.state, seat, view);
      legal(table.state, seat, list);
      if (list.length === 0) return; // others are asked
      const names = list.toArray().map(describeAction);
      if (view.info[PHASE] === PHASE_CHIPS && view.starNow(seat) >= 0) names.unshift('keep');
      const turn = new AbortController();
      this.turn = turn;
      const answer = await callback({
        seat,
        view,
        legal: names,
        signal: turn.signal,
        ...(refused === undefined ? {} : { refused }),
      });
      if (answer === undefined || table.signal.aborted) return;
      const action = typeof answer === 'number' ? { ok: true as const, value: answer } : parseAction(view, answer);
      if (action.ok && action.value === KEEP) return this.keep();
      const done = action.ok ? table.act(seat, action.value, view) : action;
      if (done.ok) return;
      refused = done.error;
      if (refusals >= REFUSALS_MAX) {
        throw new IllegalActionError(`seat ${seat} was refused ${refusals} times in a row: ${refused.message}`);
      }
    }
  }
}
