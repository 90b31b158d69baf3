import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { describeIssue } from '../src/core/describe-issue.js';
import { unwrap } from '../src/core/errors.js';
import { nearestName } from '../src/core/nearest.js';
import { fail, type InputError, inputError, ok, type Result } from '../src/core/result.js';
import { OBSERVATION_CLASSES } from '../src/env/gang-layout.js';
import { LEARNER_BACKENDS } from './backend.js';
import { GANG_TRAINING_DEFAULTS, type GangTraining } from './gang.js';
import { parsePopulation } from './gang-population.js';
import { TABLES_DEFAULTS, type TablesTraining } from './gang-tables.js';
import { TRAINABLE_SCRIPTS } from './gangup-league.js';
import { GANGUP_METHODS } from './gangup-net.js';
import type { GangupTraining } from './gangup-run.js';
import { GANGUP_LEAGUE, gangupDefaults } from './gangup-train.js';
import { PPO_DEFAULTS } from './ppo.js';
import { TRAIN_DEFAULTS } from './train.js';

/** What a file may say about a run of each game: what the run is asked for, but for where it is written. */
export interface TrainingFiles {
  readonly gang: Partial<Omit<GangTraining, 'out'>>;
  readonly gangup: Partial<Omit<GangupTraining, 'out'>>;
  readonly tables: Partial<Omit<TablesTraining, 'out'>>;
}
export type TrainedGame = keyof TrainingFiles;

const layers = z.array(z.int().min(1).max(4096)).min(1).max(8);
const schedule = z.strictObject({ start: z.number().min(0), end: z.number().min(0) });
const end = { steps: z.int().min(1), minutes: z.number().gt(0) };
const common = { seed: z.int().min(0), threads: z.int().min(1).max(64), ...end };
const startFrom = z.string().min(1);
const share = z.number().min(0).max(1);
const weight = z.number().gt(0);
/** Numbers of players of Gang Up!, as keys. */
const SIZES = ['2', '3', '4', '5'] as const;

const population = z.unknown().transform((value, context) => {
  const read = parsePopulation(value);
  if (!read.ok) {
    const { path, message } = read.error;
    context.addIssue({ code: 'custom', message: message.replace(/\.$/, ''), path: path.split('.').slice(1) });
  }
  return value as GangTraining['partners']; // as it was given: its defaults may change, the run fills them in
});

const ppo = {
  learningRate: schedule,
  entropy: schedule,
  epochs: z.int().min(1).max(100),
  minibatch: z
    .int()
    .min(16)
    .max(1 << 20),
};

/**
 * Every key of a file, by game. A key that a run learns to understand (`GangTraining`, `GangupTraining`) is added here,
 * which the compiler asks for, and, if it has one, as a flag in src/cli/train.ts.
 */
const KEYS = {
  gang: {
    ...{ ...common, startFrom },
    players: z.int().min(3).max(6),
    class: z.enum(OBSERVATION_CLASSES),
    takesMax: z.int().min(1).max(100),
    readyShare: share,
    hidden: layers,
    criticHidden: layers,
    partners: population,
    ...ppo,
    backend: z.enum(LEARNER_BACKENDS),
  } satisfies Record<keyof Omit<GangTraining, 'out'>, z.ZodType>,
  gangup: {
    ...{ ...common, startFrom, method: z.enum(GANGUP_METHODS) },
    players: z
      .array(z.int().min(2).max(5))
      .min(1)
      .refine((given) => new Set(given).size === given.length, 'should name each number of players once'),
    packs: z.array(z.unknown()).min(1),
    ...{ leaders: z.boolean(), locations: z.boolean(), expansion: z.boolean() },
    generated: z.int().min(0).max(1000),
    designed: z.int().min(0).max(1000),
    generatedShare: z.number().gt(0).max(0.95),
    against: z.string().min(1),
    ...{ self: share, past: share },
    scripts: z
      .partialRecord(z.enum(TRAINABLE_SCRIPTS), weight)
      .refine((given) => Object.keys(given).length > 0, 'should name a script'),
    shares: z.partialRecord(z.enum(SIZES), weight),
    ...ppo,
  } satisfies Record<keyof Omit<GangupTraining, 'out'>, z.ZodType>,
  tables: {
    ...common,
    tables: z.array(z.looseObject({ players: z.int().min(3).max(10) })).min(1),
    readyShare: share,
    teacher: z.string().min(1),
    teacherSteps: z.int().min(0),
    startFrom,
    learningRate: schedule,
    entropy: schedule,
  } satisfies Record<keyof Omit<TablesTraining, 'out'>, z.ZodType>,
};

