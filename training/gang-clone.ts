import type { GangAgent } from '../agents/gang-agent.js';
import { resolveForTable } from '../agents/registry.js';
import type { Session } from '../src/core/agent.js';
import { unwrap } from '../src/core/errors.js';
import { makeDirectory } from '../src/core/files.js';
import { Rng } from '../src/core/rng.js';
import type { GangConfig } from '../src/gang/config.js';
import type { GangView } from '../src/gang/state.js';
import { saveCheckpoint } from './checkpoint.js';
import { GangDeluxeEnv, type GangDeluxeEnvSpec, type TableDecision } from './gang-deluxe-env.js';
import { openSession, tensorOver } from './graph/session.js';
import { blankState, Learner } from './learner.js';
import { storing, successInterval } from './metrics.js';
import { type ActorCritic, actorCritic } from './nets.js';
import { ppoUpdate } from './ppo.js';
import { holdRun } from './run-lock.js';
import { createRollout, parameterFeeds, policyModel, type Rollout } from './selfplay.js';
import type { TrainConfig } from './train.js';
import { firstParameters } from './transfer.js';

/** How a network learns from a teacher before it learns by self-play. */
export interface CloneOptions {
  /** As of a run by self-play, which then starts from here: `envSpec`, networks, `out`, `seed`, `steps` and `ppo` count. */
  readonly run: TrainConfig;
  /** The name of an agent that plays all these tables. */
  readonly teacher: string;
  readonly signal?: AbortSignal;
  /** After each part: decisions so far, how likely the network finds the teacher's, heists that the teacher won. */
  onPart?(steps: number, agreement: number, success: number): void;
}

/**
 * Behaviour cloning: the teacher plays, and the network learns to act as it does, while its critic learns how the
 * teacher's heists end. The loss is the surrogate of ppo.ts with advantage 1 and the policy before each part, without a
 * clip: its gradient there is that of the log-likelihood of the teacher's acts. Writes a checkpoint to `run.out` from
 * which `train` can start. Returns its path.
 */
export async function cloneTeacher(options: CloneOptions): Promise<string> {
  const { run } = options;
  const { seed } = run;
  const ppo = { ...run.ppo, clip: NO_CLIP };
  const env = new GangDeluxeEnv(run.envSpec as GangDeluxeEnvSpec, ppo.envs);
  const sizes = { observation: env.obsSize, privileged: env.privSize, actions: env.actions };
  const net = actorCritic(sizes, run.policy, run.critic);
  const parameters = firstParameters(net, run);
  const learner = await Learner.open(net, { ...blankState(parameters.length), parameters });
  const rollout = createRollout(net, ppo.envs, ppo.horizon);
  const permutation = new Int32Array(rollout.rows);
  const rng = new Rng(seed, 0x10000);
  const lesson = new Lesson(env, options.teacher, seed);
  await lesson.meet();
  unwrap(makeDirectory(run.out)); // before the work, so that it isn't in vain
  const release = storing(run.out, () => holdRun(run.out));
  try {
    learner.setData(rollout);
    env.reset(new Rng(seed, 2).uint32());
    let steps = 0;
    let won = 0.5;
    const began = performance.now();
    while (steps < (run.steps ?? 0) && options.signal?.aborted !== true) {
      await lesson.collect(rollout, ppo.horizon, won);
      const agreement = await believe(net, learner.state.parameters, rollout);
      const { successes, episodes } = env.stats();
      won = episodes === 0 ? won : successes / episodes;
      await ppoUpdate(learner, rollout, ppo, ppo.minibatch, steps / run.steps!, rng, permutation);
      steps += rollout.rows;
      options.onPart?.(steps, agreement, won);
    }
    const { parameters: learnt, moment1, moment2, steps: updates } = learner.state;
    const made = {
      config: run,
      sizes,
      metadata: env.metadata,
      steps,
      iterations: steps / rollout.rows,
      seconds: (performance.now() - began) / 1000,
      success: successInterval(0, 0),
      learner: { parameters: learnt.slice(), moment1: moment1.slice(), moment2: moment2.slice(), steps: updates },
      shards: [],
    };
    await learner.close();
    return saveCheckpoint(run.out, made, run.keep);
  } finally {
    release();
  }
}

