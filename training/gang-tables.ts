import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ModelCard, parseCard } from '../agents/card.js';
import { BadInputError, unwrap } from '../src/core/errors.js';
import { inputError } from '../src/core/result.js';
import type { PaddedSeats } from '../src/env/gang-padded.js';
import type { Checkpoint } from './checkpoint.js';
import { type AboutModel, writeGangModel } from './gang.js';
import { cloneTeacher } from './gang-clone.js';
import type { GangDeluxeEnvSpec } from './gang-deluxe-env.js';
import type { TableForm } from './gang-table-form.js';
import { SILENT } from './metrics.js';
import type { MlpSpec } from './nets.js';
import type { Schedule } from './ppo.js';
import { runBefore } from './run.js';
import { type TrainConfig, type TrainHooks, type TrainResult, train, trainConfig } from './train.js';
import { CRITIC_ONLY, startName } from './transfer.js';

/** What `hench train-tables` is asked for: one network of The Gang for many tables. */
export interface TablesTraining {
  readonly tables: GangDeluxeEnvSpec['tables'];
  readonly readyShare: number;
  /** The agent whose play the network learns before it plays itself, and for how many decisions; 0: not at all. */
  readonly teacher: string;
  readonly teacherSteps: number;
  /** The folder of a model that goes on learning, instead of a teacher: one of the base game only at tables of its size. */
  readonly startFrom?: string;
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

/** What a model that a run starts from sees and answers, and its hidden layers. Throws `BadInputError` for none. */
function startOf(folder: string, tables: TablesTraining['tables']): { form: TableForm; policy: MlpSpec } {
  const file = join(folder, 'card.json');
  if (!existsSync(file)) {
    const hint = 'Give the folder of a model, such as models/gang/full-4; a run is exported first.';
    throw new BadInputError(inputError('train/start', folder, 'is no model: it has no card.json.', hint));
  }
  const card = unwrap(parseCard(readFileSync(file, 'utf8'), file));
  const { padded, players, training } = card;
  if (padded === undefined && (card.class !== 'full' || tables.some((table) => table.players !== players))) {
    const message = `sits at tables of ${players} players${card.class === 'full' ? '' : ' and sees only chips'}.`;
    const hint = 'Start from a `full` model of the base game for tables of its size, or from one of `train-tables`.';
    throw new BadInputError(inputError('train/start', folder, message, hint));
  }
  return { form: padded === undefined ? 'base' : 'padded', policy: (training.config.policy as MlpSpec) ?? BODY };
}

/** The trainer's configuration of a run by self-play; `taught` where a teacher's lessons lie. */
export function tablesTrainConfig(run: TablesTraining, taught?: string): TrainConfig {
  const { startFrom = taught } = run;
  const start = run.startFrom === undefined ? undefined : startOf(run.startFrom, run.tables);
  const ppo = {
    envs: 128,
    horizon: 64,
    minibatch: 2048,
    epochs: 3,
    learningRate: run.learningRate,
    entropy: run.entropy,
  };
  return trainConfig({
    envModule: tablesEnvModule(),
    envSpec: {
      tables: run.tables,
      readyShare: run.readyShare,
      ...(start?.form === 'base' ? { form: start.form } : {}),
    },
    out: run.out,
    seed: run.seed,
    threads: run.threads,
    policy: start?.policy ?? BODY,
    critic: BODY,
    ppo: start === undefined ? ppo : { ...ppo, criticOnly: CRITIC_ONLY },
    ...(run.steps === undefined ? {} : { steps: run.steps }),
    ...(run.minutes === undefined ? {} : { minutes: run.minutes }),
    ...(startFrom === undefined ? {} : { startFrom }),
  });
}

/** Whether a teacher comes first. */
const isTaught = (run: TablesTraining): boolean => run.startFrom === undefined && run.teacherSteps > 0;

/** The configuration of the run that follows the teacher's lessons, which lie in `teacher/` of its directory. */
export function tablesRunConfig(run: TablesTraining): TrainConfig {
  return tablesTrainConfig(run, isTaught(run) ? `${run.out}/teacher` : undefined);
}

/** The module that worker threads build many tables from. */
export function tablesEnvModule(): string {
  return new URL('./gang-deluxe-env.js', import.meta.url).href;
}

/**
 * Trains one network for many tables: first it learns to play as the teacher does (its checkpoint lies in `teacher/` of
 * the run), then by self-play. Undefined when it was stopped during the lessons, of which nothing is kept. Throws as
 * `train` does.
 */
export async function trainTables(
  run: TablesTraining,
  hooks: TrainHooks & { onLesson?(steps: number, agreement: number): void } = {},
): Promise<TrainResult | undefined> {
  const config = tablesRunConfig(run);
  if (!isTaught(run)) return train(config, hooks);
  runBefore(run.out, false, hooks.progress ?? SILENT); // the lessons take minutes, and take the place of older ones
  const lessons = config.startFrom!;
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

/** How a run began: from a model, after a teacher, or from nothing. */
function startFlags(startFrom: string | undefined): string {
  if (startFrom === undefined) return '--teacher-steps 0';
  if (existsSync(join(startFrom, 'card.json'))) return `--start-from ${startName(startFrom, 'gang')}`;
  return `--teacher-steps ${TABLES_DEFAULTS.teacherSteps}`;
}

/** The command that repeats the run a checkpoint of many tables comes from. */
export function tablesTrainCommand({ config }: Pick<Checkpoint, 'config'>): string {
  const { tables, readyShare } = config.envSpec as GangDeluxeEnvSpec;
  const { learningRate, entropy } = config.ppo;
  return [
    `hench train-tables --tables '${JSON.stringify(tables)}'`,
    config.steps === undefined ? `--minutes ${config.minutes}` : `--steps ${config.steps}`,
    `--seed ${config.seed} --threads ${config.threads} --ready-share ${readyShare ?? 0}`,
    startFlags(config.startFrom),
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
  about: AboutModel,
): Promise<ModelCard> {
  const { metadata } = checkpoint;
  const padded = metadata.padded === undefined ? undefined : (Number(metadata.padded) as PaddedSeats);
  const players = padded ?? Number(metadata.players);
  const sits = { class: 'full', players, ...(padded === undefined ? {} : { padded }) } as const;
  return writeGangModel(checkpoint, directory, about, sits, tablesTrainCommand(checkpoint));
}
