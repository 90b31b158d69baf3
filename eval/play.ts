import type { GangAgent } from '../agents/gang-agent.js';
import { chooseAction, type OnnxPolicy } from '../agents/onnx.js';
import type { Session } from '../src/core/agent.js';
import { BadInputError } from '../src/core/errors.js';
import { type Action, ActionList } from '../src/core/game.js';
import { inputError } from '../src/core/result.js';
import { Rng } from '../src/core/rng.js';
import { FEATURES, ObservationEncoder } from '../src/env/gang-encode.js';
import { GangTable } from '../src/env/gang-table.js';
import { legalHeadless } from '../src/env/schedule.js';
import { VERB_TAKE, verbOf } from '../src/gang/actions.js';
import type { GangConfig } from '../src/gang/config.js';
import type { SeenGangEvent } from '../src/gang/events.js';
import { gang } from '../src/gang/game.js';
import { describeAction } from '../src/gang/notation.js';
import { hasWon } from '../src/gang/rules.js';
import { type GangView, HEIST, ROUNDS } from '../src/gang/state.js';
import { orAborted } from './abort.js';
import { AGENT_STREAM, dealSeed } from './deals.js';

export interface PlayOptions {
  /** In the order of the line-up. */
  readonly agents: readonly GangAgent[];
  /** Ways to sit, gone through from deal to deal: `seating[seat]` is a place in `agents`. */
  readonly seatings: readonly (readonly number[])[];
  readonly config: GangConfig;
  /** Deals: one game of the configured length each. */
  readonly games: number;
  readonly seed: number;
  readonly tables?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  onProgress?(done: number): void;
}

/** What happened, deal by deal. */
export interface LineupPlays {
  /** [games] heists that succeeded. */
  readonly successes: Uint8Array;
  /** [games] heists played. */
  readonly heists: Uint8Array;
  /** [games] 1 for a game that was won. */
  readonly wins: Uint8Array;
  /** Moves of chips and rounds, over all deals. */
  readonly moves: number;
  readonly rounds: number;
}

/** Tables at once: a network is asked for all of them in one go; scripts gain nothing from more. */
const TABLES_WITH_NETWORKS = 512;
const TABLES_WITHOUT = 8;

/** One trained policy of a line-up and the decisions that are gathered for it. */
class Group {
  readonly encoder: ObservationEncoder;
  readonly observations: Float32Array;
  readonly mask: Uint8Array;
  readonly seats: Seating[] = [];

  constructor(
    readonly policy: OnnxPolicy,
    readonly temperature: number,
    tables: number,
  ) {
    this.encoder = new ObservationEncoder(policy.card.class, policy.card.players);
    this.observations = new Float32Array(tables * policy.observationSize);
    this.mask = new Uint8Array(tables * policy.actions);
  }

  /** Takes up the decision of the seat that is asked at a table. */
  gather(table: Seating): void {
    const { policy, encoder, seats } = this;
    const row = seats.length;
    const seat = table.table.seat;
    gang.view(table.table.state.game, seat, table.table.view);
    // The row of features is the seat's own equities, as it computes them from its view.
    const { features, view } = table.table;
    encoder.encode(view, features, seat * FEATURES, this.observations, row * policy.observationSize);
    table.table.mask(this.mask, row * policy.actions);
    seats.push(table);
  }

  /** Asks the network and plays its answers. */
  async answer(): Promise<void> {
    const { policy, seats, mask, temperature } = this;
    if (seats.length === 0) return;
    const { actions } = policy;
    const logits = await policy.logits(this.observations, seats.length);
    for (const [row, table] of seats.entries()) {
      const rng = temperature > 0 ? table.rngs[table.table.seat] : undefined;
      table.play(chooseAction(logits, row * actions, mask, row * actions, actions, temperature, rng));
    }
    seats.length = 0;
  }
}

/** A table of the arena with who sits there. */
class Seating {
  readonly table: GangTable;
  readonly legal: ActionList;
  readonly sessions: (Session<GangView> | undefined)[] = [];
  readonly rngs: Rng[] = [];
  deal = -1;
  moves = 0;
  /** Heists of this deal that succeeded: bars may move by more than one. */
  private successes = 0;
  private places: readonly number[] = [];
  /** Set while a session at this table wants to hear what happens; else events aren't even made. */
  private hear: ((event: SeenGangEvent) => void) | undefined;

  constructor(
    private readonly options: PlayOptions,
    private readonly groups: readonly (Group | undefined)[],
    readonly plays: Results,
  ) {
    const networks = groups.some((group) => group !== undefined);
    const needed = { observation: 'full', equity: networks, privileged: false, shaping: 0 } as const;
    this.table = new GangTable(options.config, needed);
    this.legal = new ActionList();
  }

