import type { Session } from '../src/core/agent.js';
import { type Action, ActionList } from '../src/core/game.js';
import { Rng } from '../src/core/rng.js';
import { ObservationEncoder } from '../src/env/gang-encode.js';
import { actionIndex } from '../src/env/gang-table.js';
import { legalWhenAsked } from '../src/env/schedule.js';
import type { GangConfig } from '../src/gang/config.js';
import { type GangView, PHASE, PHASE_CHIPS } from '../src/gang/state.js';
import { belief } from './belief.js';
import { ViewFeatures } from './features.js';
import { fitsTable } from './fits.js';
import type { GangAgent } from './gang-agent.js';
import type { OnnxPolicy } from './onnx.js';
import { type RankEstimator, rankEstimator } from './rank-estimate.js';

export interface AdvisedAct {
  readonly action: Action;
  /** With what chance its network would do that; null where it doesn't say. */
  readonly chance: number | null;
}

/** What an agent would think in a seat, by the seat's own view and nothing else. */
export interface Advice {
  readonly seat: number;
  /** [S, S] chances of each seat, from `seat` on to the left, for each rank from the weakest. */
  readonly ranks: Float32Array;
  /** The model that estimates the ranks; null: `belief` does. */
  readonly ranksBy: string | null;
  /** What it would do if it were asked now, the likeliest first; empty while no chips lie open. */
  readonly acts: readonly AdvisedAct[];
  /** The agent that would do so. */
  readonly actsBy: string;
}

/**
 * Advises whoever sits at a table, as its first agent with a network that plays there would think, or where none does as
 * `belief` does. One adviser a seat.
 */
export class Adviser {
  private readonly legal = new ActionList();
  private readonly features = new ViewFeatures();
  private session: Session<GangView> | undefined;

  private constructor(
    private readonly config: GangConfig,
    private readonly estimator: RankEstimator,
    private readonly agent: GangAgent,
    private readonly policy: OnnxPolicy | undefined,
  ) {}

  /** Throws `BadInputError` for a model that can't be loaded. */
  static async open(config: GangConfig, agents: readonly GangAgent[]): Promise<Adviser> {
    const trained = agents.find((agent) => hasNetwork(agent) && fitsTable(agent, config));
    const agent = trained ?? belief;
    return new Adviser(config, await rankEstimator(config, [agent]), agent, await agent.policy?.(config));
  }

  /** The view must stay as it is until the answer is there. */
  async advise(view: GangView): Promise<Advice> {
    const { agent, estimator } = this;
    const acts = this.acts(view);
    const ranks = estimator.rankEstimate(view);
    return {
      seat: view.seat,
      ranks: Float32Array.from(await ranks),
      ranksBy: estimator.model,
      acts: await acts,
      actsBy: agent.name,
    };
  }

  private async acts(view: GangView): Promise<AdvisedAct[]> {
    const { legal, policy } = this;
    if (view.info[PHASE] !== PHASE_CHIPS) return [];
    legalWhenAsked(view, view.seat, legal);
    if (legal.length === 0) return [];
    if (policy !== undefined) return this.networkActs(view, policy, legal.toArray());
    this.session ??= await this.agent.open(this.config, view.seat, new Rng(0));
    return [{ action: await this.session.act(view, legal, {}), chance: null }];
  }

  private async networkActs(view: GangView, policy: OnnxPolicy, actions: readonly Action[]): Promise<AdvisedAct[]> {
    const observation = new Float32Array(policy.observationSize);
    const encoder = new ObservationEncoder(policy.card.class, policy.card.players);
    encoder.encode(view, this.features.update(view), 0, observation, 0);
    const logits = await policy.logits(observation, 1);
    const spread = this.agent.temperature || 1;
    const scores = actions.map((action) => logits[actionIndex(action)]! / spread);
    const top = Math.max(...scores);
    const weights = scores.map((score) => Math.exp(score - top));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const acts = actions.map((action, i) => ({ action, chance: weights[i]! / total }));
    return acts.sort((a, b) => b.chance - a.chance);
  }
}

function hasNetwork(agent: GangAgent): boolean {
  return agent.policy !== undefined || 'network' in agent;
}
