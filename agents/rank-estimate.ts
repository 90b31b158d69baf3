import { ObservationEncoder } from '../src/env/gang-encode.js';
import type { GangConfig } from '../src/gang/config.js';
import { planOf } from '../src/gang/plan.js';
import type { GangView } from '../src/gang/state.js';
import { beliefOpinion } from './belief.js';
import { ViewFeatures } from './features.js';
import type { GangAgent } from './gang-agent.js';
import type { OnnxPolicy } from './onnx.js';
import type { RankOpinion } from './rank-belief.js';

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

/** The estimate of a model with a head. */
class ModelEstimator implements RankEstimator {
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
 * Who estimates at a table: the first of `agents` with a model that fits it and has an estimator, else `belief`, which
 * knows every table. Throws `BadInputError` for a model that can't be loaded.
 */
export async function rankEstimator(config: GangConfig, agents: readonly GangAgent[] = []): Promise<RankEstimator> {
  if (planOf(config).plain) {
    for (const agent of agents) {
      const policy = await agent.policy?.(config);
      if (policy?.estimates === true) return new ModelEstimator(policy);
    }
  }
  return new BeliefEstimator(config);
}
