import type { Session } from '../../src/core/agent.js';
import { unwrap } from '../../src/core/errors.js';
import type { Action, ActionList } from '../../src/core/game.js';
import type { Rng } from '../../src/core/rng.js';
import type { GangupConfig } from '../../src/gangup/config.js';
import type { GangupView } from '../../src/gangup/state.js';
import { type Advised, practise, TRUST } from './advisor.js';
import { type BossAnswer, BossPolicy, type BossQuestion, likeliest, shippedBoss } from './boss-policy.js';
import type { GangupAgent } from './gangup-agent.js';
import { PRACTICE_GAMES } from './practice.js';
import { Sight } from './sight.js';

/** What it saw in a decision: how likely it was to take each candidate, and what each seat may expect. */
export interface Thought {
  readonly legal: readonly Action[];
  /** Of each candidate; they sum to 1. */
  readonly chances: Float64Array;
  readonly chosen: Action;
  /** Share of the win that each seat may expect, by seat: they sum to 1. */
  readonly shares: Float64Array;
}

/** A session that can say what it thought when it last answered. */
export interface ThinkingSession extends Session<GangupView> {
  /** Undefined before its first answer, and where it had no choice. */
  readonly thought: Thought | undefined;
}

export interface BossOptions extends Advised {
  /** 0 takes the likeliest candidate, 1 draws as in training. */
  readonly temperature?: number;
  /** Share of the decisions that are answered at random: a handicap. */
  readonly slips?: number;
}

/** What the network's answer to one decision means; `chosen` is its likeliest candidate. */
export function thoughtOf(
  { logits, values }: BossAnswer,
  legal: readonly Action[],
  seat: number,
  seats: number,
  temperature = 0,
): Thought {
  const best = likeliest(logits, 0, legal.length);
  const chances = new Float64Array(legal.length);
  const scale = 1 / (temperature > 0 ? temperature : 1);
  let total = 0;
  for (let k = 0; k < legal.length; k++) {
    chances[k] = Math.exp(scale * (logits[k]! - logits[best]!));
    total += chances[k]!;
  }
  for (let k = 0; k < legal.length; k++) chances[k]! /= total;
  const shares = new Float64Array(seats);
  for (let place = 0; place < seats; place++) shares[(seat + place) % seats] = values[place]!;
  return { legal, chances, chosen: legal[best]!, shares };
}

class BossSession implements ThinkingSession {
  thought: Thought | undefined;
  private sight: Sight | undefined;

  constructor(
    private readonly policy: BossPolicy,
    private readonly options: Required<BossOptions>,
    private readonly rng: Rng,
  ) {}

  act(view: GangupView, legal: ActionList): Action | Promise<Action> {
    if (legal.length === 1) {
      this.thought = undefined;
      return legal.at(0);
    }
    this.sight ??= new Sight(view, this.options);
    return this.decide(view.seat, view.seats, legal.toArray(), this.sight.look(view, legal));
  }

  private async decide(seat: number, seats: number, legal: readonly Action[], question: BossQuestion): Promise<Action> {
    const thought = thoughtOf(await this.policy.answer(1, question), legal, seat, seats, this.options.temperature);
    const chosen = this.choose(thought);
    this.thought = { ...thought, chosen };
    return chosen;
  }

  private choose({ legal, chances, chosen }: Thought): Action {
    const { rng } = this;
    const { slips, temperature } = this.options;
    if (slips > 0 && rng.float() < slips) return legal[rng.below(legal.length)]!;
    if (!(temperature > 0)) return chosen;
    let point = rng.float();
    for (let k = 0; k < chances.length; k++) {
      point -= chances[k]!;
      if (point < 0) return legal[k]!;
    }
    return chosen;
  }
}

/** Loads the model of a folder when it is first asked for, once. The promise rejects with `BadInputError`. */
export function loadBoss(dir: () => string): () => Promise<BossPolicy> {
  let loaded: Promise<BossPolicy> | undefined;
  return () => {
    loaded ??= BossPolicy.load(dir()).then(unwrap);
    return loaded;
  };
}

/** An agent with a trained policy, and that policy. */
export interface BossAgent extends GangupAgent {
  policy(): Promise<BossPolicy>;
}

/** An agent that plays by the trained policy in a folder: the one that comes with the package unless told otherwise. */
export function makeBoss(options: BossOptions = {}, name = 'boss', dir: () => string = shippedBoss): BossAgent {
  const policy = loadBoss(dir);
  const { temperature = 0, slips = 0, practice = PRACTICE_GAMES, trust = TRUST } = options;
  const all = { temperature, slips, practice, trust };
  return {
    name,
    policy,
    prepare: (config, more) => practise(config as GangupConfig, all.practice, more),
    open: async (config, _seat, rng) => {
      await practise(config as GangupConfig, all.practice);
      return new BossSession(await policy(), all, rng);
    },
  };
}
