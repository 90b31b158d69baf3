import type { GangAgent } from '../agents/gang-agent.js';
import { chooseAction, type OnnxPolicy } from '../agents/onnx.js';
import type { Session } from '../src/core/agent.js';
import { BadInputError, ForfeitError } from '../src/core/errors.js';
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
import { type GangView, HEIST } from '../src/gang/state.js';
import { AGENT_STREAM, dealSeed } from './deals.js';
import type { DecisionLog } from './decisions.js';
import { Scribe } from './gang-scribe.js';

export interface PlayOptions {
  /** In the order of the line-up. */
  readonly agents: readonly GangAgent[];
  /** Ways to sit, gone through from deal to deal: `seating[seat]` is a place in `agents`. */
  readonly seatings: readonly (readonly number[])[];
  readonly config: GangConfig;
  /** Deals: one game of the configured length each. */
  readonly games: number;
  /** Number of the first deal, 0 if absent. */
  readonly from?: number;
  readonly seed: number;
  readonly tables?: number | undefined;
  /** Whether nobody wants the rest any more. */
  stopped?(): boolean;
  /** Where every decision is written down, with the line-up's name; nowhere if absent. */
  readonly record?: { readonly log: DecisionLog; readonly lineup: string } | undefined;
}

/** What happened, deal by deal. */
export interface LineupPlays {
  /** [games] heists that succeeded. */
  readonly successes: Uint8Array;
  /** [games] heists played. */
  readonly heists: Uint8Array;
  /** [games] 1 for a game that was won. */
  readonly wins: Uint8Array;
  /** [games] moves of chips. */
  readonly moves: Uint16Array;
  /** [games] 1 where an agent's fault ended the game (`ForfeitError`): its last heist counts as failed. */
  readonly forfeits: Uint8Array;
}

/** Tables at once: a network is asked for all of them in one go; scripts gain nothing from more. */
const TABLES_WITH_NETWORKS = 512;
const TABLES_WITHOUT = 8;
/** A user's own agent, in another process, is asked for many at once, too. */
const TABLES_WITH_OUTSIDERS = 64;

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
  private forfeited = false;
  /** Heists of this deal that succeeded: bars may move by more than one. */
  private successes = 0;
  private places: readonly number[] = [];
  /** Set while a session at this table wants to hear what happens; else events aren't even made. */
  private hear: ((event: SeenGangEvent) => void) | undefined;
  private readonly scribe: Scribe | undefined;

  constructor(
    private readonly options: PlayOptions,
    private readonly groups: readonly (Group | undefined)[],
    readonly plays: LineupPlays,
  ) {
    const networks = groups.some((group) => group !== undefined);
    const needed = { observation: 'full', equity: networks, privileged: false, shaping: 0 } as const;
    this.table = new GangTable(options.config, needed);
    this.legal = new ActionList();
    const { record, agents } = options;
    if (record !== undefined) this.scribe = new Scribe(record.log, record.lineup, this.table, agents);
  }

  /** Sits the agents down for deal `deal`. */
  async start(deal: number): Promise<void> {
    const { options, sessions, rngs } = this;
    const seed = dealSeed(options.seed, deal);
    this.deal = deal;
    const seating = deal % options.seatings.length;
    this.places = options.seatings[seating]!;
    this.scribe?.begin(deal, seating, this.places);
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

  get over(): boolean {
    return this.forfeited || this.table.over;
  }

  /** Plays on while sessions answer at once; ends at a network's turn, at an answer still to come, or with the game. */
  advance(): Promise<void> | undefined {
    while (!this.over && this.group === undefined) {
      const { table, legal } = this;
      const seat = table.seat;
      gang.view(table.state.game, seat, table.view);
      legalHeadless(table.state, seat, legal);
      const answer = this.sessions[seat]!.act(table.view, legal, {});
      if (answer instanceof Promise) {
        return answer.then(
          (action) => this.playAction(action),
          (error) => this.forfeit(error),
        );
      }
      this.playAction(answer);
    }
    return undefined;
  }

  private forfeit(error: unknown): void {
    if (!(error instanceof ForfeitError)) throw error;
    this.forfeited = true;
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
    const { table } = this;
    const { game } = table.state;
    this.playCode(table.codec.actionAt(game, table.seat, game.pocket, table.seat * game.shape.pocket, index));
  }

  /** Plays an action code; chips that move are counted. */
  private playCode(action: Action): void {
    const { table, scribe } = this;
    if (verbOf(action) === VERB_TAKE) this.moves++;
    scribe?.decision(action);
    const { heists } = table;
    if (table.play(action, this.hear) === 1) this.successes++;
    if (table.heists > heists) scribe?.heistOver(table.lastSuccess);
  }

  private notice(event: SeenGangEvent): void {
    for (let seat = 0; seat < this.sessions.length; seat++) {
      if (event.to === undefined || ((event.to >> seat) & 1) === 1) this.sessions[seat]?.notice?.(event);
    }
  }

  /** Writes the finished game down and lets the sessions go. */
  finish(): void {
    const { plays, deal, forfeited } = this;
    const { game } = this.table.state;
    const at = deal - (this.options.from ?? 0);
    const won = !forfeited && hasWon(game);
    plays.successes[at] = this.successes;
    plays.heists[at] = game.info[HEIST]! + (forfeited ? 1 : 0);
    plays.wins[at] = won ? 1 : 0;
    plays.moves[at] = this.moves;
    plays.forfeits[at] = forfeited ? 1 : 0;
    if (forfeited) this.scribe?.heistOver(false);
    this.scribe?.finish(deal, won);
    this.forfeited = false;
    this.moves = 0;
    this.successes = 0;
    for (let seat = 0; seat < this.sessions.length; seat++) {
      this.sessions[seat]?.close?.();
      this.sessions[seat] = undefined;
    }
  }
}

