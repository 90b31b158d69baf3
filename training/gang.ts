import { join } from 'node:path';
import { formatCard, layoutOfModel, type ModelCard, makeCard, parityObservation } from '../agents/card.js';
import { BadInputError, unwrap } from '../src/core/errors.js';
import { makeDirectory, writeFileWhole } from '../src/core/files.js';
import { inputError } from '../src/core/result.js';
import type { ObservationClass } from '../src/env/gang-layout.js';
import type { LearnerBackend } from './backend.js';
import type { Checkpoint } from './checkpoint.js';
import { exportCheckpoint } from './export.js';
import type { GangEnvSpec } from './gang-env.js';
import { OPSET } from './graph/emit.js';
import { openSession, tensorOver } from './graph/session.js';
import { actorCritic, parameterCount } from './nets.js';
import { PPO_DEFAULTS, type Schedule } from './ppo.js';
import { TRAIN_DEFAULTS, type TrainOptions } from './train.js';
import { CRITIC_ONLY, policyFile, startName } from './transfer.js';

/** What `hench train gang` is asked for. */
export interface GangTraining {
  readonly players: number;
  readonly class: ObservationClass;
  readonly seed: number;
  readonly threads: number;
  readonly steps?: number;
  readonly minutes?: number;
  readonly takesMax: number;
  /** Share of the tables that play `ready` round ends; the others play `strict`. */
  readonly readyShare: number;
  /** Units of each hidden layer of the policy, and of the critic. */
  readonly hidden: readonly number[];
  readonly criticHidden?: readonly number[];
  readonly startFrom?: string;
  /** Who plays beside the learner in some of the episodes; absent: nobody. */
  readonly partners?: GangEnvSpec['partners'];
  /** Learning rate, and weight of the entropy bonus, at the start and at the end; absent: the trainer's. */
  readonly learningRate?: Schedule;
  readonly entropy?: Schedule;
  /** Passes over each rollout, and decisions of one gradient; absent: the trainer's. */
  readonly epochs?: number;
  readonly minibatch?: number;
  readonly backend?: LearnerBackend;
  readonly out: string;
}

export const GANG_TRAINING_DEFAULTS = {
  class: 'full',
  seed: 1,
  takesMax: 4,
  readyShare: 0.3,
  hidden: [128, 128],
} as const satisfies Partial<GangTraining>;

/** The module that worker threads build their tables from. */
export function gangEnvModule(): string {
  return new URL('./gang-env.js', import.meta.url).href;
}

/** The trainer's options for a run on The Gang; everything not named has the trainer's defaults. */
export function gangTrainOptions(run: GangTraining): TrainOptions {
  const envSpec: GangEnvSpec = {
    config: { players: run.players, ...(run.takesMax === 4 ? {} : { takesMax: run.takesMax }) },
    readyShare: run.readyShare,
    ...(run.class === 'full' ? {} : { observation: run.class }),
    ...(run.partners === undefined ? {} : { partners: run.partners }),
  };
  const fromModel = run.startFrom !== undefined && policyFile(run.startFrom) !== undefined;
  const ppo = {
    ...(run.learningRate === undefined ? {} : { learningRate: run.learningRate }),
    ...(run.entropy === undefined ? {} : { entropy: run.entropy }),
    ...(run.epochs === undefined ? {} : { epochs: run.epochs }),
    ...(run.minibatch === undefined ? {} : { minibatch: run.minibatch }),
    ...(fromModel ? { criticOnly: CRITIC_ONLY } : {}),
  };
  return {
    envModule: gangEnvModule(),
    envSpec,
    out: run.out,
    seed: run.seed,
    threads: run.threads,
    policy: { hidden: run.hidden, activation: 'relu' },
    critic: { hidden: run.criticHidden ?? TRAIN_DEFAULTS.critic.hidden, activation: 'relu' },
    ...(run.steps === undefined ? {} : { steps: run.steps }),
    ...(run.minutes === undefined ? {} : { minutes: run.minutes }),
    ...(run.startFrom === undefined ? {} : { startFrom: run.startFrom }),
    ...(run.backend === undefined ? {} : { backend: run.backend }),
    ...(Object.keys(ppo).length === 0 ? {} : { ppo }),
  };
}