const NO_CLIP = 1e6;
/** Acts that the network gives less than this count as if it gave them this: else a single one would rule the gradient. */
const LEAST_CHANCE = 0.02;

/** Writes the log-probability of each act of the rollout into its targets; returns the mean probability. */
async function believe(net: ActorCritic, parameters: Float32Array, rollout: Rollout): Promise<number> {
  const session = await openSession(policyModel(net));
  const { rows, masks, actions, targets } = rollout;
  const logits = new Float32Array(rows * net.actions);
  const observation = tensorOver(rollout.observations.subarray(0, rows * net.observation), [rows, net.observation]);
  const feeds = { ...parameterFeeds(net.policyParameters, parameters), observation };
  await session.run(feeds, { logits: tensorOver(logits, [rows, net.actions]) });
  await session.release();
  let sum = 0;
  for (let row = 0; row < rows; row++) {
    const at = row * net.actions;
    const chosen = logits[at + actions[row]!]!;
    let others = 0;
    for (let a = 0; a < net.actions; a++) if (masks[at + a] !== 0) others += Math.exp(logits[at + a]! - chosen);
    sum += 1 / others;
    targets[row * 3] = Math.log(Math.max(LEAST_CHANCE, 1 / others));
  }
  return sum / rows;
}

/** The teacher at the tables of an environment. */
class Lesson {
  private readonly agents = new Map<GangConfig, GangAgent>();
  /** By table and seat: the session of the game that is going on. */
  private readonly sessions = new Map<string, { readonly game: number; readonly session: Session<GangView> }>();
  private readonly actions: Int32Array;

  constructor(
    private readonly env: GangDeluxeEnv,
    private readonly teacher: string,
    private readonly seed: number,
  ) {
    this.actions = new Int32Array(env.count);
  }

  /** Loads the teacher. Throws `BadInputError` when there is none of this name, or it doesn't play here. */
  async meet(): Promise<void> {
    await this.agentFor(this.env.decision(0).config);
  }

  /** Fills `out` with `horizon` decisions of each table; the target of a heist that isn't over yet is `expected`. */
  async collect(out: Rollout, horizon: number, expected: number): Promise<void> {
    const { env, actions } = this;
    const { count } = env;
    for (let row = 0; row < out.rows; row++) {
      out.targets[row * 3 + 1] = 1;
      out.targets[row * 3 + 2] = expected;
    }
    /** The first decision of each table's heist. */
    const since = new Int32Array(count);
    for (let t = 0; t < horizon; t++) {
      out.observations.set(env.obs, t * count * env.obsSize);
      out.privileged.set(env.priv, t * count * env.privSize);
      out.masks.set(env.mask, t * count * env.actions);
      for (let i = 0; i < count; i++) actions[i] = await this.ask(i);
      out.actions.set(actions, t * count);
      env.step(actions);
      for (let i = 0; i < count; i++) {
        if (env.dones[i] === 0) continue;
        for (let k = since[i]!; k <= t; k++) out.targets[(k * count + i) * 3 + 2] = env.rewards[i]!;
        since[i] = t + 1;
      }
    }
  }

  private async ask(i: number): Promise<number> {
    const decision = this.env.decision(i);
    const session = await this.sessionOf(i, decision);
    return decision.indexOf(await session.act(decision.view, decision.legal, {}));
  }

  private async sessionOf(i: number, { config, seat, game }: TableDecision): Promise<Session<GangView>> {
    const key = `${i}|${seat}`;
    const found = this.sessions.get(key);
    if (found?.game === game) return found.session;
    found?.session.close?.();
    const agent = await this.agentFor(config);
    const session = await agent.open(config, seat, new Rng(this.seed + game, 64 * i + seat));
    this.sessions.set(key, { game, session });
    return session;
  }

  private async agentFor(config: GangConfig): Promise<GangAgent> {
    let agent = this.agents.get(config);
    if (agent === undefined) {
      ({ agent } = unwrap(await resolveForTable(this.teacher, config)));
      this.agents.set(config, agent);
    }
    return agent;
  }
}
