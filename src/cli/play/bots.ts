import type { OutsideOptions } from '../../../agents/outside/faults.js';
import { type AgentOf, type GameId, resolveAgent } from '../../../agents/registry.js';
import type { Agent } from '../../core/agent.js';
import { BadInputError, unwrap } from '../../core/errors.js';
import { flagError } from '../flags.js';
import { untilInterrupted } from '../progress.js';

/** Who plays when nobody is named; the second where the first's model is missing, so that a script needs none. */
const BEST: { readonly [G in GameId]: readonly string[] } = {
  gang: ['full', 'belief'],
  gangup: ['boss', 'schemer'],
};

export interface Bots<A> {
  /** By seat. At the person's own seat: who takes it over when the input ends. */
  readonly agents: readonly A[];
  /** Their names, each once. */
  readonly label: string;
  /** Why other bots play than usual. */
  readonly note: string | null;
}

/** A table that somebody sits down at. */
interface AnyTable<A> {
  readonly players: number;
  /** Whether trained agents of this version play it better than scripts do. */
  readonly trained: boolean;
  /** Whether an agent plays it at all; absent: every agent does. */
  fits?(agent: A): boolean;
}

/**
 * The agents in the bots' seats: those that were asked for (one name for all, or one for each other seat, with
 * commas), else the best that can play here. Throws `BadInputError`.
 */
export async function findBots<G extends GameId>(
  game: G,
  names: string | undefined,
  table: AnyTable<AgentOf[G]>,
  seat: number,
  outside?: OutsideOptions,
): Promise<Bots<AgentOf[G]>> {
  const { players } = table;
  if (names === undefined) return findBest(game, table);
  const list = names.split(',').map((name) => name.trim());
  if (list.length !== 1 && list.length !== players - 1) {
    const free = players - 1 === 1 ? '1 seat is' : `${players - 1} seats are`;
    throw flagError(
      'bots',
      `names ${list.length} agents, and ${free} free.`,
      'Name one for all, or one for each seat.',
    );
  }
  const loaded = new Map<string, AgentOf[G]>();
  for (const name of list) {
    if (loaded.has(name)) continue;
    const agent = unwrap(await resolveAgent(game, name, table.trained ? players : undefined, outside));
    if ((!table.trained && isTrained(agent)) || table.fits?.(agent) === false) {
      const hint = `Name one that plays every table, such as ${BEST[game].at(-1)}, or none.`;
      throw flagError(
        'bots',
        `names ${name}, which has no network that plays this table better than the scripts.`,
        hint,
      );
    }
    loaded.set(name, agent);
  }
  const agents = Array.from({ length: players }, (_, s) => {
    const at = list.length === 1 || s === seat ? 0 : s < seat ? s : s - 1;
    return loaded.get(list[at]!)!;
  });
  return { agents, label: [...loaded.keys()].join(', '), note: null };
}

/** Has the agents do what they do once for tables like this one, with a progress bar; false when Ctrl-C ended it. */
export async function prepareBots(agents: readonly Agent<never>[], config: unknown): Promise<boolean> {
  for (const agent of new Set(agents)) {
    const { prepare } = agent;
    if (prepare === undefined) continue;
    const unit = `games that ${agent.name} practises with these cards`;
    const done = await untilInterrupted(unit, async (running) => {
      await prepare.call(agent, config, running);
      return true;
    });
    if (done === undefined) return false;
  }
  return true;
}

/** An agent that runs a trained model, and nothing else where it has none. */
function isTrained(agent: object): boolean {
  return 'policy' in agent && agent.policy !== undefined && 'fits' in agent;
}

async function findBest<G extends GameId>(
  game: G,
  { players, trained }: AnyTable<AgentOf[G]>,
): Promise<Bots<AgentOf[G]>> {
  let note: string | null = null;
  for (const name of BEST[game]) {
    const found = await resolveAgent(game, name, trained ? players : undefined);
    if (found.ok && !trained && isTrained(found.value)) {
      note = 'No trained agent knows this table:';
      continue;
    }
    if (found.ok) {
      if (note !== null) note = `${note} "${name}" plays instead.`;
      return { agents: Array<AgentOf[G]>(players).fill(found.value), label: name, note };
    }
    if (found.error.code !== 'model/missing') throw new BadInputError(found.error);
    note = `No trained model for ${players} players is installed:`;
  }
  throw new Error(`no agent of ${game} needs no model`);
}
