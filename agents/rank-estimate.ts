import { ObservationEncoder } from '../src/env/gang-encode.js';
import type { GangConfig } from '../src/gang/config.js';
import { planOf } from '../src/gang/plan.js';
import type { GangView } from '../src/gang/state.js';
import { beliefOpinion } from './belief.js';
import { NetSeat } from './deluxe/net-seat.js';
import { sightEncoder } from './deluxe/net-session.js';
import type { SightEncoder } from './deluxe/sight.js';
import { ViewFeatures } from './features.js';
import { fitsTable } from './fits.js';
import type { GangAgent } from './gang-agent.js';
import type { OnnxPolicy } from './onnx.js';
import type { RankOpinion } from './rank-belief.js';
import { fromHead } from './rank-head.js';
import { estimatesAt, isBaseTable } from './trained.js';

/** Estimates the final ranks at a table for whoever holds the view: one for each seat that asks. */
export interface RankEstimator {
  /** The agent whose network estimates; null where `belief` does. */
  readonly model: string | null;
  /**
   * [S, S] chances by what the view shows and nothing else: for each seat, from the view's own on to the left, and
   * each rank from the weakest; each seat's sum to 1. Equal hands share their ranks evenly (R-TIE).
   */
  rankEstimate(view: GangView): Promise<Float32Array>;
}

/** The estimate of a model with a head, at the base game to which its observation is made. */
class BaseEstimator implements RankEstimator {
  readonly model: string;
  private readonly features = new ViewFeatures();
  private readonly encoder: ObservationEncoder;

  constructor(private readonly policy: OnnxPolicy) {
    this.model = policy.card.name;
    this.encoder = new ObservationEncoder(policy.card.class, policy.card.players);
  }

  rankEstimate(view: GangView): Promise<Float32Array> {
    const observation = new Float32Array(this.policy.observationSize);
    this.encoder.encode(view, this.features.update(view), 0, observation, 0);
    return this.policy.ranks(observation, 1);
  }
}

/** The estimate of a model with a head at any other table, from what its sessions see there. */
class TableEstimator implements RankEstimator {
  readonly model: string;
  private readonly seat = new NetSeat();
  private readonly encoder: SightEncoder;

  constructor(
    private readonly policy: OnnxPolicy,
    config: GangConfig,
  ) {
    this.model = policy.card.name;
    this.encoder = sightEncoder(policy.card, config);
  }

  async rankEstimate(view: GangView): Promise<Float32Array> {
    const { encoder, policy, seat } = this;
    const { seats } = view.shape;
    const out = new Float32Array(seats * seats);
    if (view.pocketCount[view.seat] === 0) return out.fill(1 / seats);
    seat.look(view);
    seat.sight.recall(view, seat.sense);
    const observation = new Float32Array(policy.observationSize);
    encoder.encode(view, seat.sight, observation, 0);
    const rows = encoder.headRows.slice();
    const asker = view.seat;
    fromHead(await policy.ranks(observation, 1), 0, policy.card.players, rows, asker, seats, out);
    return out;
  }
}

/** The estimate of `belief`. */
class BeliefEstimator implements RankEstimator {
  readonly model = null;
  private readonly opinion: RankOpinion;

  constructor(private readonly config: GangConfig) {
    this.opinion = beliefOpinion(config);
  }

  async rankEstimate(view: GangView): Promise<Float32Array> {
    const out = new Float32Array(this.config.players ** 2);
    this.opinion.ranks(view, out);
    return out;
  }
}

/**
 * Who estimates at a table: the first of `agents` with a model that plays it and whose estimates are the better ones
 * there (`estimatesAt`), else `belief`, which knows every table. Throws `BadInputError` for a model that can't be loaded.
 */
export async function rankEstimator(config: GangConfig, agents: readonly GangAgent[] = []): Promise<RankEstimator> {
  for (const agent of agents) {
    if (!fitsTable(agent, config)) continue;
    const policy = await networkOf(agent, config);
    if (policy === undefined || !estimatesAt(policy, config)) continue;
    const isBase = policy.card.padded === undefined && isBaseTable(config);
    return isBase ? new BaseEstimator(policy) : new TableEstimator(policy, config);
  }
  return new BeliefEstimator(config);
}

/** The network behind an agent's seats at a table. */
async function networkOf(agent: GangAgent, config: GangConfig): Promise<OnnxPolicy | undefined> {
  const policy = planOf(config).plain ? await agent.policy?.(config) : undefined;
  return policy ?? (await agent.network?.(config));
}
