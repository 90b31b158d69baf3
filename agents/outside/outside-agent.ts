import type { Agent, Budget, FaultKind, Session } from '../../src/core/agent.js';
import { ForfeitError } from '../../src/core/errors.js';
import type { Action, ActionList, GameEvent } from '../../src/core/game.js';
import { type InputError, ok, type Result } from '../../src/core/result.js';
import type { Rng } from '../../src/core/rng.js';
import type { ObservationClass } from '../../src/env/gang-layout.js';
import type { Channel, ChannelEvents } from './channel.js';
import { brief, FaultLog, type OutsideOptions } from './faults.js';
import { type Answer, type OpenTable, Program } from './program.js';
import type { SentView, Terms } from './terms.js';

/** How tables, questions and events are written for an agent outside. Answers are read by it too. */
export interface Wire<View> {
  open(config: unknown, seat: number, rng: Rng): object;
  act(view: View, legal: ActionList, observes: ObservationClass): object;
  notice(config: unknown, event: GameEvent, observes: ObservationClass): object | null;
  /** The action of an answer, legal or not; in words where it is none of the game's. */
  read(answer: Answer, legal: readonly Action[], describe: (action: Action) => string): Action | string;
}

export interface OutsideAgent<View> extends Agent<View> {
  readonly observes: ObservationClass;
  readonly faults: FaultLog;
}

export interface Outside<View extends SentView> {
  /** As the agent was asked for. */
  readonly name: string;
  readonly terms: Terms<View>;
  readonly wire: Wire<View>;
  readonly hello: object;
  begin(events: ChannelEvents): Channel;
}

/** Actions that the words about an illegal answer list at most. */
const LISTED_MAX = 12;

/**
 * Starts the process of an agent outside this one; an error says why it can't start. The agent's faults are counted,
 * and each costs it the move, for which `terms.standIn` acts, or the game (`options.strict`: `act` rejects with
 * `ForfeitError`).
 */
export async function startOutside<View extends SentView>(
  outside: Outside<View>,
  options: OutsideOptions,
): Promise<Result<OutsideAgent<View>, InputError>> {
  const { name, terms, hello } = outside;
  const faults = new FaultLog(name, options);
  const greeted = { ...hello, game: terms.game, rules: terms.version };
  const program = new Program(name, (events) => outside.begin(events), greeted, faults, options);
  const started = await program.start();
  if (!started.ok) return started;
  return ok({
    name,
    observes: started.value.observes,
    faults,
    open: (config, seat, rng) => new OutsideSession(outside, program, faults, options, config, seat, rng),
  });
}

class OutsideSession<View extends SentView> implements Session<View> {
  private readonly table: OpenTable;
  readonly notice?: (event: GameEvent) => void;
  /** Set when it has said that it hears nothing. */
  private deaf = false;

  constructor(
    private readonly outside: Outside<View>,
    private readonly program: Program,
    private readonly faults: FaultLog,
    private readonly options: OutsideOptions,
    config: unknown,
    seat: number,
    rng: Rng,
  ) {
    const { wire } = outside;
    const { observes, notices } = program.greeting;
    this.table = program.newTable({ seat, config, ...wire.open(config, seat, rng) });
    if (!notices) return;
    this.notice = (event) => {
      if (this.deaf) return;
      const told = wire.notice(config, event, observes);
      if (told !== null) program.tell(this.table, { type: 'notice', event: told });
    };
  }

  async act(view: View, legal: ActionList, budget: Budget): Promise<Action> {
    const { outside, program } = this;
    const { terms, wire } = outside;
    const options = legal.toArray();
    const left = budget.deadline === undefined ? Number.POSITIVE_INFINITY : budget.deadline - performance.now();
    const body = wire.act(view, legal, program.greeting.observes);
    const time = Math.max(1, Math.min(program.moveTime, left));
    const outcome = await program.ask(this.table, body, time, budget.signal);
    if ('fault' in outcome) return this.lost(outcome.fault.kind, outcome.fault.message, options);
    const { answer } = outcome;
    if (answer.error !== undefined) return this.fault('crash', `failed: ${brief(String(answer.error))}`, options);
    if (answer.deaf === true) this.deaf = true;
    const describe = (action: Action): string => terms.describe(view, action);
    const action = wire.read(answer, options, describe);
    if (typeof action === 'number' && options.includes(action)) return action;
    const answered = typeof action === 'string' || !Number.isInteger(action) ? String(action) : describe(action);
    const could = options.slice(0, LISTED_MAX).map(describe).join(', ');
    const message = `answered '${brief(answered)}', which is not legal; legal: ${could}`;
    return this.fault('illegal', message, options);
  }

  close(): void {
    this.program.closeTable(this.table);
  }

  private fault(kind: FaultKind, message: string, options: readonly Action[]): Action {
    this.faults.note(kind, message);
    return this.lost(kind, message, options);
  }

  /** The move, or the game, that a fault costs. */
  private lost(kind: FaultKind, message: string, options: readonly Action[]): Action {
    if (this.options.strict) throw new ForfeitError(`${this.outside.name}: ${kind}: ${message}`);
    return this.outside.terms.standIn(options);
  }
}
