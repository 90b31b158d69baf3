import { chooseAction, loadFor } from '../agents/onnx.js';
import type { Rng } from '../src/core/rng.js';
import { FEATURES, ObservationEncoder } from '../src/env/gang-encode.js';
import type { ObservationClass } from '../src/env/gang-layout.js';
import type { GangTable } from '../src/env/gang-table.js';
import { gang } from '../src/gang/game.js';
import { type Feeds, type InferenceSession, openSession, tensorOver } from './graph/session.js';
import { type ActorCritic, parameterCount } from './nets.js';
import { parameterFeeds, policyModel } from './selfplay.js';

/** What a network says to `count` observations [count, size]: logits [count, actions]. */
export type Answer = (observations: Float32Array, count: number) => Promise<Float32Array>;

/** Decisions of one frozen network, gathered over the tables and answered in one go. */
export class NetPartner {
  private readonly encoder: ObservationEncoder;
  private readonly observations: Float32Array;
  private readonly mask: Uint8Array;
  private waiting: number[] = [];

  constructor(
    kind: ObservationClass,
    players: number,
    private readonly actions: number,
    tables: number,
    private readonly answer: Answer,
  ) {
    this.encoder = new ObservationEncoder(kind, players);
    this.observations = new Float32Array(tables * this.encoder.size);
    this.mask = new Uint8Array(tables * actions);
  }

  get count(): number {
    return this.waiting.length;
  }

  /** Takes up the decision of the seat that is asked at table `i`. */
  gather(i: number, table: GangTable): void {
    const { encoder, waiting } = this;
    const row = waiting.length;
    gang.view(table.state.game, table.seat, table.view);
    encoder.encode(table.view, table.features, table.seat * FEATURES, this.observations, row * encoder.size);
    table.mask(this.mask, row * this.actions);
    waiting.push(i);
  }

  /**
   * Asks the network for all that wait and plays its answers in order. What `play` gathers anew goes over rows that
   * have been played, since there is at most one for each of them.
   */
  async settle(temperature: (i: number) => number, rng: Rng, play: (i: number, action: number) => void): Promise<void> {
    const { actions, mask } = this;
    const tables = this.waiting;
    const logits = await this.answer(this.observations, tables.length);
    this.waiting = [];
    for (let row = 0; row < tables.length; row++) {
      const i = tables[row]!;
      const at = row * actions;
      play(i, chooseAction(logits, at, mask, at, actions, temperature(i), rng));
    }
  }
}

/** Opens the models of these folders for tables of so many seats. Throws `BadInputError` for what can't be used. */
export async function openModels(folders: readonly string[], players: number, tables: number): Promise<NetPartner[]> {
  const out: NetPartner[] = [];
  for (const folder of folders) {
    const policy = await loadFor(folder, players);
    const answer: Answer = (observations, count) => policy.logits(observations, count);
    out.push(new NetPartner(policy.card.class, players, policy.actions, tables, answer));
  }
  return out;
}

/**
 * The newest earlier selves of a run, in a ring: parameters are copied when another part of the training is done. All
 * threads have the same parameters, so each keeps its own.
 */
export class PastSelves {
  /** [keep, policy's parameters] */
  private kept: Float32Array = new Float32Array(0);
  private feeds: Feeds[] = [];
  private session: InferenceSession | undefined;
  private net: ActorCritic | undefined;
  /** Selves kept so far, those that have been overwritten too. */
  private count = 0;

  constructor(
    private readonly every: number,
    readonly keep: number,
  ) {}

  /** How many of the slots hold one. */
  get filled(): number {
    return Math.min(this.count, this.keep);
  }

  /** Keeps the policy when it is time. Opens the session on the first call. */
  async remember(net: ActorCritic, parameters: Float32Array, progress: number): Promise<void> {
    if (this.session === undefined) {
      this.net = net;
      this.session = await openSession(policyModel(net));
      const size = parameterCount(net.policyParameters);
      this.kept = new Float32Array(this.keep * size);
      this.feeds = Array.from({ length: this.keep }, (_, slot) =>
        parameterFeeds(net.policyParameters, this.kept.subarray(slot * size, (slot + 1) * size)),
      );
    }
    if (progress < this.count * this.every) return;
    const size = this.kept.length / this.keep;
    this.kept.set(parameters.subarray(0, size), (this.count % this.keep) * size);
    this.count++;
  }

  answerOf(slot: number): Answer {
    return async (observations, count) => {
      const { net, session } = this;
      if (net === undefined || session === undefined) throw new Error('no earlier self has been kept');
      const rows = observations.subarray(0, count * net.observation);
      const feeds = { ...this.feeds[slot]!, observation: tensorOver(rows, [count, net.observation]) };
      const { logits } = await session.run(feeds);
      return logits!.data as Float32Array;
    };
  }

  /** [1 + keep × parameters] */
  save(): Float32Array {
    const out = new Float32Array(1 + this.kept.length);
    out[0] = this.count;
    out.set(this.kept, 1);
    return out;
  }

  /** Takes up what `save` wrote; `remember` has been called before, so that sizes are known. */
  load(saved: Float32Array): void {
    if (saved.length !== 1 + this.kept.length) throw new RangeError('the saved earlier selves are of another network');
    this.count = saved[0]!;
    this.kept.set(saved.subarray(1));
  }

  async close(): Promise<void> {
    await this.session?.release();
  }
}
