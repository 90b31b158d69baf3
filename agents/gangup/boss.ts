import type { Session } from '../../src/core/agent.js';
import { BadInputError } from '../../src/core/errors.js';
import type { Action, ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { GangupEncoder } from '../../src/env/gangup-encode.js';
import { gangupLayout, rowLayout } from '../../src/env/gangup-layout.js';
import { GangupRows } from '../../src/env/gangup-rows.js';
import type { GangupView } from '../../src/gangup/state.js';
import { BossPolicy, type BossQuestion, likeliest, shippedBoss } from './boss-policy.js';
import type { GangupAgent } from './gangup-agent.js';
import { script } from './script.js';
import { SCHEMER } from './temper.js';

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

export interface BossOptions {
  /** 0 takes the likeliest candidate, 1 draws as in training. */
  readonly temperature?: number;
  /** Share of the decisions that are answered at random: a handicap. */
  readonly slips?: number;
}

/** What the network is given at one seat: all of it comes from the seat's view alone. */
export class Sight {
  private readonly encoder: GangupEncoder;
  private readonly rows: GangupRows;

  private readonly advisor: Session<GangupView>;

  constructor(view: GangupView) {
    this.encoder = new GangupEncoder(view);
    this.rows = new GangupRows(view);
    // One that remembers nothing, as in training.
    this.advisor = script('advisor', SCHEMER).open(view.config, view.seat, new Rng(0)) as Session<GangupView>;
  }

  /** Fresh arrays: a caller may ask again before the network has answered. */
  look(view: GangupView, legal: ActionList): BossQuestion {
    const observations = new Float32Array(gangupLayout.size);
    this.encoder.encode(view, observations, 0);
    const rows = new Float32Array(legal.length * rowLayout.size);
    this.rows.encode(view, legal, rows, 0);
    const advice = new Float32Array(legal.length);
    const advised = this.advisor.act(view, legal, {}) as Action;
    for (let k = 0; k < legal.length; k++) advice[k] = legal.codes[k] === advised ? 1 : 0;
    return { observations, rows, owner: new Int32Array(legal.length), advice };
  }
}

class BossSession implements ThinkingSession {
  thought: Thought | undefined;
  private sight: Sight | undefined;

  constructor(
    private readonly policy: BossPolicy,
    private readonly temperature: number,
    private readonly slips: number,
    private readonly rng: Rng,
  ) {}

  act(view: GangupView, legal: ActionList): Action | Promise<Action> {
    if (legal.length === 1) {
      this.thought = undefined;
      return legal.at(0);
    }
    this.sight ??= new Sight(view);
    return this.decide(view.seat, view.seats, legal.toArray(), this.sight.look(view, legal));
  }

  private async decide(seat: number, seats: number, legal: readonly Action[], question: BossQuestion): Promise<Action> {
    const { logits, values } = await this.policy.answer(1, question);
    const best = likeliest(logits, 0, legal.length);
    const chances = new Float64Array(legal.length);
    const scale = 1 / (this.temperature > 0 ? this.temperature : 1);
    let total = 0;
    for (let k = 0; k < legal.length; k++) {
      chances[k] = Math.exp(scale * (logits[k]! - logits[best]!));
      total += chances[k]!;
    }
    for (let k = 0; k < legal.length; k++) chances[k]! /= total;
    const chosen = legal[this.choose(chances, best)]!;
    const shares = new Float64Array(seats);
    for (let place = 0; place < seats; place++) shares[(seat + place) % seats] = values[place]!;
    this.thought = { legal, chances, chosen, shares };
    return chosen;
  }

  private choose(chances: Float64Array, best: number): number {
    const { rng, slips, temperature } = this;
    if (slips > 0 && rng.float() < slips) return rng.below(chances.length);
    if (!(temperature > 0)) return best;
    let point = rng.float();
    for (let k = 0; k < chances.length; k++) {
      point -= chances[k]!;
      if (point < 0) return k;
    }
    return best;
  }
}

/** An agent that plays by the trained policy in a folder: the one that comes with the package unless told otherwise. */
export function makeBoss(
  options: BossOptions = {},
  name = 'boss',
  dir: () => string = shippedBoss,
): GangupAgent & {
  readonly policy: () => Promise<BossPolicy>;
} {
  let loaded: Promise<BossPolicy> | undefined;
  const policy = (): Promise<BossPolicy> => {
    loaded ??= BossPolicy.load(dir()).then((result) => {
      if (!result.ok) throw new BadInputError(result.error);
      return result.value;
    });
    return loaded;
  };
  const { temperature = 0, slips = 0 } = options;
  return {
    name,
    policy,
    open: async (_config, _seat, rng) => new BossSession(await policy(), temperature, slips, rng),
  };
}
