import type { FaultKind } from '../../src/core/agent.js';
import { fail, type InputError, inputError, ok, type Result } from '../../src/core/result.js';
import type { ObservationClass } from '../../src/env/gang-layout.js';
import type { Channel, ChannelEvents } from './channel.js';
import { brief, type FaultLog, MOVE_TIME, type OutsideOptions, START_TIME } from './faults.js';

/** Version of the protocol: bumped when a program that was right becomes wrong. */
export const PROTOCOL = 1;

/** What a program says of itself when it starts. */
export interface Greeting {
  readonly observes: ObservationClass;
  /** Whether it wants to hear what happens. */
  readonly notices: boolean;
}

/** A seat of a program at one table; `opening` tells it so, to each process that hasn't heard it. */
export interface OpenTable {
  readonly table: number;
  readonly opening: object;
  /** The process that knows of it, 0 none. */
  generation: number;
}

export type Answer = { readonly [key: string]: unknown };

/** An answer, or why there is none. */
export type Outcome =
  | { readonly answer: Answer }
  | { readonly fault: { readonly kind: FaultKind; readonly message: string } };

interface Request {
  readonly id: number;
  readonly seat: OpenTable;
  readonly body: object;
  readonly time: number;
  readonly resolve: (outcome: Outcome) => void;
  sent: number;
  /** Nobody waits for the answer any more. */
  dropped: boolean;
}

/** Processes that one agent is given in a row without one answer, and in a run, before it is no longer asked. */
const ROW_MAX = 3;
const STARTS_MAX = 20;
/** Messages that make no sense, since the last answer, after which a process is ended. */
const NONSENSE_MAX = 100;
/** Bytes that a program may leave unread. */
const UNREAD_MAX = 1 << 24;
const LAST_WORDS = 2000;

/**
 * A user's program or module in a process of its own, which is asked for the moves of all its seats at all its tables,
 * each request with a number. Whatever it does, every question gets an outcome in bounded time: a process that ends,
 * or has no answer in time, costs its oldest question an answer, and another process is started for the rest.
 *
 * The time for a move runs from when it was sent or, where several are open, from the answer before it.
 */
