import type { Session } from '../../src/core/agent.js';
import type { Action, ActionList } from '../../src/core/game.js';
import type { Rng } from '../../src/core/rng.js';
import { PaddedActions, paddedSeats } from '../../src/env/gang-padded.js';
import { actionIndex } from '../../src/env/gang-table.js';
import type { GangConfig } from '../../src/gang/config.js';
import type { GangView } from '../../src/gang/state.js';
import type { ModelCard } from '../card.js';
import { chooseAction, type OnnxPolicy } from '../onnx.js';
import { PaddedEncoder } from '../padded/encode.js';
import { needsConfidence } from './answers.js';
import { BaseEncoder } from './base-encode.js';
import { ChipEvidence } from './chip-evidence.js';
import { NetSeat } from './net-seat.js';
import type { SightEncoder } from './sight.js';

/** What a network sees where the base game isn't all there is. */
export function sightEncoder(card: Pick<ModelCard, 'padded' | 'class'>, config: GangConfig): SightEncoder {
  if (card.padded === undefined) return new BaseEncoder(card.class, config.players);
  return new PaddedEncoder(card.padded, config);
}

/** One seat of a network where the base game isn't all there is: it decides about chips, the rest is answered by rule. */
abstract class NetSession implements Session<GangView> {
  protected readonly seat: NetSeat;

  constructor(
    private readonly policy: OnnxPolicy,
    players: number,
    private readonly temperature: number,
    private readonly rng: Rng,
  ) {
    this.seat = new NetSeat(new ChipEvidence(players));
  }

  async act(view: GangView, legal: ActionList): Promise<Action> {
    const { policy } = this;
    if (policy.estimates && needsConfidence(view)) this.seat.ranks = await this.ownRanks(view);
    const answer = this.seat.answer(view, legal);
    if (answer >= 0) return answer;
    this.seat.look(view);
    const observation = new Float32Array(policy.observationSize);
    this.encoder.encode(view, this.seat.sight, observation, 0);
    // Fresh arrays: the caller may fill its list anew, or ask again, before the network has answered.
    const answers = legal.toArray();
    const indices = answers.map((action) => this.indexOf(action));
    const mask = new Uint8Array(policy.actions);
    for (const index of indices) if (index >= 0) mask[index] = 1;
    const logits = await policy.logits(observation, 1);
    const index = chooseAction(logits, 0, mask, 0, policy.actions, this.temperature, this.rng);
    return answers[Math.max(0, indices.indexOf(index))]!;
  }

  /** [S] the chances of its own final rank, from the weakest, by the network's estimator. */
  async ownRanks(view: GangView): Promise<Float32Array> {
    const { policy, seat } = this;
    seat.look(view);
    const observation = new Float32Array(policy.observationSize);
    this.encoder.encode(view, seat.sight, observation, 0);
    const from = this.encoder.headRows[view.seat]! * policy.card.players;
    return (await policy.ranks(observation, 1)).slice(from, from + view.shape.seats);
  }

  protected abstract readonly encoder: SightEncoder;
  /** The network's index of a legal action, −1 for one that it doesn't know. */
  protected abstract indexOf(action: Action): number;
}

/** A network that was trained at padded tables (src/env/gang-padded.ts). */
export class PaddedSession extends NetSession {
  protected readonly encoder: PaddedEncoder;
  private readonly actions: PaddedActions;

  constructor(policy: OnnxPolicy, config: GangConfig, temperature: number, rng: Rng) {
    super(policy, config.players, temperature, rng);
    const seats = paddedSeats(config.players);
    this.encoder = new PaddedEncoder(seats, config);
    this.actions = new PaddedActions(seats);
  }

  protected indexOf(action: Action): number {
    return this.actions.indexOf(this.encoder.rows, action);
  }
}

/** A network of the base game's observation at any other table of as many seats (see `BaseEncoder`). */
export class BaseNetSession extends NetSession {
  protected readonly encoder: BaseEncoder;

  constructor(policy: OnnxPolicy, config: GangConfig, temperature: number, rng: Rng) {
    super(policy, config.players, temperature, rng);
    this.encoder = new BaseEncoder(policy.card.class, config.players);
  }

  protected indexOf(action: Action): number {
    return actionIndex(action);
  }
}
