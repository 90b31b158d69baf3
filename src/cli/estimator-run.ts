import { resolve } from 'node:path';
import { OnnxPolicy } from '../../agents/onnx.js';
import {
  type EstimatorMeasurement,
  type EstimatorReport,
  FORECASTERS,
  measureEstimates,
  seatsInWords,
} from '../../eval/estimates.js';
import { fitModel } from '../../eval/estimator-fit.js';
import type { Interval } from '../../eval/stats.js';
import { shippedModels } from '../../eval/verify.js';
import { ESTIMATOR_DEFAULTS } from '../../training/estimator.js';
import { BadInputError, unwrap } from '../core/errors.js';
import { writeFileWhole } from '../core/files.js';
import { inputError } from '../core/result.js';
import { ROUND_NAMES } from '../gang/state.js';
import { untilInterrupted } from './progress.js';
import { written } from './written.js';

interface Measured {
  readonly heists: number;
  readonly seed: number;
}

/** Fits the models in these folders one after the other; undefined when Ctrl-C ended it. Throws `BadInputError`. */
export function fitModels(
  dirs: readonly string[],
  options: { readonly heists: number; readonly seed: number; readonly measured: Measured },
): Promise<EstimatorReport[] | undefined> {
  return untilInterrupted('heists', async ({ signal, onProgress }) => {
    const reports: EstimatorReport[] = [];
    for (const [i, dir] of dirs.entries()) {
      const fitted = await fitModel(dir, {
        ...ESTIMATOR_DEFAULTS,
        ...options,
        signal,
        onProgress: (done, total) => onProgress(i * total + done, dirs.length * total),
      });
      reports.push(unwrap(fitted).report);
    }
    return reports;
  });
}

/** Measures the models in these folders, or those that come with hench and estimate. As `fitModels`. */
export async function measureModels(
  dirs: readonly string[],
  measured: Measured,
): Promise<EstimatorReport[] | undefined> {
  const policies: OnnxPolicy[] = [];
  for (const dir of dirs.length === 0 ? shippedModels() : dirs) {
    const loaded = await OnnxPolicy.load(resolve(dir));
    // Among those that come with hench are networks of other tables, which have no estimators.
    if (!loaded.ok && dirs.length === 0) continue;
    const policy = unwrap(loaded);
    if (policy.estimates) policies.push(policy);
    else if (dirs.length > 0) {
      const hint = `Fit one: hench estimator fit ${dir}`;
      throw new BadInputError(inputError('model/head', dir, 'has no estimator.', hint));
    }
  }
  return untilInterrupted('heists', async ({ signal, onProgress }) => {
    const reports: EstimatorReport[] = [];
    for (const [i, policy] of policies.entries()) {
      const options: EstimatorMeasurement = {
        ...measured,
        signal,
        onProgress: (done, total) => onProgress(i * total + done, policies.length * total),
      };
      reports.push(await measureEstimates(policy, (rows, count) => policy.ranks(rows, count), options));
    }
    return reports;
  });
}

/** Writes a page with tables and reliability diagrams. */
export async function writePage(path: string, reports: readonly EstimatorReport[]): Promise<void> {
  const { estimatorPage } = await import('../../eval/report/estimator-page.js');
  written(path, () => writeFileWhole(path, estimatorPage(reports)));
}

/** The reports for people. */
export function reportLines(reports: readonly EstimatorReport[]): string[] {
  if (reports.length === 0) return ['No model here estimates. Fit one: hench estimator fit MODEL'];
  return reports.flatMap((report) => [...oneReport(report), '']).slice(0, -1);
}

const NAMES = { model: 'the model', belief: 'belief', tempered: 'belief, tempered', baseRates: 'base rates' } as const;
const TABLES = { all: 'all tables', own: 'the model in every seat', strangers: 'with strangers' } as const;

function oneReport(report: EstimatorReport): string[] {
  const { model, heists, moments, seed, scores, better, byTable } = report;
  const line = (name: string, { logLoss, byRound, ece }: EstimatorReport['scores']['all']['model']): string => {
    const rounds = byRound.map(({ mean }) => mean.toFixed(3).padEnd(8)).join('');
    return `    ${name.padEnd(22)}${interval(logLoss).padEnd(26)}${rounds}${interval(ece)}`;
  };
  const lines = [
    `${model}: ${moments.toLocaleString('en')} estimates of ${seatsInWords(report)} seats in ${heists.toLocaleString('en')} held-out heists, seed ${seed}`,
    `${''.padEnd(26)}${'log-loss (nats a seat)'.padEnd(26)}${ROUND_NAMES.map((name) => name.padEnd(8)).join('')}calibration error`,
  ];
  for (const [kind, title] of Object.entries(TABLES)) {
    lines.push(`  ${title}`);
    for (const who of FORECASTERS) lines.push(line(NAMES[who], scores[kind as keyof typeof TABLES][who]));
  }
  for (const at of byTable ?? []) {
    lines.push(`  ${at.table} players`);
    for (const who of FORECASTERS) lines.push(line(NAMES[who], at.scores[who]));
  }
  for (const { than, by } of better) lines.push(`  better than ${NAMES[than]} by ${interval(by)} nats a seat`);
  return lines;
}

function interval({ mean, low, high }: Interval): string {
  return `${mean.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`;
}