export class Program {
  greeting: Greeting = { observes: 'full', notices: false };
  private channel: Channel | null = null;
  private starting = false;
  private generation = 0;
  private row = 0;
  private nonsense = 0;
  private abandoned = false;
  private lastAnswer = 0;
  private lastWords = '';
  private nextId = 1;
  private nextTable = 1;
  private waiting: Request[] = [];
  private queued: Request[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(
    readonly name: string,
    private readonly begin: (events: ChannelEvents) => Channel,
    private readonly hello: object,
    private readonly faults: FaultLog,
    private readonly options: OutsideOptions,
  ) {}

  get moveTime(): number {
    return this.options.moveTime ?? MOVE_TIME;
  }

  /** Starts the first process. An error says why it can't be an agent. */
  async start(): Promise<Result<Greeting, InputError>> {
    const started = await this.startProcess();
    if (started.ok) this.greeting = started.value;
    return started;
  }

  newTable(opening: object): OpenTable {
    const table = this.nextTable++;
    return { table, opening: { type: 'open', table, ...opening }, generation: 0 };
  }

  /** Asks for a move; `time` in milliseconds. Rejects only with the reason of an aborted signal. */
  ask(seat: OpenTable, body: object, time: number, signal?: AbortSignal): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const request: Request = { id: this.nextId++, seat, body, time, sent: 0, dropped: false, resolve: done };
      const drop = (): void => {
        request.dropped = true;
        this.arm();
        reject(signal!.reason);
      };
      function done(outcome: Outcome): void {
        signal?.removeEventListener('abort', drop);
        resolve(outcome);
      }
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      signal?.addEventListener('abort', drop, { once: true });
      if (this.channel !== null) this.deliver(request);
      else {
        this.queued.push(request);
        this.resume();
      }
    });
  }

  /** Says something that has no answer; only to a process that is there to hear it. */
  tell(seat: OpenTable, message: object): void {
    if (this.channel === null) return;
    this.introduce(seat);
    this.channel.send({ ...message, table: seat.table });
    this.checkUnread();
  }

  /** Tells the process that the seat's game is over. */
  closeTable(seat: OpenTable): void {
    if (seat.generation === this.generation) this.channel?.send({ type: 'close', table: seat.table });
  }

  private introduce(seat: OpenTable): void {
    if (seat.generation === this.generation) return;
    seat.generation = this.generation;
    this.channel!.send(seat.opening);
  }

  private deliver(request: Request): void {
    this.introduce(request.seat);
    request.sent = performance.now();
    this.waiting.push(request);
    this.channel!.send({
      type: 'act',
      id: request.id,
      table: request.seat.table,
      time: Math.round(request.time),
      ...request.body,
    });
    if (!this.checkUnread()) this.arm();
  }

  private checkUnread(): boolean {
    if (this.channel === null || this.channel.unread <= UNREAD_MAX) return false;
    this.broken('stall', 'does not read what it is sent');
    return true;
  }

  /** Keeps a timer for the oldest question; it alone keeps this process from ending while an answer is awaited. */
  private arm(): void {
    if (!this.waiting.some((request) => !request.dropped)) {
      if (this.timer !== null) clearTimeout(this.timer);
      this.timer = null;
      return;
    }
    if (this.timer !== null) return;
    const check = (): void => {
      this.timer = null;
      const oldest = this.waiting[0];
      if (oldest === undefined) return;
      if (this.due(oldest) > performance.now()) this.arm();
      else this.broken('stall', `had no answer after ${Math.round(oldest.time)} ms`);
    };
    this.timer = setTimeout(check, Math.max(1, this.due(this.waiting[0]!) - performance.now()));
  }

  private due(request: Request): number {
    return Math.max(request.sent, this.lastAnswer) + request.time;
  }

  private hear(message: unknown): void {
    const { id, type, error } = (typeof message === 'object' && message !== null ? message : {}) as Answer;
    if (type === 'fault') {
      this.faults.note('crash', `failed: ${String(error)}`);
      return;
    }
    const at = typeof id === 'number' ? this.waiting.findIndex((request) => request.id === id) : -1;
    if (at < 0) {
      const what = typeof id === 'number' ? `answered question ${id}, which is not open` : 'wrote what is no answer';
      this.garbled(what);
      return;
    }
    const [request] = this.waiting.splice(at, 1);
    this.lastAnswer = performance.now();
    this.row = 0;
    this.nonsense = 0;
    request!.resolve({ answer: message as Answer });
    this.arm();
  }

  private garbled(what: string): void {
    this.faults.note('garbled', what);
    if (++this.nonsense > NONSENSE_MAX) this.broken('crash', 'was ended, as all it wrote made no sense');
  }

  /** The process is of no use any more: its oldest question is lost, the others go to another process. */
  private broken(kind: FaultKind, how: string, said = this.withLastWords(how)): void {
    this.channel?.kill();
    this.channel = null;
    this.queued = [...this.waiting.filter((request) => !request.dropped), ...this.queued];
    this.waiting = [];
    this.arm();
    const lost = this.queued.shift();
    this.faults.note(kind, said);
    lost?.resolve({ fault: { kind, message: said } });
    if (++this.row >= ROW_MAX || this.generation >= STARTS_MAX) this.abandon();
    else this.resume();
  }

  private abandon(): void {
    this.abandoned = true;
    for (const request of this.queued.splice(0)) this.refuse(request);
  }

  private refuse(request: Request): void {
    const message = 'is no longer asked';
    this.faults.note('unasked', message);
    request.resolve({ fault: { kind: 'unasked', message } });
  }

  /** Another process for the questions that wait for one. */
  private resume(): void {
    if (this.abandoned) this.abandon();
    if (this.starting || this.queued.length === 0) return;
    void this.startProcess().then((started) => {
      if (started.ok) for (const request of this.queued.splice(0)) this.deliver(request);
      else this.broken('crash', '', started.error.message.replace(/\.$/, ''));
    });
  }

  private startProcess(): Promise<Result<Greeting, InputError>> {
    this.starting = true;
    this.generation++;
    this.nonsense = 0;
    this.lastWords = '';
    return new Promise((resolve) => {
      let greeted = false;
      const settle = (outcome: Result<Greeting, InputError>): void => {
        if (greeted) return;
        greeted = true;
        clearTimeout(timer);
        this.starting = false;
        if (outcome.ok) this.channel = channel;
        else channel.kill();
        resolve(outcome);
      };
      const refuse = (message: string): void => settle(fail(this.error(this.withLastWords(message))));
      const own = (): boolean => this.channel === channel;
      const channel = this.begin({
        message: (message) => {
          if (own()) this.hear(message);
          else if (!greeted) settle(this.readGreeting(message));
        },
        garbage: (what) => {
          if (own()) this.garbled(what);
          else refuse(what);
        },
        ended: (how) => {
          if (own()) this.broken('crash', how);
          else refuse(how.startsWith('cannot') ? how : `${how} before it said hello`);
        },
        stderr: (text) => {
          this.lastWords = (this.lastWords + text).slice(-LAST_WORDS);
          this.options.stderr?.(text);
        },
      });
      const timer = setTimeout(() => refuse(`did not say hello within ${START_TIME} ms`), START_TIME);
      channel.send({ type: 'hello', protocol: PROTOCOL, moveTime: this.moveTime, ...this.hello });
    });
  }

  private readGreeting(message: unknown): Result<Greeting, InputError> {
    const said = (typeof message === 'object' && message !== null ? message : {}) as Answer;
    if (said.type === 'refused') return fail(said.error as InputError);
    if (said.type !== 'hello') return fail(this.error('did not say hello first'));
    if (said.protocol !== PROTOCOL) {
      return fail(this.error(`speaks version ${brief(String(said.protocol))} of the protocol, not ${PROTOCOL}`));
    }
    return ok({ observes: said.observes === 'legible' ? 'legible' : 'full', notices: said.notices === true });
  }

  private error(message: string): InputError {
    return inputError('agent/exec', this.name, `${message}.`, 'What a program should say: docs/exec-protocol.md.');
  }

  /** With what the process wrote to stderr last: the last line that names an error, else the last one. */
  private withLastWords(message: string): string {
    const lines = this.lastWords.split('\n').filter((line) => line.trim() !== '');
    const last = lines.findLast((line) => /^\S*(error|exception)\b/i.test(line)) ?? lines.at(-1);
    return last === undefined ? message : `${message} ("${brief(last)}")`;
  }
}
