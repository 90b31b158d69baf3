import type { Budget } from '../../src/core/agent.js';
import type { Action, ActionList } from '../../src/core/game.js';
import type { Rng } from '../../src/core/rng.js';
import type { GangupConfig } from '../../src/gangup/config.js';
import { gangup } from '../../src/gangup/game.js';
import type { GangupView } from '../../src/gangup/state.js';
import { type AgentParameter, defaultsOf } from '../entry.js';
import { SEARCH_PARAMETERS, type SearchOptions } from '../search/search.js';
import { PRACTICE_PARAMETER, practise, TRUST_PARAMETER } from './advisor.js';
import { type BossAgent, loadBoss, type ThinkingSession, type Thought, thoughtOf } from './boss.js';
import { type BossPolicy, type BossQuestion, shippedBoss } from './boss-policy.js';
import { Foresight } from './foresight.js';
import { Sight } from './sight.js';
import { copyView } from './view-copy.js';

/** How `boss-search` searches: as `search` of The Gang does. */
export interface BossSearchOptions extends Pick<SearchOptions, 'worlds' | 'least' | 'sure'> {
  /** Candidates that are looked at, the likeliest first. */
  readonly candidates: number;
  readonly practice: number;
  readonly trust: number;
}

/** A parameter that `search` has too. */
function shared(name: keyof SearchOptions, standard: number, more: Partial<AgentParameter> = {}): AgentParameter {
  return { ...SEARCH_PARAMETERS.find((parameter) => parameter.name === name)!, default: standard, ...more };
}

export const BOSS_SEARCH_PARAMETERS: readonly AgentParameter[] = [
  shared('worlds', 16, { min: 2, max: 1000 }),
  { name: 'candidates', meaning: 'acts that are looked at, at most', default: 4, min: 2, max: 100 },
  shared('least', 0.05),
  shared('sure', 1.5),
  PRACTICE_PARAMETER,
  TRUST_PARAMETER,
];

/** Worlds between two looks at the clock. */
const LOT = 8;

/**
 * `boss` with a look ahead: where its network isn't sure, its likeliest candidates are played out to the end of the turn
 * in imagined worlds, all seats by the network, and one that clearly wins more than the network's own choice is taken
 * instead. By `worlds` the answer follows from the generator it was opened with; a deadline or a signal ends it early.
 */
export function makeBossSearch(options: Partial<BossSearchOptions> = {}): BossAgent {
  const all = { ...defaultsOf(BOSS_SEARCH_PARAMETERS), ...options } as BossSearchOptions;
  const policy = loadBoss(shippedBoss);
  return {
    name: `boss-search?worlds=${all.worlds}`,
    policy,
    prepare: (config, more) => practise(config as GangupConfig, all.practice, more),
    open: async (config, _seat, rng) => {
      await practise(config as GangupConfig, all.practice);
      return new BossSearchSession(await policy(), config as GangupConfig, all, rng);
    },
  };
}

class BossSearchSession implements ThinkingSession {
  thought: Thought | undefined;
  private sight: Sight | undefined;
  private foresight: Foresight | undefined;
  private readonly seen: GangupView;

  constructor(
    private readonly policy: BossPolicy,
    private readonly config: GangupConfig,
    private readonly options: BossSearchOptions,
    private readonly rng: Rng,
  ) {
    this.seen = gangup.createView(config);
  }

  act(view: GangupView, legal: ActionList, budget: Budget): Action | Promise<Action> {
    this.thought = undefined;
    if (legal.length === 1) return legal.at(0);
    this.sight ??= new Sight(view, this.options);
    copyView(view, this.seen);
    return this.decide(legal.toArray(), budget, this.sight.look(view, legal));
  }

  private async decide(legal: readonly Action[], budget: Budget, question: BossQuestion): Promise<Action> {
    const { seen, policy, options } = this;
    const thought = thoughtOf(await policy.answer(1, question), legal, seen.seat, seen.seats);
    const order = legal.map((_, k) => k).sort((a, b) => thought.chances[b]! - thought.chances[a]!);
    const looked = order.filter((k, i) => i === 0 || thought.chances[k]! >= options.least).slice(0, options.candidates);
    const actions = looked.map((k) => legal[k]!);
    const chosen = actions.length > 1 ? await this.foresee(actions, budget) : actions[0]!;
    this.thought = { ...thought, chosen };
    return chosen;
  }

  /** The network's own choice, the first of the actions, unless another is clearly better. */
  private async foresee(actions: readonly Action[], { deadline, signal }: Budget): Promise<Action> {
    const { seen, options, rng } = this;
    this.foresight ??= new Foresight(this.policy, this.config, options);
    const leads = actions.map((): number[] => []);
    for (let done = 0; done < options.worlds; done += LOT) {
      const late = deadline !== undefined && performance.now() >= deadline;
      if (done > 0 && (late || signal?.aborted === true)) break;
      const outlooks = await this.foresight.look(seen, actions, Math.min(LOT, options.worlds - done), rng);
      const own = outlooks[0]!.shares;
      for (const [k, { shares }] of outlooks.entries()) {
        for (let w = 0; w < own.length; w++) leads[k]!.push(shares[w]! - own[w]!);
      }
    }
    let best = actions[0]!;
    let most = 0;
    for (const [k, lead] of leads.entries()) {
      const { mean, error } = meanOf(lead);
      if (mean <= most || mean <= options.sure * error) continue;
      most = mean;
      best = actions[k]!;
    }
    return best;
  }
}

/** The mean, and the standard error of it. */
function meanOf(values: readonly number[]): { readonly mean: number; readonly error: number } {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(square / (n - 1) / n) };
}
