import type { Budget, Session } from '../../src/core/agent.js';
import type { Action, ActionList } from '../../src/core/game.js';
import type { Rng } from '../../src/core/rng.js';
import type { GangupConfig } from '../../src/gangup/config.js';
import { gangup } from '../../src/gangup/game.js';
import type { GangupView } from '../../src/gangup/state.js';
import type { AgentParameter } from '../entry.js';
import type { GangupAgent } from './gangup-agent.js';
import { type Deal, SEARCH_DEFAULTS, Search, type SearchOptions } from './ismcts-search.js';

export const ISMCTS_ITERATIONS = 200;

export const ISMCTS_PARAMETERS: readonly AgentParameter[] = [
  {
    name: 'iterations',
    meaning: 'deals it thinks through for a decision, fewer when more could not change the answer',
    default: ISMCTS_ITERATIONS,
    min: 1,
    max: 1_000_000,
  },
  {
    name: 'ms',
    meaning: 'milliseconds for a decision instead; 0: by iterations',
    default: 0,
    min: 0,
    max: 600_000,
  },
];

export interface IsmctsOptions extends Partial<SearchOptions> {
  readonly iterations?: number;
  readonly ms?: number;
}

/** A search by the clock lets the rest of the process go on this often, in milliseconds. */
const SLICE_MS = 10;
/** Iterations between two looks at the clock. */
const BATCH = 8;
/** Nodes that a search by the clock has room for from the start. */
const NODES = 1 << 14;

/**
 * Searches the worlds that its view allows; the name states its budget. By `iterations` (200 unless told) the answer
 * follows from the generator it was opened with; by `ms` from the machine's speed too. A deadline or a signal ends
 * either early, with the best answer so far.
 */
export function makeIsmcts(options: IsmctsOptions = {}): GangupAgent {
  const ms = options.ms ?? 0;
  const iterations = ms > 0 ? Number.POSITIVE_INFINITY : Math.ceil(options.iterations ?? ISMCTS_ITERATIONS);
  const search = { ...SEARCH_DEFAULTS, ...options };
  return {
    name: ms > 0 ? `ismcts?ms=${ms}` : `ismcts?iterations=${iterations}`,
    open: (config, _seat, rng) => new IsmctsSession(config as GangupConfig, rng, iterations, ms, search),
  };
}

class IsmctsSession implements Session<GangupView> {
  private readonly search: Search;

  constructor(
    config: GangupConfig,
    private readonly rng: Rng,
    private readonly iterations: number,
    private readonly ms: number,
    options: SearchOptions,
  ) {
    this.search = new Search(config, Math.min(iterations + 1, NODES), options);
  }

  act(view: GangupView, legal: ActionList, budget: Budget): Action | Promise<Action> {
    const { search, rng, iterations } = this;
    if (legal.length === 1) return legal.at(0);
    search.begin();
    const deal: Deal = (world) => gangup.imagine(view, rng, world);
    if (this.ms > 0 || budget.deadline !== undefined || budget.signal !== undefined) {
      return this.byTheClock(view.seat, deal, legal, budget);
    }
    search.think(deal, iterations);
    return search.best(view.seat, legal);
  }

  private async byTheClock(seat: number, deal: Deal, legal: ActionList, budget: Budget): Promise<Action> {
    const { search, iterations } = this;
    const never = Number.POSITIVE_INFINITY;
    const end = Math.min(this.ms > 0 ? performance.now() + this.ms : never, budget.deadline ?? never);
    let slice = performance.now() + SLICE_MS;
    for (let done = 0; done < iterations && search.open(iterations - done); done++) {
      search.iterate(deal);
      if (done % BATCH !== 0) continue;
      const now = performance.now();
      if (now >= end || budget.signal?.aborted === true) break;
      if (now < slice) continue;
      // The table's clocks and signals get their turn.
      await new Promise((resolve) => setImmediate(resolve));
      slice = performance.now() + SLICE_MS;
    }
    return search.best(seat, legal);
  }
}