const SCHEMAS = {
  gang: z.strictObject({ game: z.literal('gang'), ...KEYS.gang }).partial({ ...flagsOf(KEYS.gang) }),
  gangup: z.strictObject({ game: z.literal('gangup'), ...KEYS.gangup }).partial({ ...flagsOf(KEYS.gangup) }),
  tables: z.strictObject({ game: z.literal('tables'), ...KEYS.tables }).partial({ ...flagsOf(KEYS.tables) }),
};

function flagsOf<Keys extends object>(keys: Keys): { [K in keyof Keys]: true } {
  return Object.fromEntries(Object.keys(keys).map((key) => [key, true])) as { [K in keyof Keys]: true };
}

/** Reads what a configuration file holds. `path` names it in errors, which name the key too. */
export function parseTrainingFile<G extends TrainedGame>(
  game: G,
  input: unknown,
  path: string,
): Result<TrainingFiles[G], InputError> {
  const read = SCHEMAS[game].safeParse(input);
  if (!read.success) {
    const issue = read.error.issues[0]!;
    if (issue.code === 'unrecognized_keys') return fail(unknownKey(game, issue, path));
    const where = [path, issue.path.join('.')].filter((part) => part !== '').join(': ');
    const what = issue.path[0] === 'game' ? `is not ${JSON.stringify(game)}` : describeIssue(issue);
    return fail(
      inputError('train/config', where, `${what}.`, `Keys: ${['game', ...Object.keys(KEYS[game])].join(', ')}.`),
    );
  }
  const { game: _, ...run } = read.data as { game: string } & TrainingFiles[G];
  if (run.steps !== undefined && run.minutes !== undefined) {
    return fail(
      inputError('train/config', `${path}: minutes`, 'and steps both say when to stop.', 'Keep one of them.'),
    );
  }
  return ok(run as TrainingFiles[G]);
}

/** Keys below a key, where they aren't those of a schedule. */
const INNER_KEYS: Readonly<Record<string, readonly string[]>> = { scripts: TRAINABLE_SCRIPTS, shares: SIZES };

function unknownKey(game: TrainedGame, issue: z.core.$ZodIssueUnrecognizedKeys, path: string): InputError {
  const key = issue.keys[0]!;
  const [outer] = issue.path;
  const known =
    outer === undefined ? ['game', ...Object.keys(KEYS[game])] : (INNER_KEYS[String(outer)] ?? ['start', 'end']);
  const near = nearestName(key, known);
  const where = `${path}: ${[...issue.path.map(String), key].join('.')}`;
  const hint = near === undefined ? `Keys: ${known.join(', ')}.` : `Did you mean ${near}?`;
  return inputError('train/config', where, 'is not a key of a training configuration.', hint);
}

/** Reads a configuration file. Throws `BadInputError` that names the file and the key. */
export function readTrainingFile<G extends TrainedGame>(game: G, path: string): TrainingFiles[G] {
  let input: unknown;
  try {
    input = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    const what = missing ? 'there is no such file' : code === undefined ? 'is not JSON' : `cannot be read (${code})`;
    return unwrap(fail(inputError('train/config', path, `${what}.`, 'Give a file such as config.json of a run.')));
  }
  return unwrap(parseTrainingFile(game, input, path));
}

/** A run as a file that repeats it, with every key, so that it does whatever the defaults become. */
export function gangTrainingFile(
  run: GangTraining,
): Required<Pick<TrainingFiles['gang'], 'players'>> & { game: 'gang' } {
  const { out: _, ...asked } = run;
  const { learningRate, entropy, epochs, minibatch } = PPO_DEFAULTS;
  return {
    game: 'gang',
    ...GANG_TRAINING_DEFAULTS,
    criticHidden: TRAIN_DEFAULTS.critic.hidden,
    ...{ learningRate, entropy, epochs, minibatch, backend: 'onnx' },
    ...asked,
  };
}

export function gangupTrainingFile({ out: _, ...asked }: GangupTraining): { game: 'gangup' } & TrainingFiles['gangup'] {
  const { learningRate, entropy, epochs, minibatch } = gangupDefaults(asked.method).ppo;
  const { self, past, scripts } = GANGUP_LEAGUE;
  const league = asked.against === undefined ? { self, past, scripts } : {};
  return { game: 'gangup', ...{ learningRate, entropy, epochs, minibatch }, ...league, ...asked };
}

export function tablesTrainingFile({ out: _, ...asked }: TablesTraining): { game: 'tables' } & TrainingFiles['tables'] {
  return { game: 'tables', ...TABLES_DEFAULTS, ...asked };
}
