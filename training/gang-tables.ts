import { formatCard, type ModelCard, makeCard } from '../agents/card.js';
import { BadInputError, unwrap } from '../src/core/errors.js';
import { makeDirectory, writeFileWhole } from '../src/core/files.js';
import { inputError } from '../src/core/result.js';
import { type PaddedSeats, paddedLayout } from '../src/env/gang-padded.js';
import type { Checkpoint } from './checkpoint.js';
import { exportCheckpoint } from './export.js';
import { parityVectors } from './gang.js';
import { cloneTeacher } from './gang-clone.js';
import type { GangDeluxeEnvSpec } from './gang-deluxe-env.js';
import { OPSET } from './graph/emit.js';
import { actorCritic, parameterCount } from './nets.js';
import type { Schedule } from './ppo.js';
import { type TrainConfig, type TrainHooks, type TrainResult, train, trainConfig } from './train.js';

/** What `hench train-tables` is asked for: one network of The Gang for many tables. */
export interface TablesTraining {
  readonly tables: GangDeluxeEnvSpec['tables'];
  readonly readyShare: number;
  /** The agent whose play the network learns before it plays itself, and for how many decisions; 0: not at all. */
  readonly teacher: string;
  readonly teacherSteps: number;
  readonly learningRate: Schedule;
  readonly entropy: Schedule;
  readonly seed: number;
  readonly threads: number;
  readonly steps?: number;
  readonly minutes?: number;
  readonly out: string;
}

export const TABLES_DEFAULTS = {
  tables: [{ players: 7 }, { players: 8 }, { players: 9 }, { players: 10 }],
  readyShare: 0.1,
  teacher: 'belief',
  teacherSteps: 260_000,
  learningRate: { start: 5e-4, end: 5e-5 },
  entropy: { start: 0.004, end: 0.0005 },
  seed: 1,
} as const satisfies Partial<TablesTraining>;

const BODY = { hidden: [128, 128], activation: 'relu' } as const;
/** The teacher's lessons: short rollouts, since the teacher is slow, and a rate of supervised learning. */
const LESSONS = {
  ...{ envs: 64, horizon: 64, minibatch: 1024, epochs: 3 },
  learningRate: { start: 2e-3, end: 3e-4 },
  entropy: { start: 0, end: 0 },
};

/** The trainer's configuration of a run by self-play; `startFrom` when a teacher came before. */
export function tablesTrainConfig(run: TablesTraining, startFrom?: string): TrainConfig {
  return trainConfig({
    envModule: tablesEnvModule(),
    envSpec: { tables: run.tables, readyShare: run.readyShare },
    out: run.out,
    seed: run.seed,
    threads: run.threads,
    policy: BODY,
    critic: BODY,
    ppo: { envs: 128, horizon: 64, minibatch: 2048, epochs: 3, learningRate: run.learningRate, entropy: run.entropy },
    ...(run.steps === undefined ? {} : { steps: run.steps }),
    ...(run.minutes === undefined ? {} : { minutes: run.minutes }),
    ...(startFrom === undefined ? {} : { startFrom }),
  });
}

/** The configuration of the run that follows the teacher's lessons, which lie in `teacher/` of its directory. */
export function tablesRunConfig(run: TablesTraining): TrainConfig {
  return tablesTrainConfig(run, run.teacherSteps === 0 ? undefined : `${run.out}/teacher`);
}

/** The module that worker threads build many tables from. */
export function tablesEnvModule(): string {
  return new URL('./gang-deluxe-env.js', import.meta.url).href;
}

/**
 * Trains one network for many tables: first it learns to play as the teacher does (its checkpoint lies in `teacher/` of
 * the run), then by self-play. Throws as `train` does.
 */
export async function trainTables(
  run: TablesTraining,
  hooks: TrainHooks & { onLesson?(steps: number, agreement: number): void } = {},
): Promise<TrainResult | undefined> {
  const config = tablesRunConfig(run);
  const lessons = config.startFrom;
  if (lessons === undefined) return train(config, hooks);
  const { steps: _, minutes: __, ...open } = run;
  const school = tablesTrainConfig({ ...open, out: lessons, steps: run.teacherSteps });
  await cloneTeacher({
    run: { ...school, ppo: { ...school.ppo, ...LESSONS } },
    teacher: run.teacher,
    ...(hooks.signal === undefined ? {} : { signal: hooks.signal }),
    onPart: (steps, agreement) => hooks.onLesson?.(steps, agreement),
  });
  return hooks.signal?.aborted === true ? undefined : train(config, hooks);
}

/** The command that repeats the run a checkpoint of many tables comes from. */
export function tablesTrainCommand({ config }: Pick<Checkpoint, 'config'>): string {
  const { tables, readyShare } = config.envSpec as GangDeluxeEnvSpec;
  const { learningRate, entropy } = config.ppo;
  return [
    `hench train-tables --tables '${JSON.stringify(tables)}'`,
    config.steps === undefined ? `--minutes ${config.minutes}` : `--steps ${config.steps}`,
    `--seed ${config.seed} --threads ${config.threads} --ready-share ${readyShare ?? 0}`,
    `--teacher-steps ${config.startFrom === undefined ? 0 : TABLES_DEFAULTS.teacherSteps}`,
    `--learning-rate ${learningRate.start},${learningRate.end} --entropy ${entropy.start},${entropy.end}`,
  ].join(' ');
}

/**
 * Writes `policy.onnx` and `card.json` of a checkpoint of many tables into `directory`. Throws `BadInputError` when it
 * was made for another observation layout, or the directory can't be made.
 */
export async function exportTablesModel(
  checkpoint: Checkpoint,
  directory: string,
  about: { readonly name: string; readonly codeVersion: string; readonly knownWeaknesses?: readonly string[] },
): Promise<ModelCard> {
  const { config, sizes, metadata } = checkpoint;
  const padded = Number(metadata.padded) as PaddedSeats;
  if (paddedLayout(padded).hash !== metadata.layoutHash) {
    const message = 'was made for another observation layout.';
    throw new BadInputError(inputError('export/layout', 'checkpoint', message, 'Train again with this version.'));
  }
  const net = actorCritic(sizes, config.policy, config.critic);
  const policy = exportCheckpoint(checkpoint, { name: about.name });
  const { envSpec, policy: body, critic, ppo } = config;
  const card = makeCard({
    name: about.name,
    class: 'full',
    players: padded,
    padded,
    opset: OPSET,
    parameters: parameterCount(net.policyParameters),
    policy,
    training: {
      command: tablesTrainCommand(checkpoint),
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
  writeFileWhole(`${directory}/policy.onnx`, policy);
  writeFileWhole(`${directory}/card.json`, formatCard(card));
  return card;
}
