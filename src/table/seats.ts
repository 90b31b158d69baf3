import { resolveForTable } from '../../agents/registry.js';
import type { Agent, Session } from '../core/agent.js';
import { BadInputError, unwrap } from '../core/errors.js';
import type { Action, Seat, SeatSet } from '../core/game.js';
import { type InputError, inputError } from '../core/result.js';
import { Rng } from '../core/rng.js';
import type { GangConfig } from '../gang/config.js';
import type { GangView } from '../gang/state.js';

/** What a person's callback is shown. */
export interface PersonTurn<View = GangView> {
  readonly seat: Seat;
  /** The table as this seat sees it: a copy that stays as it is. `viewToJson` puts it in words and numbers. */
  readonly view: View;
  /** What the seat may do now, in the notation: `keep`, `take 3 from centre`, `take 1 from seat 2`, `put back 3`, `ready`. */
  readonly legal: readonly string[];
  /** Why the answer before did not count: it was not a legal act, or a chip had moved meanwhile. */
  readonly refused?: InputError;
  /** Aborted when a chip moves: the turn shows an old table then, and a new one follows when this one is answered. */
  readonly signal: AbortSignal;
}

/**
 * An act in the notation (or its code); `keep` lets the chips lie, and says ready where that is asked for and everybody
 * holds a chip; `undefined` does nothing until a chip moves.
 */
export type PersonAnswer = string | Action | undefined;

/** Called at the start of each round and whenever a chip has moved. */
export type PersonCallback<View = GangView> = (turn: PersonTurn<View>) => PersonAnswer | Promise<PersonAnswer>;

/**
 * Who sits in a seat: `'person'` (acts through `table.act`), a person's callback, an agent, or the name of one: `full`,
 * `belief`, `greedy` …, or a path to your own (see `hench agents`).
 */
export type SeatSpec<View = GangView> = PersonCallback<View> | Agent<View> | 'person' | (string & {});

/** Finds an agent by name for a table of this configuration. */
export type AgentResolver<Config = GangConfig, View = GangView> = (
  name: string,
  config: Config,
) => Agent<View> | Promise<Agent<View>>;

export type OpenSeat<View = GangView> =
  | { readonly kind: 'person'; readonly name: 'person'; readonly callback: PersonCallback<View> | null }
  | {
      readonly kind: 'agent';
      readonly name: string;
      readonly session: Session<View>;
      readonly model: string | null;
    };

/** The stream of the table's seed that a seat's agent draws from. */
const AGENT_STREAM = 0x4000_0000;

export function isPerson(spec: unknown): boolean {
  return spec === 'person' || typeof spec === 'function';
}

/** Seats of people, as bits. */
export function peopleOf(specs: readonly unknown[]): SeatSet {
  return specs.reduce<SeatSet>((set, spec, seat) => (isPerson(spec) ? set | (1 << seat) : set), 0);
}

/** Throws `BadInputError` when there are not as many seats as players. */
export function checkSeats(specs: readonly unknown[], players: number): void {
  if (specs.length === players) return;
  const message = `${specs.length} seats are filled, and the table has ${players} players.`;
  throw new BadInputError(inputError('table/seats', 'seats', message, 'Name one for each player.'));
}

/**
 * Agents by name, as the registry knows them; a trained agent's model is loaded for this number of players. Where it
 * doesn't fit the table the best script sits down, under its own name.
 */
export const resolveByRegistry: AgentResolver = async (name, config) =>
  unwrap(await resolveForTable(name, config)).agent;

/** The randomness of whoever plays this seat at a table of this seed. */
export function seatRng(seed: number, seat: Seat): Rng {
  return new Rng(seed, AGENT_STREAM + seat);
}

/** Opens a session for every agent. An agent that is named more than once is loaded once. */
export async function openSeats<Config, View>(
  table: { readonly seats: readonly SeatSpec<View>[]; readonly seed: number },
  config: Config,
  resolve: AgentResolver<Config, View>,
): Promise<OpenSeat<View>[]> {
  const loaded = new Map<string, Agent<View>>();
  const seats: OpenSeat<View>[] = [];
  for (const [seat, spec] of table.seats.entries()) {
    if (typeof spec === 'function') {
      seats.push({ kind: 'person', name: 'person', callback: spec });
    } else if (spec === 'person') {
      seats.push({ kind: 'person', name: 'person', callback: null });
    } else {
      let agent = typeof spec === 'string' ? loaded.get(spec) : spec;
      if (agent === undefined) {
        agent = await resolve(spec as string, config);
        loaded.set(spec as string, agent);
      }
      const session = await agent.open(config, seat, seatRng(table.seed, seat));
      seats.push({ kind: 'agent', name: agent.name, session, model: await modelOf(agent, config) });
    }
  }
  return seats;
}

/** An agent that runs a model says which. */
interface WithModel<Config> {
  policy(config: Config): Promise<{ readonly card: { readonly sha256: string } } | undefined>;
  /** The same at any table, where it has a say. */
  network(config: Config): Promise<{ readonly card: { readonly sha256: string } } | undefined>;
}

/** The hash of the model that an agent runs at this table, where it has one. */
async function modelOf<Config>(agent: object, config: Config): Promise<string | null> {
  const { network, policy: ofBase } = agent as Partial<WithModel<Config>>;
  const policy = await (network ?? ofBase)?.(config);
  return policy?.card.sha256 ?? null;
}

/** Names and model hashes for a replay's header. */
export function seatNames<View>(seats: readonly OpenSeat<View>[]): {
  readonly agents: string[];
  readonly models: Record<string, string>;
} {
  const models: Record<string, string> = {};
  for (const seat of seats) if (seat.kind === 'agent' && seat.model !== null) models[seat.name] = seat.model;
  return { agents: seats.map((seat) => seat.name), models };
}
