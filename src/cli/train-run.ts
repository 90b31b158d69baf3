import { lastGoodCheckpoint } from '../../training/checkpoint.js';
import { gangTrainingFile } from '../../training/config-file.js';
import { type GangTraining, gangEnvModule, gangTrainOptions } from '../../training/gang.js';
import { tablesEnvModule } from '../../training/gang-tables.js';
import { terminalProgress } from '../../training/metrics.js';
import { kindOfCheckpoint } from '../../training/run-folder.js';
import { type TrainConfig, train, trainConfig } from '../../training/train.js';
import { BadInputError, unwrap } from '../core/errors.js';
import { inputError } from '../core/result.js';
import { called } from './called.js';
import { interruptible } from './interrupt.js';
import { recording } from './run-record.js';

export type TrainingRequest =
  | { readonly kind: 'fresh'; readonly run: GangTraining }
  | { readonly kind: 'resume'; readonly directory: string; readonly steps?: number; readonly minutes?: number };

/** What `hench train --json` prints. */
export interface TrainingReport {
  readonly reason: 'finished' | 'aborted';
  readonly out: string;
  readonly checkpoint: string;
  readonly steps: number;
  readonly seconds: number;
  readonly success: { readonly mean: number; readonly low: number; readonly high: number };
}

/** Trains with a live view on stderr until done or Ctrl-C, which writes a checkpoint first. */
export async function runTraining(request: TrainingRequest): Promise<TrainingReport> {
  const { config, ...before } =
    request.kind === 'fresh'
      ? { config: trainConfig(gangTrainOptions(request.run)), file: gangTrainingFile(request.run) }
      : resumedConfig(request);
  const record = recording({ game: 'gang', config, ...before });
  const { signal, release } = interruptible();
  const command = config.envModule === tablesEnvModule() ? 'train-tables' : 'train gang';
  try {
    const result = await train(config, {
      signal,
      progress: terminalProgress(),
      ...record,
      resume: request.kind === 'resume',
    });
    process.stderr.write(
      result.reason === 'aborted'
        ? `Saved ${result.checkpoint}. Go on with: ${called()} ${command} --resume ${config.out}\n`
        : `Saved ${result.checkpoint}. Make an agent of it with: ${called()} export ${config.out} my-model\n`,
    );
    const { reason, checkpoint, steps, seconds, success } = result;
    return { reason, out: config.out, checkpoint, steps, seconds, success };
  } finally {
    release();
  }
}

/** The run's configuration with a new end, if one was given. Throws `BadInputError` when it is behind that end. */
function resumedConfig(request: Extract<TrainingRequest, { kind: 'resume' }>): {
  config: TrainConfig;
  fromSteps: number;
} {
  const { directory, steps, minutes } = request;
  const { checkpoint } = unwrap(lastGoodCheckpoint(directory));
  const kind = kindOfCheckpoint(checkpoint.metadata);
  if (kind === 'gangup') {
    const hint = `Use: ${called()} train gangup --resume ${directory}`;
    throw new BadInputError(inputError('cli/other-game', directory, 'holds a run of Gang Up!, not of The Gang.', hint));
  }
  const { minutes: minutesBefore, ...before } = checkpoint.config;
  // Steps take the place of minutes; minutes are added to steps, whose schedules the run follows.
  const end = minutes ?? (steps === undefined ? minutesBefore : undefined);
  const config: TrainConfig = {
    ...before,
    out: directory,
    // Where it lies now: the run may have been made in another place.
    envModule: kind === 'tables' ? tablesEnvModule() : gangEnvModule(),
    ...(steps === undefined ? {} : { steps }),
    ...(end === undefined ? {} : { minutes: end }),
  };
  const done = (checkpoint.seconds / 60).toFixed(1);
  if (checkpoint.steps >= (config.steps ?? Infinity) || checkpoint.seconds >= 60 * (config.minutes ?? Infinity)) {
    const message = `is at its end: ${checkpoint.steps} steps, ${done} minutes in all.`;
    const hint = `Give it more ${config.steps === undefined ? '--minutes' : '--steps'}, counted from the start of the run.`;
    throw new BadInputError(inputError('cli/finished', directory, message, hint));
  }
  return { config, fromSteps: checkpoint.steps };
}