  /** Sits the agents down for deal `deal`. */
  async start(deal: number): Promise<void> {
    const { options, sessions, rngs } = this;
    const seed = dealSeed(options.seed, deal);
    this.deal = deal;
    this.places = options.seatings[deal % options.seatings.length]!;
    for (let seat = 0; seat < options.config.players; seat++) {
      const place = this.places[seat]!;
      const rng = new Rng(seed, AGENT_STREAM - seat);
      rngs[seat] = rng;
      if (this.groups[place] !== undefined) continue;
      const opened = options.agents[place]!.open(options.config, seat, rng);
      sessions[seat] = opened instanceof Promise ? await opened : opened;
    }
    const heard = sessions.some((session) => session?.notice !== undefined);
    this.hear = heard ? (event) => this.notice(event) : undefined;
    this.table.reset(seed, this.hear);
  }

  /** The group of the seat that is asked, undefined where a session sits. */
  get group(): Group | undefined {
    return this.groups[this.places[this.table.seat]!];
  }

  /** Plays on while sessions answer at once; ends at a network's turn, at an answer still to come, or with the game. */
  advance(): Promise<void> | undefined {
    while (!this.table.over && this.group === undefined) {
      const { table, legal } = this;
      const seat = table.seat;
      gang.view(table.state.game, seat, table.view);
      legalHeadless(table.state, seat, legal);
      const answer = this.sessions[seat]!.act(table.view, legal, {});
      if (answer instanceof Promise) return answer.then((action) => this.playAction(action));
      this.playAction(answer);
    }
    return undefined;
  }

  private playAction(action: Action): void {
    const { table, legal } = this;
    if (!legal.includes(action)) {
      const name = this.options.agents[this.places[table.seat]!]!.name;
      const answered = Number.isInteger(action) ? describeAction(action) : String(action);
      const could = legal.toArray().map(describeAction).join(', ');
      throw new BadInputError(
        inputError('agent/illegal', name, `answered '${answered}', which is not legal.`, `Legal: ${could}.`),
      );
    }
    this.playCode(action);
  }

  /** Plays an action index for the seat that is asked. */
  play(index: number): void {
    if (index !== 0) this.moves++;
    if (this.table.step(index, this.hear) === 1) this.successes++;
  }

  /** Plays an action code; chips that move are counted. */
  private playCode(action: Action): void {
    if (verbOf(action) === VERB_TAKE) this.moves++;
    if (this.table.play(action, this.hear) === 1) this.successes++;
  }

  private notice(event: SeenGangEvent): void {
    for (let seat = 0; seat < this.sessions.length; seat++) {
      if (event.to === undefined || ((event.to >> seat) & 1) === 1) this.sessions[seat]?.notice?.(event);
    }
  }

  /** Writes the finished game down and lets the sessions go. */
  finish(): void {
    const { plays, deal } = this;
    const { game } = this.table.state;
    plays.successes[deal] = this.successes;
    plays.heists[deal] = game.info[HEIST]!;
    plays.wins[deal] = hasWon(game) ? 1 : 0;
    plays.moves += this.moves;
    plays.rounds += game.info[HEIST]! * ROUNDS;
    this.moves = 0;
    this.successes = 0;
    for (let seat = 0; seat < this.sessions.length; seat++) {
      this.sessions[seat]?.close?.();
      this.sessions[seat] = undefined;
    }
  }
}

interface Results extends LineupPlays {
  moves: number;
  rounds: number;
}

/** Plays all deals of a line-up, many tables at once; results don't depend on how many. */
export async function playLineup(options: PlayOptions): Promise<LineupPlays> {
  const { games, agents } = options;
  const plays: Results = {
    successes: new Uint8Array(games),
    heists: new Uint8Array(games),
    wins: new Uint8Array(games),
    moves: 0,
    rounds: 0,
  };
  const networks = agents.some((agent) => agent.policy !== undefined);
  const count = Math.min(games, options.tables ?? (networks ? TABLES_WITH_NETWORKS : TABLES_WITHOUT));
  const byName = new Map<string, Group>();
  const groups: (Group | undefined)[] = [];
  for (const agent of agents) {
    let group = byName.get(agent.name);
    if (group === undefined && agent.policy !== undefined) {
      group = new Group(await agent.policy(options.config), agent.temperature ?? 0, count);
      byName.set(agent.name, group);
    }
    groups.push(group);
  }
  let next = 0;
  let done = 0;
  const tables = Array.from({ length: count }, () => new Seating(options, groups, plays));
  for (const table of tables) await table.start(next++);
  let running = tables;
  while (running.length > 0) {
    options.signal?.throwIfAborted();
    const waiting: Promise<void>[] = [];
    for (const table of running) {
      const later = table.advance();
      if (later !== undefined) waiting.push(later);
      else if (!table.table.over) table.group!.gather(table);
    }
    if (waiting.length > 0) await orAborted(Promise.all(waiting), options.signal);
    for (const group of byName.values()) await group.answer();
    if (byName.size === 0) await new Promise(setImmediate); // Ctrl-C and the progress bar get their turn
    let ended = false;
    for (const table of running) {
      if (!table.table.over) continue;
      table.finish();
      done++;
      if (next < games) await table.start(next++);
      else ended = true;
    }
    if (ended) running = running.filter((table) => !table.table.over);
    options.onProgress?.(done);
  }
  return plays;
}
