import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { BatchPolicy, DecisionBatch, Session } from '../src/core/agent.js';
import { BadInputError } from '../src/core/errors.js';
import type { Action, ActionList } from '../src/core/game.js';
import { fail, type InputError, inputError, type Result } from '../src/core/result.js';
import type { Rng } from '../src/core/rng.js';
import { ObservationEncoder } from '../src/env/gang-encode.js';
import type { ObservationClass } from '../src/env/gang-layout.js';
import { actionIndex } from '../src/env/gang-table.js';
import type { GangConfig } from '../src/gang/config.js';
import { GANG_VERSION } from '../src/gang/game.js';
import { planOf } from '../src/gang/plan.js';
import type { GangView } from '../src/gang/state.js';
import { actionsOfModel, layoutOfModel, type ModelCard, parseCard } from './card.js';
import { ViewFeatures } from './features.js';
import type { GangAgent } from './gang-agent.js';
import { bad, checkHash, checkLayout, checkVersion, REEXPORT, readModelFolder } from './model-files.js';
import { headPart, policyPart } from './onnx-parts.js';
import { hasMatrix, loadOrt, type Ort, openShared } from './onnx-runtime.js';
import { RankHead } from './rank-head.js';

/** A trained policy: card and network. Stateless, so any number of seats and tables may share it. */
export class OnnxPolicy implements BatchPolicy {
  readonly observationSize: number;
  readonly actions: number;

  private constructor(
    readonly dir: string,
    readonly card: ModelCard,
    private readonly session: InferenceSession,
    private readonly head: RankHead | undefined,
    private readonly ort: Ort,
  ) {
    this.observationSize = card.layout.size;
    this.actions = card.actions;
  }

  /**
   * Loads `policy.onnx` and `card.json` of a folder. Refused, with a sentence that says what is wrong: a missing file,
   * a card that is none, a file that isn't the card's, another rules version, another layout, what isn't ONNX or has
   * other inputs and outputs than the card says.
   */
  static async load(dir: string): Promise<Result<OnnxPolicy, InputError>> {
    const read = await readModelFolder(dir);
    if (!read.ok) return read;
    const { file, cardFile, bytes, cardText } = read.value;
    const card = parseCard(cardText, cardFile);
    if (!card.ok) return card;
    const checked = checkCard(card.value, bytes, file, cardFile);
    if (checked !== undefined) return fail(checked);
    try {
      const session = await openShared(card.value.sha256, policyPart(bytes));
      const wrong = checkSession(session, card.value, file);
      if (wrong !== undefined) return fail(wrong);
      const head = card.value.estimator === undefined ? undefined : headPart(bytes);
      if (head === undefined && card.value.estimator !== undefined) {
        return bad('model/head', file, 'has not the estimator that its card speaks of.', REFIT);
      }
      const opened = head === undefined ? undefined : new RankHead(card.value, head, file);
      return { ok: true, value: new OnnxPolicy(dir, card.value, session, opened, await loadOrt()) };
    } catch {
      return bad('model/onnx', file, 'is not an ONNX model that can be run.', REEXPORT);
    }
  }

  /** Whether it estimates final ranks. */
  get estimates(): boolean {
    return this.head !== undefined;
  }

  /**
   * Chances of final ranks by `count` observations [count, observationSize]: [count, N, N], N the card's players, a row
   * for each seat in the order of the observation (`RankHead`; `fromHead` reads it) and in it each rank from the
   * weakest; each seat's sum to 1. Throws `RangeError` for a model that doesn't estimate, `BadInputError` for one whose
   * head can't be run.
   */
  ranks(observations: Float32Array, count: number): Promise<Float32Array> {
    if (this.head === undefined) throw new RangeError(`${this.card.name} has no estimator`);
    return this.head.ranks(observations, count);
  }

  /** The network's answer to `count` observations [count, observationSize]: logits [count, actions]. */
  async logits(observations: Float32Array, count: number): Promise<Float32Array> {
    const { card, observationSize: size } = this;
    const rows = observations.length === count * size ? observations : observations.subarray(0, count * size);
    const feeds = { [card.input]: new this.ort.Tensor('float32', rows, [count, size]) };
    const outputs = await this.session.run(feeds);
    return (outputs[card.output] as Tensor).data as Float32Array;
  }

  /** The likeliest legal action of every decision. */
  async actBatch(batch: DecisionBatch, out: Int32Array): Promise<void> {
    const { actions } = this;
    const logits = await this.logits(batch.observations, batch.count);
    for (let i = 0; i < batch.count; i++) {
      out[i] = chooseAction(logits, i * actions, batch.mask, i * actions, actions, 0, undefined);
    }
  }
}

const REFIT = 'Fit it again with `hench estimator fit`.';

function checkCard(card: ModelCard, bytes: Uint8Array, file: string, cardFile: string): InputError | undefined {
  const layout = layoutOfModel(card);
  const other = checkVersion(card.rulesVersion, GANG_VERSION, cardFile) ?? checkLayout(card.layout, layout, cardFile);
  if (other !== undefined) return other;
  if (card.actions !== actionsOfModel(card)) {
    const message = `names ${card.actions} actions; a table of ${card.players} has ${actionsOfModel(card)}.`;
    return inputError('model/card', cardFile, message, REEXPORT);
  }
  return checkHash(bytes, card.sha256, file);
}

