import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type CardEstimator, formatCard, type ModelCard, parityObservation, sha256 } from '../agents/card.js';
import { modelsRoot, OnnxPolicy } from '../agents/onnx.js';
import { joinHead, policyPart } from '../agents/onnx-parts.js';
import { RankHead } from '../agents/rank-head.js';
import { writeFileWhole } from '../src/core/files.js';
import type { InputError, Result } from '../src/core/result.js';
import { type EstimatorOptions, fitEstimator } from '../training/estimator.js';
import { type EstimatorReport, measureEstimates } from './estimates.js';
import type { Interval } from './stats.js';

export interface FitOptions extends EstimatorOptions {
  /** Held-out heists to measure with, and their seed. */
  readonly measured: { readonly heists: number; readonly seed: number };
}

export interface FittedModel {
  readonly dir: string;
  readonly card: ModelCard;
  readonly report: EstimatorReport;
  /** Rows fitted to, and nats a seat after each pass on the heists that said when to stop. */
  readonly rows: number;
  readonly logLoss: readonly number[];
}

const PARITY_VECTORS = 2;

/**
 * Fits an estimator to the model in a folder, measures it on held-out heists and writes both into `policy.onnx` and
 * `card.json`; one that was there goes. The policy's part of the file stays byte for byte what it was.
 */
export async function fitModel(dir: string, options: FitOptions): Promise<Result<FittedModel, InputError>> {
  const loaded = await OnnxPolicy.load(dir);
  if (!loaded.ok) return loaded;
  const policy = loaded.value;
  const { card } = policy;
  const file = join(dir, 'policy.onnx');
  const { measured, signal } = options;
  const total = options.heists + measured.heists;
  const fitted = await fitEstimator(policy, {
    ...options,
    onProgress: (done, all) => options.onProgress?.(Math.round((options.heists * done) / all), total),
  });
  const head = new RankHead(card, fitted.head, file);
  const ranks = (observations: Float32Array, count: number): Promise<Float32Array> => head.ranks(observations, count);
  const report = await measureEstimates(policy, ranks, {
    ...measured,
    signal,
    onProgress: (done) => options.onProgress?.(options.heists + done, total),
  });
  const before = policyPart(readFileSync(file));
  const whole = joinHead(before, fitted.head);
  const estimator: CardEstimator = {
    ...summary(report),
    fittedTo: options.heists,
    parameters: fitted.parameters,
    policySha256: sha256(before),
    command: fitCommand(dir, options),
    parity: await parityVectors(ranks, card.layout.size),
  };
  const written: ModelCard = { ...card, sha256: sha256(whole), estimator };
  writeFileWhole(file, whole);
  writeFileWhole(join(dir, 'card.json'), formatCard(written));
  return { ok: true, value: { dir, card: written, report, rows: fitted.rows, logLoss: fitted.logLoss } };
}

function summary({ scores, heists, seed }: EstimatorReport) {
  const { model, belief, tempered, baseRates } = scores.all;
  const round = ({ mean, low, high }: Interval): Interval => ({
    mean: digits(mean),
    low: digits(low),
    high: digits(high),
  });
  return {
    logLoss: round(model.logLoss),
    baseRates: round(baseRates.logLoss),
    belief: round(belief.logLoss),
    tempered: round(tempered.logLoss),
    ece: round(model.ece),
    heists,
    seed,
  };
}

const digits = (value: number): number => Number(value.toFixed(5));

function fitCommand(dir: string, { heists, seed, measured }: FitOptions): string {
  const near = relative(dirname(modelsRoot()), resolve(dir)).replaceAll('\\', '/');
  const place = near.startsWith('..') ? basename(resolve(dir)) : near;
  const held = `--measure ${measured.heists} --measure-seed ${measured.seed}`;
  return `hench estimator fit ${place} --heists ${heists} --seed ${seed} ${held}`;
}

/** What the head says to a few seeded observations, for other machines to compare with. */
async function parityVectors(
  ranks: (observations: Float32Array, count: number) => Promise<Float32Array>,
  size: number,
): Promise<CardEstimator['parity']> {
  const vectors: CardEstimator['parity'] = [];
  for (let seed = 1; seed <= PARITY_VECTORS; seed++) {
    vectors.push({ seed, ranks: [...(await ranks(parityObservation(size, seed), 1))] });
  }
  return vectors;
}
