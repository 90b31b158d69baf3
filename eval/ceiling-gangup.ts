import type { GangupAgent } from '../agents/gangup/gangup-agent.js';
import { SEARCH_DEFAULTS, Search } from '../agents/gangup/ismcts-search.js';
import type { GangupConfig } from '../src/gangup/config.js';
import { gangup } from '../src/gangup/game.js';
import { type GangupState, INFO } from '../src/gangup/state.js';
import { type BootstrapInterval, bootstrap, bootstrapReached } from './bootstrap.js';
import type { DealSums } from './gangup-arena.js';
import { clusteredShare, type Interval } from './stats.js';

/** How the search that peeks thinks about a decision. */
export interface PeekBudget {
  readonly iterations: number;
  /** Turns beyond the one at hand that it looks ahead; `ismcts` looks none ahead, as it can't know what will be drawn. */
  readonly turns: number;
}

export const PEEK_BUDGET: PeekBudget = { iterations: 100, turns: 1 };

/**
 * An upper reference, no agent: it peeks. The search of `ismcts` (its tree, priors, playouts and appraisal of what a turn
 * has come to), but every iteration starts from the true state of the table instead of a deal that the view allows: it
 * sees all hands and the order of both piles, and the state's own generator, so that draws, shuffles and random picks to
 * come fall in its search as they will at the table. What the others will do it isn't told: they are searched like
 * itself, and played as `schemer` would from their own views. It answers about `state` alone, the state of the match that
 * it sits at.
 */
export function peeker(state: GangupState, { iterations, turns }: PeekBudget = PEEK_BUDGET): GangupAgent {
  return {
    name: `peek?iterations=${iterations}&turns=${turns}`,
    open: (config) => {
      const search = new Search(config as GangupConfig, iterations + 1, { ...SEARCH_DEFAULTS, turns });
      const deal = (world: GangupState): void => gangup.copy(state, world);
      return {
        act: (_view, legal) => {
          if (legal.length === 1) return legal.at(0);
          search.begin();
          search.think(deal, iterations);
          return search.best(state.info[INFO.promptSeat]!, legal);
        },
      };
    },
  };
}

/** What the search that peeks wins in the place of a line-up's first agent, and how far up to that the agent is. */
export interface GangupCeiling extends PeekBudget {
  /** In whose places it sat. */
  readonly agent: string;
  /** Games of the line-up, from the first on, that it played as well. */
  readonly games: number;
  /** Share of its games that a copy of it won, shared wins split. */
  readonly winShare: Interval;
  readonly bootstrap: BootstrapInterval;
  /** (win share of the agent − fair share) / (that of the ceiling − fair share); null where that isn't clearly above fair. */
  readonly reached: BootstrapInterval | null;
}

/** `own`: the agent's deals, of which the ceiling played the first. */
export function ceilingOf(
  of: { readonly agent: string; readonly budget: PeekBudget; readonly games: number },
  own: DealSums,
  peeking: DealSums,
  fair: number,
  seed: number,
): GangupCeiling {
  return {
    agent: of.agent,
    ...of.budget,
    games: of.games,
    winShare: clusteredShare(peeking.shares, peeking.sizes),
    bootstrap: bootstrap(peeking.shares, peeking.sizes, seed),
    reached: bootstrapReached(
      { sums: own.shares, sizes: own.sizes },
      { sums: peeking.shares, sizes: peeking.sizes },
      fair,
      seed,
    ),
  };
}