/**
 * Plays deals of a line-up, many tables at once; results don't depend on how many. What was `stopped` is incomplete.
 */
export async function playLineup(options: PlayOptions): Promise<LineupPlays> {
  const { games, agents, from = 0 } = options;
  const plays: LineupPlays = {
    successes: new Uint8Array(games),
    heists: new Uint8Array(games),
    wins: new Uint8Array(games),
    moves: new Uint16Array(games),
    forfeits: new Uint8Array(games),
  };
  const networks = agents.some((agent) => agent.policy !== undefined);
  const outsiders = agents.some((agent) => agent.faults !== undefined);
  const most = networks ? TABLES_WITH_NETWORKS : outsiders ? TABLES_WITH_OUTSIDERS : TABLES_WITHOUT;
  const count = Math.min(games, options.tables ?? most);
  const byName = new Map<string, Group>();
  const groups: (Group | undefined)[] = [];
  for (const agent of agents) {
    let group = byName.get(agent.name);
    const policy = group === undefined ? await agent.policy?.(options.config) : undefined;
    if (policy !== undefined) {
      group = new Group(policy, agent.temperature ?? 0, count);
      byName.set(agent.name, group);
    }
    groups.push(group);
  }
  const end = from + games;
  let next = from;
  const tables = Array.from({ length: count }, () => new Seating(options, groups, plays));
  for (const table of tables) await table.start(next++);
  let running = tables;
  while (running.length > 0) {
    if (options.stopped?.() === true) return plays;
    const waiting: Promise<void>[] = [];
    for (const table of running) {
      const later = table.advance();
      if (later !== undefined) waiting.push(later);
      else if (!table.over) table.group!.gather(table);
    }
    if (waiting.length > 0) await Promise.all(waiting);
    for (const group of byName.values()) await group.answer();
    if (byName.size === 0) await new Promise(setImmediate); // Ctrl-C and the progress bar get their turn
    const ended = new Set<Seating>();
    for (const table of running) {
      if (!table.over) continue;
      table.finish();
      if (next < end) await table.start(next++);
      else ended.add(table);
    }
    if (ended.size > 0) running = running.filter((table) => !ended.has(table));
  }
  return plays;
}
