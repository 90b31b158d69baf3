import type { Agent, Budget, Session } from '../../src/core/agent.js';
import type { Action, ActionList } from '../../src/core/game.js';
import type { Rng } from '../../src/core/rng.js';
import type { GangupConfig } from '../../src/gangup/config.js';
import type { GangupView } from '../../src/gangup/state.js';
import { SEARCH_DEFAULTS, Search, type SearchOptions } from './ismcts-search.js';

export interface IsmctsOptions extends Partial<SearchOptions> {
  /** Iterations a decision; more than would change the answer are left out. */
  readonly iterations?: number;
  /** Milliseconds a decision instead. */
  readonly ms?: number;
}

export const ISMCTS_ITERATIONS = 200;

/** A search by the clock lets others speak this often, in milliseconds. */
const SLICE_MS = 10;
/** Iterations between two looks at the clock. */
const BATCH = 16;

/** How the agent is called, its budget stated. */
export function ismctsName(options: IsmctsOptions): string {
  if (options.ms !== undefined) return `ismcts?ms=${options.ms}`;
  return `ismcts?iterations=${options.iterations ?? ISMCTS_ITERATIONS}`;
}

/**
 * Searches the worlds that its view allows. With `iterations` (200 unless told) the answer depends on the seed alone;
 * with `ms` on the machine too. A deadline or signal of the table ends either early with the best answer so far.
 */
export function makeIsmcts(options: IsmctsOptions = {}): Agent<GangupView> {
  const { ms } = options;
  const iterations = ms === undefined ? (options.iterations ?? ISMCTS_ITERATIONS) : Number.POSITIVE_INFINITY;
  const search: SearchOptions = { ...SEARCH_DEFAULTS, ...options };
  return {
    name: ismctsName(options),
    open: (config, _seat, rng) => new IsmctsSession(config as GangupConfig, rng, iterations, ms, search),
  };
}

class IsmctsSession implements Session<GangupView> {
  private readonly search: Search;

  constructor(
    config: GangupConfig,
    private readonly rng: Rng,
    private readonly iterations: number,
    private readonly ms: number | undefined,
    options: SearchOptions,
  ) {
    this.search = new Search(config, Math.min(iterations + 1, 1 << 16), options);
  }

  act(view: GangupView, legal: ActionList, budget: Budget): Action | Promise<Action> {
    const { search, rng, iterations } = this;
    if (legal.length === 1) return legal.at(0);
    search.begin();
    if (this.ms === undefined && budget.deadline === undefined && budget.signal === undefined) {
      for (let done = 0; done < iterations && search.open(iterations - done); done++) search.iterate(view, rng);
      return search.best(view.seat, legal);
    }
    return this.byTheClock(view, legal, budget);
  }

  private async byTheClock(view: GangupView, legal: ActionList, budget: Budget): Promise<Action> {
    const { search, rng, iterations } = this;
    const own = this.ms === undefined ? Number.POSITIVE_INFINITY : performance.now() + this.ms;
    const end = Math.min(own, budget.deadline ?? Number.POSITIVE_INFINITY);
    let done = 0;
    let slice = performance.now() + SLICE_MS;
    while (done < iterations && search.open(iterations - done) && budget.signal?.aborted !== true) {
      for (let i = 0; i < BATCH && done < iterations; i++, done++) search.iterate(view, rng);
      const now = performance.now();
      if (now >= end) break;
      if (now < slice) continue;
      await new Promise((resolve) => setImmediate(resolve));
      slice = performance.now() + SLICE_MS;
    }
    return search.best(view.seat, legal);
  }
}
