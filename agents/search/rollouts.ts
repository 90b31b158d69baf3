import { type Action, ActionList } from '../../src/core/game.js';
import { computeRoundFeatures, FEATURES, ObservationEncoder } from '../../src/env/gang-encode.js';
import { actionIndex } from '../../src/env/gang-table.js';
import { applyHeadless, HeadlessGangState, headlessGang, legalHeadless } from '../../src/env/schedule.js';
import { KEEP, takeAction } from '../../src/gang/actions.js';
import type { GangConfig } from '../../src/gang/config.js';
import { gang } from '../../src/gang/game.js';
import { GangView, HEIST, OVER, PAST_OUTCOME, ROUND } from '../../src/gang/state.js';
import { chooseAction, type OnnxPolicy } from '../onnx.js';

/** A world, and the features of its seats in the rounds that have come up in any of its futures. */
class World {
  readonly state: HeadlessGangState;
  readonly features: Float32Array;
  /** Rounds before this one have their features. */
  known = 0;

  constructor(config: GangConfig) {
    this.state = new HeadlessGangState(config);
    this.features = new Float32Array(config.players * FEATURES);
  }
}

/** One future of a world. */
class Future {
  readonly state: HeadlessGangState;
  world!: World;
  candidate = 0;
  /** Place of the world among those played. */
  row = 0;

  constructor(config: GangConfig) {
    this.state = new HeadlessGangState(config);
  }
}

/**
 * Plays imagined worlds to the end of the heist, all seats by the network's likeliest acts, many at once: each step asks
 * the network for all futures that still go on.
 */
export class Rollouts {
  private readonly worlds: World[] = [];
  private readonly futures: Future[] = [];
  private readonly view: GangView;
  private readonly encoder: ObservationEncoder;
  private readonly legal = new ActionList(16);
  private observations = new Float32Array(0);
  private mask = new Uint8Array(0);

  constructor(
    private readonly policy: OnnxPolicy,
    private readonly config: GangConfig,
  ) {
    this.view = new GangView(config);
    this.encoder = new ObservationEncoder(policy.card.class, config.players);
  }

  /** The i-th world, to be filled by the caller before `play`. */
  world(i: number): HeadlessGangState {
    while (this.worlds.length <= i) this.worlds.push(new World(this.config));
    this.worlds[i]!.known = 0;
    return this.worlds[i]!.state;
  }

  /**
   * Plays the first `count` worlds once for each candidate action of `seat`, which is asked in all of them, and writes 1
   * for a heist that succeeds and 0 for one that fails to `out` [count, candidates] from `outAt`.
   */
  async play(
    count: number,
    seat: number,
    candidates: readonly Action[],
    out: Uint8Array,
    outAt: number,
  ): Promise<void> {
    let going: Future[] = [];
    const width = candidates.length;
    for (let w = 0; w < count; w++) {
      for (let c = 0; c < width; c++) {
        const at = w * width + c;
        if (this.futures.length <= at) this.futures.push(new Future(this.config));
        const future = this.futures[at]!;
        future.world = this.worlds[w]!;
        future.candidate = c;
        future.row = w;
        headlessGang.copy(future.world.state, future.state);
        if (!this.step(future, seat, candidates[c]!)) going.push(future);
        else out[outAt + at] = succeeded(future) ? 1 : 0;
      }
    }
    while (going.length > 0) {
      const logits = await this.ask(going);
      const left: Future[] = [];
      const { actions } = this.policy;
      for (const [row, future] of going.entries()) {
        const index = chooseAction(logits, row * actions, this.mask, row * actions, actions, 0, undefined);
        const action = index === 0 ? KEEP : takeAction(index - 1, future.state.game.holder[index - 1]!);
        if (!this.step(future, future.state.asked, action)) left.push(future);
        else out[outAt + future.row * width + future.candidate] = succeeded(future) ? 1 : 0;
      }
      going = left;
    }
  }

  /** Plays one action; true when the heist is over. */
  private step({ state, world }: Future, seat: number, action: Action): boolean {
    applyHeadless(state, seat, action);
    return state.game.info[OVER] === 1 || state.game.info[HEIST] !== world.state.game.info[HEIST];
  }

  private async ask(futures: readonly Future[]): Promise<Float32Array> {
    const { encoder, policy, view, legal } = this;
    const { size } = encoder;
    if (this.observations.length < futures.length * size) {
      this.observations = new Float32Array(futures.length * size);
      this.mask = new Uint8Array(futures.length * policy.actions);
    }
    const { observations, mask } = this;
    mask.fill(0);
    for (const [row, { state, world }] of futures.entries()) {
      const seat = state.asked;
      const round = state.game.info[ROUND]!;
      for (; world.known <= round; world.known++) computeRoundFeatures(state.game, world.known, world.features);
      gang.view(state.game, seat, view);
      encoder.encode(view, world.features, seat * FEATURES, observations, row * size);
      legalHeadless(state, seat, legal);
      for (let i = 0; i < legal.length; i++) mask[row * policy.actions + actionIndex(legal.codes[i]!)] = 1;
    }
    return policy.logits(observations, futures.length);
  }
}

function succeeded({ state }: Future): boolean {
  return state.game.info[PAST_OUTCOME] === 1;
}