function checkSession(session: InferenceSession, card: ModelCard, file: string): InputError | undefined {
  if (
    session.inputNames.length === 1 &&
    hasMatrix(session.inputMetadata, card.input, card.layout.size) &&
    hasMatrix(session.outputMetadata, card.output, card.actions)
  ) {
    return undefined;
  }
  const message = `has not the input ${card.input} [B, ${card.layout.size}] and the output ${card.output} [B, ${card.actions}] that its card names.`;
  return inputError('model/onnx', file, message, REEXPORT);
}

/**
 * One action index from logits [actions] at `at`, legal ones only. Temperature 0: the likeliest, the first of equals;
 * else drawn from softmax(logits / temperature).
 */
export function chooseAction(
  logits: Float32Array,
  at: number,
  mask: Uint8Array,
  maskAt: number,
  actions: number,
  temperature: number,
  rng: Rng | undefined,
): number {
  let best = -1;
  for (let a = 0; a < actions; a++) {
    if (mask[maskAt + a] === 1 && (best < 0 || logits[at + a]! > logits[at + best]!)) best = a;
  }
  if (!(temperature > 0) || rng === undefined) return best;
  const top = logits[at + best]!;
  let sum = 0;
  for (let a = 0; a < actions; a++) {
    if (mask[maskAt + a] === 1) sum += Math.exp((logits[at + a]! - top) / temperature);
  }
  let left = rng.float() * sum;
  for (let a = 0; a < actions; a++) {
    if (mask[maskAt + a] !== 1) continue;
    left -= Math.exp((logits[at + a]! - top) / temperature);
    if (left < 0) return a;
  }
  return best;
}

/** One seat played by a policy. Its observations come from its views alone. */
class OnnxSession implements Session<GangView> {
  private readonly features = new ViewFeatures();
  private readonly encoder: ObservationEncoder;

  constructor(
    private readonly policy: OnnxPolicy,
    private readonly temperature: number,
    private readonly rng: Rng,
  ) {
    this.encoder = new ObservationEncoder(policy.card.class, policy.card.players);
  }

  async act(view: GangView, legal: ActionList): Promise<Action> {
    const { policy } = this;
    // Fresh arrays: the caller may fill its list anew, or ask again, before the network has answered.
    const answers = legal.toArray();
    const mask = new Uint8Array(policy.actions);
    for (const action of answers) mask[actionIndex(action)] = 1;
    const observation = new Float32Array(policy.observationSize);
    this.encoder.encode(view, this.features.update(view), 0, observation, 0);
    const logits = await policy.logits(observation, 1);
    const index = chooseAction(logits, 0, mask, 0, policy.actions, this.temperature, this.rng);
    return answers.find((action) => actionIndex(action) === index)!;
  }
}

/**
 * How trained agents draw unless told otherwise. Seats that don't see how chips moved can take a chip from each other
 * in turn for as long as they have takes, each by its likeliest act; drawing ends that, and wins more heists.
 */
export const DEFAULT_TEMPERATURE: Readonly<Record<ObservationClass, number>> = { full: 0, legible: 0.5 };

export interface OnnxOptions {
  /** 0 always answers with the likeliest action, 1 draws as in training; the default is that of the class. */
  readonly temperature?: number;
}

/** An agent whose model depends on the table: `find` gives the model's folder for a number of players. */
export function onnxAgent(
  name: string,
  observes: ObservationClass,
  find: (players: number) => string,
  options: OnnxOptions = {},
): GangAgent {
  const temperature = options.temperature ?? DEFAULT_TEMPERATURE[observes];
  const loaded = new Map<number, Promise<OnnxPolicy>>();
  const policy = async (config: GangConfig): Promise<OnnxPolicy> => {
    if (isOther(config)) {
      const message = `${name} is trained for the base game, and this table has more.`;
      throw new BadInputError(inputError('model/table', name, message, 'Use belief, greedy or random here.'));
    }
    let promise = loaded.get(config.players);
    if (promise === undefined) {
      promise = loadFor(find(config.players), config.players);
      loaded.set(config.players, promise);
      promise.catch(() => loaded.delete(config.players));
    }
    return promise;
  };
  return {
    name,
    observes,
    temperature,
    fits: (config) => !isOther(config),
    policy,
    open: async (config, _seat, rng) => new OnnxSession(await policy(config as GangConfig), temperature, rng),
  };
}

/** Whether the table isn't the base game's. A bare number of players stands for the base game. */
function isOther(config: Partial<GangConfig>): boolean {
  return config.variant !== undefined && !planOf(config as GangConfig).plain;
}

/** The policy in a folder, for tables of so many seats; throws `BadInputError` for what can't be used there. */
export async function loadFor(dir: string, players: number): Promise<OnnxPolicy> {
  const loaded = await OnnxPolicy.load(dir);
  if (!loaded.ok) throw new BadInputError(loaded.error);
  const { card } = loaded.value;
  if (card.players !== players) {
    const message = `is a model for ${card.players} players; this table has ${players}.`;
    throw new BadInputError(inputError('model/players', dir, message, `Use it at a table of ${card.players}.`));
  }
  return loaded.value;
}

/** `models/` of this package: under the nearest folder above this module that holds a package.json. */
export function modelsRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return resolve(folder, 'models');
}

/** The folder of the model that comes with the package for a class and a number of players; refuses where none does. */
export function shippedModel(observes: ObservationClass, players: number): string {
  const folder = join(modelsRoot(), 'gang', `${observes}-${players}`);
  if (existsSync(folder)) return folder;
  const message = `no model of it comes with hench for ${players} players.`;
  const hint = 'There are some for 3 to 6 players; belief, greedy and random play every table.';
  throw new BadInputError(inputError('model/missing', observes, message, hint));
}
