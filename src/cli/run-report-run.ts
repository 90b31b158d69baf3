import { join } from 'node:path';
import { OnnxPolicy } from '../../agents/onnx.js';
import { readCrossPlay } from '../../eval/cross-play-file.js';
import { type EstimatorReport, measureEstimates } from '../../eval/estimates.js';
import { type RunPageSpec, runPage } from '../../eval/report/run-page.js';
import { criticForecast, type Forecast } from '../../eval/run-forecast.js';
import type { Checkpoint } from '../../training/checkpoint.js';
import { gangEnvModule } from '../../training/gang.js';
import { tablesEnvModule } from '../../training/gang-tables.js';
import type { GangupCheckpoint } from '../../training/gangup-train.js';
import { type RunFolder, readRunFolder, runProgress } from '../../training/run-folder.js';
import { BadInputError, unwrap } from '../core/errors.js';
import { writeFileWhole } from '../core/files.js';
import { inputError } from '../core/result.js';
import { flagError } from './flags.js';
import { type Running, untilInterrupted } from './progress.js';
import { type PlayedGames, playGangupGames, playHeists } from './run-games.js';
import { written } from './written.js';

/** What `hench report` is asked for. */
export interface ReportRequest {
  readonly run: string;
  readonly out: string | undefined;
  readonly matrices: readonly string[];
  readonly model: string | undefined;
  /** Games to tell, and to measure: absent is 1000 heists, 40 games of Gang Up!. */
  readonly heists: number;
  readonly measure: number | undefined;
  readonly seed: number;
}

/** What `hench report --json` prints. */
export interface WrittenReport {
  readonly run: string;
  readonly out: string;
  readonly kind: RunFolder['kind'];
  readonly steps: number;
  /** Share of the way to its end. */
  readonly progress: number;
  readonly success: { readonly mean: number; readonly low: number; readonly high: number } | null;
  readonly checkpoints: readonly { readonly path: string; readonly steps: number | null }[];
  /** What could not be shown, in sentences. */
  readonly notes: readonly string[];
}

const MEASURE = { gang: 1000, tables: 1000, gangup: 40 } as const;

/** Writes the page of a run; undefined when Ctrl-C ended it. Throws `BadInputError`. */
export async function reportRun(request: ReportRequest): Promise<WrittenReport | undefined> {
  const run = unwrap(readRunFolder(request.run));
  const crossPlay = request.matrices.map((path) => matrix(path, run));
  const estimator = await estimatorOf(request.model, run);
  return untilInterrupted('games', async (running) => {
    const notes = run.checkpoints.flatMap(({ path, error }) =>
      error === undefined ? [] : [`${path}: ${error.message}`],
    );
    const games = await newest(run, request, running, notes);
    const estimates = estimator === undefined ? {} : { estimates: await estimator(request, running) };
    const spec: RunPageSpec = { run, crossPlay, notes, ...games, ...estimates };
    const out = request.out ?? join(request.run, 'report.html');
    const text = runPage(spec);
    written(out, () => writeFileWhole(out, text));
    const last = run.metrics.lines.at(-1);
    return {
      ...{ run: request.run, out, kind: run.kind },
      steps: Math.max(run.newest?.checkpoint.steps ?? 0, last?.steps ?? 0),
      progress: runProgress(run),
      success: last === undefined ? null : last.success,
      checkpoints: run.checkpoints.map(({ path, steps }) => ({ path, steps: steps ?? null })),
      notes,
    };
  });
}

function matrix(path: string, run: RunFolder) {
  const report = unwrap(readCrossPlay(path));
  const game = run.kind === 'gangup' ? 'gangup' : 'gang';
  if (report.game === game) return report;
  throw flagError('matrix', `${path} is a cross-play of ${report.game}, and the run is one of ${game}.`);
}

/** Measures the estimates of a model; undefined where none was asked for. Throws `BadInputError`. */
async function estimatorOf(dir: string | undefined, run: RunFolder) {
  if (dir === undefined) return undefined;
  if (run.kind === 'gangup')
    throw flagError('model', 'is for runs of The Gang: others estimate no ranks.', 'Leave it out.');
  const policy = unwrap(await OnnxPolicy.load(dir));
  if (!policy.estimates) {
    throw new BadInputError(inputError('model/head', dir, 'has no estimator.', `Fit one: hench estimator fit ${dir}`));
  }
  return ({ measure = MEASURE.gang, seed }: ReportRequest, running: Running): Promise<EstimatorReport> =>
    measureEstimates(policy, (rows, count) => policy.ranks(rows, count), {
      heists: Math.max(8, measure),
      ...{ seed, signal: running.signal, onProgress: running.onProgress },
    });
}

/** Games by the newest whole checkpoint and what it foretells; what can't be had is said in `notes`. */
async function newest(
  run: RunFolder,
  { heists, measure = MEASURE[run.kind], seed }: ReportRequest,
  running: Running,
  notes: string[],
): Promise<Partial<PlayedGames> & { readonly forecast?: Forecast }> {
  if (run.newest === undefined) {
    notes.push('There is no whole checkpoint yet: no games, no calibration.');
    return {};
  }
  const { checkpoint } = run.newest;
  const options = { told: heists, measured: measure, seed, ...running };
  /** What an old checkpoint, or one whose partners are gone, can't do is left out. */
  const orNote = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BadInputError)) throw error;
      notes.push(`${what}: ${error.message}`);
      return undefined;
    }
  };
  if (run.kind === 'gangup') {
    return (await orNote('No games', () => playGangupGames(checkpoint as GangupCheckpoint, options))) ?? {};
  }
  const games = await orNote('No heists', () => playHeists(checkpoint as Checkpoint, options));
  const envModule = run.kind === 'tables' ? tablesEnvModule() : gangEnvModule();
  const forecast =
    measure === 0
      ? undefined
      : await orNote('No calibration of the critic', () =>
          criticForecast(checkpoint as Checkpoint, envModule, { games: measure, seed, signal: running.signal }),
        );
  return { ...games, ...(forecast === undefined ? {} : { forecast }) };
}
