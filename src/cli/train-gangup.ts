import type { GangupTraining } from '../../training/gangup-run.js';
import { BadInputError, unwrap } from '../core/errors.js';
import { inputError } from '../core/result.js';
import { called } from './called.js';
import { flagError, shareFlag, wholeFlag } from './flags.js';
import { interruptible } from './interrupt.js';
import { type PpoFlags, ppoSettings } from './ppo-flags.js';
import { recording } from './run-record.js';
import { endOfRun, fileOf, stopAt } from './train-file.js';
import type { TrainingReport } from './train-run.js';

/** The flags of `hench train gangup`. */
export interface GangupTrainFlags extends PpoFlags {
  readonly method: 'ppo' | 'dmc' | undefined;
  readonly players: number | string | undefined;
  readonly packs: readonly string[] | undefined;
  readonly leaders: boolean | undefined;
  readonly locations: boolean | undefined;
  readonly expansion: boolean | undefined;
  readonly generated: number | undefined;
  readonly designed: number | undefined;
  readonly 'generated-share': number | undefined;
  readonly against: string | undefined;
  readonly self: number | undefined;
  readonly past: number | undefined;
  readonly scripts: string | undefined;
  readonly shares: string | undefined;
  readonly seed: number | undefined;
  readonly threads: number | undefined;
  readonly steps: number | undefined;
  readonly minutes: number | undefined;
  readonly 'start-from': string | undefined;
  readonly out: string | undefined;
  readonly resume: string | undefined;
  readonly config: string | undefined;
}

const MINUTES = 30;

/** `2,3,4,5` */
function playersOf(given: number | string | undefined): number[] {
  const list = given === undefined ? [2, 3, 4, 5] : String(given).split(',').map(Number);
  if (list.every((n) => Number.isInteger(n) && n >= 2 && n <= 5) && new Set(list).size === list.length) return list;
  throw flagError('players', `"${given}" is no list of tables.`, 'Name numbers of players from 2 to 5: 2,3,4,5.');
}

/** `schemer:6,greedy`: what is named, each with its weight. */
async function weightsOf(
  flag: string,
  text: string | undefined,
  names: readonly string[],
  hint: string,
): Promise<Record<string, number> | undefined> {
  if (text === undefined) return undefined;
  const { parseWeights } = await import('../../training/gangup-league.js');
  const read = parseWeights(text, names);
  if (read.ok) return read.value;
  throw flagError(
    flag,
    `"${read.error}" is none of ${names.join(', ')} with a weight above 0, or is named twice.`,
    hint,
  );
}

/** What was given of the league, by the keys of a training configuration. Throws `BadInputError`. */
async function leagueOf(flags: GangupTrainFlags, players: readonly number[]): Promise<Partial<GangupTraining>> {
  const { self, past, against } = flags;
  const { TRAINABLE_SCRIPTS } = await import('../../training/gangup-league.js');
  const scripts = await weightsOf('scripts', flags.scripts, TRAINABLE_SCRIPTS, 'Write --scripts schemer:6,greedy:1.');
  const shares = await weightsOf('shares', flags.shares, players.map(String), 'Write --shares 2:1,3:2.');
  return {
    ...(self === undefined ? {} : { self: shareFlag('self', self) }),
    ...(past === undefined ? {} : { past: shareFlag('past', past) }),
    ...(scripts === undefined ? {} : { scripts }),
    ...(shares === undefined ? {} : { shares }),
    ...(against === undefined ? {} : { against }),
  };
}

/** Refuses what contradicts itself, whether flags or a file say so. */
function checkRun(run: GangupTraining): GangupTraining {
  const { against, past, scripts, shares = {}, players, generated, designed = 0, generatedShare } = run;
  if (against !== undefined && (past ?? scripts) !== undefined) {
    const other = past === undefined ? 'scripts' : 'past';
    throw flagError(other, 'is about the league, which --against replaces.', 'Leave one of them out.');
  }
  if (generatedShare !== undefined) {
    if (!(generatedShare > 0 && generatedShare <= 0.95)) {
      throw flagError('generated-share', `${generatedShare} is out of range.`, 'Give a share above 0, 0.95 at most.');
    }
    if (generated + designed === 0) {
      throw flagError(
        'generated-share',
        'says how often packs are played that --generated and --designed make.',
        'Give one of them.',
      );
    }
  }
  const absent = Object.keys(shares).find((n) => !players.includes(Number(n)));
  if (absent !== undefined) {
    throw flagError('shares', `weighs tables of ${absent}, which --players leaves out.`, 'Leave one of them out.');
  }
  return run;
}