/** The command that repeats the run a checkpoint comes from. */
export function gangTrainCommand({ config }: Pick<Checkpoint, 'config'>): string {
  const spec = config.envSpec as GangEnvSpec;
  const { ppo } = config;
  const flags = [
    `--players ${spec.config.players}`,
    `--class ${spec.observation ?? 'full'}`,
    config.steps === undefined ? `--minutes ${config.minutes}` : `--steps ${config.steps}`,
    `--seed ${config.seed}`,
    `--threads ${config.threads}`,
    `--ready-share ${spec.readyShare ?? 0}`,
    `--hidden ${config.policy.hidden.join(',')}`,
    ...(spec.config.takesMax === undefined ? [] : [`--takes-max ${spec.config.takesMax}`]),
    ...(config.startFrom === undefined ? [] : [`--start-from ${startName(config.startFrom, 'gang')}`]),
    ...(spec.partners === undefined ? [] : [`--partners ${partnersFlag(spec.partners)}`]),
    ...scheduleFlag('--learning-rate', ppo.learningRate, PPO_DEFAULTS.learningRate),
    ...scheduleFlag('--entropy', ppo.entropy, PPO_DEFAULTS.entropy),
    ...unless('--critic', config.critic.hidden.join(','), TRAIN_DEFAULTS.critic.hidden.join(',')),
    ...unless('--epochs', ppo.epochs, PPO_DEFAULTS.epochs),
    ...unless('--minibatch', ppo.minibatch, PPO_DEFAULTS.minibatch),
    ...unless('--backend', config.backend ?? 'onnx', 'onnx'),
  ];
  return `hench train gang ${flags.join(' ')}`;
}

/** The flag, where it isn't what the trainer does anyway. */
function unless(flag: string, value: string | number, standard: string | number): string[] {
  return value === standard ? [] : [`${flag} ${value}`];
}

function scheduleFlag(flag: string, { start, end }: Schedule, standard: Schedule): string[] {
  return start === standard.start && end === standard.end ? [] : [`${flag} ${start},${end}`];
}

/** A population of one share as the share, any other as JSON. */
function partnersFlag(partners: NonNullable<GangEnvSpec['partners']>): string {
  return Object.keys(partners).length === 1 ? String(partners.share) : `'${JSON.stringify(partners)}'`;
}

const PARITY_VECTORS = 4;

/** What a model is called, which version made it, and what is known to be weak about it. */
export interface AboutModel {
  readonly name: string;
  readonly codeVersion: string;
  readonly knownWeaknesses?: readonly string[];
}

/**
 * Writes `policy.onnx` and `card.json` of a checkpoint of The Gang into `directory`.
 * Throws `BadInputError` when the checkpoint was made for another layout or game, or the directory can't be.
 */
export async function exportGangModel(
  checkpoint: Checkpoint,
  directory: string,
  about: AboutModel,
): Promise<ModelCard> {
  const { config, metadata } = checkpoint;
  const kind = (config.envSpec as GangEnvSpec).observation ?? 'full';
  const players = Number(metadata.players);
  return writeGangModel(checkpoint, directory, about, { class: kind, players }, gangTrainCommand(checkpoint));
}

/** The same for any network of The Gang: `sits` says where it sits, `command` trains it again. */
export async function writeGangModel(
  checkpoint: Checkpoint,
  directory: string,
  about: AboutModel,
  sits: Pick<ModelCard, 'class' | 'players' | 'padded'>,
  command: string,
): Promise<ModelCard> {
  const { config, sizes, metadata } = checkpoint;
  if (metadata.game !== 'gang' || layoutOfModel(sits).hash !== metadata.layoutHash) {
    const message = 'was made for another observation layout.';
    throw new BadInputError(inputError('export/layout', 'checkpoint', message, 'Train again with this version.'));
  }
  const net = actorCritic(sizes, config.policy, config.critic);
  const policy = exportCheckpoint(checkpoint, { name: about.name });
  const { envSpec, policy: body, critic, ppo } = config;
  const card = makeCard({
    name: about.name,
    ...sits,
    opset: OPSET,
    parameters: parameterCount(net.policyParameters),
    policy,
    training: {
      command,
      config: { envSpec, policy: body, critic, ppo },
      seed: config.seed,
      steps: checkpoint.steps,
      seconds: Math.round(checkpoint.seconds),
      codeVersion: about.codeVersion,
    },
    parity: await parityVectors(policy, sizes.observation, sizes.actions),
    ...(about.knownWeaknesses === undefined ? {} : { knownWeaknesses: about.knownWeaknesses }),
  });
  unwrap(makeDirectory(directory));
  writeFileWhole(join(directory, 'policy.onnx'), policy);
  writeFileWhole(join(directory, 'card.json'), formatCard(card));
  return card;
}

/** What the exported file says to a few seeded observations: what `hench models verify` compares on other machines. */
export async function parityVectors(policy: Uint8Array, size: number, actions: number): Promise<ModelCard['parity']> {
  const session = await openSession(policy);
  const vectors: ModelCard['parity'] = [];
  for (let seed = 1; seed <= PARITY_VECTORS; seed++) {
    const logits = new Float32Array(actions);
    await session.run(
      { observation: tensorOver(parityObservation(size, seed), [1, size]) },
      { logits: tensorOver(logits, [1, actions]) },
    );
    vectors.push({ seed, logits: [...logits] });
  }
  await session.release();
  return vectors;
}