/** Trains a policy for Gang Up! until done or Ctrl-C, which writes a checkpoint first. Throws `BadInputError`. */
export async function runGangupTraining(flags: GangupTrainFlags): Promise<TrainingReport> {
  const { resume } = flags;
  const { trainGangup } = await import('../../training/gangup-train.js');
  const { terminalProgress } = await import('../../training/metrics.js');
  const { config, ...before } = resume === undefined ? await freshRun(flags) : await resumedRun(resume, flags);
  const record = recording({ game: 'gangup', config, ...before });
  const { signal, release } = interruptible();
  try {
    const result = await trainGangup(config, {
      signal,
      progress: terminalProgress(),
      ...record,
      resume: resume !== undefined,
    });
    const next =
      result.reason === 'aborted'
        ? `Go on with: ${called()} train gangup --resume ${config.out}`
        : `Make an agent of it with: ${called()} export ${config.out} my-boss`;
    process.stderr.write(`Saved ${result.checkpoint}. ${next}\n`);
    const { reason, checkpoint, steps, seconds, success } = result;
    return { reason, out: config.out, checkpoint, steps, seconds, success };
  } finally {
    release();
  }
}

/** What a new run is asked for, by the file of `--config` and by flags, which come before it. Throws `BadInputError`. */
export async function gangupRun(flags: GangupTrainFlags): Promise<GangupTraining> {
  const { availableParallelism } = await import('node:os');
  const { steps, minutes, ...file } = await fileOf('gangup', flags);
  const players = flags.players === undefined && file.players !== undefined ? file.players : playersOf(flags.players);
  const seed = wholeFlag('seed', flags.seed ?? file.seed ?? 1, 0);
  const { method, packs, threads, 'generated-share': generatedShare } = flags;
  const { TABLE_OPTIONS } = await import('../../training/gangup-run.js');
  const options = TABLE_OPTIONS.flatMap((option) => (flags[option] === undefined ? [] : [[option, flags[option]]]));
  return checkRun({
    generated: 0,
    designed: 0,
    threads: Math.min(2, availableParallelism()),
    ...file,
    players,
    seed,
    out: flags.out ?? `runs/gangup-${players.join('')}-seed${seed}`,
    ...endOfRun(flags, { steps, minutes }, MINUTES),
    ...(flags.generated === undefined ? {} : { generated: wholeFlag('generated', flags.generated, 0, 1000) }),
    ...(flags.designed === undefined ? {} : { designed: wholeFlag('designed', flags.designed, 0, 1000) }),
    ...(generatedShare === undefined ? {} : { generatedShare }),
    ...(threads === undefined ? {} : { threads: wholeFlag('threads', threads, 1, 64) }),
    ...(method === undefined ? {} : { method }),
    ...(packs === undefined ? {} : { packs }),
    ...Object.fromEntries(options),
    ...(await leagueOf(flags, players)),
    ...(flags['start-from'] === undefined ? {} : { startFrom: flags['start-from'] }),
    ...ppoSettings(flags),
  });
}

async function freshRun(flags: GangupTrainFlags) {
  const { gangupTrainConfig } = await import('../../training/gangup-run.js');
  const { gangupTrainingFile } = await import('../../training/config-file.js');
  const run = await gangupRun(flags);
  const { Progress } = await import('./progress.js');
  const progress = new Progress('packs');
  const packs = run.generated + (run.designed ?? 0);
  const config = gangupTrainConfig(run, (made) => progress.update(made, packs));
  progress.stop();
  return { config, file: gangupTrainingFile(run) };
}

/** The run's configuration with a new end, if one was given. Throws `BadInputError` when it is behind that end. */
async function resumedRun(out: string, flags: GangupTrainFlags) {
  const { lastGoodCheckpoint } = await import('../../training/checkpoint.js');
  const { checkGangup } = await import('../../training/gangup-train.js');
  type Saved = import('../../training/gangup-train.js').GangupCheckpoint;
  const { checkpoint } = unwrap(lastGoodCheckpoint<Saved>(out));
  checkGangup(checkpoint, out);
  const end = stopAt(flags);
  const { minutes: before, ...rest } = checkpoint.config;
  const minutes = end.minutes ?? (end.steps === undefined ? before : undefined);
  const config = { ...rest, out, ...end, ...(minutes === undefined ? {} : { minutes }) };
  const { steps, seconds } = checkpoint;
  if (steps >= (config.steps ?? Infinity) || seconds >= 60 * (minutes ?? Infinity)) {
    const message = `is at its end: ${steps} steps, ${(seconds / 60).toFixed(1)} minutes in all.`;
    throw new BadInputError(inputError('cli/finished', out, message, 'Give it more, counted from its start.'));
  }
  return { config, fromSteps: steps };
}
